"""Control variates: the luck of the dice, whose mean is known to be 0, taken out of a rate.

A side that rolled above average won more for it. What an outcome owes to such a number is found by least squares
and taken away; the mean stays the same in the long run, and the variance falls by the share explained. Text: A. B.
Owen, "Monte Carlo theory, methods and examples" (2013), section 8.9.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile
from fwwsim.stats.moments import Moments

CONSTANT = 1e-10  # of the mean square: a variance below it is rounding
COLLINEAR = 1e-6  # of the largest singular value


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A mean without and with the controls taken out.

    Attributes
    ----------
    plain, adjusted : Interval
    saved : float or None
        The share of the variance saved, R^2: 0.75 is worth four times the games. None if the outcome is constant.
    dropped : tuple of int
        The controls not used because they are constant, counted from 0.
    p_zero : float
        Of the claim that the controls' mean is 0; a tiny one says that it is not, and `adjusted` not to be trusted.
    """

    plain: Interval
    adjusted: Interval
    saved: float | None
    dropped: tuple[int, ...]
    p_zero: float


def adjusted_mean(games: Moments, reach: float = 0.5, confidence: float = CONFIDENCE) -> Adjusted:
    """Take controls out of a mean.

    The intervals are those of normal theory, for many games; z^2 imaginary games at the ends of the range keep
    them from vanishing when the outcome is constant.

    Parameters
    ----------
    games : Moments
        Column 0 is the outcome; the others are controls, each of true mean 0.
    reach : float
        Half the range of the outcome: 1/2 for a game won or not.
    confidence : float

    Raises
    ------
    SpecError
        No outcome, or too few games for the controls.

    Examples
    --------
    >>> from fwwsim.stats.moments import moments
    >>> luck = [-1, -1, 0, 0, 0, 0, 1, 1] * 100
    >>> won = [0, 0, 0, 1, 0, 1, 1, 1] * 100
    >>> found = adjusted_mean(moments([*zip(won, luck)]))
    >>> round(found.plain.width, 3), round(found.adjusted.width, 3), round(found.saved, 3)
    (0.07, 0.049, 0.5)
    """
    controls = games.sums.size - 1
    if controls < 0 or games.n < controls + 3:
        raise SpecError(
            f"games: found {games.n} for {controls} controls; allowed: an outcome, and 3 games more"
        )
    z = normal_quantile(confidence)
    variance, squares = np.diag(games.covariance), np.diag(games.products) / games.n
    varied = variance > CONSTANT * squares
    used = np.flatnonzero(varied[1:]) + 1
    outcome = float(variance[0]) if varied[0] else 0.0
    weights, explained, rank, p_zero = _fit(games, used)
    explained = min(max(explained, 0.0), outcome)
    left = (outcome - explained) * (games.n - 1) / (games.n - rank - 1)
    mean = float(games.means[0])
    return Adjusted(
        _interval(mean, outcome, games.n, z, reach),
        _interval(mean - float(weights @ games.means[used]), left, games.n, z, reach),
        explained / outcome if outcome > 0 else None,
        tuple(int(control) for control in np.flatnonzero(~varied[1:])),
        p_zero,
    )


def adjusted_difference(games: Moments, confidence: float = CONFIDENCE) -> Adjusted:
    """Take controls out of the difference of two arms on the same games.

    Parameters
    ----------
    games : Moments
        Columns 0 and 1 are the outcome, 0 or 1, in the first arm and in the second; the others are controls of
        either arm, each of true mean 0. One and the same luck in both arms may be given twice.
    confidence : float

    Returns
    -------
    Adjusted
        Of the second arm less the first. With few flips `paired.compare` has the better interval.

    Raises
    ------
    SpecError
        Fewer than two columns, or too few games for the controls.

    Examples
    --------
    >>> from fwwsim.stats.moments import moments
    >>> found = adjusted_difference(moments([[0, 0, 1], [1, 1, 1], [0, 1, -2]] * 100))
    >>> round(found.plain.estimate, 3), round(found.adjusted.estimate, 3), round(found.saved, 3)
    (0.333, 0.333, 1.0)
    """
    columns = games.sums.size
    if columns < 2:
        raise SpecError(f"columns: found {columns}; allowed: the outcome of two arms, then controls")
    weights = np.eye(columns)[1:]
    weights[0, 0] = -1.0
    return adjusted_mean(games.combined(weights), 1.0, confidence)


def borrowed_mean(games: Moments, known: Interval, reach: float = 0.5) -> Interval:
    """A mean from few games, helped by another answer on the same games that many more games have settled.

    What the other answer is on these games by chance, against its estimate from all its games, is taken out as far as
    the two go together; the doubt about that estimate is added in the same measure.

    Parameters
    ----------
    games : Moments
        Column 0 is the outcome; column 1 the other outcome less `known.estimate`. These games are among those of
        `known`, or of their kind.
    known : Interval
        The other answer from all its games.
    reach : float
        Half the range of the outcome: 1/2 for a game won or not, 1 for a difference of two.

    Raises
    ------
    SpecError
        Too few games.

    Examples
    --------
    >>> from fwwsim.stats.moments import moments
    >>> games = moments([(1, 1 - 0.5), (1, 1 - 0.5), (1, 0 - 0.5), (0, 0 - 0.5)] * 100)
    >>> found = borrowed_mean(games, Interval(0.5, 0.499, 0.501, 10**6))
    >>> round(found.estimate, 3), round(found.low, 3), round(found.high, 3)
    (0.75, 0.715, 0.785)
    """
    found = adjusted_mean(games, reach).adjusted
    spread, both = games.covariance[1, 1], games.covariance[0, 1]
    slope = both / spread if spread > 0 else 0.0
    half = math.hypot(found.width / 2, slope * known.width / 2)
    least, most = (0.0, 1.0) if reach <= 0.5 else (-1.0, 1.0)
    low, high = max(least, found.estimate - half), min(most, found.estimate + half)
    return Interval(found.estimate, low, high, games.n)


def _fit(games: Moments, used: NDArray[np.intp]) -> tuple[NDArray[np.float64], float, int, float]:
    """Weights of the controls, the variance they explain, their rank, and the p-value of their mean being 0."""
    if used.size == 0:
        return np.zeros(0), 0.0, 0, 1.0
    covariance = games.covariance
    scale = np.sqrt(np.diag(covariance)[used])
    correlation = covariance[np.ix_(used, used)] / np.outer(scale, scale)
    with_outcome, mean = covariance[used, 0] / scale, games.means[used] / scale
    solved, _, rank, _ = np.linalg.lstsq(correlation, np.stack((with_outcome, mean), axis=1), rcond=COLLINEAR)
    distance = max(games.n * float(mean @ solved[:, 1]), 0.0)
    return solved[:, 0] / scale, float(with_outcome @ solved[:, 0]), int(rank), float(chdtrc(rank, distance))


def _interval(mean: float, variance: float, n: int, z: float, reach: float) -> Interval:
    half = z * math.sqrt(n * variance + (z * reach) ** 2) / n
    return Interval(mean, mean - half, mean + half, n)
