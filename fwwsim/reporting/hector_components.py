"""A data set of Hector and Achilles as tables for a terminal of 80 columns or more."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from fwwsim.games.hector_and_achilles.dataset import SOURCES, Dataset, load_dataset
from fwwsim.games.hector_and_achilles.names import EDGE_NAMES, SIDE_NAMES, TROOPS
from fwwsim.reporting.grades import by_grade, grade_mark, graded, head, new_table, section


def show_data_set(directory: Path | None, console: Console) -> None:
    """Print the data set of a folder, or the shipped one: army cards, tokens, heroes, fate tiles, and grades.

    Raises
    ------
    DataError
    """
    dataset = load_dataset(directory)
    for part in _report(dataset):
        console.print(part)


def _report(dataset: Dataset) -> Iterator[RenderableType]:
    army, tokens = dataset.sources[:2]
    yield head(dataset.title, dataset.id, dataset.hash, SOURCES)
    yield section("Army cards", "of each side, and of each colour the same")
    values = ", ".join(f"{n} x {value} {TROOPS[value - 1]}" for value, n in Counter(dataset.values).items())
    yield graded(f"Colours  {', '.join(dataset.colours)}", army)
    yield graded(f"Values   {values}", army)
    yield section("Tokens")
    yield graded(f"{dataset.favour} favour tokens a side, {dataset.shame} shame tokens at most", tokens)
    for name, heroes in zip(SIDE_NAMES, dataset.heroes, strict=True):
        yield section(f"Heroes of the {name}")
        table = new_table("Hero", "Colour", "Value", "Grade", right=("Value",))
        for hero in heroes:
            table.add_row(Text(hero.name), hero.colour, str(hero.value), grade_mark(hero.source))
        yield table
    yield section(
        "Fate tiles", f"{', '.join(EDGE_NAMES)}; the back counts if tiles have two arrangements (A5)"
    )
    table = new_table("Tile", "Front", "Back", "Grade")
    for number, tile in enumerate(dataset.tiles, 1):
        table.add_row(str(number), " ".join(tile.edges), " ".join(tile.back), grade_mark(tile.source))
    yield table
    found = {
        "army cards, tokens": (army, tokens),
        "heroes": (hero.source for heroes in dataset.heroes for hero in heroes),
        "fate tiles": (tile.source for tile in dataset.tiles),
    }
    yield from by_grade(found, SOURCES)
