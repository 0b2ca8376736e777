"""How fast the odds of The First World War are inside Python, and cold. Run by ``make bench``."""

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import combat_odds, resolve_combat
from fwwsim.games.first_world_war.odds.campaign import campaign_odds
from fwwsim.games.first_world_war.odds.campaign_model import Campaign, count
from fwwsim.games.first_world_war.odds.chit_game import solve
from fwwsim.games.first_world_war.odds.chit_model import ChitGame
from fwwsim.games.first_world_war.odds.gain import Stakes
from fwwsim.games.first_world_war.odds.hands import read_hand
from fwwsim.games.first_world_war.odds.need import find_need
from fwwsim.games.first_world_war.odds.objective import Objective

DATASET = load_dataset()
SIX = [3, 3, 2, 2, 1, 0]


def test_odds_of_one_combat(benchmark: Any) -> None:
    combat = resolve_combat(DATASET, "DE 1,DE 2", "BR 1", defence_chit="Machine Guns")
    benchmark(combat_odds, combat, DATASET.faces)


@pytest.mark.parametrize("policy", ["greedy", "optimal"])
def test_campaign_of_six_against_six_and_eight_attacks(benchmark: Any, policy: str) -> None:
    campaign = Campaign(count(SIX), count(SIX), 8, 8)
    benchmark.pedantic(campaign_odds, (campaign, DATASET.faces, policy), rounds=5)


def test_equilibrium_of_four_armies_and_three_chits_a_side(benchmark: Any) -> None:
    combat = resolve_combat(DATASET, "DE 1,DE 2,DE 3,DE AA", "BE 1,BR 1,FR 1,FR 5")
    attack_hand = read_hand(
        DATASET, "attack", "CENTRAL_POWERS", "Big Bertha,Heavy Howitzers,Interior Lines", 1
    )
    defence_hand = read_hand(DATASET, "defence", "ALLIES", "Forts,British Rifles,Machine Guns", 1)
    stakes = Stakes(DATASET.faces, Objective())

    def solved() -> float:
        game = ChitGame(combat.attack.armies, combat.defence.armies, attack_hand, defence_hand, stakes)
        return solve(game).value

    solved()  # imports scipy
    benchmark.pedantic(solved, rounds=20)


def test_need_of_up_to_three_additions(benchmark: Any) -> None:
    combat = resolve_combat(DATASET, "2", "3,3,3")
    benchmark(lambda: find_need(DATASET, combat, Fraction(3, 5), most=3))


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "fww", "--attackers", "DE 1,DE 2", "--defenders", "BR 1"),
        ("odds", "campaign", "--attackers", "3,3", "--defenders", "3", "--attacks", "2"),
        ("odds", "need", "--target", "60%", "--attackers", "2", "--defenders", "3"),
        ("odds", "hidden", "--attackers", "DE 1,DE 2", "--stack", "WA=3", "--front", "1", "--turn", "2"),
    ],
    ids=lambda words: words[1],
)
def test_cold_start(benchmark: Any, words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "fwwsim", *words]
    benchmark.pedantic(subprocess.run, (command,), {"check": True, "capture_output": True}, rounds=9)
