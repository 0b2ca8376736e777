"""``fwwsim odds hidden``: what it prints, how it fails, and that the exact path stays light."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from fwwsim.cli.main import run
from fwwsim.games.first_world_war.odds import hidden as enumeration

EXAMPLE = [
    "--attackers", "DE 1,DE 2", "--stack", "WA=3", "--front", "1", "--turn", "2",
    "--attack-hand", "Big Bertha", "--unknown-chits", "2", "--known", "FR 1",
]  # fmt: skip
HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "rich")
NAMES = ("unopposed", "attack_wins", "tie", "defence_wins")


def hidden(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["fwwsim", "odds", "hidden", *words])
    try:
        run()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_a_text_for_the_reader(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert hidden(monkeypatch, *EXAMPLE) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[:5] == [
        "The First World War: an attack on what is hidden",
        "Attack DE 1 (3), DE 2 (3); hand Big Bertha +1",
        "Defence 3 face down of WA; 2 unknown chits",
        "A won attack takes a city, worth 1",
        "3 counters of WA, drawn from 10 armies that would defend and 6 others",
    ]
    assert "Best attack: lay Big Bertha, DE 1 or DE 2 leads; best choice: attack" in rows
    assert any(row.startswith("no real army defends 3.57 3.57") for row in rows)
    assert "the face-down counters +0.0000" in rows
    assert "reconstructed by this project" in rows[-1]


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert hidden(monkeypatch, *EXAMPLE, "--truth", "FR 2,BR 1,dummy", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    exact = document["exact"]
    assert document["method"] == "exact"
    assert document["best_attack"] == {
        "chit": "Big Bertha", "lead": "DE 1 or DE 2", "worth_attacking": True,
    }  # fmt: skip
    assert exact["attacker_sees"]["unopposed"] == "1/28"  # 6 dummies of 16 counters, three times
    for view in (exact["attacker_sees"], exact["defender_sees"]["mean"], exact["everything_known"]["mean"]):
        assert sum(Fraction(view[name]) for name in NAMES) == 1
    assert exact["defender_sees"]["mean"]["unopposed"] == "0"
    assert max(Fraction(one["gain"]) for one in exact["gains"]) == Fraction(exact["value"])
    assert set(exact["value_of_knowing"]) == {"chit", "stack", "everything"}
    assert "monte_carlo" not in document


def test_samples_beside_the_exact_odds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hidden(monkeypatch, *EXAMPLE, "--samples", "20000", "--seed", "7", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    sampled = document["monte_carlo"]
    assert (sampled["samples"], sampled["seed"], sampled["confidence"]) == (20000, 7, 0.95)
    for name in NAMES:
        interval = sampled["attacker_sees"][name]
        assert interval["low"] <= interval["estimate"] <= interval["high"]
        assert interval["estimate"] == pytest.approx(
            float(Fraction(document["exact"]["attacker_sees"][name])), abs=0.015
        )


def test_too_many_cases_are_sampled_and_said_to_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(enumeration, "MOST_CASES", 10)
    assert hidden(monkeypatch, *EXAMPLE) == 0
    text = capsys.readouterr().out
    assert "More than 10 cases: not enumerated, sampled." in text
    assert "Monte Carlo: the simulation's kernel, 100,000 samples, seed 1914; 95 % intervals" in text
    assert hidden(monkeypatch, *EXAMPLE, "--samples", "1000", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["method"] == "monte_carlo"
    assert "exact" not in document
    assert document["monte_carlo"]["samples"] == 1000


def test_terms_are_defined_in_the_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hidden(monkeypatch, "--help") == 0
    text = capsys.readouterr().out
    for term in ("best attack", "attacker sees", "defender sees", "everything known", "value of knowing"):
        assert f"  {term} " in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "--front and --turn are needed"),
        (["--front", "1", "--turn", "1"], "no attackers"),
        (["--front", "1", "--turn", "1", "--attackers", "DE 1"], "no defenders: give --stack"),
        ([*EXAMPLE, "--front", "0"], "--front: found 0; allowed: 1 to 11"),
        ([*EXAMPLE, "--turn", "7"], "--turn: found 7; allowed: 1 to 6"),
        ([*EXAMPLE, "--stack", "XX=1"], "unknown faction; allowed: WA, EA, DE, GA"),
        ([*EXAMPLE, "--stack", "DE=1"], "all belong to the Central Powers"),
        ([*EXAMPLE, "--stack", "WA=40"], "unknown counters on front 1 on turn 2; allowed: 16 at most"),
        ([*EXAMPLE, "--known", "FR 77"], "no army 'FR 77'"),
        ([*EXAMPLE, "--lost", "FR 1"], "FR 1 is given twice"),
        ([*EXAMPLE, "--attack-hand", "+1,+1,+1,+1"], "a hand holds 3 at most (R6.2.1)"),
        ([*EXAMPLE, "--attack-hand", "Gas"], "Gas is a chit of 1915"),
        ([*EXAMPLE, "--unknown-chits", "4"], "allowed: 0 to 3 in a hand (R6.2.1)"),
        ([*EXAMPLE, "--unknown-chits", "-1"], "allowed: 0 to 3 in a hand (R6.2.1)"),
        ([*EXAMPLE, "--truth", "FR 2"], "--truth: found 1 counters; the stack has 3"),
        ([*EXAMPLE, "--defence-hand", "Foch"], "Foch is a chit of 1918"),
        ([*EXAMPLE, "--samples", "0"], "--samples: found 0; allowed: 1 to 10000000"),
        ([*EXAMPLE, "--nothing", "--base"], "--base and --nothing: give one of"),
        ([*EXAMPLE, "--worth", "city=x"], "found 'x'"),
        ([*EXAMPLE, "--attackers", "AH 1"], "front 1 does not list AH"),
        ([*EXAMPLE, "--data", "/no/such/folder"], "/no/such/folder: no such folder"),
    ],
)
def test_every_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert hidden(monkeypatch, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("fwwsim: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_the_exact_path_imports_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "fwwsim", "odds", "hidden", *EXAMPLE, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "fwwsim.games.first_world_war.odds.hidden_views" in modules
    assert {module for module in modules if module.split(".")[0] in HEAVY} == set()
