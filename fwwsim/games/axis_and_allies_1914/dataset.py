"""The units of Axis & Allies 1914: rows of ``units.toml``, checked, and their values as the rules index them.

Standard library only. A folder of one's own needs ``units.toml``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError
from fwwsim.games.axis_and_allies_1914.dataset_fields import Field, one_of, problem, read_row, whole
from fwwsim.games.axis_and_allies_1914.names import GRADES, KINDS, LAND_UNITS, SEA_UNITS

FILE = "units.toml"
SHIPPED = Path(__file__).parent / "data"
MOST_FACES = 20


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of unit: `attack` and `defence` are the highest die that hits, 0 if none does."""

    name: str
    kind: str
    cost: int
    attack: int
    defence: int
    move: int
    note: str
    source: str


@dataclass(frozen=True, slots=True)
class Values:
    """What the rules need of the units, indexed as in :mod:`~fwwsim.games.axis_and_allies_1914.names`.

    Fleets have five classes: a damaged battleship fires, and costs, as a whole one.
    """

    faces: int
    land_attack: tuple[int, ...]
    land_defence: tuple[int, ...]
    land_cost: tuple[int, ...]
    sea_attack: tuple[int, ...]
    sea_defence: tuple[int, ...]
    sea_cost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """The units of one edition, and the die."""

    id: str
    title: str
    faces: int
    units: tuple[Unit, ...]
    hash: str
    directory: Path

    def unit(self, name: str) -> Unit:
        """The unit called `name`, which exists in every checked data set."""
        return next(unit for unit in self.units if unit.name == name)

    def values(self) -> Values:
        """The values by index.

        >>> load_dataset().values().land_attack
        (2, 3, 2, 2)
        """
        land = [self.unit(name) for name in LAND_UNITS]
        sea = [self.unit(name) for name in (*SEA_UNITS, "battleship")]
        return Values(
            faces=self.faces,
            land_attack=tuple(unit.attack for unit in land),
            land_defence=tuple(unit.defence for unit in land),
            land_cost=tuple(unit.cost for unit in land),
            sea_attack=tuple(unit.attack for unit in sea),
            sea_defence=tuple(unit.defence for unit in sea),
            sea_cost=tuple(unit.cost for unit in sea),
        )


def load_dataset(directory: Path | None = None) -> Dataset:
    """Read and check a data set; without `directory`, the shipped one.

    Raises
    ------
    DataError
        Every problem, one a line: file, row, field, found, allowed.

    >>> [unit.name for unit in load_dataset().units if unit.kind == "air"]
    ['fighter']
    """
    folder = directory or SHIPPED
    documents, digest = read_documents(folder, (FILE,))
    document = documents[FILE]
    if problems := list(check_document(document)):
        raise DataError(problems)
    return Dataset(
        id=document["dataset"]["id"],
        title=document["dataset"]["title"],
        faces=document["die"]["faces"],
        units=tuple(Unit(**{"note": "", **row}) for row in document["unit"]),
        hash=digest,
        directory=folder,
    )


def check_document(document: dict[str, Any]) -> Iterator[str]:
    """Every problem of a parsed ``units.toml``, one a line."""
    for name in document:
        if name not in ("dataset", "die", "unit"):
            yield problem(FILE, "file", name, "an unknown table", "[dataset], [die], [[unit]]")
    text = Field("a text of one line", str, lambda value: bool(value.strip()) and value.isprintable())
    yield from read_row(FILE, "[dataset]", document.get("dataset"), {"id": text, "title": text})
    yield from read_row(FILE, "[die]", document.get("die"), {"faces": whole(2, MOST_FACES)})
    die = document.get("die")
    faces = die.get("faces") if isinstance(die, dict) else None
    most = faces if type(faces) is int and 2 <= faces <= MOST_FACES else MOST_FACES
    rows = document.get("unit")
    if not isinstance(rows, list):
        yield problem(FILE, "[[unit]]", "unit", "nothing" if rows is None else "no list", "a row a unit")
        return
    yield from _check_units(rows, most)


def _check_units(rows: list[Any], most: int) -> Iterator[str]:
    """Problems of the rows one by one, then of the rows together."""
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        name = row.get("name") if isinstance(row, dict) else None
        label = f'unit "{name}"' if name in KINDS else f"unit in row {number}"
        fields = {
            "name": one_of(KINDS),
            "kind": one_of({KINDS[name]: 0} if name in KINDS else {"land": 0, "air": 0, "sea": 0}),
            "cost": whole(1, 100),
            "attack": whole(0, most),
            "defence": whole(0, most),
            "move": whole(0, 9),
            "note": Field("a text", str, lambda value: True, required=False),
            "source": one_of(GRADES),
        }
        yield from read_row(FILE, label, row, fields)
        if name not in KINDS:
            continue
        if name in seen:
            yield problem(FILE, label, "name", f"again in row {number}, as in row {seen[name]}", "once")
        seen.setdefault(name, number)
    for name in KINDS:
        if name not in seen:
            yield problem(FILE, "[[unit]]", "name", f'no unit "{name}"', "every unit once")
