"""``fwwsim verify``: some of a report's games played again here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.cli.experiment import Threads, resumable, threads_of
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.experiments.manifest import Manifest
    from fwwsim.experiments.shards import Job
    from fwwsim.experiments.verify import Verified

DIFFERENT = 1  # exit code


def verify(
    report: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a report, reports/NAME.")],
    sample: Annotated[
        str, typer.Option(metavar="P%", help="How much of it to play again, at least one shard.")
    ] = "1%",
    seed: Annotated[int, typer.Option(metavar="S", help="Of the draw of the sample.")] = 1914,
    threads: Threads = None,
) -> None:
    """Play a sample of a report's games again on this machine and compare the digests of their outcomes.

    Exit code 0 if all are equal, 1 if not. It needs the manifest only; files of games that are there are checked.
    """
    from fwwsim.cli.progress import compile_kernels, progress_of
    from fwwsim.experiments.backends import Threads as Backend
    from fwwsim.experiments.cell import match_of
    from fwwsim.experiments.manifest import differences, read_manifest
    from fwwsim.experiments.verify import sample_shards
    from fwwsim.experiments.verify import verify as play_again

    share, chosen = parse_share(sample), threads_of(threads)
    if seed < 0:
        raise SpecError(f"--seed: found {seed}; allowed: 0 or more")
    manifest = read_manifest(report)
    games = sum(job.games for job, _ in sample_shards(manifest, share, seed))
    with resumable(report):
        compile_kernels(match_of(next(iter(manifest.cells.values()))))
        with progress_of(games) as progress:
            found = play_again(manifest, share, seed, Backend(chosen), progress)
    for line in differences(manifest):
        print(f"other than where the report was made: {line}")
    _tell(manifest, found)
    if found.wrong or found.damaged:
        raise typer.Exit(DIFFERENT)


def parse_share(text: str) -> float:
    """A share of 1 from percent.

    >>> parse_share("1%"), parse_share("12.5 %")
    (0.01, 0.125)
    """
    try:
        share = float(text.strip().removesuffix("%")) / 100
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise SpecError(f"--sample: found {text!r}; allowed: above 0% and at most 100%")
    return share


def _tell(manifest: Manifest, found: Verified) -> None:
    name = manifest.facts["name"]
    played = f"{found.shards:,} of {found.of:,} shards ({found.games:,} games) played again"
    for job in found.wrong:
        print(f"{name}: {_place(job)} are not those of the report: their digest differs", file=sys.stderr)
    for job in found.damaged:
        print(f"{name}: the file of {_place(job)} is damaged; run the spec again", file=sys.stderr)
    if found.wrong or found.damaged:
        print(f"{name}: {played}: {len(found.wrong)} differ, {len(found.damaged)} files are damaged")
    else:
        print(f"{name}: {played}: all digests are equal")


def _place(job: Job) -> str:
    return f"games {job.first:,} to {job.first + job.games - 1:,} of {job.cell.name}"
