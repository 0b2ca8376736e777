"""Hector and Achilles in leagues and tuning: seats, weights by side, and both commands from spec to report."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.cli import main
from fwwsim.engine.simulate import simulate
from fwwsim.games.hector_and_achilles.contest import CONTEST, count, seat
from fwwsim.games.hector_and_achilles.match import prepare
from fwwsim.games.hector_and_achilles.policies.assign import find_policies, shipped_policies
from fwwsim.games.hector_and_achilles.policies.weights import NAMES

GAME = 'game = "hector_and_achilles"\nplayers = 2\n'
TUNE = f"""{GAME}
base = "greedy"
factions = ["TROJAN"]
opponents = ["greedy", "random"]
[training]
games = 20
generations = 2
population = 4
seed = 1
[test]
games = 50
seed = 2
"""


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """A call that runs ``fwwsim`` in this process, and gives what it printed."""

    def call(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["fwwsim", *words])
        main.run()
        return capsys.readouterr().out

    return call


def test_a_seat_changes_the_policies_and_nothing_else() -> None:
    text = "ACHAEAN=greedy,TROJAN=tuned"
    start = prepare(None, 2, ["home_limit=6"], "random", 3)
    seated = seat(start, find_policies(text))
    direct = prepare(None, 2, ["home_limit=6"], text, 3)
    assert seated.description["policies"] == direct.description["policies"]
    assert (simulate(seated, 100).outcomes == simulate(direct, 100).outcomes).all()
    assert start.table.policy.tolist() == [0, 0]


def test_tuned_has_a_vector_a_side_and_says_where_it_comes_from() -> None:
    tuned = shipped_policies()["tuned"]
    table = prepare(None, 2, [], "tuned", 1).table
    for number, side in enumerate(CONTEST.sides):
        assert table.weights[number, : len(NAMES)].tolist() == list(tuned.weights_of(side))
    assert tuned.weights_of("ACHAEAN") != tuned.weights_of("TROJAN")
    assert "10,080,000 games" in tuned.history


def test_counts_add_up() -> None:
    outcomes = simulate(prepare(None, 2, ["both_fall"], "random", 5), 3000).outcomes
    counted = count(outcomes, 2)
    assert [sum(words.values()) for words in counted.values()] == [3000, 3000]
    assert counted["side"]["none"] == np.count_nonzero(outcomes["winner"] < 0) > 0
    assert CONTEST.won_by(outcomes, "TROJAN", 2).sum() == counted["side"]["TROJAN"]


def test_a_league(command: Any, tmp_path: Path) -> None:
    spec = tmp_path / "tiny.toml"
    spec.write_text(f'{GAME}policies = ["random", "greedy", "steady"]\ngames = 40\nseed = 5\n')
    text = command("league", str(spec), "--out", str(tmp_path), "--threads", "1")
    assert "each policy of the Achaeans against each of the Trojans" in text
    assert "our reading of the rulebook" in text
    assert "Allies" not in text
    content = json.loads((tmp_path / "tiny" / "league.json").read_text())
    cell = next(row for row in content["payoff"] if (row["ACHAEAN"], row["TROJAN"]) == ("greedy", "random"))
    outcomes = simulate(prepare(None, 2, [], "ACHAEAN=greedy,TROJAN=random", 5), 40).outcomes
    assert cell["won"] == np.count_nonzero(outcomes["winner"] == 0)
    assert sum(content["alpha_rank"]["ACHAEAN"].values()) == pytest.approx(1.0)


def test_a_tuning_and_its_policy(command: Any, tmp_path: Path) -> None:
    spec = tmp_path / "learn.toml"
    spec.write_text(TUNE)
    text = command("tune", str(spec), "--out", str(tmp_path), "--threads", "1")
    assert "| Trojans | greedy |" in text
    file = tmp_path / "learn" / "policies.toml"
    told = command(
        "simulate", "--game", "hector_and_achilles", "--games", "20", "--policy", f"tuned@{file}", "--json"
    )
    assert json.loads(told)["policies"] == {"ACHAEAN": "tuned", "TROJAN": "tuned"}
