"""Records of fixed layout: one numpy structured scalar a game, a table or an outcome."""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Record = np.record
"""A mutable view of one structured row; fields are attributes, in kernels and in Python alike."""


def blank(layout: np.dtype[Any]) -> Record:
    """A record of `layout` with every field zero.

    >>> state = blank(np.dtype([("turn", np.int64), ("vp", np.int64, 4)]))
    >>> state.turn += 1
    >>> int(state.turn), state.vp.tolist()
    (1, [0, 0, 0, 0])
    """
    record: Record = np.zeros(1, layout).view(np.recarray)[0]
    return record


def same(first: Record, second: Record) -> list[str]:
    """The names of the fields in which two records of one layout differ."""
    names = first.dtype.names or ()
    return [name for name in names if not np.array_equal(first[name], second[name])]


def digest(rows: NDArray[Any]) -> str:
    """The SHA-256 of the bytes of `rows` (packed, in order): equal exactly if every field is equal.

    >>> digest(np.zeros(2, np.int8))[:8]
    '96a296d2'
    """
    return hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest()
