"""How games of *Hector and Achilles* are reported."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.games.hector_and_achilles.names import SIDE_NAMES, SIDES
from fwwsim.games.hector_and_achilles.state import REASONS
from fwwsim.games.hector_and_achilles.wording import policies_in_words, rules_in_words
from fwwsim.reporting.outcomes import NONE, Column
from fwwsim.reporting.reports import Block, Report, Summary
from fwwsim.stats.intervals import mean_interval

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
MEANS = (
    "attacks",
    "attacks_won",
    "defences_won",
    "retreats",
    "swaps",
    "heroes_played",
    "heroes_lost",
    "cards",
)
NAMES = {
    **dict(zip(SIDES, SIDE_NAMES, strict=True)),
    NONE: "nobody",
    "front_falls": "no front pile left",
    "home_falls": "home pile too small",
    "both_fall": "both sides at once",
    "too_long": "safety limit of battles",
    "end_battle": "battles",
    "ties": "ties",
}
TITLES = {
    "attacks": "Attacks, mean",
    "attacks_won": "Battles won as attacker, mean",
    "defences_won": "Battles won as defender, mean",
    "retreats": "Retreats, mean",
    "swaps": "Swaps, mean",
    "heroes_played": "Heroes played, mean",
    "heroes_lost": "Heroes lost, mean",
    "cards": "Army cards at the end, mean",
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
        values = _coded(outcomes, name, words) if words else np.asarray(outcomes[name])
        yield Column(name, unit, meaning, values, words)
    for name, (unit, about) in BY_SIDE.items():
        for side, word in enumerate(SIDES):
            about_side = about.format(side=SIDE_NAMES[side])
            yield Column(f"{name}_{word}", unit, about_side, np.asarray(outcomes[name][:, side]))


def _coded(outcomes: NDArray[Any], name: str, words: tuple[str, ...]) -> NDArray[np.int8]:
    values = np.asarray(outcomes[name])
    return np.where(values < 0, len(words) - 1, values).astype(np.int8)


def counts(outcomes: NDArray[Any]) -> dict[str, Any]:
    """How many games ended how."""
    counted = {}
    for field, words in (("winner", WINNERS), ("reason", REASONS)):
        numbers = np.bincount(_coded(outcomes, field, words), minlength=len(words))
        counted[f"{field}s"] = dict(zip(words, map(int, numbers), strict=True))
    return counted


def means(outcomes: NDArray[Any]) -> dict[str, Any]:
    """Means a game, as intervals: battles, ties, and what each side did."""
    averages: dict[str, Any] = {name: mean_interval(outcomes[name]) for name in ("end_battle", "ties")}
    for name in MEANS:
        averages[name] = {word: mean_interval(outcomes[name][:, side]) for side, word in enumerate(SIDES)}
    return averages


def blocks(summary: Summary) -> Iterator[Block]:
    """The tables of a run, in the order of print."""
    del summary
    yield Block("Win rate", ("winners",))
    yield Block("End of the game", ("reasons",))
    yield Block(
        "Battles a game, mean", (), rates=False, rows={name: NAMES[name] for name in ("end_battle", "ties")}
    )
    for name, title in TITLES.items():
        yield Block(title, (name,), rates=False)


REPORT = Report(
    title="Hector and Achilles",
    columns=columns,
    counts=counts,
    means=means,
    blocks=blocks,
    names=NAMES,
    rules_in_words=rules_in_words,
    policies_in_words=policies_in_words,
)
