"""Counts of games by what happened in them, gathered shard by shard: no column of all games is ever held.

A tally is a table of counts over one axis or more, such as winner and turn of the end. Several are gathered in one
pass over the shards of a cell, or of several cells whose games are paired by their index.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fwwsim.errors import DataError

Values = dict[str, NDArray[Any]]
"""Column -> one value a game."""


class Shards(Protocol):
    """What a tally needs of results."""

    def shards(self, cell: str, columns: Sequence[str]) -> Iterator[Values]:
        """The games of a cell in the order of their index, some at a time."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Whole numbers from `low` to `high`, made of columns.

    Attributes
    ----------
    name : str
        For messages; without `make` the column itself.
    low, high : int
    columns : tuple of str
        What `make` reads; () stands for ``(name,)``.
    make : callable or None
        ``(values) -> (games,) whole numbers``.
    arm : int
        Which of several paired cells.
    """

    name: str
    low: int
    high: int
    columns: tuple[str, ...] = ()
    make: Callable[[Values], NDArray[Any]] | None = None
    arm: int = 0

    @property
    def size(self) -> int:
        """How many numbers.

        >>> Axis("end_turn", 1, 6).size
        6
        """
        return self.high - self.low + 1

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns that it is made of.

        >>> Axis("end_turn", 1, 6).reads
        ('end_turn',)
        """
        return self.columns or (self.name,)


Tally = tuple[Axis, ...]


def tally(results: Shards, cell: str, tallies: Sequence[Tally]) -> list[NDArray[np.int64]]:
    """The counts of games of a cell: for each tally an array with an axis for each of its axes.

    Raises
    ------
    DataError
        A number beyond its axis.
    """
    return tally_paired(results, (cell,), tallies)


def tally_paired(results: Shards, cells: Sequence[str], tallies: Sequence[Tally]) -> list[NDArray[np.int64]]:
    """The counts of games that all these cells have; ``axis.arm`` tells whose outcome an axis is.

    Raises
    ------
    DataError
        A number beyond its axis.
    """
    counts = [np.zeros([axis.size for axis in axes], np.int64) for axes in tallies]
    columns = [
        tuple(
            dict.fromkeys(
                column for axes in tallies for axis in axes if axis.arm == arm for column in axis.reads
            )
        )
        for arm in range(len(cells))
    ]
    for arms in aligned([results.shards(cell, columns[arm]) for arm, cell in enumerate(cells)]):
        for axes, count in zip(tallies, counts, strict=True):
            count += _count(axes, arms)
    return counts


def aligned(streams: Sequence[Iterator[Values]]) -> Iterator[tuple[Values, ...]]:
    """The same games of each stream, as many at a time as all of them have; ends with the shortest.

    Every stream has at least one column.

    >>> one, two = iter([{"x": np.arange(5)}]), iter([{"x": np.arange(2)}, {"x": np.arange(2, 4)}])
    >>> [[list(map(int, values["x"])) for values in arms] for arms in aligned([one, two])]
    [[[0, 1], [0, 1]], [[2, 3], [2, 3]]]
    """
    rest: list[Values] = [{} for _ in streams]
    while True:
        for place, stream in enumerate(streams):
            while _length(rest[place]) == 0:
                following = next(stream, None)
                if following is None:
                    return
                rest[place] = following
        length = min(_length(values) for values in rest)
        yield tuple({name: column[:length] for name, column in values.items()} for values in rest)
        rest = [{name: column[length:] for name, column in values.items()} for values in rest]


def _length(values: Values) -> int:
    return len(next(iter(values.values()), ()))


def _count(axes: Tally, arms: Sequence[Values]) -> NDArray[np.int64]:
    code: Any = 0
    for axis in axes:
        values = arms[axis.arm]
        found = axis.make(values) if axis.make else values[axis.name]
        if found.size and (found.min() < axis.low or found.max() > axis.high):
            allowed = f"allowed: {axis.low} to {axis.high}"
            raise DataError([f"{axis.name}: found {found.min()} to {found.max()}; {allowed}"])
        code = code * axis.size + (found.astype(np.int64) - axis.low)
    shape = [axis.size for axis in axes]
    return np.bincount(code, minlength=int(np.prod(shape))).reshape(shape)
