"""Of a balance report: what a combat is worth by front and turn, and which armies and chits matter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Axis, tally_paired
from fwwsim.game import Match
from fwwsim.games.first_world_war.names import FRONTS
from fwwsim.reporting.document import Block, Column, Section, Table, Text, Value
from fwwsim.reporting.document import Figure as Figured
from fwwsim.reporting.figures.plots import HeatMap
from fwwsim.reporting.kinds.common import SIDES, TURN_NAMES
from fwwsim.reporting.kinds.effects import compare_cells, effects_figure, effects_table
from fwwsim.stats.intervals import Interval
from fwwsim.stats.paired import Paired, paired_interval

FEWEST = 200  # games with such a combat: below, the heat map leaves the cell empty
SHOWN = 24  # pieces in the figure
NO_ATTACKER, ATTACKERS = 0, (1, 2)
WINNERS = 3


@dataclass(frozen=True, slots=True)
class CombatValue:
    """What winning the first contested combat on a front in a turn is worth to its attacker.

    Attributes
    ----------
    front, turn : int
        From 1.
    pooled : Interval or None
        Over all games with such a combat; None if there is none.
    by_side : tuple of (Interval or None)
        The same by attacking alliance.
    """

    front: int
    turn: int
    pooled: Interval | None
    by_side: tuple[Interval | None, ...]


def combat_values(results: Results, arm: str) -> list[CombatValue]:
    """The value of every combat that was forced both ways."""
    pairs: dict[tuple[int, int], dict[int, Cell]] = {}
    for cell in results.cells("forced", arm):
        if cell.force is not None:
            turn, front, result = cell.force
            pairs.setdefault((front, turn), {})[result] = cell
    return [
        _value(results, front, turn, ways[1].name, ways[-1].name)
        for (front, turn), ways in sorted(pairs.items())
        if 1 in ways and -1 in ways
    ]


def _value(results: Results, front: int, turn: int, won: str, lost: str) -> CombatValue:
    axes = tuple(
        axis
        for arm in (0, 1)
        for axis in (Axis("forced", 0, 2, arm=arm), Axis("alliance", 0, WINNERS - 1, arm=arm))
    )
    (counts,) = tally_paired(results, (won, lost), (axes,))
    flips = [_flips(counts[attacker, :, attacker, :], attacker - 1) for attacker in ATTACKERS]
    pooled = np.sum(flips, axis=0)
    return CombatValue(front, turn, _interval(pooled), tuple(_interval(flip) for flip in flips))


def _flips(table: NDArray[np.int64], side: int) -> NDArray[np.int64]:
    """Games that the side wins only if it wins the combat, only if it does not, and all."""
    wins = np.arange(WINNERS) == side
    gained, lost = table[np.ix_(wins, ~wins)].sum(), table[np.ix_(~wins, wins)].sum()
    return np.array([gained, lost, table.sum()])


def _interval(flips: NDArray[np.int64]) -> Interval | None:
    gained, lost, n = map(int, flips)
    return paired_interval(gained, lost, n) if n else None


def value_section(results: Results, arm: str) -> Section | None:
    """The value of a combat won, by front and turn; None if no combat was forced."""
    found = combat_values(results, arm)
    if not found:
        return None
    source = results.match(arm).description["source"]
    labels = tuple(f"{source.fronts[front].name} ({front + 1})" for front in range(FRONTS))
    grid: list[list[float | None]] = [[None] * len(TURN_NAMES) for _ in range(FRONTS)]
    for value in found:
        if value.pooled is not None and value.pooled.n >= FEWEST:
            grid[value.front - 1][value.turn - 1] = 100 * value.pooled.estimate
    rows: list[tuple[Value, ...]] = [
        (labels[value.front - 1], str(value.turn), value.pooled, *value.by_side, value.pooled.n)
        for value in found
        if value.pooled is not None
    ]
    return Section(
        "Value of a combat won",
        (
            Figured(
                "combat_value",
                "What winning a combat is worth: points of win rate that the attacking alliance gains if the first "
                "contested combat on a front in a turn ends with a win of the attack rather than of the defence, all "
                f"else on the same dice. A dot: fewer than {FEWEST} games have such a combat.",
                "Table of fronts and turns with the win probability added by winning a combat.",
                ("value of a combat",),
                HeatMap(
                    labels,
                    TURN_NAMES,
                    tuple(map(tuple, grid)),
                    "turn",
                    "front",
                    "points of win rate",
                    1,
                    0.0,
                    True,
                ),
            ),
            Table(
                "combat_value",
                "Value of the first contested combat by front and turn, for the attacker, over the games with one.",
                (
                    Column("front", "front"),
                    Column("turn", "turn"),
                    Column("value", "value, points", "value of a combat", scale=100, signed=True),
                    *(
                        Column(
                            f"value_{place}",
                            f"attack by the {side}",
                            "value of a combat",
                            scale=100,
                            signed=True,
                        )
                        for place, side in enumerate(SIDES)
                    ),
                    Column("games", "games with such a combat", "games"),
                ),
                tuple(rows),
            ),
        ),
    )


def knock_outs(results: Results, arm: str, cells: Sequence[Cell]) -> list[tuple[str, Paired]]:
    """What the Allies' win rate becomes without each piece, largest effect first."""
    match = results.match(arm)
    found = [
        (piece_name(match, cell.value), compare_cells(results, arm, cell.name).of(SIDES[0])) for cell in cells
    ]
    return sorted(found, key=lambda row: (-abs(row[1].difference.estimate), row[0]))


def piece_name(match: Match, edit: str) -> str:
    """What an edit takes away, with the chit's name.

    >>> from types import SimpleNamespace
    >>> source = SimpleNamespace(chits=[SimpleNamespace(id="c1", name="Gas")])
    >>> match = SimpleNamespace(description={"source": source})
    >>> piece_name(match, "without c1"), piece_name(match, "without DE 1")
    ('chit Gas', 'DE 1')
    """
    name = edit.removeprefix("without ")
    chits = {chit.id: chit.name for chit in match.description["source"].chits}
    return f"chit {chits[name]}" if name in chits else name


def piece_section(results: Results, arm: str) -> tuple[Section, list[tuple[str, Paired]]] | None:
    """Which armies and chits matter; None if none was taken away."""
    cells = results.cells("knock_out", arm)
    if not cells:
        return None
    found = knock_outs(results, arm, cells)
    return Section("Which armies and chits matter", tuple(_piece_blocks(found))), found


def _piece_blocks(found: list[tuple[str, Paired]]) -> Iterator[Block]:
    games = min(paired.flips.n for _, paired in found)
    yield Text(
        f"Each piece in turn is left out of the game, which is then played on the same dice: {len(found)} pieces, "
        f"{games:,} games or more without each."
    )
    yield effects_figure(
        "pieces",
        f"What the Allies' win rate becomes without a piece, less what it is with it: the {min(SHOWN, len(found))} "
        "largest differences, on the same dice, with 95 % intervals. Right of 0: the Allies do better without it.",
        "Estimates with intervals beside a line at 0, one row for each army or chit left out.",
        found[:SHOWN],
        ("left out",) * min(SHOWN, len(found)),
    )
    yield effects_table(
        "pieces",
        "The Allies' win rate with each piece (at first) and without it (then), on the same games.",
        "left out",
        found,
    )
