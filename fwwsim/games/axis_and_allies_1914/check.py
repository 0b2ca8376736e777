"""A check of a folder of one's own: every problem of both files at once, or a summary."""

from pathlib import Path

from fwwsim.errors import DataError
from fwwsim.games.axis_and_allies_1914 import setup
from fwwsim.games.axis_and_allies_1914.dataset import SHIPPED, load_dataset


def check_data_set(directory: Path | None = None) -> list[str]:
    """Two lines that say what is in a data set: identity, and numbers of rows.

    Raises
    ------
    DataError
        Every problem of ``units.toml`` and, where the folder has one, of ``setup.toml``.

    >>> check_data_set()[1]
    '8 units, a die of 6 faces, 89 territories'
    """
    problems: list[str] = []
    for load in (load_dataset, setup.load_setup):
        try:
            load(directory)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    dataset, territories = load_dataset(directory), setup.load_setup(directory)
    own = (directory or SHIPPED) / setup.FILE
    which = "" if own.exists() else " (shipped)"
    return [
        f"ok: {dataset.id} (hash {dataset.hash})",
        f"{len(dataset.units)} units, a die of {dataset.faces} faces, {len(territories)} territories{which}",
    ]
