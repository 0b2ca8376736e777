"""Mutated copies of the shipped data set: as parsed documents, and as files in a folder."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.games.first_world_war.dataset import FILES, SHIPPED

Documents = dict[str, dict[str, Any]]
Mutation = Callable[[Documents], Any]
FILE_OF = {
    **dict.fromkeys(("dataset", "calendar", "die", "front", "city", "line"), "board.toml"),
    **dict.fromkeys(("dummies", "army"), "armies.toml"),
    "chit": "chits.toml",
    "placement": "setup_historical.toml",
}


@dataclass(frozen=True, slots=True)
class Case:
    """A mistake and the lines that are reported of it."""

    name: str
    mutation: Mutation
    expected: tuple[str, ...]


def case(name: str, mutation: Mutation, *expected: str) -> Case:
    """A row of a table of mistakes."""
    return Case(name, mutation, expected)


@cache
def _shipped() -> str:
    documents, _ = read_documents(SHIPPED, FILES)
    return json.dumps(documents)


def shipped_documents() -> Documents:
    """A fresh copy of the shipped documents."""
    documents: Documents = json.loads(_shipped())
    return documents


def rows(documents: Documents, section: str) -> list[dict[str, Any]]:
    """The rows of an array of tables, to change in place."""
    found: list[dict[str, Any]] = documents[FILE_OF[section]][section]
    return found


def row(documents: Documents, section: str, **where: Any) -> dict[str, Any]:
    """The one row that has the given fields, or the one table of that name."""
    table = documents[FILE_OF[section]][section]
    if isinstance(table, dict):
        return table
    (found,) = (entry for entry in table if where.items() <= {k: _key(v) for k, v in entry.items()}.items())
    assert isinstance(found, dict)
    return found


def _key(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def put(section: str, where: dict[str, Any] | None = None, /, **changes: Any) -> Mutation:
    """A mutation that sets fields of one row."""
    return lambda documents: row(documents, section, **(where or {})).update(changes)


def without(section: str, where: dict[str, Any], key: str) -> Mutation:
    """A mutation that removes a field of one row."""
    return lambda documents: row(documents, section, **where).pop(key)


def remove(section: str, **where: Any) -> Mutation:
    """A mutation that removes one row."""
    return lambda documents: rows(documents, section).remove(row(documents, section, **where))


def add(section: str, like: dict[str, Any], /, **changes: Any) -> Mutation:
    """A mutation that appends a copy of one row, changed."""
    return lambda documents: rows(documents, section).append({**row(documents, section, **like), **changes})


def rename_city(old: str, new: str, /, **changes: Any) -> Mutation:
    """A mutation that gives a city another id, in its lines too, and changes fields of its row."""

    def mutate(documents: Documents) -> None:
        row(documents, "city", id=old).update(id=new, **changes)
        for line in rows(documents, "line"):
            line["ends"] = [new if end == old else end for end in line["ends"]]

    return mutate


def set_up(front: int, *armies: str) -> Mutation:
    """A mutation that makes `armies` the historical set-up of `front`, which may be a new one."""

    def mutate(documents: Documents) -> None:
        placements = rows(documents, "placement")
        placements[:] = [entry for entry in placements if entry["front"] != front]
        placements.append({"front": front, "armies": list(armies)})

    return mutate


def both(*mutations: Mutation) -> Mutation:
    """Several mutations, one after the other."""

    def mutate(documents: Documents) -> None:
        for mutation in mutations:
            mutation(documents)

    return mutate


def mutated_documents(*mutations: Mutation) -> Documents:
    """The shipped documents after the mutations."""
    documents = shipped_documents()
    both(*mutations)(documents)
    return documents


def write_dataset(folder: Path, *mutations: Mutation) -> Path:
    """Write the mutated data set to `folder`, which need not exist, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in mutated_documents(*mutations).items():
        lines: list[str] = []
        for section, content in document.items():
            many = isinstance(content, list)
            for table in content if many else [content]:
                lines.append(f"[[{section}]]" if many else f"[{section}]")
                lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
