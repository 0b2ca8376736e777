"""Odds on paper: the one-page player aid of every combat, and the heat map of a front; PDF and PNG, A4.

Everything is told twice, by shade and by a printed number or line, so that it can be read in greyscale.
"""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds.matrix import Counters, Matrix
from fwwsim.games.first_world_war.odds.table import SUPERIORITIES, Cell
from fwwsim.reporting.odds_tables import SUPERIORITY_NAMES, matrix_title, parts, short_label, signed
from fwwsim.reporting.page import (
    A4,
    INK,
    centred,
    footer,
    heading,
    label_cells,
    outline,
    shade,
    wrapped,
)

HOW_TO_READ = (
    "Find the block by who has more real armies in the combat (superiority, R6.1.3: +1 for that side, however many "
    "more), the row by the attack's lead army less the defence's (combat values, R6.1.2), the column by the attack's "
    "chit less the defence's (R6.1.1; none counts 0). Numbers are {total}ths, the equally likely pairs of the two "
    "special dice (R6.1.4; S counts 0). The loser's lead army is eliminated, in a tie both (R6.1.5)."
)


def player_aid(cells: Sequence[Cell], dataset: Dataset) -> Figure:
    """The player aid: a block a superiority, each cell with its three results.

    Parameters
    ----------
    cells : sequence of Cell
        Of :func:`fwwsim.games.first_world_war.odds.table.odds_table`.
    dataset : Dataset
        Whose die was rolled.

    Returns
    -------
    matplotlib Figure
        One A4 page, upright.
    """
    figure = Figure(figsize=A4)
    total = len(dataset.faces) ** 2
    heading(figure, "The First World War: odds of every combat", wrapped(HOW_TO_READ.format(total=total)))
    for place, superior in enumerate(SUPERIORITIES[::-1]):
        axes = figure.add_axes((0.11, 0.64 - 0.268 * place, 0.84, 0.205))
        _block(axes, [cell for cell in cells if cell.superiority == superior], superior, total)
    _legend(figure, cells, total)
    footer(figure, _die(dataset))
    return figure


def heat_map(matrices: Sequence[Matrix], dataset: Dataset) -> Figure:
    """One or two directions of a front: P(attack wins) in per cent, every stack against every stack."""
    figure = Figure(figsize=A4)
    first = matrices[0]
    seen = isinstance(first.defending[0], Counters)
    heading(
        figure,
        f"The First World War: front {first.front.number} ({first.front.name}) on turn {first.turn}",
        wrapped(_caption(seen, dataset)),
    )
    for place, matrix in enumerate(matrices):
        height = 0.33 if len(matrices) > 1 else 0.55
        bottom = 0.495 - 0.41 * place if len(matrices) > 1 else 0.28
        _map(figure.add_axes((0.11, bottom, 0.84, height)), matrix)
    footer(figure, _die(dataset))
    return figure


def _die(dataset: Dataset) -> str:
    """The die and, where it is not the shipped one, whose it is."""
    faces = " ".join(str(face) for face in dataset.faces)
    whose = "" if dataset.faces == load_dataset().faces else f" of data set {dataset.id}"
    return f"Exact odds by fwwsim; special die{whose}: {faces} (S counts 0)."


def _caption(seen: bool, dataset: Dataset) -> str:
    what, across = "the attack wins", "the defending stacks likewise"
    if seen:
        what = "the attack wins or meets no real army (R6.0)"
        across = "so many face-down counters, each any of the defending faction's that can be there, dummies included"
    return (
        f"Chance, in per cent, that {what}; no chits are laid. Down: the attacking stacks, 3/2 being 3 armies whose "
        f"best, which leads, has combat value 2. Across: {across}. Stacks: all that the armies of data set "
        f"{dataset.id} allow on this front and turn (R3.1, R5.0, R5.3, R5.4). The solid line (break-even) parts "
        "cells where this happens at least as often as the defence wins, the darker ones, from the others; bold: "
        "50 per cent or more."
    )


