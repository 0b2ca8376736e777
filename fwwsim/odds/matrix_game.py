"""Two-player zero-sum games by linear programming: matrix games, and sequential games in sequence form.

A sequential game is solved in the space of *realisation plans* (Koller, Megiddo and von Stengel, "Efficient
computation of equilibria for extensive two-person games", Games and Economic Behavior 14 (1996) 247-259): the
weight of a sequence of own choices is the product of the probabilities of these choices, so that a mixed
strategy is a vector x >= 0 with E x = e instead of one entry for each of exponentially many pure strategies.

numpy and scipy (HiGHS) are imported when a programme is solved. Solutions are floating point; :func:`exact_plan`
and :func:`best_response` check them in whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]

Number = TypeVar("Number", int, float, Fraction)
Payoffs = Mapping[tuple[int, int], Fraction]

TOLERANCE = 1e-10  # of HiGHS; its own default is 1e-7
UNIT = 1 << 52  # weights of an exact plan are whole multiples of 1 / UNIT


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions of one player of perfect recall.

    Sequences are numbered; 0 is the empty one, before any choice. A sequence belongs to exactly one point.

    Attributes
    ----------
    points : tuple of (int, tuple of int)
        For each information set the sequence that leads to it and the sequences that its choices make;
        whatever leads to a point comes before it.

    >>> Plan.choice(2).size
    3
    """

    points: tuple[tuple[int, tuple[int, ...]], ...]

    @classmethod
    def choice(cls, number: int) -> Plan:
        """One decision among `number` choices, the sequences 1 to `number`."""
        return cls(((0, tuple(range(1, number + 1))),))

    @property
    def size(self) -> int:
        """The number of sequences."""
        return 1 + sum(len(sequences) for _, sequences in self.points)


@dataclass(frozen=True, slots=True)
class Solution:
    """An equilibrium: the value to the row player, and a realisation plan a side (floating point)."""

    value: float
    row: tuple[float, ...]
    column: tuple[float, ...]


def solve_matrix(payoffs: Sequence[Sequence[float | Fraction]]) -> Solution:
    """The value and an optimal mixed strategy a side of a matrix game; `payoffs` are gains of the row player.

    Parameters
    ----------
    payoffs : (m, n) nested sequence
        m, n at least 1.

    Examples
    --------
    Matching pennies: each shows heads half of the time.

    >>> pennies = solve_matrix([[1, -1], [-1, 1]])
    >>> round(pennies.value, 9) + 0.0, [round(weight, 9) for weight in pennies.row]
    (0.0, [0.5, 0.5])
    """
    import numpy as np

    inner = np.array([[float(gain) for gain in row] for row in payoffs])
    matrix = np.zeros((inner.shape[0] + 1, inner.shape[1] + 1))
    matrix[1:, 1:] = inner
    solved = solve_sequences(matrix, Plan.choice(inner.shape[0]), Plan.choice(inner.shape[1]))
    return Solution(solved.value, solved.row[1:], solved.column[1:])


def solve_sequences(matrix: Matrix, row: Plan, column: Plan) -> Solution:
    """An equilibrium of a sequential game in realisation plans.

    Parameters
    ----------
    matrix : (row.size, column.size) array
        Expected gain of the row player where a pair of sequences ends the game, chance moves included, else 0.
    row, column : Plan

    Notes
    -----
    Maximise q[0] over x >= 0 and q, with E x = e, and for each column sequence j: what its point is worth, less
    what the points that follow are worth, is at most (x A)[j]. The column player's plan is the dual.
    """
    import numpy as np

    rows, columns, values = row.size, column.size, 1 + len(column.points)
    bound = np.hstack([-matrix.T, _incidence(column).T])
    equal, ones = _plan_constraints(row, values)
    cost = np.zeros(rows + values)
    cost[rows] = -1
    solved = _minimise(cost, bound, np.zeros(columns), equal, ones, rows)
    return Solution(
        -float(solved.fun),
        tuple(float(weight) for weight in solved.x[:rows]),
        tuple(-float(weight) for weight in solved.ineqlin.marginals),
    )


