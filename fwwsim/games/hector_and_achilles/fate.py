"""The fate phase: the side with the higher total turns the tile (5.3)."""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.engine.journal import note
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.board import ANTICLOCKWISE, CLOCKWISE, points, turned
from fwwsim.games.hector_and_achilles.policies import decide
from fwwsim.games.hector_and_achilles.state import BAD_TURN
from fwwsim.jit import kernel


@kernel
def total(state: Any, table: Any, side: int) -> int:
    """The total of the row, whatever its colours: hero and favour tokens count, the covered card does not (5.3)."""
    strength = points(table, state.row[side] & ~state.covered[side]) + popcount(state.reinforced[side])
    if state.hero_played[side]:
        strength += table.hero_value[side, state.hero[side]]
    return strength


@kernel
def hold_fate_phase(state: Any, table: Any, journal: Any) -> None:
    """Compare totals; the higher one must turn the tile a quarter (5.3)."""
    achaean, trojan = total(state, table, 0), total(state, table, 1)
    note(state, journal, rows.FATE, achaean, trojan, state.round_number)
    if achaean == trojan:
        return
    side = 0 if achaean > trojan else 1
    quarters = decide.direction(state, table, side)
    if quarters not in (CLOCKWISE, ANTICLOCKWISE):
        state.fault = BAD_TURN
        return
    state.facing = turned(state.facing, quarters)
    note(state, journal, rows.TURNED, side, quarters, state.facing)
