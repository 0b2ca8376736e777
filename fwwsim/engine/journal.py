"""What happens in a game, as rows of whole numbers that kernels write and a game's `log` turns into events.

A row has a code, which the game defines, and three details. With a limit of zero rows nothing is kept, so the
simulation and the log run the very same kernels. A state record that uses this has the int64 field `noted`.
"""

from typing import Any

import numpy as np

from fwwsim.engine.records import Record, blank
from fwwsim.jit import kernel

ROWS = 1 << 15  # more than the longest game can fill

JOURNAL = np.dtype([("limit", np.int64), ("rows", np.int64, (ROWS, 4))])


def new_journal(limit: int = ROWS) -> Record:
    """An empty journal with room for `limit` rows.

    >>> int(new_journal(0).limit)
    0
    """
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
