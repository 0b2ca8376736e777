"""What the uncertainty of a rate consists of: sampling, and choices that were made one way and might have been another.

Each source of doubt (policies, readings of the rules, data) is a set of cells: the rate under each choice. Found
rates differ also by chance, and that part is taken off. All of it follows from the rates and their covariance.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtri

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile
from fwwsim.stats.moments import Moments


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The rates under each choice of a source of doubt.

    Attributes
    ----------
    means : (k,) array of float64
    covariance : (k, k) array of float64
        Of the means, by chance alone.
    n : int
        The games of all cells together.
    """

    means: NDArray[np.float64]
    covariance: NDArray[np.float64]
    n: int


@dataclass(frozen=True, slots=True)
class Component:
    """The variance that a source of doubt adds to a rate.

    Attributes
    ----------
    variance : Interval
        Floored at 0; its `n` is the number of cells.
    lowest, highest : float
        The rates found, of the cell with the lowest and of the one with the highest.
    """

    variance: Interval
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an error budget: its variance, the standard deviation, and its share of the whole variance."""

    variance: float
    deviation: float
    share: float


def independent_cells(wins: ArrayLike, games: ArrayLike) -> Cells:
    """Cells played on dice of their own.

    Parameters
    ----------
    wins, games : (k,) array_like of int
        Of each cell; at least 2 games each.

    Raises
    ------
    SpecError
        Unlike shapes, too few games, or more wins than games.

    Examples
    --------
    >>> cells = independent_cells([40, 60], [100, 100])
    >>> cells.means.tolist(), np.diag(cells.covariance).round(5).tolist(), cells.n
    ([0.4, 0.6], [0.00242, 0.00242], 200)
    """
    won, played = np.asarray(wins, np.float64), np.asarray(games, np.float64)
    if won.shape != played.shape or won.ndim != 1 or won.size == 0:
        raise SpecError(
            f"cells: found shapes {won.shape} and {played.shape}; allowed: one list of each, not empty"
        )
    if np.any(played < 2) or np.any(won < 0) or np.any(won > played):
        raise SpecError(
            "cells: found fewer than 2 games, or wins beyond games; allowed: 0 to n wins of 2 or more"
        )
    rates = won / played
    return Cells(rates, np.diag(rates * (1 - rates) / (played - 1)), int(played.sum()))


def paired_cells(won: Moments) -> Cells:
    """Cells played on the same games, so that much of chance is common to them and does not count as a difference.

    Parameters
    ----------
    won : Moments
        Of a table with a row for each game and a column for each cell; at least 2 games.

    Raises
    ------
    SpecError
        Fewer than 2 games.

    Examples
    --------
    >>> from fwwsim.stats.moments import moments
    >>> paired_cells(moments([[0, 0, 1], [1, 1, 1]] * 50)).means.tolist()
    [0.5, 0.5, 1.0]
    """
    if won.n < 2:
        raise SpecError(f"games: found {won.n}; allowed: 2 or more")
    return Cells(won.means, won.covariance / won.n, won.n * won.sums.size)


def drawn_component(cells: Cells, confidence: float = CONFIDENCE) -> Component:
    """The variance of a source whose cells were drawn at random, such as perturbed data sets.

    Parameters
    ----------
    cells : Cells
        At least 2; exchangeable, with about as many games each.
    confidence : float

    Returns
    -------
    Component
        The variance is that between all cells that might have been drawn: that of the rates found less that of
        chance. Its interval is the chi-square one, which takes the cells' true rates as normally distributed and the
        part of chance as known (J. S. Williams, Biometrika 49 (1962) 278-281, with many games a cell).

    Raises
    ------
    SpecError
        Fewer than 2 cells.

    Examples
    --------
    >>> found = drawn_component(independent_cells([460, 500, 530, 510, 480], [1000] * 5))
    >>> round(found.variance.estimate, 5), round(found.variance.low, 5), round(found.variance.high, 5)
    (0.00048, 1e-05, 0.00578)
    """
    k = _size(cells)
    normal_quantile(confidence)  # checks it
    centred, chance = _spread(cells)
    squares, noise = float(centred @ centred), float(np.trace(chance)) / (k - 1)
    tail = (1 - confidence) / 2
    low, high = (squares / float(chdtri(k - 1, upper)) - noise for upper in (tail, 1 - tail))
    return _component(cells, squares / (k - 1) - noise, low, high)


def chosen_component(cells: Cells, confidence: float = CONFIDENCE) -> Component:
    """The variance of a source whose cells are all there are, such as the settings of a switch, each as likely.

    Parameters
    ----------
    cells : Cells
        At least 2.
    confidence : float

    Returns
    -------
    Component
        The variance is that of the true rates of these cells, with k below. Its interval inverts a normal test, as
        Wilson's does: with d the rates less their mean and S the covariance of d, the sum of squares d'd less tr S
        is an estimate of the true one, q, of variance 4 q s + 2 tr(S S), where s = d'Sd / d'd.

    Raises
    ------
    SpecError
        Fewer than 2 cells.

    Examples
    --------
    >>> found = chosen_component(independent_cells([4000, 6000], [10_000, 10_000]))
    >>> round(found.variance.estimate, 5), round(found.variance.low, 5), round(found.variance.high, 5)
    (0.00999, 0.00872, 0.01144)
    """
    k = _size(cells)
    z = normal_quantile(confidence)
    centred, chance = _spread(cells)
    squares = float(centred @ centred)
    excess, noise = squares - float(np.trace(chance)), 2 * float(np.sum(chance * chance))
    along = float(centred @ chance @ centred) / squares if squares > 0 else 0.0
    middle = excess + 2 * z * z * along
    half = z * math.sqrt(max(4 * along * excess + (2 * z * along) ** 2 + noise, 0.0))
    return _component(cells, excess / k, (middle - half) / k, (middle + half) / k)


def error_budget(rate: float, n: int, sources: Mapping[str, Component]) -> dict[str, Part]:
    """The variance of a rate, source by source.

    Parameters
    ----------
    rate : float
        The rate reported, between 0 and 1.
    n : int
        Games it was found from, at least 1.
    sources : mapping of str to Component
        Taken as independent of each other.

    Returns
    -------
    dict of str to Part
        ``sampling``, then the sources, then ``total``.

    Raises
    ------
    SpecError
        A rate or number out of range, or a source of a name taken.

    Examples
    --------
    >>> data = drawn_component(independent_cells([460, 500, 530, 510, 480], [1000] * 5))
    >>> budget = error_budget(0.5, 1000, {"data": data})
    >>> {name: (round(part.deviation, 4), round(part.share, 2)) for name, part in budget.items()}
    {'sampling': (0.0158, 0.34), 'data': (0.0219, 0.66), 'total': (0.027, 1.0)}
    """
    if not 0 <= rate <= 1 or n < 1:
        raise SpecError(f"rate: found {rate} of {n} games; allowed: 0 to 1, of 1 or more")
    taken = {"sampling", "total"} & set(sources)
    if taken:
        raise SpecError(f"sources: found {sorted(taken)}; allowed: other names than sampling and total")
    variances = {"sampling": rate * (1 - rate) / n}
    variances |= {name: source.variance.estimate for name, source in sources.items()}
    variances["total"] = total = sum(variances.values())
    return {
        name: Part(variance, math.sqrt(variance), variance / total if total > 0 else 0.0)
        for name, variance in variances.items()
    }


def _size(cells: Cells) -> int:
    if cells.means.size < 2:
        raise SpecError(f"cells: found {cells.means.size}; allowed: 2 or more")
    return cells.means.size


def _spread(cells: Cells) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The rates less their mean, and the covariance of those by chance."""
    centring = np.eye(cells.means.size) - 1 / cells.means.size
    return centring @ cells.means, centring @ cells.covariance @ centring


def _component(cells: Cells, variance: float, low: float, high: float) -> Component:
    floored = Interval(max(variance, 0.0), max(low, 0.0), max(high, 0.0), cells.means.size)
    return Component(floored, float(cells.means.min()), float(cells.means.max()))
