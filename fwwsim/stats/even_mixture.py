"""The most even mixture that is safe enough: of all that concede at most some slack, the one of most entropy.

A best response finds the habits of a mixture, and there are the fewer of them the more evenly it is spread. With a
slack of 0 this is the maximum-entropy equilibrium (D. Balduzzi et al., "Re-evaluating evaluation", NeurIPS 31 (2018)).
It is solved in the dual, whose variables are one price for each answer that must not be better than allowed (S. Boyd
and L. Vandenberghe, "Convex optimization", 2004, section 5.2.4).
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax

from fwwsim.errors import SpecError
from fwwsim.odds.matrix_game import solve_matrix

Mixture = NDArray[np.float64]

ROUNDS = 100_000
PRECISION = 1e-6  # by how much the slack may be missed, in units of the largest pay-off from the safe value


def even_mixtures(payoff: ArrayLike, slack: float) -> tuple[Mixture, Mixture]:
    """The most even mixtures of both sides that get the value of the game but for `slack`, whatever the other plays.

    Parameters
    ----------
    payoff : (rows, columns) array_like
        Of the row side; the column side gets its negative.
    slack : float
        In units of the pay-off, above 0.

    Returns
    -------
    row, column : (rows,) and (columns,) array
        Each positive, of sum 1.

    Raises
    ------
    SpecError
        A slack that is not above 0, or so small against the pay-offs that the method does not get there.

    Examples
    --------
    Matching pennies where two heads pay double has the value 0.2, by heads with 0.4. Heads with h get 1 - 2h against
    tails, so with 0.1 of slack h may be up to 0.45; with 1.0 of slack nothing stands against an even mixture.

    >>> [even_mixtures([[2, -1], [-1, 1]], slack)[0].round(3).tolist() for slack in (0.1, 1.0)]
    [[0.45, 0.55], [0.5, 0.5]]
    """
    if not slack > 0:
        raise SpecError(f"slack: found {slack}; allowed: above 0")
    table = np.asarray(payoff, np.float64)
    value = solve_matrix(table.tolist()).value
    surpluses = table - (value - slack), (value + slack) - table.T
    row, column = (_even(surplus) for surplus in surpluses)
    for mixture, surplus in zip((row, column), surpluses, strict=True):
        if float((mixture @ surplus).min()) < -PRECISION * float(np.abs(surplus).max()):
            raise SpecError(f"slack: found {slack}; allowed: nearer to the differences of the pay-offs")
    return row, column


def _even(surplus: NDArray[np.float64]) -> Mixture:
    """The mixture of rows of most entropy whose mean surplus is not below 0 in any column."""
    scaled = surplus / float(np.abs(surplus).max())

    def dual(prices: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        worth = scaled @ prices
        return float(logsumexp(worth)), softmax(worth) @ scaled

    columns = scaled.shape[1]
    options: Any = {"maxiter": ROUNDS, "maxfun": 10 * ROUNDS, "ftol": 1e-15, "gtol": 1e-9}
    found = minimize(
        dual, np.zeros(columns), jac=True, method="L-BFGS-B", bounds=[(0, None)] * columns, options=options
    )
    return np.asarray(softmax(scaled @ found.x))
