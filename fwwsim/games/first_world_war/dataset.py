"""The components of one edition of the game as frozen rows: fronts, cities, lines, armies, chits, set-up.

Reading needs the standard library only, so that the odds commands start at once. Checks are in
:mod:`fwwsim.games.first_world_war.dataset_check`; numpy tables for the kernels in
:mod:`fwwsim.games.first_world_war.tables`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILES = ("board.toml", "armies.toml", "chits.toml", "setup_historical.toml")
SHIPPED = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Front:
    """One of the 11 areas; `allied` and `central` are its home factions."""

    number: int
    name: str
    theatre: str
    allied: str
    central: str
    nations: tuple[str, ...]
    adjacent: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class City:
    """One of the 46 victory cities."""

    id: str
    name: str
    front: int
    owner: str
    replacement_centre: bool
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """An attack line; an end is a city id or a base (``"WA-base"``). Open from turn `opens` on."""

    front: int
    ends: tuple[str, str]
    opens: int
    source: str


@dataclass(frozen=True, slots=True)
class Army:
    """An army counter: combat value 0..3, turn of entry 1..6; `known` names the fields a source states."""

    nation: str
    id: str
    faction: str
    value: int
    turn: int
    known: tuple[str, ...]
    source: str

    @property
    def name(self) -> str:
        """``"DE 4"``, or the bare nation where the id is the nation (``"MEF"``)."""
        return self.nation if self.id == self.nation else f"{self.nation} {self.id}"


@dataclass(frozen=True, slots=True)
class Chit:
    """A combat chit; `use` is attack, defence or either."""

    id: str
    name: str
    alliance: str
    year: int
    nations: tuple[str, ...]
    use: str
    value: int
    mandatory: bool
    known: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Placement:
    """R9.3: armies of turn 1 on one front."""

    front: int
    armies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """Everything in the box. `years` has one year a turn, `faces` six faces ("S" or a number)."""

    id: str
    title: str
    note: str
    years: tuple[int, ...]
    years_source: str
    faces: tuple[str | int, ...]
    faces_source: str
    fronts: tuple[Front, ...]
    cities: tuple[City, ...]
    lines: tuple[Line, ...]
    armies: tuple[Army, ...]
    dummies: dict[str, int]
    dummies_source: str
    chits: tuple[Chit, ...]
    placements: tuple[Placement, ...]
    hash: str
    directory: Path

    def army(self, name: str) -> Army | None:
        """The army called `name`, or None."""
        return next((army for army in self.armies if army.name == name), None)


def from_documents(documents: dict[str, dict[str, Any]], digest: str, directory: Path) -> Dataset:
    """Rows from checked TOML documents, keyed by file name."""
    board, armies = documents["board.toml"], documents["armies.toml"]
    factions = ("WA", "EA", "DE", "GA")
    return Dataset(
        id=board["dataset"]["id"],
        title=board["dataset"]["title"],
        note=board["dataset"].get("note", ""),
        years=tuple(board["calendar"]["years"]),
        years_source=board["calendar"]["source"],
        faces=tuple(board["die"]["faces"]),
        faces_source=board["die"]["source"],
        fronts=tuple(
            Front(**{**row, "nations": tuple(row["nations"]), "adjacent": tuple(row["adjacent"])})
            for row in sorted(board["front"], key=lambda row: row["number"])
        ),
        cities=tuple(City(**row) for row in board["city"]),
        lines=tuple(Line(**{**row, "ends": tuple(row["ends"])}) for row in board["line"]),
        armies=tuple(Army(**{**row, "known": tuple(row["known"])}) for row in armies["army"]),
        dummies={faction: armies["dummies"][faction] for faction in factions},
        dummies_source=armies["dummies"]["source"],
        chits=tuple(
            Chit(**{**row, "nations": tuple(row["nations"]), "known": tuple(row["known"])})
            for row in documents["chits.toml"]["chit"]
        ),
        placements=tuple(
            Placement(row["front"], tuple(row["armies"]))
            for row in documents["setup_historical.toml"].get("placement", [])
        ),
        hash=digest,
        directory=directory,
    )
