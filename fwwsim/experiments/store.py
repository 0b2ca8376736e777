"""Results on disk: files that appear complete or not at all, whatever ends the process."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from fwwsim.errors import SpecError


def fingerprint(facts: Any) -> str:
    """The first 16 hex digits of the SHA-256 of plain facts: equal exactly if all of them are.

    >>> fingerprint({"games": 3, "seed": 1}) == fingerprint({"seed": 1, "games": 3})
    True
    """
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def write_json(path: Path, content: Any) -> None:
    """Write `content` as JSON, floats so that they read back the same."""
    write_text(path, json.dumps(content, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file by way of a neighbour that takes its place when it is safe on disk.

    Raises
    ------
    SpecError
        It cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise SpecError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def read_json(path: Path) -> Any:
    """What `write_json` wrote, or None if there is no such file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise SpecError(f"{path}: cannot be read: {error}; delete it to begin anew") from None


def open_folder(path: Path) -> Path:
    """Make a folder for results.

    Raises
    ------
    SpecError
        It cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"{path}: cannot be made: {error.strerror or error}") from None
    return path
