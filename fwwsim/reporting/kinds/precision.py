"""How precise a comparison is, and what same dice and control variates add to it."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Values, aligned
from fwwsim.games.first_world_war.names import ALLIANCES, ALLIES, FACTIONS
from fwwsim.reporting.document import Column, Section, Table, Text, Value
from fwwsim.reporting.kinds.common import SIDES, file_name
from fwwsim.reporting.kinds.effects import Comparison
from fwwsim.stats.control import Adjusted, adjusted_difference, adjusted_mean
from fwwsim.stats.moments import Moments, moments

LUCK = (
    *(f"dice_luck_{side}" for side in ALLIANCES),
    *(f"combat_luck_{side}" for side in ALLIANCES),
    *(f"surrender_luck_{faction}" for faction in FACTIONS),
)
"""Numbers of a game whose expectation is exactly 0, whatever the policies do."""


def luck_moments(results: Results, cells: Sequence[str]) -> Moments:
    """Moments of the Allies' winning in each cell, then of the luck in each."""
    total: Moments | None = None
    for arms in aligned([results.shards(cell, ("alliance", *LUCK)) for cell in cells]):
        found = moments(_rows(arms))
        total = found if total is None else total + found
    assert total is not None  # cells have games
    return total


def _rows(arms: Sequence[Values]) -> NDArray[np.float64]:
    won = [values["alliance"] == ALLIES for values in arms]
    luck = [values[name] for values in arms for name in LUCK]
    return np.stack([*won, *luck], axis=1).astype(np.float64)


def precision_section(results: Results, comparison: Comparison, suffix: str) -> Section:
    """What the same dice save, and what control variates do."""
    paired = comparison.of(SIDES[0])
    games = luck_moments(results, (comparison.first, comparison.second))
    controls = adjusted_difference(games)
    rows: list[tuple[Value, ...]] = [
        ("as played: same dice", paired.difference, paired.correlation, _finite(paired.games_saved), None),
        ("same dice, luck taken out", controls.adjusted, None, None, controls.saved),
    ]
    return Section(
        f"Precision{suffix}",
        (
            Text(
                "Both arms meet the same dice, so that most of the luck falls out of the difference. What is left of "
                "it can be reduced further by what is known of the luck: its mean is exactly 0."
            ),
            Table(
                f"precision_{file_name(comparison.second)}",
                f"The difference of the Allies' win rates between {comparison.second} and {comparison.first}, "
                f"estimated in two ways from the same {comparison.games:,} pairs of games.",
                (
                    Column("method", "estimate"),
                    Column("difference", "difference, points", "paired difference", scale=100, signed=True),
                    Column("correlation", "correlation of the arms", "correlation", places=3),
                    Column("saved", "games saved, times", "games saved", places=1),
                    Column("variance", "variance saved, %", "variance saved", scale=100, places=1),
                ),
                tuple(rows),
            ),
        ),
    )


def luck_in_one_arm(results: Results, cell: str) -> tuple[Adjusted, Moments]:
    """The Allies' win rate with luck taken out, and the moments of winning and luck."""
    games = luck_moments(results, (cell,))
    return adjusted_mean(games), games


def _finite(value: float | None) -> float | None:
    return value if value is None or math.isfinite(value) else None
