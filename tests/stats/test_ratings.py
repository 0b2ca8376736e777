"""Bradley-Terry ratings and alpha-rank, against what is known."""

import numpy as np
import pytest

from fwwsim.errors import SpecError
from fwwsim.stats.alpha_rank import alpha_rank
from fwwsim.stats.ratings import ELO, bradley_terry

STRENGTHS = np.array([150.0, 40.0, 0.0, -60.0, -130.0])
SEAT = 80.0
PAYOFF = [[0.7, 0.5, 0.9], [0.6, 0.55, 0.95], [0.2, 0.65, 0.5]]


def chances(strengths: np.ndarray, seat: float) -> np.ndarray:
    return 1 / (1 + np.exp(-(seat + strengths[:, None] - strengths[None, :]) / ELO))


def test_recovers_known_strengths() -> None:
    """From 40,000 games a cell: within four standard errors, and exactly from expected results."""
    n = 40_000
    exact = bradley_terry(n * chances(STRENGTHS, SEAT), np.full((5, 5), n))
    found = np.array([player.estimate for player in exact.players])
    np.testing.assert_allclose(found, STRENGTHS, atol=0.02)
    assert exact.seat.estimate == pytest.approx(SEAT, abs=0.02)
    drawn = np.random.default_rng(1).binomial(n, chances(STRENGTHS, SEAT))
    for player, strength in zip(bradley_terry(drawn, np.full((5, 5), n)).players, STRENGTHS, strict=True):
        assert abs(player.estimate - strength) < 4 / 1.96 * player.width / 2


def test_intervals_cover_as_often_as_they_say() -> None:
    """400 leagues of 200 games a cell: 95 % +- 4 standard errors."""
    rng, n = np.random.default_rng(2), 200
    covered = total = 0
    for _ in range(400):
        ratings = bradley_terry(rng.binomial(n, chances(STRENGTHS, SEAT)), np.full((5, 5), n))
        for player, strength in zip((*ratings.players, ratings.seat), (*STRENGTHS, SEAT), strict=True):
            covered += player.low <= strength <= player.high
            total += 1
    assert covered / total == pytest.approx(0.95, abs=4 * np.sqrt(0.95 * 0.05 / 400))


def test_a_policy_that_never_wins_has_a_finite_rating() -> None:
    ratings = bradley_terry([[50, 100], [0, 50]], [[100, 100], [100, 100]])
    assert 400 < ratings.players[0].estimate < 1000
    assert ratings.seat.estimate == pytest.approx(0.0, abs=1e-6)


def test_bad_points_are_refused() -> None:
    with pytest.raises(SpecError, match="points beyond games"):
        bradley_terry([[0, 11], [0, 0]], [[10, 10], [10, 10]])


@pytest.mark.parametrize(
    ("selection", "population", "expected"),
    [
        (1.0, 10, [0.202804, 0.203352, 0.024897, 0.179678, 0.189628, 0.019583, 0.059408, 0.101435, 0.019216]),
        (5.0, 20, [0.205421, 0.18921, 0.013541, 0.129597, 0.213496, 0.015993, 0.07659, 0.12926, 0.026892]),
        (0.5, 50, [0.215107, 0.224625, 0.008913, 0.16413, 0.211204, 0.008891, 0.054314, 0.098848, 0.013968]),
    ],
)
def test_alpha_rank_agrees_with_open_spiel(selection: float, population: int, expected: list[float]) -> None:
    """Figures of open_spiel 2.0.2, ``egt.alpharank.compute([A, -A], m, alpha)``."""
    found = alpha_rank(PAYOFF, selection, population)
    np.testing.assert_allclose(found.ravel(), expected, atol=6e-7)


def test_alpha_rank_under_strong_selection_stays_a_distribution() -> None:
    time = alpha_rank(np.random.default_rng(3).random((6, 6)), 1000.0, 10_000)
    assert time.min() >= 0.0
    assert time.sum() == pytest.approx(1.0)


def test_alpha_rank_with_a_policy_that_never_wins_stays_a_distribution() -> None:
    """Chances of a lead so far apart that their products exceed every float."""
    payoff = np.full((5, 5), 0.5)
    payoff[0, 1:], payoff[1:, 0] = 0.0, 1.0
    payoff[4, 1:4], payoff[1:4, 4] = 0.85, 0.15
    time = alpha_rank(payoff, 20.0, 50)
    assert time.sum() == pytest.approx(1.0)
    assert time[4, 4] == pytest.approx(1.0)
