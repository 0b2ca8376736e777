"""Squares64 against the vectors of its paper and its plain twin; the form of its keys."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.engine.counter_rng import key_of, squares64, squares64_kernel, squares64_plain

PUBLISHED_KEY = 0x548C9DECBCE65297
PUBLISHED = [
    0x36D88366CEE633A5,
    0x944716E00E60DFAA,
    0xC8A8F4E0678654BF,
    0x35CC666AAB11C80D,
    0x7094EAB1CBAE8747,
    0xA2A1B6F56E92A96F,
    0xD884957D48007552,
    0xE61F37B97D593453,
    0xE4D45C4762B10DAD,
    0xB0DBD071F201DD2A,
]
words = st.integers(0, 2**64 - 1)


@pytest.mark.parametrize(("counter", "expected"), list(enumerate(PUBLISHED)))
def test_published_vectors(counter: int, expected: int) -> None:
    assert squares64_plain(counter, PUBLISHED_KEY) == expected
    assert int(squares64_kernel(np.uint64(counter), np.uint64(PUBLISHED_KEY))) == expected
    assert int(squares64(counter, np.uint64(PUBLISHED_KEY))) == expected


@settings(max_examples=300, derandomize=True, deadline=None)
@given(counter=words, key=words)
def test_kernel_equals_its_plain_twin(counter: int, key: int) -> None:
    kernel = int(squares64_kernel(np.uint64(counter), np.uint64(key)))
    assert kernel == squares64_plain(counter, key) < 2**64


@pytest.mark.parametrize("counter", [0, 1, 2**32 - 1, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1])
def test_kernel_equals_its_plain_twin_at_the_edges(counter: int) -> None:
    for key in (1, PUBLISHED_KEY, 2**64 - 1):
        assert int(squares64_kernel(np.uint64(counter), np.uint64(key))) == squares64_plain(counter, key)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(seed=st.integers(-(2**70), 2**70), stream=st.integers(0, 9))
def test_keys_have_the_digits_that_the_paper_asks_for(seed: int, stream: int) -> None:
    digits = f"{key_of(seed, stream):016x}"
    upper, lower = digits[:8], digits[8:]
    assert len(digits) == 16
    assert "0" not in digits
    assert len(set(upper)) == len(set(lower)) == 8
    assert int(digits[-1], 16) % 2 == 1


def test_keys_of_seeds_and_streams_differ_and_are_pure() -> None:
    keys = [key_of(seed, stream) for seed in range(-500, 2000) for stream in range(2)]
    assert len(set(keys)) == len(keys)
    assert keys[0] == key_of(-500, 0)
