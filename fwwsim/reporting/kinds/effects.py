"""Effects on the same games: what a report says of one way to play against another."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.pairs import flip_tables
from fwwsim.experiments.results import Results
from fwwsim.reporting.document import Column, Figure, Table, Value
from fwwsim.reporting.figures.plots import Forest
from fwwsim.reporting.kinds.common import NOBODY, SIDES, winner_names, wins_of
from fwwsim.reporting.numbers import say, with_interval
from fwwsim.stats.intervals import Interval
from fwwsim.stats.multiple import holm
from fwwsim.stats.paired import Paired, compare

SURE = 0.05  # a p-value below counts as a finding

EFFECT_COLUMNS = (
    Column("first", "won at first, %", "win rate", scale=100),
    Column("second", "won then, %", "win rate", scale=100),
    Column("difference", "difference, points", "paired difference", scale=100, signed=True),
    Column("gained", "games gained", "flips"),
    Column("lost", "games lost", "flips"),
    Column("p", "p", "p-value", chance=True),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One arm against another, on the same games.

    Attributes
    ----------
    first, second : str
        Names of the cells.
    players : int
    winners : (k, k) array
        Games by winner in the first (row) and in the second (column), as so many players score them.
    """

    first: str
    second: str
    players: int
    winners: NDArray[np.int64]

    def of(self, name: str) -> Paired:
        """How often an alliance or a faction wins in either."""
        return compare(self.winners, wins_of(name, self.players))

    @property
    def games(self) -> int:
        """How many games are compared."""
        return int(self.winners.sum())


def compare_cells(results: Results, first: str, second: str, players: int = 2) -> Comparison:
    """The comparison of two cells on the games that both have."""
    column = f"winner_{players}"
    tables = flip_tables(results, first, second, {column: len(winner_names(players))})
    return Comparison(first, second, players, tables[column])


def players_shown(players: int) -> tuple[str, ...]:
    """The alliances, and the players that are no alliance.

    >>> players_shown(3)
    ('Allies', 'Central Powers', 'Germany', 'German Allies')
    """
    return (*SIDES, *(name for name in winner_names(players) if name not in (*SIDES, NOBODY)))


def effect_row(found: Paired) -> tuple[Value, ...]:
    """The cells of EFFECT_COLUMNS."""
    return (found.first, found.second, found.difference, found.gained, found.lost, found.p_value)


def in_words(name: str, found: Paired, who: str) -> str:
    """What a change does to one player, as a sentence without its full stop.

    >>> in_words("Schlieffen Plan", compare([[430, 10], [30, 530]], [False, True]), "Allies")
    "Schlieffen Plan lowers the Allies' win rate by 2 points (95 % interval 1 to 3), from 56 to 54 %"
    """
    difference = found.difference
    if found.gained + found.lost == 0:
        return f"{name} changes nothing in {found.flips.n:,} games: the same dice give {who_owns(who)} win rate exactly"
    if found.p_value >= SURE:
        shown = say(difference, "points", 100, signed=True)
        return f"{name} has no effect on {who_owns(who)} win rate that can be seen: {shown}"
    verb = "raises" if difference.estimate > 0 else "lowers"
    size = difference
    if difference.estimate < 0:
        size = Interval(-difference.estimate, -difference.high, -difference.low, difference.n)
    first, second = (100 * rate.estimate for rate in (found.first, found.second))
    places = max(0, -math.floor(math.log10(100 * found.first.width)))
    shown = with_interval(size, 100).replace("(", "points (95 % interval ")
    return (
        f"{name} {verb} {who_owns(who)} win rate by {shown}, from {first:.{places}f} to {second:.{places}f} %"
    )


def who_owns(who: str) -> str:
    """The name as an owner.

    >>> who_owns("Allies"), who_owns("Germany")
    ("the Allies'", "Germany's")
    """
    return f"the {who}'" if who.endswith("s") else f"{who}'s"


def effects_table(name: str, caption: str, label: str, rows: list[tuple[str, Paired]]) -> Table:
    """Effects one below the other, their p-values also adjusted for their number."""
    adjusted = holm([found.p_value for _, found in rows])
    return Table(
        name,
        caption,
        (
            Column("what", label),
            *EFFECT_COLUMNS,
            Column("p_holm", "p, Holm", "Holm-adjusted p-value", chance=True),
        ),
        tuple((what, *effect_row(found), p) for (what, found), p in zip(rows, adjusted, strict=True)),
    )


def effects_figure(
    name: str, caption: str, alt: str, rows: list[tuple[str, Paired]], groups: tuple[str, ...] = ()
) -> Figure:
    """Paired differences with their intervals, one below the other."""
    return Figure(
        name,
        caption,
        alt,
        ("paired difference",),
        Forest(
            tuple((what, found.difference) for what, found in rows),
            "difference of win rates, points",
            0.0,
            100,
            True,
            groups,
        ),
    )
