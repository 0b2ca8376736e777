"""One action of a faction (R4.3)."""

from typing import Any

from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.combat import attack
from fwwsim.games.first_world_war.journal import note
from fwwsim.games.first_world_war.operating import garrisons_stand
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import BAD_GARRISON, COMBAT, PASS
from fwwsim.jit import kernel


@kernel
def act(state: Any, table: Any, journal: Any, faction: int) -> None:
    """`faction` chooses and carries out its action: combat, move, strategic transfer or pass."""
    kind = decide.action(state, table, faction)
    note(state, journal, rows.ACTION, faction, kind, state.round)
    if kind == COMBAT:
        attack(state, table, journal, faction)
    elif kind != PASS:
        decide.relocate(state, table, journal, faction, kind)
        if state.treaty and table.garrison_required and not garrisons_stand(state, table):  # R8.1
            state.fault = BAD_GARRISON
