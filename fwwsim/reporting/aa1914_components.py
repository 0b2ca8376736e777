"""A data set of Axis & Allies 1914 as tables for a terminal of 80 columns or more."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from fwwsim.games.axis_and_allies_1914.dataset import Dataset, load_dataset
from fwwsim.games.axis_and_allies_1914.names import GRADES
from fwwsim.games.axis_and_allies_1914.setup import POWERS, Territory, load_setup
from fwwsim.reporting.grades import by_grade, grade_mark, head, new_table, section

NOTE_WIDTH = 100  # columns from which a unit's note has room


def show_data_set(directory: Path | None, console: Console) -> None:
    """Print the data set of a folder, or the shipped one: units, and territories power by power, with grades.

    Raises
    ------
    DataError
    """
    dataset, territories = load_dataset(directory), load_setup(directory)
    for part in _report(dataset, territories, wide=console.width >= NOTE_WIDTH):
        console.print(part)


def _report(dataset: Dataset, territories: tuple[Territory, ...], wide: bool) -> Iterator[RenderableType]:
    used = {unit.source for unit in dataset.units} | {row.source for row in territories}
    grades = tuple(grade for grade in GRADES if grade in used)
    yield head(dataset.title, dataset.id, dataset.hash, grades)
    yield section("Units", f"a die of {dataset.faces} faces; the highest that hits, 0 for none")
    figures = ("Cost", "Attack", "Defence", "Move")
    table = new_table("Unit", "Kind", *figures, "Grade", *(("Note",) if wide else ()), right=figures)
    for unit in dataset.units:
        numbers = (str(number) for number in (unit.cost, unit.attack, unit.defence, unit.move))
        note = (Text(unit.note),) if wide else ()
        table.add_row(unit.name, unit.kind, *numbers, grade_mark(unit.source), *note)
    yield table
    for power in POWERS:
        yield from _power(power, [row for row in territories if row.power == power])
    found = {
        "units": (unit.source for unit in dataset.units),
        "territories": (row.source for row in territories),
    }
    yield from by_grade(found, grades)


def _power(power: str, rows: list[Territory]) -> Iterator[RenderableType]:
    """A power's territories, and their sums."""
    if not rows:
        return
    if power == "minor":
        yield section("Minor powers", "units once mobilised")
    else:
        yield section(power, "territories and their set-up on land")
    figures = ("Income", "Infantry", "Artillery", "Fighters")
    table = new_table("Territory", *figures, "Grade", right=figures)
    for row in rows:
        numbers = (row.income, row.infantry, row.artillery, row.fighter)
        table.add_row(Text(row.name), *map(str, numbers), grade_mark(row.source))
    sums = (
        sum(getattr(row, name) for row in rows) for name in ("income", "infantry", "artillery", "fighter")
    )
    table.add_section()
    table.add_row("all", *map(str, sums), style="bold")
    yield table
