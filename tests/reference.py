"""A plain simulator of The First World War under the policy `random`, written from the rules page alone.

It is meant to be read and to be believed, not to be fast: sets, dicts and lists, one method a rule, and
:class:`random.Random` for chance. It shares nothing with the engine but the rows of the data set.
Rule numbers are those of the rules page; fronts carry their printed numbers.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from fwwsim.games.first_world_war.dataset import Chit, Dataset

ALLIANCE = {"WA": "ALLIES", "EA": "ALLIES", "DE": "CENTRAL_POWERS", "GA": "CENTRAL_POWERS"}
ENEMY = {"ALLIES": "CENTRAL_POWERS", "CENTRAL_POWERS": "ALLIES"}
DEPLOYMENT_ORDER: tuple[str, ...] = ("GA", "EA", "WA", "DE")
ROUND_ORDER: tuple[str, ...] = ("DE", "WA", "EA", "GA")
GARRISON_FRONTS = {"WA": (1, 2, 3, 4), "DE": (1, 2, 3, 4), "EA": (7, 8, 9), "GA": (5, 6, 9, 10)}
REPLACEMENTS = {"WA": 4, "EA": 5, "DE": 4, "GA": 4}
SENT_BY_WEST = ("ITB", "MEF", "OR")  # R7.2
PLAYS_FOR = {
    "WA": {"FR", "BR", "BE", "IT", "US"},
    "EA": {"RU", "SB", "MN", "RO", "GR", "ITB", "MEF", "OR"},
    "DE": {"DE"},
    "GA": {"AH", "BU", "DE"},
}  # R6.2.1
DEFAULT_RULES: dict[str, Any] = {
    "six_front_end": "score",
    "hand_scope": "faction",
    "uncontested_base": "no_point",
    "mef_or_reach": "front_11_needs_monastir",
    "treaty_garrison": "required",
    "transfer_source": "any",
    "surrender_from_turn": 1,
    "schlieffen": False,
    "variable_order": False,
    "historical_setup": False,
}


@dataclass(frozen=True)
class Piece:
    """One counter: an army, or a dummy, whose `nation` is None. `rank` orders armies, then dummies."""

    rank: int
    name: str
    faction: str
    nation: str | None
    value: int
    turn: int

    @property
    def real(self) -> bool:
        return self.nation is not None

    def __hash__(self) -> int:
        return self.rank


def play(
    dataset: Dataset,
    rules: dict[str, Any],
    players: int,
    rng: Random,
    log: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Play one game to its end and sum it up; append its events to `log` if there is one.

    Parameters
    ----------
    rules
        Fields of the rules configuration; those left out have their default.
    players
        2, 3 or 4.
    """
    return Game(dataset, {**DEFAULT_RULES, **rules}, players, rng, log).play()


