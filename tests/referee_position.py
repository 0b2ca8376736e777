"""What lies on the table, as far as a reader of the event log can know it: the memory of the referee.

A :class:`Position` answers questions of the rules page (where may this counter be, which cities can be taken)
and collects the violations. The checks themselves are in :mod:`referee`, :mod:`referee_combat` and
:mod:`referee_check`. Fronts are printed numbers.
"""

from collections import Counter
from typing import Any

from fwwsim.games.first_world_war.dataset import Army, Chit, Dataset

FACTIONS = ("WA", "EA", "DE", "GA")
ALLIES, CENTRAL_POWERS = "ALLIES", "CENTRAL_POWERS"
SIDES = (ALLIES, CENTRAL_POWERS)
SIDE = {"WA": ALLIES, "EA": ALLIES, "DE": CENTRAL_POWERS, "GA": CENTRAL_POWERS}
LATER, READY, LOST = "not entered", "to be deployed", "in the losses"  # places off the board
EXPEDITIONS = frozenset({"MEF", "OR"})
SURRENDERED_BY_TREATY = frozenset({"RU", "RO"})
CLOSED_BY_TREATY = frozenset({7, 8, 9})
OWN_NATIONS = {
    "WA": frozenset(["FR", "BR", "BE", "IT", "US"]),
    "EA": frozenset(["RU", "SB", "MN", "RO", "GR", "ITB", "MEF", "OR"]),
    "DE": frozenset({"DE"}),
    "GA": frozenset({"AH", "BU", "DE"}),
}  # R6.2.1
RULES = (
    "six_front_end",
    "hand_scope",
    "uncontested_base",
    "mef_or_reach",
    "treaty_garrison",
    "transfer_source",
    "surrender_from_turn",
    "schlieffen",
    "variable_order",
    "historical_setup",
)


def opponent(side: str) -> str:
    """The other alliance."""
    return CENTRAL_POWERS if side == ALLIES else ALLIES


def face(die: str | int) -> int:
    """R6.1.4: an S counts 0."""
    return 0 if die == "S" else int(die)


