"""Sets of counters, cities and fronts as bits of one int64 word: the few operations that rules need."""

from typing import Any

from fwwsim.engine.dice import below
from fwwsim.jit import HAS_DEPOSIT, deposit, first_bit, kernel, popcount

__all__ = ["bit", "draw_member", "draw_subset", "first_bit", "nth_bit", "popcount"]


@kernel
def bit(index: int) -> int:
    """The word with only `index` (0..62) in it."""
    return 1 << index


@kernel
def _nth_bit(word: int, rank: int) -> int:
    for _ in range(rank):
        word &= word - 1
    return first_bit(word)


@kernel
def _nth_bit_by_deposit(word: int, rank: int) -> int:
    return first_bit(deposit(1 << rank, word))


nth_bit = _nth_bit_by_deposit if HAS_DEPOSIT else _nth_bit
"""``nth_bit(word, rank)``: the index of the member with `rank` lower members; `rank` is 0..popcount-1."""


@kernel
def draw_member(state: Any, word: int) -> int:
    """The index of a uniform member of a non-empty set."""
    return nth_bit(word, below(state, popcount(word)))


@kernel
def draw_subset(state: Any, word: int, size: int) -> int:
    """A uniform subset of `size` members; `size` is 0..popcount."""
    members = popcount(word)
    rest = word
    for drawn in range(min(size, members - size)):
        rest &= ~(1 << nth_bit(rest, below(state, members - drawn)))
    return word & ~rest if 2 * size <= members else rest
