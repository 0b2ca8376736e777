"""A data set of The First World War as tables for a terminal of 80 columns or more."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from fwwsim.games.first_world_war.dataset import Army, Chit, City, Dataset, Front, Line
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    FACTION_ALLIANCE,
    FACTION_NAMES,
    FACTIONS,
    GRADES,
    NATIONS_OF,
)
from fwwsim.games.first_world_war.provenance import DEFINITION, count_grades
from fwwsim.reporting.grades import OWN_WORK, grade_mark, graded, head, new_table, section

WIDE = 100  # columns from which a chit's stated fields have room
ALLIANCE_NAMES = {"ALLIES": "Allies", "CENTRAL_POWERS": "Central Powers"}


def show_data_set(directory: Path | None, console: Console) -> None:
    """Print the data set of a folder, or the shipped one.

    Raises
    ------
    DataError
    """
    print_dataset(load_dataset(directory), console)


def print_dataset(dataset: Dataset, console: Console) -> None:
    """Print a data set: the board front by front, counters, chits, die, calendar, set-up, and grades.

    Parameters
    ----------
    console : rich.console.Console
        From 80 columns on every row fits on one line, if names are no longer than the shipped ones.
    """
    for part in _report(dataset, wide=console.width >= WIDE):
        console.print(part)


def _report(dataset: Dataset, wide: bool) -> Iterator[RenderableType]:
    yield _head(dataset)
    yield section("Board", "* replacement centre")
    for front in dataset.fronts:
        yield _front(dataset, front)
    yield section("Armies", "by turn of entry")
    yield _armies(dataset.armies)
    yield section("Dummies")
    dummies = "  ".join(f"{faction} {number}" for faction, number in dataset.dummies.items())
    yield graded(dummies, dataset.dummies_source)
    for alliance, name in ALLIANCE_NAMES.items():
        yield section(f"Chits of the {name}", "by year; * mandatory")
        yield _chits([chit for chit in dataset.chits if chit.alliance == alliance], wide)
    yield section("Die")
    yield graded("  ".join(str(face) for face in dataset.faces), dataset.faces_source)
    yield section("Calendar", "the year of each turn")
    turns = "  ".join(f"{turn}: {year}" for turn, year in enumerate(dataset.years, start=1))
    yield graded(turns, dataset.years_source)
    yield section("Historical set-up", "the armies of turn 1 (R9.3)")
    yield _setup(dataset)
    yield section("Values by grade")
    yield from _provenance(dataset)


def _head(dataset: Dataset) -> RenderableType:
    pairs = zip(FACTIONS, FACTION_NAMES, strict=True)
    factions = ", ".join(f"{faction} {name}" for faction, name in pairs)
    note = (Text(dataset.note),) if dataset.note else ()
    return Group(
        head(dataset.title, dataset.id, dataset.hash, GRADES, *note), Text(f"Factions\n  {factions}")
    )


def _front(dataset: Dataset, front: Front) -> RenderableType:
    """A heading line, what may operate there, and cities beside lines."""
    heading = Text.assemble(
        (f"\n{front.number} {front.name}", "bold"),
        f"  {front.theatre}, {front.allied} against {front.central}  ",
        grade_mark(front.source),
    )
    facts = f"nations {' '.join(front.nations)}; adjacent {', '.join(map(str, front.adjacent)) or 'none'}"
    cities = [city for city in dataset.cities if city.front == front.number]
    lines = [line for line in dataset.lines if line.front == front.number]
    names = {city.id: city.name for city in cities}
    body = Table.grid(padding=(0, 2, 0, 0))
    body.add_row(_cities(cities), _lines(lines, names))
    return Group(heading, Text(facts), body)


def _cities(cities: list[City]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("City", min_width=13)
    table.add_column("Owner")
    table.add_column("Grade", min_width=13)
    for city in cities:
        name = f"{city.name} *" if city.replacement_centre else city.name
        table.add_row(Text(name), city.owner, grade_mark(city.source))
    return table


def _lines(lines: list[Line], names: dict[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("Line", min_width=24)
    table.add_column("From")
    table.add_column("Grade", min_width=13)
    for line in lines:
        one, other = (names.get(end, end.replace("-base", " base")) for end in line.ends)
        opens = "turn 1" if line.opens == 1 else f"turn {line.opens}"
        table.add_row(Text(f"{one} - {other}"), opens, grade_mark(line.source))
    return table


def _armies(armies: tuple[Army, ...]) -> Table:
    table = new_table("Turn", "Faction", "Army", "Value", "Grade", "Stated fields", right=("Value",))
    order = sorted(armies, key=lambda army: (army.turn, FACTIONS.index(army.faction)))
    before: tuple[int, str] = (0, "")
    for army in order:
        turn = str(army.turn) if army.turn != before[0] else ""
        faction = army.faction if (army.turn, army.faction) != before else ""
        if turn and before[0]:
            table.add_section()
        before = (army.turn, army.faction)
        table.add_row(
            turn, faction, Text(army.name), str(army.value), grade_mark(army.source), ", ".join(army.known)
        )
    return table


def _nations(chit: Chit) -> str:
    number = ALLIANCES.index(chit.alliance)
    factions = [name for name, side in zip(FACTIONS, FACTION_ALLIANCE, strict=True) if side == number]
    everyone = {nation for faction in factions for nation in NATIONS_OF[faction]}
    return "all" if everyone == set(chit.nations) else " ".join(chit.nations)


def _chits(chits: list[Chit], wide: bool) -> Table:
    columns = ("Year", "Chit", "Nations", "Use", "Value", "Grade")
    table = new_table(*columns, *(("Stated fields",) if wide else ()), right=("Value",))
    before = 0
    for chit in sorted(chits, key=lambda chit: chit.year):
        if before not in (0, chit.year):
            table.add_section()
        year = str(chit.year) if chit.year != before else ""
        before = chit.year
        name = Text(f"{chit.name} *" if chit.mandatory else chit.name)
        value = f"{chit.value:+d}" if chit.value else "0"
        row: list[str | Text] = [year, name, _nations(chit), chit.use, value, grade_mark(chit.source)]
        table.add_row(*row, *((", ".join(chit.known),) if wide else ()))
    return table


def _setup(dataset: Dataset) -> Table:
    table = new_table("Front", "Allies", "Central Powers")
    sides: tuple[list[str], list[str]]
    for placement in dataset.placements:
        sides = ([], [])
        for name in placement.armies:
            army = dataset.army(name)
            assert army is not None  # the data set is checked
            sides[FACTION_ALLIANCE[FACTIONS.index(army.faction)]].append(name)
        table.add_row(str(placement.front), *(Text(", ".join(side)) for side in sides))
    return table


def _provenance(dataset: Dataset) -> Iterator[RenderableType]:
    """The closing count, what it counts, and whose work the reconstructed part is."""
    counts = count_grades(dataset)
    table = new_table(
        "", *(name.capitalize() for name in GRADES), "All", right=(*map(str.capitalize, GRADES), "All")
    )
    for count in counts:
        table.add_row(count.component, *(str(getattr(count, name)) for name in GRADES), str(count.total))
    table.add_section()
    sums = {name: sum(getattr(count, name) for count in counts) for name in GRADES}
    total = sum(sums.values())
    table.add_row("all values", *(f"{sums[name]}" for name in GRADES), str(total), style="bold")
    table.add_row("", *(f"{100 * sums[name] / total:.0f} %" for name in GRADES), "", style="dim")
    yield table
    yield Text(DEFINITION)
    if sums["reconstructed"]:
        yield Text(f"\n{OWN_WORK}")
