"""Strict TOML specs: a dataclass says which keys there are, their types, defaults and ranges.

Every error is one line: file, key, value found, what is allowed. Nothing is guessed and nothing ignored.
"""

import tomllib
from dataclasses import MISSING, field, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from fwwsim.errors import SpecError

Layout = TypeVar("Layout")

MOST_LISTED = 40
TYPES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def setting(
    default: Any = MISSING,
    *,
    least: float | None = None,
    most: float | None = None,
    allowed: tuple[str, ...] = (),
) -> Any:
    """A key of a spec: needed if it has no default; numbers from `least` to `most`, texts of those `allowed`."""
    metadata = {"least": least, "most": most, "allowed": allowed}
    return field(default=default, metadata=metadata)


def read_spec(path: Path, layout: type[Layout]) -> Layout:
    """The spec in a TOML file.

    Parameters
    ----------
    path : Path
    layout : type
        A dataclass whose fields are made by `setting`. Types: text, numbers, truth, ``tuple[str, ...]``, another
        dataclass (a table), ``dict[str, float]`` and ``dict[str, dataclass]`` (a table with names of the user's),
        and ``dict[str, Any]``, whose values are the caller's to check.

    Raises
    ------
    SpecError
        The first problem found.
    """
    try:
        document = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise SpecError(f"{path}: byte {error.start} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{path}: damaged TOML: {error}") from None
    return build(layout, document, f"{path}: ")


def build(layout: type[Layout], table: dict[str, Any], where: str = "") -> Layout:
    """A `layout` from a parsed table; `where` begins each message.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Cup:
    ...     games: int = setting(least=1)
    >>> build(Cup, {"games": 3}).games
    3
    >>> build(Cup, {"gmaes": 3}, "cup.toml: ")
    Traceback (most recent call last):
    fwwsim.errors.SpecError: cup.toml: gmaes: unknown key; did you mean games? allowed: games
    >>> build(Cup, {"games": 0})
    Traceback (most recent call last):
    fwwsim.errors.SpecError: games: found 0; allowed: a whole number, 1 or more
    """
    known = {entry.name: entry for entry in fields(cast(Any, layout))}
    for key in table:
        if key not in known:
            raise SpecError(f"{where}{unknown_word(key, 'key', tuple(known))}")
    hints = get_type_hints(layout)
    values = {}
    for key, entry in known.items():
        if key in table:
            values[key] = _convert(hints[key], table[key], f"{where}{key}", entry.metadata)
        elif entry.default is MISSING and entry.default_factory is MISSING:
            raise SpecError(f"{where}{key}: missing; allowed: {_wanted(hints[key], entry.metadata)}")
    return layout(**values)


def unknown_word(word: str, what: str, known: tuple[str, ...]) -> str:
    """The end of a message about a word that is not known: the nearest that is, and all of them if they are few.

    >>> unknown_word("gmaes", "key", ("games", "seed"))
    'gmaes: unknown key; did you mean games? allowed: games, seed'
    """
    near = get_close_matches(word, known, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    listed = (
        known if len(known) <= MOST_LISTED else (*known[:3], "...", f"{known[-1]} ({len(known)} of them)")
    )
    return f"{word}: unknown {what}; {hint}allowed: {', '.join(listed)}"


def _convert(hint: Any, value: Any, where: str, metadata: Any) -> Any:
    if hint is Any:
        return value
    if is_dataclass(hint):
        return build(cast(Any, hint), _table(value, where), f"{where}.")
    if get_origin(hint) is dict:
        inner = get_args(hint)[1]
        return {
            name: _convert(inner, entry, f"{where}.{name}", metadata)
            for name, entry in _table(value, where).items()
        }
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise SpecError(f"{where}: found {value!r}; allowed: {_wanted(hint, metadata)}")
        return tuple(_convert(str, entry, f"{where}[{place}]", metadata) for place, entry in enumerate(value))
    if type(value) is not hint and not (hint is float and type(value) is int):
        raise SpecError(f"{where}: found {value!r}; allowed: {_wanted(hint, metadata)}")
    allowed, least, most = (metadata.get(name) for name in ("allowed", "least", "most"))
    if (
        (allowed and value not in allowed)
        or (least is not None and not value >= least)
        or (most is not None and not value <= most)
    ):
        raise SpecError(f"{where}: found {value!r}; allowed: {_wanted(hint, metadata)}")
    return hint(value)


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SpecError(f"{where}: found {value!r}; allowed: a table")
    return value


def _wanted(hint: Any, metadata: Any) -> str:
    """What a key may hold, in words."""
    if is_dataclass(hint) or get_origin(hint) is dict:
        return "a table"
    allowed, least, most = (metadata.get(name) for name in ("allowed", "least", "most"))
    if get_origin(hint) is tuple:
        return f"a list of {', '.join(allowed)}" if allowed else "a list of texts"
    if allowed:
        return ", ".join(allowed)
    if least is None:
        return TYPES[hint]
    return f"{TYPES[hint]}, {least} or more" if most is None else f"{TYPES[hint]}, {least} to {most}"
