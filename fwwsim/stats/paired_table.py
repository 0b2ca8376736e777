"""The difference between two arms that met the same chance, from a table of who won in the one and in the other."""

import math

import numpy as np
from numpy.typing import ArrayLike

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile


def paired_difference(table: ArrayLike, points: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """The mean of points in the second arm less points in the first, game by game.

    The adjusted Wald interval for paired proportions, with points of any size: one pair is added that gains the
    largest difference possible, and one that loses it, so that the interval keeps a width where no pair, or hardly
    any, differs. Paper: D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of
    binomial proportions based on paired data", J. Educ. Behav. Stat. 37 (2012) 479-488.

    Parameters
    ----------
    table : (results, results) array_like of int
        ``table[i][j]`` games ended with result i in the first arm and with result j in the second.
    points : (results,) array_like of float
        What each result counts.
    confidence : float
        Between 0 and 1.

    Returns
    -------
    Interval
        Its estimate is the plain mean of the differences.

    Raises
    ------
    SpecError
        No games, or a confidence out of range.

    Examples
    --------
    >>> gain = paired_difference([[50, 10], [30, 10]], [1.0, 0.0])
    >>> gain.estimate, round(gain.low, 3), round(gain.high, 3), gain.n
    (0.2, 0.078, 0.315, 100)
    """
    counts, worth = np.asarray(table, np.float64), np.asarray(points, np.float64)
    games = int(counts.sum())
    if games < 1:
        raise SpecError(f"observations: found {games}; allowed: 1 or more")
    steps = worth[np.newaxis, :] - worth[:, np.newaxis]
    most = float(np.ptp(worth))
    total, squares = float((counts * steps).sum()), float((counts * steps**2).sum())
    mean = total / (games + 2)
    spread = math.sqrt(max(0.0, (squares + 2 * most**2) / (games + 2) - mean**2) / (games + 2))
    half = normal_quantile(confidence) * spread
    return Interval(total / games, max(mean - half, -most), min(mean + half, most), games)
