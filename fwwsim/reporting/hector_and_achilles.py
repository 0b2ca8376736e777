"""How games of *Hector and Achilles* are reported."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.games.hector_and_achilles.names import SIDE_NAMES, SIDES
from fwwsim.games.hector_and_achilles.outcomes import NONE, SCALARS, coded
from fwwsim.games.hector_and_achilles.wording import policies_in_words, rules_in_words
from fwwsim.reporting.reports import Block, Report, Summary
from fwwsim.stats.intervals import mean_interval

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


def counts(outcomes: NDArray[Any]) -> dict[str, Any]:
    """How many games ended how."""
    counted = {}
    for field in ("winner", "reason"):
        words = SCALARS[field][2]
        numbers = np.bincount(coded(outcomes, field), minlength=len(words))
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
    counts=counts,
    means=means,
    blocks=blocks,
    names=NAMES,
    rules_in_words=rules_in_words,
    policies_in_words=policies_in_words,
)
