"""Where a policy that looks ahead works: imagined positions, its model of the players, its options and their worth."""

from typing import Any, NamedTuple

import numpy as np

from fwwsim.games.first_world_war.lookahead.prospect import FEATURES
from fwwsim.games.first_world_war.names import FRONTS
from fwwsim.games.first_world_war.state import STATE

OPTIONS = 24  # most options that are compared at a time
PLAN_ROWS = 64

NOTES = np.dtype(
    [
        ("count", np.int64),  # options in use
        ("kind", np.int64, OPTIONS),
        ("front", np.int64, OPTIONS),  # of a combat
        ("attackers", np.int64, OPTIONS),
        ("planned", np.int64, OPTIONS),  # rows of the plan of a move or transfer
        ("plan", np.int64, (OPTIONS, PLAN_ROWS, 3)),
        ("score", np.float64, OPTIONS),  # what the heuristic gives it
        ("open", np.int64, OPTIONS),  # whether it may still be chosen
        ("gain", np.float64, OPTIONS),  # over option 0: sum, and sum of squares, over the samples
        ("square", np.float64, OPTIONS),
        ("room", np.int64, FRONTS),
        ("features", np.float64, FEATURES),
    ]
)


class Desk(NamedTuple):
    """Working memory of one thread.

    Attributes
    ----------
    worlds : (2,) array of STATE
        The position as it is imagined, and the one in which an option is tried.
    minds : (1,) array of TABLE
        The table with the policies that the player imagines.
    notes : (1,) array of NOTES
    """

    worlds: Any
    minds: Any
    notes: Any


def new_desk(table: Any) -> Desk:
    """An empty desk for matches on `table`."""
    minds = np.zeros(1, table.dtype).view(np.recarray)
    minds[0] = table
    return Desk(
        np.zeros(2, STATE).view(np.recarray),
        minds,
        np.zeros(1, NOTES).view(np.recarray),
    )
