"""Alpha-rank of the strategies of two populations: where evolution by imitation spends its time.

Paper: S. Omidshafiei et al., "alpha-rank: multi-agent evaluation by evolution", Scientific Reports 9 (2019) 9937.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

SELECTION, POPULATION = 20.0, 50


def alpha_rank(
    payoff: ArrayLike, selection: float = SELECTION, population: int = POPULATION
) -> NDArray[np.float64]:
    """The share of time at each pair of strategies.

    Each side is a population of one strategy; now and then a mutant of another strategy appears and takes over or
    dies out, by the fixation probability of its pay-off against that of the residents.

    Parameters
    ----------
    payoff : (rows, columns) array_like
        Of the row side; the column side gets its negative, up to a constant.
    selection : float
        The paper's alpha: how strongly a better pay-off is preferred.
    population : int
        The paper's m: players a side.

    Returns
    -------
    (rows, columns) array
        Non-negative, of sum 1. Its margins rank the strategies of either side.

    Examples
    --------
    The second row is better against both columns, and the first column against both rows:

    >>> alpha_rank([[0.2, 0.3], [0.6, 0.7]]).round(6).tolist()
    [[0.0, 0.0], [1.0, 0.0]]
    """
    table = np.asarray(payoff, np.float64)
    rows, columns = table.shape
    size = rows * columns
    chain = np.zeros((size, size))
    mutants = max(1, rows + columns - 2)
    for row in range(rows):
        for column in range(columns):
            here = row * columns + column
            for other in range(rows):
                gain = table[other, column] - table[row, column]
                if other != row:
                    chain[here, other * columns + column] = _fixation(gain, selection, population) / mutants
            for other in range(columns):
                gain = table[row, column] - table[row, other]
                if other != column:
                    chain[here, row * columns + other] = _fixation(gain, selection, population) / mutants
    return _stationary(chain).reshape(rows, columns)


def _fixation(gain: float, selection: float, population: int) -> float:
    """The probability that one mutant, better by `gain`, takes over a population."""
    push = selection * gain
    if abs(push) * population < 1e-9:
        return 1 / population
    if push > 0:
        return float(np.expm1(-push) / np.expm1(-population * push))
    # the same without an overflow: (1 - e^-u) / (1 - e^-mu) = e^((m-1)u) (1 - e^u) / (1 - e^mu)
    floor = max(
        (population - 1) * push, -600.0
    )  # stays above 0, so that the chain has one stationary distribution
    return float(np.exp(floor) * np.expm1(push) / np.expm1(population * push))


def _stationary(chain: NDArray[np.float64]) -> NDArray[np.float64]:
    """The stationary distribution of a chain, from its probabilities of leaving each state for another.

    Without subtractions, so that probabilities of very different size do no harm: W. K. Grassmann, M. I. Taksar
    and D. P. Heyman, Operations Research 33 (1985) 1107-1116.
    """
    rest = chain.copy()
    for last in range(len(rest) - 1, 0, -1):
        rest[:last, last] /= rest[last, :last].sum()
        rest[:last, :last] += np.outer(rest[:last, last], rest[last, :last])
    time = np.zeros(len(rest))
    time[0] = 1.0
    for state in range(1, len(rest)):
        time[state] = time[:state] @ rest[:state, state]
        time[: state + 1] /= time[: state + 1].max()  # the ratios may be far apart: keep the largest at 1
    return time / time.sum()
