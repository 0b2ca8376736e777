"""Bradley-Terry ratings of players of a game whose two seats may differ in strength."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile

ELO = 400 / math.log(10)
PRIOR_GAMES = 1.0
STEPS, CLOSE = 200, 1e-12


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings on the Elo scale (400 points are odds of 10 to 1), their mean 0; `seat` is the first seat's advantage."""

    players: tuple[Interval, ...]
    seat: Interval


def bradley_terry(points: ArrayLike, games: ArrayLike, confidence: float = CONFIDENCE) -> Ratings:
    """Ratings by maximum likelihood: odds that row beats column = exp(seat + rating of row - rating of column).

    A drawn game counts half. Each player is also given one drawn game against an average one in either seat, so
    that a player who never wins has a finite rating; with thousands of games that changes nothing else. The
    intervals are Wald's, from the information matrix: they take games as independent, and the model as true.

    Papers: R. A. Bradley and M. E. Terry, Biometrika 39 (1952) 324-345; the seat: R. R. Davidson and R. J. Beaver,
    Biometrics 33 (1977) 693-702. Newton's method; the likelihood is concave.

    Parameters
    ----------
    points : (n, n) array_like
        Points of the row player, in the first seat, against the column player.
    games : (n, n) array_like
        Games of each cell; 0 where a pair did not meet.
    confidence : float

    Raises
    ------
    SpecError
        Shapes that differ, or more points than games.

    Examples
    --------
    >>> ratings = bradley_terry([[50, 75], [25, 50]], [[100, 100], [100, 100]])
    >>> [round(player.estimate) for player in ratings.players], round(abs(ratings.seat.estimate))
    ([95, -95], 0)
    """
    won, played = np.asarray(points, np.float64), np.asarray(games, np.float64)
    n = len(won)
    if won.shape != (n, n) or played.shape != (n, n) or np.any(won > played) or np.any(won < 0):
        raise SpecError(
            "points and games: found unlike shapes or points beyond games; allowed: two square tables"
        )
    theta = np.zeros(n + 1)  # ratings, and the seat
    for _ in range(STEPS):
        gradient, information = _slopes(theta, won, played)
        step = np.linalg.solve(information, gradient)
        theta += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            break
    centring = np.eye(n + 1)
    centring[:n, :n] -= 1 / n
    theta = centring @ theta
    covariance = centring @ np.linalg.inv(_slopes(theta, won, played)[1]) @ centring.T
    half = normal_quantile(confidence) * np.sqrt(np.diag(covariance).clip(0.0))
    met = np.append(played.sum(axis=1) + played.sum(axis=0), played.sum())
    found = [
        Interval(float(ELO * value), float(ELO * (value - reach)), float(ELO * (value + reach)), int(number))
        for value, reach, number in zip(theta, half, met, strict=True)
    ]
    return Ratings(tuple(found[:n]), found[n])


def _slopes(
    theta: NDArray[np.float64], won: NDArray[np.float64], played: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gradient and information matrix of the log-likelihood."""
    n = len(won)
    rating, seat = theta[:n], theta[n]
    chance = 1 / (1 + np.exp(-(seat + rating[:, None] - rating[None, :])))
    excess, spread = won - played * chance, played * chance * (1 - chance)
    gradient = np.append(excess.sum(axis=1) - excess.sum(axis=0), excess.sum())
    information = np.zeros((n + 1, n + 1))
    information[:n, :n] = np.diag(spread.sum(axis=1) + spread.sum(axis=0)) - spread - spread.T
    information[:n, n] = information[n, :n] = spread.sum(axis=1) - spread.sum(axis=0)
    information[n, n] = spread.sum()
    prior = 1 / (1 + np.exp(-rating))
    gradient[:n] += 2 * PRIOR_GAMES * (0.5 - prior)
    information[range(n), range(n)] += 2 * PRIOR_GAMES * prior * (1 - prior)
    information[n, n] += 1e-9
    return gradient, information
