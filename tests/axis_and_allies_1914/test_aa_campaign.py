"""Campaigns against a recursion over single battles, the revolution against enumeration, and their errors."""

from fractions import Fraction
from itertools import product
from typing import Any

import aa_brute as brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import FwwsimError, RuleError, SpecError
from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
from fwwsim.games.axis_and_allies_1914.odds.campaign import Campaign, campaign_odds
from fwwsim.games.axis_and_allies_1914.odds.revolution import (
    CENTRAL,
    CONTESTED,
    FAR_HOME,
    HOME,
    MOSCOW,
    NEAR_MOSCOW,
    RUSSIAN,
    Russia,
    Territory,
    read_territories,
    revolution_odds,
)
from fwwsim.games.axis_and_allies_1914.odds.summary import battle_odds, mean
from fwwsim.games.axis_and_allies_1914.options import Rules

VALUES = load_dataset().values()
LAND = "iatf"
ORDERS = (LAND, LAND)
WORTH = {"i": 3, "a": 4, "t": 6, "f": 6}


def price(units: str) -> int:
    return sum(WORTH[unit] for unit in units)


def recursion(
    own: str, enemy: str, more: tuple[str, str], rounds: int, counter: str
) -> dict[tuple, Fraction]:
    """(invader, defender) left -> odds, battle by battle; sides that are gone stay gone."""
    now = {(own, enemy): Fraction(1)}
    for turn in range(2 * rounds):
        role = turn % 2
        after: dict[tuple[str, str], Fraction] = {}
        for (us, them), odds in now.items():
            if not us or not them:
                after[us, them] = after.get((us, them), Fraction(0)) + odds
                continue
            if role == 0 and turn:
                us += more[0]
            if role == 1:
                them += more[1]
            fights = role == 0 or counter == "always" or (counter == "stronger" and price(them) > price(us))
            if not fights:
                ends = {(us, them): Fraction(1)}
            elif role == 0:
                ends = brute.land(us, them, ORDERS)
            else:
                ends = {(b, a): chance for (a, b), chance in brute.land(them, us, ORDERS).items()}
            for (a, b), chance in ends.items():
                key = "".join(sorted(a)), "".join(sorted(b))
                after[key] = after.get(key, Fraction(0)) + odds * chance
        now = after
    return now


@given(
    st.tuples(st.integers(1, 2), st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)),
    st.tuples(st.integers(1, 2), st.integers(0, 1), st.just(0), st.integers(0, 1)),
    st.sampled_from(["", "i", "t"]),
    st.sampled_from(["", "i", "f"]),
    st.integers(1, 2),
    st.sampled_from(["always", "never", "stronger"]),
)
@settings(max_examples=12, deadline=None)
def test_a_campaign_equals_the_recursion_over_its_battles(
    own: tuple[int, ...], enemy: tuple[int, ...], more: str, other: str, rounds: int, counter: str
) -> None:
    arriving = [tuple(int(letter == unit) for unit in LAND) for letter in (more, other)]
    odds = campaign_odds(
        Campaign(
            Side(own),
            Side(enemy),
            VALUES,
            rounds,
            attack_reinforcements=(arriving[0],),
            defence_reinforcements=(arriving[1],),
            counterattacks=counter,
        )
    )
    expected = recursion(brute.letters(own, LAND), brute.letters(enemy, LAND), (more, other), rounds, counter)
    results = dict.fromkeys(odds.by_round[-1], Fraction(0))
    for (us, them), chance in expected.items():
        results[("contested" if them else "captured") if us else "held" if them else "both_gone"] += chance
    assert odds.by_round[-1] == results


def test_one_round_without_counterattack_is_one_battle() -> None:
    own, enemy = Side((4, 2, 1, 1)), Side((3, 1, 0, 1))
    odds = campaign_odds(Campaign(own, enemy, VALUES, 1, counterattacks="never"))
    single = battle_odds(Battle(own, enemy, VALUES))
    assert odds.by_round == (single.results,)
    assert (odds.attack_lost, odds.defence_lost) == (single.attack.ipc_lost, single.defence.ipc_lost)
    assert odds.swing == single.swing


def test_reinforcements_turn_by_turn_and_losses_of_what_arrived() -> None:
    one, none = (1, 0, 0, 0), (0, 0, 0, 0)
    base = {"attack": Side((2, 1, 0, 0)), "defence": Side((2, 0, 0, 0)), "values": VALUES, "rounds": 3}
    each = campaign_odds(Campaign(**base, attack_reinforcements=(one,)))
    listed = campaign_odds(Campaign(**base, attack_reinforcements=(one, one)))
    late = campaign_odds(Campaign(**base, attack_reinforcements=(none, one)))
    assert each == listed
    assert late.by_round[-1]["captured"] < each.by_round[-1]["captured"]
    assert max(each.attack_lost) == 3 * 4 + 4
    assert mean(each.swing) == mean(each.defence_lost) - mean(each.attack_lost)
    for results in each.by_round:
        assert sum(results.values()) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rounds": 0}, "--rounds: found 0; allowed: 1 to 12"),
        ({"attacks": "maybe"}, "--attacks: found 'maybe'"),
        ({"attack": Side((0, 1, 0, 0))}, "without infantry"),
        ({"attack_reinforcements": ((30, 0, 0, 0),)}, "units in all"),
    ],
)
def test_campaigns_that_cannot_be(change: dict[str, Any], message: str) -> None:
    fields: dict[str, Any] = {
        "attack": Side((1, 0, 0, 0)),
        "defence": Side((1, 0, 0, 0)),
        "rounds": 3,
    } | change
    with pytest.raises(FwwsimError, match=message):
        Campaign(values=VALUES, **fields)


