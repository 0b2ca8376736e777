"""A report as plain data: what is said, in which order; renderers turn it into HTML, Markdown, CSV and JSON.

A document cannot be made without what a reader needs: each figure has a caption, each statistic a definition.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fwwsim.reporting.figures.plots import Plot
from fwwsim.stats.intervals import Interval

Value = str | int | float | Interval | None
"""A cell of a table; None is printed as a dash."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Attributes
    ----------
    name : str
        In CSV and JSON; an interval has the columns ``name``, ``name_low`` and ``name_high`` there.
    heading : str
        For readers, with the unit.
    term : str
        The statistic's key among the definitions of the document; "" for labels.
    scale : float
        Printed numbers are multiplied by it (100 for per cent); files keep the value itself.
    signed : bool
        Print a plus sign.
    places : int
        Decimals of numbers without an interval; an interval's decimals follow from its width.
    chance : bool
        The numbers are p-values.
    """

    name: str
    heading: str
    term: str = ""
    scale: float = 1.0
    signed: bool = False
    places: int = 0
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `name` is its file's, `caption` says what it shows, of how many games."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot with a caption that can be read alone, a text for those who cannot see it, and its statistics."""

    name: str
    caption: str
    alt: str
    terms: tuple[str, ...]
    plot: Plot


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of sentences."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines as they are typed or printed, such as commands."""

    lines: tuple[str, ...]


Block = Text | Bullets | Listing | Table | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        """The heading as a link's target.

        >>> Section("End of the game: why?", ()).anchor
        'end-of-the-game-why'
        """
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Document:
    """A report.

    Attributes
    ----------
    title, question : str
    answer : str
        One plain sentence with its interval.
    takeaways : tuple of str
        What to remember, a sentence or two each.
    sections : tuple of Section
    notes : tuple of str
        Said once for the whole report: what cannot be concluded, whose components these are.
    facts : tuple of (str, str)
        What was played, enough to repeat it.
    definitions : mapping
        Term -> what it means; those that are used are printed.

    Raises
    ------
    ValueError
        A figure or table without a caption, a statistic without a definition, a name given twice.
    """

    title: str
    question: str
    answer: str
    takeaways: tuple[str, ...]
    sections: tuple[Section, ...]
    notes: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    definitions: Mapping[str, str]

    def __post_init__(self) -> None:
        blocks: list[Table | Figure] = [*tables_of(self), *figures_of(self)]
        for block in blocks:
            if not block.caption.endswith("."):
                raise ValueError(f"{block.name}: its caption is no sentence: {block.caption!r}")
        for term in terms_of(self):
            if not self.definitions.get(term):
                raise ValueError(f"{term}: a statistic without a definition")
        for figure in figures_of(self):
            if not figure.alt or not figure.terms:
                raise ValueError(
                    f"{figure.name}: a figure without an alternative text or without a statistic"
                )
        for table in tables_of(self):
            if any(len(row) != len(table.columns) for row in table.rows):
                raise ValueError(f"{table.name}: a row has more or fewer cells than there are columns")
        for names in (
            [table.name for table in tables_of(self)],
            [figure.name for figure in figures_of(self)],
            [section.anchor for section in self.sections],
        ):
            twice = {name for name in names if names.count(name) > 1}
            if twice:
                raise ValueError(f"{', '.join(sorted(twice))}: a name given twice")


def tables_of(document: Document) -> Iterator[Table]:
    """Every table, in the order of print."""
    for section in document.sections:
        yield from (block for block in section.blocks if isinstance(block, Table))


def figures_of(document: Document) -> Iterator[Figure]:
    """Every figure, in the order of print."""
    for section in document.sections:
        yield from (block for block in section.blocks if isinstance(block, Figure))


def terms_of(document: Document) -> list[str]:
    """The statistics that are shown, in the order of their first use."""
    found: dict[str, None] = {}
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, Table):
                found |= dict.fromkeys(column.term for column in block.columns if column.term)
            elif isinstance(block, Figure):
                found |= dict.fromkeys(block.terms)
    return list(found)
