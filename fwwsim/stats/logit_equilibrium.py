"""The logit equilibrium of a matrix game: mixtures that prefer the better strategy, and are near to it in all others.

A linear programme's mixture stands on few strategies, which ones an error of the pay-offs decides, and a strategy
from outside that beats these few gains much. The logit equilibrium spreads over everything that is almost as good.
Papers: R. D. McKelvey and T. R. Palfrey, "Quantal response equilibria for normal form games", Games Econ. Behav. 10
(1995) 6-38; method: S. Cen, Y. Wei and Y. Chi, "Fast policy extragradient methods for competitive games with entropy
regularization", NeurIPS 34 (2021).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import softmax, xlogy

from fwwsim.errors import SpecError

Mixture = NDArray[np.float64]

PRECISION = 1e-9  # what either side could still gain in the game that is solved
MOST_ROUNDS = 1_000_000


def logit_equilibrium(payoff: ArrayLike, temperature: float | tuple[float, float]) -> tuple[Mixture, Mixture]:
    """The mixtures of both sides, each proportional to exp(pay-off / temperature) against the other.

    It is the one equilibrium of the game in which each side is paid its temperature times the entropy of its mixture
    on top. No side can gain more than ``temperature * log(strategies)`` in the game itself.

    Parameters
    ----------
    payoff : (rows, columns) array_like
        Of the row side; the column side gets its negative.
    temperature : float or (float, float)
        In units of the pay-off, above 0; two of them are the row side's and the column side's.

    Returns
    -------
    row, column : (rows,) and (columns,) array
        Each positive, of sum 1.

    Raises
    ------
    SpecError
        A temperature that is not above 0, or so small against the pay-offs that the method does not get there.

    Examples
    --------
    Matching pennies where two heads pay double: the equilibrium shows heads with 0.4, and a high temperature draws it
    to 0.5.

    >>> [logit_equilibrium([[2, -1], [-1, 1]], heat)[0].round(3).tolist() for heat in (0.001, 1.0, 100.0)]
    [[0.4, 0.6], [0.489, 0.511], [0.501, 0.499]]
    """
    heats = temperature if isinstance(temperature, tuple) else (temperature, temperature)
    if not all(heat > 0 for heat in heats):
        raise SpecError(f"temperature: found {temperature}; allowed: above 0")
    table = np.asarray(payoff, np.float64)
    table = table - (table.max() + table.min()) / 2  # a constant changes nothing
    size = max(float(np.abs(table).max()), *heats)
    rate = min(1 / (2 * (size + max(heats))), 1 / (4 * size))
    row, column = (np.full(length, 1 / length) for length in table.shape)
    for _ in range(MOST_ROUNDS):
        ahead = (
            _step(row, table @ column, rate, heats[0]),
            _step(column, -table.T @ row, rate, heats[1]),
        )
        row, column = (
            _step(row, table @ ahead[1], rate, heats[0]),
            _step(column, -table.T @ ahead[0], rate, heats[1]),
        )
        if _gap(table, row, column, heats) < PRECISION:
            return row, column
    raise SpecError(f"temperature: found {temperature}; allowed: nearer to the differences of the pay-offs")


def _step(mixture: Mixture, worth: NDArray[np.float64], rate: float, temperature: float) -> Mixture:
    return np.asarray(softmax((1 - rate * temperature) * np.log(np.maximum(mixture, 1e-300)) + rate * worth))


def _gap(table: NDArray[np.float64], row: Mixture, column: Mixture, heats: tuple[float, float]) -> float:
    """What both sides together could gain in the game with entropies; 0 at its equilibrium."""
    return float(
        _best(table @ column, heats[0])
        + _best(-table.T @ row, heats[1])
        + heats[0] * xlogy(row, row).sum()
        + heats[1] * xlogy(column, column).sum()
    )


def _best(worth: NDArray[np.float64], temperature: float) -> float:
    """The most that a mixture can get of its pay-off and entropy: temperature * log sum exp(worth / temperature)."""
    top = float(worth.max())
    return top + temperature * float(np.log(np.exp((worth - top) / temperature).sum()))
