"""Ratios of sums over games: how often their intervals cover the truth, and that sums of parts add up."""

import numpy as np
import pytest

from fwwsim.errors import SpecError
from fwwsim.stats.ratio import Sums, ratio_interval, sums_of


def test_ratio_covers_as_often_as_it_says() -> None:
    """2,000 samples of 300 games whose battles are all alike in one game: 95 % +- 4 standard errors."""
    rng, covered, narrow = np.random.default_rng(8), 0, 0
    for _ in range(2000):
        chance = rng.choice([0.2, 0.6], 300)
        whole = rng.integers(5, 15, 300)
        found = ratio_interval(sums_of(rng.binomial(whole, chance), whole))
        covered += found.low <= 0.4 <= found.high
        narrow += abs(found.estimate - 0.4) <= 1.96 * np.sqrt(
            0.24 / found.n
        )  # as if battles were independent
    assert covered / 2000 == pytest.approx(0.95, abs=4 * np.sqrt(0.95 * 0.05 / 2000))
    assert narrow / 2000 < 0.9


def test_sums_add_up() -> None:
    rng = np.random.default_rng(9)
    part, whole = rng.integers(0, 5, 40), rng.integers(5, 9, 40)
    assert sums_of(part[:13], whole[:13]) + sums_of(part[13:], whole[13:]) == sums_of(part, whole)
    assert ratio_interval(sums_of([3, 3], [3, 3])).high == 1.0


def test_nothing_to_count() -> None:
    with pytest.raises(SpecError, match="observations: found 1 games"):
        ratio_interval(Sums(1, 1, 1, 1, 1, 1))
