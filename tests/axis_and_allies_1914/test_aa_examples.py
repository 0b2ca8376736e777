"""The worked examples A1 to A17 of the rules page, with their exact fractions."""

from fractions import Fraction

import pytest

from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
from fwwsim.games.axis_and_allies_1914.forces import cost
from fwwsim.games.axis_and_allies_1914.names import BATTLESHIP, CRUISER, DAMAGED, SUBMARINE, TRANSPORT
from fwwsim.games.axis_and_allies_1914.odds.dogfight import dogfight
from fwwsim.games.axis_and_allies_1914.odds.land import after_losses
from fwwsim.games.axis_and_allies_1914.odds.landing import after_coastal_fire, battle_ends
from fwwsim.games.axis_and_allies_1914.odds.summary import BattleOdds, at_least, battle_odds, mean
from fwwsim.games.axis_and_allies_1914.setup import load_setup

VALUES = load_dataset().values()
Army = tuple[int, ...]


def land(attack: Army, defence: Army) -> BattleOdds:
    return battle_odds(Battle(Side(attack), Side(defence), VALUES))


def weights(spread: dict[int, Fraction], total: int) -> list[Fraction]:
    assert list(spread) == list(range(len(spread)))
    return [odds * total for odds in spread.values()]


def test_a1_three_infantry_and_an_artillery_against_two_infantry() -> None:
    odds = land((3, 1, 0, 0), (2, 0, 0, 0))
    assert weights(odds.attack.hits, 36) == [4, 12, 13, 6, 1]
    assert mean(odds.attack.hits) == Fraction(5, 3)
    assert weights(odds.defence.hits, 4) == [1, 2, 1]
    assert mean(odds.defence.hits) == 1
    assert odds.results == {
        "captured": Fraction(5, 9), "held": 0, "contested": Fraction(4, 9), "both_gone": 0,
    }  # fmt: skip
    assert odds.defence.losses == {0: Fraction(1, 9), 1: Fraction(1, 3), 2: Fraction(5, 9)}


def test_a2_with_air_supremacy() -> None:
    odds = land((3, 1, 0, 1), (2, 0, 0, 0))
    assert weights(odds.attack.hits, 162) == [8, 36, 58, 43, 15, 2]
    assert mean(odds.attack.hits) == Fraction(13, 6)
    assert at_least(odds.attack.hits)[2] == Fraction(59, 81)


def test_a3_with_a_dogfight() -> None:
    odds = land((3, 1, 0, 1), (2, 0, 0, 1))
    assert list(map(str, odds.attack.hits.values())) == [
        "7/81",
        "13/45",
        "583/1620",
        "167/810",
        "29/540",
        "2/405",
    ]
    assert list(map(str, odds.defence.hits.values())) == ["13/60", "7/15", "17/60", "1/30"]
    assert mean(odds.attack.hits) == Fraction(28, 15)
    assert mean(odds.defence.hits) == Fraction(17, 15)


def test_a4_dogfight_of_two() -> None:
    left = dogfight(1, 1, 2, 2, 6)
    assert left.probabilities() == {(1, 0): Fraction(2, 5), (0, 1): Fraction(2, 5), (0, 0): Fraction(1, 5)}


def test_a5_larger_dogfights() -> None:
    left = dogfight(2, 1, 2, 2, 6)
    assert left.probability((2, 0)) == Fraction(10, 19)
    assert left.probability((1, 0)) == Fraction(33, 95)
    assert supremacies(2, 1) == (Fraction(83, 95), Fraction(8, 95), Fraction(4, 95))
    assert supremacies(2, 2) == (Fraction(2824, 6175), Fraction(2824, 6175), Fraction(527, 6175))
    assert supremacies(3, 1) == (Fraction(6079, 6175), Fraction(64, 6175), Fraction(32, 6175))


def supremacies(attackers: int, defenders: int) -> tuple[Fraction, Fraction, Fraction]:
    """Of the attacker, of the defender, of none."""
    winner = dogfight(attackers, defenders, 2, 2, 6).map(lambda left: (left[0] > 0) - (left[1] > 0))
    return winner.probability(1), winner.probability(-1), winner.probability(0)


def test_a6_tanks_absorb_when_attacking_only() -> None:
    odds = land((2, 0, 1, 0), (3, 0, 0, 0))
    assert weights(odds.defence.hits, 8) == [1, 3, 3, 1]
    assert weights(odds.attack.losses, 8) == [4, 3, 1]
    assert weights(land((2, 0, 2, 0), (3, 0, 0, 0)).attack.losses, 8) == [7, 1]
    defended = land((1, 2, 0, 0), (1, 0, 3, 0))  # three attackers that hit on 3, too
    assert weights(defended.attack.hits, 8) == weights(defended.defence.losses, 8) == [1, 3, 3, 1]


def test_a7_one_booster_for_four() -> None:
    odds = land((2, 1, 2, 0), (1, 0, 0, 0))
    assert weights(odds.attack.hits, 108) == [8, 28, 38, 25, 8, 1]
    assert mean(odds.attack.hits) == 2


def test_a8_one_infantry_against_one() -> None:
    odds = land((1, 0, 0, 0), (1, 0, 0, 0))
    assert odds.results == {
        "captured": Fraction(1, 6),
        "held": Fraction(1, 3),
        "contested": Fraction(1, 3),
        "both_gone": Fraction(1, 6),
    }


