"""Outcomes of games as named columns: here numbers become words, once.

An outcome record (:data:`fwwsim.games.first_world_war.state.OUTCOME`) has fields of one number, or of one a turn,
faction, alliance or front. A column has one number: ``reason``, ``vp_WA``, ``vp_t3_WA`` ... :data:`ABOUT` says what
each field means; ``docs/outcomes.md`` is written from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.game import Column
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    ALLIES,
    FACTION_NAMES,
    FACTIONS,
    FRONTS,
    TURNS,
)
from fwwsim.games.first_world_war.state import NOBODY, REASONS

NONE = "none"
ALLIANCE_WORDS = (*ALLIANCES, NONE)
WORDS = {
    "reason": REASONS,
    "alliance": ALLIANCE_WORDS,
    "winner_2": ALLIANCE_WORDS,
    "winner_3": ("ALLIES", "DE", "GA", NONE),
    "winner_4": (*FACTIONS, NONE),
    "first_city": ALLIANCE_WORDS,
    "forced": (NONE, *ALLIANCES),
}
"""The words of a field that holds a name; `coded` gives their positions."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What the numbers of a field are counted by; `sign` stands for a label in the name of a family of columns."""

    sign: str
    labels: tuple[str, ...]
    words: tuple[str, ...]


TURN = Axis("tT", tuple(f"t{turn}" for turn in range(1, TURNS + 1)), tuple(map(str, range(1, TURNS + 1))))
FACTION = Axis("F", FACTIONS, tuple(f"{name} ({FACTIONS[n]})" for n, name in enumerate(FACTION_NAMES)))
ALLIANCE = Axis("A", ALLIANCES, ("Allies", "Central Powers"))
FRONT = Axis("f", *2 * (tuple(map(str, range(1, FRONTS + 1))),))


@dataclass(frozen=True, slots=True)
class About:
    """What a field means: one ``{}`` in `meaning` for each of its axes. `column` is the name without them."""

    column: str
    unit: str
    meaning: str
    axes: tuple[Axis, ...] = ()
    is_flag: bool = False


_UNPLAYED = "; -1 if that turn was not played"
ABOUT = {
    "reason": About("reason", "name", "why the game ended"),
    "end_turn": About("end_turn", "turn", "turn in which the game ended, 1 to 6"),
    "alliance": About("alliance", "name", "alliance that won; none if factions of both surrendered at once"),
    "winner_2": About("winner_2", "name", "winner as 2 players score the game"),
    "winner_3": About("winner_3", "name", "winner as 3 players score the game; the Allies are one player"),
    "winner_4": About("winner_4", "name", "winner as 4 players score the game"),
    "treaty": About(
        "treaty", "turn", "turn in which the treaty of Brest-Litovsk came into force; 0 if it never did"
    ),
    "vp": About("vp", "victory points", "victory points of {} at the end", (FACTION,)),
    "surrendered": About("surrendered", "true or false", "whether {} surrendered", (FACTION,), is_flag=True),
    "combats": About("combats", "combats", "combat actions of {}, undefended fronts included", (FACTION,)),
    "contested": About(
        "contested", "combats", "combat actions of {} against at least one real army", (FACTION,)
    ),
    "captures": About(
        "captures", "cities", "cities that {} took, in combat or at a victory check", (FACTION,)
    ),
    "eliminated": About("eliminated", "armies", "armies of {} that were eliminated", (FACTION,)),
    "chits_drawn": About("chits_drawn", "chits", "combat chits that {} drew", (FACTION,)),
    "vp_by_turn": About(
        "vp",
        "victory points",
        f"after the victory check of turn {{}}: victory points of {{}}{_UNPLAYED}",
        (TURN, FACTION),
    ),
    "allied_cities": About(
        "allied_cities",
        "cities",
        f"after the victory check of turn {{}}: cities of front {{}} that the Allies control{_UNPLAYED}",
        (TURN, FRONT),
    ),
    "points": About(
        "points",
        "surrender points",
        f"at the victory check of turn {{}}: surrender points of {{}}{_UNPLAYED}",
        (TURN, FACTION),
    ),
    "rolls": About(
        "roll",
        "face of the die",
        "surrender roll of turn {} of {}, 0 for S; -1 if there was none",
        (TURN, FACTION),
    ),
    "dice_luck": About(
        "dice_luck",
        "sixths of a pip",
        "six times the sum, over the combat dice of the {}, of the value less its mean (expectation 0)",
        (ALLIANCE,),
    ),
    "combat_luck": About(
        "combat_luck",
        "results",
        "sum, over the attacks of the {} on real armies, of the result (win 1, tie 0, loss -1) less its exact "
        "expectation once leads and chits are laid (expectation 0); a forced combat is left out",
        (ALLIANCE,),
    ),
    "surrender_luck": About(
        "surrender_luck",
        "sixths of a surrender",
        "six times the sum, over the surrender rolls of {}, of surrendered (1 or 0) less its probability "
        "(expectation 0)",
        (FACTION,),
    ),
    "lead_changes": About(
        "lead_changes",
        "changes",
        "how often the alliance with fewer victory points got ahead, seen after each action and check",
    ),
    "largest_deficit": About(
        "largest_deficit",
        "victory points",
        "by how many victory points the {} were behind the other alliance at most, after any action or check",
        (ALLIANCE,),
    ),
    "first_city": About(
        "first_city", "name", "alliance that took the first city by a combat action; none if none did"
    ),
    "forced": About(
        "forced", "name", "attacking alliance of the combat whose result was forced; none if none was"
    ),
}
"""What each field of an outcome means, in the order of the record."""

