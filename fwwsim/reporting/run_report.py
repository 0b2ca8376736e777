"""The summary of a run as tables for a terminal."""

from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from fwwsim.reporting.reports import Block, Report, Summary, report_on
from fwwsim.stats.intervals import decimals

ABOUT_POLICIES = "Win rates are a statement about these policies, not about best play."
ABOUT_COMPONENTS = (
    "Components graded reconstructed (see fwwsim data show) are this project's own and not the publisher's; "
    "--data DIR takes your own."
)


def print_summary(summary: Summary, console: Console) -> None:
    """Print what was played, rates and means with their intervals, and the throughput.

    Decimals stop at the first digit of an interval's width: what lies beyond is noise.
    """
    for part in _report(summary):
        console.print(part)


def _report(summary: Summary) -> Iterator[RenderableType]:
    report = report_on(summary["game"])
    yield from _head(summary, report)
    for block in report.blocks(summary):
        yield _rates(block, summary, report) if block.rates else _means(block, summary, report)
    speed = f"{summary['games_per_second']:,.0f} games a second"
    threads = "1 thread" if summary["threads"] == 1 else f"{summary['threads']} threads"
    yield Text(f"\n{summary['games']:,} games in {summary['seconds']:.2f} s on {threads}: {speed}")
    yield Text(f"\n{ABOUT_POLICIES}")
    if summary["dataset"]["reconstructed"]:
        yield Text(ABOUT_COMPONENTS)


def _head(summary: Summary, report: Report) -> Iterator[RenderableType]:
    first, games = summary["first_index"], summary["games"]
    stopped = " (interrupted)" if summary["interrupted"] else ""
    played = f"{games:,} games" if games > 1 else "1 game"
    yield Text(
        f"{report.title}: {played} for {summary['players']} players{stopped}",
        style="bold",
    )
    about = Table.grid(padding=(0, 2))
    about.add_row("  Seed", f"{summary['seed']}, games {first} to {first + games - 1}")
    about.add_row("  Rules", Text(report.rules_in_words(summary["rules"])))
    about.add_row("  Policies", Text(report.policies_in_words(summary["policies"])))
    about.add_row("  Data set", Text(f"{summary['dataset']['id']}, hash {summary['dataset']['hash']}"))
    about.add_row("  Outcomes", f"digest {summary['digest'][:16]}")
    yield about


def _table(title: str, *headings: str) -> Table:
    table = Table(
        title=Text(f"\n{title}", style="bold"),
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        header_style="dim",
    )
    table.add_column("", min_width=22)
    for heading in headings:
        table.add_column(heading, justify="right", min_width=12)
    return table


def _rates(block: Block, summary: Summary, report: Report) -> Table:
    """A table of counted games; the block's path leads to the counts, and to their intervals."""
    counts, intervals = summary, summary["intervals"]
    for step in block.path:
        counts, intervals = counts[step], intervals[step]
    if not isinstance(counts, dict):
        counts, intervals = {"in force": counts}, {"in force": intervals}
    table = _table(_title(block, summary), "games", "rate", "95 % Wilson interval")
    for name, count in counts.items():
        rate = _scaled(intervals[name], 100)
        label = report.names.get(name, name)
        table.add_row(label, f"{count:,}", f"{_estimate(rate)} %", f"{_ends(rate)} %")
    return table


def _means(block: Block, summary: Summary, report: Report) -> Table:
    """A table of means; the block's path leads to their intervals."""
    intervals = summary["intervals"]
    for step in block.path:
        intervals = intervals[step]
    table = _table(_title(block, summary), "mean", "95 % interval")
    for name, label in (block.rows or {name: report.names.get(name, name) for name in intervals}).items():
        table.add_row(label, _estimate(intervals[name]), _ends(intervals[name]))
    return table


def _title(block: Block, summary: Summary) -> str:
    return f"{block.title} (n = {summary['games']:,})"


def _scaled(interval: dict[str, float | None], factor: float) -> dict[str, float | None]:
    return {name: None if value is None else factor * value for name, value in interval.items()}


def _estimate(interval: dict[str, Any]) -> str:
    return f"{interval['estimate']:.{_places(interval)}f}"


def _ends(interval: dict[str, Any]) -> str:
    """The interval's ends, or a word where one game says nothing of the spread."""
    if interval["low"] is None or interval["high"] is None:
        return "unknown"
    places = _places(interval)
    return f"{interval['low']:.{places}f} to {interval['high']:.{places}f}"


def _places(interval: dict[str, Any]) -> int:
    if interval["low"] is None or interval["high"] is None:
        return 0
    return decimals(interval["high"] - interval["low"])
