"""What is in a checked data set, in a few lines."""

from collections import Counter
from pathlib import Path

from fwwsim.games.hector_and_achilles.dataset import load_dataset
from fwwsim.games.hector_and_achilles.names import CARDS


def check_data_set(directory: Path) -> list[str]:
    """Check a data set and count its rows and their grades.

    Raises
    ------
    DataError
        With every problem.

    Examples
    --------
    >>> from fwwsim.games.hector_and_achilles.dataset import SHIPPED
    >>> check_data_set(SHIPPED)[1:]
    ['48 army cards a side, 12 heroes, 6 fate tiles', 'values: 4 stated, 16 reconstructed']
    """
    dataset = load_dataset(directory)
    heroes = sum(map(len, dataset.heroes))
    grades = Counter(dataset.sources)
    return [
        f"ok: {dataset.id} (hash {dataset.hash})",
        f"{CARDS} army cards a side, {heroes} heroes, {len(dataset.tiles)} fate tiles",
        "values: " + ", ".join(f"{grades[grade]} {grade}" for grade in ("stated", "reconstructed")),
    ]
