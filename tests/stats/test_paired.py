"""Paired comparisons against published values, statsmodels, a search by brute force and simulation."""

import math

import numpy as np
import pytest
from covering import coverage, tolerance
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binom
from statsmodels.stats import contingency_tables

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import wilson
from fwwsim.stats.paired import compare, flip_table, mcnemar, paired_interval, smallest_loss

WINS = [False, True]
counts = st.integers(0, 500)


def test_interval_agrees_with_the_literature() -> None:
    """M. W. Fagerland, S. Lydersen and P. Laake, Stat. Med. 33 (2014) 2850-2875: airways before and after."""
    found = paired_interval(1, 7, 21)
    assert (round(found.estimate, 3), round(found.low, 3), round(found.high, 3)) == (-0.286, -0.517, -0.026)


@pytest.mark.parametrize(
    ("gained", "lost", "n"), [(1, 7, 21), (40, 20, 160), (3, 0, 1000), (900, 800, 10_000_000)]
)
def test_score_test_just_rejects_at_either_end(gained: int, lost: int, n: int) -> None:
    found = paired_interval(gained, lost, n)
    for end, z in ((found.low, 1.959963984540054), (found.high, -1.959963984540054)):
        loss = smallest_loss(end, gained, lost, n)
        error = math.sqrt(n * (2 * loss + end * (1 - end)))
        assert (gained - lost - n * end) / error == pytest.approx(z, rel=1e-6)


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (3, 0), (0, 5), (10, 30), (250, 200), (1, 0)])
def test_mcnemar_agrees_with_statsmodels(gained: int, lost: int) -> None:
    expected = contingency_tables.mcnemar([[40, lost], [gained, 60]], exact=True).pvalue
    assert mcnemar(gained, lost) == pytest.approx(min(expected, 1.0))


@pytest.mark.parametrize("difference", [-0.3, -0.01, 0.0, 0.02, 0.2])
def test_nuisance_is_the_likeliest(difference: float) -> None:
    gained, lost, n = 12, 30, 200

    def surprise(loss: float) -> float:
        gain = loss + difference
        return -(
            gained * math.log(gain) + lost * math.log(loss) + (n - gained - lost) * math.log(1 - gain - loss)
        )

    floor, ceiling = max(0.0, -difference), (1 - difference) / 2
    best = minimize_scalar(surprise, bounds=(floor + 1e-9, ceiling - 1e-9), options={"xatol": 1e-10})
    assert smallest_loss(difference, gained, lost, n) == pytest.approx(best.x, abs=1e-6)


@pytest.mark.parametrize(
    ("gain", "loss"), [(0.0, 0.0), (0.001, 0.001), (0.002, 0.0), (0.02, 0.01), (0.05, 0.05), (0.3, 0.2)]
)
def test_interval_covers_the_true_difference(gain: float, loss: float) -> None:
    n, repetitions = 1000, 2000
    drawn = np.random.default_rng(1914).multinomial(n, [gain, loss, 1 - gain - loss], repetitions)
    covered = coverage([paired_interval(int(plus), int(minus), n) for plus, minus, _ in drawn], gain - loss)
    if n * (gain + loss) > 25:
        assert covered == pytest.approx(0.95, abs=tolerance(repetitions) + 0.005)
    else:
        assert covered > 0.95 - tolerance(repetitions)


def test_few_flips_all_one_way_are_still_covered() -> None:
    """Exactly, by the binomial distribution: at most 2 % below 95 % at its worst, with some five flips a run."""
    n = 1000
    for rate in np.arange(0.2, 12, 0.2) / n:
        flips = np.arange(60)
        ends = [paired_interval(int(number), 0, n) for number in flips]
        covers = np.array([found.low <= rate <= found.high for found in ends])
        assert binom.pmf(flips, n, rate)[covers].sum() > 0.93


def test_wilson_and_the_flips_of_a_comparison() -> None:
    found = compare([[430, 10], [30, 530]], WINS)
    assert (found.first, found.second) == (wilson(560, 1000), wilson(540, 1000))
    assert (found.gained, found.lost, found.changed) == (10, 30, 40)
    assert found.flips == wilson(40, 1000)


