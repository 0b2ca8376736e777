"""The tables of ``fwwsim odds table`` and ``odds matrix``: for a terminal, as CSV rows and as JSON objects."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.names import FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.odds.face_down import ViewOdds
from fwwsim.games.first_world_war.odds.matrix import Counters, Matrix, Stack
from fwwsim.games.first_world_war.odds.table import SUPERIORITIES, Cell

RESULTS = ("attack_wins", "tie", "defence_wins")
SUPERIORITY_NAMES = {
    -1: "the defence has more armies",
    0: "both as many armies",
    1: "the attack has more armies",
}
TABLE_NOTE = (
    "Each cell: attack wins / tie / defence wins, in {total}ths. Lead and chit are attack less defence; superiority "
    "is 1 for the side with more real armies, however many more (R6.1.3). The loser's lead army is eliminated, in "
    "a tie both (R6.1.5)."
)
MARKS_NOTE = "* at least half of the time; + at least as often as the defence (break-even)."
MATRIX_NOTE = "Attack wins, in per cent; no chits laid, the best army leads."
VIEW_NOTE = (
    "Attack wins or meets no real army, in per cent; no chits laid, the best army leads. Each counter is any of the "
    "defending faction's counters that could be there, dummies included."
)


def signed(number: int) -> str:
    """A difference with its sign.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '-1')
    """
    return f"{number:+d}" if number else "0"


def parts(odds: Iterable[Fraction], total: int) -> list[int]:
    """Probabilities as numbers of the `total` equally likely pairs of faces.

    >>> parts([Fraction(7, 18), Fraction(2, 9), Fraction(7, 18)], 36)
    [14, 8, 14]
    """
    counted = [chance * total for chance in odds]
    assert all(number.denominator == 1 for number in counted)
    return [int(number) for number in counted]


def print_table(cells: Sequence[Cell], dataset: Dataset, console: Console) -> None:
    """Print the odds table: one block a superiority, lead differences down, chit differences across."""
    total = len(dataset.faces) ** 2
    console.print(Text("The First World War: every combat, exact odds", style="bold"))
    for superior in SUPERIORITIES:
        console.print(_block([cell for cell in cells if cell.superiority == superior], superior, total))
    console.print(Text(f"\n{TABLE_NOTE.format(total=total)} {MARKS_NOTE}"))
    faces = " ".join(str(face) for face in dataset.faces)
    console.print(Text(f"Die: {faces} (S counts 0), data set {dataset.id}."))


def _block(cells: Sequence[Cell], superior: int, total: int) -> Table:
    chits = sorted({cell.chit for cell in cells})
    table = _table(f"\nSuperiority {signed(superior)}: {SUPERIORITY_NAMES[superior]}")
    table.add_column("lead", justify="right")
    for chit in chits:
        table.add_column(f"chit {signed(chit)}", justify="right")
    by_place = {(cell.lead, cell.chit): cell for cell in cells}
    for lead in sorted({cell.lead for cell in cells}):
        table.add_row(signed(lead), *(_cell(by_place[lead, chit], total) for chit in chits))
    return table


def _cell(cell: Cell, total: int) -> Text:
    odds = cell.odds
    numbers = parts((odds.attack_wins, odds.tie, odds.defence_wins), total)
    return _marked("/".join(map(str, numbers)), cell.is_likely, cell.is_break_even)


def _marked(text: str, likely: bool, break_even: bool) -> Text:
    """A cell with its mark, which a reader without bold letters needs."""
    mark = "*" if likely else "+" if break_even else " "
    return Text(text + mark, style="bold" if break_even else "dim")


def _table(title: str) -> Table:
    return Table(
        title=Text(title, style="bold") if title else None,
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="dim",
    )


def table_csv(cells: Iterable[Cell]) -> str:
    """The odds table as CSV: differences, then each result as a fraction and as a decimal."""
    rows = (
        (cell.lead, cell.superiority, cell.chit, *_both(getattr(cell.odds, name) for name in RESULTS))
        for cell in cells
    )
    return _csv(("lead_difference", "superiority", "chit_difference", *_headings(RESULTS)), rows)


def table_json(cells: Iterable[Cell], dataset: Dataset) -> dict[str, Any]:
    """The odds table as a JSON object; fractions are strings."""
    return {
        "die": list(dataset.faces),
        "cells": [
            {
                "lead_difference": cell.lead,
                "superiority": cell.superiority,
                "chit_difference": cell.chit,
                **{name: float(getattr(cell.odds, name)) for name in RESULTS},
                "exact": {name: str(getattr(cell.odds, name)) for name in RESULTS},
                "break_even": cell.is_break_even,
                "at_least_half": cell.is_likely,
            }
            for cell in cells
        ],
        "dataset": {"id": dataset.id, "hash": dataset.hash},
    }


def matrix_title(matrix: Matrix) -> str:
    """Which attack on which front on which turn, to be read alone.

    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> from fwwsim.games.first_world_war.odds.context import Context
    >>> from fwwsim.games.first_world_war.odds.matrix import front_matrix
    >>> matrix_title(front_matrix(load_dataset(), Context(front=7, turn=2), "DE"))
    'Front 7 (Baltic), turn 2: Germany attacks the Eastern Allies'
    """
    names = dict(zip(FACTIONS, FACTION_NAMES, strict=True))
    attacker, defender = names[matrix.attacker], names[matrix.defender]
    attacks = "attacks" if matrix.attacker == "DE" else "attack"
    first, second = (name if name == "Germany" else f"the {name}" for name in (attacker, defender))
    who = first[0].upper() + first[1:]
    return f"Front {matrix.front.number} ({matrix.front.name}), turn {matrix.turn}: {who} {attacks} {second}"


def print_matrices(matrices: Sequence[Matrix], dataset: Dataset, console: Console) -> None:
    """Print one table a direction: attacking stacks down, defending ones across."""
    for part in _matrices(matrices, dataset):
        console.print(part)


def _matrices(matrices: Sequence[Matrix], dataset: Dataset) -> Iterator[RenderableType]:
    for matrix in matrices:
        yield Text(f"\n{matrix_title(matrix)}", style="bold")
        table = _table("")
        table.add_column("attack \\ defence", no_wrap=True)
        for column in matrix.defending:
            table.add_column(short_label(column), justify="right", no_wrap=True)
        for stack, cells in zip(matrix.attacking, matrix.cells, strict=True):
            table.add_row(short_label(stack), *map(_chance, cells))
        yield table
    seen = any(isinstance(column, Counters) for matrix in matrices for column in matrix.defending)
    yield Text(f"\n{VIEW_NOTE if seen else MATRIX_NOTE} {MARKS_NOTE}")
    yield Text("3/2: 3 armies of which the best has combat value 2." + (" 2c: 2 counters." if seen else ""))
    yield Text(f"Armies of data set {dataset.id} that could be there on that turn (R3.1, R5.0, R5.3, R5.4).")


def _chance(cell: ViewOdds) -> Text:
    return _marked(
        f"{100 * float(cell.no_loss):.0f}", 2 * cell.no_loss >= 1, cell.no_loss >= cell.defence_wins
    )


def short_label(stack: Stack | Counters) -> str:
    """``"3/2"`` for 3 armies led by a 2, ``"2c"`` for 2 counters.

    >>> short_label(Stack(3, 2)), short_label(Counters(2))
    ('3/2', '2c')
    """
    return f"{stack.armies}/{stack.lead}" if isinstance(stack, Stack) else f"{stack.counters}c"


VIEW_RESULTS = ("no_real_defender", *RESULTS)


def matrix_csv(matrices: Iterable[Matrix]) -> str:
    """The matrices as CSV, one combat a row; empty where a defence goes by counters or by armies."""
    rows = []
    for matrix in matrices:
        for stack, cells in zip(matrix.attacking, matrix.cells, strict=True):
            for column, cell in zip(matrix.defending, cells, strict=True):
                known = (
                    (column.armies, column.lead, "")
                    if isinstance(column, Stack)
                    else ("", "", column.counters)
                )
                place = (matrix.front.number, matrix.turn, matrix.attacker, matrix.defender)
                odds = _both(getattr(cell, name) for name in VIEW_RESULTS)
                rows.append((*place, stack.armies, stack.lead, *known, *odds))
    headings = (
        "front",
        "turn",
        "attacker",
        "defender",
        "attackers",
        "attack_lead",
        "defenders",
        "defence_lead",
    )
    return _csv((*headings, "defence_counters", *_headings(VIEW_RESULTS)), rows)


def matrix_json(matrices: Iterable[Matrix], dataset: Dataset) -> dict[str, Any]:
    """The matrices as a JSON object; fractions are strings, rows are attacking stacks."""
    return {
        "matrices": [
            {
                "front": matrix.front.number,
                "turn": matrix.turn,
                "attacker": matrix.attacker,
                "defender": matrix.defender,
                "attacking": [_stack_json(stack) for stack in matrix.attacking],
                "defending": [_stack_json(stack) for stack in matrix.defending],
                **{
                    name: [[float(getattr(cell, name)) for cell in row] for row in matrix.cells]
                    for name in VIEW_RESULTS
                },
                "exact": {
                    name: [[str(getattr(cell, name)) for cell in row] for row in matrix.cells]
                    for name in VIEW_RESULTS
                },
            }
            for matrix in matrices
        ],
        "dataset": {"id": dataset.id, "hash": dataset.hash},
    }


def _stack_json(stack: Stack | Counters) -> dict[str, int]:
    if isinstance(stack, Stack):
        return {"armies": stack.armies, "lead": stack.lead}
    return {"counters": stack.counters}


def _headings(names: Iterable[str]) -> list[str]:
    return [heading for name in names for heading in (name, f"{name}_decimal")]


def _both(values: Iterable[Fraction]) -> list[str]:
    return [text for value in values for text in (str(value), f"{float(value):.6f}")]


def _csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()
