"""The heuristic family: every decision by weighed features of what the faction may know; it draws nothing.

The weights are a row of ``policies.toml``; :mod:`weights` says what each one means.
"""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.eligibility import may_attack
from fwwsim.games.first_world_war.names import (
    EA,
    FOUR_PLAYERS,
    HAND_LIMIT,
    ITALY,
    ROMANIA,
    TREATY_BONUS,
    TREATY_FRONTS,
    TURNS,
)
from fwwsim.games.first_world_war.policies.assault import (
    attack_worth,
    best_lead,
    needed_attackers,
    open_combat,
    side_worth,
)
from fwwsim.games.first_world_war.policies.belief import best_value, look_around
from fwwsim.games.first_world_war.policies.prizes import city_worth, lead_of, point_worth
from fwwsim.games.first_world_war.policies.relocation import plan_move, plan_transfer, surveyed_fronts
from fwwsim.games.first_world_war.policies.tempo import before_rounds, count_actions, gone
from fwwsim.games.first_world_war.policies.weights import (
    ATTACKS_EAST,
    BLUFF,
    BLUFFS,
    BOLDNESS,
    DRAWS_CHITS,
    EFFORT,
    HASTE,
    KEEP_CHIT,
    LATE,
    MAKES_PEACE,
    MASK,
    NEAR,
    OUTNUMBERED,
    PEACE,
    PROTECT,
    RACE,
    RELOCATE,
    TREATY,
)
from fwwsim.games.first_world_war.policies.worth import (
    army_strength,
    arrival_worth,
    assess,
    assess_front,
    best_of,
    shift,
)
from fwwsim.games.first_world_war.state import COMBAT, MOVE, NO_CHIT, PASS, TRANSFER
from fwwsim.jit import kernel

WORST = -1e9
HALF = 0.5  # fewer armies than this are none
CYCLING = 0.05  # share of `keep_chit` gained by laying a worthless chit from a full hand


@kernel
def survey(state: Any, table: Any, faction: int) -> None:
    """Assess every front where `faction` distributes armies."""
    look_around(state, table, faction)
    before_rounds(state)
    assess(state, table, faction, surveyed_fronts(table, faction))


@kernel
def heuristic_cover(state: Any, table: Any, faction: int, front: int, armies: int) -> int:
    """The weakest army that will do covers a garrison front."""
    alliance = faction >> 1
    for value in range(4):
        weakest = armies & table.of_value[alliance, value]
        if weakest:
            army = first_bit(weakest)
            shift(state, table, faction, front, army, 1)
            return army
    return first_bit(armies)


@kernel
def heuristic_deployment(state: Any, table: Any, faction: int, army: int, fronts: int) -> int:
    """The front that gains most by the army."""
    strength = army_strength(table, faction, faction >> 1, army)
    best, choice = WORST, first_bit(fronts)
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        gain = arrival_worth(state, table, faction, front, army, strength)
        if gain > best:
            best, choice = gain, front
    shift(state, table, faction, choice, army, 1)
    return choice


@kernel
def heuristic_dummy(state: Any, table: Any, faction: int, fronts: int) -> int:
    """The front where most is at stake for each counter there, those without a real army set apart."""
    if table.weights[faction, BLUFFS] <= 0.0:
        return plain_dummy(state, faction, fronts)
    best, choice = WORST, first_bit(fronts)
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        counters = 1.0 + state.own_armies[front] + state.dummies[faction, front]
        stakes = state.stake[front] + table.weights[faction, BLUFF] * state.reward[front]
        if state.own_armies[front] < HALF:
            stakes *= 1.0 + table.weights[faction, MASK]
        if stakes / counters > best:
            best, choice = stakes / counters, front
    return choice


@kernel
def plain_dummy(state: Any, faction: int, fronts: int) -> int:
    """The front where most of the own armies are: a dummy there covers nothing."""
    best, choice = -1.0, first_bit(fronts)
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        if state.own_armies[front] > best:
            best, choice = state.own_armies[front], front
    return choice


