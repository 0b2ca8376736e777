"""What a figure shows, as plain numbers in the units of print; `draw` knows how it looks."""

from dataclasses import dataclass

from fwwsim.stats.intervals import Interval

Number = float | None


@dataclass(frozen=True, slots=True)
class Series:
    """A named row of numbers; a name of NAMES decides its colour."""

    name: str
    values: tuple[Number | Interval, ...]


@dataclass(frozen=True, slots=True)
class Forest:
    """Estimates with their intervals, one a row, beside a line at `reference`.

    Rows of one `group` have one colour; `scale` multiplies all numbers.
    """

    rows: tuple[tuple[str, Interval], ...]
    axis: str
    reference: float | None = None
    scale: float = 1.0
    signed: bool = False
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Series over the same places of an axis, each named at its last point; a band is the interval."""

    places: tuple[str, ...]
    series: tuple[Series, ...]
    x_axis: str
    y_axis: str
    scale: float = 1.0
    reference: float | None = None


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Numbers in a grid; with `middle` the colours tell which side of it a number is on; None is an empty cell."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[Number, ...], ...]
    x_axis: str
    y_axis: str
    bar: str
    places: int = 0
    middle: float | None = None
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Shares:
    """Bars of 100 %, one a row, each divided into the same parts."""

    rows: tuple[str, ...]
    parts: tuple[Series, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class Distributions:
    """How often each whole number from `first` occurs, in per cent: a panel a series."""

    first: int
    series: tuple[Series, ...]
    x_axis: str
    y_axis: str


Plot = Forest | Lines | HeatMap | Shares | Distributions
