"""The search: it improves a toy objective, and goes on byte for byte after it was ended at any moment."""

from dataclasses import replace

import numpy as np
import pytest

from fwwsim.errors import SpecError
from fwwsim.policies.tuning import Generation, Plan, Vectors, search, to_vector

TARGET = np.array([1.5, 0.5, 2.0, -0.3, 1.0])
PLAN = Plan((1.0, 1.0, 1.0, 0.0, 1.0), (True, True, True, True, False), 0.3, 8, 25, 7)


def score(generation: int, vectors: Vectors) -> list[float]:
    """Higher nearer to the target; with noise that is new in each generation and the same for its candidates."""
    noise = np.random.default_rng(generation).standard_normal()
    return [float(noise - ((vector - TARGET) ** 2).sum()) for vector in vectors]


class Killed(Exception):
    """Stands for kill -9: nothing is left but the generations kept."""


def test_improves_a_toy_objective_and_leaves_fixed_weights() -> None:
    found = search(PLAN, score)
    assert np.abs(np.array(found.vector) - TARGET).max() < 0.1
    assert found.vector[4] == 1.0
    assert len(found.generations) == PLAN.generations


@pytest.mark.parametrize("end", [0, 1, 13, 25])
def test_goes_on_exactly_where_it_was_ended(end: int) -> None:
    whole = search(PLAN, score)
    kept: list[Generation] = []

    def dying(generation: int, vectors: Vectors) -> list[float]:
        if generation == end:
            raise Killed
        return score(generation, vectors)

    if end < PLAN.generations:
        with pytest.raises(Killed):
            search(PLAN, dying, after=kept.append)
    else:
        search(PLAN, dying, after=kept.append)
    assert len(kept) == end
    np.random.seed(99)  # the search must not depend on numpy's global generator
    assert search(PLAN, score, kept) == whole


def test_more_generations_go_on_from_fewer() -> None:
    kept = search(replace(PLAN, generations=9), score).generations
    assert search(PLAN, score, kept) == search(PLAN, score)


def test_neither_seeds_nor_uses_the_global_generator() -> None:
    np.random.seed(5)
    before = np.random.get_state()[1].tolist()
    search(replace(PLAN, generations=3), score)
    assert np.random.get_state()[1].tolist() == before


def test_another_seed_is_another_search() -> None:
    short = replace(PLAN, generations=2)
    assert search(short, score) != search(replace(short, seed=8), score)


def test_generations_of_another_search_are_refused() -> None:
    kept = search(replace(PLAN, generations=2), score).generations
    with pytest.raises(SpecError, match="generation 1: kept from another search"):
        search(replace(PLAN, seed=8), score, kept)


def test_worths_stay_worths_and_one_weight_alone_is_refused() -> None:
    vector = to_vector(PLAN, np.array([-3.0, 0.5, -1.0, -2.0]))
    assert vector.tolist() == [2.0, 1.5, 0.0, -0.4, 1.0]
    with pytest.raises(SpecError, match="weights to tune: found 1; allowed: 2 or more"):
        search(replace(PLAN, free=(True, False, False, False, False)), score)
