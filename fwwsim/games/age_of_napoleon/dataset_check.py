"""Reading a data set of Age of Napoleon: every problem at once, one line each; then the tables.

Demanded of every data set: bands and march rows without a gap, and the cells that the rulebook's examples state.
Assumed, because every such table that we know is so, and to be lifted by ``non_decreasing = false`` in [dataset]: more
strength or a higher die never inflicts less; a larger army or a lower die never loses less on the march.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError
from fwwsim.games.age_of_napoleon.dataset import DICE, FILE, FILES, SHIPPED, Tables, from_document

STATED_CELLS = ((18, 4, 1), (18, 6, 2), (12, 4, 1))  # strength, die, losses inflicted
STATED_TIE_BREAKS = ((18, 3), (12, 2))  # strength, modifier
STATED_MARCH = ((3, 2, 1),)  # corps, lowest die, corps lost
ASSUMED = "(assumed; [dataset] non_decreasing = false lifts it)"
MOST_STRENGTH, MOST_CELL, MOST_CORPS = 199, 9, 40


@dataclass(frozen=True, slots=True)
class Field:
    """What a field may hold, in words and as a test."""

    allowed: str
    accepts: Callable[[Any], bool]
    required: bool = True


def _is_number(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _numbers(
    low: int, high: int, size: int | None = None, *, distinct: bool = False
) -> Callable[[Any], bool]:
    def accepts(value: Any) -> bool:
        return (
            isinstance(value, list)
            and (size is None or len(value) == size)
            and all(_is_number(item, low, high) for item in value)
            and not (distinct and len(set(value)) < len(value))
        )

    return accepts


def _is_range(value: Any) -> bool:
    return _numbers(0, MOST_STRENGTH, 2)(value) and bool(value[0] <= value[1])


TEXT = Field("a text of one line", _is_text)
FLAG = Field("true or false", lambda value: isinstance(value, bool), required=False)
DICE_LIST = Field("a list of different dice, 1 to 6", _numbers(1, 6, distinct=True), required=False)
CELLS = Field(f"a list of six numbers, 0 to {MOST_CELL}, by die", _numbers(0, MOST_CELL, len(DICE)))
FIELDS: dict[str, dict[str, Field]] = {
    "dataset": {
        "id": TEXT,
        "title": TEXT,
        "note": Field("a text", lambda value: isinstance(value, str), required=False),
        "non_decreasing": FLAG,
    },
    "battle": {
        "strength": Field(f"two numbers, lowest and highest, 0 to {MOST_STRENGTH}", _is_range),
        "losses_inflicted": CELLS,
        "tie_break": Field("a number, -9 to 9", lambda value: _is_number(value, -9, 9)),
        "stated": DICE_LIST,
        "tie_break_stated": FLAG,
        "stated_at": Field(
            "a list of different strengths of the row",
            _numbers(0, MOST_STRENGTH, distinct=True),
            required=False,
        ),
    },
    "attrition": {
        "corps": Field(f"a number, 1 to {MOST_CORPS}", lambda value: _is_number(value, 1, MOST_CORPS)),
        "lost": Field(
            f"a list of six numbers, 0 to {MOST_CORPS}, by lowest die", _numbers(0, MOST_CORPS, len(DICE))
        ),
        "stated": DICE_LIST,
    },
}


def load_tables(directory: Path | None = None) -> Tables:
    """The data set in `directory`, or the shipped one, checked.

    Raises
    ------
    DataError
        With every problem found.

    Examples
    --------
    >>> tables = load_tables()
    >>> tables.band(18).inflicts, tables.band(18).tie_break, tables.march_row(3).lost[1]
    ((0, 1, 1, 1, 1, 2), 3, 1)
    """
    folder = SHIPPED if directory is None else directory
    try:
        documents, digest = read_documents(folder, FILES)
    except (OSError, ValueError, RecursionError) as error:  # a folder or a number beyond what Python takes
        raise DataError([f"{folder}: cannot be read: {getattr(error, 'strerror', None) or error}"]) from error
    if problems := check_document(documents[FILE]):
        raise DataError(problems)
    return from_document(documents[FILE], digest, folder)


def check_document(document: dict[str, Any]) -> list[str]:
    """Every problem of a parsed tables.toml; empty if it can be used.

    Examples
    --------
    >>> document = read_documents(SHIPPED, FILES)[0][FILE]
    >>> document["battle"][0]["tie_break"] = "none"
    >>> check_document(document)
    ["tables.toml: battle 0-6: tie_break: found 'none'; allowed a number, -9 to 9"]
    """
    problems = list(_unknown("top level", document, FIELDS))
    sections: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for name, fields in FIELDS.items():
        many = name != "dataset"
        raw = document.get(name)
        if not isinstance(raw, list if many else dict) or not raw:
            label, wanted = (f"[[{name}]]", "one or more tables") if many else (f"[{name}]", "one table")
            problems.append(_problem(label, "table", "nothing" if raw is None else _show(raw), wanted))
            continue
        sections[name] = []
        for position, row in enumerate(raw if many else [raw], start=1):
            label, kept, found = _read_row(name, position, row, fields)
            problems += found
            sections[name].append((label, kept))
    assumed = not sections.get("dataset") or sections["dataset"][0][1].get("non_decreasing", True)
    battle, attrition = sections.get("battle", []), sections.get("attrition", [])
    problems += [*_bands(battle), *_march(attrition)]
    if assumed:
        problems += [*_growing_battle(battle), *_growing_march(attrition)]
    return problems


def _problem(label: str, field: str, found: str, allowed: str) -> str:
    return f"{FILE}: {label}: {field}: found {found}; allowed {allowed}"


def _show(value: object) -> str:
    """`value` as one short line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    try:
        text = ascii(value) if isinstance(value, str) else " ".join(str(value).split())
    except ValueError:  # an integer of thousands of digits
        text = "a number of too many digits"
    return text if len(text) <= 80 else f"{text[:76]} ..."


