"""Verification: some shards of a report are played again here, and must have the digests that it names."""

import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.simulate import Progress
from fwwsim.experiments.backends import Backend
from fwwsim.experiments.manifest import Manifest
from fwwsim.experiments.results import shards_in
from fwwsim.experiments.shards import Job, digest_of


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of it.

    Attributes
    ----------
    shards, games : int
        How many were played again.
    of : int
        Shards of the report.
    wrong : tuple of Job
        Those whose digest is another.
    damaged : tuple of Job
        Those whose file is there, but not as it was written.
    """

    shards: int
    games: int
    of: int
    wrong: tuple[Job, ...]
    damaged: tuple[Job, ...]


def sample_shards(manifest: Manifest, share: float, seed: int) -> tuple[tuple[Job, str], ...]:
    """Shards drawn without replacement, with the digests that they must have.

    Parameters
    ----------
    manifest : Manifest
    share : float
        Of the different shards, above 0 and at most 1; at least one is drawn.
    seed : int
        Of the draw.
    """
    places = {
        (job.key, job.first): (job, digest)
        for name, jobs in manifest.jobs.items()
        for job, digest in zip(jobs, manifest.digests[name], strict=True)
    }
    shards = list(places.values())
    size = max(1, math.ceil(share * len(shards) - 1e-9))
    drawn = np.random.default_rng(seed).choice(len(shards), size, replace=False)
    return tuple(shards[place] for place in sorted(drawn))


def verify(
    manifest: Manifest, share: float, seed: int, backend: Backend, progress: Progress | None = None
) -> Verified:
    """Play a sample of shards again and compare; files that are there are checked too.

    Raises
    ------
    FwwsimError
        A cell of the manifest cannot be prepared here.
    """
    sample = sample_shards(manifest, share, seed)
    expected = {(job.key, job.first): digest for job, digest in sample}
    store = shards_in(manifest.folder)
    wrong = []
    with closing(backend.play(_jobs(sample), _digest, progress)) as played:
        for job, digest in played:
            if digest != expected[job.key, job.first]:
                wrong.append(job)
    damaged = [job for job, digest in sample if store.path(job).exists() and store.digest(job) != digest]
    return Verified(
        shards=len(sample),
        games=sum(job.games for job, _ in sample),
        of=len({(job.key, job.first) for jobs in manifest.jobs.values() for job in jobs}),
        wrong=tuple(sorted(wrong, key=lambda job: (job.cell.name, job.first))),
        damaged=tuple(damaged),
    )


def _jobs(sample: tuple[tuple[Job, str], ...]) -> Iterator[Job]:
    return iter([job for job, _ in sample])


def _digest(job: Job, outcomes: NDArray[Any]) -> str:
    return digest_of(job.cell, outcomes, job.first)