@kernel
def heuristic_action(state: Any, table: Any, faction: int) -> int:
    """The combat of highest expected worth, if it beats the best relocation; the relocation if it pays; or pass."""
    alliance = faction >> 1
    look_around(state, table, faction)
    count_actions(state, faction)
    best, best_front, best_attackers = WORST, -1, 0
    fronts = surveyed_fronts(table, faction)
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        assess_front(state, table, faction, front)
        attackers = may_attack(state, table, faction, front)
        if attackers and (front <= ITALY[1] or table.weights[faction, ATTACKS_EAST] > 0.0):
            attackers = needed_attackers(state, table, alliance, attackers)
            worth = attack_worth(state, table, faction, front, attackers)
            if worth > best:
                best, best_front, best_attackers = worth, front, attackers
    if best_front >= 0:
        best += boldness(state, table, faction)
    gain, kind, source = best_relocation(state, table, faction)
    gain *= table.weights[faction, RELOCATE]
    if best_front >= 0 and best > 0.0 and best >= gain:
        state.front = best_front
        state.fighting[alliance] = best_attackers
        return COMBAT
    if gain <= table.weights[faction, EFFORT]:
        return PASS
    if kind == MOVE:
        plan_move(state, table, faction, source)
    else:
        plan_transfer(state, table, faction)
    return kind


@kernel
def boldness(state: Any, table: Any, faction: int) -> float:
    """What is added to the worth of a combat: more as the turn runs out, less on turn 6 for the side that leads."""
    weights = table.weights[faction]
    added = weights[BOLDNESS] + weights[HASTE] * gone(state, faction)
    if state.turn == TURNS:
        added -= weights[PROTECT] * lead_of(state, faction >> 1)
    return added


@kernel
def best_relocation(state: Any, table: Any, faction: int) -> tuple[float, int, int]:
    """The worth of the best Move or transfer, its kind, and the source of a Move."""
    gain, kind, source = plan_transfer(state, table, faction), TRANSFER, 0
    fronts = table.home_fronts[faction]
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        moved = plan_move(state, table, faction, front)
        if moved > gain:
            gain, kind, source = moved, MOVE, front
    return gain, kind, source


@kernel
def heuristic_chit(state: Any, table: Any, faction: int, chits: int, attacking: bool) -> int:
    """The chit, or none, that makes the combat worth most, less the worth of keeping it."""
    open_combat(state, table, faction)
    alliance = faction >> 1
    armies = state.fighting[alliance]
    enemy_value = best_value(table, 1 - alliance, state.fighting[1 - alliance])
    best, choice = WORST, NO_CHIT
    if chits & table.mandatory[alliance] == 0:
        lead = best_lead(state, table, faction, armies, attacking, enemy_value, 0)
        best = side_worth(state, table, faction, attacking, table.value[alliance, lead], enemy_value, 0)
    crowded = popcount(state.hand[table.hand_of[faction]]) == HAND_LIMIT
    while chits:
        chit = first_bit(chits)
        chits &= chits - 1
        value = table.chit_value[alliance, chit]
        lead = best_lead(
            state, table, faction, armies & table.chit_armies[alliance, chit], attacking, enemy_value, value
        )
        worth = side_worth(state, table, faction, attacking, table.value[alliance, lead], enemy_value, value)
        if value > 0:
            worth -= table.weights[faction, KEEP_CHIT] * value
        elif crowded:
            worth += table.weights[faction, KEEP_CHIT] * CYCLING
        if worth > best:
            best, choice = worth, chit
    return choice


