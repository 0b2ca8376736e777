"""The interval and the test of a bounded mean, where most numbers are 0."""

import numpy as np
import pytest
from covering import coverage, tolerance
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import SpecError
from fwwsim.stats.bounded import bounded_mean, bounded_p_value
from fwwsim.stats.intervals import wilson
from fwwsim.stats.paired import mcnemar

VALUES = np.array([-0.5, -0.25, 0.0, 0.25, 0.5, 1.0])


@pytest.mark.parametrize(("chance", "exact"), [(0.0, 1.0), (0.001, None), (0.3, 0.95)])
def test_covers_the_true_mean(chance: float, exact: float | None) -> None:
    """Never less often than it says; with many differences, as often."""
    n, repetitions = 2000, 2000
    chances = np.array([chance, 2 * chance, 0.0, chance, chance, chance]) / 6
    chances[2] = 1 - chances.sum()
    drawn = np.random.default_rng(1914).multinomial(n, chances, repetitions)
    found = [
        bounded_mean(n, total, squares)
        for total, squares in zip(drawn @ VALUES, drawn @ VALUES**2, strict=True)
    ]
    covered = coverage(found, float(chances @ VALUES))
    assert covered > 0.95 - tolerance(repetitions)
    assert exact is None or abs(covered - exact) <= tolerance(repetitions)


@pytest.mark.parametrize("n", [1, 50, 10_000_000])
def test_without_differences_it_is_the_wilson_bound_of_a_rate_never_seen(n: int) -> None:
    found = bounded_mean(n, 0, 0)
    assert (found.estimate, found.low, found.n) == (0, -found.high, n)
    assert found.high == pytest.approx(wilson(0, n).high)


@settings(derandomize=True, deadline=None)
@given(st.integers(0, 400), st.integers(0, 400), st.integers(800, 10_000), st.sampled_from([1.0, 2.0]))
def test_p_value_is_where_the_interval_touches_zero(plus: int, minus: int, n: int, reach: float) -> None:
    total, squares = plus - minus, plus + minus
    p_value = bounded_p_value(n, total, squares, reach)
    assert p_value == bounded_p_value(n, -total, squares, reach)
    if total == 0:
        assert p_value == 1
    elif p_value > 1e-12:
        found = bounded_mean(n, total, squares, reach, 1 - p_value)
        assert min(abs(found.low), abs(found.high)) < 1e-4 * abs(found.estimate)


def test_p_value_is_near_mcnemars_with_many_flips_and_more_careful_with_few() -> None:
    assert bounded_p_value(100_000, 100, 2000) == pytest.approx(mcnemar(1050, 950), rel=0.06)
    assert mcnemar(8, 0) < bounded_p_value(100_000, 8, 8) < 0.05


def test_false_alarms_are_no_more_frequent_than_stated() -> None:
    drawn = np.random.default_rng(1918).multinomial(3000, [0.02, 0.02, 0.96], 3000)
    alarms = np.mean([bounded_p_value(3000, plus - minus, plus + minus) < 0.05 for plus, minus, _ in drawn])
    assert alarms < 0.05 + tolerance(3000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bounded_mean(0, 0, 0), "observations: found 0"),
        (lambda: bounded_mean(5, 0, 0, 0.0), "reach: found 0.0"),
        (
            lambda: bounded_mean(5, 0, 6),
            "sums: found 0 and 6 of squares; allowed: those of 5 numbers between -1 and 1",
        ),
        (lambda: bounded_p_value(5, 4, 1), "sums: found 4 and 1 of squares"),
    ],
)
def test_impossible_sums_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=f"^{message}"):
        call()
