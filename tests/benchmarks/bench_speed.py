"""How fast fwwsim is: games a second, odds latency, cold starts, compile time. Run by ``make bench``."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.match import prepare

GAMES = {"random": 200_000, "balanced": 50_000}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", GAMES)
def test_games_per_second(benchmark: Any, policy: str, threads: int) -> None:
    match = prepare(None, 4, [], policy, 1)
    simulate(match, 1)
    run = benchmark.pedantic(
        simulate, (match, GAMES[policy]), {"threads": threads}, rounds=5, warmup_rounds=1
    )
    benchmark.extra_info["games_per_second"] = round(GAMES[policy] / benchmark.stats.stats.min)
    assert len(run.outcomes) == GAMES[policy]


def test_load_data_set(benchmark: Any) -> None:
    benchmark(load_dataset)


def run_command(*arguments: str, cache: Path | None = None) -> None:
    environment = dict(os.environ)
    if cache:
        del environment["NUMBA_CACHE_DIR"]  # set when this process imported the kernels
        environment["XDG_CACHE_HOME"] = str(cache)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)


def test_bare_python_start(benchmark: Any) -> None:
    benchmark.pedantic(run_command, ("-c", "pass"), rounds=15, warmup_rounds=2)


def test_odds_start(benchmark: Any) -> None:
    words = ("-m", "fwwsim", "odds", "fww", "--attackers", "3,3", "--defenders", "3")
    benchmark.pedantic(run_command, words, rounds=15, warmup_rounds=2)


def test_simulate_start_with_warm_cache(benchmark: Any) -> None:
    words = ("-m", "fwwsim", "simulate", "--games", "1000", "--json")
    benchmark.pedantic(run_command, words, rounds=5, warmup_rounds=1)


def test_simulate_start_with_empty_cache(benchmark: Any, tmp_path: Path) -> None:
    words = ("-m", "fwwsim", "simulate", "--games", "1000", "--json")
    benchmark.pedantic(run_command, words, {"cache": tmp_path}, rounds=1)
