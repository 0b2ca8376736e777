"""An outside referee: replays event logs of The First World War from the data set and checks every rule.

Written from the rules page and the page of the event log, without the engine and without :mod:`reference`. An
option that is declined is legal, except where the rules or the policy `random` leave no choice. Use it as
``check_log(events, dataset)``, or as ``python tests/referee.py FILE`` (``-`` is the standard input).
"""

import argparse
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee_check import check_end, check_new_chits, check_replacements, check_victory
from referee_combat import check_combat, where
from referee_position import FACTIONS, READY, RULES, SIDE, Position, face

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset

ACTIONS = ("combat", "move", "transfer", "pass")
DEPLOYMENT: tuple[str, ...] = ("GA", "EA", "WA", "DE")
ROUNDS: tuple[str, ...] = ("DE", "WA", "EA", "GA")
GARRISONS = {"WA": (1, 2, 3, 4), "DE": (1, 2, 3, 4), "EA": (7, 8, 9), "GA": (5, 6, 9, 10)}
Slot = tuple[str, int, str | None, int | None]  # what must come next: (kind, turn, faction, round)


def check_log(events: Iterable[dict[str, Any]], dataset: Dataset) -> list[str]:
    """Every violation in the logs of one or many games, like ``game 17 turn 3 round 5: R5.3: ...``."""
    violations: list[str] = []
    referee: Referee | None = None
    for event in events:
        if event.get("event") == "game":
            if referee:
                violations += referee.close()
            referee = None
            try:
                referee = Referee(dataset, event)
            except (KeyError, TypeError, ValueError, AttributeError) as problem:
                violations.append(f"game {event.get('index', '?')}: log: malformed game event: {problem!r}")
        elif referee:
            referee.read(event)
        elif not violations:
            violations.append("log: the log does not begin with a game event")
    if referee:
        violations += referee.close()
    return violations


class Referee:
    """Reads the events of one game in their order."""

    def __init__(self, dataset: Dataset, header: dict[str, Any]) -> None:
        self.table = table = Position(dataset, header)
        self.deployment, self.rounds = DEPLOYMENT, ROUNDS
        self.slots: list[Slot] = []
        self.ended = False
        if header.get("game") != "first_world_war":
            table.report("log", f"the game is {header.get('game')!r}")
        if header.get("dataset") != dataset.id:
            table.report("log", f"the data set is {header.get('dataset')!r}, not {dataset.id!r}")
        if table.players not in (2, 3, 4):
            table.report("R3.4", f"{table.players} players")
        if missing := [field for field in RULES if field not in table.rules]:
            table.report("log", f"the game event lacks the rules {', '.join(missing)}")
        if set(table.policies) != set(FACTIONS):
            table.report("log", "the game event must name four policies")
        self.begin_turn(1)

    def begin_turn(self, turn: int) -> None:
        self.table.begin_turn(turn)
        self.deployment, self.rounds = DEPLOYMENT, ROUNDS
        if self.table.rules["variable_order"] and turn > 1:
            self.slots = [("order", turn, None, None)]  # what follows is known when it is read
        self.plan_turn(turn)

    def plan_turn(self, turn: int) -> None:
        """The events that this turn must have from the first deployment to the victory check."""
        self.slots = self.slots[:1] if self.slots and self.slots[0][0] == "order" else []
        self.slots += [("deploy", turn, faction, None) for faction in self.deployment]
        self.slots += [("action", turn, faction, number) for number, faction in enumerate(self.rounds * 4, 1)]
        self.slots.append(("check", turn, None, None))

    def close(self) -> list[str]:
        if not self.ended:
            self.table.report("log", "the log of this game stops before its end")
        return self.table.violations

    def read(self, event: dict[str, Any]) -> None:
        """Check one event and bring the position up to date."""
        try:
            self.judge(event)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
            self.table.report(
                "log", f"malformed {event.get('event')!r} event: {type(problem).__name__} {problem}"
            )

    def judge(self, event: dict[str, Any]) -> None:
        table, kind = self.table, event["event"]
        if self.ended:
            table.report("log", f"{kind} after the end of the game")
            return
        if kind == "return_chit":
            check_voluntary_return(table, event)
            return
        if not self.is_due(event):
            return
        slot = self.slots.pop(0)
        table.round = slot[3] or 0
        if kind == "order":
            orders = check_order(table, event)
            if orders:
                self.deployment, self.rounds = orders
            self.plan_turn(table.turn)
        elif kind == "deploy":
            check_deployment(table, event)
        elif kind == "combat":
            check_combat(table, event)
        elif kind in ("move", "transfer"):
            check_movement(table, event)
        elif kind == "check":
            check_victory(table, event)
            self.slots = self.after_check()
        elif kind == "replace":
            check_replacements(table, event)
        elif kind == "chits":
            check_new_chits(table, event)
            self.begin_turn(table.turn + 1)
        elif kind == "end":
            check_end(table, event)
            self.ended = True

    def after_check(self) -> list[Slot]:
        turn = self.table.turn
        if self.table.ending:
            return [("end", turn, None, None)]
        replacements: list[Slot] = [("replace", turn, faction, None) for faction in DEPLOYMENT]
        return [*replacements, ("chits", turn + 1, None, None)]

    def is_due(self, event: dict[str, Any]) -> bool:
        """R4.2: whether this event comes now. If others are missing before it, say so and skip them."""
        kind = event["event"]
        found = "action" if kind in ACTIONS else kind

        def is_it(slot: Slot) -> bool:
            stated = (found, event["turn"], event.get("faction"), event.get("round"))
            return all(wanted is None or wanted == there for wanted, there in zip(slot, stated, strict=True))

        if is_it(self.slots[0]):
            return True
        due = describe(self.slots[0])
        text = " ".join(f"{event[key]}" for key in ("event", "faction") if key in event)
        if kind == "end":
            self.table.report("R8.2", f"the game ends where {due} must come")
            self.ended = True
            return False
        self.table.report(
            "R4.2", f"{text} (turn {event['turn']}, round {event.get('round')}) instead of {due}"
        )
        for number, slot in enumerate(self.slots):
            if is_it(slot):
                self.slots = self.slots[number:]
                return True
        return False


