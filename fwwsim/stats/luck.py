"""Luck against choice: how much of who wins is the dice's, and how much the players' choice of a policy."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval
from fwwsim.stats.variance import Cells, chosen_component


@dataclass(frozen=True, slots=True)
class LuckAndChoice:
    """Shares of the variance of winning, when both sides pick any of their policies with equal probability.

    Attributes
    ----------
    choice, luck : Interval
        What the pair of policies decides, and what remains to the dice; together 1.
    first, second : Interval
        The part of the choice that is the first side's policy alone, whatever the second's, and the reverse. What
        they lack to `choice` is how policies suit each other.
    variance : float
        The whole variance: the mean rate of winning, times what it lacks to 1.
    """

    choice: Interval
    luck: Interval
    first: Interval
    second: Interval
    variance: float


def luck_and_choice(pairs: Cells, rows: int, confidence: float = CONFIDENCE) -> LuckAndChoice:
    """Split the variance of winning by the law of total variance.

    It is the variance of the rates of winning over the pairs, plus the mean of their variances within a pair. What
    the rates found differ by chance is taken off the one and added to the other. The intervals are those of
    `variance.chosen_component`, with the whole variance taken as known.

    Parameters
    ----------
    pairs : Cells
        The rate at which the first side wins, of each pair of policies: row by row, a row for each policy of the
        first side and in it a cell for each of the second.
    rows : int
        Policies of the first side.
    confidence : float

    Raises
    ------
    SpecError
        Fewer than 2 pairs, unequal rows, or a side that always wins.

    Examples
    --------
    The first side's second policy wins 70 games of 100 against either policy, its first one 30:

    >>> from fwwsim.stats.variance import independent_cells
    >>> found = luck_and_choice(independent_cells([3000, 3000, 7000, 7000], [10_000] * 4), 2)
    >>> [round(part.estimate, 3) for part in (found.choice, found.luck, found.first, found.second)]
    [0.16, 0.84, 0.16, 0.0]
    """
    size = pairs.means.size
    if rows < 1 or size < 2 or size % rows:
        raise SpecError(f"pairs: found {size} in {rows} rows; allowed: 2 or more, in rows of one length")
    rate = float(pairs.means.mean())
    if not 0 < rate < 1:
        raise SpecError(f"pairs: found a rate of {rate:g} in all of them; allowed: games won by either side")
    whole = rate * (1 - rate)
    over_rows = np.kron(np.eye(rows), np.full((1, size // rows), rows / size))
    over_columns = np.kron(np.full((1, rows), 1 / rows), np.eye(size // rows))
    choice, first, second = (
        _share(pairs, weights, whole, confidence) for weights in (np.eye(size), over_rows, over_columns)
    )
    luck = Interval(1 - choice.estimate, 1 - choice.high, 1 - choice.low, choice.n)
    return LuckAndChoice(choice, luck, first, second, whole)


def _share(pairs: Cells, weights: NDArray[np.float64], whole: float, confidence: float) -> Interval:
    """The variance of averages of the cells, as a share of the whole; none if there is one average only."""
    if len(weights) < 2:
        return Interval(0.0, 0.0, 0.0, pairs.n)
    averages = Cells(weights @ pairs.means, weights @ pairs.covariance @ weights.T, pairs.n)
    found = chosen_component(averages, confidence).variance
    share, low, high = (min(part / whole, 1.0) for part in (found.estimate, found.low, found.high))
    return Interval(share, low, high, pairs.n)
