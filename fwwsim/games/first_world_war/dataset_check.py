"""Reading a data set of The First World War: every table, field, type and range, and the checked loader.

A mistake never hides another one: what cannot be read is reported and left out, all else goes on to
:mod:`fwwsim.games.first_world_war.dataset_rules`, which compares rows with each other and with the rules.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError
from fwwsim.games.first_world_war.dataset import FILES, SHIPPED, Dataset, from_documents
from fwwsim.games.first_world_war.dataset_problems import Problem, Row, Sections, either, nearest, show
from fwwsim.games.first_world_war.dataset_rules import army_name, broken_rules
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    FACTIONS,
    FRONTS,
    GRADES,
    NATIONS,
    THEATRES,
    TURNS,
    USES,
)

Accepts = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Field:
    """What a field may hold: one of `types` (a bool is no int) that `accepts` agrees to.

    For a list, `item` says what its elements may be, and `distinct` whether each may occur but once.
    """

    allowed: str
    types: tuple[type, ...]
    accepts: Accepts
    item: "Field | None" = None
    distinct: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """A table ``[name]`` of a file, or an array of tables ``[[name]]`` if `many`."""

    many: bool
    fields: dict[str, Field]


def _anything(value: Any) -> bool:
    return True


def _one_line(value: Any) -> bool:
    return bool(value.strip()) and bool(value.isprintable())


def _one_of(*words: str) -> Field:
    return Field(either(words), (str,), frozenset(words).__contains__)


def _between(low: int, high: int) -> Field:
    return Field(f"{low} to {high}", (int,), range(low, high + 1).__contains__)


def _list_of(item: Field, size: int, what: str) -> Field:
    return Field(what, (list,), lambda value: len(value) == size, item)


def _set_of(item: Field, what: str, low: int = 0) -> Field:
    return Field(what, (list,), lambda value: len(value) >= low, item, distinct=True)


TEXT = Field("a text of one line", (str,), _one_line)
NOTE = Field("a text", (str,), _anything, required=False)
FLAG = Field("true or false", (bool,), _anything)
GRADE = _one_of(*GRADES)
FACTION = _one_of(*FACTIONS)
NATION = _one_of(*NATIONS)
FRONT = _between(1, FRONTS)
TURN = _between(1, TURNS)
YEAR = _between(1914, 1918)
FACE = Field('"S" or 1 to 6', (str, int), frozenset(("S", *range(1, 7))).__contains__)


def _graded(fields: dict[str, Field]) -> dict[str, Field]:
    """`fields` of a row that also names those of them which a source states."""
    known = _set_of(_one_of(*fields), "a list of fields of the row")
    return {**fields, "known": known, "source": GRADE}


NATION_LIST = _set_of(NATION, "a list of at least one nation", low=1)
BOARD = {
    "dataset": Section(False, {"id": TEXT, "title": TEXT, "note": NOTE}),
    "calendar": Section(
        False, {"years": _list_of(YEAR, TURNS, "a list of six years, one a turn"), "source": GRADE}
    ),
    "die": Section(False, {"faces": _list_of(FACE, 6, "a list of six faces"), "source": GRADE}),
    "front": Section(
        True,
        {
            "number": FRONT,
            "name": TEXT,
            "theatre": _one_of(*THEATRES),
            "allied": FACTION,
            "central": FACTION,
            "nations": NATION_LIST,
            "adjacent": _set_of(FRONT, "a list of fronts"),
            "source": GRADE,
        },
    ),
    "city": Section(
        True,
        {
            "id": TEXT,
            "name": TEXT,
            "front": FRONT,
            "owner": FACTION,
            "replacement_centre": FLAG,
            "source": GRADE,
        },
    ),
    "line": Section(
        True,
        {
            "front": FRONT,
            "ends": _list_of(TEXT, 2, "a list of two ends"),
            "opens": Field("1, 3 or 4 (R6.6)", (int,), (1, 3, 4).__contains__),
            "source": GRADE,
        },
    ),
}
ARMIES = {
    "dummies": Section(False, {**{faction: _between(0, 24) for faction in FACTIONS}, "source": GRADE}),
    "army": Section(
        True,
        _graded({"nation": NATION, "id": TEXT, "faction": FACTION, "value": _between(0, 3), "turn": TURN}),
    ),
}
CHITS = {
    "chit": Section(
        True,
        _graded(
            {
                "id": TEXT,
                "name": TEXT,
                "alliance": _one_of(*ALLIANCES),
                "year": YEAR,
                "nations": NATION_LIST,
                "use": _one_of(*USES),
                "value": _between(-3, 3),
                "mandatory": FLAG,
            }
        ),
    ),
}
SETUP = {"placement": Section(True, {"front": FRONT, "armies": _set_of(TEXT, "a list of armies")})}
LAYOUT = dict(zip(FILES, (BOARD, ARMIES, CHITS, SETUP), strict=True))


def load_dataset(directory: Path | None = None) -> Dataset:
    """The data set in `directory`, or the shipped one, checked.

    Raises
    ------
    DataError
        With every problem found.

    Examples
    --------
    >>> dataset = load_dataset()
    >>> len(dataset.cities), len(dataset.armies), dataset.army("MN").value
    (46, 72, 0)
    """
    folder = SHIPPED if directory is None else directory
    try:
        documents, digest = read_documents(folder, FILES)
    except (OSError, ValueError, RecursionError) as error:  # a folder or a number beyond what Python takes
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError([f"{folder}: cannot be read: {reason}"]) from error
    if problems := check_documents(documents):
        raise DataError(problems)
    return from_documents(documents, digest, folder)


def check_documents(documents: dict[str, dict[str, Any]]) -> list[str]:
    """Every problem of the parsed files of a data set, one line each; empty if it can be played.

    Parameters
    ----------
    documents : dict
        File name -> parsed TOML document, for each of FILES.

    Examples
    --------
    >>> documents, _ = read_documents(SHIPPED, FILES)
    >>> documents["board.toml"]["die"]["faces"][0] = "T"
    >>> check_documents(documents)
    ['board.toml: [die]: faces: found "T"; allowed "S" or 1 to 6']
    """
    problems: list[Problem] = []
    sections: Sections = {}
    for file, layout in LAYOUT.items():
        document = documents[file]
        problems += _unknown(file, "top level", document, layout, "table")
        for name, section in layout.items():
            rows, found = _read_section(file, name, section, document.get(name))
            problems += found
            if rows is not None:
                sections[name] = rows
    problems += broken_rules(sections)
    return [str(problem) for problem in problems]


def _unknown(
    file: str, label: str, table: Iterable[str], known: dict[str, Any], what: str
) -> Iterator[Problem]:
    for key in table:
        if key not in known:
            yield Problem(
                file, label, _bare(key), f"an unknown {what}", f"{either(known)}{nearest(key, known)}"
            )


def _bare(key: str) -> str:
    """A key as a data set would write it."""
    return key if key.isascii() and key.replace("-", "_").isidentifier() and len(key) <= 40 else show(key)


def _read_section(file: str, name: str, section: Section, raw: Any) -> tuple[list[Row] | None, list[Problem]]:
    """The readable rows of a section, None if there is no such section, and the problems."""
    label = f"[[{name}]]" if section.many else f"[{name}]"
    allowed = "one or more tables" if section.many else "one table"
    if raw is None:
        return None, [Problem(file, label, "table", "nothing", allowed)]
    if not isinstance(raw, list if section.many else dict):
        return None, [Problem(file, label, "table", show(raw), allowed)]
    rows: list[Row] = []
    problems: list[Problem] = []
    for position, table in enumerate(raw if section.many else [raw], start=1):
        row, found = _read_row(file, name, section, table, position)
        rows.append(row)
        problems += found
    return rows, problems


def _read_row(file: str, name: str, section: Section, table: Any, position: int) -> tuple[Row, list[Problem]]:
    label = f"{name} row {position}" if section.many else f"[{name}]"
    if not isinstance(table, dict):
        row = Row(file, label, {}, set())
        return row, [row.problem("table", show(table), "a table of fields")]
    row = Row(file, _label(name, table) or label, {}, set())
    problems: list[Problem] = []
    for key, field in section.fields.items():
        if key not in table:
            if field.required:
                problems.append(row.problem(key, "nothing", field.allowed))
            continue
        value, wrong = _read_value(field, table[key])
        if value is not None:
            row.fields[key] = value
            if wrong:
                row.partial.add(key)
        problems += [row.problem(key, found, allowed) for found, allowed in wrong]
    problems += _unknown(file, row.label, table, section.fields, "key")
    return row, problems


def _read_value(field: Field, value: Any) -> tuple[Any, list[tuple[str, str]]]:
    """The readable part of a value, None if there is none, and (found, allowed) of what is wrong with it."""
    if type(value) not in field.types or not field.accepts(value):
        return None, [(show(value), field.allowed)]
    if field.item is None:
        return value, []
    kept: list[Any] = []
    wrong: list[tuple[str, str]] = []
    for element in value:
        part, found = _read_value(field.item, element)
        wrong += found
        if field.distinct and part in kept:
            wrong.append((f"{show(part)} twice", "each once"))
        elif part is not None:
            kept.append(part)
    useless = wrong and not (
        field.distinct and kept
    )  # in a list of years, faces or ends the place has a meaning
    return None if useless else kept, wrong


def _label(name: str, table: dict[str, Any]) -> str | None:
    """What a reader calls the row, None if it lacks what it is called by."""
    match name, table:
        case "front", {"number": int(number)}:
            return f"front {show(number)}"
        case "placement", {"front": int(number)}:
            return f"placement on front {show(number)}"
        case "city" | "chit", {"id": str(text)}:
            return f"{name} {show(text)}"
        case "army", {"nation": str(nation), "id": str(text)}:
            return f"army {show(army_name(nation, text))}"
        case "line", {"ends": [str(one), str(other)]}:
            return f"line {show(f'{one} - {other}')}"
    return None
