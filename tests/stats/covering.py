"""Whether intervals cover the truth in simulated experiments as often as they say."""

import math
from collections.abc import Sequence

from fwwsim.stats.intervals import Interval

FALSE_ALARM = 4.0  # standard errors of the coverage: one such test in 16,000 would fail by chance


def coverage(found: Sequence[Interval], truth: float) -> float:
    return sum(interval.low <= truth <= interval.high for interval in found) / len(found)


def tolerance(repetitions: int, confidence: float = 0.95) -> float:
    """What chance alone may take from, or add to, the coverage found."""
    return FALSE_ALARM * math.sqrt(confidence * (1 - confidence) / repetitions)
