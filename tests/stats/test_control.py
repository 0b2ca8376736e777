"""Control variates: the same mean, less variance, and intervals that still cover."""

import numpy as np
import pytest
from covering import coverage, tolerance
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.stats.control import adjusted_difference, adjusted_mean, borrowed_mean
from fwwsim.stats.intervals import wilson
from fwwsim.stats.moments import Moments, moments
from fwwsim.stats.paired import paired_interval

FIRST, SECOND = 0.15, 0.25  # what beats luck of standard deviation 1 and noise of 1, in two arms


def played(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    """Games won in two arms, and the luck of each: half of it common, half of its own."""
    common, noise = rng.normal(size=(2, n))
    lucks = np.sqrt(0.5) * common[:, None] + np.sqrt(0.5) * rng.normal(size=(n, 2))
    won = lucks + noise[:, None] + [FIRST, SECOND] > 0
    return np.column_stack((won, lucks))


def test_adjusted_mean_is_the_intercept_of_least_squares() -> None:
    table = played(np.random.default_rng(1914), 5000)
    found = adjusted_mean(moments(table[:, [0, 2, 3]]))
    design = np.column_stack((np.ones(5000), table[:, 2:]))
    solved, residue, *_ = np.linalg.lstsq(design, table[:, 0])
    assert found.adjusted.estimate == pytest.approx(solved[0])
    assert found.saved == pytest.approx(1 - residue[0] / (5000 * table[:, 0].var()))
    assert found.adjusted.width**2 / found.plain.width**2 == pytest.approx(1 - found.saved, rel=0.005)


def test_intervals_cover_the_true_mean_and_difference() -> None:
    rng, repetitions = np.random.default_rng(1914), 600
    truth = played(np.random.default_rng(1), 2_000_000)[:, :2]
    one, two = [], []
    for _ in range(repetitions):
        games = moments(played(rng, 500))
        one.append(adjusted_mean(games.combined([[1, 0, 0, 0], [0, 0, 1, 0]])))
        two.append(adjusted_difference(games))
    difference = float((truth[:, 1] - truth[:, 0]).mean())
    for found, mean in ((one, float(truth[:, 0].mean())), (two, difference)):
        for kind in ("plain", "adjusted"):
            covered = coverage([getattr(result, kind) for result in found], mean)
            assert covered == pytest.approx(0.95, abs=tolerance(repetitions) + 0.005)
        assert np.mean([result.adjusted.width for result in found]) < 0.95 * np.mean(
            [result.plain.width for result in found]
        )
        rejected = np.mean([result.p_zero < 0.05 for result in found])
        assert rejected == pytest.approx(0.05, abs=tolerance(repetitions) + 0.005)


def test_constant_controls_are_dropped() -> None:
    table = played(np.random.default_rng(1914), 400)
    alone = adjusted_mean(moments(table[:, [0, 2]]))
    found = adjusted_mean(
        moments(np.column_stack((table[:, 0], np.zeros(400), table[:, 2], np.full(400, 0.1))))
    )
    assert found.dropped == (0, 2)
    assert found.adjusted == alone.adjusted


def test_without_useful_controls_nothing_is_saved() -> None:
    won = np.random.default_rng(1914).random(400) < 0.4
    found = adjusted_mean(moments(won[:, None]))
    assert (found.adjusted, found.saved, found.p_zero) == (found.plain, 0.0, 1.0)
    assert found.plain.width == pytest.approx(wilson(int(won.sum()), 400).width, rel=0.02)


def test_the_same_luck_twice_counts_once() -> None:
    table = played(np.random.default_rng(1914), 1000)
    once = adjusted_difference(moments(table[:, :3]))
    twice = adjusted_difference(moments(table[:, [0, 1, 2, 2]]))
    assert twice.saved == pytest.approx(once.saved)
    assert twice.adjusted.estimate == pytest.approx(once.adjusted.estimate)
    assert twice.adjusted.width == pytest.approx(once.adjusted.width)


def test_shards_and_units_do_not_matter() -> None:
    table = played(np.random.default_rng(1914), 1000)
    whole = adjusted_difference(moments(table))
    parts = adjusted_difference(moments(table[:10]) + moments(table[10:]))
    scaled = adjusted_difference(moments(table * [1, 1, 1e6, 1e-6]))
    for other in (parts, scaled):
        assert other.adjusted.estimate == pytest.approx(whole.adjusted.estimate)
        assert other.adjusted.width == pytest.approx(whole.adjusted.width)


def test_swapping_the_arms_negates_the_difference() -> None:
    table = played(np.random.default_rng(1914), 1000)
    found, swapped = (
        adjusted_difference(moments(table)),
        adjusted_difference(moments(table[:, [1, 0, 3, 2]])),
    )
    assert found.adjusted.estimate == pytest.approx(-swapped.adjusted.estimate)
    assert found.saved == pytest.approx(swapped.saved)


def test_without_flips_the_difference_is_exactly_zero() -> None:
    table = played(np.random.default_rng(1914), 1000)
    found = adjusted_difference(moments(table[:, [0, 0, 2, 3]]))
    assert (found.adjusted.estimate, found.saved) == (0, None)
    assert found.adjusted.high == pytest.approx(paired_interval(0, 0, 1000).high, rel=0.01)


def test_controls_whose_mean_is_not_zero_are_told() -> None:
    table = played(np.random.default_rng(1914), 1000)
    table[:, 2] += 1
    assert adjusted_mean(moments(table[:, [0, 2]])).p_zero < 1e-6


def test_too_few_games_are_refused() -> None:
    with pytest.raises(SpecError, match="games: found 3 for 1 controls"):
        adjusted_mean(moments([[0, 1.0], [1, 2], [1, 0]]))
    with pytest.raises(SpecError, match="games: found 5 for -1 controls"):
        adjusted_mean(Moments(5, np.zeros(0), np.zeros((0, 0))))
    with pytest.raises(SpecError, match="columns: found 1"):
        adjusted_difference(moments([[0], [1], [1]]))


def test_a_borrowed_mean_covers_the_truth_and_is_narrower() -> None:
    """Few games of the second arm, among many of the first: the answer elsewhere of the reports."""
    rng, repetitions, few = np.random.default_rng(1914), 800, 400
    truth = float(played(np.random.default_rng(1), 2_000_000)[:, 1].mean())
    found, plain = [], []
    for _ in range(repetitions):
        games = played(rng, 10 * few)[:, :2]
        known = wilson(int(games[:, 0].sum()), len(games))
        table = games[:few, ::-1] - [0.0, known.estimate]
        found.append(borrowed_mean(moments(table), known))
        plain.append(wilson(int(table[:, 0].sum()), few))
    assert coverage(found, truth) == pytest.approx(0.95, abs=tolerance(repetitions) + 0.005)
    assert np.mean([interval.width for interval in found]) < 0.95 * np.mean(
        [interval.width for interval in plain]
    )
