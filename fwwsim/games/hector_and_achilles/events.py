"""The addresses of chance: battle, moment of the battle, kind of event, side (see :mod:`fwwsim.engine.dice`).

Below the game's index stand 8 bits of battle, 4 of slot, 4 of kind, 1 of side and 9 for the draws of an event::

    slot    0 opening   1 + 2 * round + side: turns   9 + round: fate phases   13 settling   14 set-up (battle 0)
"""

from typing import Any

from fwwsim.engine.dice import GAME_SHIFT, open_address
from fwwsim.jit import kernel

BATTLE_BITS, SLOT_BITS, KIND_BITS, SIDE_BITS = 8, 4, 4, 1
DRAW_BITS = GAME_SHIFT - BATTLE_BITS - SLOT_BITS - KIND_BITS - SIDE_BITS

OPENING = 0
FIRST_TURN = 1
FIRST_FATE = 9
SETTLING = 13
SETUP = 14

# Kinds of the stream NATURE.
DEAL, VANGUARD, TILE, FACE, DRAW_HAND, DRAW_HERO, DRAW_CARD, SHAME_LOSS = range(8)

# Kinds of the stream DECISION.
(
    CHOOSE_VANGUARD,
    CHOOSE_FIGHT,
    CHOOSE_FACING,
    CHOOSE_OPTION,
    CHOOSE_THROWN,
    CHOOSE_COVERED,
    CHOOSE_REINFORCED,
    CHOOSE_CARD,
    CHOOSE_DIRECTION,
    CHOOSE_SAVING,
    STAND_FIRM,
) = range(11)


@kernel
def open_event(state: Any, stream: int, kind: int, slot: int, side: int) -> None:
    """Point the state's cursor at the first draw of an event of the battle under way."""
    address = ((state.battle << SLOT_BITS | slot) << KIND_BITS | kind) << SIDE_BITS | side
    open_address(state, stream, address << DRAW_BITS)
