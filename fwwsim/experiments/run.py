"""Playing an experiment: shards that are there are kept, those that are missing are played."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from fwwsim.engine.simulate import Progress
from fwwsim.errors import SpecError
from fwwsim.experiments.backends import Backend
from fwwsim.experiments.cell import Cell, key_of, match_of
from fwwsim.experiments.plan import Experiment
from fwwsim.experiments.results import Results, shards_in
from fwwsim.experiments.shards import Job, Shards, jobs_of, words_of
from fwwsim.experiments.stopping import Stop, Stopping, stop_at

ANSWERS = ("alliance", "winner")  # the column of who won, whichever the game has


def run_experiment(
    experiment: Experiment,
    folder: Path,
    backend: Backend,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play what is missing of an experiment.

    A run that was ended, however, goes on where its finished shards end, and gives the same results.

    Parameters
    ----------
    experiment : Experiment
    folder : Path
        Of the report; the games go to its folder ``cells``.
    backend : Backend
    stop : callable, optional
        In place of the rule of the question's target: whether the games counted so far are enough (`Stopping`).
    progress : callable, optional
        Hears the number of games done since it was last called.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; the shards done are kept.
    SpecError
        The folder cannot be written (the shards done are kept), or another run is at work in it.
    RuleError
        A policy broke a rule.
    """
    store, jobs = shards_in(folder), shards_of(experiment)
    reached = None
    with store.locked():
        session = _Session(store, backend, progress)
        if stop is not None or experiment.spec.target:
            arms = {cell.name: jobs[cell.name] for cell in experiment.arms}
            counted, reached = session.play_until(
                arms, _stopping(experiment, stop or stop_at(experiment.spec.target))
            )
            keys = {rows[0].key for rows in arms.values()}
            jobs = {name: rows[:counted] if rows[0].key in keys else rows for name, rows in jobs.items()}
        session.play(iter([job for rows in jobs.values() for job in rows]))
    digests = {name: tuple(session.digests[_place(job)] for job in rows) for name, rows in jobs.items()}
    return Results(experiment, folder, jobs, digests, reached)


def shards_of(experiment: Experiment) -> dict[str, tuple[Job, ...]]:
    """Cell -> its shards. Cells of the same games have the same shards, as many as the largest of them needs."""
    keys = {cell.name: key_of(match_of(cell)) for cell in experiment.cells}
    largest: dict[str, Cell] = {}
    for cell in experiment.cells:
        other = largest.setdefault(keys[cell.name], cell)
        if cell.games > other.games:
            largest[keys[cell.name]] = cell
    shards = {key: jobs_of(cell, key) for key, cell in largest.items()}
    return {name: shards[key] for name, key in keys.items()}


def games_of(experiment: Experiment) -> int:
    """How many games an experiment plays, with a target at most."""
    different = {jobs[0].key: jobs for jobs in shards_of(experiment).values()}
    return sum(job.games for jobs in different.values() for job in jobs)


def answer_column(cell: Cell) -> str:
    """The column that tells who won.

    Raises
    ------
    SpecError
        The game has none.
    """
    known = words_of(cell)
    for name in ANSWERS:
        if name in known:
            return name
    raise SpecError(f"game: {cell.game} has no column {' or '.join(ANSWERS)}")


Place = tuple[str, int, int]


def _place(job: Job) -> Place:
    """Jobs of the same games have the same place."""
    return job.key, job.first, job.games


class _Session:
    """One run: what is known of the shards, and the backend that plays those missing."""

    def __init__(self, store: Shards, backend: Backend, progress: Progress | None) -> None:
        self.store, self.backend, self.progress = store, backend, progress
        self.digests: dict[Place, str] = {}

    def play(self, jobs: Iterator[Job]) -> None:
        """See to it that all of these shards are there."""
        with closing(self.backend.play(self._missing(jobs), self.store.write, self.progress)) as played:
            for job, digest in played:
                self.digests[_place(job)] = digest

    def play_until(self, arms: dict[str, tuple[Job, ...]], stopping: Stopping) -> tuple[int, bool]:
        """Play all arms, shard by shard, until there are enough: how many shards of each count, and whether they are.

        Those that were begun before that was known are not among them.
        """
        rounds = list(zip(*arms.values(), strict=True))
        column = answer_column(rounds[0][0].cell)
        counted, enough = 0, False

        def look() -> bool:
            nonlocal counted, enough
            while not enough and counted < len(rounds) and self._has(rounds[counted]):
                codes = (self.store.read(job, (column,))[column] for job in rounds[counted])
                enough = stopping.enough(dict(zip(arms, codes, strict=True)))
                counted += 1
            return enough

        def wanted() -> Iterator[Job]:
            for jobs in rounds:
                for job in jobs:
                    if look():
                        return
                    yield job

        self.play(wanted())
        look()
        return counted, enough

    def _has(self, jobs: tuple[Job, ...]) -> bool:
        return all(_place(job) in self.digests for job in jobs)

    def _missing(self, jobs: Iterator[Job]) -> Iterator[Job]:
        """Those of the jobs whose shard is not there; of the others the digest is noted."""
        asked: set[Place] = set()
        for job in jobs:
            place = _place(job)
            if place in asked or place in self.digests:
                continue
            digest = self.store.digest(job)
            if digest is None:
                asked.add(place)
                yield job
            else:
                self.digests[place] = digest
                if self.progress is not None:
                    self.progress(job.games)


def _stopping(experiment: Experiment, stop: Stop) -> Stopping:
    arms = experiment.arms
    answers = len(words_of(arms[0])[answer_column(arms[0])])
    return Stopping(tuple(cell.name for cell in arms), answers, stop)
