"""Zero-sum games with known values, in matrix and in sequence form; exact plans and best responses."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.odds.matrix_game import (
    UNIT,
    Plan,
    Solution,
    best_response,
    exact_plan,
    guarantees,
    least_regret,
    solve_matrix,
    solve_sequences,
)

gains = st.integers(-9, 9)
matrices = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(gains, min_size=width, max_size=width), min_size=1, max_size=5)
)


def test_matching_pennies() -> None:
    solved = solve_matrix([[1, -1], [-1, 1]])
    assert solved.value == pytest.approx(0, abs=1e-12)
    assert solved.row == pytest.approx([0.5, 0.5])
    assert solved.column == pytest.approx([0.5, 0.5])


def test_rock_paper_scissors() -> None:
    solved = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert solved.value == pytest.approx(0, abs=1e-12)
    assert solved.row == pytest.approx([1 / 3] * 3)
    assert solved.column == pytest.approx([1 / 3] * 3)


def test_a_game_that_is_not_symmetric() -> None:
    """[[3, 0], [1, 2]]: rows 1/4 and 3/4, columns 1/2 each, value 3/2."""
    solved = solve_matrix([[Fraction(3), 0], [1, 2]])
    assert solved.value == pytest.approx(1.5)
    assert solved.row == pytest.approx([0.25, 0.75])
    assert solved.column == pytest.approx([0.5, 0.5])


def test_one_by_one() -> None:
    assert solve_matrix([[7]]) == Solution(7.0, (1.0,), (1.0,))


def kuhn() -> tuple[dict[tuple[int, int], Fraction], Plan, Plan]:
    """Kuhn poker: three cards, one each, ante 1, bet 1 (H. W. Kuhn, 1950)."""
    first: list[tuple[int, tuple[int, ...]]] = []  # check, bet; after check and bet: fold, call
    second: list[tuple[int, tuple[int, ...]]] = []  # after check: check, bet; after bet: fold, call
    for card in range(3):
        base = 1 + 4 * card
        first += [(0, (base, base + 1)), (base, (base + 2, base + 3))]
        second += [(0, (base, base + 1)), (0, (base + 2, base + 3))]
    payoffs: dict[tuple[int, int], Fraction] = {}
    for one, two in permutations(range(3), 2):
        wins, a, b = (1 if one > two else -1), 1 + 4 * one, 1 + 4 * two
        for place, gain in {
            (a, b): wins,  # both check
            (a + 2, b + 1): -1,  # check, bet, fold
            (a + 3, b + 1): 2 * wins,  # check, bet, call
            (a + 1, b + 2): 1,  # bet, fold
            (a + 1, b + 3): 2 * wins,  # bet, call
        }.items():
            payoffs[place] = Fraction(gain, 6)
    return payoffs, Plan(tuple(first)), Plan(tuple(second))


def test_kuhn_poker_in_sequence_form() -> None:
    payoffs, first, second = kuhn()
    matrix = np.zeros((first.size, second.size))
    for place, gain in payoffs.items():
        matrix[place] = gain
    solved = solve_sequences(matrix, first, second)
    assert solved.value == pytest.approx(-1 / 18, abs=1e-12)
    sure, conceded = guarantees(payoffs, first, second, solved)
    assert sure <= Fraction(-1, 18) <= conceded
    assert conceded - sure < Fraction(1, 10**12)
    king, jack = solved.row[10] / 1, solved.row[2]
    assert king == pytest.approx(3 * jack, abs=1e-9)  # every equilibrium bets a king three times as often


@settings(max_examples=60, deadline=None)
@given(matrices)
def test_both_plans_reach_the_value(rows: list[list[int]]) -> None:
    solved = solve_matrix(rows)
    payoffs = {(i, j): Fraction(gain) for i, row in enumerate(rows, 1) for j, gain in enumerate(row, 1)}
    plans = Plan.choice(len(rows)), Plan.choice(len(rows[0]))
    full = Solution(solved.value, (1.0, *solved.row), (1.0, *solved.column))
    sure, conceded = guarantees(payoffs, *plans, full)
    assert 0 <= conceded - sure < Fraction(1, 10**9)
    assert float(sure) - 1e-9 <= solved.value <= float(conceded) + 1e-9


@settings(max_examples=60, deadline=None)
@given(matrices)
def test_a_pure_maximin_is_never_above_the_value(rows: list[list[int]]) -> None:
    solved = solve_matrix(rows)
    assert max(map(min, rows)) <= solved.value + 1e-9
    assert min(map(max, zip(*rows, strict=True))) >= solved.value - 1e-9


def test_dominated_by_a_mixture_only() -> None:
    """(1, 1) against (0, 3) and (3, 0): worse than half of each by 1/2, better than either somewhere."""
    others = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0, 3.0, 0.0]])
    assert least_regret([0, 1, 1], others, Plan.choice(2), Plan.choice(2)) == pytest.approx(0.5)
    assert least_regret([0, 2, 2], others, Plan.choice(2), Plan.choice(2)) == pytest.approx(-0.5)


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_an_exact_plan_keeps_its_constraints(weights: list[float]) -> None:
    plan = Plan(((0, (1, 2)), (1, (3, 4))))
    exact = exact_plan(plan, [1.0, *weights])
    assert exact[0] == UNIT == exact[1] + exact[2]
    assert exact[1] == exact[3] + exact[4]
    assert min(exact) >= 0


def test_best_response_of_a_plan_with_two_steps() -> None:
    plan = Plan(((0, (1, 2)), (1, (3, 4))))
    assert best_response(plan, [0, 1, 4, 2, 5]) == 6
    assert best_response(plan, [0, 1, 7, 2, 5]) == 7
