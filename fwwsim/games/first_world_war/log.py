"""One game as the events of the log: the rows of its journal in the words of the data set.

The format is described in ``docs/event_log.md``; the events tell all that a referee needs.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS
from fwwsim.games.first_world_war.state import ACTIONS, COMBAT, PASS, REASONS

Event = dict[str, Any]
Row = tuple[int, int, int]


class Narrator:
    """Turns the journal of one game into events.

    Parameters
    ----------
    dataset : Dataset
    journal : (rows, 4) int64 array
        As the kernels filled it, cut to the rows in use.
    """

    def __init__(self, dataset: Dataset, journal: NDArray[np.int64]) -> None:
        self.armies: tuple[list[str], list[str]] = ([], [])
        for army in dataset.armies:
            self.armies[army.faction in ("DE", "GA")].append(army.name)
        self.chits: tuple[list[str], list[str]] = ([], [])
        for chit in dataset.chits:
            self.chits[ALLIANCES.index(chit.alliance)].append(chit.id)
        self.cities = [city.id for city in dataset.cities]
        self.rows = [tuple(int(word) for word in row) for row in journal]
        self.next = 0
        self.turn = 0

    def events(self) -> Iterator[Event]:
        """The events after `game`, in order."""
        tellers = {
            rows.ROLL_ORDER: self.order,
            rows.DEPLOY: self.deploy,
            rows.ACTION: self.action,
            rows.RETURNED_FREELY: self.give_back,
            rows.CHECK: self.check,
            rows.REPLACED: self.replace,
            rows.NEW_CHITS: self.new_chits,
            rows.END: self.end,
        }
        while self.next < len(self.rows):
            code = self.rows[self.next][0]
            if code == rows.TURN:
                self.turn = self.take()[0]
            else:
                yield tellers[code]()

    def take(self) -> Row:
        """The details of the next row, which is used up."""
        row = self.rows[self.next]
        self.next += 1
        return row[1], row[2], row[3]

    def take_all(self, *codes: int) -> Iterator[tuple[int, Row]]:
        """The rows that follow as long as they have one of `codes`."""
        while self.next < len(self.rows) and self.rows[self.next][0] in codes:
            code = self.rows[self.next][0]
            yield code, self.take()

    def members(self, alliance: int, word: int) -> list[str]:
        """The names of a set of armies, in the order of the data set."""
        return [name for bit, name in enumerate(self.armies[alliance]) if word >> bit & 1]

    def chit(self, faction: int, chit: int) -> str:
        """The id of a chit of the alliance of `faction`."""
        return self.chits[faction >> 1][chit]

    def order(self) -> Event:
        """R9.2: rolls by group, choices, and the orders that result."""
        rolls: list[dict[str, str | int]] = []
        for _, (faction, die, group) in self.take_all(rows.ROLL_ORDER):
            while len(rolls) <= group:
                rolls.append({})
            rolls[group][FACTIONS[faction]] = face(die)
        choices, deployment, order = [], [""] * 4, [""] * 4
        for _, (faction, place, round_place) in self.take_all(rows.CHOOSE_ORDER):
            name = FACTIONS[faction]
            choices.append({"faction": name, "deployment": place + 1, "round": round_place + 1})
            deployment[place] = order[round_place] = name
        return {
            "event": "order",
            "turn": self.turn,
            "rolls": rolls,
            "choices": choices,
            "deployment": deployment,
            "rounds": order,
        }

    def deploy(self) -> Event:
        """R4.2.1: one faction's deployment."""
        faction = self.take()[0]
        armies: dict[str, int] = {}
        dummies: dict[str, int] = {}
        for code, (first, second, third) in self.take_all(rows.DEPLOYED_ARMY, rows.DEPLOYED_DUMMY):
            if code == rows.DEPLOYED_ARMY:
                armies[self.armies[first][second]] = third + 1
            else:
                dummies[str(second + 1)] = dummies.get(str(second + 1), 0) + 1
        return {
            "event": "deploy",
            "turn": self.turn,
            "faction": FACTIONS[faction],
            "armies": armies,
            "dummies": dict(sorted(dummies.items(), key=lambda entry: int(entry[0]))),
        }

    def action(self) -> Event:
        """R4.3: one action."""
        faction, kind, number = self.take()
        event: Event = {
            "event": ACTIONS[kind],
            "turn": self.turn,
            "round": number + 1,
            "faction": FACTIONS[faction],
        }
        if kind == COMBAT:
            return self.combat(event, faction >> 1)
        if kind != PASS:
            return self.relocation(event, ACTIONS[kind])
        return event

    def relocation(self, event: Event, kind: str) -> Event:
        """A Move or a Strategic transfer; without a counter that moves it is a pass."""
        armies: list[dict[str, Any]] = []
        dummies: dict[tuple[str, int, int], int] = {}
        for code, (first, source, target) in self.take_all(rows.MOVED_ARMY, rows.MOVED_DUMMY):
            if code == rows.MOVED_ARMY:
                name = self.armies[first >> 6][first & 63]
                armies.append({"army": name, "from": source + 1, "to": target + 1})
            else:
                key = (FACTIONS[first], source + 1, target + 1)
                dummies[key] = dummies.get(key, 0) + 1
        if not armies and not dummies:
            return {**event, "event": ACTIONS[PASS]}
        moved = [
            {"faction": owner, "from": source, "to": target, "number": number}
            for (owner, source, target), number in dummies.items()
        ]
        return {**event, "event": kind, "armies": armies, "dummies": moved}

    def combat(self, event: Event, alliance: int) -> Event:
        """R6: one combat."""
        front, attackers, defenders = self.take()
        enemy = 1 - alliance
        event |= {
            "front": front + 1,
            "attackers": self.members(alliance, attackers),
            "defenders": self.members(enemy, defenders),
            "dummies_removed": {},
        }
        if defenders:
            event |= {
                "defence_chit": None,
                "attack_chit": None,
                "eliminated": [],
                "drawn": {},
                "returned": {},
            }
        result: Event = {"city": None, "surrender_point": None}
        for code, (first, second, third) in self.take_all(*range(rows.DUMMIES_REMOVED, rows.POINT + 1)):
            side = "attack" if first == alliance else "defence"
            if code == rows.DUMMIES_REMOVED:
                event["dummies_removed"][FACTIONS[first]] = second
            elif code == rows.LAID:
                event[f"{side}_chit"] = self.chits[first][second]
            elif code == rows.LEAD:
                event[f"{side}_lead"] = self.armies[first][second]
            elif code == rows.DIE:
                event[f"{side}_die"] = face(second)
            elif code == rows.TOTAL:
                event[f"{side}_total"] = second
            elif code == rows.ELIMINATED:
                event["eliminated"].append(self.armies[first][second])
            elif code == rows.DRAWN:
                event["drawn"][FACTIONS[first]] = self.chit(first, second)
            elif code == rows.RETURNED:
                event["returned"].setdefault(FACTIONS[first], []).append(self.chit(first, second))
            elif code == rows.CITY:
                result["city"] = self.cities[third]
            else:
                result["surrender_point"] = FACTIONS[second]
        return event | result

    def give_back(self) -> Event:
        """R6.2.1: a chit returned outside a combat."""
        faction, chit, _ = self.take()
        name = self.chit(faction, chit)
        return {"event": "return_chit", "turn": self.turn, "faction": FACTIONS[faction], "chit": name}

    def check(self) -> Event:
        """R8: the victory check."""
        self.take()
        event: Event = {
            "event": "check",
            "turn": self.turn,
            "captures": [],
            "surrender_points": [],
            "six_fronts": None,
            "rolls": {},
            "surrendered": [],
            "treaty": None,
            "vp": {},
            "surrender": {},
        }
        codes = (rows.CITY, rows.POINT, *range(rows.SIX, rows.STANDING + 1))
        for code, (first, second, third) in self.take_all(*codes):
            if code == rows.CITY:
                taker = FACTIONS[second]
                event["captures"].append({"front": first + 1, "faction": taker, "city": self.cities[third]})
            elif code == rows.POINT:
                event["surrender_points"].append({"front": first + 1, "faction": FACTIONS[second]})
            elif code == rows.SIX:
                event["six_fronts"] = ALLIANCES[first]
            elif code == rows.SURRENDER_ROLL:
                event["rolls"][FACTIONS[first]] = face(second)
            elif code == rows.SURRENDERED:
                event["surrendered"].append(FACTIONS[first])
            elif code == rows.TREATY:
                event["treaty"] = {"offered": True, "accepted": bool(first)}
            else:
                event["vp"][FACTIONS[first]] = second
                event["surrender"][FACTIONS[first]] = third
        return event

    def replace(self) -> Event:
        """R7: the armies of one faction that return."""
        faction, armies, _ = self.take()
        names = self.members(faction >> 1, armies)
        return {"event": "replace", "turn": self.turn, "faction": FACTIONS[faction], "armies": names}

    def new_chits(self) -> Event:
        """R4.2.5: the chits that enter the cups."""
        added = [
            name
            for _, (alliance, word, _) in self.take_all(rows.NEW_CHITS)
            for bit, name in enumerate(self.chits[alliance])
            if word >> bit & 1
        ]
        return {"event": "chits", "turn": self.turn + 1, "added": added}

    def end(self) -> Event:
        """R8: reason and winning alliance; VP and winners are added by the caller."""
        reason, alliance, _ = self.take()
        return {
            "event": "end",
            "turn": self.turn,
            "reason": REASONS[reason - 1],
            "alliance": alliance_name(alliance),
        }


def face(value: int) -> str | int:
    """A die as the log shows it: "S" or 1 to 4."""
    return "S" if value == 0 else value


def alliance_name(alliance: int) -> str | None:
    """The alliance's name, or None for nobody."""
    return ALLIANCES[alliance] if alliance >= 0 else None


def winners(alliance: int, winner_3: int, winner_4: int) -> dict[str, str | None]:
    """Who wins as each number of players would score the game (R8).

    >>> winners(0, -1, 1)
    {'2': 'ALLIES', '3': 'ALLIES', '4': 'EA'}
    """
    three = FACTIONS[winner_3] if winner_3 >= 0 else alliance_name(alliance)
    return {
        "2": alliance_name(alliance),
        "3": three,
        "4": FACTIONS[winner_4] if winner_4 >= 0 else None,
    }
