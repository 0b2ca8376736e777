"""The logit equilibrium against its definition, against the linear programme, and in closed form."""

import numpy as np
import pytest
from scipy.special import softmax

from fwwsim.errors import SpecError
from fwwsim.odds.matrix_game import solve_matrix
from fwwsim.stats.logit_equilibrium import logit_equilibrium

GAMES = [
    np.random.default_rng(seed).uniform(0, 1, shape) for seed, shape in enumerate([(2, 2), (3, 7), (20, 18)])
]


@pytest.mark.parametrize("payoff", GAMES)
@pytest.mark.parametrize("temperature", [0.01, 0.1, 1.0, 100.0])
def test_each_side_answers_the_other_by_the_logit_rule(payoff: np.ndarray, temperature: float) -> None:
    row, column = logit_equilibrium(payoff, temperature)
    np.testing.assert_allclose(row, softmax(payoff @ column / temperature), atol=2e-3)
    np.testing.assert_allclose(column, softmax(-row @ payoff / temperature), atol=2e-3)
    assert row.sum() == pytest.approx(1)
    assert column.sum() == pytest.approx(1)


@pytest.mark.parametrize("payoff", GAMES)
def test_each_side_may_have_a_temperature_of_its_own(payoff: np.ndarray) -> None:
    row, column = logit_equilibrium(payoff, (0.02, 1.0))
    np.testing.assert_allclose(row, softmax(payoff @ column / 0.02), atol=2e-3)
    np.testing.assert_allclose(column, softmax(-row @ payoff / 1.0), atol=2e-3)
    mirrored = logit_equilibrium(-payoff.T, (1.0, 0.02))
    np.testing.assert_allclose(mirrored[1], row, atol=2e-3)
    np.testing.assert_allclose(mirrored[0], column, atol=2e-3)


@pytest.mark.parametrize("payoff", GAMES)
def test_at_a_low_temperature_neither_gains_more_than_the_entropy_is_worth(payoff: np.ndarray) -> None:
    temperature = 0.005
    row, column = logit_equilibrium(payoff, temperature)
    value = solve_matrix(payoff.tolist()).value
    assert value - temperature * np.log(len(row)) <= (row @ payoff).min() <= value + 1e-6
    assert value - 1e-6 <= (payoff @ column).max() <= value + temperature * np.log(len(column))


def test_a_constant_or_a_copy_of_a_strategy_changes_what_it_should() -> None:
    row, column = logit_equilibrium([[2, -1], [-1, 1]], 0.5)
    shifted = logit_equilibrium([[7, 4], [4, 6]], 0.5)
    np.testing.assert_allclose(shifted[0], row, atol=1e-3)
    np.testing.assert_allclose(shifted[1], column, atol=1e-3)
    even = logit_equilibrium(np.zeros((2, 3)), 0.1)
    np.testing.assert_allclose(even[0], [1 / 2, 1 / 2])
    np.testing.assert_allclose(even[1], [1 / 3, 1 / 3, 1 / 3])


def test_a_side_without_a_choice_leaves_the_other_the_softmax() -> None:
    row, column = logit_equilibrium([[0.1], [0.4]], 0.3)
    np.testing.assert_allclose(row, softmax(np.array([0.1, 0.4]) / 0.3), atol=1e-4)
    assert column.tolist() == [1.0]


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan"), (1.0, 0.0), (1.0, float("nan"))])
def test_a_temperature_of_no_meaning_is_refused(temperature: float | tuple[float, float]) -> None:
    with pytest.raises(SpecError, match=r"temperature: found .*; allowed: above 0"):
        logit_equilibrium([[1, 2]], temperature)
