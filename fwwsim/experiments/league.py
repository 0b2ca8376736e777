"""A league: every policy against every policy from either side, on the same dice, kept cell by cell."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.simulate import CHUNK, Progress, simulate
from fwwsim.errors import SpecError
from fwwsim.experiments.players import (
    Arena,
    Profile,
    Variant,
    facts_of,
    find_profile,
    identity,
    open_arena,
)
from fwwsim.experiments.spec import setting
from fwwsim.experiments.store import open_folder, read_json, write_json

MOST_GAMES = 10**9
PIECES = 16  # of work, at least, for each thread


@dataclass(frozen=True, slots=True)
class LeagueSpec:
    """What ``fwwsim league`` reads."""

    policies: tuple[str, ...] = setting()
    games: int = setting(least=2, most=MOST_GAMES)  # each policy of one side against each of the other
    seed: int = setting()
    game: str = setting("first_world_war")
    players: int = setting(4)
    rules: tuple[str, ...] = setting(())
    data: str = setting("")
    draw: float = setting(0.5, least=0.0, most=1.0)  # what a game without a winner counts for the first side
    selection: float = setting(20.0, least=0.0, most=1000.0)  # alpha of alpha-rank
    population: int = setting(50, least=2, most=10_000)  # m of alpha-rank
    variants: dict[str, Variant] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cell:
    """Row plays the first side, column the second; `counts` as the game's contest counts outcomes."""

    row: int
    column: int
    key: str
    counts: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class League:
    """The cells of a league, row by row."""

    spec: LeagueSpec
    arena: Arena
    profiles: tuple[Profile, ...]
    cells: tuple[Cell, ...]

    def table(self, question: str, word: str) -> NDArray[np.int64]:
        """Games of each cell with that answer; (policies, policies)."""
        n = len(self.spec.policies)
        return np.array([cell.counts[question].get(word, 0) for cell in self.cells]).reshape(n, n)


def plan_league(spec: LeagueSpec, where: str) -> tuple[Arena, tuple[Profile, ...]]:
    """The game and the players of a league.

    Raises
    ------
    FwwsimError
        A policy, rule or number that cannot be used; `where` begins the message of a spec's error.
    """
    if len(spec.policies) < 2:
        raise SpecError(f"{where}: policies: found {len(spec.policies)}; allowed: two or more")
    twice = [name for place, name in enumerate(spec.policies) if name in spec.policies[:place]]
    if twice:
        raise SpecError(f"{where}: policies: {twice[0]} given twice")
    unused = [name for name in spec.variants if name not in spec.policies]
    if unused:
        raise SpecError(f"{where}: variants.{unused[0]}: not among the policies")
    arena = open_arena(spec.game, spec.players, spec.rules, spec.data, spec.seed, "random")
    profiles = tuple(
        find_profile(name, arena.contest, spec.variants, f"{where}: policies") for name in spec.policies
    )
    return arena, profiles


def play_league(
    spec: LeagueSpec,
    arena: Arena,
    profiles: tuple[Profile, ...],
    folder: Path,
    threads: int,
    progress: Progress | None = None,
) -> League:
    """Play the cells that are not in `folder` yet, each kept as soon as it is done.

    A cell's file is named by a fingerprint of all that decides its games, so a league goes on where it was ended,
    and one with another policy more plays that policy's cells only.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; the cells done are kept.
    RuleError
        A policy broke a rule.
    """
    shards = open_folder(folder / "cells")
    cells = []
    for row, first in enumerate(profiles):
        for column, second in enumerate(profiles):
            key = cell_key(arena, first, second, spec.games)
            path = shards / f"{key}.json"
            counts = read_json(path)
            if counts is None:
                counts = play_cell(arena, first, second, spec.games, threads, progress)
                write_json(path, counts)
            elif progress is not None:
                progress(spec.games)
            cells.append(Cell(row, column, key, counts))
    return League(spec, arena, profiles, tuple(cells))


def cell_key(arena: Arena, first: Profile, second: Profile, games: int) -> str:
    """The fingerprint of one cell."""
    one, two = (arena.contest.factions[side] for side in arena.contest.sides)
    return identity(arena, facts_of(first, one), facts_of(second, two), games)


def play_cell(
    arena: Arena, first: Profile, second: Profile, games: int, threads: int, progress: Progress | None
) -> dict[str, Any]:
    """Count the games 0, 1, ... of one cell."""
    chunk = min(
        CHUNK, max(1, games // (PIECES * threads))
    )  # a slow policy keeps every thread busy to the end
    run = simulate(arena.seat(first, second), games, threads=threads, chunk=chunk, progress=progress)
    if run.interrupted:
        raise KeyboardInterrupt
    return arena.contest.count(run.outcomes, arena.players)
