"""Handicaps: the bid at which both sides win equally often, and bids that make several sides as equal as can be."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, decimals, wilson

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class FairBid:
    """The bid that makes a game even.

    Attributes
    ----------
    rates : tuple of Interval
        The rate of winning at each bid, with its Wilson interval.
    best : int
        The bid whose rate is nearest to one half; of two as near, the smaller handicap.
    accepted : tuple of int
        The bids at which a rate of one half is not rejected; none, if each bid is plainly too low or too high.
    crossing : Interval or None
        The bid, in fractions, at which the rate crosses one half: straight between whole bids, of whose games it
        stands for a mixture. An end is infinite where the bids tried do not bound it. None if no bid tried brings
        the rate to one half.
    verdict : str
        The same in a sentence.
    """

    rates: tuple[Interval, ...]
    best: int
    accepted: tuple[int, ...]
    crossing: Interval | None
    verdict: str


@dataclass(frozen=True, slots=True)
class FairBids:
    """Bids of several sides.

    Attributes
    ----------
    bids : tuple of int
    shares : tuple of float
        The rate of winning of each side with these bids.
    gap : float
        How far the share furthest from an equal one is from it.
    tried : int
        The vectors of bids that were tried.
    at_limit : bool
        Whether a bid is the highest allowed, or the lowest if that is not 0, so that a wider range might do better.
    """

    bids: tuple[int, ...]
    shares: tuple[float, ...]
    gap: float
    tried: int
    at_limit: bool


def wins_by_bid(
    margins: ArrayLike, counts: ArrayLike, bids: ArrayLike, tie_wins: bool = False
) -> NDArray[np.int64]:
    """Games that a side still wins when the other side is given a bid of points.

    Parameters
    ----------
    margins : (m,) array_like
        Points of the side less those of the other; infinite for a game won or lost whatever the points.
    counts : (m,) array_like of int
        Games of each margin; those of shards are added.
    bids : (b,) array_like
    tie_wins : bool
        Whether the side wins a game that the bid makes a tie.

    Returns
    -------
    (b,) array of int64

    Raises
    ------
    SpecError
        Unlike shapes.

    Examples
    --------
    >>> wins_by_bid([-1, 0, 1, 2, float("inf")], [5, 4, 3, 2, 1], [0, 1, 2]).tolist()
    [6, 3, 1]
    """
    points, games = np.asarray(margins, np.float64), np.asarray(counts, np.int64)
    if points.shape != games.shape or points.ndim != 1:
        raise SpecError(
            f"margins: found shapes {points.shape} and {games.shape}; allowed: a count for each margin"
        )
    left = points[None, :] - np.asarray(bids, np.float64)[:, None]
    return np.where(left >= 0 if tie_wins else left > 0, games, 0).sum(axis=1)


def fair_bid(bids: Sequence[int], wins: Sequence[int], n: int, confidence: float = CONFIDENCE) -> FairBid:
    """Find the bid that makes a game even, with an interval.

    The interval inverts Wilson's test: it holds the bids, in fractions, whose interval contains one half. One bid's
    interval covers its rate as often as stated, and so this one covers the bid sought; that the bids are tried on
    the same games does not matter.

    Parameters
    ----------
    bids : sequence of int
        Rising, at least 1.
    wins : sequence of int
        Games won at each bid.
    n : int
        Games at each bid.
    confidence : float

    Raises
    ------
    SpecError
        Bids that do not rise, or wins that do not fit.

    Examples
    --------
    >>> found = fair_bid([0, 1, 2, 3], [640, 560, 480, 410], 1000)
    >>> found.best, found.accepted, found.verdict
    (2, (2,), 'A bid of 1.8 brings the rate to 50 %, between 1.4 and 2.2.')
    >>> fair_bid([0, 1], [900, 800], 1000).verdict
    'No bid from 0 to 1 brings the rate to 50 %: the nearest is 1, with 80 %.'
    """
    if not bids or len(bids) != len(wins) or any(low >= high for low, high in itertools.pairwise(bids)):
        raise SpecError(f"bids: found {list(bids)} with {len(wins)} wins; allowed: rising, and wins at each")
    rates = tuple(wilson(won, n, confidence) for won in wins)
    estimates, lows, highs = (
        np.array([getattr(rate, field) for rate in rates]) for field in ("estimate", "low", "high")
    )
    best = min(zip(np.abs(estimates - EVEN), np.abs(bids), bids, strict=True))[2]
    accepted = tuple(bid for bid, rate in zip(bids, rates, strict=True) if rate.low <= EVEN <= rate.high)
    at = _crossings(bids, estimates)
    crossing = None
    if at:
        ends = at + _crossings(bids, lows) + _crossings(bids, highs)
        low = -math.inf if lows[0] <= EVEN <= highs[0] else min(ends)
        high = math.inf if lows[-1] <= EVEN <= highs[-1] else max(ends)
        crossing = Interval((at[0] + at[-1]) / 2, low, high, n)
    nearest = rates[list(bids).index(best)]
    return FairBid(rates, best, accepted, crossing, _verdict(bids, best, nearest, crossing))


def fair_bids(
    rates: Callable[[tuple[int, ...]], Sequence[float]], sides: int = 4, lowest: int = 0, highest: int = 10
) -> FairBids:
    """Find whole bids of several sides that bring their rates of winning as near to equal as can be.

    A descent: from bids nearest to 0, the best of all vectors that differ by at most one in each bid, until none is
    better. It is exact among neighbours, and takes no chances: the same rates give the same bids. Better is a
    smaller largest distance to the equal share; then a smaller sum of squares; then smaller bids.

    Parameters
    ----------
    rates : callable
        From a tuple of bids to the rate of each side, on the same games each time.
    sides : int
        At least 2; each step tries up to 3^sides vectors.
    lowest, highest : int
        Of each bid.

    Raises
    ------
    SpecError
        No range, or not a rate for each side.

    Examples
    --------
    >>> def shares(bids):
    ...     strengths = [2.0 ** (points + bid) for points, bid in zip((3, 2, 0, 1), bids)]
    ...     return [strength / sum(strengths) for strength in strengths]
    >>> found = fair_bids(shares)
    >>> found.bids, found.shares, found.gap
    ((0, 1, 3, 2), (0.25, 0.25, 0.25, 0.25), 0.0)
    """
    if lowest > highest or sides < 2:
        raise SpecError(
            f"bids: found {lowest} to {highest} of {sides} sides; allowed: a range, and 2 sides or more"
        )
    seen: dict[tuple[int, ...], tuple[float, ...]] = {}

    def cost(bids: tuple[int, ...]) -> tuple[float, float, int, tuple[int, ...]]:
        if bids not in seen:
            seen[bids] = tuple(float(share) for share in rates(bids))
            if len(seen[bids]) != sides:
                raise SpecError(f"rates: found {len(seen[bids])}; allowed: one for each of {sides} sides")
        apart = [abs(share - 1 / sides) for share in seen[bids]]
        return max(apart), sum(distance**2 for distance in apart), sum(map(abs, bids)), bids

    here = (min(max(0, lowest), highest),) * sides
    while True:
        near = itertools.product(*(range(max(bid - 1, lowest), min(bid + 1, highest) + 1) for bid in here))
        best = min(near, key=cost)
        if best == here:
            break
        here = best
    at_limit = any(bid == highest or (bid == lowest and lowest != 0) for bid in here)
    return FairBids(here, seen[here], cost(here)[0], len(seen), at_limit)


def _crossings(bids: Sequence[int], curve: NDArray[np.float64]) -> list[float]:
    """Where a curve, straight between bids, meets one half, in order."""
    found = []
    above = curve - EVEN
    for place, (bid, after) in enumerate(itertools.pairwise(bids)):
        start, end = above[place], above[place + 1]
        if start == 0:
            found.append(float(bid))
        elif start * end < 0:
            found.append(float(bid + (after - bid) * start / (start - end)))
    return [*found, float(bids[-1])] if above[-1] == 0 else found


def _verdict(bids: Sequence[int], best: int, nearest: Interval, crossing: Interval | None) -> str:
    if crossing is not None:
        places = decimals(crossing.width) if math.isfinite(crossing.width) else 1
        low = f"{crossing.low:.{places}f}" if math.isfinite(crossing.low) else f"less than {bids[0]}"
        high = f"{crossing.high:.{places}f}" if math.isfinite(crossing.high) else f"more than {bids[-1]}"
        return f"A bid of {crossing.estimate:.{places}f} brings the rate to 50 %, between {low} and {high}."
    tried = f"No bid from {bids[0]} to {bids[-1]} brings the rate to 50 %"
    rate = f"{100 * nearest.estimate:.{decimals(100 * nearest.width)}f} %"
    if nearest.low <= EVEN <= nearest.high:
        return f"{tried} exactly, but with {best} it is {rate}, which cannot be told from it."
    return f"{tried}: the nearest is {best}, with {rate}."
