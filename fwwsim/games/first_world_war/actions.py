"""One action of a faction (R4.3)."""

from typing import Any

from fwwsim.engine.bits import first_bit
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.combat import attack, return_chit
from fwwsim.games.first_world_war.operating import garrisons_stand
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import BAD_GARRISON, COMBAT, PASS
from fwwsim.jit import kernel


@kernel
def act(state: Any, table: Any, journal: Any, faction: int) -> None:
    """`faction` chooses and carries out its action: combat, move, strategic transfer or pass."""
    return_unplayable(state, table, journal, faction)
    carry_out(state, table, journal, faction, decide.action(state, table, faction))


@kernel
def carry_out(state: Any, table: Any, journal: Any, faction: int, kind: int) -> None:
    """Carry out the action that `faction` has chosen; a combat and a plan stand in `state`."""
    state.action, state.moved = kind, 0
    note(state, journal, rows.ACTION, faction, kind, state.round_number)
    if kind == COMBAT:
        attack(state, table, journal, faction)
    elif kind != PASS:
        decide.relocate(state, table, journal, faction, kind)
        if state.treaty and table.garrison_required and not garrisons_stand(state, table):  # R8.1
            state.fault = BAD_GARRISON


@kernel
def return_unplayable(state: Any, table: Any, journal: Any, faction: int) -> None:
    """Before its action a faction may return chits that its hand can never play (R6.2.1)."""
    hand = table.hand_of[faction]
    chits = state.hand[hand] & ~table.playable[hand]
    while chits:
        chit = first_bit(chits)
        chits &= chits - 1
        if decide.returns_unplayable(state, table, faction, chit):
            return_chit(state, table, journal, rows.RETURNED_FREELY, faction, chit, 1 << chit)
