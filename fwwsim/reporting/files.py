"""Files that a command writes: refused early if they cannot be, and never left half written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fwwsim.errors import SpecError


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
    """A path to write to; at the end, and only then, that file takes the place of `path`.

    Raises
    ------
    SpecError
        The file cannot be written (disk full, folder gone).
    """
    target = _target(option, path)
    part = _part(target)
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise SpecError(f"{option} {path}: cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


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
    return target.parent / f".fwwsim-{os.getpid()}.part"