class Game:
    """The state of one game, and its rules as methods."""

    def __init__(
        self,
        dataset: Dataset,
        rules: dict[str, Any],
        players: int,
        rng: Random,
        log: list[dict[str, Any]] | None,
    ) -> None:
        self.dataset, self.rules, self.players, self.rng, self.log = dataset, rules, players, rng, log
        self.turn = 1
        self.treaty = False
        self.pieces = [
            Piece(rank, army.name, army.faction, army.nation, army.value, army.turn)
            for rank, army in enumerate(dataset.armies)
        ]
        for faction, number in dataset.dummies.items():
            for _ in range(number):
                self.pieces.append(Piece(len(self.pieces), f"dummy {faction}", faction, None, 0, 1))
        self.nations = {
            faction: sorted({army.nation for army in dataset.armies if army.faction == faction})
            for faction in ALLIANCE
        }
        self.front = {front.number: front for front in dataset.fronts}
        self.home = {
            (front.number, alliance): home
            for front in dataset.fronts
            for alliance, home in (("ALLIES", front.allied), ("CENTRAL_POWERS", front.central))
        }
        # Where the counters are: on a front, waiting to be deployed, not entered yet, or lost.
        self.on: dict[int, set[Piece]] = {front: set() for front in self.front}
        self.waiting: set[Piece] = {piece for piece in self.pieces if piece.turn == 1}
        self.lost: set[Piece] = set()
        # Cities (by holder) and bases; what leads where.
        self.holder = {city.id: ALLIANCE[city.owner] for city in dataset.cities}
        self.bases = {f"{faction}-base": faction for faction in ALLIANCE}
        self.cities = {
            front: [city.id for city in dataset.cities if city.front == front] for front in self.front
        }
        self.links: dict[int, list[tuple[str, str, int]]] = {front: [] for front in self.front}
        for line in dataset.lines:
            first, second = line.ends
            self.links[line.front] += [(first, second, line.opens), (second, first, line.opens)]
        self.vp = dict.fromkeys(ALLIANCE, 6)  # R3.2
        self.points = dict.fromkeys(ALLIANCE, 0)
        self.pointed: set[tuple[str, int]] = set()
        # Chits: a list for each alliance's cup, one for each hand. Factions of one player may share a hand.
        self.entered: set[str] = set()
        self.cup: dict[str, list[Chit]] = {"ALLIES": [], "CENTRAL_POWERS": []}
        self.hand: dict[str, list[Chit]] = {faction: [] for faction in ALLIANCE}
        self.playable = {faction: set(PLAYS_FOR[faction]) for faction in ALLIANCE}
        if rules["hand_scope"] == "player" and players < 4:
            self.share_hand("WA", "EA")
            if players == 2:
                self.share_hand("DE", "GA")
        self.reach: dict[tuple[str | None, str], tuple[int, ...]] = {}
        self.surrendered: list[str] = []
        self.count = {"combats": 0, "captures": 0, "eliminated": 0, "chits_drawn": 0}

    def share_hand(self, one: str, other: str) -> None:
        self.hand[other] = self.hand[one]
        self.playable[one] = self.playable[other] = self.playable[one] | self.playable[other]

    def tell(self, event: str, **fields: Any) -> None:
        if self.log is not None:
            self.log.append({"event": event, **fields})

    # --- The course of the game ---

    def play(self) -> dict[str, Any]:
        self.tell(
            "game",
            game="first_world_war",
            version="reference",
            dataset=self.dataset.id,
            seed=None,
            index=0,
            players=self.players,
            rules=dict(self.rules),
            policies=dict.fromkeys(ALLIANCE, "random"),
        )
        self.add_chits()
        while True:
            reason = self.play_turn()
            if reason:
                return self.score(*reason)
            self.turn += 1

    def play_turn(self) -> tuple[str, str | None] | None:
        """R4.2. Returns (reason, alliance) if the game has ended."""
        self.points = dict.fromkeys(ALLIANCE, 0)
        self.pointed.clear()
        self.reach.clear()  # R5.3, R6.6 go by the turn
        deployment, rounds = DEPLOYMENT_ORDER, ROUND_ORDER
        if self.rules["variable_order"] and self.turn > 1:
            deployment, rounds = self.choose_order()
        if self.turn > 1:
            self.waiting |= {piece for piece in self.pieces if piece.turn == self.turn}
        for faction in deployment:
            self.deploy(faction)
        for number, faction in enumerate(rounds * 4, start=1):
            self.act(number, faction)
        ending = self.check()
        if ending:
            return ending
        self.replace()
        added = self.add_chits(self.turn + 1)
        self.tell("chits", turn=self.turn + 1, added=added)
        return None

    def add_chits(self, turn: int = 1) -> list[str]:
        """R4.2.5: the chits of a turn's year enter, once."""
        added = []
        for chit in self.dataset.chits:
            if chit.year == self.dataset.years[turn - 1] and chit.id not in self.entered:
                self.entered.add(chit.id)
                self.cup[chit.alliance].append(chit)
                added.append(chit.id)
        return added

    def choose_order(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """R9.2."""
        rolls: list[dict[str, str | int]] = []

        def rank(group: list[str]) -> list[str]:
            dice = {faction: self.roll() for faction in group}
            rolls.append(dice)
            ranking = []
            for face in sorted({pips(die) for die in dice.values()}, reverse=True):
                tied = [faction for faction in group if pips(dice[faction]) == face]
                ranking += tied if len(tied) == 1 else rank(tied)
            return ranking

        deployment, rounds = {}, {}
        choices = []
        for faction in rank(list(ALLIANCE)):
            place = self.rng.choice([place for place in (1, 2, 3, 4) if place not in deployment])
            deployment[place] = faction
            turn = self.rng.choice([place for place in (1, 2, 3, 4) if place not in rounds])
            rounds[turn] = faction
            choices.append({"faction": faction, "deployment": place, "round": turn})
        orders = (
            tuple(deployment[place] for place in (1, 2, 3, 4)),
            tuple(rounds[place] for place in (1, 2, 3, 4)),
        )
        self.tell(
            "order",
            turn=self.turn,
            rolls=rolls,
            choices=choices,
            deployment=list(orders[0]),
            rounds=list(orders[1]),
        )
        return orders

    def roll(self) -> str | int:
        return self.rng.choice(self.dataset.faces)

    # --- R5: where counters may be ---

    def fronts_of(self, piece: Piece) -> tuple[int, ...]:
        """The fronts a counter may be deployed or go to now."""
        key = (piece.nation, piece.faction)
        if key not in self.reach:
            nations = [piece.nation] if piece.nation else self.nations[piece.faction]  # R5.0
            self.reach[key] = tuple(
                front for front in self.front if any(self.may_be(nation, front) for nation in nations)
            )
        return self.reach[key]

    def may_be(self, nation: str, front: int) -> bool:
        if nation not in self.front[front].nations:  # R5.0
            return False
        if nation in ("BR", "FR", "DE") and front in (5, 6) and self.turn < 4:  # R5.3
            return False
        if nation in ("MEF", "OR"):  # R5.4
            if front == 11:
                return self.holder["monastir"] == "ALLIES"
            return bool(self.rules["mef_or_reach"] == "front_11_needs_monastir")
        return True

    def controlled(self, faction: str) -> list[tuple[Piece, int]]:
        """R5.1: the counters that act in the faction's rounds, in the data set's order, and their fronts."""
        alliance = ALLIANCE[faction]
        found = [
            (piece, front)
            for front, pieces in self.on.items()
            if self.home[front, alliance] == faction
            for piece in pieces
            if ALLIANCE[piece.faction] == alliance
        ]
        return sorted(found, key=lambda pair: pair[0].rank)

    def armies(self, front: int, alliance: str) -> list[Piece]:
        found = [piece for piece in self.on[front] if piece.real and ALLIANCE[piece.faction] == alliance]
        return sorted(found, key=lambda piece: piece.rank)

    def destinations(self, piece: Piece, front: int, adjacent: bool) -> list[int]:
        """Where a counter that is on `front` may go by move (`adjacent`) or by transfer."""
        guarded = self.treaty and self.rules["treaty_garrison"] == "required"
        if guarded and self.is_needed(piece, front):  # R8.1
            return []
        here = self.front[front]
        return [
            other
            for other in self.fronts_of(piece)
            if other != front
            and (not adjacent or (other in here.adjacent and self.front[other].theatre == here.theatre))
        ]

    def is_needed(self, piece: Piece, front: int) -> bool:
        """R8.1: the garrison of `front` would be short without this army."""
        if not piece.real or front not in (7, 8, 9):
            return False
        fellows = sum(1 for other in self.on[front] if other.real and other.faction == piece.faction)
        return (piece.faction == "DE" and fellows <= 1) or (
            piece.faction == "GA" and front == 9 and fellows <= 3
        )

    def garrisons_stand(self) -> bool:
        """R8.1."""
        germans = [any(piece.nation == "DE" for piece in self.on[front]) for front in (7, 8, 9)]
        return all(germans) and sum(1 for piece in self.on[9] if piece.real and piece.faction == "GA") >= 3

    # --- R4.2.1 deployment ---

    def deploy(self, faction: str) -> None:
        ready = sorted(
            (piece for piece in self.waiting if piece.faction == faction), key=lambda piece: piece.rank
        )
        armies = [piece for piece in ready if piece.real and self.fronts_of(piece)]
        placed: dict[str, int] = {}
        dummies: Counter[int] = Counter()

        def place(piece: Piece, front: int) -> None:
            self.waiting.remove(piece)
            self.on[front].add(piece)
            if piece.real:
                placed[piece.name] = front
            else:
                dummies[front] += 1

        def deploy_army(piece: Piece, front: int) -> None:
            armies.remove(piece)
            place(piece, front)

        if self.turn == 1 and self.rules["historical_setup"]:  # R9.3
            table = {name: row.front for row in self.dataset.placements for name in row.armies}
            for piece in list(armies):
                if piece.name in table:
                    deploy_army(piece, table[piece.name])
        if self.turn > 1:
            bare = [
                front
                for front in GARRISON_FRONTS[faction]
                if not any(piece.real and piece.faction == faction for piece in self.on[front])
            ]
            while bare:
                front = bare.pop(0)
                most = self.coverable([front, *bare], armies)
                fit = [
                    piece
                    for piece in armies
                    if front in self.fronts_of(piece)
                    and 1 + self.coverable(bare, [other for other in armies if other != piece]) == most
                ]
                if fit:
                    deploy_army(self.rng.choice(fit), front)
        for piece in list(armies):
            deploy_army(piece, self.rng.choice(self.fronts_of(piece)))
        for piece in ready:
            if not piece.real and self.fronts_of(piece):
                place(piece, self.rng.choice(self.fronts_of(piece)))
        self.tell(
            "deploy",
            turn=self.turn,
            faction=faction,
            armies=placed,
            dummies={str(front): dummies[front] for front in sorted(dummies)},
        )

    def coverable(self, fronts: list[int], armies: list[Piece]) -> int:
        """How many of the fronts the armies can cover, one army a front (tries them all)."""
        if not fronts or not armies:
            return 0
        best = self.coverable(fronts[1:], armies)
        tried = set()
        for piece in armies:
            if best == min(len(fronts), len(armies)):
                break
            if fronts[0] in self.fronts_of(piece) and piece.nation not in tried:
                tried.add(piece.nation)  # two armies of one nation are alike here
                rest = [other for other in armies if other != piece]
                best = max(best, 1 + self.coverable(fronts[1:], rest))
        return best

    # --- R4.3 actions ---

    def act(self, number: int, faction: str) -> None:
        """One round: a uniform choice among the kinds of action that are possible."""
        mine = self.controlled(faction)
        battles: dict[int, list[Piece]] = {}
        for piece, front in mine:
            if self.may_attack(piece, front):
                battles.setdefault(front, []).append(piece)
        kinds = ["pass"]
        if battles:
            kinds.append("combat")
        if any(self.destinations(piece, front, adjacent=True) for piece, front in mine):
            kinds.append("move")
        if any(self.destinations(piece, front, adjacent=False) for piece, front in mine):
            kinds.append("transfer")
        kind = self.rng.choice(kinds)
        steps: list[tuple[Piece, int, int]] = []
        if kind == "combat":
            front = self.rng.choice(sorted(battles))
            some = self.rng.randint(1, len(battles[front]))
            attackers = sorted(self.rng.sample(battles[front], some), key=lambda piece: piece.rank)
            self.combat(number, faction, front, attackers)
            return
        if kind == "move":
            steps = self.move(mine)
        elif kind == "transfer":
            steps = self.transfer(mine)
        if not steps:
            self.tell("pass", turn=self.turn, round=number, faction=faction)
            return
        dummies = Counter((piece.faction, old, new) for piece, old, new in steps if not piece.real)
        self.tell(
            kind,
            turn=self.turn,
            round=number,
            faction=faction,
            armies=[{"army": piece.name, "from": old, "to": new} for piece, old, new in steps if piece.real],
            dummies=[
                {"faction": owner, "from": old, "to": new, "number": many}
                for (owner, old, new), many in dummies.items()
            ],
        )

    def go(self, piece: Piece, old: int, new: int) -> tuple[Piece, int, int]:
        self.on[old].remove(piece)
        self.on[new].add(piece)
        return piece, old, new

    def move(self, mine: list[tuple[Piece, int]]) -> list[tuple[Piece, int, int]]:
        sources = sorted({front for piece, front in mine if self.destinations(piece, front, adjacent=True)})
        source = self.rng.choice(sources)
        steps = []
        for piece, front in mine:
            if front == source:
                places = self.destinations(piece, front, adjacent=True)
                if places and self.rng.random() < 0.5:
                    steps.append(self.go(piece, front, self.rng.choice(places)))
        return steps

    def transfer(self, mine: list[tuple[Piece, int]]) -> list[tuple[Piece, int, int]]:
        steps: list[tuple[Piece, int, int]] = []
        for _ in range(self.rng.randint(1, 2)):
            fit = [
                (piece, front, places)
                for piece, front in mine
                if not steps
                or (piece != steps[0][0] and (self.rules["transfer_source"] == "any" or front == steps[0][1]))
                if (places := self.destinations(piece, front, adjacent=False))
            ]
            if fit:
                piece, front, places = self.rng.choice(fit)
                steps.append(self.go(piece, front, self.rng.choice(places)))
        return steps

    # --- R6 combat ---

    def may_attack(self, piece: Piece, front: int) -> bool:
        if not piece.real:
            return False
        if (
            self.rules["schlieffen"] and self.turn == 1 and piece.nation == "DE" and front not in (1, 2, 3)
        ):  # R9.1
            return False
        if piece.nation in ("MEF", "OR") and front == 11 and self.holder["monastir"] != "ALLIES":  # R5.4
            return False
        if self.treaty:  # R8.1
            if front in (7, 8, 9) or piece.nation in ("RU", "RO"):
                return False
            if front == 11:
                if ALLIANCE[piece.faction] == "ALLIES":
                    return piece.nation in ("MEF", "OR")
                return any(other.nation in ("MEF", "OR") for other in self.on[11])
        return True

    def combat(self, number: int, faction: str, front: int, attackers: list[Piece]) -> None:
        alliance = ALLIANCE[faction]
        enemy = ENEMY[alliance]
        foe = self.home[front, enemy]
        defenders = self.armies(front, enemy)
        if self.treaty:
            defenders = [piece for piece in defenders if piece.nation not in ("RU", "RO")]  # R8.1
        dummies = {piece for piece in self.on[front] if not piece.real and ALLIANCE[piece.faction] == enemy}
        self.on[front] -= dummies
        self.waiting |= dummies
        removed = Counter(piece.faction for piece in dummies)
        fight: dict[str, Any] = {}
        won = False
        if defenders:
            self.count["combats"] += 1
            fight = self.fight(front, faction, attackers, foe, defenders)
            won = fight["attack_total"] > fight["defence_total"]
        city = point = None
        if won or not defenders:
            city = self.take_city(front, alliance)
            if city is None and (won or self.rules["uncontested_base"] == "point"):
                point = self.reach_base(front, alliance)
        self.tell(
            "combat",
            turn=self.turn,
            round=number,
            faction=faction,
            front=front,
            attackers=[piece.name for piece in attackers],
            defenders=[piece.name for piece in defenders],
            dummies_removed=dict(sorted(removed.items())),
            **fight,
            city=city,
            surrender_point=point,
        )

    def fight(
        self, front: int, faction: str, attackers: list[Piece], foe: str, defenders: list[Piece]
    ) -> dict[str, Any]:
        """R6.1: chits, leads, dice, losses and drawn chits; the fields of the log."""
        defence_chit = self.lay_chit(foe, "defence", defenders)
        attack_chit = self.lay_chit(faction, "attack", attackers)
        attack_lead = self.name_lead(attackers, attack_chit)
        defence_lead = self.name_lead(defenders, defence_chit)
        attack_die, defence_die = self.roll(), self.roll()
        attack_total = attack_lead.value + pips(attack_die) + (len(attackers) > len(defenders))
        defence_total = defence_lead.value + pips(defence_die) + (len(defenders) > len(attackers))
        attack_total += attack_chit.value if attack_chit else 0
        defence_total += defence_chit.value if defence_chit else 0
        gone = []
        if attack_total <= defence_total:
            gone.append(attack_lead)
        if defence_total <= attack_total:
            gone.append(defence_lead)
        for piece in gone:
            self.on[front].remove(piece)
            self.lost.add(piece)
        self.count["eliminated"] += len(gone)
        drawn: dict[str, str] = {}
        returned: dict[str, list[str]] = {}
        for drawer, die in ((faction, attack_die), (foe, defence_die)):
            if die == "S":
                self.draw(drawer, drawn, returned)
        for chit in (attack_chit, defence_chit):
            if chit and not chit.mandatory:  # R6.2
                self.cup[chit.alliance].append(chit)
        return {
            "defence_chit": defence_chit.id if defence_chit else None,
            "attack_chit": attack_chit.id if attack_chit else None,
            "attack_lead": attack_lead.name,
            "defence_lead": defence_lead.name,
            "attack_die": attack_die,
            "defence_die": defence_die,
            "attack_total": attack_total,
            "defence_total": defence_total,
            "eliminated": [piece.name for piece in gone],
            "drawn": drawn,
            "returned": returned,
        }

    def lay_chit(self, faction: str, use: str, armies: list[Piece]) -> Chit | None:
        """R6.1.1, R6.2.2."""
        nations = {piece.nation for piece in armies}
        fit = [
            chit
            for chit in self.hand[faction]
            if chit.use in (use, "either") and not nations.isdisjoint(chit.nations)
        ]
        forced = [chit for chit in fit if chit.mandatory]
        chit = self.rng.choice(forced or [None, *fit])
        if chit:
            self.hand[faction].remove(chit)
        return chit

    def name_lead(self, armies: list[Piece], chit: Chit | None) -> Piece:
        """R6.1.2."""
        return self.rng.choice([piece for piece in armies if chit is None or piece.nation in chit.nations])

    def draw(self, faction: str, drawn: dict[str, str], returned: dict[str, list[str]]) -> None:
        """R6.2, R6.2.1."""
        cup, hand = self.cup[ALLIANCE[faction]], self.hand[faction]
        if not cup:
            return
        chit = self.rng.choice(cup)
        cup.remove(chit)
        drawn[faction] = chit.id
        self.count["chits_drawn"] += 1
        back = []
        if len(hand) == 3:
            back.append(self.rng.choice(hand))
            hand.remove(back[0])
        if self.playable[faction].isdisjoint(chit.nations):
            back.append(chit)
        else:
            hand.append(chit)
        if back:
            cup += back
            returned[faction] = [chit.id for chit in back]

    def holds(self, place: str) -> str:
        """The alliance that controls a city or a base."""
        return ALLIANCE[self.bases[place]] if place in self.bases else self.holder[place]

    def ahead(self, front: int, alliance: str) -> Iterable[str]:
        """What the enemy controls at the end of an open line from something that the alliance controls."""
        for near, far, opens in self.links[front]:
            if opens <= self.turn and self.holds(near) == alliance and self.holds(far) != alliance:
                yield far

    def take_city(self, front: int, alliance: str) -> str | None:
        """R6.4: a city that can be taken, if any, changes hands."""
        cities = sorted({place for place in self.ahead(front, alliance) if place not in self.bases})
        if not cities:
            return None
        city = self.rng.choice(cities)
        self.holder[city] = alliance
        self.vp[self.home[front, alliance]] += 1
        loser = self.home[front, ENEMY[alliance]]
        self.vp[loser] = max(0, self.vp[loser] - 1)
        self.reach.clear()  # R5.4
        self.count["captures"] += 1
        return city

    def reach_base(self, front: int, alliance: str) -> str | None:
        """R6.5: the faction that gets a surrender point, if its base can be reached and R6.5.2 allows it."""
        for place in self.ahead(front, alliance):
            if place in self.bases and (self.bases[place], front) not in self.pointed:
                faction = self.bases[place]
                self.pointed.add((faction, front))
                self.points[faction] += 1
                return faction
        return None

    # --- R8 victory check ---

    def check(self) -> tuple[str, str | None] | None:
        """R8. Returns (reason, alliance that wins by it or None to score) if the game has ended."""
        captures, points = [], []
        for front in sorted(self.front):
            present = [alliance for alliance in ENEMY if self.armies(front, alliance)]
            if len(present) != 1 or (self.treaty and front in (7, 8, 9, 11)):
                continue
            city = self.take_city(front, present[0])
            if city:
                captures.append({"front": front, "faction": self.home[front, present[0]], "city": city})
            elif faction := self.reach_base(front, present[0]):
                points.append({"front": front, "faction": faction})
        ending: tuple[str, str | None] | None = None
        six = None
        for alliance in ENEMY:
            whole = [
                front
                for front, cities in self.cities.items()
                if {self.holder[city] for city in cities} == {alliance}
            ]
            if len(whole) >= 6:
                six = alliance
                ending = ("six_fronts", alliance if self.rules["six_front_end"] == "wins" else None)
        if not ending and self.turn == 6:
            ending = ("turn_6", None)
        rolls: dict[str, str | int] = {}
        if not ending and self.turn >= self.rules["surrender_from_turn"]:
            rolls = {faction: self.roll() for faction in ALLIANCE if self.points[faction]}
            self.surrendered = [
                faction for faction, die in rolls.items() if die != "S" and pips(die) <= self.points[faction]
            ]
            beaten = {ALLIANCE[faction] for faction in self.surrendered}
            if len(beaten) == 2:
                ending = ("mutual_surrender", None)
            elif beaten:
                ending = ("surrender", ENEMY[beaten.pop()])
        treaty = None if ending else self.offer_treaty()
        self.tell(
            "check",
            turn=self.turn,
            captures=captures,
            surrender_points=points,
            six_fronts=six,
            rolls=rolls,
            surrendered=self.surrendered,
            treaty=treaty,
            vp=dict(self.vp),
            surrender=dict(self.points),
        )
        return ending

    def offer_treaty(self) -> dict[str, bool] | None:
        """R8.1."""
        if self.treaty or self.turn < 4:
            return None
        if self.rules["treaty_garrison"] == "required" and not self.garrisons_stand():
            return None
        if self.rng.random() < 0.5:
            return None
        self.treaty = self.players < 4 or self.rng.random() < 0.5
        return {"offered": True, "accepted": self.treaty}

    def score(self, reason: str, alliance: str | None) -> dict[str, Any]:
        """R8: who has won, as each number of players counts it."""
        vp = self.vp
        if alliance is None and reason != "mutual_surrender":
            alliance = "ALLIES" if vp["WA"] + vp["EA"] > vp["DE"] + vp["GA"] else "CENTRAL_POWERS"
        central = "DE" if vp["DE"] >= vp["GA"] + 3 else "GA"
        allied = "WA" if vp["WA"] >= vp["EA"] + (8 if self.treaty else 0) + 1 else "EA"
        winners: dict[str, str | None] = {
            "2": alliance,
            "3": central if alliance == "CENTRAL_POWERS" else alliance,
            "4": None if alliance is None else central if alliance == "CENTRAL_POWERS" else allied,
        }
        self.tell("end", turn=self.turn, reason=reason, alliance=alliance, vp=dict(vp), winners=winners)
        return {
            "reason": reason,
            "end_turn": self.turn,
            "alliance": alliance,
            "vp": dict(vp),
            "winners": winners,
            "surrendered": self.surrendered,
            "treaty": self.treaty,
            **self.count,
        }

    # --- R7 replacements ---

    def replace(self) -> None:
        lost = sorted(self.lost, key=lambda piece: piece.rank)
        pools = {faction: [piece for piece in lost if piece.faction == faction] for faction in ALLIANCE}
        sent = [piece for piece in pools["EA"] if piece.nation in SENT_BY_WEST]
        pools["EA"] = [piece for piece in pools["EA"] if piece.nation not in SENT_BY_WEST]
        pools["WA"] += sent  # R7.2
        back: set[Piece] = set()
        for faction, pool in pools.items():
            centres = [
                city for city in self.dataset.cities if city.replacement_centre and city.owner == faction
            ]
            fallen = sum(1 for city in centres if self.holder[city.id] != ALLIANCE[faction])
            allowance = max(0, REPLACEMENTS[faction] - fallen)
            back |= set(self.rng.sample(pool, min(allowance, len(pool))))
        self.lost -= back
        self.waiting |= back
        for faction in DEPLOYMENT_ORDER:
            armies = [piece.name for piece in lost if piece in back and piece.faction == faction]
            self.tell("replace", turn=self.turn, faction=faction, armies=armies)


def pips(die: str | int) -> int:
    """The number on a die; S counts 0."""
    return 0 if die == "S" else int(die)
