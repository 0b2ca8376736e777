"""The only way for a rule or a policy to ask for chance.

Every draw has an address: (seed, stream) chooses the key; game, turn, slot, kind and place choose the counter;
further draws of one event count up. So the same battle of the same round meets the same dice whatever the
policies or optional rules (common random numbers), and no draw depends on what was drawn before it.

A state record that uses this module has the fields `game`, `turn`, `stream`, `cursor` (int64) and `key`
(uint64, one a stream). `recorder` hears every address that is used, with the JIT off only (conformance tests).
"""

from collections.abc import Callable
from typing import Any

from fwwsim import jit
from fwwsim.engine.counter_rng import squares64
from fwwsim.jit import kernel

# The streams: what the game's own dice and cups give, what a policy draws, what a policy imagines to look ahead.
NATURE, DECISION, IMAGINATION = range(3)
STREAMS = 3

DRAW_BITS, PLACE_BITS, KIND_BITS, SLOT_BITS, TURN_BITS = 10, 4, 4, 5, 3
GAME_SHIFT = DRAW_BITS + PLACE_BITS + KIND_BITS + SLOT_BITS + TURN_BITS
MAX_GAMES = 1 << (63 - GAME_SHIFT)
LOW = (1 << 32) - 1

recorder: list[Callable[[int, int], None]] = []


@kernel
def open_event(state: Any, stream: int, kind: int, slot: int, place: int) -> None:
    """Point the state's cursor at the first draw of an event.

    Parameters
    ----------
    state : record
    stream : int
        NATURE or DECISION.
    kind, slot, place : int
        What happens (0..15), when in the turn (0..31), where (0..15).
    """
    address = ((state.game << TURN_BITS | state.turn) << SLOT_BITS | slot) << KIND_BITS | kind
    state.stream = stream
    state.cursor = (address << PLACE_BITS | place) << DRAW_BITS


@kernel
def open_address(state: Any, stream: int, address: int) -> None:
    """Point the cursor at the first draw of an event that a game addresses in its own way.

    Parameters
    ----------
    state : record
        Without `turn`, which only `open_event` uses.
    stream : int
        NATURE or DECISION.
    address : int
        Of the first draw, within the game: 0 to 2**GAME_SHIFT - 1. The game that lays these bits out
        leaves the lowest ones to the draws of one event.
    """
    state.stream = stream
    state.cursor = state.game << GAME_SHIFT | address


@kernel
def _below(state: Any, count: int) -> int:
    if count == 1:
        return 0
    while True:
        word = squares64(state.cursor, state.key[state.stream])
        state.cursor += 1
        product = int(word >> 32) * count
        low = product & LOW
        if low >= count or low >= (LOW + 1) % count:
            return product >> 32


def _below_plain(state: Any, count: int) -> int:
    if count == 1:
        return 0
    while True:
        for hear in recorder:
            hear(int(state.stream), int(state.cursor))
        word = squares64(state.cursor, state.key[state.stream])
        state.cursor += 1
        product = (word >> 32) * int(count)
        low = product & LOW
        if low >= count or low >= (LOW + 1) % count:
            return product >> 32


below = _below if jit.ENABLED else _below_plain
"""``below(state, count)``: a whole number 0..count-1, exactly uniform (Lemire's rejection, arXiv:1805.10941).

`count` is 1 to 2**31 - 1.
It draws from the event that `open_event` opened; with one possibility it draws nothing.
"""
