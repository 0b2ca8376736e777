"""What a league tells: pay-offs, ratings, the equilibrium, the ranking by evolution, and the range over all pairs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.league import League
from fwwsim.odds.matrix_game import Solution, solve_matrix
from fwwsim.stats.alpha_rank import alpha_rank
from fwwsim.stats.intervals import Interval, wilson
from fwwsim.stats.ratings import Ratings, bradley_terry


@dataclass(frozen=True, slots=True)
class Standings:
    """The figures of a league; ``[row][column]`` is row on the first side against column on the second.

    Attributes
    ----------
    shares : tuple of tuple of Interval
        Share of the games that go to the first side; a drawn game counts as the spec says.
    ratings : Ratings
        Bradley-Terry, drawn games half.
    equilibrium : Solution
        Of the zero-sum game with the shares as pay-off: its value, and a mixture a side.
    value : Interval
        The share of the first side at the equilibrium mixture. Its ends are the mixture's means of the cells'
        ends: cells share their dice, so nothing narrower is safe. That the mixture is itself estimated is left out.
    rates : dict
        Question -> word -> rate at the equilibrium mixture, with the same kind of interval.
    time : (policies, policies) array
        Alpha-rank.
    lowest, highest : tuple of int
        Row and column of the least and the greatest share.
    """

    shares: tuple[tuple[Interval, ...], ...]
    ratings: Ratings
    equilibrium: Solution
    value: Interval
    rates: dict[str, dict[str, Interval]]
    time: NDArray[np.float64]
    lowest: tuple[int, int]
    highest: tuple[int, int]


def stand(league: League) -> Standings:
    """The standings of a league that is complete."""
    spec, sides = league.spec, league.arena.contest.sides
    n, games = len(spec.policies), spec.games
    wins, losses = (league.table("side", side) for side in sides)
    draws = games - wins - losses
    shares = shares_of(league)
    payoff = np.array([[cell.estimate for cell in row] for row in shares])
    equilibrium = _cleaned(solve_matrix(payoff.tolist()))
    weights = np.outer(equilibrium.row, equilibrium.column)
    return Standings(
        shares=shares,
        ratings=bradley_terry(wins + 0.5 * draws, np.full((n, n), games)),
        equilibrium=equilibrium,
        value=mix(weights, shares),
        rates=rates_at(league, weights),
        time=alpha_rank(payoff, spec.selection, spec.population),
        lowest=_place(int(payoff.argmin()), n),
        highest=_place(int(payoff.argmax()), n),
    )


def shares_of(league: League) -> tuple[tuple[Interval, ...], ...]:
    """The share of the first side in each cell; a game without a winner counts as the spec says."""
    spec, n = league.spec, len(league.spec.policies)
    wins, losses = (league.table("side", side) for side in league.arena.contest.sides)
    points = wins + spec.draw * (spec.games - wins - losses)
    return tuple(
        tuple(wilson(float(points[row, column]), spec.games) for column in range(n)) for row in range(n)
    )


def rates_at(league: League, weights: NDArray[np.float64]) -> dict[str, dict[str, Interval]]:
    """Question -> word -> rate over the cells by weights of sum 1; see `mix`."""
    games = league.spec.games
    return {
        question: {
            word: mix(
                weights,
                [[wilson(int(count), games) for count in row] for row in league.table(question, word)],
            )
            for word in words
        }
        for question, words in league.cells[0].counts.items()
    }


def mix(
    weights: NDArray[np.float64], cells: tuple[tuple[Interval, ...], ...] | list[list[Interval]]
) -> Interval:
    """The mean of intervals by weights of sum 1, end by end: safe however the cells depend on each other.

    >>> mix(np.array([[0.5, 0.5]]), [[Interval(0.2, 0.1, 0.3, 9), Interval(0.4, 0.3, 0.5, 9)]]).low
    0.2
    """
    flat = [cell for row in cells for cell in row]
    share = weights.ravel()
    ends = np.array([[cell.estimate, cell.low, cell.high] for cell in flat])
    estimate, low, high = (float(value) for value in share @ ends)
    return Interval(
        estimate, low, high, sum(cell.n for cell, part in zip(flat, share, strict=True) if part > 0)
    )


def _cleaned(solution: Solution) -> Solution:
    """The solution without the rounding errors of the linear programme: no share below 0, and their sum 1."""
    row, column = (np.array(shares).clip(0.0) for shares in (solution.row, solution.column))
    return Solution(
        solution.value, tuple(map(float, row / row.sum())), tuple(map(float, column / column.sum()))
    )


def _place(flat: int, columns: int) -> tuple[int, int]:
    return flat // columns, flat % columns