def test_a9_defence_of_a_minor_power() -> None:
    odds = land((1, 0, 0, 0), (3, 1, 0, 0))
    assert weights(odds.defence.hits, 16) == [1, 4, 6, 4, 1]
    ends = battle_ends(Battle(Side((1, 0, 0, 0)), Side((3, 1, 0, 1)), VALUES))
    # its fighter adds one die of 1/3 to the 1,5,9,7,2 /24 of the army
    army, fighter = [1, 5, 9, 7, 2], [2, 1]
    both = [
        sum(army[hits - more] * fighter[more] for more in (0, 1) if 0 <= hits - more < 5) for hits in range(6)
    ]
    hits = ends.map(lambda end: end.defence_hits)
    assert [hits.probability(number) * 72 for number in range(6)] == both
    assert hits.mean() == Fraction(13, 6) + Fraction(1, 3)


def test_a10_serbia() -> None:
    odds = land((6, 2, 0, 0), (3, 1, 0, 0))
    assert weights(odds.attack.hits, 1296) == [16, 96, 248, 360, 321, 180, 62, 12, 1]
    assert mean(odds.attack.hits) == Fraction(10, 3)
    assert at_least(odds.attack.hits)[4] == odds.results["captured"] == Fraction(4, 9)
    large = land((12, 4, 0, 0), (3, 1, 0, 0))
    assert mean(large.attack.hits) == Fraction(20, 3)
    assert at_least(large.attack.hits)[4] == Fraction(6250, 6561)


@pytest.mark.parametrize(("hits", "left"), [(1, (1, 2, 0, 0)), (3, (1, 0, 0, 0)), (4, (0, 0, 0, 0))])
def test_a11_the_last_infantry_goes_last(hits: int, left: Army) -> None:
    assert after_losses((1, 3, 0, 0), (0, 1, 2, 3), hits, True) == left


def test_a12_mines() -> None:
    odds = battle_odds(Battle(Side(fleet=(0, 0, 3, 0, 0)), Side(), VALUES, mines=1))
    assert weights(odds.attack.losses, 216) == [125, 75, 15, 1]
    assert mean(odds.attack.losses) == Fraction(1, 2)


def test_a13_coastal_fire() -> None:
    landing = Battle(Side((4, 0, 0, 0), (0, 2, 0, 0, 0)), Side((1, 2, 0, 0)), VALUES)
    lost = after_coastal_fire(landing, (4, 0, 0, 0)).map(lambda army: 4 - sum(army))
    assert lost.probabilities() == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}


def test_a14_battleship_against_cruiser() -> None:
    ends = battle_ends(Battle(Side(fleet=(0, 0, 0, 1, 0)), Side(fleet=(0, 0, 1, 0, 0)), VALUES))
    left = ends.map(
        lambda end: (end.attack_fleet[BATTLESHIP], end.attack_fleet[DAMAGED], end.defence_fleet[CRUISER])
    )
    assert left.probabilities() == {
        (1, 0, 0): Fraction(2, 5), (0, 1, 0): Fraction(12, 25), (0, 0, 0): Fraction(2, 25), (0, 0, 1): Fraction(1, 25),
    }  # fmt: skip


def test_a15_first_salvo() -> None:
    odds = battle_odds(Battle(Side(fleet=(0, 0, 2, 1, 0)), Side(fleet=(1, 0, 0, 0, 0)), VALUES))
    assert odds.attack.salvo is not None
    assert weights(odds.attack.salvo, 12) == [1, 4, 5, 2]
    assert mean(odds.attack.salvo) == Fraction(5, 3)


def test_a16_cost() -> None:
    army = (3, 1, 0, 0)
    assert cost(army, VALUES.land_cost) == 13
    assert mean(land(army, (2, 0, 0, 0)).attack.hits) / 13 == Fraction(5, 39)


def test_a17_incomes() -> None:
    incomes: dict[str, int] = {}
    for territory in load_setup():
        incomes[territory.power] = incomes.get(territory.power, 0) + territory.income
    del incomes["minor"]
    assert list(incomes.values()) == [26, 25, 35, 24, 30, 16, 14, 20]


def test_set_up_totals() -> None:
    """Infantry, artillery, fighters and their worth in IPC, a power each (section 2 of the rules page)."""
    totals: dict[str, list[int]] = {}
    for territory in load_setup():
        row = totals.setdefault(territory.power, [0, 0, 0, 0])
        for place, number in enumerate((*territory.army[:2], territory.fighter)):
            row[place] += number
        row[3] += cost(territory.army, VALUES.land_cost)
    assert [tuple(totals[power]) for power in totals if power != "minor"] == [
        (48, 12, 0, 192), (36, 13, 0, 160), (63, 23, 1, 287), (30, 8, 1, 128),
        (34, 10, 0, 142), (23, 6, 0, 93), (22, 7, 0, 94), (6, 2, 0, 26),
    ]  # fmt: skip
    minors = [territory for territory in load_setup() if territory.power == "minor"]
    assert all(sum(each.army) == 2 * each.income and each.artillery == 1 for each in minors)
    assert len(minors) == 17


def test_fleets_are_indexed_as_named() -> None:
    assert (SUBMARINE, TRANSPORT, CRUISER, BATTLESHIP, DAMAGED) == (0, 1, 2, 3, 4)
    assert VALUES.sea_attack == VALUES.sea_defence == (2, 0, 3, 4, 4)
