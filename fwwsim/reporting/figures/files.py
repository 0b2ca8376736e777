"""A plot on disk."""

from pathlib import Path

from fwwsim.experiments.store import replacing, write_text
from fwwsim.reporting.figures.draw import draw
from fwwsim.reporting.figures.plots import Plot
from fwwsim.reporting.figures.style import as_png, as_svg, look, settle


def write_figure(plot: Plot, folder: Path, name: str) -> str:
    """Draw a plot into `folder` as ``name.png`` and ``name.svg``; returns the text of the SVG.

    Raises
    ------
    SpecError
        A file cannot be written.
    """
    with look():
        figure = draw(plot)
        settle(figure)
        drawing, picture = as_svg(figure, name), as_png(figure)
    write_text(folder / f"{name}.svg", drawing)
    with replacing("", folder / f"{name}.png") as part:
        part.write_bytes(picture)
    return drawing
