"""Count, sums and products of the columns of a table of games, gathered shard by shard.

They are all that means, variances and covariances need, so that ten million games need not be held.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fwwsim.errors import SpecError


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Of `n` games with d numbers each; ``+`` joins shards.

    Attributes
    ----------
    n : int
    sums : (d,) array of float64
    products : (d, d) array of float64
        The sums over the games of the products of two columns.
    """

    n: int
    sums: NDArray[np.float64]
    products: NDArray[np.float64]

    def __add__(self, other: "Moments") -> "Moments":
        if self.sums.shape != other.sums.shape:
            raise SpecError(
                f"columns: found {other.sums.size} after {self.sums.size}; allowed: the same number"
            )
        return Moments(self.n + other.n, self.sums + other.sums, self.products + other.products)

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean of each column.

        >>> moments([[0, 2], [1, 4]]).means.tolist()
        [0.5, 3.0]
        """
        return self.sums / self.n

    @property
    def covariance(self) -> NDArray[np.float64]:
        """The sample covariances, (d, d), with n - 1 below; those of one game are infinite.

        >>> moments([[0, 2], [1, 4]]).covariance.tolist()
        [[0.5, 1.0], [1.0, 2.0]]
        """
        if self.n < 2:
            return np.full_like(self.products, np.inf)
        return (self.products - np.outer(self.sums, self.sums) / self.n) / (self.n - 1)

    def combined(self, weights: ArrayLike) -> "Moments":
        """The moments of linear combinations of the columns.

        Parameters
        ----------
        weights : (e, d) array_like
            A row for each new column.

        Raises
        ------
        SpecError
            Not d weights a row.

        Examples
        --------
        >>> moments([[0, 2], [1, 4]]).combined([[-1, 1]]).means.tolist()
        [2.5]
        """
        matrix = np.asarray(weights, np.float64)
        if matrix.ndim != 2 or matrix.shape[1] != self.sums.size:
            raise SpecError(f"weights: found shape {matrix.shape}; allowed: rows of {self.sums.size}")
        return Moments(self.n, matrix @ self.sums, matrix @ self.products @ matrix.T)


def moments(rows: ArrayLike) -> Moments:
    """The moments of one shard.

    Those of whole numbers and truth values are exact up to 2^53, so that they do not depend on how the games were
    cut into shards; those of fractions are rounded, the same way each time for the same shard.

    Parameters
    ----------
    rows : (n, d) array_like
        One row a game, n at least 1.

    Raises
    ------
    SpecError
        No games, or not a table.

    Examples
    --------
    >>> whole = moments([[True, False]]) + moments([[True, True]])
    >>> whole.n, whole.sums.tolist(), whole.products.tolist()
    (2, [2.0, 1.0], [[2.0, 1.0], [1.0, 1.0]])
    """
    table = np.asarray(rows)
    if table.ndim != 2 or table.size == 0:
        raise SpecError(
            f"games: found a table of shape {table.shape}; allowed: a row for each game, 1 or more"
        )
    values = table.astype(np.float64)
    if table.dtype.kind in "biu":
        products = values.T @ values
    else:  # the order in which a matrix product adds may depend on the number of threads
        products = np.einsum("ni,nj->ij", values, values, optimize=False)
    return Moments(len(table), values.sum(axis=0), products)
