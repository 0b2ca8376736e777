"""Experiments at tiny sizes: what is played, what is kept, and that nothing ends a run but for a while."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.errors import SpecError
from fwwsim.experiments import outcome_file, shards
from fwwsim.experiments.backends import Played, Threads
from fwwsim.experiments.cell import key_of, match_of
from fwwsim.experiments.find import play_command
from fwwsim.experiments.plan import Experiment, plan, plan_file
from fwwsim.experiments.question import Arm, Budget, Question
from fwwsim.experiments.results import Results, shards_in
from fwwsim.experiments.run import games_of, run_experiment
from fwwsim.games.first_world_war.match import prepare
from fwwsim.reporting.frames import outcome_frame

GAMES, SHARD = 1100, 250
NOTHING = Budget(games=0, data_draws=0, policies=(), knock_outs=0, forced=0)
QUESTION = Question(
    "Test", "What?", "rule_effect", 21, games=GAMES, policies="random",
    arms={"base": Arm(), "plan": Arm(("schlieffen",))}, budget=NOTHING,
)  # fmt: skip


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SHARD", SHARD)


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return plan(QUESTION, "test", "test.toml")


@pytest.fixture
def results(experiment: Experiment, tmp_path: Path) -> Results:
    return run_experiment(experiment, tmp_path / "whole", Threads(2))


def files_of(results: Results) -> list[Path]:
    return sorted((results.folder / "cells").rglob("*.parquet"))


class Counting(Threads):
    """Threads that count the jobs that they play."""

    def __init__(self, threads: int = 1) -> None:
        super().__init__(threads)
        self.played: list[tuple[str, int]] = []

    def play(self, jobs: Iterator[Any], keep: Any, progress: Any) -> Played:
        for job, digest in super().play(jobs, keep, progress):
            self.played.append((job.cell.name, job.first))
            yield job, digest


def test_shards_hold_the_games_of_direct_simulation(results: Results) -> None:
    assert [path.name for path in files_of(results)[:2]] == ["000000000000.parquet", "000000000250.parquet"]
    assert len(files_of(results)) == 2 * 5
    assert (results.games("base"), results.games("plan"), results.reached) == (GAMES, GAMES, None)
    for name, rules in (("base", []), ("plan", ["schlieffen"])):
        run = simulate(prepare(None, 4, rules, "random", 21), GAMES)
        frame = outcome_frame(run)
        found = pd.concat(
            [
                pd.read_parquet(results.folder / "cells" / job.key / f"{job.first:012}.parquet")
                for job in results.jobs[name]
            ],
            ignore_index=True,
        )
        assert (found.pop("seed") == 21).all()
        pd.testing.assert_frame_equal(
            found.astype({"reason": str}), frame.astype({"reason": str}), check_categorical=False
        )
        codes = np.concatenate([shard["reason"] for shard in results.shards(name, ("reason",))])
        assert [results.words("reason")[code] for code in codes] == frame["reason"].tolist()


def test_any_column_comes_back_in_order_of_the_games(results: Results) -> None:
    read = list(results.shards("plan", ("game", "vp_EA", "surrendered_DE")))
    assert [len(shard["game"]) for shard in read] == [250, 250, 250, 250, 100]
    assert np.concatenate([shard["game"] for shard in read]).tolist() == list(range(GAMES))
    assert read[0]["surrendered_DE"].dtype == np.bool_
    with pytest.raises(SpecError, match=r"^column vp_WEA: unknown column; did you mean vp_"):
        next(results.shards("plan", ("vp_WEA",)))


def test_other_programs_read_the_shards(results: Results) -> None:
    everything = str(results.folder / "cells" / "*" / "*.parquet")
    counted = duckdb.sql(f"select alliance, count(*) from '{everything}' group by alliance").fetchall()
    assert sum(games for _, games in counted) == 2 * GAMES
    assert {word for word, _ in counted} <= {"ALLIES", "CENTRAL_POWERS", "none"}
    about = pq.read_schema(files_of(results)[0]).metadata
    columns = json.loads(about[b"fwwsim.columns"])
    assert columns[:2] == [
        {"name": "seed", "unit": "number", "meaning": shards.SEED[2]},
        {"name": "game", "unit": "index", "meaning": "index of the game under its seed"},
    ]
    assert json.loads(about[b"fwwsim.match"])["policies"]["WA"] == "random"
    assert json.loads(about[b"fwwsim.shard"])["games"] == SHARD


def test_threads_change_nothing(results: Results, experiment: Experiment, tmp_path: Path) -> None:
    one = run_experiment(experiment, tmp_path / "one", Threads(1))
    assert one.digests == results.digests
    assert [path.read_bytes() for path in files_of(one)] == [path.read_bytes() for path in files_of(results)]


def test_what_is_there_is_not_played_again(results: Results, experiment: Experiment) -> None:
    heard: list[int] = []
    counting = Counting()
    again = run_experiment(experiment, results.folder, counting, progress=heard.append)
    assert counting.played == []
    assert again.digests == results.digests
    assert sum(heard) == games_of(experiment) == 2 * GAMES


def test_more_games_go_on_from_those_there(results: Results, experiment: Experiment) -> None:
    more = plan(replace(QUESTION, games=1300), "test", "test.toml")
    counting = Counting()
    longer = run_experiment(more, results.folder, counting)
    assert sorted(counting.played) == [(arm, first) for arm in ("base", "plan") for first in (1000, 1250)]
    assert longer.digests["base"][:4] == results.digests["base"][:4]


@pytest.mark.parametrize("damage", ["empty", "half", "flipped", "no metadata", "another shard", "a folder"])
def test_a_damaged_shard_is_played_again(results: Results, experiment: Experiment, damage: str) -> None:
    path = files_of(results)[1]
    whole = path.read_bytes()
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "half":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "flipped":
        table = pq.read_table(path)
        column = table.schema.get_field_index("vp_WA")
        values = table.column(column).to_numpy().copy()
        values[17] += 1
        changed = table.set_column(column, table.schema.field(column), [values])
        pq.write_table(changed.replace_schema_metadata(table.schema.metadata), path)
    elif damage == "no metadata":
        pq.write_table(pq.read_table(path).replace_schema_metadata(None), path)
    elif damage == "another shard":
        path.write_bytes(files_of(results)[2].read_bytes())
    else:
        path.unlink()
        path.mkdir()
    counting = Counting()
    if damage == "a folder":
        with pytest.raises(SpecError, match=r"000000000250.parquet: cannot be written: Is a directory"):
            run_experiment(experiment, results.folder, counting)
        return
    again = run_experiment(experiment, results.folder, counting)
    assert len(counting.played) == 1
    assert again.digests == results.digests
    assert path.read_bytes() == whole


def test_a_full_disk_is_one_error_and_leaves_the_shards(
    results: Results, experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = pq.write_table, []

    def fill(table: Any, path: Any, **options: Any) -> None:
        if len(written) == 3:
            Path(path).write_bytes(b"half of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(table, path, **options)
        written.append(path)

    monkeypatch.setattr(outcome_file.pq, "write_table", fill)
    folder = tmp_path / "full"
    with pytest.raises(SpecError, match=r"^\S+parquet: cannot be written: No space left on device$"):
        run_experiment(experiment, folder, Threads(1))
    left = [path for path in (folder / "cells").rglob("*") if path.is_file()]
    assert sorted(path.name for path in left) == [
        ".lock",
        *(f"{first:012}.parquet" for first in (0, 250, 500)),
    ]
    monkeypatch.undo()
    monkeypatch.setattr(shards, "SHARD", SHARD)
    counting = Counting()
    assert run_experiment(experiment, folder, counting).digests == results.digests
    assert len(counting.played) == 10 - 3


def test_a_folder_that_cannot_be_made_is_one_error(experiment: Experiment, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SpecError, match=r"cells: cannot be made: Not a directory$"):
        run_experiment(experiment, tmp_path / "file", Threads(1))


def test_a_folder_without_leave_to_write_is_one_error(results: Results, experiment: Experiment) -> None:
    cells = results.folder / "cells"
    next(cells.rglob("*.parquet")).unlink()
    (cells / ".lock").unlink(missing_ok=True)
    cells.chmod(0o500)
    try:
        if os.access(cells, os.W_OK):
            pytest.skip("this user may write everywhere")
        with pytest.raises(SpecError, match=r"cannot be written: Permission denied$"):
            run_experiment(experiment, results.folder, Threads(1))
    finally:
        cells.chmod(0o700)


def test_two_runs_at_once_are_refused(results: Results, experiment: Experiment) -> None:
    with (
        shards_in(results.folder).locked(),
        pytest.raises(SpecError, match="another run is at work there"),
    ):
        run_experiment(experiment, results.folder, Threads(1))


def test_a_fault_ends_the_run_and_its_threads(experiment: Experiment, tmp_path: Path) -> None:
    def fail(games: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_experiment(experiment, tmp_path, Threads(2), progress=fail)


def test_cells_of_the_same_games_share_their_shards(tmp_path: Path) -> None:
    """With four players, one a faction, it does not matter whose hand holds three chits."""
    arms = {"base": Arm(), "same": Arm(("schlieffen=off",)), "player": Arm(("hand_scope=player",))}
    experiment = plan(replace(QUESTION, arms=arms), "test", "test.toml")
    results = run_experiment(experiment, tmp_path, Threads(1))
    assert len({key_of(match_of(cell)) for cell in experiment.cells}) == 1
    assert len(files_of(results)) == 5
    assert games_of(experiment) == GAMES
    assert results.digest("base") == results.digest("player")


def test_a_forced_combat_changes_the_games_that_have_it(experiment: Experiment, tmp_path: Path) -> None:
    base = experiment.cells[0]
    lost, won = (replace(base, name=f"{result:+}", force=(3, 2, result)) for result in (-1, 1))
    results = run_experiment(replace(experiment, cells=(base, lost, won)), tmp_path, Threads(1))
    columns = ("forced", "vp_WA", "dice_luck_ALLIES", "end_turn")
    plain, loss, win = (
        {name: np.concatenate([shard[name] for shard in results.shards(cell, columns)]) for name in columns}
        for cell in ("base", "-1", "+1")
    )
    assert not plain["forced"].any()
    assert (loss["forced"] == win["forced"]).all()
    there = win["forced"] > 0
    assert 50 < there.sum() < GAMES
    for name in columns:
        assert (plain[name][~there] == win[name][~there]).all()
    assert (win["vp_WA"] != loss["vp_WA"]).any()
    assert play_command(won, 3) == ""


def test_other_games_have_other_keys() -> None:
    base = plan(QUESTION, "test", "test.toml").cells[0]
    changes = [{"seed": 22}, {"rules": ("schlieffen",)}, {"policies": "balanced"}, {"players": 2}]
    keys = {key_of(match_of(replace(base, **change))) for change in [{}, *changes]}  # type: ignore[arg-type]
    assert len(keys) == 5
    assert key_of(match_of(replace(base, name="x", games=5))) in keys


@pytest.mark.parametrize("threads", [1, 3])
def test_a_target_stops_after_the_same_shard(experiment: Experiment, tmp_path: Path, threads: int) -> None:
    asked: list[int] = []

    def stop(table: Any) -> bool:
        asked.append(int(table.sum()))
        return len(asked) == 3

    stopped = run_experiment(experiment, tmp_path / "s", Threads(threads), stop=stop)
    assert asked == [250, 500, 750]
    assert (stopped.games("base"), stopped.games("plan"), stopped.reached) == (750, 750, True)
    again = run_experiment(experiment, tmp_path / "s", counting := Counting(), stop=lambda t: t.sum() == 750)
    assert counting.played == []
    assert again.digests == stopped.digests


def test_a_target_that_is_not_reached_plays_at_most(tmp_path: Path) -> None:
    asked = replace(QUESTION, games=0, target=0.5, at_most=600)
    results = run_experiment(plan(asked, "test", "t"), tmp_path, Threads(1))
    assert (results.games("plan"), results.reached) == (600, False)
    wide = replace(asked, target=20.0)
    results = run_experiment(plan(wide, "test", "t"), tmp_path, Threads(1))
    assert (results.games("plan"), results.reached) == (250, True)


START = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from fwwsim.experiments import shards
shards.SHARD = {SHARD}
from fwwsim.cli.main import run
run()
"""
LONG = """
title = "Long"
question = "How long?"
report = "rule_effect"
policies = "balanced"
games = 3000
seed = 5
[arms.base]
[arms.plan]
rules = ["schlieffen"]
[budget]
games = 0
"""


