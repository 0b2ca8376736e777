"""Bit sets against Python sets; uniform members and subsets."""

from collections import Counter
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.engine import bits
from fwwsim.engine.bits import bit, draw_member, draw_subset, nth_bit
from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import NATURE, open_event
from fwwsim.engine.records import blank
from fwwsim.jit import kernel

CHANCE = (
    np.dtype(  # not the beginning of any game's state: numba would warn that one is a subtype of the other
        [
            ("key", np.uint64, 2),
            ("cursor", np.int64),
            ("stream", np.int64),
            ("turn", np.int64),
            ("game", np.int64),
        ]
    )
)
sets = st.frozensets(st.integers(0, 62), min_size=1)
many = settings(max_examples=200, derandomize=True, deadline=None)


@kernel
def popcount(word: int) -> int:
    return bits.popcount(word)  # an intrinsic of the compiler: only a kernel can call it


@kernel
def first_bit(word: int) -> int:
    return bits.first_bit(word)


def word(members: Any) -> int:
    return sum(1 << member for member in members)


def chance() -> Any:
    state = blank(CHANCE)
    state.key[:] = np.array([key_of(1914, stream) for stream in range(2)], np.uint64)
    open_event(state, NATURE, 0, 0, 0)
    return state


def six_sigma_of_chi_square(cells: int) -> float:
    return cells - 1 + 6 * sqrt(2 * (cells - 1))


@many
@given(members=sets)
def test_counting_and_ranking_equal_python_sets(members: frozenset[int]) -> None:
    in_order = sorted(members)
    assert popcount(word(members)) == len(members)
    assert first_bit(word(members)) == in_order[0]
    assert [nth_bit(word(members), rank) for rank in range(len(members))] == in_order
    assert [bits._nth_bit(word(members), rank) for rank in range(len(members))] == in_order


@pytest.mark.parametrize("index", range(63))
def test_bit_is_the_set_of_one(index: int) -> None:
    assert bit(index) == 1 << index
    assert popcount(bit(index)) == 1
    assert first_bit(bit(index)) == nth_bit(bit(index), 0) == index


def test_nothing_has_no_members() -> None:
    assert popcount(0) == 0


@many
@given(members=sets, game=st.integers(0, 1000), data=st.data())
def test_draws_stay_inside_the_set_and_have_the_size_asked(
    members: frozenset[int], game: int, data: st.DataObject
) -> None:
    size = data.draw(st.integers(0, len(members)))
    state = chance()
    state.game = game
    open_event(state, NATURE, 0, 0, 0)
    assert draw_member(state, word(members)) in members
    drawn = draw_subset(state, word(members), size)
    assert drawn & ~word(members) == 0
    assert popcount(drawn) == size


@pytest.mark.parametrize("members", [(4, 5), (0, 31, 32), (1, 2, 3, 5, 8, 62)])
def test_draw_member_is_uniform(members: tuple[int, ...]) -> None:
    draws, state = 12_000, chance()
    counts = Counter(draw_member(state, word(members)) for _ in range(draws))
    assert set(counts) == set(members)
    expected = draws / len(members)
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert square < six_sigma_of_chi_square(len(members))


@pytest.mark.parametrize("size", range(1, 6))
def test_draw_subset_is_uniform(size: int) -> None:
    members = (0, 7, 20, 33, 50, 62)
    draws, state = 12_000, chance()
    counts = Counter(draw_subset(state, word(members), size) for _ in range(draws))
    assert set(counts) == {word(subset) for subset in combinations(members, size)}
    cells = comb(len(members), size)
    square = sum((count - draws / cells) ** 2 / (draws / cells) for count in counts.values())
    assert square < six_sigma_of_chi_square(cells)


def test_whole_and_empty_subsets_draw_nothing() -> None:
    state = chance()
    before = int(state.cursor)
    assert draw_subset(state, 0b1011, 3) == 0b1011
    assert draw_subset(state, 0b1011, 0) == 0
    assert draw_subset(state, 0, 0) == 0
    assert state.cursor == before
