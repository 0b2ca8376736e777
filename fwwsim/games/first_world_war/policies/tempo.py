"""Tempo: how many actions each faction still has this turn (R4.2), as a heuristic policy counts them."""

from typing import Any

from fwwsim.games.first_world_war.names import CYCLES
from fwwsim.games.first_world_war.state import NOBODY
from fwwsim.jit import kernel

SHARE = 1.0 / CYCLES


@kernel
def before_rounds(state: Any) -> None:
    """Every faction has all its actions before it."""
    state.acting = NOBODY
    state.left[:] = CYCLES


@kernel
def count_actions(state: Any, acting: int) -> None:
    """Note the actions each faction has after the present one; `acting` is who may still choose it, or NOBODY."""
    state.acting = acting
    cycle, place = state.round_number >> 2, state.round_number & 3
    for other in range(4):
        state.left[state.round_order[other]] = CYCLES - cycle - (other <= place)


@kernel
def actions_of(state: Any, faction: int) -> int:
    """The actions that `faction` can still choose this turn."""
    return state.left[faction] + (state.acting == faction)


@kernel
def gone(state: Any, faction: int) -> float:
    """The share of the actions of `faction` that is gone once the present one is done."""
    return 1.0 - SHARE * state.left[faction]
