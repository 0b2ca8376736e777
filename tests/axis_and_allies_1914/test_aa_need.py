"""The cheapest purchase against a search through every purchase; what its pruning rests on."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import FwwsimError
from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
from fwwsim.games.axis_and_allies_1914.forces import cost
from fwwsim.games.axis_and_allies_1914.odds.matrix import matrix
from fwwsim.games.axis_and_allies_1914.odds.need import Question, capture_chance, cheapest
from fwwsim.games.axis_and_allies_1914.odds.summary import battle_odds
from fwwsim.games.axis_and_allies_1914.options import Rules

VALUES = load_dataset().values()
armies = st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))


def every_purchase(most: int) -> list[tuple[int, ...]]:
    ranges = [range(most // each + 1) for each in VALUES.land_cost]
    return [units for units in product(*ranges) if cost(units, VALUES.land_cost) <= most]


@pytest.mark.parametrize(
    ("defence", "target", "have", "round_number"),
    [
        ((1, 0, 0, 0), Fraction(4, 5), (0, 0, 0, 0), None),
        ((2, 0, 0, 0), Fraction(4, 5), (0, 0, 0, 0), None),
        ((2, 1, 0, 0), Fraction(1, 2), (0, 0, 0, 0), 3),
        ((1, 1, 0, 1), Fraction(1, 2), (0, 0, 0, 0), 4),
        ((3, 1, 0, 0), Fraction(4, 5), (4, 2, 0, 0), None),
        ((2, 0, 0, 0), Fraction(1, 2), (0, 2, 0, 0), None),
        ((1, 0, 0, 0), Fraction(1, 2), (6, 0, 0, 0), None),
    ],
)
def test_no_cheaper_purchase_and_every_equal_one(
    defence: tuple[int, ...], target: Fraction, have: tuple[int, ...], round_number: int | None
) -> None:
    answer = cheapest(Question(Side(defence), VALUES, target, have, Rules(), round_number))
    best = answer.purchases[0].cost
    found = {}
    for units in every_purchase(best):
        army = tuple(map(sum, zip(have, units, strict=True)))
        if army[0] and not (units[2] and round_number == 3):
            chance = battle_odds(Battle(Side(army), Side(defence), VALUES)).results["captured"]
            if chance >= target:
                found[units] = chance
    assert {each.units: each.captured for each in answer.purchases} == found
    assert {each.cost for each in answer.purchases} == {best}
    chances = [each.captured for each in answer.purchases]
    assert chances == sorted(chances, reverse=True)


@given(armies, armies, st.integers(0, 3))
@settings(max_examples=100, deadline=None)
def test_one_more_unit_never_lowers_the_chance(
    own: tuple[int, ...], enemy: tuple[int, ...], unit: int
) -> None:
    more = tuple(number + (place == unit) for place, number in enumerate(own))
    assert capture_chance(more, enemy, VALUES) >= capture_chance(own, enemy, VALUES)


@given(armies, armies)
@settings(max_examples=50, deadline=None)
def test_the_chance_to_capture_is_that_of_the_battle(own: tuple[int, ...], enemy: tuple[int, ...]) -> None:
    odds = battle_odds(Battle(Side(own), Side(enemy), VALUES))
    assert capture_chance(own, enemy, VALUES) == odds.results["captured"]


@pytest.mark.parametrize(
    ("defence", "target", "message"),
    [
        ((1, 0, 0, 0), Fraction(1), "--target: found 1"),
        ((0, 0, 0, 0), Fraction(1, 2), "--defend: found 0 units"),
        ((0, 1, 0, 0), Fraction(1, 2), "without infantry"),
        ((40, 0, 0, 0), Fraction(1, 2), "--defend: found 40 units"),
    ],
)
def test_questions_that_cannot_be(defence: tuple[int, ...], target: Fraction, message: str) -> None:
    with pytest.raises(FwwsimError, match=message):
        Question(Side(defence), VALUES, target)


def test_matrix_cells_are_the_battles() -> None:
    rows, columns = [Side((1, 0, 0, 0)), Side((3, 1, 0, 0))], [Side((2, 0, 0, 0))]
    assert matrix(rows, columns, VALUES, Rules(), "captured")[1] == [Fraction(5, 9)]
    assert matrix(rows, columns, VALUES, Rules(), "attack_hits")[1] == [Fraction(5, 3)]
    for measure, message in (("luck", "--measure: found 'luck'"), ("held", "matrix: found 0 battles")):
        with pytest.raises(FwwsimError, match=message):
            matrix([], columns, VALUES, Rules(), measure)
