"""Interval and test of the mean of a bounded number that is mostly 0, such as what a rule changes in a game.

The usual interval, mean -+ z s / sqrt(n), has no width when nothing differed in n games, and is far too narrow when
little did. A. Agresti and B. A. Coull (Am. Stat. 52 (1998) 119-126) mend this for a rate by adding z^2 imaginary
observations, half successes and half failures; A. Agresti and Y. Min (Stat. Med. 24 (2005) 729-740) do the like for
paired rates. Here z^2 imaginary games are added, half at either end of the range. After n games without any
difference the interval is thus -+ reach z^2 / (n + z^2), which is the Wilson bound of a rate never seen.
"""

import math

from scipy.optimize import brentq
from scipy.special import ndtr

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile


def bounded_mean(
    n: int, total: float, squares: float, reach: float = 1.0, confidence: float = CONFIDENCE
) -> Interval:
    """The interval of the mean of numbers between -reach and reach.

    Parameters
    ----------
    n : int
        Numbers, at least 1.
    total, squares : float
        Their sum, and the sum of their squares.
    reach : float
        Above 0.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        Sums that such numbers cannot have.

    Examples
    --------
    >>> none, some = bounded_mean(1000, 0, 0), bounded_mean(1000, 20, 60)
    >>> none.estimate, round(none.low, 4), round(none.high, 4)
    (0.0, -0.0038, 0.0038)
    >>> some.estimate, round(some.low, 4), round(some.high, 4)
    (0.02, 0.0044, 0.0355)
    """
    _check(n, total, squares, reach)
    z = normal_quantile(confidence)
    games = n + z * z
    centre = total / games
    spread = max((squares + (z * reach) ** 2) / games - centre * centre, 0.0)
    half = z * math.sqrt(spread / games)
    return Interval(total / n, max(-reach, centre - half), min(reach, centre + half), n)


def bounded_p_value(n: int, total: float, squares: float, reach: float = 1.0) -> float:
    """Two-sided, of the mean 0: 1 less the confidence at which `bounded_mean` just touches 0.

    Parameters
    ----------
    n, total, squares, reach
        As for `bounded_mean`.

    Examples
    --------
    >>> bounded_p_value(1000, 0, 0), round(bounded_p_value(1000, 20, 60), 4)
    (1.0, 0.0136)
    """
    _check(n, total, squares, reach)
    if total == 0:
        return 1.0

    def excess(square: float) -> float:
        """Above 0 where the interval with z^2 = square contains 0."""
        games = n + square
        return square * (squares + square * reach * reach) - total * total * (1 + square / games)

    square = brentq(excess, 0.0, 2 * total * total / squares, xtol=1e-12, rtol=1e-14)
    return float(2 * ndtr(-math.sqrt(square)))


def _check(n: int, total: float, squares: float, reach: float) -> None:
    if n < 1:
        raise SpecError(f"observations: found {n}; allowed: 1 or more")
    if not reach > 0:
        raise SpecError(f"reach: found {reach}; allowed: above 0")
    slack = 1 + 1e-9
    if not 0 <= squares <= n * reach * reach * slack or total * total > n * squares * slack:
        raise SpecError(
            f"sums: found {total} and {squares} of squares; "
            f"allowed: those of {n} numbers between -{reach:g} and {reach:g}"
        )