class Position:
    """One game in progress.

    Attributes
    ----------
    place
        Army name to front number, or LATER, READY, LOST.
    dummies
        Number of dummies by (faction, front number or READY).
    ending
        (reason, alliance that wins by that reason or None) once the game must end.
    """

    def __init__(self, dataset: Dataset, header: dict[str, Any]) -> None:
        self.dataset = dataset
        self.index = header.get("index", "?")
        self.players = header["players"]
        self.rules = dict(header["rules"])
        self.policies = dict(header["policies"])
        self.violations: list[str] = []
        self.turn, self.round = 1, 0
        self.army: dict[str, Army] = {army.name: army for army in dataset.armies}
        self.place: dict[str, int | str] = dict.fromkeys(self.army, LATER)
        self.dummies: Counter[tuple[str, int | str]] = Counter()
        for faction in FACTIONS:
            self.dummies[faction, READY] = dataset.dummies[faction]
        self.fronts = {front.number: front for front in dataset.fronts}
        self.city = {city.id: city for city in dataset.cities}
        self.control = {city.id: SIDE[city.owner] for city in dataset.cities}
        self.vp = dict.fromkeys(FACTIONS, 6)
        self.points = dict.fromkeys(FACTIONS, 0)
        self.pointed: set[tuple[int, str]] = set()
        self.treaty = False
        self.ending: tuple[str, str | None] | None = None
        self.sent_by_west: list[str] = []  # R7.2: what the EA event of this turn took out of WA's number
        self.chit: dict[str, Chit] = {chit.id: chit for chit in dataset.chits}
        self.cups: dict[str, set[str]] = {side: set() for side in SIDES}
        self.entered: set[str] = set()
        self.hands: dict[str, set[str]] = {}
        for faction in FACTIONS:
            self.hands.setdefault(self.hand_owner(faction), set())
        self.enter_chits(self.chits_of_year(dataset.years[0]))

    def report(self, rule: str, text: str) -> None:
        """Note a violation of `rule` at this moment of the game."""
        when = f"turn {self.turn}" + (f" round {self.round}" if self.round else "")
        self.violations.append(f"game {self.index} {when}: {rule}: {text}")

    def begin_turn(self, turn: int) -> None:
        """R4.2.6 and the reinforcements of R4.2.1."""
        self.turn, self.round = turn, 0
        self.points = dict.fromkeys(FACTIONS, 0)
        self.pointed.clear()
        for name, army in self.army.items():
            if army.turn == turn and self.place[name] == LATER:
                self.place[name] = READY

    def is_random(self, faction: str) -> bool:
        """Whether the faction is bound by the policy `random`."""
        return self.policies.get(faction) == "random"

    # Counters and fronts

    def home(self, front: int, side: str) -> str:
        """The home faction of a front on one side, which controls that side's counters there (R5.1)."""
        row = self.fronts[front]
        return row.allied if side == ALLIES else row.central

    def armies_at(self, front: int, side: str) -> set[str]:
        """Names of the real armies of an alliance on a front."""
        return {
            name for name, at in self.place.items() if at == front and SIDE[self.army[name].faction] == side
        }

    def own_armies_at(self, front: int, faction: str) -> set[str]:
        """Names of the real armies of a faction's own colour on a front."""
        return {name for name, at in self.place.items() if at == front and self.army[name].faction == faction}

    def barrier(self, nation: str, front: int) -> tuple[str, str] | None:
        """(rule, reason) why an army of `nation` may not be deployed or go to `front` now, or None."""
        if front not in self.fronts:
            return "R5.0", f"there is no front {front}"
        if nation not in self.fronts[front].nations:
            return "R5.0", f"front {front} does not list {nation}"
        if front in (5, 6) and nation in ("BR", "FR", "DE") and self.turn <= 3:
            return "R5.3", f"{nation} may not go to front {front} before turn 4"
        if nation in EXPEDITIONS:
            if front == 11 and self.control["monastir"] != ALLIES:
                return "R5.4", f"{nation} may not go to front 11: EA does not control Monastir"
            if front != 11 and self.rules["mef_or_reach"] == "front_11_only":
                return "R5.4", f"{nation} may go to no other front than 11 (mef_or_reach)"
        return None

    def dummy_barrier(self, faction: str, front: int) -> tuple[str, str] | None:
        """The same for a dummy: no army of its faction could operate there on this turn (R5.0)."""
        mix = {army.nation for army in self.army.values() if army.faction == faction}
        barriers = [self.barrier(nation, front) for nation in sorted(mix)]
        if None in barriers:
            return None
        rules = {barrier[0] for barrier in barriers if barrier}
        rule = next((rule for rule in ("R5.3", "R5.4") if rule in rules), "R5.0")
        return rule, f"no army of {faction} could operate on front {front} on this turn"

    def missing_garrisons(self) -> list[str]:
        """R8.1: the garrisons that are short, in words."""
        missing = [
            f"no German army on front {front}"
            for front in sorted(CLOSED_BY_TREATY)
            if not self.own_armies_at(front, "DE")
        ]
        if len(self.own_armies_at(9, "GA")) < 3:
            missing.append("fewer than three GA armies on front 9")
        return missing

    # Cities and bases

    def controls(self, side: str, point: str) -> bool:
        """Whether an alliance controls a city or a base."""
        if point in self.control:
            return self.control[point] == side
        return SIDE[point.removesuffix("-base")] == side

    def frontier(self, front: int, side: str, closed_too: bool = False) -> set[str]:
        """Enemy cities and bases of the front at the end of a line from something that `side` controls."""
        found = set()
        for line in self.dataset.lines:
            if line.front == front and (closed_too or line.opens <= self.turn):
                mine = [point for point in line.ends if self.controls(side, point)]
                if len(mine) == 1:
                    found |= set(line.ends) - set(mine)
        return found

    def takeable(self, front: int, side: str, closed_too: bool = False) -> set[str]:
        """R6.4: cities that `side` can take on this front."""
        return self.frontier(front, side, closed_too) & set(self.city)

    def bases_reached(self, front: int, side: str) -> set[str]:
        """R6.5: factions whose base on this front `side` reaches by an open line."""
        return {point.removesuffix("-base") for point in self.frontier(front, side) - set(self.city)}

    def capture(self, front: int, side: str, city: str) -> None:
        """R6.4: a city changes hands, and a victory point with it."""
        self.control[city] = side
        winner, loser = self.home(front, side), self.home(front, opponent(side))
        self.vp[winner] += 1
        self.vp[loser] -= 1 if self.vp[loser] > 0 else 0

    def give_point(self, front: int, faction: str) -> None:
        """R6.5: one surrender point."""
        self.points[faction] += 1
        self.pointed.add((front, faction))

    # Chits

    def hand_owner(self, faction: str) -> str:
        """Whose hand a faction plays from: its own, or that of its player (`hand_scope`)."""
        if self.rules["hand_scope"] == "player":
            if self.players == 2:
                return SIDE[faction]
            if self.players == 3 and SIDE[faction] == ALLIES:
                return ALLIES
        return faction

    def hand(self, faction: str) -> set[str]:
        """The chits that a faction may play from, by id."""
        return self.hands[self.hand_owner(faction)]

    def is_never_playable(self, faction: str, chit: str) -> bool:
        """R6.2.1, by nation."""
        owner = self.hand_owner(faction)
        fellows = [other for other in FACTIONS if self.hand_owner(other) == owner]
        return not any(OWN_NATIONS[fellow] & set(self.chit[chit].nations) for fellow in fellows)

    def chits_of_year(self, year: int) -> set[str]:
        """R4.2.5: chits of a year that are not in play yet."""
        return {chit.id for chit in self.dataset.chits if chit.year == year and chit.id not in self.entered}

    def enter_chits(self, chits: set[str]) -> None:
        """Put chits into their cup."""
        self.entered |= chits
        for chit in chits:
            self.cups[self.chit[chit].alliance].add(chit)