def describe(slot: Slot) -> str:
    """A slot in words."""
    kind, turn, faction, number = slot
    return " ".join(
        str(part) for part in (kind, faction, number and f"round {number}", f"of turn {turn}") if part
    )


def check_voluntary_return(table: Position, event: dict[str, Any]) -> None:
    """R6.2.1, outside a combat."""
    faction, chit = event["faction"], event["chit"]
    if event["turn"] != table.turn:
        table.report("log", f"return_chit of turn {event['turn']}")
    if chit not in table.hand(faction):
        table.report("R6.2.1", f"{faction} returns {chit}, which it does not hold")
        return
    if not table.is_never_playable(faction, chit):
        table.report("R6.2.1", f"{faction} returns {chit}, which it can play")
    if table.is_random(faction):
        table.report("random", f"{faction} returns {chit} of its own accord")
    table.hand(faction).discard(chit)
    table.cups[SIDE[faction]].add(chit)


def check_order(table: Position, event: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """R9.2: rolls, rolls of the tied, places chosen. Returns the orders of the turn if they are complete."""
    rolls = list(event["rolls"])
    for die in [die for roll in rolls for die in roll.values()]:
        if die not in table.dataset.faces:
            table.report("R9.2", f"{die!r} is not on the die")
    ranking: list[str] = []
    groups = [set(FACTIONS)]  # not ranked yet, the highest first
    while groups:
        group = groups.pop(0)
        if len(group) == 1:
            ranking += group
            continue
        roll = rolls.pop(0) if rolls else {}
        if set(roll) != group:
            table.report("R9.2", f"{sorted(roll)} roll where {sorted(group)} must")
            break
        by_face: dict[int, set[str]] = {}
        for faction, die in roll.items():
            by_face.setdefault(face(die), set()).add(faction)
        groups = [by_face[pips] for pips in sorted(by_face, reverse=True)] + groups
    if rolls:
        table.report("R9.2", f"{len(rolls)} rolls too many")
    choices = event["choices"]
    chosen = [choice["faction"] for choice in choices]
    if len(ranking) == 4 and chosen != ranking:
        table.report("R9.2", f"the factions choose in the order {chosen}, but rolled {ranking}")
    orders = []
    for field, key in (("deployment", "deployment"), ("round", "rounds")):
        by_place = {choice[field]: choice["faction"] for choice in choices}
        if sorted(by_place) != [1, 2, 3, 4] or sorted(by_place.values()) != sorted(FACTIONS):
            table.report("R9.2", f"the {field} places chosen are not 1 to 4, one each")
        if event[key] != [by_place.get(place) for place in (1, 2, 3, 4)]:
            table.report("R9.2", f"the {key} order {event[key]} is not the one chosen")
        orders.append(tuple(event[key]))
    return (orders[0], orders[1]) if all(sorted(order) == sorted(FACTIONS) for order in orders) else None


def check_deployment(table: Position, event: dict[str, Any]) -> None:
    """R4.2.1, R5, R9.3: all that is available is placed where it may be, and garrisons are manned."""
    faction, armies = event["faction"], event["armies"]
    ready = {name for name, at in table.place.items() if at == READY and table.army[name].faction == faction}
    open_fronts = {
        name: {front for front in table.fronts if table.barrier(table.army[name].nation, front) is None}
        for name in ready
    }
    bare = [front for front in GARRISONS[faction] if not table.own_armies_at(front, faction)]
    setup = {}
    if table.rules["historical_setup"] and table.turn == 1:
        setup = {name: row.front for row in table.dataset.placements for name in row.armies}
    for name, front in armies.items():
        if name not in ready:
            place = where(table, name) if name in table.army else "unknown"
            table.report("R4.2", f"{faction} deploys {name}, which is {place}")
            continue
        if name in setup:
            if front != setup[name]:
                table.report("R9.3", f"{name} starts on front {setup[name]}, not {front}")
        elif barrier := table.barrier(table.army[name].nation, front):
            table.report(barrier[0], f"{name} deployed to front {front}: {barrier[1]}")
        table.place[name] = front
    for name in sorted(ready - set(armies)):
        if open_fronts[name]:
            table.report("R4.2", f"{faction} holds back {name}")
    check_dummies_deployed(table, faction, event["dummies"])
    if table.turn > 1:
        manned = sum(1 for front in bare if table.own_armies_at(front, faction))
        possible = greatest_matching(bare, open_fronts)
        if manned < possible:
            table.report(
                "R4.2", f"garrison: {faction} mans {manned} of the fronts {bare}, but can man {possible}"
            )


def check_dummies_deployed(table: Position, faction: str, dummies: dict[Any, int]) -> None:
    """R4.2.1 for dummies; JSON has made strings of the fronts."""
    available = table.dummies[faction, READY]
    if sum(dummies.values()) > available or min(dummies.values(), default=1) < 1:
        table.report("R4.2", f"{faction} deploys dummies {dummies}, but has {available}")
    somewhere = any(table.dummy_barrier(faction, front) is None for front in table.fronts)
    if sum(dummies.values()) < available and somewhere:
        table.report("R4.2", f"{faction} holds back {available - sum(dummies.values())} dummies")
    for key, number in dummies.items():
        if barrier := table.dummy_barrier(faction, int(key)):
            table.report(barrier[0], f"dummy of {faction} deployed to front {key}: {barrier[1]}")
        table.dummies[faction, int(key)] += number
        table.dummies[faction, READY] -= number


def greatest_matching(fronts: list[int], open_fronts: dict[str, set[int]]) -> int:
    """The greatest number of fronts that armies can man, one army a front, by augmenting paths."""
    army_of: dict[int, str] = {}

    def place(army: str, tried: set[int]) -> bool:
        for front in fronts:
            if front in open_fronts[army] and front not in tried:
                tried.add(front)
                if front not in army_of or place(army_of[front], tried):
                    army_of[front] = army
                    return True
        return False

    return sum(1 for army in sorted(open_fronts) if place(army, set()))


def check_movement(table: Position, event: dict[str, Any]) -> None:
    """R4.3, R5, R8.1: a move or a strategic transfer."""
    kind, faction = event["event"], event["faction"]
    side = SIDE[faction]
    armies, dummies = event["armies"], event["dummies"]
    names = [row["army"] for row in armies]
    counters = len(armies) + sum(row["number"] for row in dummies)
    sources = {row["from"] for row in [*armies, *dummies]}
    if len(set(names)) < len(names):
        table.report("R4.3", f"a counter goes twice: {names}")
    if counters == 0:
        table.report("R4.3", f"a {kind} of nothing")
    if kind == "move" and len(sources) > 1:
        table.report("R4.3", f"one move from the fronts {sorted(sources)}")
    if kind == "transfer" and counters > 2:
        table.report("R4.3", f"a transfer of {counters} counters")
    if kind == "transfer" and table.rules["transfer_source"] == "one_front" and len(sources) > 1:
        table.report("R4.3", f"one transfer from the fronts {sorted(sources)} (transfer_source)")
    known = [row for row in armies if row["army"] in table.army]
    for row in armies:
        if row not in known:
            table.report("R4.3", f"there is no army {row['army']}")
            continue
        army = table.army[row["army"]]
        if table.place[army.name] != row["from"]:
            table.report("R4.3", f"{army.name} leaves front {row['from']}, but is {where(table, army.name)}")
        check_step(table, event, row, army.name, army.faction)
        if barrier := table.barrier(army.nation, row["to"]):
            table.report(barrier[0], f"{army.name} goes to front {row['to']}: {barrier[1]}")
    leaving: Counter[tuple[str, int]] = Counter()
    for row in dummies:
        leaving[row["faction"], row["from"]] += row["number"]
        if row["number"] < 1:
            table.report("R4.3", f"{row['number']} dummies go")
        check_step(table, event, row, f"dummy of {row['faction']}", row["faction"])
        if barrier := table.dummy_barrier(row["faction"], row["to"]):
            table.report(barrier[0], f"dummy of {row['faction']} goes to front {row['to']}: {barrier[1]}")
    for (owner, front), number in leaving.items():
        if number > table.dummies[owner, front]:
            there = table.dummies[owner, front]
            table.report("R4.3", f"{number} dummies of {owner} leave front {front}, but {there} are there")
    guarded = table.treaty and table.rules["treaty_garrison"] == "required"
    if guarded and table.is_random(faction) and not any_order_keeps_garrisons(table, known):
        table.report("random", f"{side}: in no order does each of {names} leave the garrisons standing")
    for row in known:
        table.place[row["army"]] = row["to"]
    for row in dummies:
        table.dummies[row["faction"], row["from"]] -= row["number"]
        table.dummies[row["faction"], row["to"]] += row["number"]
    if guarded and (missing := table.missing_garrisons()):
        table.report("R8.1", f"the treaty's garrisons are broken: {', '.join(missing)}")


def check_step(table: Position, event: dict[str, Any], row: dict[str, Any], name: str, owner: str) -> None:
    """R5.1, R4.3: the acting faction controls the counter, and the destination is within reach."""
    old, new = row["from"], row["to"]
    side = SIDE[event["faction"]]
    if old not in table.fronts or new not in table.fronts:
        table.report("R4.3", f"{name} goes from front {old} to front {new}")
        return
    if SIDE[owner] != side or table.home(old, side) != event["faction"]:
        table.report("R5.1", f"{event['faction']} does not control the {name} on front {old}")
    if old == new:
        table.report("R4.3", f"{name} stays on front {old}")
    here, there = table.fronts[old], table.fronts[new]
    if event["event"] == "move" and (new not in here.adjacent or here.theatre != there.theatre):
        table.report("R4.3", f"{name} moves from front {old} to front {new}, which is not adjacent")


def any_order_keeps_garrisons(table: Position, rows: list[dict[str, Any]]) -> bool:
    """R8.1 as `random` keeps it: no single departure breaks a garrison (transfers: in either order)."""
    before = dict(table.place)
    found = False
    for order in itertools.permutations(rows) if len(rows) <= 2 else [rows]:
        legal = True
        for row in order:
            table.place[row["army"]] = row["to"]
            legal = legal and not table.missing_garrisons()
        table.place = dict(before)
        found = found or legal
    return found


def main() -> int:
    """Print the violations in a file of logs and their number."""
    parser = argparse.ArgumentParser(description="Check event logs of The First World War against the rules.")
    parser.add_argument("file", help="JSON lines of one or many games; - for the standard input")
    parser.add_argument("--data", type=Path, help="folder of another data set")
    arguments = parser.parse_args()
    text = sys.stdin.read() if arguments.file == "-" else Path(arguments.file).read_text(encoding="utf-8")
    events = [json.loads(line) for line in text.splitlines() if line.strip()]
    violations = check_log(events, load_dataset(arguments.data))
    for violation in violations:
        print(violation)
    games = sum(1 for event in events if event.get("event") == "game")
    print(f"{len(violations)} violations in {games} games")
    return 1 if violations or not games else 0


if __name__ == "__main__":
    sys.exit(main())
