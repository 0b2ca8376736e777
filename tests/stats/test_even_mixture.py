"""The most even mixtures against their definition, against another solver, and in closed form."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import entr

from fwwsim.errors import SpecError
from fwwsim.odds.matrix_game import solve_matrix
from fwwsim.stats import even_mixture
from fwwsim.stats.even_mixture import even_mixtures

GAMES = [
    np.random.default_rng(seed).uniform(0, 1, shape) for seed, shape in enumerate([(2, 2), (3, 7), (20, 18)])
]


@pytest.mark.parametrize("payoff", GAMES)
@pytest.mark.parametrize("slack", [0.003, 0.03, 0.3])
def test_no_answer_takes_more_than_the_slack(payoff: np.ndarray, slack: float) -> None:
    row, column = even_mixtures(payoff, slack)
    value = solve_matrix(payoff.tolist()).value
    assert (row @ payoff).min() >= value - slack - 1e-5
    assert (payoff @ column).max() <= value + slack + 1e-5
    for mixture in (row, column):
        assert mixture.min() >= 0
        assert mixture.sum() == pytest.approx(1)


@pytest.mark.parametrize("payoff", GAMES)
def test_no_other_mixture_of_that_slack_is_more_even(payoff: np.ndarray) -> None:
    """The same programme in the mixture itself, by scipy's SLSQP."""
    slack = 0.02
    value = solve_matrix(payoff.tolist()).value
    row, _ = even_mixtures(payoff, slack)
    found = minimize(
        lambda mixture: -entr(mixture).sum(),
        np.full(len(payoff), 1 / len(payoff)),
        bounds=[(1e-12, 1)] * len(payoff),
        constraints=[
            {"type": "eq", "fun": lambda mixture: mixture.sum() - 1},
            {"type": "ineq", "fun": lambda mixture: mixture @ payoff - (value - slack)},
        ],
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-9},
    )
    assert found.success
    assert entr(row).sum() == pytest.approx(-found.fun, abs=1e-4)
    np.testing.assert_allclose(row, found.x, atol=5e-3)


def test_the_sides_are_treated_alike() -> None:
    row, column = even_mixtures(GAMES[1], 0.01)
    mirrored = even_mixtures(-GAMES[1].T, 0.01)
    np.testing.assert_allclose(mirrored[0], column, atol=1e-6)
    np.testing.assert_allclose(mirrored[1], row, atol=1e-6)


def test_a_constant_changes_nothing_and_a_wide_slack_leaves_an_even_mixture() -> None:
    small = np.array([[2.0, -1.0], [-1.0, 1.0]])
    np.testing.assert_allclose(even_mixtures(small, 0.1)[0], [0.45, 0.55], atol=1e-5)
    np.testing.assert_allclose(even_mixtures(small + 5, 0.1)[0], [0.45, 0.55], atol=1e-5)
    np.testing.assert_allclose(even_mixtures(small / 100, 0.001)[0], [0.45, 0.55], atol=1e-5)
    np.testing.assert_allclose(even_mixtures(GAMES[2], 1.0)[0], np.full(20, 1 / 20))
    assert even_mixtures([[0.3]], 0.1)[0].tolist() == [1.0]
    assert even_mixtures(np.zeros((2, 3)), 0.1)[1].tolist() == pytest.approx([1 / 3] * 3)


def test_a_slack_of_no_meaning_is_refused() -> None:
    for slack in (0.0, -1.0, float("nan")):
        with pytest.raises(SpecError, match=r"slack: found .*; allowed: above 0"):
            even_mixtures([[1, 2]], slack)


def test_a_search_that_does_not_get_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(even_mixture, "ROUNDS", 1)
    with pytest.raises(SpecError, match=r"slack: found 0.001; allowed: nearer to the differences"):
        even_mixtures(GAMES[2], 0.001)
