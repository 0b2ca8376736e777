"""Components of variance of known truths, and how often their intervals cover them."""

import math

import numpy as np
import pytest
from covering import coverage, tolerance
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import SpecError
from fwwsim.stats.moments import moments
from fwwsim.stats.variance import (
    Cells,
    Component,
    chosen_component,
    drawn_component,
    error_budget,
    independent_cells,
    paired_cells,
)

REPETITIONS = 1500


def drawn(rng: np.random.Generator, deviation: float, k: int, n: int) -> list[Cells]:
    rates = rng.normal(0.5, deviation, (REPETITIONS, k)).clip(0, 1)
    return [independent_cells(won, np.full(k, n)) for won in rng.binomial(n, rates)]


@pytest.mark.parametrize(
    ("deviation", "k", "n"), [(0.0, 8, 1000), (0.01, 8, 1000), (0.05, 5, 4000), (0.05, 30, 200)]
)
def test_interval_of_drawn_cells_covers_the_true_variance(deviation: float, k: int, n: int) -> None:
    found = [drawn_component(cells).variance for cells in drawn(np.random.default_rng(1914), deviation, k, n)]
    covered = coverage(found, deviation**2)
    if deviation > 0:
        assert covered == pytest.approx(0.95, abs=tolerance(REPETITIONS) + 0.005)
    else:  # an interval may lie below 0 altogether, and is then floored to it
        assert covered == pytest.approx(0.975, abs=tolerance(REPETITIONS))
    mean, error = np.mean([interval.estimate for interval in found]), np.std([x.estimate for x in found])
    assert mean >= deviation**2 - 4 * error / math.sqrt(REPETITIONS)  # floored, hence not below


@pytest.mark.parametrize(
    ("rates", "n"),
    [([0.5, 0.5], 500), ([0.48, 0.52], 500), ([0.3, 0.5, 0.55, 0.6], 400), ([0.49, 0.5, 0.51] * 3, 2000)],
)
def test_interval_of_chosen_cells_covers_their_variance(rates: list[float], n: int) -> None:
    """On dice of their own, and on the same dice, where the common luck does not count."""
    rng, truth = np.random.default_rng(1914), float(np.var(rates))
    won = rng.binomial(n, rates, (REPETITIONS, len(rates)))
    apart = [chosen_component(independent_cells(row, np.full(len(rates), n))).variance for row in won]
    anew = np.arange(len(rates)) > 0
    same = []
    for _ in range(400):
        luck = np.where(
            anew & (rng.random((n, len(rates))) < 0.3), rng.random((n, len(rates))), rng.random((n, 1))
        )
        same.append(chosen_component(paired_cells(moments(luck < rates))).variance)
    for found in (apart, same):
        covered = coverage(found, truth)
        assert covered > 0.95 - tolerance(len(found)) - 0.01
    assert np.mean([x.width for x in same]) < np.mean([x.width for x in apart])


def test_cells_on_the_same_dice_that_never_differ_have_no_variance() -> None:
    won = np.random.default_rng(1914).random((1000, 1)) < np.full(4, 0.5)
    for component in (chosen_component, drawn_component):
        found = component(paired_cells(moments(won)))
        assert (found.variance.estimate, found.variance.low, found.variance.high) == pytest.approx((0, 0, 0))
        assert found.lowest == found.highest


def test_by_hand() -> None:
    cells = Cells(np.array([0.4, 0.5, 0.6]), np.eye(3) * 0.001, 300)
    assert drawn_component(cells).variance.estimate == pytest.approx(0.01 - 0.001)
    assert chosen_component(cells).variance.estimate == pytest.approx(0.02 / 3 - 0.001 * 2 / 3)
    # S = 0.001 (I - 1/3), s = 0.001, tr S S = 2e-6: (d'd - tr S - q)^2 = z^2 (4 q s + 2 tr S S)
    z, excess = 1.959963984540054, 0.02 - 0.002
    for end in (chosen_component(cells).variance.low * 3, chosen_component(cells).variance.high * 3):
        assert (excess - end) ** 2 == pytest.approx(z * z * (4 * end * 0.001 + 4e-6))


@settings(derandomize=True, deadline=None)
@given(st.lists(st.integers(0, 100), min_size=2, max_size=9), st.randoms(use_true_random=False))
def test_the_order_of_cells_does_not_matter(wins: list[int], random: object) -> None:
    shuffled = sorted(wins)
    for component in (chosen_component, drawn_component):
        one = component(independent_cells(wins, [100] * len(wins)))
        other = component(independent_cells(shuffled, [100] * len(wins)))
        assert one.variance.estimate == pytest.approx(other.variance.estimate, abs=1e-12)
        assert (one.lowest, one.highest) == (other.lowest, other.highest)
        assert 0 <= one.variance.low <= one.variance.high


def test_budget_adds_up() -> None:
    policy, data = (
        Component(drawn_component(independent_cells(wins, [1000] * 3)).variance, 0.0, 1.0)
        for wins in ([400, 500, 600], [500, 500, 500])
    )
    budget = error_budget(0.5, 10_000, {"policy": policy, "data": data})
    assert list(budget) == ["sampling", "policy", "data", "total"]
    assert budget["sampling"].variance == pytest.approx(0.25 / 10_000)
    assert budget["data"].variance == 0
    assert sum(part.variance for part in budget.values()) == pytest.approx(2 * budget["total"].variance)
    assert sum(part.share for part in budget.values()) == pytest.approx(2)
    assert budget["policy"].deviation == pytest.approx(math.sqrt(policy.variance.estimate))


def test_a_rate_without_doubt_has_an_empty_budget() -> None:
    assert error_budget(1.0, 10, {})["total"].share == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: independent_cells([], []), r"cells: found shapes \(0,\) and \(0,\)"),
        (lambda: independent_cells([1, 2], [5]), r"cells: found shapes \(2,\) and \(1,\)"),
        (lambda: independent_cells([1], [1]), "cells: found fewer than 2 games"),
        (lambda: independent_cells([6], [5]), "cells: found fewer than 2 games, or wins beyond games"),
        (lambda: paired_cells(moments([[1, 0]])), "games: found 1; allowed: 2 or more"),
        (lambda: drawn_component(independent_cells([1], [5])), "cells: found 1; allowed: 2 or more"),
        (lambda: chosen_component(independent_cells([1], [5])), "cells: found 1; allowed: 2 or more"),
        (lambda: chosen_component(independent_cells([1, 2], [5, 5]), 2.0), "confidence: found 2.0"),
        (lambda: error_budget(1.1, 10, {}), "rate: found 1.1 of 10 games"),
        (lambda: error_budget(0.5, 0, {}), "rate: found 0.5 of 0 games"),
    ],
)
def test_bad_cells_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=f"^{message}"):
        call()


def test_names_of_the_budget_are_taken() -> None:
    source = chosen_component(independent_cells([1, 2], [5, 5]))
    with pytest.raises(SpecError, match=r"sources: found \['total'\]"):
        error_budget(0.5, 10, {"total": source})
