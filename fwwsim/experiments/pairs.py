"""Pairs of cells on the same games: their flip tables, and the index of games that flip."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.tallies import Axis, Shards, aligned, tally_paired

GAME = "game"


@dataclass(frozen=True, slots=True)
class Flip:
    """A game whose winner differs between two arms: its index, and who wins it in either, as codes."""

    index: int
    first: int
    second: int


def flip_tables(
    results: Shards, first: str, second: str, kinds: dict[str, int]
) -> dict[str, NDArray[np.int64]]:
    """For each column of words the games by its code in the first cell (row) and in the second (column).

    Parameters
    ----------
    results : Shards
    first, second : str
        Names of cells; games that both have are counted.
    kinds : dict
        Column -> its number of words.
    """
    tallies = [
        (Axis(column, 0, size - 1), Axis(column, 0, size - 1, arm=1)) for column, size in kinds.items()
    ]
    return dict(zip(kinds, tally_paired(results, (first, second), tallies), strict=True))


def find_flips(
    results: Shards, first: str, second: str, column: str, wanted: Sequence[tuple[int, int]], each: int
) -> list[Flip]:
    """The first `each` games that go from one code to another, for every pair (code, code) wanted."""
    found: dict[tuple[int, int], list[Flip]] = {pair: [] for pair in wanted}
    for index, before, after in _games(results, first, second, column):
        for pair, flips in found.items():
            at = np.flatnonzero((before == pair[0]) & (after == pair[1]))[: each - len(flips)]
            flips += [Flip(int(index[place]), *pair) for place in at]
        if all(len(flips) == each for flips in found.values()):
            break
    return [flip for flips in found.values() for flip in flips]


def _games(
    results: Shards, first: str, second: str, column: str
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8]]]:
    streams = [results.shards(first, (GAME, column)), results.shards(second, (column,))]
    for before, after in aligned(streams):
        yield before[GAME], before[column], after[column]
