"""A document as one HTML page that needs no network: style and figures are inside."""

import re
from collections.abc import Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fwwsim.reporting.cells import cells_of
from fwwsim.reporting.document import Block, Document, terms_of

TEMPLATE = "report.html.j2"
PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)


def render_html(document: Document, drawings: Mapping[str, str]) -> str:
    """The page.

    Parameters
    ----------
    document : Document
    drawings : mapping
        Name of a figure -> its SVG, as :func:`fwwsim.reporting.figures.style.as_svg` makes it.
    """
    environment = Environment(
        loader=PackageLoader("fwwsim.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template(TEMPLATE).render(
        document=document,
        terms=terms_of(document),
        drawings={name: Markup(inline(svg)) for name, svg in drawings.items()},
        kind_of=kind_of,
        cells_of=cells_of,
        anchor_of=anchor_of,
    )


def kind_of(block: Block) -> str:
    """The name of a block's class."""
    return type(block).__name__


def anchor_of(term: str) -> str:
    """Where a definition stands.

    >>> anchor_of("win rate (2 players)")
    'term-win-rate-2-players'
    """
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-")


def inline(svg: str) -> str:
    """A drawing as part of a page: without its prologue and its size in points, which the page decides.

    >>> inline('<?xml version="1.0"?>\\n<!DOCTYPE svg>\\n<svg width="9pt" height="8pt" viewBox="0 0 9 8"></svg>')
    '<svg viewBox="0 0 9 8"></svg>'
    """
    svg = METADATA.sub("", PROLOGUE.sub("", svg))
    for side in ("width", "height"):
        svg = re.sub(rf'(<svg[^>]*?) {side}="[^"]*"', r"\1", svg, count=1)
    return svg.strip()
