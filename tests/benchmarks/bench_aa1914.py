"""How fast the odds of Axis & Allies 1914 are; every round begins with empty caches, as a command does."""

import gc
import os
import subprocess
import sys
from typing import Any

import pytest

from fwwsim.games.axis_and_allies_1914 import forces
from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.battle_check import simulate_battle
from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
from fwwsim.games.axis_and_allies_1914.odds import dogfight, land, sea, weights
from fwwsim.games.axis_and_allies_1914.odds.campaign import Campaign, campaign_odds
from fwwsim.games.axis_and_allies_1914.odds.summary import battle_odds

VALUES = load_dataset().values()
NONE = (0, 0, 0, 0)
BATTLES = {
    "land-12-12": (Side((5, 3, 2, 2)), Side((6, 3, 1, 2))),
    "land-12-12-fighters": (Side((1, 1, 0, 10)), Side((1, 1, 0, 10))),
    "land-12-12-even": (Side((3, 3, 3, 3)), Side((3, 3, 3, 3))),
    "sea-8-8": (Side(NONE, (2, 1, 3, 2, 0)), Side(NONE, (2, 1, 3, 2, 0))),
    "sea-8-8-battleships": (Side(NONE, (0, 0, 0, 8, 0)), Side(NONE, (0, 0, 0, 8, 0))),
    "landing": (Side((6, 2, 1, 1), (1, 5, 2, 1, 0)), Side((4, 2, 0, 1), (1, 0, 2, 1, 0))),
}


def forget() -> None:
    """Empty every cache of the exact odds."""
    for function in (
        weights.hit_weights, dogfight.dogfight, land.land_dice, land.after_losses, land.by_hits,
        land.fight_on_land, sea.mine_survivors, sea.fight_at_sea, forces.cost,
    ):  # fmt: skip
        function.cache_clear()
    gc.collect()


@pytest.mark.parametrize("name", BATTLES)
def test_odds(benchmark: Any, name: str) -> None:
    battle = Battle(*BATTLES[name], VALUES)
    benchmark.pedantic(battle_odds, (battle,), setup=forget, rounds=20, warmup_rounds=2)


def test_campaign(benchmark: Any) -> None:
    campaign = Campaign(
        Side((6, 2, 0, 0)), Side((4, 1, 0, 0)), VALUES, 5,
        attack_reinforcements=((2, 0, 0, 0),), defence_reinforcements=((1, 0, 0, 0),),
    )  # fmt: skip
    benchmark.pedantic(campaign_odds, (campaign,), setup=forget, rounds=5)


def test_simulated_battles(benchmark: Any) -> None:
    battle = Battle(*BATTLES["land-12-12"], VALUES)
    simulate_battle(battle, 1, 1)
    benchmark.pedantic(simulate_battle, (battle, 100_000, 1), rounds=5)


def test_start(benchmark: Any) -> None:
    words = ("odds", "aa1914", "--attack", "3 infantry, 1 artillery", "--defend", "2 infantry")
    command = [sys.executable, "-m", "fwwsim", *words]

    def run() -> None:
        subprocess.run(command, check=True, capture_output=True, env=os.environ)

    benchmark.pedantic(run, rounds=15, warmup_rounds=2)
