"""The manifest of a report: all that is needed to play its games again, and the digests that they must have."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from fwwsim import jit
from fwwsim.errors import SpecError
from fwwsim.experiments import shards
from fwwsim.experiments.cell import Cell, match_of
from fwwsim.experiments.provenance import describe, versions
from fwwsim.experiments.results import Results, joined_digest
from fwwsim.experiments.shards import Job
from fwwsim.experiments.store import fingerprint, read_json, write_json

FILE = "manifest.json"
ABOUT_FILES = (
    "cells/<fingerprint>/<first game>.parquet; rows with game >= games of the cell, if any, do not count; "
    "the digest of a shard is the SHA-256 of its columns, of a cell and of all that of the digests before"
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `read_manifest` finds: the folder, the facts as they stand there, and the shards by cell."""

    folder: Path
    facts: dict[str, Any]
    jobs: dict[str, tuple[Job, ...]]
    digests: dict[str, tuple[str, ...]]

    @property
    def cells(self) -> dict[str, Cell]:
        """The cells by name, the base first."""
        return {name: jobs[0].cell for name, jobs in self.jobs.items()}


def write_manifest(results: Results) -> None:
    """Write ``manifest.json`` into the folder of the report; equal results give equal bytes.

    Raises
    ------
    SpecError
        It cannot be written.
    """
    write_json(results.folder / FILE, manifest_facts(results))


def manifest_facts(results: Results) -> dict[str, Any]:
    """The manifest as plain facts."""
    experiment = results.experiment
    spec = asdict(experiment.spec)
    base = describe(results.match(experiment.cells[0].name))
    return {
        "name": experiment.name,
        "spec": spec,
        "spec_hash": fingerprint(spec),
        "sources": jit.source_hash(),
        "versions": base["versions"],
        "game": base["game"],
        "seed": base["seed"],
        "players": base["players"],
        "rules": base["rules"],
        "policies": base["policies"],
        "dataset": base["dataset"],
        "files": ABOUT_FILES,
        "shard": shards.SHARD,
        **({} if results.reached is None else {"target_reached": results.reached}),
        "digest": results.total_digest(),
        "cells": [_cell_facts(results, cell) for cell in experiment.cells],
    }


def read_manifest(folder: Path) -> Manifest:
    """The manifest in the folder of a report.

    Raises
    ------
    SpecError
        There is none, or it is not one of this program.
    """
    path = folder / FILE
    facts = read_json(path)
    if facts is None:
        raise SpecError(f"{folder}: holds no {FILE}; allowed: the folder of a report that fwwsim run wrote")
    try:
        rows = [(row, cell_of(row)) for row in facts["cells"]]
        jobs = {cell.name: _jobs(row, cell, facts["shard"]) for row, cell in rows}
        digests = {cell.name: tuple(row["shards"]) for row, cell in rows}
        whole = facts["digest"] == joined_digest(tuple(joined_digest(found) for found in digests.values()))
        if not whole or any(len(jobs[name]) != len(found) or not found for name, found in digests.items()):
            raise ValueError("its digests do not belong together")
    except (KeyError, TypeError, ValueError) as error:
        raise SpecError(f"{path}: is no manifest of fwwsim run, or damaged: {error}") from None
    return Manifest(folder, facts, jobs, digests)


def cell_of(row: dict[str, Any]) -> Cell:
    """The cell that a row of a manifest describes."""
    values: dict[str, Any] = {}
    for entry in fields(Cell):
        value = row[entry.name]
        values[entry.name] = tuple(value) if isinstance(value, list) else value
    return Cell(**values)


def differences(manifest: Manifest) -> list[str]:
    """What is not the same here as where the games of a report were played, a line each."""
    facts = manifest.facts
    here = {**versions(facts["versions"]["game"]), "sources": jit.source_hash()}
    there = {**facts["versions"], "sources": facts["sources"]}
    current = describe(match_of(next(iter(manifest.cells.values()))))
    here |= {"game": current["versions"]["game"], "data set": current["dataset"]["hash"]}
    there["data set"] = facts["dataset"]["hash"]
    return [
        f"{name}: {there[name]} there, {here[name]} here" for name in there if there[name] != here.get(name)
    ]


def _cell_facts(results: Results, cell: Cell) -> dict[str, Any]:
    return {
        **asdict(cell),
        "games": results.games(cell.name),
        "fingerprint": results.jobs[cell.name][0].key,
        "dataset": results.match(cell.name).description["dataset_hash"],
        "digest": results.digest(cell.name),
        "shards": list(results.digests[cell.name]),
    }


def _jobs(row: dict[str, Any], cell: Cell, shard: int) -> tuple[Job, ...]:
    games = row["games"]
    return tuple(
        Job(cell, row["fingerprint"], first, min(shard, games - first)) for first in range(0, games, shard)
    )
