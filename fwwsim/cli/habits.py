"""``fwwsim habits``: how policies play The First World War, in numbers that a player of the board game can read."""

from __future__ import annotations

from typing import Annotated

import typer

from fwwsim.cli.options import (
    GAME,
    SEED,
    Data,
    Players,
    Policy,
    RuleSettings,
    Seed,
    check_between,
    forgive_encoding,
    prepare,
)

GAMES = 1000
MOST_GAMES = 100_000
TURNS = 3
LAST_TURN = 6
WIDTH = 200  # characters: tables are never folded


def habits(
    games: Annotated[
        int, typer.Option(metavar="N", help="How many games to watch; some hundred a second.")
    ] = GAMES,
    turns: Annotated[int, typer.Option(metavar="T", help="Show turns 1 to T.")] = TURNS,
    players: Players = None,
    seed: Seed = SEED,
    policy: Policy = None,
    rule: RuleSettings = None,
    data: Data = None,
) -> None:
    """How policies play: where each faction deploys and attacks, what it does with its actions, when it lays chits.

    Watches whole games of The First World War and counts. Tables are Markdown. Means are over the games in which the
    turn was played; each has its 95 % interval.
    """
    check_between("--games", games, 2, MOST_GAMES)
    check_between("--turns", turns, 1, LAST_TURN)
    _, match = prepare(GAME, players, seed, policy, rule, data)

    from rich.box import MARKDOWN
    from rich.console import Console
    from rich.table import Table

    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.games.first_world_war.habits import watch
    from fwwsim.games.first_world_war.wording import policies_in_words
    from fwwsim.reporting.cells import cells_of
    from fwwsim.reporting.habits import played_in_words, tables
    from fwwsim.reporting.run_report import ABOUT_COMPONENTS

    compile_kernels(match)
    with progress_of(games) as progress:
        seen = watch(match, games, progress)
    forgive_encoding()
    about = match.description
    print(
        f"The First World War: games 0 to {games - 1:,} of seed {about['seed']}, {about['players']} players"
    )
    print(f"Policies: {policies_in_words(about['policies'])}. {played_in_words(seen, turns)}")
    console = Console(highlight=False, width=WIDTH)
    for table in tables(seen, about["source"], turns):
        shown = Table(box=MARKDOWN, pad_edge=True)
        for column in table.columns:
            shown.add_column(column.heading, justify="right" if column.term else "left")
        for row in cells_of(table):
            shown.add_row(*row)
        print(f"\n{table.caption}\n")
        with console.capture() as printed:
            console.print(shown)
        print("\n".join(line for line in printed.get().splitlines() if line.strip()))
    if about["reconstructed"]:
        print(f"\n{ABOUT_COMPONENTS}")
