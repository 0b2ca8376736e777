"""What a faction may know of the other side, front by front.

Public are the numbers of counters of each colour on a front, the armies revealed this turn that have not been
mixed with others since, the losses, and so which armies of a colour are on the board at all. A face-down counter
is taken to be any of those that are not accounted for and could be there, armies and dummies alike.
"""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.games.first_world_war.names import ALLIES, ROMANIA
from fwwsim.games.first_world_war.policies.weights import VALUE
from fwwsim.jit import kernel


@kernel
def look_around(state: Any, table: Any, faction: int) -> None:
    """Note for both alliances which armies are on the board and not revealed: what `study` starts from."""
    for alliance in range(2):
        present = 0
        for front in range(11):
            present |= state.armies[alliance, front]
        state.unseen[alliance] = present & ~state.revealed[alliance]


@kernel
def study(state: Any, table: Any, faction: int, alliance: int, front: int) -> None:
    """What `faction` expects of the counters of `alliance` on `front`.

    Fills ``state.known`` (revealed armies that would fight), ``state.hidden`` (number of face-down counters),
    ``state.chance`` (that one of them is an army that would fight), ``state.at_most[v]`` (that such an army's
    combat value is at most v) and ``state.mean_strength`` (expected strength of such an army).
    """
    visible = state.armies[alliance, front] & state.revealed[alliance]
    state.known = visible & fighters(state, table, alliance, front)
    hidden, real = 0, 0.0
    for value in range(4):
        state.at_most[value] = 0.0
    entry = (
        table.may_enter[state.turn, 0, alliance, front] | table.may_enter[state.turn, 1, alliance, front]
    ) & fighters(state, table, alliance, front)
    for colour in range(2 * alliance, 2 * alliance + 2):
        armies = table.colour[colour]
        counters = popcount(state.armies[alliance, front] & armies) + state.dummies[colour, front]
        unknown = counters - popcount(visible & armies)
        if unknown == 0:
            continue
        hidden += unknown
        pool = state.unseen[alliance] & armies & entry
        size = popcount(pool)
        if size == 0:
            continue
        dummies = table.dummies[colour] - state.dummies_off[colour]
        expected = unknown * size / (size + dummies)
        real += expected
        for value in range(4):
            state.at_most[value] += expected / size * popcount(pool & table.of_value[alliance, value])
    state.hidden = hidden
    state.chance = real / hidden if hidden else 0.0
    below, strength = 0.0, 0.0
    for value in range(4):
        if real > 0.0:
            below += state.at_most[value] / real
            strength += state.at_most[value] / real * (1.0 + table.weights[faction, VALUE] * value)
        state.at_most[value] = below
    state.mean_strength = strength


@kernel
def sum_up(state: Any, table: Any, alliance: int) -> None:
    """Of what `study` noted: the chance of no army that would fight, and else the expected best combat value.

    Fills ``state.none`` and ``state.best``.
    """
    miss = 1.0 - state.chance
    nothing = power(miss, state.hidden)
    least = best_value(table, alliance, state.known) if state.known else 0
    best = 3.0
    if state.known:
        for value in range(least, 3):
            best -= power(miss + state.chance * state.at_most[value], state.hidden)
        state.none = 0.0
    else:
        for value in range(3):
            below = power(miss + state.chance * state.at_most[value], state.hidden)
            best -= (below - nothing) / (1.0 - nothing) if nothing < 1.0 else 1.0
        state.none = nothing
    state.best = best


@kernel
def power(base: float, exponent: int) -> float:
    """`base` to a whole power, 0 or more, by squaring: the same bits with the JIT off, which ``**`` does not give."""
    result = 1.0
    while exponent:
        if exponent & 1:
            result *= base
        exponent >>= 1
        base *= base
    return result


@kernel
def best_value(table: Any, alliance: int, armies: int) -> int:
    """The highest combat value in a set of armies; 0 if it is empty."""
    for value in range(3, 0, -1):
        if armies & table.of_value[alliance, value]:
            return value
    return 0


@kernel
def fighters(state: Any, table: Any, alliance: int, front: int) -> int:
    """The armies of `alliance` that fight at all on `front`: not those at peace (R8.1)."""
    if state.treaty and alliance == ALLIES:
        return table.expeditions if front == ROMANIA else ~table.peaceful
    return -1


@kernel
def strength_of(table: Any, faction: int, alliance: int, armies: int) -> float:
    """The strength of a set of armies in the eyes of `faction`: 1 an army and `value` a combat value point."""
    strength = float(popcount(armies))
    for value in range(1, 4):
        strength += table.weights[faction, VALUE] * value * popcount(armies & table.of_value[alliance, value])
    return strength


@kernel
def expected_strength(state: Any, table: Any, faction: int, alliance: int) -> float:
    """The strength that `study` leaves `faction` to expect on the front it studied."""
    return (
        strength_of(table, faction, alliance, state.known) + state.hidden * state.chance * state.mean_strength
    )
