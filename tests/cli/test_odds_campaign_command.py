"""``fwwsim odds campaign``, and ``odds fww`` with --explain, --sensitivity and a context."""

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from fwwsim.cli.main import run
from fwwsim.games.first_world_war.odds import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.odds.explain import explain_combat
from fwwsim.games.first_world_war.odds.sensitivity import sensitivity

FACES = ("S", "S", 1, 2, 3, 4)
HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "rich")
CAMPAIGN = ["campaign", "--attackers", "3,3", "--defenders", "3", "--attacks", "2", "--cities", "2"]
COMBAT = ["fww", "--attackers", "DE 1,DE 3", "--defenders", "BR 1", "--defence-chit", "machine guns"]


def odds(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the command in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["fwwsim", "odds", *words])
    try:
        run()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def rows(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(capsys.readouterr().out)
    return read


def test_a_campaign_for_the_reader(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert odds(monkeypatch, *CAMPAIGN) == 0
    told = rows(capsys)
    for row in (
        "Attack 3, 3",
        "Defence 3",
        "Attacks up to 2, policy greedy",
        "Cities 2 that can be taken",
        "0 11/72 15.28 1 100.00",
        "1 17/72 23.61 61/72 84.72",
        "2 11/18 61.11 11/18 61.11",
        "front cleared 65/72 90.28",
        "surrender point 0 0.00",
        "attackers left 35/24 1.4583",
        "defenders left 7/72 0.0972",
        "attacks made 2 2.0000",
        "of value 3 0 61.11 1 23.61 2 15.28",
        "0 0.0000 2.0000 1.0000 0.00 0.00 100.00",
        "2 1.4583 1.4583 0.0972 90.28 0.00 0.00",
    ):
        assert row in told
    assert not any("reconstructed" in row for row in told)


def test_a_campaign_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds(monkeypatch, *CAMPAIGN, "--json") == 0
    found = document(capsys)
    exact = found["exact"]
    assert exact["cities_taken"] == {"0": "11/72", "1": "17/72", "2": "11/18"}
    assert exact["cities_at_least"] == {"0": "1", "1": "61/72", "2": "11/18"}
    assert (exact["surrender_point"], exact["front_cleared"]) == ("0", "65/72")
    assert (exact["attackers_left_mean"], exact["defenders_left_mean"]) == ("35/24", "7/72")
    assert found["cities_taken"]["2"] == 11 / 18
    assert found["attackers_left_mean"] == 35 / 24
    assert len(found["after_each_attack"]) == 2
    assert found["after_each_attack"][-1]["exact"]["cities_taken"] == exact["cities_taken"]
    lost = {int(number): Fraction(share) for number, share in exact["attackers_lost"]["3"].items()}
    assert sum(lost.values()) == 1
    assert "optimal" not in found
    assert found["dataset"]["id"] == "reconstruction-1"


def test_the_optimal_policy(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["campaign", "--attackers", "DE 1,DE 3,DE 4", "--defenders", "BR 1,FR 1", "--attacks", "4"]
    words += ["--policy", "optimal", "--stop-when", "losses=2", "--worth", "army3=1"]
    assert odds(monkeypatch, *words) == 0
    told = rows(capsys)
    assert "Attacks up to 4, policy optimal, until losses=2" in told
    assert any(
        row.startswith("first attack: 3, ") and row.endswith("the first of them leads") for row in told
    )
    assert "attack breaks off another lead fewer armies another answer" in told
    assert "reconstructed" in told[-1]
    assert odds(monkeypatch, *words, "--json") == 0
    found = document(capsys)
    assert found["optimal"]["exact"]["value"] == found["exact"]["exchange"]
    assert found["optimal"]["first"]["lead"] == 3
    assert found["worth"]["army3"] == "1"
    assert len(found["optimal"]["before_each_attack"]["stops"]) == 4


def test_explain_a_campaign(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds(monkeypatch, *CAMPAIGN, "--explain") == 0
    told = rows(capsys)
    assert any(row.startswith("R6.5 with none left") for row in told)
    assert "A 22 of 36, = 5 of 36, D 9 of 36" in told
    assert odds(monkeypatch, *CAMPAIGN, "--explain", "--json") == 0
    assert len(document(capsys)["explain"]["grid"]) == 6


def test_explain_a_combat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds(monkeypatch, *COMBAT, "--explain") == 0
    told = rows(capsys)
    for row in (
        "R6.1.2 lead army +3 +3",
        "R6.1.3 superiority +1 0",
        "R6.1.5 chit 0 +1",
        "before the dice 4 4",
        "R6.1.4 each rolls S, S, 1, 2, 3, 4, equally likely; S counts 0",
        "S 4:4 = 4:4 = 4:5 D 4:6 D 4:7 D 4:8 D",
        "2 6:4 A 6:4 A 6:5 A 6:6 = 6:7 D 6:8 D",
        "A 14 of 36, = 8 of 36, D 14 of 36",
    ):
        assert row in told
    assert odds(monkeypatch, *COMBAT, "--explain", "--json") == 0
    explained = document(capsys)["explain"]
    assert explained["modifiers"][2] == {"rule": "R6.1.5", "name": "chit", "attack": 0, "defence": 1}
    assert explained["grid"][3][4] == {"attack": 6, "defence": 7, "outcome": -1}


def test_sensitivity_of_a_combat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds(monkeypatch, *COMBAT, "--sensitivity") == 0
    told = rows(capsys)
    assert "attack lead +1 no army is better than 3" in told
    assert "attack one army more 0 +0.00 0 +0.00 0 +0.00" in told
    assert "attack chit +1 +2/9 +22.22 -1/12 -8.33 -5/36 -13.89" in told
    assert odds(monkeypatch, *COMBAT, "--sensitivity", "--json") == 0
    found = document(capsys)["sensitivity"]
    assert found["defence lead +1"] is None
    assert found["defence chit +1"]["defence_wins"] == {"exact": "2/9", "points": pytest.approx(200 / 9)}


def test_sensitivity_is_the_difference_of_two_combats() -> None:
    attack = Side((Combatant(1), Combatant(2)), lead=0, chit=-1)
    combat = Combat(attack, Side((Combatant(2), Combatant(0)), chit=1))
    changes = {change.name: change for change in sensitivity(combat, FACES)}
    more = Combat(Side((*attack.armies, Combatant(3)), 0, -1), combat.defence)
    better = Combat(Side((Combatant(2), Combatant(2)), 0, -1), combat.defence)
    before = combat_odds(combat, FACES)
    for name, after in (("attack one army more", more), ("attack lead +1", better)):
        for result in ("attack_wins", "tie", "defence_wins"):
            difference = getattr(combat_odds(after, FACES), result) - getattr(before, result)
            assert getattr(changes[name], result) == difference
    assert len(changes) == 6


def test_the_grid_counts_the_odds() -> None:
    for attackers, defenders, chit in (((3, 1), (2,), 0), ((0,), (3, 3), 2), ((2,), (2,), -1)):
        combat = Combat(
            Side(tuple(map(Combatant, attackers)), chit=chit), Side(tuple(map(Combatant, defenders)))
        )
        told, exact = explain_combat(combat, FACES), combat_odds(combat, FACES)
        counted = [Fraction(told.count(result), 36) for result in (1, 0, -1)]
        assert counted == [exact.attack_wins, exact.tie, exact.defence_wins]
        assert told.attack_fixed - told.defence_fixed == exact.mean_margin


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["campaign"], "no attackers"),
        (["campaign", "--attackers", "3"], "no defenders"),
        ([*CAMPAIGN, "--attacks", "0"], "attacks: found 0; allowed: 1 to 24 (R4.2)"),
        ([*CAMPAIGN, "--cities", "-1"], "cities: found -1"),
        ([*CAMPAIGN, "--front", "3", "--cities", "40"], "cities: found 40; front 3 has"),
        ([*CAMPAIGN, "--policy", "bold"], "policy: found 'bold'; allowed: greedy, optimal"),
        ([*CAMPAIGN, "--stop-when", "tired"], "--stop-when: found 'tired'; allowed: cleared"),
        ([*CAMPAIGN, "--worth", "town=1"], "--worth 'town=1': unknown name"),
        ([*CAMPAIGN, "--front", "7", "--treaty"], "front 7 is closed under the treaty"),
        ([*CAMPAIGN, "--rule", "hand_scope=player"], "makes no difference to a campaign"),
        ([*COMBAT, "--front", "12"], "--front: found 12; allowed: 1 to 11"),
        ([*COMBAT, "--turn", "0"], "--turn: found 0; allowed: 1 to 6"),
        ([*COMBAT, "--front", "7"], "BR 1: front 7 does not list BR; allowed: RU, DE (R5.0)"),
        ([*COMBAT, "--attackers", "DE 1,AH 1", "--defenders", "RU 1", "--treaty"], "(R8.1)"),
        (
            ["fww", "--attackers", "MEF", "--defenders", "BU 1", "--front", "11", "--without-monastir"],
            "MEF: attacks on front 11 only while the Allies control Monastir (R5.4)",
        ),
        (
            ["fww", "--attackers", "DE 1", "--defenders", "RU 1", "--turn", "1", "--schlieffen"],
            "German armies attack on fronts 1, 2, 3 only on turn 1 (R9.1)",
        ),
        (
            ["fww", "--attackers", "BR 1", "--defenders", "3", "--attack-chit", "Tanks", "--turn", "2"],
            "Tanks is a chit of 1917",
        ),
    ],
    ids=str,
)
def test_every_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert odds(monkeypatch, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_help_defines_every_statistic(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert odds(monkeypatch, "campaign", "--help") == 0
    told = capsys.readouterr().out
    for term in ("cities taken", "front cleared", "surrender point", "attacks made", "exchange", "goes on"):
        assert term in told
    assert max(map(len, told.splitlines())) <= 82


@pytest.mark.parametrize(
    "words", [[*CAMPAIGN, "--policy", "optimal", "--explain"], [*COMBAT, "--explain", "--sensitivity"]]
)
def test_the_commands_import_nothing_heavy(words: list[str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "fwwsim", "odds", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "fwwsim.games.first_world_war.odds.explain" in modules
    assert {module for module in modules if module.split(".")[0] in HEAVY} == set()
