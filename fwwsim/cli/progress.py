"""What a terminal shows while games are played: a status while kernels are compiled, then a progress bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fwwsim.engine.simulate import Progress
    from fwwsim.game import Match


def compile_kernels(match: Match) -> None:
    """Play one game for nothing, so that compiling is neither timed nor done on another thread.

    Ctrl-C reaches the main thread only; there it ends a compilation at once.
    """
    import numpy as np

    outcomes = np.zeros(1, match.outcome).view(np.recarray)
    with _status(match, "compiling the rules engine (once) ..."):
        match.play_many(0, outcomes, match.start.copy(), match.start, match.table, match.journal)


@contextmanager
def progress_of(games: int) -> Iterator[Progress | None]:
    """A progress bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.advance(task, done)


@contextmanager
def _status(match: Match, words: str) -> Iterator[None]:
    """Show `words` on a terminal's stderr while something is compiled; nothing if it comes from the cache."""
    if not sys.stderr.isatty() or _is_compiled(match):
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


def _is_compiled(match: Match) -> bool:
    from fwwsim import jit

    cache = Path(os.environ["NUMBA_CACHE_DIR"])  # set when `jit` was imported
    module = match.play_many.__module__.rpartition(".")[2]
    return not jit.ENABLED or any(cache.rglob(f"{module}.play_many*.nbc"))
