"""``fwwsim run``: a question in a TOML file, its games and its report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.cli.experiment import REPORTS, Out, Threads, resumable, show, threads_of
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.experiments.backends import Backend
    from fwwsim.experiments.plan import Experiment

ANALYSES = Path("analyses")
BACKENDS = ("threads", "dask")


def run(
    spec: Annotated[
        Path | None,
        typer.Argument(
            metavar="SPEC.toml", help="The question; with --all a folder of them. Default: analyses."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Run every question of a folder.")] = False,
    threads: Threads = None,
    out: Out = REPORTS,
    backend: Annotated[
        str,
        typer.Option(metavar="threads|dask", help="Where games are played; changes no result."),
    ] = "threads",
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="With --backend dask: of the scheduler, tcp://HOST:PORT.")
    ] = "",
) -> None:
    """Play the games that a question needs and write its report.

    Games are kept in shards, DIR/<name of the spec>/cells/: a run that was ended, however, goes on where its
    finished shards end, and threads and clusters change nothing in what is found.
    """
    from fwwsim.experiments.plan import plan_file

    place = _backend(backend, scheduler, threads)
    if not every:
        if spec is None:
            raise SpecError(
                "SPEC.toml: missing; allowed: a question such as analyses/schlieffen.toml, or --all"
            )
        _answer(plan_file(spec), out, place)
        return
    for experiment in [plan_file(path) for path in _questions(spec or ANALYSES)]:
        _answer(experiment, out, place)


def _backend(backend: str, scheduler: str, threads: int | None) -> Backend:
    from fwwsim.experiments.backends import Cluster, Threads

    if backend not in BACKENDS:
        raise SpecError(f"--backend: found {backend!r}; allowed: {', '.join(BACKENDS)}")
    if (backend == "dask") != bool(scheduler):
        raise SpecError(
            "--scheduler: allowed: an address such as tcp://HOST:PORT, together with --backend dask"
        )
    return Cluster(scheduler) if scheduler else Threads(threads_of(threads))


def _questions(folder: Path) -> list[Path]:
    """The questions of a folder; one line tells of other specs there."""
    from fwwsim.experiments.question import is_question

    if not folder.is_dir():
        raise SpecError(f"--all {folder}: no such folder; allowed: a folder of questions")
    specs = sorted(folder.glob("*.toml"))
    questions = [path for path in specs if is_question(path)]
    others = [path.name for path in specs if path not in questions]
    if others:
        print(
            f"{folder}: left out, for fwwsim league, tune, exploit, equilibrium or balance: {', '.join(others)}",
            file=sys.stderr,
        )
    if not questions:
        raise SpecError(f"--all {folder}: found no question, a TOML file that names its report")
    return questions


def _answer(experiment: Experiment, out: Path, place: Backend) -> None:
    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.experiments.cell import match_of
    from fwwsim.experiments.manifest import write_manifest
    from fwwsim.experiments.run import games_of, run_experiment
    from fwwsim.experiments.store import open_folder
    from fwwsim.reporting.kinds import has_report
    from fwwsim.reporting.render_md import in_short

    folder = open_folder(out / experiment.name)
    with resumable(folder):
        compile_kernels(match_of(experiment.cells[0]))
        with progress_of(games_of(experiment)) as progress:
            results = run_experiment(experiment, folder, place, progress=progress)
        write_manifest(results)

    if has_report(experiment.spec.game):
        from fwwsim.reporting.write_report import write_report

        document = write_report(results, folder)
        show(f"{in_short(document)}\n\ndigest {results.total_digest()}", folder)
        return
    from fwwsim.reporting.answers import answers

    show(answers(results), folder)
