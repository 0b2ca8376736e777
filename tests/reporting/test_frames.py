"""Outcomes as summary, columns, DataFrame and Parquet file."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from fwwsim.engine.records import digest
from fwwsim.engine.simulate import Run, simulate
from fwwsim.errors import SpecError
from fwwsim.experiments.store import check_writable, replacing
from fwwsim.game import Match
from fwwsim.games import load_game
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.reporting.frames import outcome_frame, write_parquet
from fwwsim.reporting.summary import MEANS, summarise
from fwwsim.stats.intervals import mean_interval, wilson

GAMES, FIRST = 3000, 70


@pytest.fixture(scope="module")
def match() -> Match:
    return load_game("first_world_war").prepare(None, 4, ["schlieffen"], "random", 1914)


@pytest.fixture(scope="module")
def run(match: Match) -> Run:
    return simulate(match, GAMES, first=FIRST)


@pytest.fixture(scope="module")
def summary(match: Match, run: Run) -> dict[str, Any]:
    return summarise(match, run, 1)


@pytest.fixture(scope="module")
def frame(run: Run) -> pd.DataFrame:
    return outcome_frame(run)


def test_the_summary_counts_what_was_played(run: Run, summary: dict[str, Any]) -> None:
    outcomes = run.outcomes
    assert summary["games"] == GAMES
    assert summary["games_per_second"] == pytest.approx(GAMES / summary["seconds"])
    for counts in (
        summary["alliances"],
        summary["reasons"],
        summary["end_turns"],
        *summary["winners"].values(),
    ):
        assert sum(counts.values()) == GAMES
    assert summary["alliances"]["ALLIES"] == np.sum(outcomes["alliance"] == 0)
    assert summary["winners"]["2"] == summary["alliances"]
    assert summary["winners"]["3"]["ALLIES"] == summary["alliances"]["ALLIES"]
    assert summary["winners"]["3"]["DE"] == summary["winners"]["4"]["DE"] == np.sum(outcomes["winner_4"] == 2)
    assert summary["winners"]["4"]["EA"] == np.sum(outcomes["winner_4"] == 1)
    assert summary["reasons"]["mutual_surrender"] == summary["alliances"]["none"]
    assert summary["surrendered"]["DE"] == np.sum(outcomes["surrendered"][:, 2])
    assert summary["treaty"] == np.sum(outcomes["treaty"] > 0)
    assert summary["vp_mean"]["GA"] == pytest.approx(outcomes["vp"][:, 3].mean())
    assert summary["combats"] == pytest.approx(outcomes["combats"].sum() / GAMES)
    assert 0 < summary["contested"] < summary["combats"]
    assert summary["digest"] == digest(outcomes)


def test_intervals_mirror_the_rates_and_means(run: Run, summary: dict[str, Any]) -> None:
    intervals = summary["intervals"]
    assert intervals["winners"]["4"].keys() == summary["winners"]["4"].keys()
    for name in ("alliances", "reasons", "end_turns", "surrendered", "vp_mean"):
        assert intervals[name].keys() == summary[name].keys()
    rate = wilson(summary["surrendered"]["DE"], GAMES)
    assert intervals["surrendered"]["DE"] == {"estimate": rate.estimate, "low": rate.low, "high": rate.high}
    assert intervals["treaty"]["estimate"] == summary["treaty"] / GAMES
    mean = mean_interval(run.outcomes["captures"].sum(axis=1))
    assert intervals["captures"] == pytest.approx(
        {"estimate": mean.estimate, "low": mean.low, "high": mean.high}
    )
    assert all(intervals[name]["estimate"] == summary[name] for name in MEANS)


def test_the_summary_says_how_to_repeat_it_and_is_json(summary: dict[str, Any]) -> None:
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary
    assert (summary["seed"], summary["first_index"], summary["players"]) == (1914, FIRST, 4)
    assert summary["rules"]["schlieffen"] is True
    assert summary["policies"] == dict.fromkeys(FACTIONS, "random")
    assert summary["dataset"].keys() == {"id", "hash", "reconstructed"}
    assert summary["versions"].keys() == {"fwwsim", "game", "python", "numpy", "numba"}


def test_one_game_has_no_spread_and_still_is_json(match: Match) -> None:
    summary = summarise(match, simulate(match, 1), 1)
    assert summary["intervals"]["vp_mean"]["WA"]["low"] is None
    json.dumps(summary, allow_nan=False)


def test_the_frame_has_a_row_a_game_in_words(run: Run, frame: pd.DataFrame, summary: dict[str, Any]) -> None:
    assert frame["game"].tolist() == list(range(FIRST, FIRST + GAMES))
    assert frame["reason"].value_counts().to_dict() == summary["reasons"]
    assert frame["winner_3"].value_counts().to_dict() == summary["winners"]["3"]
    assert frame["winner_4"].value_counts().to_dict() == summary["winners"]["4"]
    assert (frame["alliance"] == frame["winner_2"]).all()
    assert frame["vp_EA"].tolist() == run.outcomes["vp"][:, 1].tolist()
    assert frame["surrendered_DE"].dtype == np.bool_
    assert "fault" not in frame
    columns = load_game("first_world_war").columns(run.outcomes, run.first)
    assert list(frame.columns) == [column.name for column in columns]
    assert frame["vp_t1_EA"].tolist() == run.outcomes["vp_by_turn"][:, 0, 1].tolist()


def test_the_parquet_file_explains_itself(
    tmp_path: Path, match: Match, run: Run, frame: pd.DataFrame
) -> None:
    path = tmp_path / "outcomes.parquet"
    write_parquet(path, match, run)
    pd.testing.assert_frame_equal(pd.read_parquet(path), frame)
    metadata = pq.read_schema(path).metadata
    dictionary = json.loads(metadata[b"fwwsim.columns"])
    assert [entry["name"] for entry in dictionary] == list(frame.columns)
    assert all(entry["unit"] and entry["meaning"] for entry in dictionary)
    about = json.loads(metadata[b"fwwsim.match"])
    assert "source" not in about
    assert (about["seed"], about["first_index"], about["players"]) == (1914, FIRST, 4)
    assert about["dataset"]["hash"] == match.description["dataset_hash"]
    assert [path.name for path in tmp_path.iterdir()] == ["outcomes.parquet"]


def test_a_million_games_fit_a_file_and_memory(run: Run, frame: pd.DataFrame) -> None:
    a_game = frame.memory_usage(index=False).sum() / len(frame)
    assert 1e6 * (a_game + run.outcomes.itemsize) < 2**30 / 2


def write_half(path: Path, error: BaseException) -> None:
    with replacing("--out", path) as part:
        part.write_text("half")
        raise error


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_half(path, KeyboardInterrupt())
    with pytest.raises(SpecError, match="cannot be written: No space left"):
        write_half(path, OSError(28, "No space left on device"))
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_a_link_stays_and_leads_to_the_new_content(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    with replacing("--out", tmp_path / "link") as part:
        part.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for path, reason in {
        tmp_path: "is a folder",
        tmp_path / "none" / "x": "no such folder",
        tmp_path / "file" / "x": "no such folder|Not a directory",
        tmp_path / ("x" * 300): "name too long",
        tmp_path / "loop": "links in a circle|symbolic links",
        Path("/dev/null"): "is no regular file",
        Path("/proc/x"): "cannot be written",
    }.items():
        with pytest.raises(SpecError, match=rf"^--out {path}: .*({reason})"):
            check_writable("--out", path)
    check_writable("--out", tmp_path / "file")
    assert (tmp_path / "file").read_text() == ""
