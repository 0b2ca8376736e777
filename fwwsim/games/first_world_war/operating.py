"""Where counters may be and who may leave: R5, the garrisons of R8.1, and the change of front itself."""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.lines import has_monastir
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS, DE, GA
from fwwsim.games.first_world_war.state import BAD_MOVE, MOVE, TRANSFER
from fwwsim.jit import kernel

GALICIA = 8  # front 9, where GA's treaty garrison stands
TRANSFERRED = 2  # R4.3: the most counters of a strategic transfer
GERMAN_GARRISON, ALLIED_GARRISON = 1, 3  # R8.1: armies of Germany on 7, 8, 9; of GA on 9


@kernel
def army_fronts(state: Any, table: Any, alliance: int, army: int) -> int:
    """The fronts where an army may be deployed, moved or transferred now (R5.0, R5.3, R5.4)."""
    return table.fronts_of[state.turn, has_monastir(state, table), alliance, army]


@kernel
def dummy_fronts(state: Any, table: Any, faction: int) -> int:
    """The fronts where a dummy of `faction` may be now (R5.0)."""
    return table.dummy_fronts[state.turn, has_monastir(state, table), faction]


@kernel
def may_leave(state: Any, table: Any, alliance: int, front: int) -> int:
    """The armies on `front` whose departure breaks no garrison of the treaty (R8.1)."""
    here = state.armies[alliance, front]
    if state.treaty == 0 or table.garrison_required == 0 or alliance == ALLIES:
        return here
    if 6 <= front <= GALICIA and popcount(here & table.colour[DE]) <= GERMAN_GARRISON:
        here &= ~table.colour[DE]
    if front == GALICIA and popcount(here & table.colour[GA]) <= ALLIED_GARRISON:
        here &= ~table.colour[GA]
    return here


@kernel
def garrisons_stand(state: Any, table: Any) -> bool:
    """Whether Germany and GA have the armies on fronts 7 to 9 that the treaty asks for (R8.1)."""
    east = state.armies[CENTRAL_POWERS]
    for front in range(6, GALICIA + 1):
        if popcount(east[front] & table.colour[DE]) < GERMAN_GARRISON:
            return False
    return popcount(east[GALICIA] & table.colour[GA]) >= ALLIED_GARRISON


@kernel
def steppers(state: Any, table: Any, alliance: int, front: int) -> int:
    """The armies on `front` with a legal adjacent front (R4.3 Move)."""
    can = table.can_step[state.turn, has_monastir(state, table), alliance, front]
    return may_leave(state, table, alliance, front) & can


@kernel
def travellers(state: Any, table: Any, alliance: int, front: int) -> int:
    """The armies on `front` with any other legal front (R4.3 Strategic transfer)."""
    can = table.can_transfer[state.turn, has_monastir(state, table), alliance, front]
    return may_leave(state, table, alliance, front) & can


@kernel
def controlled_fronts(table: Any, faction: int) -> int:
    """The fronts whose counters of its alliance `faction` controls: its home fronts (R5.1)."""
    return table.home_fronts[faction]


@kernel
def forget(state: Any, alliance: int, front: int) -> None:
    """After a counter left face down, the enemy no longer knows which armies are on `front`."""
    state.revealed[alliance] &= ~state.armies[alliance, front]


@kernel
def may_relocate(state: Any, table: Any, alliance: int, source: int, target: int) -> bool:
    """Whether the action under way lets one more counter go from `source` to `target` (R4.3, R5.1).

    A Move leaves one front for adjacent ones; a Strategic transfer carries two counters, under `one_front` from
    one front; either moves only what the acting faction controls.
    """
    if table.home[alliance, source] != state.slot % 4 or source == target:
        return False
    same_source = state.moved == 0 or state.source == source
    if state.action == MOVE:
        return same_source and table.adjacent[source] >> target & 1 != 0
    return state.action == TRANSFER and state.moved < TRANSFERRED and (same_source or table.one_front == 0)


@kernel
def count_relocation(state: Any, source: int) -> None:
    """Note that the action under way has moved one more counter."""
    if state.moved == 0:
        state.source = source
    state.moved += 1


@kernel
def relocate_army(
    state: Any, table: Any, journal: Any, alliance: int, army: int, source: int, target: int
) -> None:
    """Move or transfer an army to another front where it may operate (R4.3, R5.0)."""
    member = 1 << army
    legal = army_fronts(state, table, alliance, army) >> target & 1 and may_relocate(
        state, table, alliance, source, target
    )
    if not legal or state.armies[alliance, source] & member == 0:
        state.fault = BAD_MOVE
        return
    forget(state, alliance, source)
    state.armies[alliance, source] &= ~member
    state.armies[alliance, target] |= member
    count_relocation(state, source)
    note(state, journal, rows.MOVED_ARMY, alliance * 64 + army, source, target)


@kernel
def relocate_dummy(state: Any, table: Any, journal: Any, faction: int, source: int, target: int) -> None:
    """Move or transfer one dummy of `faction` (R4.3, R5.0)."""
    legal = dummy_fronts(state, table, faction) >> target & 1 and may_relocate(
        state, table, faction >> 1, source, target
    )
    if not legal or state.dummies[faction, source] == 0:
        state.fault = BAD_MOVE
        return
    forget(state, faction >> 1, source)
    state.dummies[faction, source] -= 1
    state.dummies[faction, target] += 1
    count_relocation(state, source)
    note(state, journal, rows.MOVED_DUMMY, faction, source, target)
