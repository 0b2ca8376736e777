"""What the commands that read a spec share: its arguments, the folder of its report, and how they stop."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from fwwsim.cli.options import check_between, forgive_encoding

MOST_THREADS = 1024
INTERRUPTED = 130  # exit code, as of a process that Ctrl-C ended
REPORTS = Path("reports")

Spec = Annotated[Path, typer.Argument(metavar="SPEC.toml", help="What to run; examples are in analyses/.")]
Threads = Annotated[
    int | None,
    typer.Option(metavar="T", help="Threads; changes no result. Default: one for each processor."),
]
Out = Annotated[
    Path, typer.Option(metavar="DIR", help="Where reports go: DIR/<name of the spec>/. Default: reports.")
]


def threads_of(threads: int | None) -> int:
    """The number of threads asked for, or one a processor.

    Raises
    ------
    SpecError
    """
    chosen = min(os.cpu_count() or 1, MOST_THREADS) if threads is None else threads
    check_between("--threads", chosen, 1, MOST_THREADS)
    return chosen


@contextmanager
def resumable(folder: Path) -> Iterator[None]:
    """Turn Ctrl-C into one line that says how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        print(
            f"fwwsim: interrupted; what is done is kept in {folder}: run it again to go on", file=sys.stderr
        )
        raise typer.Exit(INTERRUPTED) from None


def show(text: str, folder: Path) -> None:
    """Print a report and where it is."""
    forgive_encoding()
    print(text)
    print(f"Written to {folder}", flush=True)


def run_search(
    spec: Path,
    layout: type[Any],
    plan: Callable[..., Any],
    run: Callable[..., Any],
    threads: int | None,
    out: Path,
) -> tuple[Any, Path]:
    """Read a spec and run it: what was found, and the folder of its report."""
    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.experiments.spec import read_spec
    from fwwsim.experiments.store import open_folder

    chosen = threads_of(threads)
    planned = plan(read_spec(spec, layout), str(spec))
    folder = open_folder(out / spec.stem)
    with resumable(folder):
        compile_kernels(planned.arena.match)
        with progress_of(planned.games) as progress:
            return run(planned, folder, chosen, progress), folder


def run_training(
    spec: Path,
    layout: type[Any],
    plan: Callable[..., Any],
    run: Callable[..., Any],
    threads: int | None,
    out: Path,
) -> None:
    """Read a spec, train, report: what tune and exploit have in common."""
    found, folder = run_search(spec, layout, plan, run, threads, out)

    from fwwsim.reporting.training_report import write_training

    show(write_training(found, folder), folder)
