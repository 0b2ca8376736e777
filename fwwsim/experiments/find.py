"""Finding games of a report by a condition on their outcomes, and how to tell them."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fwwsim.errors import SpecError
from fwwsim.experiments.cell import Cell, match_of
from fwwsim.experiments.manifest import Manifest
from fwwsim.experiments.outcome_file import Values
from fwwsim.experiments.results import shards_in
from fwwsim.experiments.shards import shard_columns, words_of
from fwwsim.experiments.spec import unknown_word
from fwwsim.experiments.where import NUMBER, TRUTH, Kind, parse_condition

INDEX = "game"


@dataclass(frozen=True, slots=True)
class Found:
    """Games of a cell that meet a condition.

    Attributes
    ----------
    cell : Cell
    of : int
        Games of the cell.
    count : int
        Those that meet the condition.
    games : tuple of dict
        The first of them: column -> value, of the index and of the columns that the condition names.
    """

    cell: Cell
    of: int
    count: int
    games: tuple[dict[str, Any], ...]


def find_games(manifest: Manifest, name: str, where: str, limit: int) -> Found:
    """The first `limit` games of a cell that meet a condition, and how many there are.

    Parameters
    ----------
    manifest : Manifest
    name : str
        Of the cell; "" for the base.
    where : str
        As `parse_condition` reads it.
    limit : int

    Raises
    ------
    SpecError
        An unknown cell, a condition that cannot be used, or games that are no longer there.
    """
    cells = manifest.cells
    name = name or next(iter(cells))
    if name not in cells:
        raise SpecError(f"--arm: {unknown_word(name, 'arm', tuple(cells))}")
    cell = cells[name]
    condition = parse_condition(where, kinds_of(cell))
    words = words_of(cell)
    count, games = 0, list[dict[str, Any]]()
    for values in _shards(manifest, name, (INDEX, *condition.columns)):
        rows = np.flatnonzero(condition.holds(values))
        count += len(rows)
        games += [_told(values, int(row), words) for row in rows[: limit - len(games)]]
    return Found(cell, sum(job.games for job in manifest.jobs[name]), count, tuple(games))


def kinds_of(cell: Cell) -> dict[str, Kind]:
    """What each column of a cell's games holds."""
    columns = shard_columns(cell, np.zeros(0, match_of(cell).outcome), 0)
    return {
        column.name: Kind("a word", column.words)
        if column.words
        else Kind(TRUTH if column.values.dtype == np.bool_ else NUMBER)
        for column in columns
    }


def play_command(cell: Cell, index: int) -> str:
    """The command that tells a game of a cell; "" if `play` cannot, as its combat was forced.

    >>> cell = Cell("x", "arm", "x", "", "first_world_war", 7, 4, ("schlieffen",), "balanced", "", (), 10)
    >>> play_command(cell, 3)
    'fwwsim play --seed 7 --index 3 --players 4 --policy balanced --rule schlieffen'
    """
    if cell.force is not None:
        return ""
    words = ["fwwsim", "play"]
    if cell.game != "first_world_war":
        words += ["--game", cell.game]
    words += ["--seed", str(cell.seed), "--index", str(index), "--players", str(cell.players)]
    words += ["--policy", cell.policies]
    for option, values in (("--rule", cell.rules), ("--edit", cell.edits)):
        for value in values:
            words += [option, value]
    if cell.data:
        words += ["--data", cell.data]
    return shlex.join(words)


def _shards(manifest: Manifest, name: str, columns: tuple[str, ...]) -> Iterator[Values]:
    store = shards_in(manifest.folder)
    for job in manifest.jobs[name]:
        if not store.path(job).exists():
            raise SpecError(
                f"{store.path(job)}: is not there; run the spec of {manifest.facts['name']} again to play it anew"
            )
        yield store.read(job, tuple(dict.fromkeys(columns)))


def _told(values: Values, row: int, words: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    return {
        name: words[name][int(column[row])] if words[name] else column[row].item()
        for name, column in values.items()
    }
