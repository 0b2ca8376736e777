"""Numbers for readers: no finer than their interval, with a real minus sign and thousands apart."""

import math

from fwwsim.stats.intervals import Interval, decimals

MINUS = "\u2212"
DASH = "\u2013"
FINEST_P = 1e-4
UNKNOWN = "unknown"


def number(value: float, places: int = 0, signed: bool = False) -> str:
    """A number with so many decimals; a number that is printed as nought has no sign.

    >>> number(1234.5, 1), number(-0.04, 1), number(0.3, 1, signed=True)
    ('1,234.5', '0.0', '+0.3')
    """
    if not math.isfinite(value):
        return UNKNOWN
    rounded = round(value, places) + 0.0
    if rounded == 0:
        return f"{0.0:.{places}f}"
    return f"{rounded:{'+' if signed else ''},.{places}f}".replace("-", MINUS)


def places_of(interval: Interval, scale: float = 1.0) -> int:
    """The decimals that an interval allows, once its numbers are multiplied by `scale`.

    >>> places_of(Interval(0.7579, 0.757, 0.7588, 10**6), 100)
    1
    """
    return decimals(scale * interval.width)


def estimate(interval: Interval, scale: float = 1.0, signed: bool = False) -> str:
    """The estimate alone.

    >>> estimate(Interval(0.7579, 0.757, 0.7588, 10**6), 100)
    '75.8'
    """
    return number(scale * interval.estimate, places_of(interval, scale), signed)


def ends(interval: Interval, scale: float = 1.0, signed: bool = False) -> str:
    """The interval alone.

    >>> ends(Interval(0.0, -0.011, 0.011, 100), 100, signed=True)
    '−1 to +1'
    """
    if not (math.isfinite(interval.low) and math.isfinite(interval.high)):
        return UNKNOWN
    places = places_of(interval, scale)
    low, high = (number(scale * end, places, signed) for end in (interval.low, interval.high))
    return f"{low} to {high}"


def with_interval(interval: Interval, scale: float = 1.0, signed: bool = False) -> str:
    """Estimate and interval, as in a table.

    >>> with_interval(Interval(0.7579, 0.757, 0.7588, 10**6), 100)
    '75.8 (75.7 to 75.9)'
    """
    return f"{estimate(interval, scale, signed)} ({ends(interval, scale, signed)})"


def say(interval: Interval, unit: str = "%", scale: float = 100.0, signed: bool = False) -> str:
    """Estimate and interval, as in a sentence.

    >>> say(Interval(0.7579, 0.757, 0.7588, 10**6))
    '75.8 % (95 % interval 75.7 to 75.9 %)'
    """
    space = f"{' ' if unit else ''}{unit}"
    shown = estimate(interval, scale, signed)
    return f"{shown}{space} (95 % interval {ends(interval, scale, signed)}{space})"


def chance(p: float) -> str:
    """A p-value: two digits, or that it is small.

    >>> chance(0.0432), chance(1e-9), chance(1.0)
    ('0.043', '< 0.0001', '1')
    """
    if math.isnan(p):
        return UNKNOWN
    return f"< {FINEST_P:.4f}" if p < FINEST_P else f"{p:.2g}"
