"""The K-th draw of the values that nobody states: how the data might have been, as far as we know.

Of the values graded reconstructed these are drawn, independently: an army's combat value and turn of entry, a
chit's value, and the numbers of dummies. Each gets a step of -1, 0 or +1 with probability 1/4, 1/2, 1/4, and stays
where the step would leave its range:

- combat values 0 to 3, chits -3 to 3;
- turns of entry 2 to 6: who enters on turn 1 is known from the printed set-up (R9.3), so those armies stay and no
  other joins them;
- dummies: the four steps are drawn again until they cancel, for there are 24 in all, and leave each faction at
  least one of those it has.

So every draw passes ``fwwsim data check``. Grades stay as they are. Draw K depends on K and the order of the rows
alone: it takes the top two bits of raw words of numpy's PCG64 of K, which numpy promises never to change.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fwwsim.games.first_world_war.dataset import Army, Chit, Dataset
from fwwsim.games.first_world_war.names import TURNS
from fwwsim.games.first_world_war.provenance import grade

STEPS = (-1, 0, 0, 1)  # equally likely
RECONSTRUCTED = "reconstructed"


def perturbed(dataset: Dataset, draw: int) -> Dataset:
    """`dataset` with the reconstructed values of draw number `draw`.

    Parameters
    ----------
    dataset : Dataset
        Checked.
    draw : int
        At least 0.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> drawn = perturbed(load_dataset(), 7)
    >>> sum(drawn.dummies.values()), max(army.value for army in drawn.armies), drawn.army("BR 1").value
    (24, 3, 3)
    """
    steps = _steps(draw)
    return replace(
        dataset,
        armies=tuple(_army(army, next(steps), next(steps)) for army in dataset.armies),
        chits=tuple(_chit(chit, next(steps)) for chit in dataset.chits),
        dummies=_dummies(dataset, steps),
    )


def _steps(draw: int) -> Iterator[int]:
    bits = np.random.PCG64(draw)
    while True:
        yield STEPS[int(bits.random_raw()) >> 62]


def _army(army: Army, value: int, turn: int) -> Army:
    if grade(army, "value") == RECONSTRUCTED:
        army = replace(army, value=_within(0, army.value + value, 3))
    if grade(army, "turn") == RECONSTRUCTED and army.turn > 1:
        army = replace(army, turn=_within(2, army.turn + turn, TURNS))
    return army


def _chit(chit: Chit, step: int) -> Chit:
    if grade(chit, "value") != RECONSTRUCTED:
        return chit
    return replace(chit, value=_within(-3, chit.value + step, 3))


def _dummies(dataset: Dataset, steps: Iterator[int]) -> dict[str, int]:
    """As many in all as before."""
    before = dataset.dummies
    if dataset.dummies_source != RECONSTRUCTED:
        return before
    while True:
        after = {faction: number + next(steps) for faction, number in before.items()}
        floor = all(after[faction] >= min(1, number) for faction, number in before.items())
        if floor and sum(after.values()) == sum(before.values()):
            return after


def _within(low: int, value: int, high: int) -> int:
    return max(low, min(value, high))
