"""``fwwsim simulate``: many games, their win rates and what else they have in common."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.cli.options import (
    GAME,
    SEED,
    Data,
    Edits,
    Name,
    Players,
    Policy,
    RuleSettings,
    Seed,
    check_between,
    forgive_encoding,
    prepare,
)
from fwwsim.cli.progress import compile_kernels, progress_of
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.engine.simulate import Run
    from fwwsim.game import Match

GAMES = 100_000
MOST_THREADS = 1024
INTERRUPTED = 130  # exit code, as of a process that Ctrl-C ended

TERMS = """\b
Terms:
  win rate        share of the games that a side wins under these policies
  Wilson interval range of win rates that the games played do not contradict,
                  at 95 % confidence; n is the number of games
  combats         attacks, whether or not an army defends the front
  contested       combats against at least one real army
  captures        cities taken, in combat or at a victory check
  none, nobody    factions of both sides surrendered at once: all lose
Means are a game, all factions together; their intervals use normal theory.

\b
Terms that differ in Hector and Achilles:
  battles              battles a game; ties: those that nobody won
  no front pile left   the loser's three front piles have gone home
  home pile too small  the loser's home pile fought, and fewer than five cards
                       are left in it
  both sides at once   both fulfil such a condition after one battle
  nobody               a draw
  attacks, retreats    battles that a side opened, or left before their end
  swaps                army cards and heroes exchanged for unseen ones
Means are a game, side by side.
"""


def simulate(
    games: Annotated[int, typer.Option(metavar="N", help="Number of games.")] = GAMES,
    game_name: Name = GAME,
    players: Players = None,
    seed: Seed = SEED,
    first_index: Annotated[int, typer.Option(metavar="I", help="Index of the first game.")] = 0,
    threads: Annotated[
        int | None,
        typer.Option(metavar="T", help="Threads; changes no result. Default: one for each processor."),
    ] = None,
    policy: Policy = None,
    rule: RuleSettings = None,
    data: Data = None,
    edit: Edits = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one row a game to this Parquet file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games: win rates, ends, and what happened on the way."""
    threads = min(os.cpu_count() or 1, MOST_THREADS) if threads is None else threads
    _check_numbers(games, first_index, threads)
    if out is not None:
        from fwwsim.experiments.store import check_writable

        check_writable("--out", out)
    _, match = prepare(game_name, players, seed, policy, rule, data, edit)
    try:
        compile_kernels(match)
        run = _play(match, games, first_index, threads)
    except KeyboardInterrupt:
        run = None
    if run is None or len(run.outcomes) == 0:
        print("fwwsim: interrupted before any game was done", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    _report(match, run, threads, json)
    if out is not None:
        from fwwsim.reporting.frames import write_parquet

        write_parquet(out, match, run)
    if run.interrupted:
        done = f"{len(run.outcomes):,} of {games:,} games done"
        print(f"fwwsim: interrupted: {done}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _check_numbers(games: int, first_index: int, threads: int) -> None:
    from fwwsim.engine.dice import MAX_GAMES

    check_between("--games", games, 1, MAX_GAMES)
    check_between("--first-index", first_index, 0, MAX_GAMES - games)
    check_between("--threads", threads, 1, MOST_THREADS)


def _play(match: Match, games: int, first_index: int, threads: int) -> Run:
    from fwwsim.engine.simulate import simulate as play

    try:
        with progress_of(games) as progress:
            return play(match, games, first=first_index, threads=threads, progress=progress)
    except MemoryError:
        size = games * match.outcome.itemsize / 2**30
        raise SpecError(
            f"--games: {games:,} outcomes need {size:,.1f} GiB of memory, which there is not; "
            "allowed: fewer games, in several runs with --first-index"
        ) from None


def _report(match: Match, run: Run, threads: int, json: bool) -> None:
    from fwwsim.reporting.summary import summarise

    summary = summarise(match, run, threads)
    if json:
        from json import dumps

        print(dumps(summary, indent=2))
        return
    from rich.console import Console

    from fwwsim.reporting.run_report import print_summary

    forgive_encoding()
    print_summary(summary, Console(highlight=False))
