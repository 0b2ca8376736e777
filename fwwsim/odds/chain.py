"""Finite-horizon Markov chains over any hashable states, exact."""

from collections import Counter
from collections.abc import Callable
from math import lcm
from typing import TypeVar

from fwwsim.odds.pmf import Pmf

S = TypeVar("S")


def evolve(start: Pmf[S], step: Callable[[S, int], Pmf[S]], steps: int) -> tuple[Pmf[S], ...]:
    """The distribution of the state after each of 0, 1, .. `steps` steps.

    Parameters
    ----------
    start : Pmf
        Before the first step.
    step : callable
        ``step(state, time)`` is the distribution of the next state; `time` counts the steps made before, so that
        a policy may depend on how many are left. An absorbing state gives ``Pmf({state: 1})``. Called once for
        each state and time that can occur.
    steps : int

    Returns
    -------
    tuple of Pmf
        `steps` + 1 distributions.

    Examples
    --------
    A gambler with 1 coin plays for double or nothing and leaves with 4:

    >>> def play(coins, time):
    ...     return Pmf({coins: 1}) if coins in (0, 4) else Pmf({0: 1, 2 * coins: 1})
    >>> [stage.probabilities() for stage in evolve(Pmf({1: 1}), play, 3)][-1]
    {0: Fraction(3, 4), 4: Fraction(1, 4)}
    """
    stages = [start]
    for time in range(steps):
        moves = {state: step(state, time) for state in stages[-1].weights}
        scale = lcm(*(move.total for move in moves.values()))
        weights: Counter[S] = Counter()
        for state, weight in stages[-1].weights.items():
            share = weight * (scale // moves[state].total)
            for following, odds in moves[state].weights.items():
                weights[following] += share * odds
        stages.append(Pmf(weights))
    return tuple(stages)