def least_regret(candidate: Sequence[float], matrix: Matrix, own: Plan, other: Plan) -> float:
    """How much a candidate choice loses at least against the best alternative, whatever the other player does.

    By Pearce's lemma (Econometrica 52 (1984) 1029-1050) a choice that is never a best response is strictly
    dominated by a pure or mixed alternative: exactly if the result is positive.

    Parameters
    ----------
    candidate : (other.size,) sequence
        Gain of the candidate for each of the other player's sequences.
    matrix : (own.size, other.size) array
        Gains of the alternatives.
    own, other : Plan

    >>> import numpy as np
    >>> alternatives = np.array([[0.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]])
    >>> round(least_regret([0.0, 1.0, 1.0], alternatives, Plan.choice(2), Plan.choice(2)), 9)
    0.5
    """
    import numpy as np

    size, values = other.size, 1 + len(own.points)
    bound = np.hstack([matrix, -_incidence(own).T])
    equal, ones = _plan_constraints(other, values)
    cost = np.concatenate([-np.asarray(candidate, float), np.zeros(values)])
    cost[size] = 1
    return float(_minimise(cost, bound, np.zeros(own.size), equal, ones, size).fun)


def exact_plan(plan: Plan, weights: Sequence[float]) -> tuple[int, ...]:
    """The realisation plan nearest to `weights` in whole multiples of 1 / UNIT; E x = e holds exactly.

    >>> exact_plan(Plan.choice(2), [1.0, 0.25, 0.75]) == (UNIT, UNIT // 4, 3 * UNIT // 4)
    True
    """
    exact = [0] * plan.size
    exact[0] = UNIT
    for parent, sequences in plan.points:
        rounded = [max(0, round(weights[sequence] * UNIT)) for sequence in sequences]
        largest = max(range(len(rounded)), key=rounded.__getitem__)
        whole, total = exact[parent], sum(rounded)
        shares = [weight * whole // total for weight in rounded] if total else [0] * len(rounded)
        shares[largest] += whole - sum(shares)
        for sequence, share in zip(sequences, shares, strict=True):
            exact[sequence] = share
    return tuple(exact)


def best_response(plan: Plan, gains: Sequence[Number]) -> Number:
    """The most that a player can reach when each own sequence adds its entry of `gains`, exactly.

    >>> best_response(Plan.choice(2), [Fraction(0), Fraction(1, 3), Fraction(1, 2)])
    Fraction(1, 2)
    """
    worth = list(gains)
    for parent, sequences in reversed(plan.points):
        worth[parent] += max(worth[sequence] for sequence in sequences)
    return worth[0]


def guarantees(payoffs: Payoffs, row: Plan, column: Plan, solution: Solution) -> tuple[Fraction, Fraction]:
    """What the row player's plan is sure of, and what the column player's concedes at most, exactly.

    The plans are those of `solution`, rounded by :func:`exact_plan`; their difference is the exploitability, 0 in
    an exact equilibrium, and the value of the game lies between them.
    """
    from math import lcm

    scale = lcm(*(gain.denominator for gain in payoffs.values()))
    own, other = exact_plan(row, solution.row), exact_plan(column, solution.column)
    row_gains, column_gains = [0] * row.size, [0] * column.size
    for (i, j), gain in payoffs.items():
        whole = gain.numerator * (scale // gain.denominator)
        row_gains[i] += whole * other[j]
        column_gains[j] -= whole * own[i]
    unit = scale * UNIT
    return Fraction(-best_response(column, column_gains), unit), Fraction(best_response(row, row_gains), unit)


def _incidence(plan: Plan) -> Matrix:
    """The matrix E of E x = e: one row for the empty sequence, one for each point."""
    import numpy as np

    matrix = np.zeros((1 + len(plan.points), plan.size))
    matrix[0, 0] = 1
    for number, (parent, sequences) in enumerate(plan.points, 1):
        matrix[number, parent] = -1
        matrix[number, list(sequences)] = 1
    return matrix


def _plan_constraints(plan: Plan, others: int) -> tuple[Matrix, Matrix]:
    """E and e of `plan`, with room for `others` more variables."""
    import numpy as np

    incidence = _incidence(plan)
    ones = np.zeros(len(incidence))
    ones[0] = 1
    return np.hstack([incidence, np.zeros((len(incidence), others))]), ones


def _minimise(cost: Matrix, bound: Matrix, most: Matrix, equal: Matrix, ones: Matrix, weights: int) -> Any:
    """The linear programme with the first `weights` variables not negative, the others free."""
    from scipy.optimize import linprog

    bounds = [(0, None)] * weights + [(None, None)] * (len(cost) - weights)
    options: Any = {"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE}
    solved = linprog(cost, bound, most, equal, ones, bounds, method="highs-ds", options=options)
    if solved.status != 0:
        raise ArithmeticError(f"HiGHS found no optimum: {solved.message}")
    return solved
