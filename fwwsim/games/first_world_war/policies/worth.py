"""What fronts and positions are worth to a faction of the heuristic family, in cities."""

import math
from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.policies.belief import (
    best_value,
    expected_strength,
    strength_of,
    study,
    sum_up,
)
from fwwsim.games.first_world_war.policies.prizes import prize
from fwwsim.games.first_world_war.policies.tempo import gone
from fwwsim.games.first_world_war.policies.weights import (
    ATTACK,
    COVER,
    DEFEND,
    FADE_ATTACK,
    FADE_DEFEND,
    HOLD,
    PARRY,
    STRIKE,
    VALUE,
    WALK,
)
from fwwsim.games.first_world_war.tables import LEAST_DIFFERENCE
from fwwsim.jit import kernel


@kernel
def assess(state: Any, table: Any, faction: int, fronts: int) -> None:
    """Note stakes and strengths of `fronts` for `faction`, from what it may know (see `assess_front`)."""
    while fronts:
        assess_front(state, table, faction, first_bit(fronts))
        fronts &= fronts - 1


@kernel
def assess_front(state: Any, table: Any, faction: int, front: int) -> None:
    """Note stakes and strengths of one front for `faction`, from what it may know.

    Fills, at `front`: ``state.stake`` (what the enemy could take), ``state.reward`` (what could be taken),
    ``state.own_armies`` and ``state.own_strength`` (expected, where a partner's counters lie face down),
    ``state.enemy_strength`` and ``state.standing`` (worth of the position). On a home front the study of the
    enemy is left in place. Needs `look_around` and the actions left (`tempo`).
    """
    alliance = faction >> 1
    state.stake[front] = prize(state, table, faction, 1 - alliance, front)
    state.reward[front] = prize(state, table, faction, alliance, front)
    state.looks_closely = sees_odds(table, faction)
    if table.home[alliance, front] == faction:
        armies = state.armies[alliance, front]
        state.own_set[front] = armies
        state.own_armies[front] = popcount(armies)
        state.own_strength[front] = strength_of(table, faction, alliance, armies)
        state.own_best[front] = 0.0
    else:
        study(state, table, faction, alliance, front)
        state.own_set[front] = state.known
        state.own_armies[front] = popcount(state.known) + state.hidden * state.chance
        state.own_strength[front] = expected_strength(state, table, faction, alliance)
        if state.looks_closely:
            sum_up(state, table, alliance)
            state.own_best[front] = state.best
    study(state, table, faction, 1 - alliance, front)
    state.enemy_strength[front] = expected_strength(state, table, faction, 1 - alliance)
    if state.looks_closely:
        sum_up(state, table, 1 - alliance)
        state.enemy_armies[front] = popcount(state.known) + state.hidden * state.chance
        state.enemy_best[front] = state.best
        state.enemy_none[front] = state.none
    weigh(state, table, faction, front)
    refresh(state, table, faction, front)


@kernel
def sees_odds(table: Any, faction: int) -> bool:
    """Whether `faction` looks at the odds of each front, or at fronts that the enemy seems to have left."""
    weights = table.weights[faction]
    return weights[STRIKE] != 0.0 or weights[PARRY] != 0.0 or weights[WALK] != 0.0


@kernel
def weigh(state: Any, table: Any, faction: int, front: int) -> None:
    """Note what an army, a share of the strength and the odds are worth on `front`, as the turn runs out."""
    weights = table.weights[faction]
    stake, reward = state.stake[front], state.reward[front]
    own_gone = gone(state, table.home[faction >> 1, front])
    enemy_gone = gone(state, table.home[1 - (faction >> 1), front])
    danger = 1.0 - weights[FADE_DEFEND] * enemy_gone
    chance = 1.0 - weights[FADE_ATTACK] * own_gone
    covering = weights[COVER] * stake + weights[HOLD] * stake * enemy_gone
    if weights[WALK] != 0.0:
        covering += weights[WALK] * reward * enemy_gone * state.enemy_none[front]
    state.covering[front] = covering
    state.pushing[front] = weights[DEFEND] * stake * danger + weights[ATTACK] * reward * chance
    state.striking[front] = weights[STRIKE] * reward * chance
    state.parrying[front] = weights[PARRY] * stake * danger


