"""Two arms of an experiment on the same games: what flips, and by how much the rate of winning differs.

All of it follows from the flip table, the count of games by the outcome in either arm; those of shards are added.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import bdtr

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile, wilson


@dataclass(frozen=True, slots=True)
class Paired:
    """A comparison of a second arm with a first one on the same games.

    Attributes
    ----------
    first, second : Interval
        The rate of winning in either arm, with its Wilson interval.
    difference : Interval
        Second less first, as a fraction of the games (0.01 is one point), with Tango's interval.
    gained, lost : int
        Games won in the second arm only, and in the first only.
    flips : Interval
        The rate of games that were gained or lost, with its Wilson interval.
    changed : int
        Games whose outcome differs in any way, also without a change of who wins.
    p_value : float
        Of the exact McNemar test.
    correlation : float or None
        Of winning in one arm and in the other; None if an arm was always or never won.
    games_saved : float or None
        The variance of the difference on independent games over that on the same games: how many games of either
        arm with dice of their own one pair replaces. Infinite without flips; None if both arms are constant.
    """

    first: Interval
    second: Interval
    difference: Interval
    gained: int
    lost: int
    flips: Interval
    changed: int
    p_value: float
    correlation: float | None
    games_saved: float | None


def flip_table(first: ArrayLike, second: ArrayLike, kinds: int) -> NDArray[np.int64]:
    """The count of games by outcome in the first arm (row) and in the second (column).

    Parameters
    ----------
    first, second : (n,) array_like of int
        Outcome codes, 0 to kinds - 1, of the same games in the same order.
    kinds : int

    Returns
    -------
    (kinds, kinds) array of int64
        Tables of shards are joined by adding them.

    Raises
    ------
    SpecError
        Unlike shapes, or a code out of range.

    Examples
    --------
    >>> flip_table([0, 1, 1, 1], [0, 1, 0, 1], 2).tolist()
    [[1, 0], [1, 2]]
    """
    before, after = np.asarray(first), np.asarray(second)
    if before.shape != after.shape or before.ndim != 1:
        raise SpecError(f"outcomes: found shapes {before.shape} and {after.shape}; allowed: one list of each")
    codes = np.concatenate((before, after))
    if codes.size and (codes.dtype.kind not in "biu" or codes.min() < 0 or codes.max() >= kinds):
        raise SpecError(
            f"outcomes: found {codes.min()} to {codes.max()}; allowed: whole numbers 0 to {kinds - 1}"
        )
    pairs = before.astype(np.int64) * kinds + after.astype(np.int64)
    return np.bincount(pairs, minlength=kinds * kinds).reshape(kinds, kinds)


def compare(table: ArrayLike, wins: ArrayLike, confidence: float = CONFIDENCE) -> Paired:
    """Compare two arms by their flip table.

    Without flips the difference is exactly 0, and its interval says what that many games without one allow:
    as far as the Wilson bound of the rate of flips to either side.

    Parameters
    ----------
    table : (k, k) array_like of int
        Games by outcome in the first arm (row) and in the second (column).
    wins : (k,) array_like of bool
        Which outcomes are a win of the side in question.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        Not a square table of counts, no games, or not a truth value for each outcome.

    Examples
    --------
    >>> found = compare([[430, 10], [30, 530]], [False, True])
    >>> found.difference.estimate, round(found.difference.low, 4), round(found.difference.high, 4)
    (-0.02, -0.0336, -0.008)
    >>> found.gained, found.lost, round(found.p_value, 5), round(found.games_saved, 1)
    (10, 30, 0.00222, 12.5)
    """
    counts, won = _checked(table, wins)
    n = int(counts.sum())
    both = int(counts[np.ix_(won, won)].sum())
    lost = int(counts[np.ix_(won, ~won)].sum())
    gained = int(counts[np.ix_(~won, won)].sum())
    correlation, saved = _alike(both, gained, lost, n)
    return Paired(
        wilson(both + lost, n, confidence),
        wilson(both + gained, n, confidence),
        paired_interval(gained, lost, n, confidence),
        gained,
        lost,
        wilson(gained + lost, n, confidence),
        n - int(np.trace(counts)),
        mcnemar(gained, lost),
        correlation,
        saved,
    )


def mcnemar(gained: int, lost: int) -> float:
    """The two-sided p-value of the exact McNemar test: that flips go either way with probability one half.

    Q. McNemar, Psychometrika 12 (1947) 153-157, with the binomial distribution in place of the normal one.

    >>> mcnemar(0, 0), round(mcnemar(1, 5), 5)
    (1.0, 0.21875)
    """
    if min(gained, lost) < 0:
        raise SpecError(f"flips: found {gained} and {lost}; allowed: 0 or more")
    return min(1.0, 2 * float(bdtr(min(gained, lost), gained + lost, 0.5)))


def paired_interval(gained: int, lost: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """Tango's score interval of the difference of two paired rates.

    The set of differences that a score test does not reject; it covers well also when there are few flips or none.
    Paper: T. Tango, "Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design", Stat. Med. 17 (1998) 891-908.

    Parameters
    ----------
    gained, lost : int
        Pairs won in the second arm only, and in the first only.
    n : int
        All pairs, at least 1.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    SpecError
        Counts that do not fit.

    Examples
    --------
    >>> none = paired_interval(0, 0, 1000)
    >>> none.estimate, round(none.low, 4), round(none.high, 4)
    (0.0, -0.0038, 0.0038)
    """
    if min(gained, lost) < 0 or n < max(1, gained + lost):
        raise SpecError(f"flips: found {gained} and {lost} of {n}; allowed: 0 or more, of 1 or more games")
    z = normal_quantile(confidence)
    high = _score_bound(gained, lost, n, z)
    low = -_score_bound(lost, gained, n, z)
    return Interval((gained - lost) / n, low, high, n)


def smallest_loss(difference: float, gained: int, lost: int, n: int) -> float:
    """The likeliest probability of losing a game by the change, if that of gaining one is higher by `difference`.

    It is the nuisance of Tango's score test, by its closed form.

    >>> smallest_loss(0.0, 30, 10, 1000)
    0.02
    """
    slope = (2 * n - gained + lost) * difference - gained - lost
    level = -lost * difference * (1 - difference)
    return max((math.sqrt(max(slope * slope - 8 * n * level, 0.0)) - slope) / (4 * n), 0.0, -difference)


def _score_bound(gained: int, lost: int, n: int, z: float) -> float:
    """The upper end of the score interval."""
    if gained == n:
        return 1.0

    def excess(difference: float) -> float:
        """How far the statistic still is from -z, times its standard error: falls through 0 at the end sought."""
        loss = smallest_loss(difference, gained, lost, n)
        spread = n * (2 * loss + difference * (1 - difference))
        return gained - lost - n * difference + z * math.sqrt(max(spread, 0.0))

    # a little beyond the estimate, where without flips the statistic is 0 too
    start = (gained - lost) / n + 1e-6 * z * z / (n + z * z)
    return float(brentq(excess, start, 1.0, xtol=1e-15, rtol=1e-13))


def _alike(both: int, gained: int, lost: int, n: int) -> tuple[float | None, float | None]:
    """The correlation of the arms, and the games saved by pairing them."""
    first, second = both + lost, both + gained  # integers are exact, also where the difference is small
    spread_first, spread_second = first * (n - first), second * (n - second)
    paired = n * (gained + lost) - (gained - lost) ** 2
    correlation = saved = None
    if spread_first > 0 and spread_second > 0:
        correlation = (n * both - first * second) / math.sqrt(spread_first * spread_second)
    if spread_first + spread_second > 0:
        saved = (spread_first + spread_second) / paired if paired > 0 else math.inf
    return correlation, saved


def _checked(table: ArrayLike, wins: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    counts, won = np.asarray(table), np.asarray(wins, np.bool_)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or counts.dtype.kind not in "iu":
        raise SpecError(
            f"flip table: found shape {counts.shape}, {counts.dtype}; allowed: a square table of counts"
        )
    if won.shape != counts.shape[:1]:
        raise SpecError(
            f"wins: found shape {won.shape}; allowed: a truth value for each of {len(counts)} outcomes"
        )
    if counts.size == 0 or counts.min() < 0 or counts.sum() < 1:
        raise SpecError("flip table: found no games, or counts below 0; allowed: 1 game or more")
    return counts.astype(np.int64), won
