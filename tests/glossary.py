"""The names that docs/glossary.md defines, for tests that ask whether a command's statistics are among them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"


def plain(name: str) -> str:
    """A name without its spelling: lower case, words apart."""
    return re.sub(r"[_\-]+", " ", name.strip().strip("`").lower())


def defined() -> dict[str, str]:
    """Every name with its meaning; a row may define several, with commas between them."""
    meanings = {}
    for line in GLOSSARY.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 2 and set(cells[0]) - set("- ") and cells[0] != "name":
            for name in cells[0].split(","):
                meanings[plain(name)] = cells[1]
    return meanings


def keys_of(document: Any) -> Iterator[str]:
    """Every key of a JSON document, at every depth; a number is no name."""
    if isinstance(document, dict):
        for key, value in document.items():
            if not key.lstrip("+-").isdigit():
                yield key
            yield from keys_of(value)
    elif isinstance(document, list):
        for value in document:
            yield from keys_of(value)


def undefined(document: Any, *known: str) -> set[str]:
    """The keys of a document that the glossary does not define, less those `known` to be no statistics."""
    names = defined()
    return {key for key in keys_of(document) if plain(key) not in names and key not in known}