def losing(near: tuple[int, ...], far: tuple[int, ...], moscow: int, contested_moscow: bool) -> bool:
    """The conditions of the revolution in plain words: three near ones Central, and one more that is lost."""
    taken = near.count(CENTRAL)
    others = [*near, *far].count(CENTRAL) + [*near, *far].count(CONTESTED) - min(taken, 3)
    return taken >= 3 and (others > 0 or (contested_moscow and moscow == CONTESTED)) and moscow != CENTRAL


@pytest.mark.parametrize("contested_moscow", ["no", "yes"])
def test_the_revolution_by_enumeration_of_every_course(contested_moscow: str) -> None:
    """Four near and one far territory and Moscow may fall; two rounds from round 3 on, all courses counted."""
    start = dict.fromkeys(HOME, RUSSIAN) | {"Belarus": CENTRAL, "Karelia": CENTRAL, "Livonia": CONTESTED}
    fates = {
        "Livonia": (Fraction(1, 3), Fraction(0)),
        "Ukraine": (Fraction(1, 4), Fraction(1, 5)),
        "Poland": (Fraction(1, 10), Fraction(1, 6)),
        MOSCOW: (Fraction(1, 7), Fraction(1, 3)),
    }
    rounds = 5
    now: dict[tuple[tuple[int, ...], bool], Fraction] = {
        (tuple(start[name] for name in HOME), False): Fraction(1)
    }
    expected, first = [], []
    for number in range(1, rounds + 1):
        after: dict[tuple[tuple[int, ...], bool], Fraction] = {}
        for (status, done), odds in now.items():
            choices = [steps(each, *fates.get(name, (0, 0))) for name, each in zip(HOME, status, strict=True)]
            for course in product(*choices):
                chance = odds
                for _, part in course:
                    chance *= part
                new = tuple(each for each, _ in course)
                near, far, moscow = new[: len(NEAR_MOSCOW)], new[len(NEAR_MOSCOW) : -1], new[-1]
                revolts = done or (number >= 4 and losing(near, far, moscow, contested_moscow == "yes"))
                after[new, revolts] = after.get((new, revolts), Fraction(0)) + chance
        now = after
        expected.append(sum(odds for (_, done), odds in now.items() if done))
        first.append(sum(odds for (status, done), odds in now.items() if status[-1] == CENTRAL and not done))
    territories = {
        name: Territory(start[name], *fates.get(name, (Fraction(0), Fraction(0)))) for name in HOME
    }
    found = revolution_odds(Russia(territories, Rules(contested_moscow=contested_moscow)), rounds)
    assert list(found.by_round) == expected
    assert list(found.moscow_first) == first
    assert sum(found.in_round) == found.by_round[-1]


def steps(status: int, falls: Fraction, contested: Fraction) -> list[tuple[int, Fraction]]:
    if status == CENTRAL:
        return [(CENTRAL, Fraction(1))]
    if status == CONTESTED:
        courses = [(CONTESTED, 1 - falls), (CENTRAL, falls)]
    else:
        courses = [(RUSSIAN, 1 - falls - contested), (CONTESTED, contested), (CENTRAL, falls)]
    return [(each, Fraction(odds)) for each, odds in courses if odds]


def test_territories_in_words() -> None:
    found = read_territories(["all=10%", "ukraine = 0.5/25%"], ["Moscow=contested"])
    assert found["Poland"] == Territory(RUSSIAN, Fraction(1, 10))
    assert found["Ukraine"] == Territory(RUSSIAN, Fraction(1, 2), Fraction(1, 4))
    assert found[MOSCOW] == Territory(CONTESTED)
    assert set(found) == {*NEAR_MOSCOW, *FAR_HOME, MOSCOW}


@pytest.mark.parametrize(
    ("odds", "start", "message"),
    [
        (["Ukrain=1"], [], "no home territory 'Ukrain' \\(nearest: Ukraine\\)"),
        (["Ukraine"], [], "found no value"),
        (["Ukraine=2"], [], "found '2'; allowed: 0 to 1"),
        (["Ukraine=60%/60%"], [], "at most 1 together"),
        ([], ["Ukraine=lost"], "allowed: russian, contested, central"),
    ],
)
def test_territories_that_cannot_be(odds: list[str], start: list[str], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_territories(odds, start)


def test_a_revolution_that_cannot_be() -> None:
    with pytest.raises(RuleError, match="Moscow: found central"):
        Russia({MOSCOW: Territory(CENTRAL)})
    with pytest.raises(SpecError, match="territory: found 'Paris'"):
        Russia({"Paris": Territory()})
    with pytest.raises(SpecError, match="--rounds: found 31"):
        revolution_odds(Russia({}), 31)
