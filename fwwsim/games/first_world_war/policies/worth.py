"""What things are worth to a faction of the heuristic family: fronts, positions and combats, in cities."""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.eligibility import closed_by_treaty
from fwwsim.games.first_world_war.lines import reaches_base, takeable
from fwwsim.games.first_world_war.names import TURNS
from fwwsim.games.first_world_war.policies.belief import (
    expected_strength,
    strength_of,
    study,
)
from fwwsim.games.first_world_war.policies.weights import (
    ATTACK,
    CENTRE,
    CITY,
    CLEAR,
    COVER,
    DEFEND,
    EXPOSED,
    KILL,
    LOSS,
    NEAR,
    POINT,
    VALUE,
)
from fwwsim.games.first_world_war.tables import LEAST_DIFFERENCE
from fwwsim.jit import kernel


@kernel
def city_worth(table: Any, faction: int, city: int) -> float:
    """Worth of a change of hands of `city`."""
    worth = table.weights[faction, CITY]
    for owner in range(4):
        if table.centres[owner] >> city & 1:
            worth += table.weights[faction, CENTRE]
    return worth


@kernel
def point_worth(state: Any, table: Any, faction: int) -> float:
    """Worth of a surrender point this turn: none on turn 6, nor before surrender rolls begin (R8.3)."""
    if state.turn >= TURNS or state.turn < table.surrender_from:
        return 0.0
    return table.weights[faction, POINT]


