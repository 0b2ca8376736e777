"""``fwwsim simulate``: what it prints and writes, that it repeats itself, and how it stops and fails."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from fwwsim.cli import main, simulate
from fwwsim.engine import simulate as engine
from fwwsim.games.first_world_war.options import describe
from fwwsim.games.first_world_war.policies.assign import shipped_policies
from fwwsim.games.first_world_war.state import OUTCOME

KEYS = {
    "games", "seconds", "games_per_second", "alliances", "winners", "reasons", "end_turns", "vp_mean",
    "surrendered", "treaty", "combats", "contested", "captures", "eliminated", "chits_drawn", "intervals",
    "game", "seed", "first_index", "players", "rules", "policies", "dataset", "versions", "digest",
    "interrupted", "threads",
}  # fmt: skip
SMALL = ("--games", "2000", "--policy", "random", "--threads", "1")
FORK = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have told its children to ignore it
from fwwsim.cli.main import run
run()
"""


def fwwsim(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["fwwsim", "simulate", *words])
    try:
        main.run()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """A call that runs the command and gives (exit code, stdout, stderr)."""

    def call(*words: str) -> tuple[int, str, str]:
        code = fwwsim(monkeypatch, *words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def played(command: Any, *words: str) -> dict[str, Any]:
    """The JSON of a run that must succeed."""
    code, out, err = command(*words, "--json")
    assert (code, err) == (0, "")
    summary: dict[str, Any] = json.loads(out)
    return summary


def test_json_is_complete_and_alone_on_stdout() -> None:
    words = [sys.executable, "-m", "fwwsim", "simulate", *SMALL, "--players", "3", "--seed", "-7", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)
    assert set(summary) == KEYS
    assert set(summary["alliances"]) == {"ALLIES", "CENTRAL_POWERS", "none"}
    assert {players: set(words) for players, words in summary["winners"].items()} == {
        "2": {"ALLIES", "CENTRAL_POWERS", "none"},
        "3": {"ALLIES", "DE", "GA", "none"},
        "4": {"WA", "EA", "DE", "GA", "none"},
    }
    assert list(summary["reasons"]) == ["turn_6", "six_fronts", "surrender", "mutual_surrender"]
    assert list(summary["end_turns"]) == list("123456")
    assert (summary["games"], summary["players"], summary["seed"]) == (2000, 3, -7)
    assert summary["interrupted"] is False


def test_the_text_has_all_rates_with_their_intervals_and_what_they_rest_on(command: Any) -> None:
    code, out, err = command(*SMALL, "--rule", "surrender_from_turn=3", "--rule", "schlieffen")
    assert (code, err) == (0, "")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    for words in (
        "The First World War: 2,000 games for 4 players",
        "Seed 1914, games 0 to 1999",
        "Rules printed base game, but surrender_from_turn = 3, schlieffen = on",
        "Policies random, all factions",
        "Win rate, alliances (n = 2,000)",
        "Win rate, 4 players (n = 2,000)",
        "Treaty of Brest-Litovsk (n = 2,000)",
        "Win rates are a statement about these policies, not about best play.",
    ):
        assert words in rows
    assert out.count("publisher's") == 1
    assert "--data DIR takes your own" in out
    summary = played(command, *SMALL, "--rule", "surrender_from_turn=3", "--rule", "schlieffen")
    rate = summary["intervals"]["alliances"]["ALLIES"]
    shown = (f"{100 * rate[key]:.0f}" for key in ("estimate", "low", "high"))  # wider than 1 per cent
    line = "Allies {:,} {} % {} to {} %".format(summary["alliances"]["ALLIES"], *shown)
    assert line in rows
    assert re.search(r"2,000 games in [0-9.]+ s on 1 thread: [0-9,]+ games a second", out)
    assert max(map(len, out.splitlines())) <= 80


def test_two_players_need_no_table_of_factions_that_win(command: Any) -> None:
    _, out, _ = command(*SMALL, "--players", "2")
    assert "Win rate, alliances" in out
    assert "players (n" not in out
    assert "Rules     printed base game\n" in re.sub(" +\n", "\n", out)


def test_outcomes_depend_on_the_seed_but_not_on_threads_or_on_how_many_are_played(
    command: Any, tmp_path: Path
) -> None:
    words = ("--games", "9000", "--policy", "WA=balanced,EA=random,DE=aggressive,GA=cautious")
    one = played(command, *words, "--threads", "1", "--out", str(tmp_path / "all"))
    two = played(command, *words, "--threads", "2")
    assert one["digest"] == two["digest"]
    assert (one["threads"], two["threads"]) == (1, 2)
    assert one["policies"] == {"WA": "balanced", "EA": "random", "DE": "aggressive", "GA": "cautious"}
    assert played(command, *words, "--seed", "1915")["digest"] != one["digest"]
    part = ("--games", "500", "--first-index", "8000", *words[2:], "--out", str(tmp_path / "part"))
    assert played(command, *part)["first_index"] == 8000
    every, some = pd.read_parquet(tmp_path / "all"), pd.read_parquet(tmp_path / "part")
    pd.testing.assert_frame_equal(every[8000:8500].reset_index(drop=True), some)


def test_defaults_are_the_printed_game_for_four_balanced_players(command: Any) -> None:
    summary = played(command, "--games", "50")
    assert (summary["players"], summary["seed"], summary["threads"]) == (4, 1914, os.cpu_count())
    assert set(summary["policies"].values()) == {"balanced"}


def read_until(terminal: int, pattern: bytes) -> bytes:
    """What a process writes to its terminal, up to `pattern`."""
    seen = b""
    while not re.search(pattern, seen):
        more = os.read(terminal, 4096)
        assert more, seen
        seen += more
    return seen


@pytest.mark.parametrize("json_words", [("--json",), ()])
def test_ctrl_c_reports_and_writes_the_games_done(tmp_path: Path, json_words: tuple[str, ...]) -> None:
    out = tmp_path / "done.parquet"
    words = [sys.executable, "-c", FORK, "simulate", "--games", "30000000", "--policy", "random"]
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*words, "--out", str(out), *json_words],
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    try:
        os.close(terminal)
        seen = read_until(controller, rb"[1-9][0-9]*/30000000")  # the progress bar counts
        process.send_signal(signal.SIGINT)
        seen += read_until(controller, rb"games done")
        text, _ = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
        os.close(controller)
    assert process.returncode == 130
    done = int(re.search(rb"interrupted: ([0-9,]+) of 30,000,000 games done", seen)[1].replace(b",", b""))
    assert 0 < done < 30_000_000
    assert len(pd.read_parquet(out, columns=["game"])) == done
    if json_words:
        summary = json.loads(text)
        assert (summary["games"], summary["interrupted"]) == (done, True)
    else:
        assert f"{done:,} games for 4 players (interrupted)" in text


