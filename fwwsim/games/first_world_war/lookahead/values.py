"""The fitted weights of :mod:`fwwsim.games.first_world_war.lookahead.prospect`: ``prospect.toml`` read and written."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.data import read_documents
from fwwsim.errors import DataError
from fwwsim.games.first_world_war.lookahead.prospect import NAMES
from fwwsim.games.first_world_war.names import TURNS

PROSPECT_FILE = Path(__file__).parent / "prospect.toml"


@cache
def shipped_prospect() -> NDArray[np.float64]:
    """The weights of ``prospect.toml``: (TURNS, FEATURES), row 0 unused, since row t is for the end of turn t.

    >>> shipped_prospect().shape == (6, len(NAMES))
    True
    """
    return read_prospect(PROSPECT_FILE)


def read_prospect(path: Path) -> NDArray[np.float64]:
    """As `shipped_prospect`, from a file.

    Raises
    ------
    DataError
        Other features, or not one number a feature for each turn but the last.
    """
    document = read_documents(path.parent, (path.name,))[0][path.name]
    problems = []
    if document.get("features") != list(NAMES):
        problems.append(f"{path.name}: features: found others than those of prospect.py; fit it again")
    rows = [document.get(f"turn_{turn}", []) for turn in range(1, TURNS)]
    for turn, row in enumerate(rows, 1):
        if len(row) != len(NAMES) or not all(isinstance(value, int | float) for value in row):
            problems.append(f"{path.name}: turn_{turn}: allowed: {len(NAMES)} numbers, one a feature")
    if problems:
        raise DataError(problems)
    return np.array([[0.0] * len(NAMES), *rows], np.float64)


def prospect_text(weights: Any, history: Sequence[str]) -> str:
    """The TOML that `read_prospect` reads; `history` becomes the comment at its head."""
    lines = [f"# {line}" for line in history]
    lines += ["features = [", *(f'  "{name}",' for name in NAMES), "]"]
    for turn in range(1, TURNS):
        lines += [f"turn_{turn} = [", *(f"  {value:.6g}," for value in weights[turn]), "]"]
    return "\n".join(lines) + "\n"
