"""The components of the game: army cards, tokens, heroes and fate tiles, read and checked.

The file is ``components.toml``; whoever owns the game can give a folder with another one. Heroes and tiles that no
public source states are graded "reconstructed".
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError
from fwwsim.games.hector_and_achilles.names import (
    CARDS_PER_COLOUR,
    COLOURS,
    EDGES,
    MOST_VALUE,
    SIDES,
    TILES,
)

FILE = "components.toml"
SHIPPED = Path(__file__).parent / "data"
SOURCES = ("stated", "reconstructed")
LEAST_HERO, MOST_HERO = 1, 9
MOST_FAVOUR, MOST_SHAME = 3, 9


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero card."""

    side: str
    name: str
    colour: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A fate tile: its edges clockwise from north, on the front and on the back."""

    edges: tuple[str, ...]
    back: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """Everything in the box; `values` are those of the eight army cards of each colour."""

    id: str
    title: str
    colours: tuple[str, ...]
    values: tuple[int, ...]
    favour: int
    shame: int
    heroes: tuple[tuple[Hero, ...], tuple[Hero, ...]]
    tiles: tuple[Tile, ...]
    sources: tuple[str, ...]
    hash: str
    directory: Path

    def card(self, card: int) -> str:
        """The name of army card 0 to 47, which its equal shares."""
        return f"{self.colours[card // CARDS_PER_COLOUR]} {self.values[card % CARDS_PER_COLOUR]}"


def load_dataset(directory: Path | None = None) -> Dataset:
    """Read and check a data set.

    Parameters
    ----------
    directory : Path, optional
        Folder with ``components.toml``; without it, the shipped one.

    Raises
    ------
    DataError
        With every problem: row, field, found, allowed.

    Examples
    --------
    >>> load_dataset().heroes[0][0].name
    'Aias'
    """
    folder = directory or SHIPPED
    documents, digest = read_documents(folder, (FILE,))
    document = documents[FILE]
    problems = [f"{FILE}: {problem}" for problem in _Check(document).all()]
    if problems:
        raise DataError(problems)
    heroes = [Hero(**row) for row in document["hero"]]
    return Dataset(
        id=document["dataset"]["id"],
        title=document["dataset"]["title"],
        colours=tuple(document["army"]["colours"]),
        values=tuple(sorted(document["army"]["values"])),
        favour=document["tokens"]["favour_per_side"],
        shame=document["tokens"]["shame_maximum"],
        heroes=(
            tuple(hero for hero in heroes if hero.side == SIDES[0]),
            tuple(hero for hero in heroes if hero.side == SIDES[1]),
        ),
        tiles=tuple(
            Tile(tuple(row["edges"]), tuple(row.get("back") or other_face(row["edges"])), row["source"])
            for row in document["fate_tile"]
        ),
        sources=(
            document["army"]["source"],
            document["tokens"]["source"],
            *(row["source"] for name in ("hero", "fate_tile") for row in document[name]),
        ),
        hash=digest,
        directory=folder,
    )


def other_face(edges: list[str]) -> list[str]:
    """The back of a tile for which the data set gives none: east and south exchanged, so other opposites.

    >>> other_face(["red", "green", "blue", "yellow"])
    ['red', 'blue', 'green', 'yellow']
    """
    north, east, south, west = edges
    return [north, south, east, west]


class _Check:
    """Collects the problems of one document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.problems: list[str] = []
        self.colours: list[str] = []

    def all(self) -> list[str]:
        """Every problem, in the order of the file."""
        for name in self.document.keys() - {"dataset", "army", "tokens", "hero", "fate_tile"}:
            self.problems.append(f"{name}: unknown; allowed: dataset, army, tokens, hero, fate_tile")
        dataset = self.table("dataset", {"id", "title"}, set())
        for key in ("id", "title"):
            if not isinstance(dataset.get(key, ""), str):
                self.wrong(f"dataset: {key}", dataset[key], "a text")
        self.check_army(self.table("army", {"colours", "values", "source"}, set()))
        tokens = self.table("tokens", {"favour_per_side", "shame_maximum", "source"}, set())
        self.number(tokens, "tokens", "favour_per_side", 0, MOST_FAVOUR)
        self.number(tokens, "tokens", "shame_maximum", 0, MOST_SHAME)
        self.source(tokens, "tokens")
        self.check_heroes()
        self.check_tiles()
        return self.problems

    def wrong(self, where: str, found: Any, allowed: str) -> None:
        """Note one problem."""
        self.problems.append(f"{where}: found {found!r}; allowed: {allowed}")

    def table(self, name: str, needed: set[str], optional: set[str]) -> dict[str, Any]:
        """A table with exactly the keys it should have, or an empty one."""
        found = self.document.get(name)
        if not isinstance(found, dict):
            self.wrong(name, found, f"a table with {', '.join(sorted(needed))}")
            return {}
        return self.keys(name, found, needed, optional)

    def keys(self, where: str, row: dict[str, Any], needed: set[str], optional: set[str]) -> dict[str, Any]:
        """The row itself; missing and unknown keys are problems."""
        self.problems += [f"{where}: {key}: missing" for key in sorted(needed - row.keys())]
        self.problems += [
            f"{where}: {key}: unknown key; allowed: {', '.join(sorted(needed | optional))}"
            for key in sorted(row.keys() - needed - optional)
        ]
        return row

    def rows(self, name: str, needed: set[str], optional: set[str]) -> list[tuple[str, dict[str, Any]]]:
        """The rows of an array of tables, each with its place for messages."""
        found = self.document.get(name)
        if not isinstance(found, list):
            self.wrong(name, found, f"rows [[{name}]]")
            return []
        rows = []
        for number, row in enumerate(found, 1):
            if isinstance(row, dict):
                where = f"{name} {row.get('name', number)}"
                rows.append((where, self.keys(where, row, needed, optional)))
            else:
                self.wrong(f"{name} {number}", row, "a table")
        return rows

    def number(self, row: dict[str, Any], where: str, key: str, least: int, most: int) -> None:
        """A whole number in a range."""
        value = row.get(key, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.wrong(f"{where}: {key}", value, f"{least} to {most}")

    def source(self, row: dict[str, Any], where: str) -> None:
        """The grade of a row."""
        if row.get("source", SOURCES[0]) not in SOURCES:
            self.wrong(f"{where}: source", row["source"], ", ".join(SOURCES))

    def check_army(self, army: dict[str, Any]) -> None:
        """Six different colours; eight values, each of 1 to 4."""
        colours, values = army.get("colours"), army.get("values")
        if (
            isinstance(colours, list)
            and all(isinstance(colour, str) for colour in colours)
            and len(set(colours)) == len(colours) == COLOURS
        ):
            self.colours = colours
        elif "colours" in army:
            self.wrong("army: colours", colours, f"{COLOURS} different names")
        fits = isinstance(values, list) and len(values) == CARDS_PER_COLOUR
        if "values" in army and not (fits and all(_is_value(value) for value in values or [])):
            self.wrong("army: values", values, f"{CARDS_PER_COLOUR} numbers 1 to {MOST_VALUE}")
        self.source(army, "army")

    def colour(self, where: str, found: Any) -> None:
        """A colour of the army cards."""
        if self.colours and found not in self.colours:
            self.wrong(where, found, ", ".join(self.colours))

    def check_heroes(self) -> None:
        """Six of each side, one of each colour."""
        seen: Counter[tuple[Any, Any]] = Counter()
        names: Counter[Any] = Counter()
        for where, row in self.rows("hero", {"side", "name", "colour", "value", "source"}, set()):
            if row.get("side", SIDES[0]) not in SIDES:
                self.wrong(f"{where}: side", row["side"], ", ".join(SIDES))
            if not isinstance(row.get("name", ""), str):
                self.wrong(f"{where}: name", row["name"], "a text")
            self.colour(f"{where}: colour", row.get("colour"))
            self.number({"value": LEAST_HERO} | row, where, "value", LEAST_HERO, MOST_HERO)
            self.source(row, where)
            seen[str(row.get("side")), str(row.get("colour"))] += 1
            names[str(row.get("name"))] += 1
        for side in SIDES:
            for colour in self.colours:
                if seen[side, colour] != 1:
                    self.wrong(f"heroes of {side} in {colour}", seen[side, colour], "1")
        self.problems += [f"hero {name}: given {n} times" for name, n in names.items() if n > 1]

    def check_tiles(self) -> None:
        """Six tiles, each with four different colours; the back has those of the front."""
        rows = self.rows("fate_tile", {"edges", "source"}, {"back"})
        if len(rows) != TILES:
            self.wrong("fate_tile", f"{len(rows)} rows", f"{TILES}")
        for where, row in rows:
            for key in ("edges", "back"):
                edges = row.get(key)
                if key not in row:
                    continue
                if not isinstance(edges, list) or len(edges) != EDGES or len({*map(str, edges)}) != EDGES:
                    self.wrong(f"{where}: {key}", edges, "four different colours")
                    continue
                for edge in edges:
                    self.colour(f"{where}: {key}", edge)
            self.source(row, where)


def _is_value(found: Any) -> bool:
    return isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= MOST_VALUE
