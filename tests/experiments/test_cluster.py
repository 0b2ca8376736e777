"""The dask backend on two worker processes: the same digests as threads, also when a worker is killed."""

import logging
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fwwsim.errors import SpecError
from fwwsim.experiments import backends, shards
from fwwsim.experiments.backends import Cluster, Threads
from fwwsim.experiments.plan import Experiment, plan
from fwwsim.experiments.question import Arm, Budget, Question
from fwwsim.experiments.run import run_experiment

distributed = pytest.importorskip("distributed")


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SHARD", 400)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process with one thread; a worker that is killed comes back."""
    settings = {"distributed.worker.daemon": True, "distributed.logging.distributed": logging.CRITICAL}
    import dask

    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        ) as local,
    ):
        yield local


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    question = Question(
        "Cluster", "Is it the same?", "rule_effect", 11, games=6000, policies="random",
        arms={"base": Arm(), "plan": Arm(("schlieffen",))}, budget=Budget(0, 0, (), 0, 0),
    )  # fmt: skip
    return plan(question, "cluster", "cluster.toml")


def test_workers_give_the_same_digest(cluster: Any, experiment: Experiment, tmp_path: Path) -> None:
    there = run_experiment(experiment, tmp_path / "there", Cluster(cluster.scheduler_address))
    here = run_experiment(experiment, tmp_path / "here", Threads(2))
    assert there.digests == here.digests
    assert len(there.jobs["base"]) == 15


def test_a_killed_worker_changes_nothing(cluster: Any, experiment: Experiment, tmp_path: Path) -> None:
    with distributed.Client(cluster, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
    done = []

    def kill_one(games: int) -> None:
        done.append(games)
        if len(done) == 3:
            os.kill(pids[0], signal.SIGKILL)

    there = run_experiment(
        experiment, tmp_path / "there", Cluster(cluster.scheduler_address), progress=kill_one
    )
    here = run_experiment(experiment, tmp_path / "here", Threads(2))
    assert there.digests == here.digests
    assert sum(done) == 12_000


def test_a_scheduler_that_does_not_answer_is_one_error(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backends, "CONNECT", 0.3)
    with pytest.raises(SpecError, match=r"^--scheduler tcp://127.0.0.1:9: cannot be reached: "):
        run_experiment(experiment, tmp_path, Cluster("tcp://127.0.0.1:9"))
    with pytest.raises(SpecError, match=r"^--scheduler nonsense://x: cannot be reached: "):
        run_experiment(experiment, tmp_path, Cluster("nonsense://x"))


def test_a_cluster_without_workers_is_one_error(experiment: Experiment, tmp_path: Path) -> None:
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=logging.CRITICAL) as empty,
        pytest.raises(SpecError, match="has no workers; start some with dask worker"),
    ):
        run_experiment(experiment, tmp_path, Cluster(empty.scheduler_address))


def test_a_worker_with_other_sources_refuses(experiment: Experiment) -> None:
    cell = experiment.cells[0]
    with pytest.raises(SpecError, match="a worker has another version of fwwsim, or of a data set or policy"):
        backends.play_elsewhere(shards.Job(cell, "another key", 0, 5))
    with pytest.raises(SpecError, match=r"^--backend dask: a worker says: nowhere: no such folder"):
        backends.play_elsewhere(shards.Job(replace(cell, data="nowhere"), "key", 0, 5))
