"""P-values and confidence of many comparisons."""

import numpy as np
import pytest
from covering import tolerance

from fwwsim.errors import SpecError
from fwwsim.stats.multiple import holm, simultaneous


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.02, 0.03, 0.9]) == pytest.approx((0.04, 0.06, 0.06, 0.9))
    assert holm([]) == ()
    assert holm([1.0, 1.0]) == (1.0, 1.0)


@pytest.mark.usefixtures("quick_holm")
def test_any_false_alarm_is_as_rare_as_stated() -> None:
    """Seven true null hypotheses: the smallest p-value times seven, so 1 - (1 - 0.05 / 7)^7 of the tables."""
    p_values = np.random.default_rng(1914).random((1500, 7))
    alarms = np.mean([min(holm(list(row))) < 0.05 for row in p_values])
    assert alarms == pytest.approx(1 - (1 - 0.05 / 7) ** 7, abs=tolerance(1500))


def test_simultaneous_confidence() -> None:
    assert simultaneous(1, 0.9) == pytest.approx(0.9)
    assert simultaneous(5) == pytest.approx(0.99)


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(SpecError, match="p-values: found"):
        holm([0.5, 1.5])
    with pytest.raises(SpecError, match="p-values: found"):
        holm([float("nan")])
    with pytest.raises(SpecError, match="comparisons: found 0"):
        simultaneous(0)
