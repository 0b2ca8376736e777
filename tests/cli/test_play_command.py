"""``fwwsim play``: one game as text, logs of many, and that they are the games that ``simulate`` counts."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from fwwsim.games import load_game
from fwwsim.games.first_world_war.dataset import FILES, SHIPPED

RANDOM = ("--policy", "random")


def events_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_logged_games_are_those_that_simulate_counts(command: Any, tmp_path: Path) -> None:
    setting = (*RANDOM, "--seed", "7", "--rule", "variable_order", "--players", "4")
    log, out = tmp_path / "log.jsonl", tmp_path / "out.parquet"
    assert command("play", *setting, "--index", "100..139", "--log", str(log)) == (0, "", "")
    words = ("--first-index", "100", "--games", "40", "--json", "--out", str(out))
    assert command("simulate", *setting, *words)[0] == 0
    events, frame = events_of(log.read_text()), pd.read_parquet(out)
    ends = [event for event in events if event["event"] == "end"]
    assert [event["index"] for event in events if event["event"] == "game"] == frame["game"].tolist()
    assert [end["reason"] for end in ends] == frame["reason"].tolist()
    assert [end["turn"] for end in ends] == frame["end_turn"].tolist()
    assert [end["alliance"] or "none" for end in ends] == frame["alliance"].tolist()
    for players in ("2", "3", "4"):
        assert [end["winners"][players] or "none" for end in ends] == frame[f"winner_{players}"].tolist()
    combats = Counter(event["faction"] for event in events if event["event"] == "combat")
    lost = sum(len(event.get("eliminated", ())) for event in events)
    for faction in ("WA", "EA", "DE", "GA"):
        assert [end["vp"][faction] for end in ends] == frame[f"vp_{faction}"].tolist()
        assert combats[faction] == frame[f"combats_{faction}"].sum()
    assert lost == frame.filter(like="eliminated_").to_numpy().sum()
    assert {path.name for path in tmp_path.iterdir()} == {"log.jsonl", "out.parquet"}


def test_stdout_takes_compact_json_lines_of_one_game() -> None:
    words = [sys.executable, "-m", "fwwsim", "play", *RANDOM, "--index", "3", "--log", "-"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    game = load_game("first_world_war")
    told = list(game.tell(game.prepare(None, 4, [], "random", 1914), 3))
    assert done.stdout == "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in told)


def test_a_game_as_text() -> None:
    words = [sys.executable, "-m", "fwwsim", "play", *RANDOM, "--index", "3", "--seed", "1914"]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "The First World War: game 3 of seed 1914, 4 players",
        "Rules: printed base game",
        "Policies: random, all factions",
        "Data set: reconstruction-1",
    ]
    assert "TURN 1 (1914)" in lines
    assert lines.count(" Victory check") == len([line for line in lines if line.startswith("TURN ")])
    assert lines[-1].startswith("Winner: with 2 players ")
    assert max(map(len, lines)) <= 96


def test_text_takes_its_names_from_the_data_set_played(command: Any, tmp_path: Path) -> None:
    for name in FILES:
        text = (SHIPPED / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace('name = "Flanders"', 'name = "Ypern"'), "utf-8")
    code, out, _ = command("play", *RANDOM, "--data", str(tmp_path))
    assert code == 0
    assert "Ypern (1)" in out
    assert "Flanders" not in out


@pytest.mark.parametrize("words", [("--index", "0..300", "--log", "-"), ("--index", "0")])
def test_a_reader_that_leaves_gets_no_traceback(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        command = [sys.executable, "-m", "fwwsim", "play", *RANDOM, *words]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=300, check=False)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_head_ends_a_log_quietly() -> None:
    words = [sys.executable, "-m", "fwwsim", "play", *RANDOM, "--index", "0..500", "--log", "-"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["event"] == "game"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("words", [("--log", "-"), ("--log", "/dev/full"), ()])
def test_a_full_disk_costs_one_line(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "fwwsim", "play", *RANDOM, *words]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in done.stderr


def test_an_encoding_without_the_cities_letters_is_survived() -> None:
    command = [sys.executable, "-m", "fwwsim", "play", *RANDOM, "--index", "3"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"K?nigsberg" in done.stdout


def test_a_log_goes_through_a_pipe_or_device_without_replacing_it(command: Any) -> None:
    assert command("play", *RANDOM, "--log", "/dev/null") == (0, "", "")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--index", "0..9"), "--index 0..9: a range needs --log"),
        (("--index", "-1"), "--index: found '-1'; allowed"),
        (("--index", "x"), "--index: found 'x'; allowed"),
        (("--index", "1..x"), "--index: found '1..x'; allowed"),
        (("--index", "9..3", "--log", "-"), "--index 9..3: the range is empty"),
        (("--index", "9" * 20), "--index: found 99999999999999999999; allowed: 0 to "),
        (("--players", "1"), "--players: found 1; allowed: 2, 3, 4"),
        (("--rule", "nothing"), "--rule nothing: unknown rule"),
        (("--policy", "nobody"), "'nobody'"),
        (("--data", "/no/such/folder"), "/no/such/folder: no such folder"),
        (("--log", "/no/such/folder/x"), "--log /no/such/folder/x: no such folder"),
        (("--log", "/"), "--log /: is a folder"),
        (("--seed", "x"), "Invalid value for '--seed'"),
    ],
)
def test_every_error_is_one_line(command: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = command("play", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("fwwsim: ")
    assert message in err
