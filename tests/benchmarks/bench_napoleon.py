"""How fast the odds of Age of Napoleon are: battles, converging armies, the check's kernel, cold start."""

import subprocess
import sys
from typing import Any

from fwwsim.games.age_of_napoleon.army import Army, Engagement
from fwwsim.games.age_of_napoleon.battle_check import simulate_engagement
from fwwsim.games.age_of_napoleon.dataset_check import load_tables
from fwwsim.games.age_of_napoleon.odds import engagement_odds, read_armies, read_army
from fwwsim.games.age_of_napoleon.odds.engagement import _tie_break, battle_results

GAMES = 200_000
ONE = Engagement((Army(strength=18),), Army(strength=12))
THREE = Engagement(
    read_armies("--armies", "8: 5/3,4/2h,3 @2; 4: 6,4,3 @1; 12x3"),
    read_army("--defend", "5: 6/4h,5/3,5,4,4/1,3 @1"),
    interior_lines=True,
)


def odds_from_scratch(engagement: Engagement) -> Any:
    battle_results.cache_clear()
    _tie_break.cache_clear()
    return engagement_odds(load_tables(), engagement)


def test_one_battle_with_its_tables(benchmark: Any) -> None:
    benchmark(odds_from_scratch, ONE)


def test_three_armies_on_interior_lines(benchmark: Any) -> None:
    benchmark(odds_from_scratch, THREE)


def test_compiled_engagements_per_second(benchmark: Any) -> None:
    tables = load_tables()
    simulate_engagement(tables, THREE, 1, 1)
    found = benchmark.pedantic(simulate_engagement, (tables, THREE, GAMES, 1), rounds=5)
    benchmark.extra_info["engagements_per_second"] = round(GAMES / benchmark.stats.stats.min)
    assert found.total() == GAMES


def test_cold_start(benchmark: Any) -> None:
    words = [sys.executable, "-m", "fwwsim", "odds", "napoleon", "--attack", "18", "--defend", "12"]
    benchmark.pedantic(subprocess.run, (words,), {"check": True, "capture_output": True}, rounds=15)