def test_correlation_and_games_saved_are_numpys() -> None:
    rng = np.random.default_rng(1914)
    first = rng.random(5000) < 0.55
    second = np.where(rng.random(5000) < 0.1, rng.random(5000) < 0.3, first)
    found = compare(flip_table(first, second, 2), WINS)
    assert found.correlation == pytest.approx(np.corrcoef(first, second)[0, 1])
    difference = second.astype(int) - first.astype(int)
    assert found.games_saved == pytest.approx((first.var() + second.var()) / difference.var())
    assert found.difference.estimate == pytest.approx(difference.mean())


def test_games_saved_is_one_for_independent_arms() -> None:
    n = 100_000
    first, second = np.random.default_rng(1914).random((2, n)) < 0.5
    saved = compare(flip_table(first, second, 2), WINS).games_saved
    assert saved == pytest.approx(1, abs=4 * 1.5 / math.sqrt(n))


def test_a_rule_that_changes_nothing() -> None:
    n = 10_000
    found = compare([[4000, 0], [0, 6000]], WINS)
    assert (found.difference.estimate, found.flips.estimate, found.p_value, found.changed) == (0, 0, 1, 0)
    assert (found.correlation, found.games_saved) == (1, math.inf)
    assert found.difference.high == -found.difference.low == pytest.approx(wilson(0, n).high)


def test_a_side_that_never_wins() -> None:
    found = compare([[10, 0], [0, 0]], WINS)
    assert (found.correlation, found.games_saved) == (None, None)


def test_outcomes_of_more_kinds() -> None:
    """Neither side wins outcome 2; a change from 0 to 2 is one of outcome, not of who wins."""
    first, second = [0, 0, 1, 1, 2, 2], [0, 2, 1, 2, 1, 2]
    found = compare(flip_table(first, second, 3), [False, True, False])
    assert (found.gained, found.lost, found.changed) == (1, 1, 3)


@settings(derandomize=True, deadline=None)
@given(counts, counts, counts, counts)
def test_swapping_the_arms_negates_the_difference(both: int, gained: int, lost: int, neither: int) -> None:
    table = np.array([[neither + 1, gained], [lost, both]])
    found, swapped = compare(table, WINS), compare(table.T, WINS)
    assert found.difference.estimate == -swapped.difference.estimate
    assert (found.difference.low, found.difference.high) == (
        -swapped.difference.high,
        -swapped.difference.low,
    )
    assert (found.p_value, found.games_saved) == (swapped.p_value, swapped.games_saved)
    assert -1 <= found.difference.low <= found.difference.estimate <= found.difference.high <= 1
    assert (gained + lost > 0) or found.difference.estimate == 0


def test_shards_are_added() -> None:
    first, second = np.random.default_rng(1).integers(0, 4, (2, 1000))
    parts = [flip_table(first[cut], second[cut], 4) for cut in (slice(0, 10), slice(10, 10), slice(10, None))]
    assert np.array_equal(sum(parts), flip_table(first, second, 4))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: flip_table([0, 1], [0], 2), r"outcomes: found shapes \(2,\) and \(1,\)"),
        (lambda: flip_table([0, 2], [0, 1], 2), "outcomes: found 0 to 2; allowed: whole numbers 0 to 1"),
        (lambda: flip_table([0.5], [0.0], 2), "outcomes: found 0.0 to 0.5"),
        (lambda: compare([[0, 0], [0, 0]], WINS), "flip table: found no games"),
        (lambda: compare([[5, -1], [0, 0]], WINS), "flip table: found no games, or counts below 0"),
        (lambda: compare([[5, 1, 0], [0, 0, 0]], WINS), r"flip table: found shape \(2, 3\)"),
        (lambda: compare([[0.5, 0.5], [0, 0]], WINS), r"flip table: found shape \(2, 2\), float64"),
        (lambda: compare([[5, 1], [0, 0]], [True]), r"wins: found shape \(1,\)"),
        (lambda: paired_interval(6, 6, 10), "flips: found 6 and 6 of 10"),
        (lambda: paired_interval(0, 0, 0), "flips: found 0 and 0 of 0"),
        (lambda: mcnemar(-1, 0), "flips: found -1 and 0"),
        (lambda: compare([[5, 1], [0, 0]], WINS, 1.0), "confidence: found 1.0"),
    ],
)
def test_bad_counts_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=f"^{message}"):
        call()
