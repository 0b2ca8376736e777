"""Squares64: a random 64-bit word as a pure function of a counter and a key.

Paper: B. Widynski, "Squares: A Fast Counter-Based RNG", arXiv:2004.06278v7 (2022), five rounds for 64 bits.
Chosen over Philox because one word is one call of about a nanosecond and needs no buffer.
"""

import hashlib
from typing import Any

import numpy as np

from fwwsim import jit

MASK = (1 << 64) - 1


def key_of(seed: int, stream: int) -> int:
    """A key for Squares: 64 bits whose 8 upper and 8 lower hex digits each differ, none zero, the last odd.

    The paper asks for such irregular digits. The digits are drawn by SHA-256 of (seed, stream), so that
    neighbouring seeds give unrelated keys.

    Parameters
    ----------
    seed : int
        Any integer.
    stream : int
        Which of the run's independent streams.

    >>> f"{key_of(1914, 0):016x}" != f"{key_of(1914, 1):016x}"
    True
    """
    pool = hashlib.sha256(f"fwwsim/{seed}/{stream}".encode()).digest()
    odd = "13579bdf"[pool[0] % 8]
    lower = _distinct_digits([digit for digit in "123456789abcdef" if digit != odd], pool[1:8])
    upper = _distinct_digits(list("123456789abcdef"), pool[8:16])
    return int("".join(upper) + "".join(lower) + odd, 16)


def _distinct_digits(digits: list[str], choices: bytes) -> list[str]:
    return [digits.pop(choice % len(digits)) for choice in choices]


def squares64_plain(counter: int, key: int) -> int:
    """Squares64 in Python integers: the twin of the compiled kernel, and its stand-in with the JIT off.

    >>> hex(squares64_plain(0, 0x548C9DECBCE65297))
    '0x36d88366cee633a5'
    """
    counter, key = int(counter), int(key)
    x = y = counter * key & MASK
    z = (y + key) & MASK
    for addend in (y, z, y):
        x = (x * x + addend) & MASK
        x = (x >> 32) | (x << 32) & MASK
    last = x = (x * x + z) & MASK
    x = (x >> 32) | (x << 32) & MASK
    return last ^ ((x * x + y) & MASK) >> 32


@jit.kernel
def squares64_kernel(counter: Any, key: Any) -> Any:
    """Squares64 of a uint64 counter and a uint64 key: a uint64 word."""
    half = np.uint64(32)
    x = np.uint64(counter) * key
    y = x
    z = y + key
    x = x * x + y
    x = (x >> half) | (x << half)
    x = x * x + z
    x = (x >> half) | (x << half)
    x = x * x + y
    x = (x >> half) | (x << half)
    last = x * x + z
    x = (last >> half) | (last << half)
    return last ^ ((x * x + y) >> half)


squares64 = squares64_kernel if jit.ENABLED else squares64_plain
