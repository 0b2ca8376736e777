"""What was played, as reports read it: columns of outcomes, shard by shard, in the order of the games."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fwwsim.errors import SpecError
from fwwsim.experiments.cell import Cell, match_of
from fwwsim.experiments.outcome_file import Values
from fwwsim.experiments.plan import Experiment
from fwwsim.experiments.shards import Job, Shards, words_of
from fwwsim.experiments.spec import unknown_word
from fwwsim.game import Match


@dataclass(frozen=True, slots=True)
class Results:
    """The games of an experiment, all of them on disk.

    Attributes
    ----------
    experiment : Experiment
    folder : Path
        Of the report.
    jobs : dict
        Cell -> its shards, in order of the games.
    digests : dict
        Cell -> the digest of each shard.
    reached : bool or None
        Whether the target was reached; None if the question has none.
    """

    experiment: Experiment
    folder: Path
    jobs: dict[str, tuple[Job, ...]]
    digests: dict[str, tuple[str, ...]]
    reached: bool | None = None

    def games(self, cell: str) -> int:
        """How many games of a cell were played and count."""
        return sum(job.games for job in self.jobs[cell])

    def digest(self, cell: str) -> str:
        """The SHA-256 of the digests of a cell's shards."""
        return joined_digest(self.digests[cell])

    def total_digest(self) -> str:
        """The SHA-256 of the digests of all cells."""
        return joined_digest(tuple(self.digest(cell.name) for cell in self.experiment.cells))

    def shards(self, cell: str, columns: Sequence[str]) -> Iterator[Values]:
        """Those columns of a cell, shard by shard; words as codes, whose meaning `words` tells.

        Raises
        ------
        SpecError
            No such column, or a file that can no longer be read.
        """
        known = tuple(words_of(self.experiment.cell(cell)))
        for name in columns:
            if name not in known:
                raise SpecError(f"column {unknown_word(name, 'column', known)}")
        store = shards_in(self.folder)
        for job in self.jobs[cell]:
            yield store.read(job, tuple(columns))

    def words(self, column: str) -> tuple[str, ...]:
        """The words that the codes of a column mean; none if it holds numbers."""
        return words_of(self.experiment.cells[0])[column]

    def match(self, cell: str) -> Match:
        """The match of a cell, with its description."""
        return match_of(self.experiment.cell(cell))

    def cells(self, role: str, arm: str = "") -> tuple[Cell, ...]:
        """The cells that are played for one reason, of one arm or of all."""
        return tuple(
            cell for cell in self.experiment.cells if cell.role == role and (not arm or cell.arm == arm)
        )


def shards_in(folder: Path) -> Shards:
    """The shard files of a report's folder."""
    return Shards(folder / "cells")


def joined_digest(digests: tuple[str, ...]) -> str:
    """The SHA-256 of digests in order.

    >>> joined_digest(("a", "b"))[:8]
    '7e18f737'
    """
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()