@pytest.mark.parametrize("stage", ["compile_kernels", "_play"])
def test_ctrl_c_before_the_first_game_says_so(
    command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stage: str
) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, stage, interrupt)
    code, out, err = command(*SMALL, "--json", "--out", str(tmp_path / "x"))
    assert (code, out, err) == (130, "", "fwwsim: interrupted before any game was done\n")
    assert not list(tmp_path.iterdir())


def test_more_games_than_memory_cost_one_line(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(engine, "simulate", refuse)
    code, out, err = command("--games", str(10**11), "--policy", "random")
    assert (code, out, err.count("\n")) == (2, "", 1)
    need = 1e11 * OUTCOME.itemsize / 2**30
    assert f"--games: 100,000,000,000 outcomes need {need:,.1f} GiB of memory" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--games", "0"), "--games: found 0; allowed: 1 to "),
        (("--games", "-5"), "--games: found -5; allowed: 1 to "),
        (("--games", "many"), "Invalid value for '--games'"),
        (("--games", str(10**30)), "--games: found 1000"),
        (("--players", "5"), "--players: found 5; allowed: 2, 3, 4"),
        (("--players", "four"), "Invalid value for '--players'"),
        (("--threads", "0"), "--threads: found 0; allowed: 1 to "),
        (("--first-index", "-1"), "--first-index: found -1; allowed: 0 to "),
        (("--policy", "nobody"), "'nobody'"),
        (("--policy", "WA=random"), "EA"),
        (("--rule", "schliefen"), "unknown rule; did you mean schlieffen?"),
        (("--rule", "hand_scope=nobody"), "--rule hand_scope: found 'nobody'; allowed: faction, player"),
        (("--rule", "schlieffen", "--rule", "schlieffen=off"), "given twice"),
        (("--data", "/no/such/folder"), "/no/such/folder: no such folder"),
        (("--out", "/no/such/folder/x.parquet"), "--out /no/such/folder/x.parquet: no such folder"),
        (("--out", "/"), "--out /: is a folder"),
        (("--out", ""), "is a folder"),
        (("--bogus",), "No such option: --bogus"),
        (("--games",), "Option '--games' requires an argument"),
        (("extra",), "unexpected extra argument"),
    ],
)
def test_every_error_is_one_line(command: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = command(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("fwwsim: ")
    assert message in err


def test_help_names_every_rule_value_and_policy_and_defines_its_terms(command: Any) -> None:
    code, out, _ = command("--help")
    assert code == 0
    for name, values, _ in describe():
        assert f"  {name}={values.replace(' | ', '|')}\n" in out
    flowing = " ".join(out.split())
    assert all(name in flowing for name in shipped_policies())
    for term in ("win rate", "Wilson interval", "combats", "contested", "captures"):
        assert re.search(rf"^ +{term} +\w", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) <= 80


def test_nothing_is_imported_before_it_is_needed() -> None:
    words = [sys.executable, "-X", "importtime", "-m", "fwwsim", "simulate", "--games", "10", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    modules = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "fwwsim.engine.simulate" in modules
    assert not modules & {"pandas", "pyarrow", "matplotlib", "scipy.stats", "rich.console"}


@pytest.mark.parametrize(("words", "code"), [(["--version"], 0), ([], 2), (["odds"], 2), (["data"], 2)])
def test_version_and_help_for_a_missing_subcommand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], code: int
) -> None:
    monkeypatch.setattr(sys, "argv", ["fwwsim", *words])
    with pytest.raises(SystemExit) as stop:
        main.run()
    captured = capsys.readouterr()
    assert (stop.value.code, captured.err) == (code, "")
    assert re.match(r"fwwsim \d+\.\d+\.\d+$" if words == ["--version"] else "Usage: fwwsim ", captured.out)


def test_an_unknown_subcommand_costs_one_line_that_names_those_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fwwsim", "simulat"])
    with pytest.raises(SystemExit, match="2"):
        main.run()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("fwwsim: No such command 'simulat'")
    assert "commands: simulate, play, games, habits, run, " in line
    assert "league, tune, exploit, equilibrium, balance, odds, data" in line
