"""A document as Markdown, with links to its figures."""

from collections.abc import Iterator

from fwwsim.reporting.cells import cells_of
from fwwsim.reporting.document import Block, Bullets, Document, Figure, Listing, Table, Text, terms_of


def render_md(document: Document) -> str:
    """The report; figures are expected at ``figures/NAME.svg`` beside it."""
    return "\n".join(_lines(document)) + "\n"


def in_short(document: Document) -> str:
    """The question, its answer and the takeaways, as lines for a terminal."""
    lines = [document.title, document.question, "", document.answer, ""]
    return "\n".join([*lines, *(f"- {sentence}" for sentence in document.takeaways)])


def _lines(document: Document) -> Iterator[str]:
    yield from (f"# {_plain(document.title)}", "", f"*{_plain(document.question)}*", "")
    yield from (f"**{_plain(document.answer)}**", "", "## Key takeaways", "")
    yield from (f"- {_plain(sentence)}" for sentence in document.takeaways)
    for section in document.sections:
        yield from ("", f"## {_plain(section.title)}")
        for block in section.blocks:
            yield ""
            yield from _block(block)
    yield from ("", "## What cannot be concluded", "")
    yield from (f"- {_plain(note)}" for note in document.notes)
    yield from ("", "## Definitions", "")
    yield from (f"- **{_plain(term)}**: {_plain(document.definitions[term])}" for term in terms_of(document))
    yield from ("", "## What was played", "")
    yield from (f"- {_plain(name)}: {_plain(fact)}" for name, fact in document.facts)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield _plain(block.text)
    elif isinstance(block, Bullets):
        yield from (f"- {_plain(item)}" for item in block.items)
    elif isinstance(block, Listing):
        yield from ("```console", *block.lines, "```")
    elif isinstance(block, Table):
        yield from _table(block)
    elif isinstance(block, Figure):
        yield from (f"![{_plain(block.alt)}](figures/{block.name}.svg)", "", _plain(block.caption))


def _table(table: Table) -> Iterator[str]:
    yield from (_plain(table.caption), "")
    yield _row(_plain(column.heading) for column in table.columns)
    yield _row("---:" if column.term else "---" for column in table.columns)
    yield from (_row(map(_plain, row)) for row in cells_of(table))


def _row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Text in which Markdown sees no marks of its own.

    >>> _plain("a|b <i> *x*")
    'a\\\\|b &lt;i> \\\\*x\\\\*'
    """
    for mark, shown in (("\\", "\\\\"), ("|", "\\|"), ("*", "\\*"), ("[", "\\["), ("<", "&lt;")):
        text = text.replace(mark, shown)
    return text
