"""Moments gathered shard by shard, against numpy's of the whole."""

import numpy as np
import pytest

from fwwsim.errors import SpecError
from fwwsim.stats.moments import moments

ROWS = np.random.default_rng(1914).normal(0.3, 2.0, (1000, 3))


def test_shards_join_to_the_moments_of_the_whole() -> None:
    joined = moments(ROWS[:100]) + moments(ROWS[100:101]) + moments(ROWS[101:])
    assert joined.n == 1000
    np.testing.assert_allclose(joined.means, ROWS.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(joined.covariance, np.cov(ROWS.T), rtol=1e-10)


def test_whole_numbers_do_not_depend_on_the_cut() -> None:
    won = ROWS > 0
    whole, joined = moments(won), moments(won[:333]) + moments(won[333:].astype(np.int8))
    assert np.array_equal(whole.sums, joined.sums)
    assert np.array_equal(whole.products, joined.products)
    assert np.array_equal(whole.products, won.astype(int).T @ won.astype(int))


def test_combinations_of_columns() -> None:
    weights = [[1, -1, 0], [0.5, 0.25, 2]]
    found, expected = moments(ROWS).combined(weights), moments(ROWS @ np.transpose(weights))
    np.testing.assert_allclose(found.sums, expected.sums)
    np.testing.assert_allclose(found.products, expected.products)


def test_one_game_says_nothing_of_the_spread() -> None:
    assert np.isinf(moments([[1, 2]]).covariance).all()


def test_bad_tables_are_refused() -> None:
    with pytest.raises(SpecError, match=r"found a table of shape \(0, 2\)"):
        moments(np.empty((0, 2)))
    with pytest.raises(SpecError, match=r"found a table of shape \(3,\)"):
        moments([1, 2, 3])
    with pytest.raises(SpecError, match="columns: found 2 after 1"):
        moments([[1]]) + moments([[1, 2]])
    with pytest.raises(SpecError, match=r"weights: found shape \(1, 3\); allowed: rows of 2"):
        moments([[1, 2]]).combined([[1, 2, 3]])
