"""Outcomes of games as named columns: here numbers become words, once."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.game import Column
from fwwsim.games.hector_and_achilles.names import SIDE_NAMES, SIDES
from fwwsim.games.hector_and_achilles.state import REASONS

NONE = "none"
WINNERS = (*SIDES, NONE)
SCALARS = {
    "winner": ("name", "side that won the game; none if it was a draw", WINNERS),
    "reason": ("name", "why the game ended", REASONS),
    "end_battle": ("battles", "number of battles", ()),
    "ties": ("battles", "battles that nobody won", ()),
}
BY_SIDE = {
    "attacks": ("battles", "battles in which the {side} attacked"),
    "attacks_won": ("battles", "battles that the {side} won as attackers"),
    "defences_won": ("battles", "battles that the {side} won as defenders"),
    "retreats": ("battles", "battles from which the {side} retreated"),
    "swaps": ("swaps", "cards and heroes that the {side} swapped"),
    "heroes_played": ("heroes", "heroes that the {side} played"),
    "heroes_lost": ("heroes", "heroes that the {side} lost"),
    "heroes_saved": ("heroes", "heroes that the {side} saved with a favour token"),
    "shame": ("tokens", "shame tokens of the {side} at the end"),
    "favour": ("tokens", "favour tokens of the {side} at the end"),
    "cards": ("cards", "army cards of the {side} at the end"),
}


def columns(outcomes: NDArray[Any], first: int = 0) -> Iterator[Column]:
    """The columns of outcomes of games first, first + 1, ..., in the order of the record.

    >>> from fwwsim.games.hector_and_achilles.state import OUTCOME
    >>> [column.name for column in columns(np.zeros(1, OUTCOME))][:3]
    ['game', 'winner', 'reason']
    """
    games = np.arange(first, first + len(outcomes), dtype=np.int64)
    yield Column("game", "index", "index of the game under its seed", games)
    for name, (unit, meaning, words) in SCALARS.items():
        values = coded(outcomes, name) if words else np.asarray(outcomes[name])
        yield Column(name, unit, meaning, values, words)
    for name, (unit, about) in BY_SIDE.items():
        for side, word in enumerate(SIDES):
            about_side = about.format(side=SIDE_NAMES[side])
            yield Column(f"{name}_{word}", unit, about_side, np.asarray(outcomes[name][:, side]))


def coded(outcomes: NDArray[Any], name: str) -> NDArray[np.int8]:
    """A field that holds a name, as positions in its words."""
    words = SCALARS[name][2]
    values = np.asarray(outcomes[name])
    return np.where(values < 0, len(words) - 1, values).astype(np.int8)
