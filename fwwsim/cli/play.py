"""``fwwsim play``: one game told turn by turn, or the event log of one or many."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

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
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.game import Game, Match

STDOUT = "-"


def play(
    game_name: Name = GAME,
    seed: Seed = SEED,
    index: Annotated[
        str, typer.Option(metavar="K|A..B", help="Index of the game; with --log also a range, 0..999.")
    ] = "0",
    players: Players = None,
    policy: Policy = None,
    rule: RuleSettings = None,
    data: Data = None,
    edit: Edits = None,
    log: Annotated[
        str, typer.Option(metavar="FILE|-", help="Write the event log, JSON Lines, instead of text.")
    ] = "",
) -> None:
    """Tell one game: the game that simulate counts at this seed and index."""
    indices = parse_indices(index)
    if len(indices) > 1 and not log:
        raise SpecError(
            f"--index {index}: a range needs --log FILE, or --log - for stdout; text tells one game"
        )
    path = Path(log)
    if log and log != STDOUT and not _is_device(path):
        from fwwsim.experiments.store import check_writable

        check_writable("--log", path)
    game, match = prepare(game_name, players, seed, policy, rule, data, edit)
    if not log:
        forgive_encoding()
        for line in game.narrate(game.tell(match, indices[0])):
            print(line)
        return
    with _open_log(log) as file:
        for number in indices:
            _write_log(game, match, number, file)


def parse_indices(text: str) -> range:
    """One index, or a range A..B with both ends.

    Examples
    --------
    >>> parse_indices("17"), parse_indices("0..999")
    (range(17, 18), range(0, 1000))
    """
    from fwwsim.engine.dice import MAX_GAMES

    found = re.fullmatch(r"(\d{1,20})(?:\.\.(\d{1,20}))?", text.strip(), re.ASCII)
    if not found:
        raise SpecError(f"--index: found {text!r}; allowed: a game such as 17 or a range such as 0..999")
    first = int(found[1])
    last = int(found[2] or first)
    if last < first:
        raise SpecError(f"--index {text}: the range is empty; the second number may not be below the first")
    check_between("--index", last, 0, MAX_GAMES - 1)
    return range(first, last + 1)


def _write_log(game: Game, match: Match, index: int, file: TextIO) -> None:
    from json import dumps

    for event in game.tell(match, index):
        file.write(dumps(event, separators=(",", ":")) + "\n")


@contextmanager
def _open_log(log: str) -> Iterator[TextIO]:
    """Standard output, a pipe or device, or a file that appears complete or not at all."""
    if log == STDOUT:
        yield sys.stdout
        return
    path = Path(log)
    if _is_device(path):
        with path.open("w", encoding="ascii") as file:
            yield file
        return
    from fwwsim.experiments.store import replacing

    with replacing("--log", path) as part, part.open("w", encoding="ascii") as file:
        yield file


def _is_device(path: Path) -> bool:
    """Whether `path` is a pipe or a device, as ``/dev/stdout`` and the shell's ``>(...)`` are."""
    return path.is_fifo() or path.is_char_device()
