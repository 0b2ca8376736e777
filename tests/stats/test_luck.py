"""The law of total variance over pairs of policies, of known truths."""

import numpy as np
import pytest
from covering import coverage, tolerance

from fwwsim.errors import SpecError
from fwwsim.stats.luck import luck_and_choice
from fwwsim.stats.moments import moments
from fwwsim.stats.variance import independent_cells, paired_cells

RATES = np.array([[0.5, 0.4, 0.55], [0.6, 0.55, 0.58]])
WHOLE = float(RATES.mean() * (1 - RATES.mean()))
CHOICE = float(RATES.var()) / WHOLE
FIRST, SECOND = float(RATES.mean(axis=1).var()) / WHOLE, float(RATES.mean(axis=0).var()) / WHOLE


def test_exact_rates_give_the_law_of_total_variance() -> None:
    n = 10_000_000
    found = luck_and_choice(independent_cells((n * RATES).ravel(), np.full(6, n)), 2)
    within = float(np.mean(RATES * (1 - RATES)))
    assert found.variance == pytest.approx(WHOLE)
    assert found.choice.estimate == pytest.approx(CHOICE, abs=1e-5)
    assert found.luck.estimate == pytest.approx(within / WHOLE, abs=1e-5)
    assert (found.first.estimate, found.second.estimate) == pytest.approx((FIRST, SECOND), abs=1e-5)


def test_intervals_cover_the_true_shares() -> None:
    rng, repetitions = np.random.default_rng(1914), 1000
    won = rng.binomial(1000, RATES.ravel(), (repetitions, 6))
    found = [luck_and_choice(independent_cells(row, np.full(6, 1000)), 2) for row in won]
    for name, truth in (("choice", CHOICE), ("luck", 1 - CHOICE), ("first", FIRST), ("second", SECOND)):
        covered = coverage([getattr(result, name) for result in found], truth)
        assert covered == pytest.approx(0.95, abs=tolerance(repetitions) + 0.01)


def test_few_games_do_not_pass_for_choice() -> None:
    """Ten games a pair, all pairs alike: chance alone differs, and is taken off."""
    won = np.random.default_rng(1914).binomial(10, 0.5, (500, 16))
    shares = [luck_and_choice(independent_cells(row, np.full(16, 10)), 4).choice for row in won]
    assert np.mean([share.estimate for share in shares]) < 0.02  # without it 0.1
    assert coverage(shares, 0.0) > 0.95 - tolerance(500)


def test_pairs_on_the_same_dice() -> None:
    luck = (np.arange(10_000)[:, None] + 0.5) / 10_000
    found = luck_and_choice(paired_cells(moments(luck < RATES.ravel())), 2)
    assert found.choice.estimate == pytest.approx(CHOICE, rel=0.01)


def test_one_policy_leaves_nothing_to_choose() -> None:
    found = luck_and_choice(independent_cells([30, 60], [100, 100]), 1)
    assert found.first.estimate == 0
    assert found.second.estimate == found.choice.estimate > 0


def test_bad_pairs_are_refused() -> None:
    with pytest.raises(SpecError, match="pairs: found 3 in 2 rows"):
        luck_and_choice(independent_cells([1, 1, 1], [5, 5, 5]), 2)
    with pytest.raises(SpecError, match="pairs: found 1 in 1 rows"):
        luck_and_choice(independent_cells([1], [5]), 1)
    with pytest.raises(SpecError, match="pairs: found a rate of 1 in all of them"):
        luck_and_choice(independent_cells([5, 5], [5, 5]), 1)
