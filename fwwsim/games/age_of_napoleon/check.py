"""A check of a folder of one's own: every problem at once, or a summary."""

from pathlib import Path

from fwwsim.games.age_of_napoleon.dataset_check import load_tables
from fwwsim.games.age_of_napoleon.provenance import summary


def check_data_set(directory: Path | None = None) -> list[str]:
    """Two lines that say what is in a data set: identity, and numbers of cells.

    Raises
    ------
    DataError
        Every problem.

    >>> check_data_set()[0]
    'ok: reconstruction-1 (hash d7983d344a8a22c9)'
    """
    return list(summary(load_tables(directory)))
