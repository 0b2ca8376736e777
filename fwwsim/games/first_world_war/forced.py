"""A combat with a given result, whatever the dice: what winning it was worth.

Played with each result on the same chance, a match shows what that combat changes. The dice are rolled and chits
drawn on S as ever, so that nothing else of the game meets other chance.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from fwwsim.errors import SpecError
from fwwsim.game import Match
from fwwsim.games.first_world_war.names import FRONTS, TURNS
from fwwsim.games.first_world_war.resolution import ATTACK_WINS, DEFENCE_WINS
from fwwsim.jit import kernel


@kernel
def is_forced(state: Any, table: Any, front: int) -> bool:
    """Whether the combat under way is the one whose result is given: the first on that front in that turn."""
    return state.turn == table.forced_turn and front == table.forced_front and state.forced == 0


def force_combat(match: Match, turn: int, front: int, result: int) -> Match:
    """The same match, on the same chance, in which one combat ends as told.

    It is the first combat of that turn on that front with real armies on both sides, whoever attacks. A game without
    one is not changed; the outcome's field `forced` says which games have one. Such games have no event log, for the
    log could not be replayed by the rules.

    Parameters
    ----------
    match : Match
        Of The First World War.
    turn : int
        1 to 6.
    front : int
        1 to 11.
    result : int
        1 attack wins, 0 tie, -1 defence wins.

    Raises
    ------
    SpecError
        A number out of range.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.match import prepare
    >>> force_combat(prepare(None, 2, [], "random", 1), 2, 5, 1).description["force"]
    [2, 5, 1]
    """
    for name, found, least, most in (
        ("turn", turn, 1, TURNS),
        ("front", front, 1, FRONTS),
        ("result", result, DEFENCE_WINS, ATTACK_WINS),
    ):
        if not least <= found <= most:
            raise SpecError(f"forced combat, {name}: found {found}; allowed: {least} to {most}")
    rows = np.zeros(1, match.table.dtype).view(np.recarray)
    rows[0] = match.table
    rows[0].forced_turn, rows[0].forced_front, rows[0].forced_result = turn, front - 1, result
    return replace(match, table=rows[0], description=match.description | {"force": [turn, front, result]})
