"""Paired differences and ratios of sums: their estimates, and how often their intervals cover the truth."""

import numpy as np
import pytest

from fwwsim.errors import SpecError
from fwwsim.stats.paired_table import paired_difference
from fwwsim.stats.ratio import Sums, ratio_interval, sums_of

POINTS = [1.0, 0.0, 0.5]


def test_the_difference_is_that_of_the_rates() -> None:
    table = np.random.default_rng(1).integers(0, 90, (3, 3))
    points = np.array(POINTS)
    found = paired_difference(table, POINTS)
    expected = (table.sum(axis=0) @ points - table.sum(axis=1) @ points) / table.sum()
    assert found.estimate == pytest.approx(expected)
    assert found.n == table.sum()
    turned = paired_difference(table.T, POINTS)
    assert (turned.estimate, turned.low, turned.high) == pytest.approx(
        (-found.estimate, -found.high, -found.low)
    )


def test_equal_arms_leave_a_doubt() -> None:
    same = paired_difference([[700, 0, 0], [0, 300, 0], [0, 0, 0]], POINTS)
    assert same.estimate == 0.0
    assert -0.004 < same.low < 0.0 < same.high < 0.004


@pytest.mark.parametrize("chances", [(0.3, 0.4), (0.05, 0.02), (0.002, 0.0), (0.01, 0.01)])
def test_difference_covers_as_often_as_it_says(chances: tuple[float, float]) -> None:
    """2,000 samples of 400 pairs: not below 95 % by more than 4 standard errors; draws among the results."""
    rng = np.random.default_rng(7)
    lost, won = chances
    rest = 1 - lost - won
    shares = np.array([0.5 * rest, lost, 0.0, won, 0.3 * rest, 0.0, 0.0, 0.0, 0.2 * rest])
    covered = 0
    for _ in range(2000):
        found = paired_difference(rng.multinomial(400, shares).reshape(3, 3), POINTS)
        covered += found.low <= won - lost <= found.high
    assert covered / 2000 >= 0.95 - 4 * np.sqrt(0.95 * 0.05 / 2000)


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
    with pytest.raises(SpecError, match="observations: found 0"):
        paired_difference([[0, 0], [0, 0]], [1.0, 0.0])
    with pytest.raises(SpecError, match="observations: found 1 games"):
        ratio_interval(Sums(1, 1, 1, 1, 1, 1))
