"""Files on disk: refused early if they cannot be written; complete or not there at all, whatever ends the process."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fwwsim.errors import SpecError

PART = ".part"  # how the name of a file ends that is not complete yet


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
    with replacing("", path) as part:
        part.write_text(text, encoding="utf-8")


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


def check_writable(option: str, path: Path) -> None:
    """Refuse a path that `replacing` could not write, before the work for it is done.

    Parameters
    ----------
    option : str
        The option that named it, for the message.
    path : Path

    Raises
    ------
    SpecError
        Its folder is missing or no new file can be made there, or the path is taken by something that is no
        regular file.
    """
    target = _target(option, path)
    if target.exists() and not target.is_file():
        what = "is a folder" if target.is_dir() else "is no regular file"
        raise SpecError(f"{option} {path}: {what}; allowed: the path of a file to write")
    if not target.parent.is_dir():
        raise SpecError(f"{option} {path}: no such folder: {target.parent}")
    part = _part(target)
    try:
        part.touch()
        part.unlink()
    except OSError as error:
        raise SpecError(f"{option} {path}: cannot be written: {error.strerror}") from None


@contextmanager
def replacing(option: str, path: Path) -> Iterator[Path]:
    """A path to write to; at the end, and only then, that file takes the place of `path`, safe on disk.

    Parameters
    ----------
    option : str
        The option that named it, for the message; "" if none did.
    path : Path

    Raises
    ------
    SpecError
        The file cannot be written (disk full, folder gone).
    """
    target = _target(option, path)
    part = _part(target)
    try:
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    except OSError as error:
        raise SpecError(f"{option} {path}: cannot be written: {reason_of(error)}".lstrip()) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def reason_of(error: OSError) -> str:
    """What the system says of a failure, without the path that the message names already.

    >>> reason_of(OSError(28, "No space left on device", "x.part"))
    'No space left on device'
    """
    return error.strerror or str(error)


def _target(option: str, path: Path) -> Path:
    """Where a link leads; the link itself stays."""
    try:
        target = path.resolve()
        target.exists()
    except (OSError, RuntimeError) as error:  # a name too long; links in a circle
        reason = getattr(error, "strerror", None) or "links in a circle"
        raise SpecError(f"{option} {path}: cannot be written: {reason}") from None
    return target


def _part(target: Path) -> Path:
    return target.parent / f".{target.name}.{os.getpid()}{PART}"
