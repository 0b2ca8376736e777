"""What combats are worth to a faction of the heuristic family, in cities."""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.eligibility import layable_chits
from fwwsim.games.first_world_war.policies.belief import best_value, look_around
from fwwsim.games.first_world_war.policies.tempo import count_actions
from fwwsim.games.first_world_war.policies.weights import (
    CLEAR,
    EXPOSED,
    FEAR,
    KEEP_CHIT,
    KILL,
    LOSS,
    PLAN_CHIT,
    VALUE,
)
from fwwsim.games.first_world_war.policies.worth import assess_front, best_of, odds_of
from fwwsim.games.first_world_war.resolution import superiority as superiority_rule
from fwwsim.games.first_world_war.state import NO_CHIT, NOBODY
from fwwsim.jit import kernel

WORST = -1e9

superiority = kernel(superiority_rule)


@kernel
def attack_worth(state: Any, table: Any, faction: int, front: int, attackers: int) -> float:
    """Expected worth of attacking on `front`, a chit of the hand counted on if the policy plans so far."""
    worth = combat_worth(state, table, faction, front, attackers, 0)
    if table.weights[faction, PLAN_CHIT] <= 0.0:
        return worth
    alliance = faction >> 1
    chits = layable_chits(table, state.hand[table.hand_of[faction]], alliance, attackers, True)
    if chits & table.mandatory[alliance]:  # R6.2.2
        value = best_chit_value(table, alliance, chits)
        return combat_worth(state, table, faction, front, attackers, value)
    if chits:
        value = best_chit_value(table, alliance, chits)
        if value > 0:
            cost = table.weights[faction, KEEP_CHIT] * value
            worth = max(worth, combat_worth(state, table, faction, front, attackers, value) - cost)
    return worth


@kernel
def best_chit_value(table: Any, alliance: int, chits: int) -> int:
    """The highest value in a non-empty set of chits."""
    best = table.chit_value[alliance, first_bit(chits)]
    while chits:
        best = max(best, table.chit_value[alliance, first_bit(chits)])
        chits &= chits - 1
    return best


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
    answer = chit_chance(state, table, faction, front)
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
                    if answer > 0.0:
                        win += answer * (odds_of(table, difference - 1, 0) - win)
                        tie += answer * (odds_of(table, difference - 1, 1) - tie)
                    total += (probability * weight) * fight_worth(
                        state, table, faction, front, True, enemy, lead * 4 + value, win, tie
                    )
        power0 *= state.at_most[0]
        power1 *= state.at_most[1]
        power2 *= state.at_most[2]
        probability *= (state.hidden - real) / (real + 1.0) * chance / (1.0 - chance)
    return total


@kernel
def chit_chance(state: Any, table: Any, faction: int, front: int) -> float:
    """The chance that the defender of `front` lays a chit, in the eyes of the attacker: from the size of its hand."""
    fear = table.weights[faction, FEAR]
    if fear == 0.0:
        return 0.0
    defender = table.home[1 - (faction >> 1), front]
    return min(1.0, fear * popcount(state.hand[table.hand_of[defender]]))


@kernel
def needed_attackers(state: Any, table: Any, alliance: int, armies: int) -> int:
    """The best army as lead and, if superiority is certain with fewer than all, only so many of the weakest others."""
    surplus = popcount(armies) - (popcount(state.known) + state.hidden + 1)
    lead = 1 << best_of(table, alliance, armies)
    for value in range(3, -1, -1):
        spare = armies & table.of_value[alliance, value] & ~lead
        while spare and surplus > 0:
            armies &= ~(spare & -spare)
            spare &= spare - 1
            surplus -= 1
    return armies


@kernel
def side_worth(
    state: Any, table: Any, faction: int, attacking: bool, lead_value: int, enemy_value: int, chit_value: int
) -> float:
    """Worth of the combat under way with these lead values and own chit; a chit laid by the enemy counts 1."""
    alliance = faction >> 1
    own, enemy = popcount(state.fighting[alliance]), popcount(state.fighting[1 - alliance])
    enemy_chit = 0 if state.laid[1 - alliance] == NO_CHIT else 1
    difference = lead_value + superiority(own, enemy) + chit_value
    difference -= enemy_value + superiority(enemy, own) + enemy_chit
    if attacking:
        win, tie = odds_of(table, difference, 0), odds_of(table, difference, 1)
    else:
        tie = odds_of(table, -difference, 1)
        win = 1.0 - odds_of(table, -difference, 0) - tie
    return fight_worth(
        state, table, faction, state.front, attacking, enemy, lead_value * 4 + enemy_value, win, tie
    )


@kernel
def best_lead(
    state: Any, table: Any, faction: int, armies: int, attacking: bool, enemy_value: int, chit_value: int
) -> int:
    """The army of `armies` that leads best, and so that another of its value is as good."""
    alliance = faction >> 1
    best, choice = WORST, first_bit(armies)
    for value in range(4):
        equals = armies & table.of_value[alliance, value]
        if equals:
            worth = side_worth(state, table, faction, attacking, value, enemy_value, chit_value)
            if worth >= best:
                best, choice = worth, first_bit(equals)
    return choice


@kernel
def open_combat(state: Any, table: Any, faction: int) -> None:
    """Look at the front of the combat under way again, now that the enemy's armies there are revealed."""
    look_around(state, table, faction)
    count_actions(state, NOBODY)
    assess_front(state, table, faction, state.front)
