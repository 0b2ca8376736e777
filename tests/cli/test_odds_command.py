"""``fwwsim odds fww``: what it prints, how it fails, and that it stays light."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fwwsim.cli.main import run
from fwwsim.games.first_world_war.dataset import SHIPPED

EXAMPLE = ["--attackers", "DE 1,DE 2", "--defenders", "BR 1", "--defence-chit", "machine guns"]
HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "rich")


def fww(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["fwwsim", "odds", "fww", *words])
    try:
        run()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_a_table_for_the_reader(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert fww(monkeypatch, *EXAMPLE) == 0
    text = capsys.readouterr().out
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert rows[:3] == [
        "The First World War: one combat, exact odds",
        "Attack DE 1 (3 lead), DE 2 (3); superiority +1; no chit",
        "Defence BR 1 (3 lead); no superiority; chit Machine Guns +1",
    ]
    for row in (
        "attack wins 7/18 38.89",
        "tie 2/9 22.22",
        "defence wins 7/18 38.89",
        "attack's lead DE 1 eliminated 11/18 61.11",
        "defence's lead BR 1 eliminated 11/18 61.11",
        "attack rolls S, may draw a chit 1/3 33.33",
        "defence rolls S, may draw a chit 1/3 33.33",
        "-4 1/18 5.56",
        "0 2/9 22.22",
        "+4 1/18 5.56",
    ):
        assert row in rows
    assert "reconstructed by this project, not the publisher's; --data DIR takes your own" in rows[-1]
    assert max(map(len, text.splitlines()[:-1])) <= 80


def test_values_alone_need_no_word_on_reconstruction(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fww(monkeypatch, "--attackers", "3,3", "--defenders", "3", "--attack-chit", "-1") == 0
    text = capsys.readouterr().out
    assert "3 lead, 3; superiority +1; chit -1" in text
    assert "reconstructed" not in text


def test_your_own_stated_values_need_no_word_on_reconstruction(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for file in SHIPPED.glob("*.toml"):
        text = file.read_text("utf-8").replace('source = "reconstructed"', 'source = "stated"')
        (tmp_path / file.name).write_text(text.replace('"reconstruction-1"', '"mine"'), "utf-8")
    assert fww(monkeypatch, *EXAMPLE, "--data", str(tmp_path)) == 0
    assert "reconstructed" not in capsys.readouterr().out
    assert fww(monkeypatch, *EXAMPLE, "--data", str(tmp_path), "--json") == 0
    assert json.loads(capsys.readouterr().out)["dataset"]["id"] == "mine"


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert fww(monkeypatch, *EXAMPLE, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    dataset = document.pop("dataset")
    assert dataset["id"] == "reconstruction-1"
    assert len(dataset["hash"]) == 16
    assert document == {
        "attack_wins": 7 / 18,
        "tie": 2 / 9,
        "defence_wins": 7 / 18,
        "exact": {
            "attack_wins": "7/18",
            "tie": "2/9",
            "defence_wins": "7/18",
            "attack_lead_eliminated": "11/18",
            "defence_lead_eliminated": "11/18",
            "attack_draws_chit": "1/3",
            "defence_draws_chit": "1/3",
        },
        "margin": {
            "-4": "1/18", "-3": "1/12", "-2": "1/9", "-1": "5/36", "0": "2/9",
            "1": "5/36", "2": "1/9", "3": "1/12", "4": "1/18",
        },
        "leads": {"attack": "DE 1", "defence": "BR 1"},
        "chits": {
            "attack": {"name": None, "value": 0},
            "defence": {"name": "Machine Guns", "value": 1},
        },
        "superiority": {"attack": 1, "defence": 0},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no attackers"),
        (["--attackers", "3"], "no defenders: without a real defender there is no roll (R6.0)"),
        (["--attackers", "3", "--defenders", ""], "no defenders"),
        (["--attackers", "DE 77", "--defenders", "3"], "no army 'DE 77'"),
        (["--attackers", "DE\n1x", "--defenders", "3"], "no army 'DE 1x'"),
        (["--attackers", "DE 1,DE 1", "--defenders", "3"], "DE 1 twice"),
        (["--attackers", "DE 1,3", "--defenders", "3"], "mix names and values"),
        (["--attackers", "DE 1,BR 1", "--defenders", "3"], "one alliance (R6.0)"),
        (["--attackers", "DE 1", "--defenders", "AH 1"], "all belong to the Central Powers"),
        (["--attackers", "3", "--defenders", "4"], "4 is not a combat value"),
        (["--attackers", "3", "--defenders", "-1"], "-1 is not a combat value"),
        (["--attackers", "BU 1", "--defenders", "FR 1"], "no front lists BU, FR together (R5.0)"),
        ([*EXAMPLE, "--attack-chit", "Zeppelin"], "no chit 'Zeppelin'"),
        ([*EXAMPLE, "--attack-chit", "Foch"], "Foch is a chit of the Allies"),
        ([*EXAMPLE, "--attack-chit", "Hindenburg"], "Hindenburg is for use in defence"),
        ([*EXAMPLE, "--attack-chit", "Kaisertreu"], "Kaisertreu needs an army of AH"),
        ([*EXAMPLE, "--attack-lead", "DE 3"], "lead 'DE 3' is not among"),
        (
            ["--attackers", "DE 1,AH 1", "--defenders", "2", "--attack-chit", "Gas", "--attack-lead", "AH 1"],
            "AH 1 may not lead with Gas; allowed: DE 1 (R6.1.2)",
        ),
        ([*EXAMPLE, "--data", "/no/such/folder"], "/no/such/folder: no such folder"),
    ],
)
def test_every_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert fww(monkeypatch, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("fwwsim: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_no_traceback_from_the_process() -> None:
    command = [sys.executable, "-m", "fwwsim", "odds", "fww", "--attackers", "DE 77", "--defenders", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_the_command_imports_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "fwwsim", "odds", "fww", *EXAMPLE, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "fwwsim.games.first_world_war.odds" in modules
    assert {module for module in modules if module.split(".")[0] in HEAVY} == set()