@kernel
def prize(state: Any, table: Any, faction: int, alliance: int, front: int) -> float:
    """What a victory of `alliance` on `front` would bring it now, in the eyes of `faction`."""
    if closed_by_treaty(state, front):
        return 0.0
    cities = takeable(state, table, alliance, front)
    if cities == 0:
        if reaches_base(state, table, alliance, front):
            loser = table.home[1 - alliance, front]
            given = state.pointed[loser] >> front & 1
            return 0.0 if given else point_worth(state, table, faction)
        return 0.0
    best = 0.0
    while cities:
        best = max(best, city_worth(table, faction, first_bit(cities)))
        cities &= cities - 1
    before_base = popcount(state.cities[1 - alliance] & table.front_cities[front])
    return best + table.weights[faction, NEAR] * point_worth(state, table, faction) / (1.0 + before_base)


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
    enemy is left in place. Needs `look_around`.
    """
    alliance = faction >> 1
    state.stake[front] = prize(state, table, faction, 1 - alliance, front)
    state.reward[front] = prize(state, table, faction, alliance, front)
    if table.home[alliance, front] == faction:
        armies = state.armies[alliance, front]
        state.own_armies[front] = popcount(armies)
        state.own_strength[front] = strength_of(table, faction, alliance, armies)
    else:
        study(state, table, faction, alliance, front)
        state.own_armies[front] = popcount(state.known) + state.hidden * state.chance
        state.own_strength[front] = expected_strength(state, table, faction, alliance)
    study(state, table, faction, 1 - alliance, front)
    state.enemy_strength[front] = expected_strength(state, table, faction, 1 - alliance)
    refresh(state, table, faction, front)


@kernel
def refresh(state: Any, table: Any, faction: int, front: int) -> None:
    """Note the worth of the position on `front` as its strengths stand."""
    state.standing[front] = position_worth(
        state, table, faction, front, state.own_armies[front], state.own_strength[front]
    )


@kernel
def shift(state: Any, table: Any, faction: int, front: int, armies: int, strength: float) -> None:
    """Count `armies` armies of so much strength in all as arrived on `front` (negative: as gone)."""
    state.own_armies[front] += armies
    state.own_strength[front] += strength
    refresh(state, table, faction, front)


@kernel
def position_worth(state: Any, table: Any, faction: int, front: int, armies: float, strength: float) -> float:
    """Worth of having so many `armies` of so much `strength` on `front`."""
    weights = table.weights[faction]
    share = strength / (strength + state.enemy_strength[front] + 1.0)
    stake, reward = state.stake[front], state.reward[front]
    covered = min(1.0, armies)
    return weights[COVER] * stake * covered + (weights[DEFEND] * stake + weights[ATTACK] * reward) * share


@kernel
def army_strength(table: Any, faction: int, alliance: int, army: int) -> float:
    """The strength of one army."""
    return 1.0 + table.weights[faction, VALUE] * table.value[alliance, army]


@kernel
def arrival_worth(state: Any, table: Any, faction: int, front: int, strength: float) -> float:
    """What one more army of this strength adds to `front`."""
    armies, total = state.own_armies[front] + 1.0, state.own_strength[front] + strength
    return position_worth(state, table, faction, front, armies, total) - state.standing[front]


@kernel
def departure_cost(state: Any, table: Any, faction: int, front: int, strength: float) -> float:
    """What the departure of one army of this strength takes from `front`."""
    armies, total = state.own_armies[front] - 1.0, state.own_strength[front] - strength
    return state.standing[front] - position_worth(state, table, faction, front, armies, total)


@kernel
def odds_of(table: Any, difference: int, column: int) -> float:
    """P(attack wins) (column 0) or P(tie) (column 1) for a difference of totals before the dice; exact."""
    return table.odds[difference - LEAST_DIFFERENCE, column]


@kernel
def fight_worth(
    state: Any,
    table: Any,
    faction: int,
    front: int,
    attacking: bool,
    enemy: int,
    leads: int,
    win: float,
    tie: float,
) -> float:
    """Worth for `faction` of a fight whose chances and leads are known.

    Parameters
    ----------
    enemy : int
        Enemy armies in the fight.
    leads : int
        Combat values of the lead armies: own * 4 + enemy's.
    win, tie : float
        Probabilities that `faction` wins, that it is a tie.
    """
    weights = table.weights[faction]
    loss = 1.0 - win - tie
    worth = win * state.reward[front] if attacking else -loss * state.stake[front]
    worth += (win + tie) * weights[KILL] * (1.0 + weights[VALUE] * (leads & 3))
    worth -= (loss + tie) * weights[LOSS] * (1.0 + weights[VALUE] * (leads >> 2))
    last = state.own_armies[front] < 1.5
    if last:
        worth -= (loss + tie) * weights[EXPOSED] * state.stake[front]
    if enemy == 1:
        worth += (win if last else win + tie) * weights[CLEAR] * state.reward[front]
    return worth


@kernel
def combat_worth(state: Any, table: Any, faction: int, front: int, attackers: int, chit: int) -> float:
    """Expected worth of attacking on `front` with the armies `attackers`, against what `study` says stands there.

    The number of real armies among the face-down counters is binomial, their values independent; the defender
    leads with its best army. `chit` is the value of the chit that will be laid.
    """
    alliance = faction >> 1
    own = popcount(attackers)
    lead = best_value(table, alliance, attackers)
    known = popcount(state.known)
    known_best = best_value(table, 1 - alliance, state.known) if known else -1
    chance = min(state.chance, 0.999)
    probability = 1.0
    for _ in range(state.hidden):
        probability *= 1.0 - chance
    total = 0.0
    power0, power1, power2 = 1.0, 1.0, 1.0
    for real in range(state.hidden + 1):
        enemy = known + real
        if enemy == 0:
            total += probability * state.reward[front]
        elif probability > 1e-4:
            superior = (own > enemy) - (own < enemy)
            previous = 0.0
            for value in range(4):
                cumulative = 1.0
                if value == 0:
                    cumulative = power0
                elif value == 1:
                    cumulative = power1
                elif value == 2:
                    cumulative = power2
                if value < known_best:
                    continue
                weight = cumulative - previous
                previous = cumulative
                if weight > 0.0:
                    difference = lead + superior + chit - value
                    win, tie = odds_of(table, difference, 0), odds_of(table, difference, 1)
                    total += (probability * weight) * fight_worth(
                        state, table, faction, front, True, enemy, lead * 4 + value, win, tie
                    )
        power0 *= state.at_most[0]
        power1 *= state.at_most[1]
        power2 *= state.at_most[2]
        probability *= (state.hidden - real) / (real + 1.0) * chance / (1.0 - chance)
    return total


@kernel
def best_value(table: Any, alliance: int, armies: int) -> int:
    """The highest combat value in a non-empty set of armies."""
    for value in range(3, 0, -1):
        if armies & table.of_value[alliance, value]:
            return value
    return 0


@kernel
def best_of(table: Any, alliance: int, armies: int) -> int:
    """The first army with the highest combat value of a non-empty set."""
    return first_bit(armies & table.of_value[alliance, best_value(table, alliance, armies)])
