"""A data set of Age of Napoleon as tables for a terminal of 80 columns or more."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType

from fwwsim.games.age_of_napoleon.dataset import DICE, Tables
from fwwsim.games.age_of_napoleon.dataset_check import load_tables
from fwwsim.reporting.grades import by_grade, head, new_table, section
from fwwsim.reporting.napoleon_aid import battle_cells_of, march_cells_of

GRADES = ("stated", "reconstructed")
FACES = tuple(map(str, DICE))


def show_data_set(directory: Path | None, console: Console) -> None:
    """Print the data set of a folder, or the shipped one: battle table, march attrition, and grades.

    Raises
    ------
    DataError
    """
    for part in _report(load_tables(directory)):
        console.print(part)


def _report(tables: Tables) -> Iterator[RenderableType]:
    yield head(tables.title, tables.id, tables.hash, GRADES)
    yield section("Battle table", "losses inflicted by strength and die 1 to 6; * reconstructed")
    table = new_table("Strength", *FACES, "Tie-break", "Stated", right=(*FACES, "Tie-break"))
    for band, cells in zip(tables.bands, battle_cells_of(tables), strict=True):
        table.add_row(
            *cells, _stated(band.stated, band.tie_break_stated, ", ".join(map(str, band.stated_at)))
        )
    yield table
    yield section("March attrition", "corps lost by size of army and lowest die 1 to 6; * reconstructed")
    table = new_table("Corps", *FACES, "Stated", right=("Corps", *FACES))
    for row, cells in zip(tables.march, march_cells_of(tables), strict=True):
        table.add_row(*cells, _stated(row.stated, False, ""))
    yield table
    found = {
        "battle cells": (grade for band in tables.bands for grade in _grades(band.stated)),
        "tie-breaks": (GRADES[not band.tie_break_stated] for band in tables.bands),
        "attrition cells": (grade for row in tables.march for grade in _grades(row.stated)),
    }
    yield from by_grade(found, GRADES)


def _grades(stated: tuple[int, ...]) -> list[str]:
    """The grade of each die's cell."""
    return [GRADES[die not in stated] for die in DICE]


def _stated(dice: tuple[int, ...], tie_break: bool, strengths: str) -> str:
    """Which cells of a row a source states.

    >>> _stated((4, 6), True, "18"), _stated((), False, "")
    ('4, 6, tie-break (at 18)', 'none')
    """
    words = [*map(str, dice), *["tie-break"] * tie_break]
    return ", ".join(words) + (f" (at {strengths})" if strengths and words else "") or "none"
