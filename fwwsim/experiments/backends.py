"""Where shards are played: threads of this process, or the workers of a dask.distributed cluster.

A job gives the same outcomes everywhere, so a backend changes how long a run takes and nothing else.
"""

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from importlib import import_module
from typing import Any, Protocol

from numpy.typing import NDArray

from fwwsim.engine.simulate import CHUNK, Progress, simulate
from fwwsim.errors import FwwsimError, SpecError
from fwwsim.experiments.cell import key_of, match_of
from fwwsim.experiments.shards import Job

CONNECT = 10.0  # seconds that a scheduler has to answer

Keep = Callable[[Job, NDArray[Any]], str]
"""Writes the outcomes of a job and gives their digest."""


Played = Generator[tuple[Job, str], None, None]
"""Jobs that are played and kept, with their digests; closing it ends the run."""


class Backend(Protocol):
    """A place where jobs are played."""

    def play(self, jobs: Iterator[Job], keep: Keep, progress: Progress | None) -> Played:
        """Play the jobs, taken one by one as there is room, and keep each; yields it with its digest.

        The order is that in which jobs end. `progress` hears the number of games done since it was last called.
        """


class _Stopped(Exception):
    """The run ends; this job is not finished."""


class Threads:
    """Each thread plays a shard and writes it, while the others go on playing.

    Parameters
    ----------
    threads : int
        At least 1.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def play(self, jobs: Iterator[Job], keep: Keep, progress: Progress | None) -> Played:
        """As `Backend.play`. However it ends, threads stop within some thousand games."""
        stopping = threading.Event()

        def heard(games: int) -> None:
            if stopping.is_set():
                raise _Stopped
            if progress is not None:
                progress(games)

        def work(job: Job) -> str:
            return keep(job, play_job(job, heard))

        running: dict[Future[str], Job] = {}
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                while True:
                    while len(running) < self.threads and (job := next(jobs, None)) is not None:
                        running[pool.submit(work, job)] = job
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        yield running.pop(future), future.result()
            finally:
                stopping.set()


class Cluster:
    """The workers of a dask.distributed cluster play, this process writes.

    Parameters
    ----------
    scheduler : str
        Its address, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    SpecError
        The package distributed is missing.
    """

    def __init__(self, scheduler: str) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise SpecError(
                "--backend dask: the package distributed is not installed; pip install 'fwwsim[cluster]'"
            ) from None
        self.scheduler, self.distributed = scheduler, distributed

    def play(self, jobs: Iterator[Job], keep: Keep, progress: Progress | None) -> Played:
        """As `Backend.play`. Jobs of a worker that is lost are played by another.

        Raises
        ------
        SpecError
            The scheduler cannot be reached, it has no workers, or theirs is another version of fwwsim or of a file.
        """
        try:
            client = self.distributed.Client(self.scheduler, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SpecError(f"--scheduler {self.scheduler}: cannot be reached: {error}") from None
        lost = (OSError, CancelledError, self.distributed.KilledWorker)
        with client:
            try:
                yield from self._play(client, jobs, keep, progress)
            except lost as error:
                raise SpecError(f"--scheduler {self.scheduler}: the cluster was lost: {error}") from None

    def _play(self, client: Any, jobs: Iterator[Job], keep: Keep, progress: Progress | None) -> Played:
        threads = sum(client.nthreads().values())
        if not threads:
            raise SpecError(f"--scheduler {self.scheduler}: has no workers; start some with dask worker")
        running: dict[Any, Job] = {}
        results = self.distributed.as_completed(loop=client.loop, with_results=True)
        try:
            while True:
                while len(running) < 2 * threads and (job := next(jobs, None)) is not None:
                    future = client.submit(play_elsewhere, job, pure=False)
                    running[future] = job
                    results.add(future)
                if not running:
                    return
                future, outcomes = next(results)
                job = running.pop(future)
                digest = keep(job, outcomes)
                if progress is not None:
                    progress(job.games)
                yield job, digest
        finally:
            client.cancel(list(running), force=True)


def play_job(job: Job, progress: Progress | None = None) -> NDArray[Any]:
    """The outcomes of a job, on one thread."""
    match = match_of(job.cell)
    return simulate(match, job.games, first=job.first, chunk=CHUNK, progress=progress).outcomes


def play_elsewhere(job: Job) -> NDArray[Any]:
    """The outcomes of a job on a worker, after a check that it plays the same games.

    Raises
    ------
    SpecError
        It does not: its fwwsim or a file that the cell names is another.
    """
    try:
        if key_of(match_of(job.cell)) == job.key:
            return play_job(job)
    except FwwsimError as error:
        raise SpecError(f"--backend dask: a worker says: {error}") from None
    raise SpecError(
        "--backend dask: a worker has another version of fwwsim, or of a data set or policy that the spec names; "
        "allowed: the same on every worker"
    )
