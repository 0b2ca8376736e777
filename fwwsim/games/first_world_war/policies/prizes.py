"""What can be won on a front, in the eyes of a faction of the heuristic family: cities, points, six fronts."""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.eligibility import closed_by_treaty
from fwwsim.games.first_world_war.lines import reaches_base, takeable
from fwwsim.games.first_world_war.names import (
    ALLIES,
    DE,
    EA,
    FOUR_PLAYERS,
    FRONTS,
    GA,
    ITALY,
    LEAD_OF_GERMANY,
    LEAD_OF_WEST,
    SIX,
    TREATY_BONUS,
    TURNS,
    WA,
)
from fwwsim.games.first_world_war.policies.belief import power
from fwwsim.games.first_world_war.policies.tempo import actions_of
from fwwsim.games.first_world_war.policies.weights import (
    CENTRE,
    CITY,
    EAST,
    FLOOR,
    FRONT_1,
    NEAR,
    PACE,
    POINT,
    PRESSURE,
    RACE,
    RUSH,
    WARD,
    WEST,
)
from fwwsim.games.first_world_war.policies.weights import ITALY as ITALIAN
from fwwsim.games.first_world_war.policies.weights import SIX as SIXTH
from fwwsim.jit import kernel


@kernel
def front_factor(table: Any, faction: int, front: int) -> float:
    """How much `faction` makes of `front`: its theatre's weight times its own."""
    theatre = WEST if front < ITALY[0] else EAST if front > ITALY[1] else ITALIAN
    return table.weights[faction, theatre] * table.weights[faction, FRONT_1 + front]


@kernel
def city_worth(state: Any, table: Any, faction: int, city: int) -> float:
    """Worth of a change of hands of `city`."""
    weights = table.weights[faction]
    worth = weights[CITY]
    for owner in range(4):
        if table.centres[owner] >> city & 1:
            worth += weights[CENTRE]
    if weights[FLOOR] != 1.0:
        holder = 0 if state.cities[ALLIES] >> city & 1 else 1
        if state.vp[table.home[holder, table.city_front[city]]] == 0:
            worth *= weights[FLOOR]  # R6.4
    if weights[RACE] != 0.0:
        worth += weights[RACE] * race(state, table, faction, table.city_front[city])
    return worth


@kernel
def race(state: Any, table: Any, faction: int, front: int) -> float:
    """What a victory point of `front` counts between partners: 1 where the next one decides, less 0 for the other's.

    Above 0 if the point would be the faction's own, below if its partner's.
    """
    alliance = faction >> 1
    if table.players < FOUR_PLAYERS - (alliance != ALLIES):
        return 0.0
    needed = LEAD_OF_GERMANY  # the first of the two wins with so much more than the other (R8)
    if alliance == ALLIES:
        needed = LEAD_OF_WEST + (TREATY_BONUS if state.treaty else 0)
    lead = state.vp[faction] - state.vp[faction ^ 1]
    margin = lead - needed if faction in (WA, DE) else lead + needed
    closeness = 1.0 / (1.0 + abs(margin))
    return closeness if table.home[alliance, front] == faction else -closeness


@kernel
def point_worth(state: Any, table: Any, faction: int, loser: int) -> float:
    """Worth of a surrender point of `loser` this turn: none on turn 6, nor before surrender rolls begin (R8.3)."""
    if state.turn >= TURNS or state.turn < table.surrender_from:
        return 0.0
    weights = table.weights[faction]
    held = state.surrender[loser] + state.surrender[loser ^ 1]
    worth = weights[POINT] * (1.0 + weights[PRESSURE] * held)
    return worth * weights[WARD] if loser >> 1 == faction >> 1 else worth


@kernel
def prize(state: Any, table: Any, faction: int, alliance: int, front: int) -> float:
    """What a victory of `alliance` on `front` would bring it now, in the eyes of `faction`."""
    if closed_by_treaty(state, front):
        return 0.0
    loser = table.home[1 - alliance, front]
    given = state.pointed[loser] >> front & 1
    cities = takeable(state, table, alliance, front)
    if cities == 0:
        if given or not reaches_base(state, table, alliance, front):
            return 0.0
        return point_worth(state, table, faction, loser) * front_factor(table, faction, front)
    weights = table.weights[faction]
    point = point_worth(state, table, faction, loser)
    best = 0.0
    while cities:
        best = max(best, city_worth(state, table, faction, first_bit(cities)))
        cities &= cities - 1
    before_base = popcount(state.cities[1 - alliance] & table.front_cities[front])
    worth = best + weights[NEAR] * point / (1.0 + before_base)
    if weights[RUSH] != 0.0 and not given:
        actions = actions_of(state, table.home[alliance, front])
        if actions > before_base:
            worth += weights[RUSH] * point * power(weights[PACE], before_base)
    if weights[SIXTH] != 0.0:
        worth += weights[SIXTH] * six_share(state, table, alliance, front, before_base)
    return worth * front_factor(table, faction, front)


@kernel
def six_share(state: Any, table: Any, alliance: int, front: int, before_base: int) -> float:
    """How near a capture on `front` brings `alliance` to six whole fronts, or takes the enemy from them (R8.2)."""
    share = 0.0
    if before_base == 1 and (table.six_fronts_win or leads(state, alliance)):
        share += 0.5 ** max(0, SIX - 1 - whole_fronts(state, table, alliance))
    enemy = 1 - alliance
    if state.cities[alliance] & table.front_cities[front] == 0 and (
        table.six_fronts_win or leads(state, enemy)
    ):
        share += 0.5 ** max(0, SIX - whole_fronts(state, table, enemy))
    return share


@kernel
def leads(state: Any, alliance: int) -> bool:
    """Whether `alliance` is not behind in victory points."""
    return lead_of(state, alliance) >= 0


@kernel
def lead_of(state: Any, alliance: int) -> int:
    """By how many victory points `alliance` leads."""
    lead = state.vp[0] + state.vp[EA] - state.vp[DE] - state.vp[GA]
    return lead if alliance == ALLIES else -lead


@kernel
def whole_fronts(state: Any, table: Any, alliance: int) -> int:
    """The fronts of which `alliance` controls all the cities."""
    held = 0
    for front in range(FRONTS):
        held += state.cities[1 - alliance] & table.front_cities[front] == 0
    return held