DERIVED = {
    "deficit_overcome": About(
        "deficit_overcome",
        "victory points",
        "largest deficit of the alliance that won; 0 if it never was behind, or none won",
    )
}
"""Columns that follow from fields; they come last."""

HIDDEN = ("fault",)  # 0 in every outcome that a run hands over


def columns(outcomes: NDArray[Any], first: int = 0) -> Iterator[Column]:
    """The columns of outcomes of games first, first + 1, ..., in the order of the record.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.state import OUTCOME
    >>> found = {column.name: column for column in columns(np.zeros(1, OUTCOME))}
    >>> list(found)[:3], found["vp_t3_WA"].meaning.partition(";")[0]
    (['game', 'reason', 'end_turn'], 'after the victory check of turn 3: victory points of Western Allies (WA)')
    """
    games = np.arange(first, first + len(outcomes), dtype=np.int64)
    yield Column("game", "index", "index of the game under its seed", games)
    for field, about in ABOUT.items():
        words = WORDS.get(field, ())
        numbers: Any = coded(outcomes, field) if words else outcomes[field]
        for place in product(*(range(len(axis.labels)) for axis in about.axes)):
            pairs = list(zip(about.axes, place, strict=True))
            name = "_".join((about.column, *(axis.labels[index] for axis, index in pairs)))
            meaning = about.meaning.format(*(axis.words[index] for axis, index in pairs))
            values = np.asarray(numbers[(slice(None), *place)])
            yield Column(
                name, about.unit, meaning, values.astype(np.bool_) if about.is_flag else values, words
            )
    about = DERIVED["deficit_overcome"]
    yield Column(about.column, about.unit, about.meaning, deficit_overcome(outcomes))


def deficit_overcome(outcomes: NDArray[Any]) -> NDArray[np.int8]:
    """The largest deficit in VP from which each game's winning alliance came back.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.state import OUTCOME
    >>> outcomes = np.zeros(3, OUTCOME)
    >>> outcomes["alliance"], outcomes["largest_deficit"] = (0, 1, -1), (4, 6)
    >>> deficit_overcome(outcomes).tolist()
    [4, 6, 0]
    """
    winner, deficits = np.asarray(outcomes["alliance"]), np.asarray(outcomes["largest_deficit"])
    of_winner = np.where(winner == ALLIES, deficits[:, ALLIES], deficits[:, 1 - ALLIES])
    return np.where(winner == NOBODY, 0, of_winner).astype(np.int8)


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
