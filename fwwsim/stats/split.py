"""What the variance of an answer consists of, source by source."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from fwwsim.errors import SpecError

SAMPLING, TOTAL = "sampling", "total"


@dataclass(frozen=True, slots=True)
class Share:
    """A source's variance, its square root, and its part of the whole."""

    variance: float
    deviation: float
    share: float


def split_variance(sampling: float, sources: Mapping[str, float]) -> dict[str, Share]:
    """The whole variance of an answer, split.

    Parameters
    ----------
    sampling : float
        Variance of the estimate by the dice, 0 or more.
    sources : mapping of str to float
        Variance that each other source adds, 0 or more; taken as independent of each other.

    Returns
    -------
    dict of str to Share
        ``sampling``, then the sources, then ``total``.

    Raises
    ------
    SpecError
        A variance below 0.

    Examples
    --------
    >>> {name: (part.deviation, part.share) for name, part in split_variance(9.0, {"data": 16.0}).items()}
    {'sampling': (3.0, 0.36), 'data': (4.0, 0.64), 'total': (5.0, 1.0)}
    """
    variances = {SAMPLING: sampling, **sources}
    for name, variance in variances.items():
        if not variance >= 0:
            raise SpecError(f"variance of {name}: found {variance}; allowed: 0 or more")
    variances[TOTAL] = total = sum(variances.values())
    return {
        name: Share(variance, math.sqrt(variance), variance / total if total > 0 else 0.0)
        for name, variance in variances.items()
    }
