"""Fixtures of the tests of statistics."""

import gc
from collections.abc import Iterator

import pytest
import statsmodels.stats.multitest  # noqa: F401  (alive before the freeze)


@pytest.fixture
def quick_holm() -> Iterator[None]:
    """Exempts the objects alive from garbage collection, which statsmodels runs at each adjustment of p-values."""
    gc.freeze()
    yield
    gc.unfreeze()
