"""Tuning of a weight vector by CMA-ES: a search that can be ended at any moment and goes on byte for byte.

Knows no game: what a vector is worth is asked of a function. Method: N. Hansen and A. Ostermeier, "Completely
derandomized self-adaptation in evolution strategies", Evol. Comput. 9 (2001) 159-195, by the package `cma`.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.errors import SpecError

Vectors = NDArray[np.float64]
"""(candidates, weights)"""

LEAST_SCALE = 0.2


@dataclass(frozen=True, slots=True)
class Plan:
    """A search.

    Attributes
    ----------
    start : tuple of float
        Where it begins.
    free : tuple of bool
        Weights that are tuned; the others keep their start.
    step : float
        First standard deviation, as a share of a weight's scale (see `scales`).
    population, generations : int
    seed : int
        Of the candidates; the games have their own.
    """

    start: tuple[float, ...]
    free: tuple[bool, ...]
    step: float
    population: int
    generations: int
    seed: int


@dataclass(frozen=True, slots=True)
class Generation:
    """The scores of one generation, and a fingerprint of its candidates."""

    candidates: str
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The end of a search: its mean, which is better than any single candidate where scores are noisy."""

    vector: tuple[float, ...]
    generations: tuple[Generation, ...]


def search(
    plan: Plan,
    score: Callable[[int, Vectors], Sequence[float]],
    done: Sequence[Generation] = (),
    after: Callable[[Generation], None] | None = None,
) -> Found:
    """Look for a vector of high score.

    Parameters
    ----------
    plan : Plan
    score : callable
        ``(generation, candidates) -> scores``; the candidates of one generation should meet the same dice.
    done : sequence of Generation
        Generations of an earlier run of the same plan: their scores are taken instead of asked for, so that the
        search goes on exactly as if it had never ended.
    after : callable, optional
        Hears each new generation, to keep it.

    Raises
    ------
    SpecError
        `done` is of another plan, or of another version of `cma` or numpy.
    """
    strategy = _strategy(plan)
    kept: list[Generation] = []
    for number in range(plan.generations):
        points = strategy.ask()
        vectors = np.array([to_vector(plan, point) for point in points])
        candidates = hashlib.sha256(np.ascontiguousarray(vectors).tobytes()).hexdigest()[:16]
        if number < len(done):
            generation = done[number]
            if generation.candidates != candidates or len(generation.scores) != len(points):
                raise SpecError(
                    f"generation {number + 1}: kept from another search, or from other versions of cma or numpy; "
                    "delete it to begin anew"
                )
        else:
            generation = Generation(candidates, tuple(float(value) for value in score(number, vectors)))
            if after is not None:
                after(generation)
        strategy.tell(points, [-value for value in generation.scores])
        kept.append(generation)
    return Found(tuple(to_vector(plan, strategy.mean).tolist()), tuple(kept))


def scales(plan: Plan) -> NDArray[np.float64]:
    """By how much a weight may reasonably change: its own size, at least LEAST_SCALE; (free weights,).

    >>> scales(Plan((2.0, 0.0, 1.0), (True, True, False), 0.3, 8, 1, 1)).tolist()
    [2.0, 0.2]
    """
    start = np.array(plan.start)[list(plan.free)]
    return np.maximum(np.abs(start), LEAST_SCALE)


def to_vector(plan: Plan, point: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights that a point of the search stands for: start + scale * point, mirrored at 0.

    A weight above 0 at the start stays so, since most are worths; one of 0 or below may take either sign.

    >>> to_vector(Plan((2.0, 0.0, 1.0), (True, True, False), 0.3, 8, 1, 1), np.array([-1.5, -1.5])).round(9).tolist()
    [1.0, -0.3, 1.0]
    """
    vector = np.array(plan.start, np.float64)
    free = np.array(plan.free)
    moved = vector[free] + scales(plan) * np.asarray(point)
    vector[free] = np.where(vector[free] > 0.0, np.abs(moved), moved)
    return vector


def _strategy(plan: Plan) -> Any:
    """CMA-ES with random numbers of its own: neither reads nor seeds numpy's global generator."""
    import cma

    free = sum(plan.free)
    if free < 2:
        raise SpecError(f"weights to tune: found {free}; allowed: 2 or more")
    random = np.random.default_rng(plan.seed)
    options = {
        "popsize": plan.population,
        "seed": np.nan,
        "randn": lambda *shape: random.standard_normal(shape),
        "verbose": -9,
        "verb_disp": 0,
        "verb_log": 0,
    }
    return cma.CMAEvolutionStrategy(np.zeros(free), plan.step, options)
