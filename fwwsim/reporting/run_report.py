"""The summary of a run as tables for a terminal."""

from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from fwwsim.games.first_world_war.names import FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.wording import policies_in_words, rules_in_words
from fwwsim.reporting.summary import Summary
from fwwsim.stats.intervals import decimals

NAMES = {
    "ALLIES": "Allies",
    "CENTRAL_POWERS": "Central Powers",
    **dict(zip(FACTIONS, FACTION_NAMES, strict=True)),
    "none": "nobody",
    "turn_6": "turn 6 is over",
    "six_fronts": "six fronts",
    "surrender": "surrender",
    "mutual_surrender": "mutual surrender",
}
ACTIVITY = {
    "combats": "combats",
    "contested": "contested combats",
    "captures": "captures",
    "eliminated": "armies eliminated",
    "chits_drawn": "chits drawn",
}
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
    n = f"n = {summary['games']:,}"
    yield from _head(summary)
    yield _rates(f"Win rate, alliances ({n})", summary, "alliances")
    if summary["players"] > 2:
        players = str(summary["players"])
        yield _rates(f"Win rate, {players} players ({n})", summary, "winners", players)
    yield _rates(f"End of the game ({n})", summary, "reasons")
    yield _rates(f"Turn of the end ({n})", summary, "end_turns")
    yield _rates(f"Surrender ({n})", summary, "surrendered")
    yield _rates(f"Treaty of Brest-Litovsk ({n})", summary, "treaty")
    yield _means(f"Victory points at the end, mean ({n})", summary["intervals"]["vp_mean"])
    activity = {label: summary["intervals"][name] for name, label in ACTIVITY.items()}
    yield _means(f"A game, all factions, mean ({n})", activity)
    speed = f"{summary['games_per_second']:,.0f} games a second"
    threads = "1 thread" if summary["threads"] == 1 else f"{summary['threads']} threads"
    yield Text(f"\n{summary['games']:,} games in {summary['seconds']:.2f} s on {threads}: {speed}")
    yield Text(f"\n{ABOUT_POLICIES}")
    if summary["dataset"]["reconstructed"]:
        yield Text(ABOUT_COMPONENTS)


def _head(summary: Summary) -> Iterator[RenderableType]:
    first, games = summary["first_index"], summary["games"]
    stopped = " (interrupted)" if summary["interrupted"] else ""
    played = f"{games:,} games" if games > 1 else "1 game"
    yield Text(
        f"The First World War: {played} for {summary['players']} players{stopped}",
        style="bold",
    )
    about = Table.grid(padding=(0, 2))
    about.add_row("  Seed", f"{summary['seed']}, games {first} to {first + games - 1}")
    about.add_row("  Rules", Text(rules_in_words(summary["rules"])))
    about.add_row("  Policies", Text(policies_in_words(summary["policies"])))
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


def _rates(title: str, summary: Summary, *path: str) -> Table:
    """A table of counted games; `path` leads to the counts, and to their intervals."""
    counts, intervals = summary, summary["intervals"]
    for step in path:
        counts, intervals = counts[step], intervals[step]
    if not isinstance(counts, dict):
        counts, intervals = {"in force": counts}, {"in force": intervals}
    table = _table(title, "games", "rate", "95 % Wilson interval")
    for name, count in counts.items():
        rate = _scaled(intervals[name], 100)
        table.add_row(NAMES.get(name, name), f"{count:,}", f"{_estimate(rate)} %", f"{_ends(rate)} %")
    return table


def _means(title: str, intervals: dict[str, Any]) -> Table:
    table = _table(title, "mean", "95 % interval")
    for name, interval in intervals.items():
        table.add_row(NAMES.get(name, name), _estimate(interval), _ends(interval))
    return table


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
