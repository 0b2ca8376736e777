"""``fwwsim find``: games of a report by a condition on their outcomes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.cli.options import check_between, forgive_encoding

if TYPE_CHECKING:
    from fwwsim.experiments.find import Found

MOST_LISTED = 1_000_000


def find(
    report: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a report, reports/NAME.")],
    where: Annotated[
        str,
        typer.Option(
            metavar="CONDITION",
            help="On columns of the outcomes: \"surrendered_EA and end_turn == 3\", \"winner_4 in ('DE', 'GA')\".",
        ),
    ],
    arm: Annotated[str, typer.Option(metavar="NAME", help="Of the spec; default: the base.")] = "",
    limit: Annotated[int, typer.Option(metavar="N", help="How many games to list.")] = 5,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the first games of a report that meet a condition, each with the command that tells it."""
    from fwwsim.experiments.find import find_games
    from fwwsim.experiments.manifest import read_manifest

    check_between("--limit", limit, 1, MOST_LISTED)
    found = find_games(read_manifest(report), arm, where, limit)
    forgive_encoding()
    if json:
        _print_json(found)
    else:
        _print_text(found)


def _print_json(found: Found) -> None:
    from json import dumps

    from fwwsim.experiments.find import INDEX, play_command

    cell = found.cell
    games = [
        {
            "seed": cell.seed,
            "index": game[INDEX],
            "play": play_command(cell, game[INDEX]) or None,
            "values": {name: value for name, value in game.items() if name != INDEX},
        }
        for game in found.games
    ]
    print(dumps({"arm": cell.name, "games": found.of, "found": found.count, "listed": games}, indent=2))


def _print_text(found: Found) -> None:
    from fwwsim.experiments.find import INDEX, play_command

    cell = found.cell
    listed = f"; the first {len(found.games):,}:" if found.count > len(found.games) else ""
    print(f"{cell.name}: {found.count:,} of {found.of:,} games{listed}")
    for game in found.games:
        index = game[INDEX]
        print(
            f"seed {cell.seed}, game {index}: {play_command(cell, index) or 'has a forced combat, not told by play'}"
        )