def test_a_killed_run_goes_on_where_its_shards_end(tmp_path: Path) -> None:
    """kill -9, then Ctrl-C, then to the end: the digest is that of a run that nothing ended."""
    spec = tmp_path / "long.toml"
    spec.write_text(LONG)
    cells = tmp_path / "out" / "long" / "cells"
    seen: dict[str, int] = {}
    for blow, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
        process = start_run(spec, tmp_path / "out")
        while len(shard_times(cells)) < len(seen) + 4:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(blow)
        _, err = process.communicate(timeout=60)
        assert process.returncode == code
        assert blow == signal.SIGKILL or err.startswith("fwwsim: interrupted; what is done is kept in")
        assert not (cells.parent / "manifest.json").exists()
        assert {name: shard_times(cells)[name] for name in seen} == seen
        seen = shard_times(cells)
        (next(cells.rglob("*.parquet")).parent / f".000000000000.parquet.{process.pid}.part").write_bytes(
            b"PAR1 half"
        )
    _, err = start_run(spec, tmp_path / "out").communicate(timeout=120)
    assert err == ""
    assert {name: shard_times(cells)[name] for name in seen} == seen
    assert not list(cells.rglob("*.part"))
    experiment = plan_file(spec)
    assert len(shard_times(cells)) == 2 * 12 > len(seen)
    whole = run_experiment(experiment, tmp_path / "whole", Threads(2))
    manifest = json.loads((cells.parent / "manifest.json").read_text())
    assert manifest["digest"] == whole.total_digest()


def start_run(spec: Path, out: Path) -> "subprocess.Popen[str]":
    words = [sys.executable, "-c", START, "run", str(spec), "--threads", "2", "--out", str(out)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def shard_times(cells: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in cells.rglob("*.parquet")}
