"""What reports need to know of a game: what is counted and averaged, and the tables printed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from numpy.typing import NDArray

Summary = dict[str, Any]

REPORTS = {
    "first_world_war": "fwwsim.reporting.first_world_war",
    "hector_and_achilles": "fwwsim.reporting.hector_and_achilles",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A table of a printed summary: rates of counted games, or means.

    `path` leads from the summary, and from its intervals, to the numbers; `rows` are those shown, each with its
    label; without it all are.
    """

    title: str
    path: tuple[str, ...]
    rates: bool = True
    rows: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """How the outcomes of one game are reported.

    Attributes
    ----------
    title : str
    counts, means : callable
        ``(outcomes) -> dict``: games by how they ended, and intervals of means a game.
    blocks : callable
        ``(summary) -> iterator of Block``, in the order of print.
    names : mapping
        Word of the outcomes -> word for a reader.
    rules_in_words, policies_in_words : callable
    """

    title: str
    counts: Callable[[NDArray[Any]], dict[str, Any]]
    means: Callable[[NDArray[Any]], dict[str, Any]]
    blocks: Callable[[Summary], Iterator[Block]]
    names: Mapping[str, str]
    rules_in_words: Callable[[dict[str, Any]], str]
    policies_in_words: Callable[[dict[str, str]], str]


def report_on(game: str) -> Report:
    """The report of a game; its module is imported when it is asked for.

    >>> report_on("hector_and_achilles").title
    'Hector and Achilles'
    """
    report: Report = import_module(REPORTS[game]).REPORT
    return report
