"""One game as the events of the log: the rows of its journal in the words of the data set.

The format is described in ``docs/hector_event_log.md``; the events tell all that a referee needs.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.board import CLOCKWISE
from fwwsim.games.hector_and_achilles.dataset import Dataset
from fwwsim.games.hector_and_achilles.names import CARDS, EDGES, PILE_NAMES, SIDES
from fwwsim.games.hector_and_achilles.state import NO_HERO, NOBODY, OPTIONS, REASONS, RETREAT

Event = dict[str, Any]
Row = tuple[int, int, int]
FACES = ("front", "back")


class Narrator:
    """Turns the journal of one game into events.

    Parameters
    ----------
    dataset : Dataset
    journal : (rows, 4) int64 array
        As the kernels filled it, cut to the rows in use.
    """

    def __init__(self, dataset: Dataset, journal: NDArray[np.int64]) -> None:
        self.dataset = dataset
        self.rows = [tuple(int(word) for word in row) for row in journal]
        self.next = 0
        self.battle = 0
        self.edges: tuple[str, ...] = ()

    def events(self) -> Iterator[Event]:
        """The events after `game`, in order."""
        tellers = {
            rows.DEALT: self.deal,
            rows.BATTLE: self.open,
            rows.TURN: self.turn,
            rows.FATE: self.fate,
            rows.SCORES: self.result,
            rows.SETTLED: self.result,
            rows.FALLEN: self.close,
            rows.STANDING: self.close,
            rows.END: self.end,
        }
        while self.next < len(self.rows):
            yield tellers[self.rows[self.next][0]]()

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

    def cards(self, word: int) -> list[str]:
        """The names of a set of army cards; equal cards have equal names."""
        return [self.dataset.card(card) for card in range(CARDS) if word >> card & 1]

    def hero(self, side: int, hero: int) -> str | None:
        """The name of a hero, None for none."""
        return None if hero == NO_HERO else self.dataset.heroes[side][hero].name

    def facing(self, edge: int) -> dict[str, str]:
        """The colours that face the two sides."""
        return {SIDES[side]: self.edges[(edge + 2 * side) % EDGES] for side in range(2)}

    def deal(self) -> Event:
        """3.0: the piles of both sides."""
        piles: dict[str, dict[str, list[str]]] = {side: {} for side in SIDES}
        for _, (side, pile, cards) in self.take_all(rows.DEALT):
            piles[SIDES[side]][PILE_NAMES[pile]] = self.cards(cards)
        return {"event": "deal", "piles": piles}

    def open(self) -> Event:
        """5.1: the opening of a battle."""
        self.battle, attacker, _ = self.take()
        event: Event = {
            "event": "open",
            "battle": self.battle,
            "attacker": SIDES[attacker],
            "vanguard_pile": None,
            "vanguards": dict.fromkeys(SIDES),
            "chosen": False,
            "fighting": {},
            "tile": 0,
            "face": "",
            "facing": {},
            "hands": {},
            "from_home": {},
            "heroes": {},
        }
        codes = (rows.VANGUARD, rows.FIGHT, rows.TILE, rows.HAND, rows.FROM_HOME)
        for code, (first, second, third) in self.take_all(*codes):
            if code == rows.TILE:
                tile = self.dataset.tiles[first]
                self.edges = tile.back if second else tile.edges
                event |= {"tile": first + 1, "face": FACES[second], "facing": self.facing(third)}
                continue
            side = SIDES[first]
            if code == rows.VANGUARD:
                event["vanguards"][side] = self.dataset.card(second)
                if first == attacker:
                    event["vanguard_pile"] = PILE_NAMES[third]
            elif code == rows.FIGHT:
                event["fighting"][side] = PILE_NAMES[second]
                event["chosen"] = bool(third)
            elif code == rows.HAND:
                event["hands"][side] = self.cards(second)
                event["heroes"][side] = self.hero(first, third)
            else:
                event["from_home"][side] = self.cards(second)
        return event

    def turn(self) -> Event:
        """5.2: one turn."""
        side, option, number = self.take()
        event: Event = {
            "event": "turn",
            "battle": self.battle,
            "round": number + 1,
            "side": SIDES[side],
            "option": OPTIONS[option],
        }
        codes = (rows.SWAPPED_CARD, rows.SWAPPED_HERO, rows.PLAYED_HERO, rows.REINFORCED, rows.PLAYED)
        card = self.dataset.card
        for code, (first, second, third) in self.take_all(*codes):
            if code == rows.SWAPPED_CARD:
                event |= {"thrown": card(first), "drawn": card(second), "from": PILE_NAMES[third]}
            elif code == rows.SWAPPED_HERO:
                event |= {"put_under": self.hero(side, first), "drawn": self.hero(side, second)}
            elif code == rows.PLAYED_HERO:
                event |= {"hero": self.hero(side, first), "covers": card(second)}
            elif code == rows.REINFORCED:
                event["reinforces"] = card(first)
            else:
                event["plays"] = card(first)
        return event if option == RETREAT else {**event, "plays": event.get("plays")}

    def fate(self) -> Event:
        """5.3: totals, and who turns the tile."""
        achaean, trojan, number = self.take()
        event: Event = {
            "event": "fate",
            "battle": self.battle,
            "round": number + 1,
            "totals": dict(zip(SIDES, (achaean, trojan), strict=True)),
            "turned_by": None,
        }
        for _, (side, quarters, edge) in self.take_all(rows.TURNED):
            direction = "clockwise" if quarters == CLOCKWISE else "anticlockwise"
            event |= {"turned_by": SIDES[side], "direction": direction, "facing": self.facing(edge)}
        return event

    def result(self) -> Event:
        """5.4: scores or retreat, losses, shame."""
        event: Event = {"event": "result", "battle": self.battle, "scores": None}
        for _, scores in self.take_all(rows.SCORES):
            event["scores"] = dict(zip(SIDES, scores, strict=False))
        winner, retreated, _ = self.take()
        event |= {"winner": side_name(winner), "retreated": side_name(retreated)}
        codes = (rows.LOST, rows.LOST_HERO, rows.SHAMED, rows.SHAME)
        for code, (first, second, third) in self.take_all(*codes):
            if code == rows.LOST:
                event |= {"lost": self.cards(second), "tokens_lost": third}
            elif code == rows.LOST_HERO:
                event["hero_saved" if third else "hero_lost"] = self.hero(first, second)
            elif code == rows.SHAMED:
                event["shamed"] = {"fighting": self.cards(second), "home": self.cards(third)}
            else:
                event["shame"] = second
        return event

    def close(self) -> Event:
        """5.5: the piles as they stand."""
        event: Event = {
            "event": "close",
            "battle": self.battle,
            "fallen": {},
            "piles": {side: {} for side in SIDES},
        }
        for code, (side, pile, number) in self.take_all(rows.FALLEN, rows.STANDING):
            if code == rows.FALLEN:
                event["fallen"][SIDES[side]] = {"pile": PILE_NAMES[pile], "sent_home": self.cards(number)}
            else:
                event["piles"][SIDES[side]][PILE_NAMES[pile]] = number
        return event

    def end(self) -> Event:
        """5.5: reason and winner."""
        reason, winner, _ = self.take()
        return {
            "event": "end",
            "battle": self.battle,
            "reason": REASONS[reason - 1],
            "winner": side_name(winner),
        }


def side_name(side: int) -> str | None:
    """The side's name, or None for nobody."""
    return None if side == NOBODY else SIDES[side]
