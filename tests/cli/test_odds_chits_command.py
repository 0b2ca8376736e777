"""``fwwsim odds chits``: what it prints and how it fails."""

import json
import sys
from fractions import Fraction

import pytest

from fwwsim.cli.main import run

EXAMPLE = [
    "--attackers", "DE 1,DE 2,AH 2", "--defenders", "RU 1,RU 3", "--front", "9", "--turn", "3",
    "--attack-hand", "Gas,Hindenburg", "--defence-hand", "Forts,Rumours",
]  # fmt: skip


def chits(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["fwwsim", "odds", "chits", *words])
    try:
        run()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_a_text_for_the_reader(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert chits(monkeypatch, *EXAMPLE) == 0
    text = capsys.readouterr().out
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert rows[:5] == [
        "The First World War: chits and leads of one combat as a game",
        "Attack DE 1 (3), DE 2 (3), AH 2 (2); hand Gas +1, Hindenburg +1",
        "Defence RU 1 (1), RU 3 (2); hand Forts +1, Rumours +0",
        "A won attack takes a city, worth 1",
        "Attack may not lay here: Hindenburg (R6.1.1, R6.2.2)",
    ]
    assert any(row.startswith("Value to the attacker +") and "to 1e-9" in row for row in rows)
    for heading in ("Plan of the attack, in per cent", "Plan of the defence, in per cent"):
        assert heading in rows
    assert "Dominated choices: never right, whatever the enemy does" in rows
    assert "reconstructed by this project" in rows[-1]


def test_a_combat_without_any_choice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chits(monkeypatch, "--attackers", "3", "--defenders", "3", "--nothing") == 0
    text = capsys.readouterr().out
    assert "Value to the attacker +0.000000 (to 1e-9; exploitable by 0e+00)" in text
    assert "attack wins 38.89 %, tie 22.22 %, defence wins 38.89 %" in text
    assert "No choice is dominated" in text
    assert "reconstructed" not in text


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert chits(monkeypatch, *EXAMPLE, "--base", "--worth", "point=3", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["prize"] == "base"
    assert document["exploitability"] <= document["precision"] == 1e-9
    sure, conceded = (Fraction(document["exact"][name]) for name in ("sure", "conceded"))
    assert sure <= conceded
    assert float(sure) - 1e-9 <= document["value"] <= float(conceded) + 1e-9
    assert document["attack_wins"] + document["tie"] + document["defence_wins"] == pytest.approx(1)
    assert document["not_layable"] == {"attack": ["Hindenburg"], "defence": []}
    assert sum(move["probability"] for move in document["plans"]["defence_chits"]) == pytest.approx(1)
    assert document["pure"]["attack"]["cost"] >= 0
    assert set(document["dominated"]) == {"attack", "defence_chits", "defence_leads"}
    assert document["dataset"]["id"] == "reconstruction-1"


def test_terms_are_defined_in_the_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chits(monkeypatch, "--help") == 0
    text = capsys.readouterr().out
    for term in ("value", "plan", "exploitable", "pure plan", "dominated"):
        assert f"  {term}  " in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no attackers"),
        (["--attackers", "3"], "no defenders"),
        (["--attackers", "DE 1", "--defenders", "AH 1"], "all belong to the Central Powers"),
        ([*EXAMPLE, "--attack-hand", "+1,+1,+1,+1"], "a hand holds 3 at most (R6.2.1)"),
        ([*EXAMPLE, "--attack-hand", "Foch"], "Foch is a chit of the Allies"),
        ([*EXAMPLE, "--attack-hand", "Zeppelin"], "no chit 'Zeppelin'"),
        ([*EXAMPLE, "--attack-hand", "Gas,Gas"], "Gas is given twice"),
        ([*EXAMPLE, "--defence-hand", "Tanks"], "Tanks is a chit of 1917 and enters the cup before turn 5"),
        ([*EXAMPLE, "--city", "--base"], "--city and --base: give one of"),
        ([*EXAMPLE, "--worth", "town=1"], "unknown name"),
        ([*EXAMPLE, "--turn", "5", "--treaty"], "front 9 is closed under the treaty"),
        ([*EXAMPLE, "--front", "12"], "--front: found 12; allowed: 1 to 11"),
        ([*EXAMPLE, "--front", "1"], "front 1 does not list"),
        ([*EXAMPLE, "--data", "/no/such/folder"], "/no/such/folder: no such folder"),
    ],
)
def test_every_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert chits(monkeypatch, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("fwwsim: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err
