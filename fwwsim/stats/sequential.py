"""Confidence sequences: intervals that may be looked at after every game, and that a run may stop by.

An interval for a number of games fixed beforehand covers the truth 95 times in 100; whoever looks at it again and
again, and stops when it pleases, is wrong far more often. A confidence sequence covers the truth after all games of
a run at once with its confidence, whatever the rule of stopping, and for any number of games, however few.

Method: the beta-binomial mixture. Against any rate p, bets on each game's result make a fair capital, which exceeds
1 / alpha at any time in at most alpha of all runs (Ville's inequality); the interval holds the rates against which
the capital stays below. The bets are those of a beta distribution around p, mixed over strengths of 10 to 1,000,000
games, so that nothing need be known of the length of the run. Papers: H. Robbins, "Statistical methods related to
the law of the iterated logarithm", Ann. Math. Stat. 41 (1970) 1397-1409; S. R. Howard, A. Ramdas, J. McAuliffe and
J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Stat. 49 (2021) 1055-1080.

The price, at 95 %: between 100 and 10,000,000 games, of which ten or more won and lost, it is 1.7 to 1.9 times as
wide as Wilson's interval. From a thousand flips on, the sequence of a paired difference is 1.8 to 2.1 times as wide
as Tango's interval when flips go either way about as often or all one way, and 2.7 times at most in between.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import gammaln, logsumexp

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile

STRENGTHS = 10.0 ** np.arange(1, 7)
TINY = 1e-300
SHARE_OF_DIRECTION = 0.8  # of the error allowed: which way flips go decides more than how many there are


def rate_sequence(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The confidence sequence of a rate after n games; see the module for the method.

    Parameters
    ----------
    successes, n : int
        Of the games so far, in the order of their index: whether to go on must not depend on later ones.
    confidence : float
        That the interval covers the true rate after every number of games at once.

    Raises
    ------
    SpecError
        A number out of range.

    Examples
    --------
    >>> found = rate_sequence(5200, 10_000)
    >>> found.estimate, round(found.low, 3), round(found.high, 3)
    (0.52, 0.503, 0.537)
    """
    normal_quantile(confidence)  # checks it
    if n < 1 or not 0 <= successes <= n:
        raise SpecError(f"successes: found {successes} of {n}; allowed: 0 to n, of 1 or more")
    low, high = _rates_left(successes, n, 1 - confidence)
    return Interval(successes / n, low, high, n)


def paired_sequence(gained: int, lost: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The confidence sequence of the difference of two rates on the same games.

    The difference is the rate of flips, times the share gained less the share lost among them; either has its own
    sequence, and the chances of an error add up to the one allowed, 1/5 and 4/5 of it. It takes no approximation,
    and without flips lies symmetric around 0.

    Parameters
    ----------
    gained, lost : int
        Games won in the second arm only, and in the first only.
    n : int
        All games so far, in the order of their index.
    confidence : float
        That the interval covers the true difference after every number of games at once.

    Raises
    ------
    SpecError
        A number out of range.

    Examples
    --------
    >>> found = paired_sequence(300, 200, 10_000)
    >>> found.estimate, round(found.low, 4), round(found.high, 4)
    (0.01, 0.0018, 0.0207)
    """
    normal_quantile(confidence)
    flips = gained + lost
    if min(gained, lost) < 0 or n < max(1, flips):
        raise SpecError(f"flips: found {gained} and {lost} of {n}; allowed: 0 or more, of 1 or more games")
    error = 1 - confidence
    rate = _rates_left(flips, n, (1 - SHARE_OF_DIRECTION) * error)
    share = _rates_left(gained, flips, SHARE_OF_DIRECTION * error) if flips else (0.0, 1.0)
    ends = [flipped * (2 * up - 1) for flipped in rate for up in share]
    return Interval((gained - lost) / n, min(ends), max(ends), n)


def log_capital(successes: ArrayLike, n: ArrayLike, rate: float) -> NDArray[np.float64]:
    """The logarithm of the capital won by betting against a rate; 0 before the first game.

    It is convex in the rate and at most 0 at the rate found, so that the rates it leaves are one interval.

    Parameters
    ----------
    successes, n : (...) array_like of int
        So far.
    rate : float
        Between 0 and 1, both excluded.

    Returns
    -------
    (...) array of float64
        Above log(1 / alpha) at any time in at most alpha of all runs, if the rate is true.

    Examples
    --------
    >>> log_capital([0, 5, 10], [0, 10, 20], 0.5).round(3).tolist()
    [0.0, -0.061, -0.093]
    >>> float(log_capital(20, 20, 0.5).round(3))
    5.231
    """
    won, played = np.asarray(successes, np.float64)[..., None], np.asarray(n, np.float64)[..., None]
    missed = played - won
    up, down = STRENGTHS * rate, STRENGTHS * (1 - rate)
    beta = gammaln(up + won) - gammaln(up) + gammaln(down + missed) - gammaln(down)
    mixed = beta - gammaln(STRENGTHS + played) + gammaln(STRENGTHS)
    fair = won * math.log(rate) + missed * math.log1p(-rate)
    return np.asarray(logsumexp(mixed - fair, axis=-1)) - math.log(STRENGTHS.size)


def _rates_left(successes: int, n: int, error: float) -> tuple[float, float]:
    """The lowest and the highest rate against which the capital is below 1 / error."""

    def excess(rate: float) -> float:
        return float(log_capital(successes, n, rate)) + math.log(error)

    found, almost = successes / n, 1 - 2.0**-53
    middle = min(max(found, TINY), almost)
    low = 0.0 if successes == 0 or excess(TINY) < 0 else brentq(excess, TINY, middle, xtol=1e-15)
    high = 1.0 if successes == n or excess(almost) < 0 else brentq(excess, middle, almost, xtol=1e-15)
    return float(low), float(high)
