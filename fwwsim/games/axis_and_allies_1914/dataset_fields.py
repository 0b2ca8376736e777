"""Checks of the fields of a row, each problem as one line: file, row, field, what was found, what is allowed."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Field:
    """What a field may hold: a value of exactly `type` that `accepts` agrees to."""

    allowed: str
    type: type
    accepts: Callable[[Any], bool]
    required: bool = True


def whole(low: int, high: int) -> Field:
    """A whole number of a range.

    >>> whole(0, 6).allowed
    '0 to 6'
    """
    return Field(f"{low} to {high}", int, range(low, high + 1).__contains__)


def one_of(words: Collection[str]) -> Field:
    """One of some words.

    >>> one_of(("land", "sea")).allowed
    'land, sea'
    """
    return Field(", ".join(words), str, lambda value: value in words)


def problem(file: str, row: str, field: str, found: str, allowed: str) -> str:
    """One mistake as one line.

    >>> problem("units.toml", 'unit "tank"', "cost", "0", "1 to 100")
    'units.toml: unit "tank": cost: found 0; allowed 1 to 100'
    """
    return f"{file}: {row}: {field}: found {found}; allowed {allowed}"


def show(value: object) -> str:
    """A TOML value as one short line.

    >>> show("x"), show(True), show({"a": 1})
    ('"x"', 'true', 'a table')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, int) and abs(value) >= 10**18:
        return "an integer of more than 18 digits"
    text = ascii(value) if not isinstance(value, str) or not value.isprintable() else f'"{value}"'
    return text if len(text) <= 80 else f"{text[:76]} ..."


def read_row(file: str, label: str, row: Any, fields: dict[str, Field]) -> Iterator[str]:
    """Problems of one table: fields that are missing, unknown, of a wrong type or out of range.

    >>> list(read_row("units.toml", "[die]", {"faces": 1}, {"faces": whole(2, 20)}))
    ['units.toml: [die]: faces: found 1; allowed 2 to 20']
    """
    if not isinstance(row, dict):
        found = "nothing" if row is None else show(row)
        yield problem(file, label, "table", found, f"a table with {', '.join(fields)}")
        return
    for name, field in fields.items():
        if name not in row:
            if field.required:
                yield problem(file, label, name, "nothing", field.allowed)
        elif type(row[name]) is not field.type or not field.accepts(row[name]):
            yield problem(file, label, name, show(row[name]), field.allowed)
    for name in row:
        if name not in fields:
            yield problem(file, label, show(name), "an unknown field", ", ".join(fields))
