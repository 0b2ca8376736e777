"""A check of a folder of one's own: every problem at once, or a summary."""

from pathlib import Path

from fwwsim.games.first_world_war.dataset_check import load_dataset


def check_data_set(directory: Path | None = None) -> list[str]:
    """Two lines that say what is in a data set: identity, and numbers of rows.

    Raises
    ------
    DataError
        Every problem.

    >>> check_data_set()[1]
    '11 fronts, 46 cities, 61 attack lines, 72 armies, 24 dummies, 30 chits'
    """
    dataset = load_dataset(directory)
    counts = (
        (len(dataset.fronts), "fronts"),
        (len(dataset.cities), "cities"),
        (len(dataset.lines), "attack lines"),
        (len(dataset.armies), "armies"),
        (sum(dataset.dummies.values()), "dummies"),
        (len(dataset.chits), "chits"),
    )
    return [
        f"ok: {dataset.id} (hash {dataset.hash})",
        ", ".join(f"{number} {what}" for number, what in counts),
    ]
