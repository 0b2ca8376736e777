"""Uniform whole numbers from addressed events, and addresses that never meet."""

from collections.abc import Iterator
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from fwwsim.engine import dice
from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import DECISION, MAX_GAMES, NATURE, below, open_event
from fwwsim.engine.records import blank

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
SIX_SIGMA = 6


def chance(game: int = 0, turn: int = 1) -> Any:
    state = blank(CHANCE)
    state.game, state.turn = game, turn
    state.key[:] = np.array([key_of(1914, stream) for stream in range(2)], np.uint64)
    return state


def chi_square(counts: Any, expected: float) -> float:
    return float(((np.asarray(counts) - expected) ** 2).sum() / expected)


def limit(freedom: int) -> float:
    """Mean plus six standard deviations of a chi-square of this freedom."""
    return freedom + SIX_SIGMA * sqrt(2 * freedom)


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 16, 61])
def test_below_is_uniform_along_an_event(count: int) -> None:
    draws = 60_000
    state = chance()
    open_event(state, NATURE, 1, 2, 3)
    counts = np.bincount([below(state, count) for _ in range(draws)], minlength=count)
    assert len(counts) == count
    assert chi_square(counts, draws / count) < limit(count - 1)


@pytest.mark.parametrize("count", [2, 6, 10])
def test_first_draws_of_neighbouring_games_and_events_are_uniform_and_independent(count: int) -> None:
    games = 6_000
    state = chance()
    pairs = np.zeros((count, count), np.int64)
    for game in range(games):
        state.game = game
        drawn = []
        for slot in (4, 5):
            open_event(state, NATURE, 1, slot, 0)
            drawn.append(below(state, count))
        pairs[drawn[0], drawn[1]] += 1
    assert chi_square(pairs, games / count**2) < limit(count**2 - 1)


@pytest.mark.parametrize("count", [2, 6, 1000, 2**31 - 1])
def test_below_stays_below_and_reaches_both_ends(count: int) -> None:
    state = chance()
    open_event(state, DECISION, 0, 0, 0)
    drawn = [below(state, count) for _ in range(2_000)]
    assert 0 <= min(drawn) < count / 100 + 1
    assert count - 1 - count / 100 <= max(drawn) < count


def test_one_possibility_draws_nothing() -> None:
    state = chance()
    open_event(state, NATURE, 1, 2, 3)
    before = int(state.cursor)
    assert below(state, 1) == 0
    assert state.cursor == before
    below(state, 2)
    assert state.cursor > before


def test_the_same_address_gives_the_same_draws_whatever_was_drawn_before() -> None:
    state = chance(game=77, turn=3)
    open_event(state, NATURE, 2, 9, 4)
    expected = [below(state, 6) for _ in range(8)]
    for other in range(20):
        open_event(state, DECISION, other % 16, other, 1)
        below(state, 5)
    open_event(state, NATURE, 2, 9, 4)
    assert [below(state, 6) for _ in range(8)] == expected


def test_streams_and_seeds_draw_differently() -> None:
    states = [chance(), chance(), chance()]
    states[2].key[:] = np.array([key_of(1915, stream) for stream in range(2)], np.uint64)
    drawn = []
    for state, stream in zip(states, (NATURE, DECISION, NATURE), strict=True):
        open_event(state, stream, 0, 0, 0)
        drawn.append([below(state, 6) for _ in range(30)])
    assert len({tuple(values) for values in drawn}) == 3


def cursors(games: tuple[int, ...]) -> Iterator[int]:
    state = chance()
    places = (0, 1, 7, 15)
    slots = (0, 1, 15, 16, 23, 31)
    for game, turn, slot, kind, place in product(games, range(1, 7), slots, range(16), places):
        state.game, state.turn = game, turn
        open_event(state, NATURE, kind, slot, place)
        yield int(state.cursor)


def test_addresses_of_different_events_are_distinct_and_leave_room_for_draws() -> None:
    found = sorted(cursors((0, 1, 2, MAX_GAMES - 2, MAX_GAMES - 1)))
    assert found[0] >= 0
    assert min(np.diff(found)) >= 1 << dice.DRAW_BITS
    assert found[-1] + (1 << dice.DRAW_BITS) <= 2**63
