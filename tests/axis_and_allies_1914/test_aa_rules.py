"""Single rules whose effect a whole battle shows but rarely: boosters, bombardment, coastal fire, cargo."""

from fractions import Fraction
from itertools import product

import aa_brute as brute
import pytest

from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
from fwwsim.games.axis_and_allies_1914.names import (
    ATTACKER_WINS,
    FIGHTER,
    NOT_LANDED,
    STANDOFF,
    SUBMARINE,
    TRANSPORT,
)
from fwwsim.games.axis_and_allies_1914.odds.landing import after_coastal_fire, battle_ends
from fwwsim.games.axis_and_allies_1914.odds.summary import battle_odds, mean
from fwwsim.games.axis_and_allies_1914.options import Rules
from fwwsim.games.axis_and_allies_1914.resolution import bombardment_shots, coastal_shots, supremacy

VALUES = load_dataset().values()
LAND = "iatf"
ARMIES = [army for army in product((1, 2), range(3), range(3), range(2)) if sum(army) <= 5]
TWO_TRANSPORTS = (0, 2, 0, 0, 0)


@pytest.mark.parametrize("defence", [(2, 1, 1, 0), (1, 2, 0, 1)])
def test_every_small_attacker_by_brute_force(defence: tuple[int, ...]) -> None:
    for army in ARMIES:
        ends = battle_ends(Battle(Side(army), Side(defence), VALUES))
        left = ends.map(
            lambda end: (brute.letters(end.attack_army, LAND), brute.letters(end.defence_army, LAND))
        )
        expected = brute.land(brute.letters(army, LAND), brute.letters(defence, LAND), (LAND, LAND))
        assert left.probabilities() == expected


def test_supremacy_needs_an_enemy_without_fighters() -> None:
    assert [supremacy(*pair) for pair in ((2, 1), (1, 0), (0, 1), (0, 0))] == [0, 1, 0, 0]


def test_bombardment_and_coastal_fire_at_a_reinforcement() -> None:
    assert bombardment_shots(2, 4, False, False, True) == 0
    assert bombardment_shots(2, 4, True, True, False) == 2
    assert bombardment_shots(5, 4, False, False, False) == 4
    assert [coastal_shots(3, *flags) for flags in ((False, False), (True, False), (True, True))] == [3, 0, 3]


def test_a_reinforcement_fights_the_plain_land_battle() -> None:
    army, shore = (3, 1, 0, 1), (2, 2, 0, 1)
    landing = Battle(Side(army, (0, 2, 0, 2, 0)), Side(shore), VALUES, reinforcing=True)
    plain = battle_odds(Battle(Side(army), Side(shore), VALUES))
    found = battle_odds(landing)
    assert {name: found.results[name] for name in plain.results} == plain.results
    assert found.attack.hits == plain.attack.hits


def test_bombardment_adds_a_shot_at_four_for_each_battleship() -> None:
    army, shore = (2, 0, 0, 0), (3, 0, 0, 0)
    hits = [
        mean(battle_odds(Battle(Side(army, (0, 1, 0, ships, 0)), Side(shore), VALUES)).attack.hits)
        for ships in range(4)
    ]
    shot = Fraction(4, 6)
    assert [each - hits[0] for each in hits] == [0, shot, 2 * shot, 2 * shot]


@pytest.mark.parametrize(
    ("setting", "army", "defence", "lost"),
    [
        ("coastal_supremacy=no", (2, 0, 0, 0), (1, 1, 0, 1), Fraction(1, 2)),
        ("coastal_supremacy=yes", (2, 0, 0, 0), (1, 1, 0, 1), Fraction(2, 3)),
        ("coastal_supremacy=yes", (2, 0, 0, 1), (1, 1, 0, 2), Fraction(1, 2)),
        ("tanks_absorb_coastal=no", (1, 0, 1, 0), (1, 1, 0, 0), Fraction(1, 2)),
        ("tanks_absorb_coastal=yes", (1, 0, 1, 0), (1, 1, 0, 0), Fraction(0)),
    ],
)
def test_coastal_fire(setting: str, army: tuple[int, ...], defence: tuple[int, ...], lost: Fraction) -> None:
    battle = Battle(Side(army, TWO_TRANSPORTS), Side(defence), VALUES, Rules.parse([setting]))
    left = after_coastal_fire(battle, army)
    assert sum(army) - left.map(sum).mean() == lost
    assert {end[FIGHTER] for end in left.weights} == {army[FIGHTER]}


def test_cargo_goes_down_with_its_transports() -> None:
    battle = Battle(Side((3, 0, 0, 1), (0, 2, 1, 0, 0)), Side((1, 0, 0, 0), (0, 0, 0, 3, 0)), VALUES)
    for end in battle_ends(battle).weights:
        if not end.attack_fleet[TRANSPORT]:
            assert end.result == NOT_LANDED
            assert end.attack_army == (0, 0, 0, 1)
    mined = battle_odds(Battle(Side((4, 0, 0, 0), TWO_TRANSPORTS), Side((9, 0, 0, 0)), VALUES, mines=1))
    assert mined.results["not_landed"] == Fraction(1, 36)


def test_cargo_is_dealt_so_that_infantry_is_spread() -> None:
    battle = Battle(Side((2, 1, 1, 0), TWO_TRANSPORTS), Side((1, 0, 0, 0)), VALUES)
    assert battle.loads() == ((1, 1, 0, 0), (1, 0, 1, 0))


def test_transports_against_transports_and_submerged_submarines() -> None:
    only = Side(fleet=(0, 1, 0, 0, 0))
    assert {end.result for end in battle_ends(Battle(only, only, VALUES)).weights} == {STANDOFF}
    submerge = Rules(defending_submarines="submerge")
    hidden = Battle(Side(fleet=(0, 0, 1, 0, 0)), Side(fleet=(2, 1, 0, 0, 0)), VALUES, submerge)
    (end,) = battle_ends(hidden).weights
    assert (end.result, end.defence_fleet[SUBMARINE], end.defence_fleet[TRANSPORT]) == (ATTACKER_WINS, 2, 0)
