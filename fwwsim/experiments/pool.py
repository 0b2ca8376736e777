"""The policies that a search for the equilibrium has found so far, and mixtures of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.league import League
from fwwsim.experiments.players import Arena, Profile, facts_of
from fwwsim.experiments.standings import shares_of
from fwwsim.experiments.training import Entry
from fwwsim.stats.even_mixture import even_mixtures
from fwwsim.stats.logit_equilibrium import logit_equilibrium

POINT = 0.01  # of a game

Shares = NDArray[np.float64]
"""A share or a worth for each policy of a pool, by its place; (policies,)."""
Mixtures = dict[str, dict[str, float]]
"""Side -> policy -> share, of sum 1."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The policies of a pool and how they do against each other.

    Attributes
    ----------
    names, profiles : tuple
        The policies; the first `given` of them were named by the user, the others are responses.
    payoff : ndarray of float64, (policies, policies)
        The first side's share of the games, by its policy and the other side's.
    """

    arena: Arena
    names: tuple[str, ...]
    profiles: tuple[Profile, ...]
    payoff: NDArray[np.float64]
    given: int

    def different(self, side: int) -> list[int]:
        """The places that count for a side: the given policies, and responses that play as nobody before them."""
        facts = [facts_of(profile, factions_of(self.arena, side)) for profile in self.profiles]
        return [place for place, own in enumerate(facts) if place < self.given or own not in facts[:place]]

    def equilibrium(self, temperatures: tuple[float, float]) -> tuple[Shares, Shares]:
        """The logit equilibrium, by side; temperatures by side, in points."""
        heats = temperatures[0] * POINT, temperatures[1] * POINT
        return self._placed_by(lambda payoff: logit_equilibrium(payoff, heats))

    def even(self, slack: float) -> tuple[Shares, Shares]:
        """The most even mixtures, by side, that get the value of the pool's game but for `slack` points."""
        return self._placed_by(lambda payoff: even_mixtures(payoff, slack * POINT))

    def alone(self, name: str) -> Shares:
        """The mixture of one policy."""
        return np.eye(len(self.names))[self.names.index(name)]

    def mean(self, mixtures: Iterable[dict[str, float]], rarest: float) -> Shares:
        """The mean of mixtures, without policies of a smaller share than `rarest`; they cost games and hardly play."""
        mixture = np.array([self._placed(named) for named in mixtures]).mean(axis=0)
        kept = np.where(mixture < min(rarest, mixture.max()), 0.0, mixture)
        return np.asarray(kept / kept.sum())

    def best(self, side: int, against: Shares, count: int) -> tuple[Profile, ...]:
        """The `count` policies that do best for a side against a mixture, of those that can learn."""
        worth = self.payoff @ against if side == 0 else -(against @ self.payoff)
        able = [place for place in self.different(side) if can_learn(self.profiles[place])]
        return tuple(self.profiles[place] for place in sorted(able, key=lambda place: -worth[place])[:count])

    def exploit(self, mixtures: Mixtures) -> float:
        """What the best policy of the pool gains on mixtures, of the side where it gains more; a share of a game."""
        row, column = (self._placed(mixture) for mixture in mixtures.values())
        value = row @ self.payoff @ column
        return float(max((self.payoff @ column).max() - value, value - (row @ self.payoff).min()))

    def entries(self, mixture: Shares) -> tuple[Entry, ...]:
        """The policies that play in a mixture, with their shares."""
        return tuple(
            Entry(self.names[place], self.profiles[place], float(mixture[place]))
            for place in np.flatnonzero(mixture)
        )

    def named(self, mixture: Shares) -> dict[str, float]:
        """Policy -> share, of those that play."""
        return {entry.name: entry.share for entry in self.entries(mixture)}

    def _placed_by(self, solve: Callable[[Shares], tuple[Shares, Shares]]) -> tuple[Shares, Shares]:
        """The mixtures of a solver that is shown the different policies of each side."""
        rows, columns = self.different(0), self.different(1)
        row, column = np.zeros(len(self.names)), np.zeros(len(self.names))
        row[rows], column[columns] = solve(self.payoff[np.ix_(rows, columns)])
        return row, column

    def _placed(self, named: dict[str, float]) -> Shares:
        return np.array([named.get(name, 0.0) for name in self.names])


def pool_of(arena: Arena, league: League, given: int) -> Pool:
    """The pool of a league that was played."""
    payoff = np.array([[cell.estimate for cell in row] for row in shares_of(league)])
    return Pool(arena, league.spec.policies, league.profiles, payoff, given)


def factions_of(arena: Arena, side: int) -> tuple[str, ...]:
    """The factions of a side."""
    return arena.contest.factions[arena.contest.sides[side]]


def can_learn(profile: Profile) -> bool:
    """Whether a profile is of one family with weights, and does not look ahead."""
    bases = {policy.base.id for policy in profile.values()}
    some = next(iter(profile.values()))
    return len(bases) == 1 and bool(some.base.weights) and not some.settings
