"""What the tables of every game's components share: the grade of each value, in words and in colour."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

STYLES = {
    "stated": "green",
    "second-source": "green",
    "inferred": "yellow",
    "deduced": "yellow",
    "reconstructed": "cyan",
}
MEANINGS = {
    "stated": "a published source says it",
    "second-source": "a public source besides the publisher has it",
    "inferred": "it follows from stated facts",
    "deduced": "it follows from stated facts by arithmetic",
    "reconstructed": "made to fit the rules and history",
}
OWN_WORK = (
    "Reconstructed components are this project's own, not the publisher's. "
    "An owner of the game can replace them: fwwsim data show --data DIR."
)


def grade_mark(grade: str) -> Text:
    """A grade in its colour."""
    return Text(grade, style=STYLES[grade])


def section(words: str, remark: str = "") -> RenderableType:
    """A heading with a blank line before it."""
    return Text.assemble("\n", (words, "bold"), (f"  {remark}" if remark else "", "dim"))


def graded(words: str, grade: str) -> Text:
    """Words with their grade behind them."""
    return Text.assemble(words, "  ", grade_mark(grade))


def new_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """An empty table; the columns in `right` are flush right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        table.add_column(name, justify="right" if name in right else "left")
    return table


def head(title: str, identity: str, digest: str, grades: Iterable[str], *notes: Text) -> Group:
    """The head of a data set: what it is, and what the grades in it mean."""
    legend = Text("\nGrades")
    for name in grades:
        legend.append("\n  ").append(f"{name:<13}", style=STYLES[name]).append(f"  {MEANINGS[name]}")
    return Group(
        Text(title, style="bold"), Text(f"data set {identity}, hash {digest}", style="dim"), *notes, legend
    )


def by_grade(found: Mapping[str, Iterable[str]], grades: tuple[str, ...]) -> Iterator[RenderableType]:
    """The closing count: component -> the grade of each of its values; and whose work the reconstructed part is."""
    yield section("Values by grade")
    heads = (*(name.capitalize() for name in grades), "All")
    table = new_table("", *heads, right=heads)
    total: Counter[str] = Counter()
    for component, values in found.items():
        count = Counter(values)
        total += count
        table.add_row(component, *(str(count[name]) for name in grades), str(count.total()))
    table.add_section()
    table.add_row("all values", *(str(total[name]) for name in grades), str(total.total()), style="bold")
    yield table
    if total["reconstructed"]:
        yield Text(f"\n{OWN_WORK}")
