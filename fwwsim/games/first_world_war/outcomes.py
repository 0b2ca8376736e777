"""Outcomes of games as named columns: here numbers become words, once.

An outcome record (:data:`fwwsim.games.first_world_war.state.OUTCOME`) has one number a field, or four, one a
faction. A column has a field of its own: ``reason``, ``vp_WA``, ``vp_EA`` ...
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.game import Column
from fwwsim.games.first_world_war.names import ALLIANCES, FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.state import REASONS

NONE = "none"
ALLIANCE_WORDS = (*ALLIANCES, NONE)
WORDS = {
    "reason": REASONS,
    "alliance": ALLIANCE_WORDS,
    "winner_2": ALLIANCE_WORDS,
    "winner_3": ("ALLIES", "DE", "GA", NONE),
    "winner_4": (*FACTIONS, NONE),
}
"""The words of a field that holds a name; `coded` gives their positions."""

ABOUT_SCALARS = {
    "reason": ("name", "why the game ended"),
    "end_turn": ("turn", "turn in which the game ended, 1 to 6"),
    "alliance": ("name", "alliance that won; none if factions of both surrendered at once"),
    "winner_2": ("name", "winner as 2 players score the game"),
    "winner_3": ("name", "winner as 3 players score the game; the Allies are one player"),
    "winner_4": ("name", "winner as 4 players score the game"),
    "treaty": ("turn", "turn in which the treaty of Brest-Litovsk came into force; 0 if it never did"),
}
ABOUT_FACTIONS = {
    "vp": ("victory points", "victory points of {faction} at the end"),
    "surrendered": ("true or false", "whether {faction} surrendered"),
    "combats": ("combats", "combat actions of {faction}, undefended fronts included"),
    "contested": ("combats", "combat actions of {faction} against at least one real army"),
    "captures": ("cities", "cities that {faction} took, in combat or at a victory check"),
    "eliminated": ("armies", "armies of {faction} that were eliminated"),
    "chits_drawn": ("chits", "combat chits that {faction} drew"),
}
FLAGS = ("surrendered",)
HIDDEN = ("fault",)  # 0 in every outcome that a run hands over


def columns(outcomes: NDArray[Any], first: int = 0) -> Iterator[Column]:
    """The columns of outcomes of games first, first + 1, ..., in the order of the record.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.state import OUTCOME
    >>> [column.name for column in columns(np.zeros(1, OUTCOME))][:3]
    ['game', 'reason', 'end_turn']
    """
    games = np.arange(first, first + len(outcomes), dtype=np.int64)
    yield Column("game", "index", "index of the game under its seed", games)
    for field in outcomes.dtype.names or ():
        if field in HIDDEN:
            continue
        if field in ABOUT_SCALARS:
            unit, meaning = ABOUT_SCALARS[field]
            words = WORDS.get(field, ())
            values = coded(outcomes, field) if words else np.asarray(outcomes[field])
            yield Column(field, unit, meaning, values, words)
            continue
        unit, meaning = ABOUT_FACTIONS[field]
        for faction, name in enumerate(FACTIONS):
            values = np.asarray(outcomes[field][:, faction])
            if field in FLAGS:
                values = values.astype(np.bool_)
            yield Column(
                f"{field}_{name}", unit, meaning.format(faction=f"{FACTION_NAMES[faction]} ({name})"), values
            )


def coded(outcomes: NDArray[Any], field: str) -> NDArray[np.int8]:
    """A field that holds a name, as positions in ``WORDS[field]``.

    Examples
    --------
    The Allies are one of three players, and nobody wins after a mutual surrender:

    >>> from fwwsim.games.first_world_war.state import OUTCOME
    >>> outcomes = np.zeros(3, OUTCOME)
    >>> outcomes["alliance"] = 0, 1, -1
    >>> outcomes["winner_3"] = -1, 2, -1
    >>> [WORDS["winner_3"][code] for code in coded(outcomes, "winner_3")]
    ['ALLIES', 'DE', 'none']
    """
    values = np.asarray(outcomes[field])
    words = WORDS[field]
    if field == "winner_3":
        allies = outcomes["alliance"] == ALLIANCES.index("ALLIES")
        shift = FACTIONS.index("DE") - words.index("DE")
        values = np.where(allies, words.index("ALLIES"), np.where(values < 0, -1, values - shift))
    return np.where(values < 0, len(words) - 1, values).astype(np.int8)


def count_words(outcomes: NDArray[Any], field: str) -> dict[str, int]:
    """How many games have each word of a field that holds a name.

    >>> from fwwsim.games.first_world_war.state import OUTCOME
    >>> count_words(np.zeros(3, OUTCOME), "alliance")
    {'ALLIES': 3, 'CENTRAL_POWERS': 0, 'none': 0}
    """
    words = WORDS[field]
    counts = np.bincount(coded(outcomes, field), minlength=len(words))
    return dict(zip(words, map(int, counts), strict=True))
