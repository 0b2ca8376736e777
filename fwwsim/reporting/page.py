"""What every page of odds on paper shares: A4, shaded cells with numbers, lines between them; PDF and PNG."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from fwwsim.experiments.store import replacing

A4 = (8.27, 11.69)  # inches
PAPER_DPI = 200
INK = "#111111"
WIDTH = 122  # characters of a line of the heading
SHADES = LinearSegmentedColormap.from_list(
    "attack", ("#ffffff", "#9ecae1", "#3f8fc4")
)  # lightness falls evenly


def save(figure: Figure, option: str, path: Path) -> None:
    """Write a figure as PDF or PNG, by the option's name, complete or not at all.

    Raises
    ------
    SpecError
        The file cannot be written.
    """
    with replacing(option, path) as part:
        if option == "--pdf":
            figure.savefig(part, format="pdf", metadata={"CreationDate": None})
        else:
            figure.savefig(part, format="png", dpi=PAPER_DPI)


def heading(figure: Figure, title: str, text: str) -> None:
    """Title and text at the head of a page."""
    figure.text(0.05, 0.975, title, fontsize=17, weight="bold", va="top", color=INK)
    figure.text(0.05, 0.947, text, fontsize=8.4, va="top", linespacing=1.35, color=INK)


def footer(figure: Figure, text: str) -> None:
    """A small line at its foot."""
    figure.text(0.05, 0.022, text, fontsize=7, va="bottom", color="#444444")


def wrapped(text: str, width: int = WIDTH) -> str:
    """The text in lines of `width` characters.

    >>> wrapped("one two", 4)
    'one\\ntwo'
    """
    return fill(text, width)


def centred(size: float, weight: str) -> dict[str, Any]:
    """The style of a number in the middle of its place."""
    return {"fontsize": size, "weight": weight, "ha": "center", "va": "center", "color": INK}


def shade(axes: Axes, row: int, column: int, chance: float) -> None:
    """Fill a cell by a number of 0 to 1, the darker the greater."""
    axes.fill_between(
        [column, column + 1],
        row,
        row + 1,
        facecolor=SHADES(chance * 0.9),
        edgecolor="#b8b8b8",
        linewidth=0.5,
        zorder=0,
    )


def label_cells(axes: Axes, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Labels on the left and on top; row 0 is the top one."""
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(rows), 0)
    axes.set_xticks([column + 0.5 for column in range(len(columns))], columns, fontsize=8.5)
    axes.set_yticks([row + 0.5 for row in range(len(rows))], rows, fontsize=8.5)
    axes.xaxis.set_ticks_position("top")
    axes.xaxis.set_label_position("top")
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_color("#888888")


def outline(axes: Axes, inside: Sequence[Sequence[bool]], style: Any, width: float) -> None:
    """A line between the cells that are inside and those that are not."""
    for row, line in enumerate(inside):
        for column, here in enumerate(line):
            if column and here != line[column - 1]:
                axes.plot(
                    [column, column], [row, row + 1], color=INK, linestyle=style, linewidth=width, zorder=3
                )
            if row and here != inside[row - 1][column]:
                axes.plot(
                    [column, column + 1], [row, row], color=INK, linestyle=style, linewidth=width, zorder=3
                )
