"""Positions set up by hand, and the rules functions played from them, in words instead of bits.

Fronts are printed numbers, armies, cities and chits the names of the data set. Chance is forced by trying one
game index after the other until the event that results is the one wanted (`Position.until`).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np

from fwwsim.engine.journal import JOURNAL, new_journal, note
from fwwsim.engine.records import blank
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.actions import act
from fwwsim.games.first_world_war.check import check_victory
from fwwsim.games.first_world_war.combat import attack
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.deployment import deploy
from fwwsim.games.first_world_war.log import Event, Narrator
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS
from fwwsim.games.first_world_war.options import Rules
from fwwsim.games.first_world_war.order import set_order
from fwwsim.games.first_world_war.policies.assign import assign_policies
from fwwsim.games.first_world_war.replacement import replace_losses
from fwwsim.games.first_world_war.setup import start_state
from fwwsim.games.first_world_war.state import COMBAT, STATE
from fwwsim.games.first_world_war.tables import TABLE, build_table, index_armies, index_chits
from fwwsim.games.first_world_war.turn import prepare_next_turn

SEED = 1914
TRIES = 60_000
JOURNAL_OF_ALL = new_journal()
EXPEDITIONS = ("MEF", "OR")

Play = Callable[["Position"], Event]


@cache
def box() -> Dataset:
    """The shipped data set."""
    return load_dataset()


ARMIES = index_armies(box())
CHITS = index_chits(box())
CITIES = [city.id for city in box().cities]
ARMY_NAMES = tuple([name for name, (side, _) in ARMIES.items() if side == alliance] for alliance in range(2))
CHIT_NAMES = tuple([name for name, (side, _) in CHITS.items() if side == alliance] for alliance in range(2))


@cache
def _table(rules: tuple[str, ...], players: int, policies: str) -> bytes:
    table = build_table(box(), Rules.parse(rules), players)
    assign_policies(table, box(), policies)
    return table.tobytes()


def side_of(faction: str) -> int:
    """The alliance of a faction, or of an alliance itself."""
    return ALLIANCES.index(faction) if faction in ALLIANCES else FACTIONS.index(faction) >> 1


def word(indices: Iterable[int]) -> int:
    """The bit set of some indices."""
    return sum({1 << index for index in indices})


def members(bits: int) -> list[int]:
    """The indices in a bit set."""
    return [index for index in range(63) if int(bits) >> index & 1]


def fronts_in(bits: int) -> set[int]:
    """The printed numbers of a bit set of fronts."""
    return {index + 1 for index in members(bits)}


def army_word(*names: str) -> int:
    """Armies of one alliance as bits."""
    return word(ARMIES[name][1] for name in names)


def army_names(alliance: int, bits: int) -> set[str]:
    """The names of a bit set of armies."""
    return {ARMY_NAMES[alliance][index] for index in members(bits)}


def cities_in(bits: int) -> set[str]:
    """The ids of a bit set of cities."""
    return {CITIES[index] for index in members(bits)}


def chit_word(*names: str) -> int:
    """Chits of one alliance as bits."""
    return word(CHITS[name][1] for name in names)


def chits_in(alliance: int, bits: int) -> set[str]:
    """The ids of a bit set of chits."""
    return {CHIT_NAMES[alliance][index] for index in members(bits)}


def may_be(name: str, front: int, turn: int, monastir: bool = True, reach: str = "") -> bool:
    """R5, said plainly: whether an army may be deployed on, moved or transferred to a front."""
    army = next(army for army in box().armies if army.name == name)
    if army.nation not in box().fronts[front - 1].nations:
        return False
    if front in (5, 6) and army.nation in ("BR", "FR", "DE"):
        return turn >= 4
    if army.nation in EXPEDITIONS and front == 11:
        return monastir
    return not (army.nation in EXPEDITIONS and reach == "front_11_only")


def dummy_may_be(faction: str, front: int, turn: int, monastir: bool = True, reach: str = "") -> bool:
    """R5.0: a dummy may be where some army of its faction, entered or not, could operate."""
    own = [army.name for army in box().armies if army.faction == faction]
    return any(may_be(name, front, turn, monastir, reach) for name in own)


class Position:
    """A game under way. The board is empty, each city its owner's, cups and hands are empty, VP are 6.

    Parameters
    ----------
    rules : str
        Settings as the command line takes them.
    players, turn, seed : int
    policies : str
        As the command line takes them.
    start : bool
        Keep what the set-up gives: dummies to deploy and the chits of the first year.
    """

    def __init__(
        self,
        *rules: str,
        players: int = 4,
        turn: int = 1,
        seed: int = SEED,
        policies: str = "random",
        start: bool = False,
    ) -> None:
        self.table = np.frombuffer(_table(rules, players, policies), TABLE).copy().view(np.recarray)[0]
        self.cells = np.zeros(1, STATE).view(np.recarray)
        self.cells[0] = start_state(self.table, seed)
        self.state = self.cells[0]
        self.state.turn = turn
        self.journal = JOURNAL_OF_ALL
        if not start:
            self.state.dummies_off[:] = 0
            self.state.cup[:] = 0

    def copy(self) -> "Position":
        """The same position, with the same table."""
        twin = object.__new__(Position)
        twin.table, twin.journal = self.table, self.journal
        twin.cells = self.cells.copy()
        twin.state = twin.cells[0]
        return twin

    def own_table(self) -> "Position":
        """The same position with a table that may be changed."""
        twin = self.copy()
        twin.table = blank(TABLE)
        for name in TABLE.names or ():
            twin.table[name] = self.table[name]
        return twin

    # Setting up; each returns the position itself.

    def place(self, front: int, *names: str) -> "Position":
        """Put armies on a front."""
        for name in names:
            alliance, index = ARMIES[name]
            self.state.armies[alliance, front - 1] |= 1 << index
        return self

    def remove(self, front: int, *names: str) -> "Position":
        """Take armies from a front, to nowhere."""
        for name in names:
            alliance, index = ARMIES[name]
            self.state.armies[alliance, front - 1] &= ~(1 << index)
        return self

    def put_dummies(self, front: int, **numbers: int) -> "Position":
        """Put dummies of some factions on a front."""
        for faction, number in numbers.items():
            self.state.dummies[FACTIONS.index(faction), front - 1] = number
        return self

    def wait(self, *names: str) -> "Position":
        """Let armies wait for deployment."""
        for name in names:
            self.state.waiting[ARMIES[name][0]] |= 1 << ARMIES[name][1]
        return self

    def lose(self, *names: str) -> "Position":
        """Put armies into the losses."""
        for name in names:
            self.state.lost[ARMIES[name][0]] |= 1 << ARMIES[name][1]
        return self

    def control(self, alliance: str, *cities: str) -> "Position":
        """Give cities to an alliance, without victory points."""
        side = side_of(alliance)
        bits = word(CITIES.index(city) for city in cities)
        self.state.cities[side] |= bits
        self.state.cities[1 - side] &= ~bits
        return self

    def hand(self, faction: str, *chits: str) -> "Position":
        """Put chits into the hand that a faction uses."""
        self.state.hand[self.table.hand_of[FACTIONS.index(faction)]] |= chit_word(*chits)
        return self

    def cup(self, *chits: str) -> "Position":
        """Put chits into the cup of their alliance."""
        for chit in chits:
            self.state.cup[CHITS[chit][0]] |= 1 << CHITS[chit][1]
        return self

    def score(self, **points: int) -> "Position":
        """Set victory points."""
        for faction, number in points.items():
            self.state.vp[FACTIONS.index(faction)] = number
        return self

    def at(self, turn: int, cycle: int = 0, faction: str = "DE") -> "Position":
        """Set the turn and the action under way."""
        self.state.turn = turn
        self.state.slot = 4 * cycle + FACTIONS.index(faction)
        return self

    def treaty(self, turn: int = 4) -> "Position":
        """Put the treaty in force."""
        self.state.treaty = turn
        return self

    def treaty_garrisons(self) -> "Position":
        """The armies that the treaty asks for: DE 1, 2, 3 on fronts 7, 8, 9 and AH 1, 2, 3 on front 9."""
        return self.place(7, "DE 1").place(8, "DE 2").place(9, "DE 3", "AH 1", "AH 2", "AH 3")

    # Reading back.

    def armies(self, front: int, alliance: str = "") -> set[str]:
        """The armies on a front, of one alliance or of both."""
        sides = [side_of(alliance)] if alliance else [0, 1]
        return set().union(*(army_names(side, self.state.armies[side, front - 1]) for side in sides))

    def where(self, name: str) -> list[str]:
        """Every place that holds an army: fronts as numbers, "waiting", "lost"."""
        alliance, index = ARMIES[name]
        places = [str(front + 1) for front in range(11) if self.state.armies[alliance, front] >> index & 1]
        places += ["waiting"] if self.state.waiting[alliance] >> index & 1 else []
        return places + (["lost"] if self.state.lost[alliance] >> index & 1 else [])

    def waiting(self) -> set[str]:
        """The armies that wait for deployment."""
        return set().union(*(army_names(side, self.state.waiting[side]) for side in range(2)))

    def lost(self) -> set[str]:
        """The eliminated armies."""
        return set().union(*(army_names(side, self.state.lost[side]) for side in range(2)))

    def dummies(self, faction: str) -> dict[int, int]:
        """Front -> dummies of a faction."""
        numbers = self.state.dummies[FACTIONS.index(faction)]
        return {front + 1: int(number) for front, number in enumerate(numbers) if number}

    def cities(self, alliance: str) -> set[str]:
        """The cities that an alliance controls."""
        return cities_in(self.state.cities[side_of(alliance)])

    def chits(self, faction: str) -> set[str]:
        """The hand that a faction uses."""
        return chits_in(side_of(faction), self.state.hand[self.table.hand_of[FACTIONS.index(faction)]])

    def cupful(self, alliance: str) -> set[str]:
        """The chits that an alliance may draw."""
        side = side_of(alliance)
        return chits_in(side, self.state.cup[side])

    @property
    def vp(self) -> dict[str, int]:
        """Faction -> victory points."""
        return dict(zip(FACTIONS, map(int, self.state.vp), strict=True))

    @property
    def surrender(self) -> dict[str, int]:
        """Faction -> surrender points, without zeros."""
        points = zip(FACTIONS, map(int, self.state.surrender), strict=True)
        return {faction: number for faction, number in points if number}

    # Playing. Each method changes the position and returns the event as the log tells it.

    def _told(self) -> list[Event]:
        events = list(Narrator(box(), self.journal.rows[: self.state.noted]).events())
        self.state.noted = 0
        return [{**event, "turn": int(self.state.turn)} for event in events]

    def attack(self, faction: str, front: int, *names: str) -> Event:
        """R6: a combat action."""
        number = FACTIONS.index(faction)
        self.state.slot = self.state.slot // 4 * 4 + number
        self.state.front = front - 1
        self.state.fighting[number >> 1] = army_word(*names)
        note(self.state, self.journal, rows.ACTION, number, COMBAT, 0)
        attack(self.state, self.table, self.journal, number)
        if self.state.fault:
            self.state.noted = 0
            return {"fault": int(self.state.fault)}
        return self._told()[0]

    def act(self, faction: str) -> Event:
        """R4.3: one action as the policy chooses it."""
        number = FACTIONS.index(faction)
        self.state.slot = self.state.slot // 4 * 4 + number
        act(self.state, self.table, self.journal, number)
        return self._told()[0]

    def deploy(self, faction: str) -> Event:
        """R4.2.1: one faction's deployment."""
        deploy(self.state, self.table, self.journal, FACTIONS.index(faction))
        return self._told()[0]

    def check(self) -> Event:
        """R8: the victory check."""
        check_victory(self.state, self.table, self.journal)
        return self._told()[0]

    def replace(self) -> Event:
        """R7: the replacements of all factions, faction -> armies."""
        replace_losses(self.state, self.table, self.journal)
        return {event["faction"]: set(event["armies"]) for event in self._told()}

    def order(self) -> Event:
        """R9.2: the rolls and choices of a turn."""
        set_order(self.state, self.table, self.journal)
        return self._told()[0]

    def next_turn(self) -> None:
        """Steps 4 to 6 of a turn, and the number of the next."""
        prepare_next_turn(self.state, self.table, self.journal)
        self.state.noted = 0
        self.state.turn += 1

    # Trying game after game.

    def sample(self, play: Play, games: int) -> Iterator[tuple["Position", Event]]:
        """What `play` makes of this position in the games 0, 1, ..."""
        for game in range(games):
            trial = self.copy()
            trial.state.game, trial.state.noted = game, 0
            event = play(trial)
            assert trial.state.fault == 0 or "fault" in event
            yield trial, event

    def until(self, play: Play, **wanted: Any) -> tuple["Position", Event]:
        """The first game in which the event has every field wanted: the position after it, and the event."""
        for trial, event in self.sample(play, TRIES):
            if all(event.get(key) == value for key, value in wanted.items()):
                return trial, event
        raise AssertionError(f"{wanted} does not happen in {TRIES} games")

    def never(self, play: Play, games: int = 400, **unwanted: Any) -> None:
        """Assert that no game has an event with every unwanted field."""
        for trial, event in self.sample(play, games):
            assert not all(event.get(key) == value for key, value in unwanted.items()), (trial.vp, event)


def quiet_journal() -> Any:
    """A journal that keeps nothing."""
    return blank(JOURNAL)
