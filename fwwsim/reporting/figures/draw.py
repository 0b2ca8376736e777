"""Plots drawn with matplotlib, without a display."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import Normalize, TwoSlopeNorm
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from fwwsim.reporting.figures.plots import Distributions, Forest, HeatMap, Lines, Number, Plot, Series, Shares
from fwwsim.reporting.figures.style import GRID, INK, SOFT, canvas, colour, darker
from fwwsim.reporting.numbers import number, with_interval
from fwwsim.stats.intervals import Interval

ROW = 0.27  # inches
HEAD = 0.75  # inches of a figure besides its rows
NARROW = 0.045  # of the whole: a part of a bar below has no number
LEGIBLE, LETTER = 0.06, 0.013  # of the whole: a part's number and each letter of its name take so much
BAND = 0.18  # opacity
TICKS = 6  # at most so many steps on the axis of a forest: wide numbers stay apart


def draw(plot: Plot) -> Canvas:
    """The figure of a plot."""
    return _DRAW[type(plot)](plot)


def _forest(plot: Forest) -> Canvas:
    figure = canvas(HEAD + ROW * len(plot.rows))
    axes = figure.subplots()
    groups = plot.groups or ("",) * len(plot.rows)
    order = list(dict.fromkeys(groups))
    for row, (label, interval) in enumerate(plot.rows):
        name = groups[row] or label
        tint = colour(name, order.index(groups[row]))
        low, middle, high = (plot.scale * value for value in (interval.low, interval.estimate, interval.high))
        if math.isfinite(low) and math.isfinite(high):
            axes.plot([low, high], [row, row], color=tint, linewidth=2, solid_capstyle="butt")
        axes.plot([middle], [row], "o", color=tint, markersize=5)
        axes.annotate(
            with_interval(interval, plot.scale, plot.signed),
            (1.01, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=8,
            color=INK,
        )
    if plot.reference is not None:
        axes.axvline(plot.scale * plot.reference, color=SOFT, linewidth=1, linestyle="--", zorder=0)
    axes.set_yticks(range(len(plot.rows)), [label for label, _ in plot.rows])
    axes.set_ylim(len(plot.rows) - 0.4, -0.6)
    axes.set_xlabel(plot.axis)
    axes.xaxis.set_major_locator(MaxNLocator(TICKS))
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    return figure


def _lines(plot: Lines) -> Canvas:
    figure = canvas(3.4)
    axes = figure.subplots()
    at = np.arange(len(plot.places))
    last = []
    for place, series in enumerate(plot.series):
        tint = colour(series.name, place)
        middle, low, high = (plot.scale * values for values in _parts(series))
        axes.fill_between(at, low, high, color=tint, alpha=BAND, linewidth=0)
        axes.plot(at, middle, "o-", color=tint, linewidth=1.8, markersize=4)
        known = np.flatnonzero(np.isfinite(middle))
        if known.size:
            last.append([float(middle[known[-1]]), at[known[-1]], series.name, tint])
    if plot.reference is not None:
        axes.axhline(plot.scale * plot.reference, color=SOFT, linewidth=1, linestyle="--", zorder=0)
    low, high = axes.get_ylim()
    for height, (_, x, name, tint) in zip(_apart(last, 0.075 * (high - low)), last, strict=True):
        axes.annotate(name, (x, height), (6, 0), textcoords="offset points", va="center", color=darker(tint))
    axes.set_xlim(-0.3, len(plot.places) - 0.7)
    axes.set_xticks(at, plot.places)
    axes.set_xlabel(plot.x_axis)
    axes.set_ylabel(plot.y_axis)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    return figure


def _parts(series: Series) -> tuple[Any, Any, Any]:
    """Estimate, low and high of each place; a plain number has no band."""
    rows = []
    for value in series.values:
        if isinstance(value, Interval):
            rows.append((value.estimate, value.low, value.high))
        else:
            rows.append((math.nan if value is None else value,) * 3)
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def _apart(labels: list[Any], least: float) -> list[float]:
    """Heights of labels, moved so that no two are closer than `least`."""
    order = sorted(range(len(labels)), key=lambda place: labels[place][0])
    heights = [float(label[0]) for label in labels]
    for before, after in pairwise(order):
        heights[after] = max(heights[after], heights[before] + least)
    if order:
        shift = np.mean([heights[place] - labels[place][0] for place in order])
        heights = [height - float(shift) for height in heights]
    return heights


def _heat_map(plot: HeatMap) -> Canvas:
    rows, columns = len(plot.rows), len(plot.columns)
    figure = canvas(1.1 + 0.3 * rows)
    axes = figure.subplots()
    values = np.array([[math.nan if v is None else v for v in row] for row in plot.values], dtype=np.float64)
    norm, paint = _paint(values, plot.middle)
    axes.pcolormesh(values, cmap=paint, norm=norm, edgecolor="white", linewidth=1.2)
    for row in range(rows):
        for column in range(columns):
            _write_cell(axes, plot, column + 0.5, row + 0.5, plot.values[row][column], paint, norm)
    axes.set_xticks(np.arange(columns) + 0.5, plot.columns)
    axes.set_yticks(np.arange(rows) + 0.5, plot.rows)
    axes.set_ylim(rows, 0)
    axes.set_xlabel(plot.x_axis)
    axes.set_ylabel(plot.y_axis)
    axes.set_title(plot.bar, fontsize=9, loc="left", color=SOFT)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return figure


def _paint(values: Any, middle: float | None) -> tuple[Any, Any]:
    """The scale of colours: two hues from the middle, or one from pale to dark."""
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    if middle is None:
        return Normalize(low, high if high > low else low + 1), colormaps["Blues"]
    reach = max(abs(low - middle), abs(high - middle)) or 1.0
    return TwoSlopeNorm(middle, middle - reach, middle + reach), colormaps["PuOr_r"]


def _write_cell(axes: Any, plot: HeatMap, x: float, y: float, value: Number, paint: Any, norm: Any) -> None:
    if value is None:
        axes.text(x, y, "·", ha="center", va="center", color=SOFT)
        return
    red, green, blue, _ = paint(norm(value))
    dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5  # luma, ITU-R BT.601
    shown = number(value, plot.places, plot.signed)
    axes.text(x, y, shown, ha="center", va="center", color="white" if dark else INK, fontsize=8.5)


def _shares(plot: Shares) -> Canvas:
    figure = canvas(HEAD + 0.35 + 0.42 * len(plot.rows))
    axes = figure.subplots()
    for row in range(len(plot.rows)):
        left = 0.0
        for place, part in enumerate(plot.parts):
            value = part.values[row]
            share = value.estimate if isinstance(value, Interval) else float(value or 0.0)
            tint = colour(part.name, place)
            axes.add_patch(Rectangle((100 * left, row - 0.36), 100 * share, 0.72, facecolor=tint))
            if share > NARROW:
                shown = f"{100 * share:.0f}"
                axes.text(
                    100 * (left + share / 2),
                    row,
                    f"{part.name} {shown}" if share > LEGIBLE + LETTER * len(part.name) else shown,
                    ha="center",
                    va="center",
                    color=_on(tint),
                )
            left += share
    handles = [
        Rectangle((0, 0), 1, 1, facecolor=colour(part.name, place)) for place, part in enumerate(plot.parts)
    ]
    names = [part.name for part in plot.parts]
    figure.legend(
        handles, names, loc="outside upper left", ncols=min(5, len(names)), frameon=False, fontsize=8
    )
    axes.set_xlim(0, 100)
    axes.set_ylim(len(plot.rows) - 0.5, -0.5)
    axes.set_yticks(range(len(plot.rows)), plot.rows)
    axes.set_xlabel(plot.axis)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    return figure


def _on(tint: str) -> str:
    """Ink that can be read on a colour."""
    red, green, blue = (int(tint[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.55 else INK


def _distributions(plot: Distributions) -> Canvas:
    panels = len(plot.series)
    wide = 2 if panels > 1 else 1
    deep = math.ceil(panels / wide)
    figure = canvas(0.5 + 1.7 * deep)
    grid = figure.subplots(deep, wide, sharex=True, sharey=True, squeeze=False)
    for place, axes in enumerate(grid.flat):
        if place >= panels:
            axes.set_visible(False)
            continue
        series = plot.series[place]
        middle, _, _ = _parts(series)
        tint = colour(series.name, place)
        axes.bar(plot.first + np.arange(len(middle)), middle, width=0.85, color=tint)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_title(series.name, fontsize=9, loc="left", color=INK)
        axes.grid(axis="y", color=GRID, linewidth=0.6)
    figure.supxlabel(plot.x_axis, fontsize=9)
    figure.supylabel(plot.y_axis, fontsize=9)
    return figure


_DRAW: dict[type, Callable[[Any], Canvas]] = {
    Forest: _forest,
    Lines: _lines,
    HeatMap: _heat_map,
    Shares: _shares,
    Distributions: _distributions,
}
