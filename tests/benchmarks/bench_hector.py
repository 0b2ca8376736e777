"""How fast Hector and Achilles is: games a second, odds of a battle, cold start. Run by ``make bench``."""

import subprocess
import sys
from typing import Any

import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.games.hector_and_achilles.battle_odds import battle_odds
from fwwsim.games.hector_and_achilles.dataset import load_dataset
from fwwsim.games.hector_and_achilles.match import prepare
from fwwsim.games.hector_and_achilles.situation import Camp, Situation

GAMES = {"random": 400_000, "greedy": 60_000}
BOX = load_dataset()
TILE = ("yellow", "red", "blue", "green")
AFTER_TWO = Situation(
    "ACHAEAN",
    "ACHAEAN",
    TILE,
    Camp(row=("yellow 3", "yellow 4", "yellow 2"), hand=("red 1", "blue 2"), hero="Aias"),
    Camp(row=("blue 1", "purple 3", "green 1")),
)
AT_FIRST = Situation(
    "ACHAEAN",
    "ACHAEAN",
    TILE,
    Camp(row=("yellow 3",), hand=("yellow 4", "yellow 2", "red 1", "blue 2"), hero="Aias"),
    Camp(row=("blue 1",)),
)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", GAMES)
def test_games_per_second(benchmark: Any, policy: str, threads: int) -> None:
    match = prepare(None, 2, [], policy, 1)
    simulate(match, 1)
    run = benchmark.pedantic(
        simulate, (match, GAMES[policy]), {"threads": threads}, rounds=5, warmup_rounds=1
    )
    benchmark.extra_info["games_per_second"] = round(GAMES[policy] / benchmark.stats.stats.min)
    assert len(run.outcomes) == GAMES[policy]


@pytest.mark.parametrize("situation", [AFTER_TWO, AT_FIRST], ids=["after-two-rounds", "at-first"])
def test_exact_odds(benchmark: Any, situation: Situation) -> None:
    odds = benchmark.pedantic(battle_odds, (situation, BOX), rounds=5, warmup_rounds=1)
    assert odds.exact


def test_sampled_odds(benchmark: Any) -> None:
    samples = {"policies": "greedy", "games": 100_000}
    odds = benchmark.pedantic(battle_odds, (AT_FIRST, BOX), samples, rounds=5, warmup_rounds=1)
    assert odds.games == 100_000


def test_cold_start(benchmark: Any) -> None:
    words = [
        sys.executable, "-m", "fwwsim", "odds", "hector", "--tile", ",".join(TILE),
        "--row", "yellow 3,yellow 4,yellow 2",
        "--hand", "red 1,blue 2", "--hero", "aias", "--enemy-row", "blue 1, purple 3, green 1",
    ]  # fmt: skip
    benchmark.pedantic(
        subprocess.run, (words,), {"check": True, "capture_output": True}, rounds=9, warmup_rounds=1
    )
