"""A run in numbers: counts, means and intervals of its outcomes, and all that is needed to repeat it."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.records import digest
from fwwsim.engine.simulate import Run
from fwwsim.experiments.provenance import describe
from fwwsim.game import Match
from fwwsim.games.first_world_war.names import FACTIONS, TURNS
from fwwsim.games.first_world_war.outcomes import count_words
from fwwsim.reporting.reports import report_on
from fwwsim.stats.intervals import Interval, mean_interval, wilson

Summary = dict[str, Any]

MEANS = ("combats", "contested", "captures", "eliminated", "chits_drawn")


def summarise(match: Match, run: Run, threads: int) -> Summary:
    """A run as a dictionary of plain numbers and words, ready for JSON.

    Parameters
    ----------
    match : Match
        What was played.
    run : Run
        At least one game.
    threads : int
        How many threads played it.

    Returns
    -------
    dict
        ``games``, ``seconds``, ``games_per_second``; the game's counts of games and means a game, for The First
        World War those of `counts` and `means`; ``intervals``, which mirrors them: 95 % Wilson for rates, normal
        theory for means; and where it all comes from.
    """
    outcomes = run.outcomes
    report = report_on(match.description["game"])
    counted, averages = report.counts(outcomes), report.means(outcomes)
    rates = {name: map_leaves(value, lambda n: wilson(n, len(outcomes))) for name, value in counted.items()}
    return {
        "games": len(outcomes),
        "seconds": run.seconds,
        "games_per_second": len(outcomes) / run.seconds,
        **counted,
        **map_leaves(averages, lambda interval: interval.estimate),
        "intervals": {**map_leaves(rates, as_json), **map_leaves(averages, as_json)},
        **describe(match),
        "first_index": run.first,
        "digest": digest(outcomes),
        "interrupted": run.interrupted,
        "threads": threads,
    }


def counts(outcomes: NDArray[Any]) -> dict[str, Any]:
    """How many games of The First World War ended how: by alliance, winner (by number of players), and so on."""
    turns = np.bincount(outcomes["end_turn"], minlength=TURNS + 1)
    surrenders = np.count_nonzero(outcomes["surrendered"], axis=0)
    return {
        "alliances": count_words(outcomes, "alliance"),
        "winners": {players: count_words(outcomes, f"winner_{players}") for players in ("2", "3", "4")},
        "reasons": count_words(outcomes, "reason"),
        "end_turns": {str(turn): int(turns[turn]) for turn in range(1, TURNS + 1)},
        "surrendered": dict(zip(FACTIONS, map(int, surrenders), strict=True)),
        "treaty": int(np.count_nonzero(outcomes["treaty"])),
    }


def means(outcomes: NDArray[Any]) -> dict[str, Any]:
    """Means a game, as intervals: victory points by faction, all else of all factions together."""
    points = {name: mean_interval(outcomes["vp"][:, faction]) for faction, name in enumerate(FACTIONS)}
    totals = {name: mean_interval(outcomes[name].sum(axis=1, dtype=np.int64)) for name in MEANS}
    return {"vp_mean": points, **totals}


def map_leaves(tree: Any, change: Any) -> Any:
    """`tree`, a dictionary of dictionaries, with every leaf changed.

    >>> map_leaves({"a": 1, "b": {"c": 2}}, lambda leaf: -leaf)
    {'a': -1, 'b': {'c': -2}}
    """
    if isinstance(tree, dict):
        return {name: map_leaves(branch, change) for name, branch in tree.items()}
    return change(tree)


def as_json(interval: Interval) -> dict[str, float | None]:
    """An interval as an object; an unbounded end is null."""
    return {
        "estimate": interval.estimate,
        "low": interval.low if math.isfinite(interval.low) else None,
        "high": interval.high if math.isfinite(interval.high) else None,
    }
