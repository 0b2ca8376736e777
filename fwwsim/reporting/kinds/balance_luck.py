"""Of a balance report: luck against choice."""

import math

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.cell import POLICIES
from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Axis, Tally, Values
from fwwsim.games.first_world_war.names import ALLIANCES
from fwwsim.reporting.document import Block, Column, Figure, Section, Table, Text
from fwwsim.reporting.figures.plots import Lines, Series
from fwwsim.reporting.kinds.common import ALLIANCE, SIDES, rate
from fwwsim.reporting.kinds.precision import LUCK, luck_in_one_arm
from fwwsim.reporting.kinds.variations import Answer, Names, allied_moments
from fwwsim.reporting.numbers import number, say
from fwwsim.stats.control import adjusted_mean
from fwwsim.stats.luck import luck_and_choice
from fwwsim.stats.moments import Moments
from fwwsim.stats.variance import paired_cells

SIXTHS = 6  # dice luck is stored in sixths of a pip
MOST = 6000  # sixths
GROUPS = 10
DICE = tuple(f"dice_luck_{side}" for side in ALLIANCES)

Counts = dict[str, NDArray[np.int64]]


def tallies() -> dict[str, Tally]:
    """What this section counts."""
    return {"net_luck": (Axis("net dice luck", -MOST, MOST, DICE, _net), ALLIANCE)}


def _net(values: Values) -> NDArray[np.int64]:
    allies, central = (values[name].astype(np.int64) for name in DICE)
    return allies - central


def luck_section(results: Results, answer: Answer, counts: Counts) -> tuple[Section, list[str]]:
    """How much of winning the dice decide, and how much the choice of a policy; and what to remember of it."""
    table = counts["net_luck"]
    groups = luck_groups(table)
    labels = tuple(number(mean, 1, signed=True) for mean, _ in groups)
    won = [
        Series(name, tuple(rate(cell[side], cell.sum()) for _, cell in groups))
        for side, name in enumerate(SIDES)
    ]
    adjusted, moments = luck_in_one_arm(results, answer.cells[0])
    dice = share_explained(moments, [LUCK.index(name) + 1 for name in DICE])
    everything = adjusted.saved
    deviation = _deviation(table)
    rows = [
        ("combat dice of both alliances", dice),
        ("combat dice, results of combats and surrender rolls", everything),
    ]
    lines = []
    if dice is not None and everything is not None:
        lines.append(
            f"Luck with the combat dice accounts for {100 * dice:.0f} % of the variance of who wins; all luck that is "
            f"counted, surrender rolls included, for {100 * everything:.0f} %."
        )
    blocks: list[Block] = [
        Text(
            "Dice luck is what the combat dice gave an alliance above their mean, in pips, less the same for the other "
            f"alliance; its standard deviation over the games is {deviation:.1f} pips."
        ),
        Figure(
            "luck",
            "Win rates by the Allies' net dice luck: games in ten groups of about the same size, from their worst luck "
            "to their best, each named by its mean luck in pips; 95 % intervals.",
            "Two lines of win rate by group of dice luck.",
            ("dice luck", "win rate"),
            Lines(
                labels,
                tuple(won),
                "net dice luck of the Allies, pips, mean of the group",
                "games won, %",
                100,
            ),
        ),
        Table(
            "luck",
            f"The part of the variance of the Allies' winning that luck accounts for, over {moments.n:,} games.",
            (
                Column("luck", "luck counted"),
                Column("share", "share explained, %", "share explained", scale=100, places=1),
            ),
            tuple(rows),
        ),
    ]
    choice = [
        variation for source in answer.sources for variation in source.variations if source.role == POLICIES
    ]
    if choice:
        asked = results.experiment.cell(answer.cells[0]).policies
        rates = [(asked, answer.asked), *((variation.value, variation.answer) for variation in choice)]
        ordered = sorted(rates, key=lambda row: row[1].estimate)
        (lowest, low), (highest, high) = ordered[0], ordered[-1]
        line = (
            f"Choice: with all factions on one policy, the Allies' win rate goes from {say(low)} ({lowest}) to "
            f"{say(high)} ({highest})."
        )
        blocks += [Text(line), _choice_table(results, [answer.cells, *(one.cells for one in choice)])]
        lines.append(line)
    return Section("Luck against choice", tuple(blocks)), lines


def _choice_table(results: Results, profiles: list[Names]) -> Table:
    """How much of the variance of winning is the choice of a policy for all factions, and how much is luck."""
    won = allied_moments(results, [name for names in profiles for name in names])
    found = luck_and_choice(paired_cells(won), len(profiles))
    return Table(
        "choice",
        f"Choice and luck in who wins, if all factions pick one of {len(profiles)} policies; {won.n:,} games each.",
        (
            Column("part", "part"),
            Column("share", "share of the variance of winning, %", "choice and luck", scale=100),
        ),
        (("choice of the policy", found.choice), ("luck", found.luck)),
    )


def luck_groups(table: NDArray[np.int64]) -> list[tuple[float, NDArray[np.int64]]]:
    """Games in groups of about the same size by net dice luck: mean luck in pips, and games by winner."""
    counts = table.sum(axis=1)
    total = int(counts.sum())
    before = np.cumsum(counts) - counts
    group = np.minimum(GROUPS * before // max(total, 1), GROUPS - 1)
    found = []
    for chosen in range(GROUPS):
        places = np.flatnonzero((group == chosen) & (counts > 0))
        if places.size:
            own = counts[places]
            mean = float(((places - MOST) * own).sum() / own.sum()) / SIXTHS
            found.append((mean, table[places].sum(axis=0)))
    return found


def share_explained(games: Moments, controls: list[int]) -> float | None:
    """The part of the variance of column 0 that some columns account for, by least squares."""
    weights = np.eye(games.sums.size)[[0, *controls]]
    return adjusted_mean(games.combined(weights)).saved


def _deviation(table: NDArray[np.int64]) -> float:
    counts = table.sum(axis=1)
    values = np.arange(-MOST, MOST + 1) / SIXTHS
    n = counts.sum()
    mean = (values * counts).sum() / n
    return math.sqrt(max(float((values * values * counts).sum() / n - mean * mean), 0.0))
