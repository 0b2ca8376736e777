"""The Monte Carlo loop: chunks of games on threads, with progress, interruption and faults.

Chance has addresses (:mod:`fwwsim.engine.dice`), so the result depends on the match and the indices only, not on
threads or chunks. Kernels release the GIL; each thread has its own working memory.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.dice import MAX_GAMES
from fwwsim.errors import RuleError, SpecError
from fwwsim.game import Match

CHUNK = 4096

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Run:
    """Outcomes of games first, first + 1, ...

    Attributes
    ----------
    outcomes : (games,) record array
    first : int
    seconds : float
        Wall time of the games alone, compilation or its cache included.
    interrupted : bool
        Whether the run was stopped; `outcomes` then holds the games before the first one that is missing.
    """

    outcomes: NDArray[Any]
    first: int
    seconds: float
    interrupted: bool


def simulate(
    match: Match,
    games: int,
    *,
    first: int = 0,
    threads: int = 1,
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Run:
    """Play `games` games from index `first` on.

    Parameters
    ----------
    match : Match
    games : int
        At least 1.
    first : int
        Index of the first game, at least 0.
    threads : int
        At least 1.
    chunk : int
        Games a piece of work; changes neither results nor their order.
    progress : callable, optional
        Hears the number of games done since it was last called.

    Raises
    ------
    SpecError
        A number out of range.
    RuleError
        A policy broke a rule: names seed, game and turn (or what else the game counts).
    """
    _check_range("games", games, 1, MAX_GAMES)
    _check_range("first index", first, 0, MAX_GAMES - games)
    _check_range("threads", threads, 1, 1024)
    _check_range("chunk", chunk, 1, MAX_GAMES)
    outcomes = _room_for(games, match)
    began = time.perf_counter()
    pieces = [(begin, min(begin + chunk, games)) for begin in range(0, games, chunk)]
    done = _play_pieces(match, first, outcomes, pieces, threads, progress)
    seconds = time.perf_counter() - began
    return Run(outcomes[:done], first, seconds, done < games)


def _room_for(games: int, match: Match) -> NDArray[Any]:
    try:
        return np.zeros(games, match.outcome).view(np.recarray)
    except MemoryError:
        need = games * match.outcome.itemsize / 2**30
        raise SpecError(
            f"games: the outcomes of {games:,} games need {need:,.0f} GiB of memory; play fewer at a time, "
            "each run from another first index"
        ) from None


def _check_range(name: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise SpecError(f"{name}: found {found}; allowed: {least} to {most}")


def _play_pieces(
    match: Match,
    first: int,
    outcomes: NDArray[Any],
    pieces: list[tuple[int, int]],
    threads: int,
    progress: Progress | None,
) -> int:
    """Play every piece; returns how many games from the start on are done."""
    finished: set[int] = set()
    running: dict[Future[None], tuple[int, int]] = {}
    waiting = iter(pieces)

    def collect(futures: set[Future[None]]) -> None:
        for future in futures:
            begin, end = running.pop(future)
            future.result()
            _check_faults(match, first + begin, outcomes[begin:end])
            finished.add(begin)
            if progress is not None:
                progress(end - begin)

    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(running) < 2 * threads and (piece := next(waiting, None)) is not None:
                    running[pool.submit(_play_piece, match, first, outcomes, *piece)] = piece
                if not running:
                    break
                collect(wait(running, return_when=FIRST_COMPLETED).done)
        except KeyboardInterrupt:
            for future in list(running):
                if future.cancel():
                    del running[future]
            collect(wait(running).done)
    done = 0
    for begin, end in pieces:
        if begin not in finished:
            break
        done = end
    return done


def _play_piece(match: Match, first: int, outcomes: NDArray[Any], begin: int, end: int) -> None:
    scratch = match.start.copy()
    match.play_many(first + begin, outcomes[begin:end], scratch, match.start, match.table, match.journal)


def _check_faults(match: Match, first: int, outcomes: NDArray[Any]) -> None:
    broken = np.flatnonzero(outcomes["fault"])
    if len(broken):
        outcome = outcomes[broken[0]]
        raise RuleError(
            f"seed {match.description['seed']}, game {first + broken[0]}, "
            f"{match.clock} {outcome[f'end_{match.clock}']}: a policy {match.faults[outcome['fault']]}"
        )
