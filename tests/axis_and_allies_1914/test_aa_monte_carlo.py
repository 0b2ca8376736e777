"""100 fixed random battles of every kind: exact odds against the compiled kernel of the same rules."""

import random
from typing import Any

import pytest

from fwwsim.games.axis_and_allies_1914.battle import Battle, BreakOff, Side
from fwwsim.games.axis_and_allies_1914.battle_check import CHUNK, simulate_battle
from fwwsim.games.axis_and_allies_1914.dataset import Values, load_dataset
from fwwsim.games.axis_and_allies_1914.odds.summary import battle_odds, mean
from fwwsim.games.axis_and_allies_1914.options import Rules
from fwwsim.stats.intervals import z_score

VALUES = load_dataset().values()
BATTLES = 20_000
CASES = 100
CHOICES = {
    "last_infantry": ("kept", "free"),
    "defending_submarines": ("fight", "submerge"),
    "coastal_supremacy": ("no", "yes"),
    "coastal_at_reinforcement": ("no", "yes"),
    "tanks_absorb_coastal": ("no", "yes"),
    "bombard_after_sea_battle": ("no", "yes"),
}


def army(dice: random.Random, most: int) -> tuple[int, ...]:
    return (dice.randint(1, most), dice.randint(0, 3), dice.randint(0, 2), dice.randint(0, 3))


def fleet(dice: random.Random) -> tuple[int, ...]:
    ships = tuple(dice.randint(0, 2) for _ in range(5))
    return ships if sum(ships) else (0, 0, 1, 0, 0)


def shuffled(dice: random.Random, last: tuple[int, ...], items: list[int]) -> tuple[int, ...]:
    return (*dice.sample(items, len(items)), *last)


def random_side(dice: random.Random, units: tuple[int, ...], ships: tuple[int, ...]) -> Side:
    return Side(units, ships, shuffled(dice, (), [0, 1, 2, 3]), shuffled(dice, (1,), [0, 2, 3, 4]))


def random_battle(number: int) -> Battle:
    """The battle of one case: land, sea or landing, with random readings."""
    dice = random.Random(1914_000 + number)
    rules = Rules(**{name: dice.choice(values) for name, values in CHOICES.items()})
    none, no_ships = (0, 0, 0, 0), (0, 0, 0, 0, 0)
    leave = BreakOff.parse(dice.choice(["never", "ships<2", "strength<7", "outgunned"]))
    kind = ("land", "sea", "landing")[number % 3]
    if kind == "land":
        return Battle(
            random_side(dice, army(dice, 5), no_ships),
            random_side(dice, army(dice, 5), no_ships),
            VALUES,
            rules,
        )
    mines = dice.choice([0, 0, 1, 2])
    if kind == "sea":
        return Battle(
            random_side(dice, none, fleet(dice)),
            random_side(dice, none, fleet(dice)),
            VALUES,
            rules,
            mines,
            leave,
        )
    landing = army(dice, 4)
    transports = (sum(landing[:3]) + 1) // 2 + dice.randint(0, 1)
    ships = (dice.randint(0, 1), transports, dice.randint(0, 2), dice.randint(0, 2), dice.randint(0, 1))
    enemy = dice.choice([no_ships, (1, 1, 0, 0, 0), (0, 0, 1, 0, 0), (1, 0, 1, 1, 0)])
    own, other = random_side(dice, landing, ships), random_side(dice, army(dice, 3), enemy)
    return Battle(own, other, VALUES, rules, mines, leave, reinforcing=dice.random() < 0.3)


@pytest.mark.parametrize("number", range(CASES))
def test_the_kernel_fights_the_battle_that_the_odds_describe(number: int) -> None:
    battle = random_battle(number)
    exact, found = battle_odds(battle), simulate_battle(battle, BATTLES, number)
    assert sum(exact.results.values()) == 1
    assert sum(found.results.values()) == BATTLES
    for name, odds in exact.results.items():
        if BATTLES * odds * (1 - odds) >= 5:
            assert abs(z_score(found.results[name], BATTLES, float(odds))) < 4, (name, float(odds))
        else:
            assert abs(found.results[name] - BATTLES * float(odds)) < 20
    for spread, rate in ((exact.attack.hits, found.attack_hits), (exact.defence.hits, found.defence_hits)):
        expected = float(mean(spread))
        variance = sum(float(odds) * (value - expected) ** 2 for value, odds in spread.items())
        assert abs(rate - expected) <= 4 * (variance / BATTLES) ** 0.5 + 1e-9


def test_another_die() -> None:
    """Twelve faces, and fighters of unequal worth."""
    values = Values(
        12, (4, 7, 4, 5), (6, 6, 2, 3), (3, 4, 6, 6), (4, 0, 6, 8, 8), (4, 0, 6, 8, 8), (6, 6, 9, 12, 12)
    )
    battle = Battle(Side((3, 2, 1, 2)), Side((3, 1, 1, 2)), values)
    exact, found = battle_odds(battle), simulate_battle(battle, BATTLES, 5)
    for name, odds in exact.results.items():
        assert abs(z_score(found.results[name], BATTLES, float(odds))) < 4 or odds in (0, 1)


def test_the_seed_chooses_the_dice_and_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = random_battle(2)
    once = simulate_battle(battle, 1000, 5)
    assert once != simulate_battle(battle, 1000, 6)
    monkeypatch.setattr("fwwsim.games.axis_and_allies_1914.battle_check.CHUNK", 300)
    assert CHUNK > 1000
    assert simulate_battle(battle, 1000, 5) == once


def test_fighters_that_cannot_hit_do_not_fight_for_ever() -> None:
    values: Any = Values(
        6, (2, 3, 2, 0), (3, 3, 1, 0), (3, 4, 6, 6), (2, 0, 3, 4, 4), (2, 0, 3, 4, 4), (6,) * 5
    )
    battle = Battle(Side((1, 0, 0, 1)), Side((1, 0, 0, 1)), values)
    assert sum(simulate_battle(battle, 10, 1).results.values()) == 10
    assert sum(battle_odds(battle).results.values()) == 1
