"""What happens in a game, as rows of whole numbers that kernels write and :mod:`log` turns into events.

A row has a code and three details. With a limit of zero rows nothing is kept, so the simulation and the log run
the very same kernels.
"""

from typing import Any

import numpy as np

from fwwsim.engine.records import Record, blank
from fwwsim.jit import kernel

(
    DEALT,  # side, pile, cards
    BATTLE,  # battle, attacker
    VANGUARD,  # side, card, pile
    FIGHT,  # side, pile, 1 if the attacker chose it
    TILE,  # tile, face, facing
    HAND,  # side, cards, hero
    FROM_HOME,  # side, cards: those of the hand that came from home
    TURN,  # side, option, round
    SWAPPED_CARD,  # thrown, drawn, pile
    SWAPPED_HERO,  # put under, drawn
    PLAYED_HERO,  # hero, card covered
    REINFORCED,  # card
    PLAYED,  # card
    FATE,  # total of the Achaeans, of the Trojans, round
    TURNED,  # side, quarter turns clockwise (1, 3), facing
    SCORES,  # Achaeans, Trojans
    SETTLED,  # winner of the battle, side that retreated
    LOST,  # side, cards, favour tokens
    LOST_HERO,  # side, hero, 1 if saved
    SHAMED,  # side, cards of the fighting pile, cards of home
    SHAME,  # side, shame tokens now
    FALLEN,  # side, pile, cards that go home
    STANDING,  # side, pile, number of cards
    END,  # reason, winner
) = range(24)

ROWS = 1 << 15  # more than the longest game can fill

JOURNAL = np.dtype([("limit", np.int64), ("rows", np.int64, (ROWS, 4))])


def new_journal(limit: int = ROWS) -> Record:
    """An empty journal with room for `limit` rows."""
    journal = blank(JOURNAL)
    journal.limit = limit
    return journal


@kernel
def note(state: Any, journal: Any, code: int, first: int = 0, second: int = 0, third: int = 0) -> None:
    """Append a row, if the journal has room."""
    row = state.noted
    if row < journal.limit:
        journal.rows[row, 0] = code
        journal.rows[row, 1] = first
        journal.rows[row, 2] = second
        journal.rows[row, 3] = third
        state.noted = row + 1
