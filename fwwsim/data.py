"""TOML files of a data set: reading, hashing, and one-line errors for what cannot be read."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

from fwwsim.errors import DataError


def read_documents(directory: Path, files: tuple[str, ...]) -> tuple[dict[str, dict[str, Any]], str]:
    """Parse the TOML `files` of `directory`.

    Returns
    -------
    documents : dict
        File name -> parsed document.
    digest : str
        The first 16 hex digits of the SHA-256 of all files in the given order.

    Raises
    ------
    DataError
        The folder or a file is missing or unreadable, or is not TOML; every file is tried first.
    """
    if not directory.is_dir():
        raise DataError([f"{directory}: no such folder; a data set is a folder with {', '.join(files)}"])
    documents: dict[str, dict[str, Any]] = {}
    problems: list[str] = []
    digest = hashlib.sha256()
    for name in files:
        try:
            raw = (directory / name).read_bytes()
            digest.update(name.encode() + b"\0" + raw + b"\0")
            documents[name] = tomllib.loads(raw.decode("utf-8"))
        except OSError as error:
            problems.append(f"{name}: cannot be read: {error.strerror or error}")
        except UnicodeDecodeError as error:
            problems.append(f"{name}: byte {error.start} is not UTF-8 text")
        except tomllib.TOMLDecodeError as error:
            problems.append(f"{name}: damaged TOML: {error}")
    if problems:
        raise DataError(problems)
    return documents, digest.hexdigest()[:16]