def _unknown(label: str, table: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    for key in table:
        if key not in known:
            yield _problem(label, _show(key).strip("'"), "an unknown key", ", ".join(known))


def _read_row(
    name: str, position: int, row: Any, fields: dict[str, Field]
) -> tuple[str, dict[str, Any], list[str]]:
    """What a reader calls the row, what of it could be read, and the problems."""
    label = "[dataset]" if name == "dataset" else f"{name} row {position}"
    if not isinstance(row, dict):
        return label, {}, [_problem(label, "table", _show(row), "a table of fields")]
    kept = {key: row[key] for key, field in fields.items() if key in row and field.accepts(row[key])}
    if "strength" in kept:
        label = f"battle {kept['strength'][0]}-{kept['strength'][1]}"
    elif "corps" in kept:
        label = f"attrition of {kept['corps']} corps"
    problems = [
        _problem(label, key, _show(row[key]) if key in row else "nothing", field.allowed)
        for key, field in fields.items()
        if key not in kept and (key in row or field.required)
    ]
    return label, kept, [*problems, *_unknown(label, row, fields)]


Rows = list[tuple[str, dict[str, Any]]]


def _bands(rows: Rows) -> Iterator[str]:
    """Bands follow each other without a gap, and hold what the rulebook states."""
    expected: int | None = 0
    for label, row in rows:
        if "strength" not in row:
            expected = None
            continue
        low, high = row["strength"]
        if expected is not None and low != expected:
            yield _problem(label, "strength", f"a band from {low}", f"one from {expected}, without a gap")
        expected = high + 1
        for strength in row.get("stated_at", ()):
            if not low <= strength <= high:
                yield _problem(label, "stated_at", str(strength), f"{low} to {high}")
        for strength, die, losses in STATED_CELLS:
            cells = row.get("losses_inflicted")
            if low <= strength <= high and cells and cells[die - 1] != losses:
                why = f"{losses}, stated by the rulebook for strength {strength}"
                yield _problem(label, "losses_inflicted", f"{cells[die - 1]} for die {die}", why)
        for strength, modifier in STATED_TIE_BREAKS:
            if low <= strength <= high and row.get("tie_break", modifier) != modifier:
                why = f"{modifier}, stated by the rulebook for strength {strength}"
                yield _problem(label, "tie_break", str(row["tie_break"]), why)
    last, reach = rows[-1] if rows else ("[[battle]]", {}), STATED_CELLS[0][0]
    if expected is not None and rows and expected <= reach:
        yield _problem(last[0], "strength", f"a last band to {expected - 1}", f"one to {reach} or more")


def _march(rows: Rows) -> Iterator[str]:
    """Rows of 1, 2, 3 ... corps; nobody loses more than he has; what the rulebook states."""
    for position, (label, row) in enumerate(rows, start=1):
        corps, lost = row.get("corps"), row.get("lost")
        if corps is None:
            continue
        if corps != position:
            yield _problem(label, "corps", str(corps), f"{position} in row {position}, without a gap")
        if lost is None:
            continue
        if max(lost) > corps:
            yield _problem(label, "lost", str(max(lost)), f"0 to {corps}, the size of the army")
        for size, die, number in STATED_MARCH:
            if corps == size and lost[die - 1] != number:
                why = f"{number}, stated by the rulebook for {size} corps"
                yield _problem(label, "lost", f"{lost[die - 1]} for lowest die {die}", why)
    least = STATED_MARCH[0][0]
    if rows and len(rows) < least:
        yield _problem("[[attrition]]", "rows", str(len(rows)), f"{least} or more")


def _growing_battle(rows: Rows) -> Iterator[str]:
    for label, row in rows:
        cells = row.get("losses_inflicted")
        if cells and cells != sorted(cells):
            yield _problem(
                label, "losses_inflicted", _show(cells), f"none below that of a lower die {ASSUMED}"
            )
    for (_, weak), (label, strong) in pairwise(rows):
        less, more = weak.get("losses_inflicted"), strong.get("losses_inflicted")
        if less and more and any(one > other for one, other in zip(less, more, strict=True)):
            why = f"none below {_show(less)} of the band before {ASSUMED}"
            yield _problem(label, "losses_inflicted", _show(more), why)
        one, other = weak.get("tie_break"), strong.get("tie_break")
        if one is not None and other is not None and one > other:
            why = f"{one} or more, as in the band before {ASSUMED}"
            yield _problem(label, "tie_break", str(other), why)


def _growing_march(rows: Rows) -> Iterator[str]:
    for label, row in rows:
        lost = row.get("lost")
        if lost and lost != sorted(lost, reverse=True):
            yield _problem(label, "lost", _show(lost), f"none above that of a lower die {ASSUMED}")
    for (_, small), (label, large) in pairwise(rows):
        fewer, more = small.get("lost"), large.get("lost")
        if fewer and more and any(one > other for one, other in zip(fewer, more, strict=True)):
            yield _problem(
                label, "lost", _show(more), f"none below {_show(fewer)} of the row before {ASSUMED}"
            )
