"""Mistakes in a data set as one line each: file, row, field, what was found, what is allowed."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a data set; as text, one line.

    >>> print(Problem("armies.toml", 'army "DE 4"', "value", "7", "0 to 3"))
    armies.toml: army "DE 4": value: found 7; allowed 0 to 3
    """

    file: str
    row: str
    field: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.file}: {self.row}: {self.field}: found {self.found}; allowed {self.allowed}"


@dataclass(frozen=True, slots=True)
class Row:
    """What could be read of one table of a file.

    A field that could not be read is absent; `partial` names the lists of which some elements are left out.
    """

    file: str
    label: str
    fields: dict[str, Any]
    partial: set[str]

    def get(self, field: str) -> Any:
        """The field's value as far as it could be read, or None."""
        return self.fields.get(field)

    def whole(self, field: str) -> Any:
        """The field's value, or None if any part of it could not be read."""
        return None if field in self.partial else self.fields.get(field)

    def problem(self, field: str, found: str, allowed: str) -> Problem:
        """A problem of this row."""
        return Problem(self.file, self.label, field, found, allowed)


Sections = dict[str, list[Row]]


def show(value: object) -> str:
    """`value` as one short line, as a data set would write it.

    >>> show("Lys"), show(True), show([1, "S"]), show({"a": 1})
    ('"Lys"', 'true', '[1, "S"]', 'a table')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, int) and abs(value) >= 10**18:
        return "an integer of more than 18 digits"
    if isinstance(value, list):
        text = f"[{', '.join(show(item) for item in value[:20])}{', ...' if len(value) > 20 else ''}]"
    elif isinstance(value, str):
        text = f'"{value}"' if value.isprintable() else ascii(value)
    else:
        text = str(value)
    return text if len(text) <= 80 else f"{text[:76]} ..."


def either(words: Collection[object]) -> str:
    """The allowed values as words.

    >>> either((1, 3, 4)), either(("WA",))
    ('1, 3 or 4', 'WA')
    """
    *first, last = [str(word) for word in words]
    return f"{', '.join(first)} or {last}" if first else last


def nearest(word: str, known: Collection[str]) -> str:
    """``" (nearest: ...)"`` if a known word is like `word`, else nothing.

    >>> nearest("pariss", ("paris", "reims")), nearest("x", ("paris",))
    (' (nearest: paris)', '')
    """
    import difflib  # 5 ms; only a mistake pays for it

    match = difflib.get_close_matches(word[:80], known, n=1)
    return f" (nearest: {match[0]})" if match else ""


def all_have(rows: list[Row], field: str) -> bool:
    """Whether `field` could be read, and wholly, in every row."""
    return all(row.whole(field) is not None for row in rows)


def repeated(rows: list[Row], keys: tuple[str, ...], allowed: str) -> Iterator[Problem]:
    """A problem for each row whose values of `keys` occurred before; it is named after the last key."""
    first: dict[tuple[Any, ...], int] = {}
    for position, row in enumerate(rows, start=1):
        key = tuple(row.get(name) for name in keys)
        if None in key:
            continue
        if key in first:
            yield row.problem(
                keys[-1], f"{show(key[-1])} again in row {position}, as in row {first[key]}", allowed
            )
        first.setdefault(key, position)