def _block(axes: Axes, cells: Sequence[Cell], superior: int, total: int) -> None:
    """One superiority: lead differences down from +3, chit differences across."""
    chits = sorted({cell.chit for cell in cells})
    leads = sorted({cell.lead for cell in cells}, reverse=True)
    by_place = {(cell.lead, cell.chit): cell for cell in cells}
    shrink = min(1.0, 6 / len(chits))
    grid = [[by_place[lead, chit] for chit in chits] for lead in leads]
    for row, line in enumerate(grid):
        for column, cell in enumerate(line):
            odds = cell.odds
            wins, tie, loses = parts((odds.attack_wins, odds.tie, odds.defence_wins), total)
            shade(axes, row, column, float(odds.attack_wins))
            weight = "bold" if cell.is_likely else "normal"
            axes.text(column + 0.30, row + 0.5, str(wins), **centred(11.5 * shrink, weight))
            axes.text(column + 0.57, row + 0.5, str(tie), **centred(8 * shrink, "normal"))
            axes.text(column + 0.80, row + 0.5, str(loses), **centred(8 * shrink, "normal"))
    outline(axes, [[cell.is_break_even for cell in line] for line in grid], "-", 2.2)
    outline(axes, [[cell.is_likely for cell in line] for line in grid], (0, (2, 1.5)), 1.6)
    label_cells(axes, [signed(lead) for lead in leads], [signed(chit) for chit in chits])
    axes.set_title(
        f"Superiority {signed(superior)}: {SUPERIORITY_NAMES[superior]}",
        loc="left",
        fontsize=10.5,
        weight="bold",
        y=1.0,
        pad=25,
    )
    axes.set_xlabel("chit, attack less defence", fontsize=8.5, labelpad=6, loc="right")
    axes.set_ylabel("lead, attack less defence", fontsize=8.5)


def _legend(figure: Figure, cells: Sequence[Cell], total: int) -> None:
    """What the three numbers and the two lines are, with the cell where all is equal as the example."""
    odds = next(cell.odds for cell in cells if cell.lead == cell.superiority == cell.chit == 0)
    wins, tie, loses = parts((odds.attack_wins, odds.tie, odds.defence_wins), total)
    axes = figure.add_axes((0.05, 0.042, 0.90, 0.035))
    axes.set_axis_off()
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 1)
    axes.text(0, 0.5, f"In each cell, of {total}:", fontsize=8.4, va="center", color=INK)
    axes.text(19.5, 0.5, str(wins), **centred(11.5, "bold"))
    axes.text(22, 0.5, "attack wins", fontsize=8.4, va="center", color=INK)
    axes.text(33.5, 0.5, str(tie), **centred(8, "normal"))
    axes.text(35, 0.5, "tie", fontsize=8.4, va="center", color=INK)
    axes.text(40, 0.5, str(loses), **centred(8, "normal"))
    axes.text(42, 0.5, "defence wins", fontsize=8.4, va="center", color=INK)
    axes.plot([56, 61], [0.72, 0.72], color=INK, linewidth=2.2, solid_capstyle="butt")
    axes.text(
        62,
        0.72,
        "break-even: above it the attack wins as often or more",
        fontsize=8,
        va="center",
        color=INK,
    )
    axes.plot([56, 61], [0.2, 0.2], color=INK, linewidth=1.6, linestyle=(0, (2, 1.5)))
    axes.text(
        62,
        0.2,
        "above it, bold: the attack wins at least half of the time",
        fontsize=8,
        va="center",
        color=INK,
    )


def _map(axes: Axes, matrix: Matrix) -> None:
    for row, line in enumerate(matrix.cells):
        for column, cell in enumerate(line):
            shade(axes, row, column, float(cell.no_loss))
            weight = "bold" if 2 * cell.no_loss >= 1 else "normal"
            size = 9.5 if len(line) <= 12 else 8
            axes.text(column + 0.5, row + 0.5, f"{100 * float(cell.no_loss):.0f}", **centred(size, weight))
    outline(axes, [[cell.no_loss >= cell.defence_wins for cell in line] for line in matrix.cells], "-", 2.2)
    label_cells(axes, [*map(short_label, matrix.attacking)], [*map(short_label, matrix.defending)])
    axes.set_title(matrix_title(matrix).split(": ")[1], loc="left", fontsize=11, weight="bold", y=1.0, pad=25)
    kind = "counters (c)" if isinstance(matrix.defending[0], Counters) else "armies / value of the lead"
    axes.set_xlabel(f"defence: {kind}", fontsize=8.5, labelpad=6, loc="right")
    axes.set_ylabel("attack: armies / value of the lead", fontsize=8.5)
