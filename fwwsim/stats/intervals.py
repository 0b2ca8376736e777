"""Confidence intervals of a rate and of a mean, the decimals they allow, and the z of a rate that is known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from fwwsim.errors import SpecError

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate from `n` observations, between `low` and `high` with the confidence asked for."""

    estimate: float
    low: float
    high: float
    n: int

    @property
    def width(self) -> float:
        """How far apart the ends are.

        >>> Interval(0.5, 0.25, 0.75, 8).width
        0.5
        """
        return self.high - self.low


def wilson(successes: float, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson score interval of a rate, without continuity correction.

    The set of rates that a two-sided normal test of `successes` in `n` does not reject; it stays within 0 and 1
    and is sound for rare events too. Paper: E. B. Wilson, "Probable inference, the law of succession, and
    statistical inference", J. Am. Stat. Assoc. 22 (1927) 209-212.

    Parameters
    ----------
    successes : int or float
        0 <= successes <= n; a drawn game may count as half of one, which makes the interval a little too wide.
    n : int
        At least 1.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        A number out of range.

    Examples
    --------
    >>> rate = wilson(10, 20)
    >>> rate.estimate, round(rate.low, 4), round(rate.high, 4)
    (0.5, 0.2993, 0.7007)
    """
    _check_size(n)
    if not 0 <= successes <= n:
        raise SpecError(f"successes: found {successes}; allowed: 0 to {n}")
    z = normal_quantile(confidence)
    rate = successes / n
    weight = 1 + z * z / n
    centre = (rate + z * z / (2 * n)) / weight
    half = z * math.sqrt(rate * (1 - rate) / n + (z / (2 * n)) ** 2) / weight
    low = 0.0 if successes == 0 else centre - half  # exact ends, without rounding errors
    high = 1.0 if successes == n else centre + half
    return Interval(rate, low, high, n)


def mean_interval(values: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """The normal-theory interval of a mean: mean -+ z s / sqrt(n), with s the sample standard deviation.

    It relies on the central limit theorem, and so on many observations: with fewer than some 30 it is too
    narrow. One observation says nothing of the spread: the interval is then unbounded.

    Parameters
    ----------
    values : (n,) array_like of numbers
        n at least 1.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        No values, or a confidence out of range.

    Examples
    --------
    >>> mean = mean_interval([1, 2, 3, 4])
    >>> mean.estimate, round(mean.low, 3), round(mean.high, 3), mean.n
    (2.5, 1.235, 3.765, 4)
    """
    sample = np.asarray(values)
    _check_size(sample.size)
    z = normal_quantile(confidence)
    mean = float(sample.mean(dtype=np.float64))
    if sample.size == 1:
        return Interval(mean, -math.inf, math.inf, 1)
    half = z * float(sample.std(ddof=1, dtype=np.float64)) / math.sqrt(sample.size)
    return Interval(mean, mean - half, mean + half, sample.size)


def stratified_mean(strata: Sequence[tuple[float, ArrayLike]], confidence: float = CONFIDENCE) -> Interval:
    """The normal-theory interval of a mean over strata whose shares are known: sum of share * mean of the stratum.

    Every stratum takes the standard deviation of all values around the means of their strata, so that a stratum of
    one or two values does no harm; it relies on strata of like spread.

    Parameters
    ----------
    strata : sequence of (float, (n,) array_like of numbers)
        Shares of sum 1, each with at least one value; more values than strata.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        A stratum without values, or a confidence out of range.

    Examples
    --------
    >>> mean = stratified_mean([(0.5, [0, 1, 0, 1]), (0.5, [2, 3])])
    >>> mean.estimate, round(mean.low, 3), round(mean.high, 3), mean.n
    (1.5, 0.98, 2.02, 6)
    """
    samples = [(share, np.asarray(values, np.float64)) for share, values in strata]
    for _, values in samples:
        _check_size(values.size)
    z = normal_quantile(confidence)
    n = sum(values.size for _, values in samples)
    mean = sum(share * float(values.mean()) for share, values in samples)
    if n <= len(samples):
        return Interval(mean, -math.inf, math.inf, n)
    within = sum(float(((values - values.mean()) ** 2).sum()) for _, values in samples)
    variance = within / (n - len(samples))
    half = z * math.sqrt(variance * sum(share**2 / values.size for share, values in samples))
    return Interval(mean, mean - half, mean + half, n)


def decimals(width: float) -> int:
    """How many decimals of an estimate its interval's width allows: the last one is the width's first digit.

    >>> decimals(0.14), decimals(17.0), decimals(0.0), decimals(math.inf)
    (1, 0, 0, 0)
    """
    if not 0 < width < 1:
        return 0
    return -math.floor(math.log10(width))


def z_score(successes: int, n: int, probability: float) -> float:
    """How many standard errors the rate found lies above the rate expected.

    Parameters
    ----------
    successes, n : int
    probability : float
        The rate expected, which also gives the standard error.

    Returns
    -------
    float
        For a certain event 0 if it was found so, else infinite.

    Examples
    --------
    >>> z_score(60, 100, 0.5), z_score(100, 100, 1.0), z_score(99, 100, 1.0)
    (2.0, 0.0, -inf)
    """
    _check_size(n)
    excess = successes - n * probability
    spread = math.sqrt(n * probability * (1 - probability))
    if spread > 0:
        return excess / spread
    return math.copysign(math.inf, excess) if excess else 0.0


def normal_quantile(confidence: float) -> float:
    """Of the standard normal distribution, two-sided."""
    if not 0 < confidence < 1:
        raise SpecError(f"confidence: found {confidence}; allowed: between 0 and 1")
    return float(ndtri((1 + confidence) / 2))


def _check_size(n: int) -> None:
    if n < 1:
        raise SpecError(f"observations: found {n}; allowed: 1 or more")