@kernel
def heuristic_lead(state: Any, table: Any, faction: int, armies: int, attacking: bool) -> int:
    """The lead army that makes the combat worth most; the attacker expects the defender's best."""
    open_combat(state, table, faction)
    alliance = faction >> 1
    chit = state.laid[alliance]
    chit_value = 0 if chit == NO_CHIT else table.chit_value[alliance, chit]
    if attacking:
        enemy_value = best_value(table, 1 - alliance, state.fighting[1 - alliance])
    else:
        enemy_value = table.value[1 - alliance, state.lead[1 - alliance]]
    return best_lead(state, table, faction, armies, attacking, enemy_value, chit_value)


@kernel
def heuristic_draws(state: Any, table: Any, faction: int) -> bool:
    """Draw unless the chits that may be in the cup, a partner's hand included, are worth less than nothing."""
    if table.weights[faction, DRAWS_CHITS] <= 0.0:
        return False
    alliance = faction >> 1
    own = state.hand[table.hand_of[faction]]
    chits = state.cup[alliance]
    for partner in range(2 * alliance, 2 * alliance + 2):
        chits |= state.hand[table.hand_of[partner]]
    chits &= ~own
    total = 0
    while chits:
        total += table.chit_value[alliance, first_bit(chits)]
        chits &= chits - 1
    return total >= 0


@kernel
def heuristic_returns(state: Any, table: Any, faction: int, chit: int) -> bool:
    """A harmful chit that cannot be played is kept from the partner, unless it crowds the hand."""
    crowded = popcount(state.hand[table.hand_of[faction]]) >= HAND_LIMIT
    return crowded or table.chit_value[faction >> 1, chit] >= 0


@kernel
def heuristic_surplus(state: Any, table: Any, faction: int, chits: int) -> int:
    """The old chit of lowest value goes back."""
    alliance = faction >> 1
    choice = first_bit(chits)
    while chits:
        chit = first_bit(chits)
        chits &= chits - 1
        if table.chit_value[alliance, chit] < table.chit_value[alliance, choice]:
            choice = chit
    return choice


@kernel
def heuristic_city(state: Any, table: Any, faction: int, cities: int, front: int) -> int:
    """The city worth most; one beside the enemy base is worth more while a point may follow."""
    alliance = faction >> 1
    loser = table.home[1 - alliance, front]
    best, choice = WORST, first_bit(cities)
    while cities:
        city = first_bit(cities)
        cities &= cities - 1
        worth = city_worth(state, table, faction, city)
        if table.at_base[state.turn, 1 - alliance, front] >> city & 1:
            worth += table.weights[faction, NEAR] * point_worth(state, table, faction, loser)
        if worth > best:
            best, choice = worth, city
    return choice


@kernel
def heuristic_replacements(table: Any, alliance: int, armies: int, size: int) -> int:
    """The best armies first."""
    chosen = 0
    for _ in range(size):
        chosen |= 1 << best_of(table, alliance, armies & ~chosen)
    return chosen


@kernel
def east_is_lost(state: Any, table: Any, faction: int) -> bool:
    """Whether more is at stake than to be won on the fronts that the treaty closes (R8.1)."""
    weights = table.weights[faction]
    if weights[MAKES_PEACE] <= 0.0:
        return False
    look_around(state, table, faction)
    before_rounds(state)
    balance = weights[TREATY] + weights[PEACE] * lead_of(state, faction >> 1)
    for front in TREATY_FRONTS:
        assess_front(state, table, faction, front)
        balance += state.stake[front] - state.reward[front]
        balance += weights[OUTNUMBERED] * (state.enemy_strength[front] - state.own_strength[front])
    assess_front(state, table, faction, ROMANIA)
    balance += state.stake[ROMANIA] - state.reward[ROMANIA]
    if faction == EA and table.players == FOUR_PLAYERS:
        balance += weights[RACE] * TREATY_BONUS
    return balance > 0.0


@kernel
def heuristic_place(table: Any, faction: int, places: int) -> int:
    """The latest place left, or the earliest."""
    choice = first_bit(places)
    if table.weights[faction, LATE] > 0.0:
        while places:
            choice = first_bit(places)
            places &= places - 1
    return choice
