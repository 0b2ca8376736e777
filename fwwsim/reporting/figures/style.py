"""One look for all figures: colours that the colour-blind can tell apart, and files that are always the same."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.figure import Figure as Canvas

WIDTH = 7.2  # inches
DOTS = 120  # an inch
INK, SOFT, GRID = "#1a1a1a", "#595959", "#d9d9d9"
MARKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#595959")  # Okabe and Ito, 2008
COLOURS = {
    "Allies": "#0072b2",
    "Central Powers": "#d55e00",
    "Western Allies": "#0072b2",
    "Eastern Allies": "#56b4e9",
    "Germany": "#d55e00",
    "German Allies": "#e69f00",
    "nobody": "#8c8c8c",
    "neither": "#8c8c8c",
    "Allies lead": "#0072b2",
    "Central Powers lead": "#d55e00",
    "even": "#8c8c8c",
    "as asked": "#1a1a1a",
}
RC: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "svg.fonttype": "none",  # text stays text: small, searchable, read aloud
    "svg.hashsalt": "fwwsim",
}
ID = re.compile(r'\bid="([^"]+)"')
LINK = re.compile(r'(?<=url\(#)([^)]+)|(?<=href="#)([^"]+)')


@contextmanager
def look() -> Iterator[None]:
    """The settings under which figures are drawn and written."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(RC)
        yield


def colour(name: str, place: int) -> str:
    """The colour of a series: that of its name, else of its place.

    >>> colour("Allies", 3), colour("schlieffen", 1)
    ('#0072b2', '#d55e00')
    """
    return COLOURS.get(name, MARKS[place % len(MARKS)])


def darker(tint: str) -> str:
    """A colour as ink: letters in it stand out from white.

    >>> darker("#e69f00")
    '#966700'
    """
    parts = (round(0.65 * int(tint[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def canvas(height: float) -> Canvas:
    """An empty figure of the common width."""
    return Canvas(figsize=(WIDTH, height), layout="constrained")


def settle(figure: Canvas) -> None:
    """Lay a figure out once, for all files that it is written to."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def as_png(figure: Canvas) -> bytes:
    """The same bytes for the same figure."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=DOTS, metadata={"Software": None})
    return file.getvalue()


def as_svg(figure: Canvas, name: str) -> str:
    """The same text for the same figure; its ids begin with `name`, so that a page can hold several."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return own_ids(file.getvalue(), name)


def own_ids(svg: str, name: str) -> str:
    """Ids that are referred to get `name` in front, all others go.

    >>> own_ids('<g id="a"><path id="b"/><use href="#b"/></g>', "x")
    '<g><path id="x-b"/><use href="#x-b"/></g>'
    """
    used = {first or second for first, second in LINK.findall(svg)}
    svg = re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in used else "", svg)
    svg = ID.sub(lambda found: f'id="{name}-{found[1]}"', svg)
    return LINK.sub(lambda found: f"{name}-{found[0]}", svg)
