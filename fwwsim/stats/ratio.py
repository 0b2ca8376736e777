"""The ratio of two sums over games, such as battles won to battles fought; games are independent, battles are not."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile


@dataclass(frozen=True, slots=True)
class Sums:
    """All that a ratio needs of the games: their number, sums, squares and products; whole numbers that add up."""

    games: int = 0
    part: int = 0
    whole: int = 0
    part_squares: int = 0
    products: int = 0
    whole_squares: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        """The sums over the games of both."""
        return Sums(
            self.games + other.games,
            self.part + other.part,
            self.whole + other.whole,
            self.part_squares + other.part_squares,
            self.products + other.products,
            self.whole_squares + other.whole_squares,
        )


def sums_of(part: ArrayLike, whole: ArrayLike) -> Sums:
    """The sums of some games.

    Parameters
    ----------
    part, whole : (games,) array_like of int

    Examples
    --------
    >>> sums_of([1, 2], [3, 3])
    Sums(games=2, part=3, whole=6, part_squares=5, products=9, whole_squares=18)
    """
    one, all_ = np.asarray(part, np.int64), np.asarray(whole, np.int64)
    return Sums(len(one), *(int(values.sum()) for values in (one, all_, one * one, one * all_, all_ * all_)))


def ratio_interval(sums: Sums, confidence: float = CONFIDENCE) -> Interval:
    """The sum of the parts over the sum of the wholes, with the interval of the linearised ratio.

    The battles of one game depend on each other, so the spread is taken over games. Book: W. G. Cochran, Sampling
    Techniques, 3rd ed. (1977), section 2.11.

    Parameters
    ----------
    sums : Sums
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        Fewer than two games, or nothing to divide by.

    Examples
    --------
    >>> rate = ratio_interval(sums_of([1, 2, 3, 2], [2, 4, 4, 4]))
    >>> round(rate.estimate, 4), round(rate.low, 4), round(rate.high, 4), rate.n
    (0.5714, 0.4368, 0.7061, 14)
    """
    if sums.games < 2 or sums.whole < 1:
        raise SpecError(
            f"observations: found {sums.games} games, {sums.whole} in the whole; allowed: 2 or more, 1 or more"
        )
    rate = sums.part / sums.whole
    residual = sums.part_squares - 2 * rate * sums.products + rate**2 * sums.whole_squares
    variance = max(0.0, residual) / (sums.games - 1)
    half = normal_quantile(confidence) * math.sqrt(variance * sums.games) / sums.whole
    return Interval(rate, max(0.0, rate - half), min(1.0, rate + half), sums.whole)
