"""When an experiment has played enough: a rule that is asked after each shard, in the order of the games."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from fwwsim.stats.intervals import Interval
from fwwsim.stats.sequential import paired_sequence, rate_sequence

Stop = Callable[[NDArray[np.int64]], bool]
"""``(counts) -> bool``: whether games counted so far are enough; see `Stopping`."""


class Stopping:
    """Counts of the answer, arm by arm, and the rule that is asked about them.

    The answer is a code from 0 to `answers` - 1. With one arm, `stop` is asked about the (1, answers) counts of it;
    with more, about the (answers, answers) flip table of the base and each other arm, and all must be enough.

    Examples
    --------
    >>> rule = Stopping(("base", "other"), 2, lambda table: table.sum() >= 4)
    >>> rule.enough({"base": np.array([0, 1]), "other": np.array([1, 1])})
    False
    >>> rule.enough({"base": np.array([0, 1]), "other": np.array([1, 1])})
    True
    """

    def __init__(self, arms: tuple[str, ...], answers: int, stop: Stop) -> None:
        self.arms, self.answers, self.stop = arms, answers, stop
        rows = answers if len(arms) > 1 else 1
        self.tables = {arm: np.zeros((rows, answers), np.int64) for arm in arms[1:] or arms}

    def enough(self, codes: Mapping[str, NDArray[np.int8]]) -> bool:
        """Count the answers of the next games of every arm; whether the games so far are enough."""
        base = codes[self.arms[0]].astype(np.int64)
        for arm, table in self.tables.items():
            pairs = base if len(self.arms) == 1 else base * self.answers + codes[arm]
            table += np.bincount(pairs, minlength=table.size).reshape(table.shape)
        return all(self.stop(table) for table in self.tables.values())


def stop_at(target: float) -> Stop:
    """Stop when the half-width of the confidence sequence is `target` points or less.

    Of one arm it is that of the rate at which the first side wins (answer 0), of two that of its difference.

    >>> stop_at(5.0)(np.array([[500, 500]])), stop_at(1.0)(np.array([[500, 500]]))
    (False, False)
    >>> stop_at(1.0)(np.array([[50_000, 0], [0, 50_000]]))
    True
    """
    return lambda counts: 100 * sequence_of(counts).width / 2 <= target


def sequence_of(counts: NDArray[np.int64]) -> Interval:
    """The confidence sequence that a target is held against, as `Stopping` counts: of a rate or of a difference.

    >>> sequence_of(np.array([[1, 0], [1, 1]])).estimate
    0.3333333333333333
    """
    if len(counts) == 1:
        return rate_sequence(int(counts[0, 0]), int(counts.sum()))
    return paired_sequence(int(counts[1:, 0].sum()), int(counts[0, 1:].sum()), int(counts.sum()))