@kernel
def refresh(state: Any, table: Any, faction: int, front: int) -> None:
    """Note the worth of the position on `front` as its strengths stand."""
    armies = state.own_armies[front]
    worth = position_worth(state, front, armies, state.own_strength[front])
    if state.looks_closely:
        worth += odds_worth(state, table, faction, front, armies, state.own_set[front])
    state.standing[front] = worth


@kernel
def shift(state: Any, table: Any, faction: int, front: int, army: int, sign: int) -> None:
    """Count an army as arrived on `front` (`sign` 1) or as gone (-1)."""
    state.own_armies[front] += sign
    state.own_strength[front] += sign * army_strength(table, faction, faction >> 1, army)
    state.own_set[front] ^= 1 << army
    refresh(state, table, faction, front)


@kernel
def position_worth(state: Any, front: int, armies: float, strength: float) -> float:
    """Worth of having so many `armies` of so much `strength` on `front`, the odds of combats aside."""
    share = strength / (strength + state.enemy_strength[front] + 1.0)
    return state.covering[front] * min(1.0, armies) + state.pushing[front] * share


@kernel
def odds_worth(state: Any, table: Any, faction: int, front: int, armies: float, known: int) -> float:
    """Worth of the odds that so many `armies`, those of the set `known` among them, have on `front` (R6.1)."""
    covered = min(1.0, armies)
    best = max(state.own_best[front], best_value(table, faction >> 1, known))
    more = max(-1.0, min(1.0, armies - state.enemy_armies[front]))  # R6.1.3
    difference = best + more - state.enemy_best[front]
    none = state.enemy_none[front]
    won = covered * (none + (1.0 - none) * likely_win(table, difference))
    lost = (1.0 - none) * (1.0 - covered + covered * likely_win(table, -difference))
    return state.striking[front] * won - state.parrying[front] * lost


@kernel
def likely_win(table: Any, difference: float) -> float:
    """P(attack wins) for a difference between whole numbers, on the straight line between them."""
    below = math.floor(difference)
    low, high = odds_of(table, below, 0), odds_of(table, below + 1, 0)
    return low + (difference - below) * (high - low)


@kernel
def army_strength(table: Any, faction: int, alliance: int, army: int) -> float:
    """The strength of one army."""
    return 1.0 + table.weights[faction, VALUE] * table.value[alliance, army]


@kernel
def arrival_worth(state: Any, table: Any, faction: int, front: int, army: int, strength: float) -> float:
    """What one more army, of this strength, adds to `front`."""
    armies, total = state.own_armies[front] + 1.0, state.own_strength[front] + strength
    worth = position_worth(state, front, armies, total)
    if state.looks_closely:
        worth += odds_worth(state, table, faction, front, armies, state.own_set[front] | 1 << army)
    return worth - state.standing[front]


@kernel
def departure_cost(state: Any, table: Any, faction: int, front: int, army: int, strength: float) -> float:
    """What the departure of an army, of this strength, takes from `front`."""
    armies, total = state.own_armies[front] - 1.0, state.own_strength[front] - strength
    worth = position_worth(state, front, armies, total)
    if state.looks_closely:
        worth += odds_worth(state, table, faction, front, armies, state.own_set[front] & ~(1 << army))
    return state.standing[front] - worth


@kernel
def odds_of(table: Any, difference: int, column: int) -> float:
    """P(attack wins) (column 0) or P(tie) (column 1) for a difference of totals before the dice; exact."""
    return table.odds[difference - LEAST_DIFFERENCE, column]


@kernel
def best_of(table: Any, alliance: int, armies: int) -> int:
    """The first army with the highest combat value of a non-empty set."""
    return first_bit(armies & table.of_value[alliance, best_value(table, alliance, armies)])
