"""Attack lines: which cities a side may take and which base it reaches (R6.4 to R6.6), and the taking itself."""

from typing import Any

from fwwsim.engine.bits import first_bit
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.state import BAD_CITY
from fwwsim.jit import kernel


@kernel
def takeable(state: Any, table: Any, alliance: int, front: int) -> int:
    """The enemy cities of `front` that an open line joins to a city or base of `alliance` (R6.4, R6.6)."""
    reached = table.at_base[state.turn, alliance, front]
    own = state.cities[alliance] & table.front_cities[front]
    while own:
        reached |= table.joined[state.turn, first_bit(own)]
        own &= own - 1
    return reached & state.cities[1 - alliance] & table.front_cities[front]


@kernel
def reaches_base(state: Any, table: Any, alliance: int, front: int) -> bool:
    """Whether an open line leads from a city of `alliance` to the enemy base of `front` (R6.5, R6.6)."""
    return table.at_base[state.turn, 1 - alliance, front] & state.cities[alliance] != 0


@kernel
def has_monastir(state: Any, table: Any) -> int:
    """1 while the Allies control Monastir (R5.4), else 0."""
    return state.cities[0] >> table.monastir & 1


@kernel
def take_city(state: Any, table: Any, journal: Any, alliance: int, front: int, city: int) -> None:
    """`alliance` takes `city`: its home faction gains 1 VP, the loser's loses 1, never below 0 (R6.4)."""
    member = 1 << city
    if takeable(state, table, alliance, front) & member == 0:
        state.fault = BAD_CITY
        return
    taker, loser = table.home[alliance, front], table.home[1 - alliance, front]
    state.cities[alliance] |= member
    state.cities[1 - alliance] &= ~member
    state.vp[taker] += 1
    state.vp[loser] = max(0, state.vp[loser] - 1)
    state.captures[taker] += 1
    note(state, journal, rows.CITY, front, taker, city)


@kernel
def inflict_point(state: Any, table: Any, journal: Any, alliance: int, front: int) -> None:
    """The enemy's home faction gets a surrender point, at most one a front a turn (R6.5, R6.5.2)."""
    faction = table.home[1 - alliance, front]
    if state.pointed[faction] >> front & 1:
        return
    state.pointed[faction] |= 1 << front
    state.surrender[faction] += 1
    note(state, journal, rows.POINT, front, faction)
