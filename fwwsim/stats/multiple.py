"""Many comparisons at once: p-values and confidence that allow for it."""

from collections.abc import Sequence

import numpy as np

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import CONFIDENCE


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """P-values adjusted by Holm's method, which bounds the chance of any false alarm among them all.

    Paper: S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6 (1979) 65-70.

    Parameters
    ----------
    p_values : sequence of float
        Each between 0 and 1; none is allowed.

    Raises
    ------
    SpecError
        A p-value out of range.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    from statsmodels.stats.multitest import multipletests  # takes a second

    found = np.asarray(p_values, np.float64)
    if not np.all((found >= 0) & (found <= 1)):
        raise SpecError(f"p-values: found {list(p_values)}; allowed: between 0 and 1")
    if found.size == 0:
        return ()
    return tuple(float(value) for value in multipletests(found, method="holm")[1])


def simultaneous(comparisons: int, confidence: float = CONFIDENCE) -> float:
    """The confidence of each of several intervals for that of all of them together to be `confidence` (Bonferroni).

    Parameters
    ----------
    comparisons : int
        At least 1.
    confidence : float

    Raises
    ------
    SpecError
        No comparisons.

    Examples
    --------
    >>> round(simultaneous(10), 6)
    0.995
    """
    if comparisons < 1:
        raise SpecError(f"comparisons: found {comparisons}; allowed: 1 or more")
    return 1 - (1 - confidence) / comparisons
