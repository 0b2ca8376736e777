"""Shards: a fixed number of games of a cell in one Parquet file, complete and sound or not there."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.experiments.cell import Cell, match_of
from fwwsim.experiments.outcome_file import (
    MATCH_KEY,
    SHARD_KEY,
    Values,
    digest_values,
    read_metadata,
    read_values,
    write_outcomes,
)
from fwwsim.experiments.provenance import describe
from fwwsim.experiments.store import PART, open_folder, reason_of
from fwwsim.game import Column
from fwwsim.games import load_game

SHARD = 1 << 16  # games; the last shard of a cell may have fewer
SEED = ("seed", "number", "seed of the game; with the index it gives the very same game again")


@dataclass(frozen=True, slots=True)
class Job:
    """One shard to be played: games `first` to `first` + `games` - 1 of a cell.

    `key` is the cell's fingerprint, so that who plays the job elsewhere can see that it plays the same games.
    """

    cell: Cell
    key: str
    first: int
    games: int


def jobs_of(cell: Cell, key: str) -> tuple[Job, ...]:
    """The shards of a cell, in order of the games.

    >>> from types import SimpleNamespace
    >>> [(job.first, job.games) for job in jobs_of(SimpleNamespace(games=100_000), "k")]
    [(0, 65536), (65536, 34464)]
    """
    return tuple(
        Job(cell, key, first, min(SHARD, cell.games - first)) for first in range(0, cell.games, SHARD)
    )


def shard_columns(cell: Cell, outcomes: NDArray[Any], first: int) -> tuple[Column, ...]:
    """The columns of a shard: the seed, and those of the game."""
    seeds = np.full(len(outcomes), cell.seed, np.int64)
    return Column(*SEED, seeds), *load_game(cell.game).columns(outcomes, first)


def digest_of(cell: Cell, outcomes: NDArray[Any], first: int) -> str:
    """The digest of the shard that these outcomes make."""
    return digest_values({column.name: _stored(column) for column in shard_columns(cell, outcomes, first)})


class Shards:
    """The shard files of an experiment: ``cells/<fingerprint of the cell>/<first game>.parquet``.

    Cells that play the same games have the same fingerprint, and so their shards in common. A digest of all values
    is in each file's metadata under ``fwwsim.shard``; a file whose values do not give it is as good as missing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, job: Job) -> Path:
        """The file of a shard."""
        return self.folder / job.key / f"{job.first:012}.parquet"

    def write(self, job: Job, outcomes: NDArray[Any]) -> str:
        """Keep a shard; its digest.

        Raises
        ------
        SpecError
            It cannot be written.
        """
        columns = shard_columns(job.cell, outcomes, job.first)
        digest = digest_values({column.name: _stored(column) for column in columns})
        about = {"cell": job.key, "first": job.first, "games": job.games, "digest": digest}
        path = self.path(job)
        open_folder(path.parent)
        write_outcomes("", path, columns, {MATCH_KEY: describe(match_of(job.cell)), SHARD_KEY: about})
        return digest

    def digest(self, job: Job) -> str | None:
        """The digest of a shard that is there and sound, else None. Every value is read and checked."""
        path = self.path(job)
        if not path.exists():
            return None
        words = words_of(job.cell)
        try:
            about = read_metadata(path, SHARD_KEY)
            found = digest_values(read_values(path, words, tuple(words)))
        except (OSError, ValueError, pa.ArrowException):
            return None
        expected = {"cell": job.key, "first": job.first, "games": job.games, "digest": found}
        return found if about == expected else None

    def read(self, job: Job, names: tuple[str, ...]) -> Values:
        """Columns of a shard that is known to be sound.

        Raises
        ------
        SpecError
            It can no longer be read.
        """
        path = self.path(job)
        try:
            return read_values(path, words_of(job.cell), names)
        except (OSError, ValueError, pa.ArrowException) as error:
            raise SpecError(f"{path}: cannot be read: {error}; run the spec again to play it anew") from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the folder, and clear what one that was ended had not finished writing.

        Raises
        ------
        SpecError
            Another run is at work there, or the folder cannot be written.
        """
        open_folder(self.folder)
        with self._lock():
            yield

    def _lock(self) -> IO[str]:
        """The lock of the folder, held while it is open, whatever ends the process."""
        try:
            lock = (self.folder / ".lock").open("w")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for part in self.folder.rglob(f".*{PART}"):
                    part.unlink(missing_ok=True)
            except BaseException:
                lock.close()
                raise
        except BlockingIOError:
            raise SpecError(f"{self.folder}: another run is at work there; wait for its end") from None
        except OSError as error:
            raise SpecError(f"{self.folder}: cannot be written: {reason_of(error)}") from None
        return lock


def words_of(cell: Cell) -> dict[str, tuple[str, ...]]:
    """Every column of a cell's shards -> its words, none if it holds numbers."""
    outcomes = np.zeros(0, match_of(cell).outcome)
    return {column.name: column.words for column in shard_columns(cell, outcomes, 0)}


def _stored(column: Column) -> NDArray[Any]:
    """The values as they come back from a file."""
    values = np.asarray(column.values)
    return values.astype(np.int8) if column.words else values
