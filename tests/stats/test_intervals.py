"""Intervals against published values, scipy's own, and their coverage in simulated experiments."""

import math

import numpy as np
import pytest
from covering import coverage, tolerance
from scipy.stats import binom, binomtest

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import decimals, mean_interval, stratified_mean, wilson, z_score


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Stat. Med. 17 (1998), table I
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_the_literature(successes: int, n: int, low: float, high: float) -> None:
    found = wilson(successes, n)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert (found.estimate, found.n) == (successes / n, n)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_wilson_agrees_with_scipy(confidence: float) -> None:
    for n in (1, 2, 7, 100, 12_345, 1_000_000):
        for successes in sorted({0, 1, n // 3, n // 2, n - 1, n}):
            found = wilson(successes, n, confidence)
            expected = binomtest(successes, n).proportion_ci(confidence, method="wilson")
            assert (found.low, found.high) == pytest.approx(
                (expected.low, expected.high), rel=1e-9, abs=1e-12
            )
            assert 0 <= found.low <= found.estimate <= found.high <= 1


def test_wilson_mirrors_and_is_exact_at_the_ends() -> None:
    assert wilson(0, 50).low == 0
    assert wilson(50, 50).high == 1
    one, other = wilson(12, 50), wilson(38, 50)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


@pytest.mark.parametrize("rate", [0.03, 0.2, 0.5])
def test_wilson_covers_the_true_rate_as_often_as_its_exact_coverage_says(rate: float) -> None:
    n, experiments = 200, 4000
    covers = np.array(
        [wilson(successes, n).low <= rate <= wilson(successes, n).high for successes in range(n + 1)]
    )
    exact = float(np.sum(binom.pmf(np.arange(n + 1), n, rate)[covers]))
    assert 0.92 < exact < 0.98  # near 0.95 on average over rates, not at each
    drawn = np.random.default_rng(1914).binomial(n, rate, experiments)
    error = math.sqrt(exact * (1 - exact) / experiments)
    assert float(covers[drawn].mean()) == pytest.approx(exact, abs=4 * error)


def test_mean_interval_of_known_numbers() -> None:
    found = mean_interval([2, 4, 4, 4, 5, 5, 7, 9])  # mean 5, sum of squares 32
    half = 1.959963984540054 * math.sqrt(32 / 7 / 8)
    assert (found.estimate, found.n) == (5, 8)
    assert (found.low, found.high) == pytest.approx((5 - half, 5 + half))


def test_mean_interval_covers_the_true_mean() -> None:
    experiments, n = 3000, 400
    samples = np.random.default_rng(1914).exponential(2.0, (experiments, n))
    found = [mean_interval(sample) for sample in samples]
    covered = sum(interval.low <= 2.0 <= interval.high for interval in found) / experiments
    error = math.sqrt(0.95 * 0.05 / experiments)
    assert covered == pytest.approx(0.95, abs=4 * error)


def test_narrow_integers_do_not_overflow() -> None:
    found = mean_interval(np.full(100_000, 120, np.int8))
    assert (found.estimate, found.low, found.high) == (120, 120, 120)


def test_one_observation_says_nothing_of_the_spread() -> None:
    found = mean_interval([3])
    assert (found.estimate, found.low, found.high, found.n) == (3, -math.inf, math.inf, 1)


def test_z_is_about_standard_normal_and_shrinks_nothing() -> None:
    drawn = np.random.default_rng(1914).binomial(1000, 7 / 18, 2000)
    z = np.array([z_score(int(successes), 1000, 7 / 18) for successes in drawn])
    assert abs(z.mean()) < 4 / math.sqrt(2000)
    assert z.std() == pytest.approx(1, abs=4 / math.sqrt(2 * 2000))
    assert z_score(0, 10, 0.0) == 0
    assert z_score(1, 10, 0.0) == math.inf


@pytest.mark.parametrize(
    ("width", "places"), [(0.6, 1), (0.2, 1), (0.1, 1), (0.099, 2), (0.0004, 4), (1.0, 0), (80.0, 0)]
)
def test_decimals_stop_at_the_first_digit_of_the_width(width: float, places: int) -> None:
    assert decimals(width) == places
    assert places == 0 or 10**-places <= width < 10 * 10**-places


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(0, 0), "observations: found 0; allowed: 1 or more"),
        (lambda: wilson(3, 2), "successes: found 3; allowed: 0 to 2"),
        (lambda: wilson(-1, 2), "successes: found -1; allowed: 0 to 2"),
        (lambda: wilson(1, 2, 1.0), "confidence: found 1.0; allowed: between 0 and 1"),
        (lambda: mean_interval([]), "observations: found 0; allowed: 1 or more"),
        (lambda: mean_interval([1, 2], 0), "confidence: found 0; allowed: between 0 and 1"),
        (lambda: z_score(0, 0, 0.5), "observations: found 0; allowed: 1 or more"),
    ],
)
def test_numbers_out_of_range_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=f"^{message}$"):
        call()


def test_one_stratum_is_the_plain_mean() -> None:
    values = np.random.default_rng(3).normal(2.0, 1.5, 50)
    found, expected = stratified_mean([(1.0, values)]), mean_interval(values)
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (expected.estimate, expected.low, expected.high)
    )
    assert found.n == 50


def test_the_stratified_mean_covers_the_truth() -> None:
    """Strata of different means and sizes, one of them with a single value."""
    random = np.random.default_rng(11)
    shares, sizes, centres = (0.5, 0.45, 0.05), (60, 30, 1), (0.2, 0.6, 0.4)
    truth = sum(share * centre for share, centre in zip(shares, centres, strict=True))
    repetitions = 4000
    found = [
        stratified_mean(
            [
                (share, random.normal(centre, 0.3, size))
                for share, size, centre in zip(shares, sizes, centres, strict=True)
            ]
        )
        for _ in range(repetitions)
    ]
    assert abs(coverage(found, truth) - 0.95) < tolerance(repetitions) + 0.004  # the normal quantile, n = 91
    assert np.mean([interval.estimate for interval in found]) == pytest.approx(truth, abs=0.004)


def test_a_stratified_mean_without_a_spread_is_unbounded() -> None:
    found = stratified_mean([(0.5, [1.0]), (0.5, [2.0])])
    assert (found.estimate, found.low, found.high, found.n) == (1.5, -math.inf, math.inf, 2)
    with pytest.raises(SpecError, match="observations: found 0"):
        stratified_mean([(0.5, []), (0.5, [2.0])])
