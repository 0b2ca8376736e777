"""What happens in a game, as rows of whole numbers that kernels write and :mod:`log` turns into events.

A row has a code and three details. With a limit of zero rows nothing is kept, so the simulation and the log run
the very same kernels.
"""

from typing import Any

import numpy as np

from fwwsim.engine.records import Record, blank
from fwwsim.jit import kernel

(
    TURN,  # turn
    ROLL_ORDER,  # faction, die, group (0: all four, then one a tie)
    CHOOSE_ORDER,  # faction, deployment place, round place
    DEPLOY,  # faction
    DEPLOYED_ARMY,  # alliance, army, front
    DEPLOYED_DUMMY,  # faction, front
    ACTION,  # faction, action, slot
    ATTACK,  # front, attackers, defenders
    DUMMIES_REMOVED,  # faction, number
    LAID,  # alliance, chit
    LEAD,  # alliance, army
    DIE,  # alliance, value
    TOTAL,  # alliance, total
    ELIMINATED,  # alliance, army
    DRAWN,  # faction, chit
    RETURNED,  # faction, chit
    CITY,  # front, faction, city
    POINT,  # front, faction
    MOVED_ARMY,  # alliance * 64 + army, from, to
    MOVED_DUMMY,  # faction, from, to
    RETURNED_FREELY,  # faction, chit: R6.2.1, outside a combat
    CHECK,  # -
    SIX,  # alliance
    SURRENDER_ROLL,  # faction, die
    SURRENDERED,  # faction
    TREATY,  # accepted
    STANDING,  # faction, VP, surrender points: closes the check
    REPLACED,  # faction, armies
    NEW_CHITS,  # alliance, chits
    END,  # reason, alliance
) = range(30)

ROWS = 8192  # more than the longest game can fill

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
