"""``fwwsim balance`` at tiny sizes: its pairs are those of direct simulation, it resumes, and it refuses cleanly."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.experiments import hector_balance
from fwwsim.experiments.hector_balance import BalanceSpec, count_policy, pair, plan_balance
from fwwsim.experiments.spec import build
from fwwsim.games.hector_and_achilles.match import prepare, tell
from fwwsim.games.hector_and_achilles.what_if import with_attack, with_hero_value, without_hero

GAMES = 150
SPEC = """
policies = ["random", "ACHAEAN=greedy,TROJAN=tuned"]
games = 60
seed = 5
battles = 2
rules = ["home_limit=6"]
"""


def plan(**changes: Any) -> Any:
    given = {"policies": ["greedy"], "games": GAMES, "seed": 9, "battles": 2, **changes}
    return plan_balance(build(BalanceSpec, given), "x.toml")


def test_the_given_attacker_is_the_only_thing_that_changes() -> None:
    """One of both arms is the game by the rules, and up to that battle both are."""
    match = prepare(None, 2, [], "greedy", 9)
    base = simulate(match, GAMES).outcomes
    for battle in (1, 2, 5, 12):
        arms = [simulate(with_attack(match, battle, side), GAMES).outcomes for side in range(2)]
        assert ((base == arms[0]) | (base == arms[1])).all()
        short = base["end_battle"] < battle
        assert (arms[0]["end_battle"] < battle).tolist() == short.tolist()
        assert (arms[0][short] == arms[1][short]).all()
        assert (arms[0] != arms[1])[~short].mean() > 0.5
    assert (base == simulate(with_attack(match, 1, 0), GAMES).outcomes).all()


def test_the_attacker_is_told() -> None:
    match = with_attack(prepare(None, 2, [], "greedy", 9), 3, 1)
    for index in range(10):
        attackers = [event["attacker"] for event in tell(match, index) if event["event"] == "open"]
        assert attackers[0] == "ACHAEAN"
        assert attackers[2] == "TROJAN"


def test_a_hero_that_is_out_never_comes() -> None:
    match = without_hero(prepare(None, 2, [], "random", 9), 0, 1)
    seen = set()
    for index in range(25):
        for event in tell(match, index):
            seen |= set(event.get("heroes", {}).values()) if event["event"] == "open" else set()
            assert "Achilles" not in json.dumps(event)
    assert {"Aias", "Odysseus", "Hector"} <= seen


def test_the_value_of_a_hero() -> None:
    match = prepare(None, 2, [], "greedy", 9)
    base = simulate(match, GAMES).outcomes
    assert (simulate(with_hero_value(match, 0, 1, 6), GAMES).outcomes == base).all()
    weak, strong = (simulate(with_hero_value(match, 0, 1, value), 2000).outcomes for value in (1, 9))
    assert (strong["winner"] == 0).sum() > (weak["winner"] == 0).sum() + 100
    assert match.table.hero_value[0, 1] == 6


def test_pairs_are_those_of_direct_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = plan()
    match = chosen.matches["greedy"]
    counts = count_policy(chosen, match, 1)
    base = simulate(match, GAMES).outcomes
    six = simulate(prepare(None, 2, ["home_limit=6"], "greedy", 9), GAMES).outcomes
    assert counts["arms"]["option home_limit"] == pair(base, six).tolist()
    assert counts["changed"]["option home_limit"] == np.count_nonzero(base != six)
    assert counts["results"]["ACHAEAN"] == np.count_nonzero(base["winner"] == 0)
    assert counts["battles"]["attacker"]["part"] == base["attacks_won"].sum()
    assert counts["battles"]["tie"]["part"] == base["ties"].sum()
    assert sum(sums["part"] for sums in counts["battles"].values()) == base["end_battle"].sum()
    assert np.sum(counts["attack"][0]) == GAMES
    assert all(np.sum(table) == GAMES for table in counts["arms"].values())
    assert len(counts["arms"]) == 12 + 10 + 5  # two heroes are worth the least
    monkeypatch.setattr(hector_balance, "BLOCK", 47)
    assert count_policy(chosen, match, 2) == counts


def test_the_report(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = tmp_path / "tiny.toml"
    spec.write_text(SPEC)
    words = ("balance", str(spec), "--out", str(tmp_path), "--threads", "1")
    code, out, err = command(*words)
    assert (code, err) == (0, "")
    folder = tmp_path / "tiny"
    assert out == (folder / "report.md").read_text() + "\n" + f"Written to {folder}\n"
    assert out.count("Components graded reconstructed") == 1
    assert "our reading of the rulebook, but home_limit = 6" in out
    for name in ("heroes", "attack"):
        assert (folder / "figures" / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
        assert (folder / "figures" / f"{name}.svg").read_text().startswith("<?xml")
    content = json.loads((folder / "data.json").read_text())
    assert content["own_weights"] == ["ACHAEAN=greedy,TROJAN=tuned"]
    assert "Under `ACHAEAN=greedy,TROJAN=tuned` each side plays by weights of its own" in out
    assert content["games"] == 2 * 60 * (1 + 27 + 4)
    assert [row["worth"]["estimate"] for row in content["heroes"] if row["policy"] == "random"]
    for row in (*content["attack"], *content["heroes"], *content["options"]):
        interval = row.get("gain") or row.get("worth") or row["change"]
        assert interval["low"] < interval["estimate"] < interval["high"]
        flips = row["flips_won"] - row["flips_lost"]
        assert interval["estimate"] == pytest.approx(flips / row["games"])
    for policy in content["spec"]["policies"]:
        assert sum(row["won"] for row in content["sides"] if row["policy"] == policy) == 60
        rates = [row["rate"]["estimate"] for row in content["battles"] if row["policy"] == policy]
        assert sum(rates) == pytest.approx(1.0)
    with (folder / "tables" / "heroes.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 22
    assert float(rows[0]["worth_low"]) < float(rows[0]["worth"]) < float(rows[0]["worth_high"])
    monkeypatch.setattr(hector_balance, "count_policy", None)  # nothing is played again
    assert command(*words) == (0, out, "")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"policies": []}, "x.toml: policies: found none"),
        ({"policies": ["greedy", "greedy"]}, "x.toml: policies: greedy given twice"),
        ({"policies": ["gredy"]}, "x.toml: unknown policy 'gredy'; allowed: random, greedy"),
        ({"rules": ["home_limit=7"]}, "x.toml: --rule home_limit: found '7'; allowed: 5, 6"),
        ({"game": "first_world_war"}, "game: found 'first_world_war'; allowed: hector_and_achilles"),
        ({"battles": 0}, "battles: found 0; allowed: a whole number, 1 to 20"),
    ],
)
def test_bad_specs(change: dict[str, Any], problem: str) -> None:
    from fwwsim.errors import SpecError

    with pytest.raises(SpecError, match=problem):
        plan(**change)
