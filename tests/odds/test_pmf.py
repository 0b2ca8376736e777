"""Finite distributions: exact, in lowest terms, combined like independent chance."""

from fractions import Fraction
from itertools import product
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fwwsim.odds.pmf import Pmf

dice = st.lists(st.integers(-3, 6), min_size=1, max_size=6)


def test_equal_distributions_compare_equal_whatever_the_scale_and_the_order() -> None:
    assert Pmf({"a": 2, "b": 4, "c": 0}) == Pmf({"b": 6, "a": 3})
    assert Pmf({"a": 1}) != Pmf({"b": 1})


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1}, {1: 3, 2: -1}])
def test_weights_without_a_distribution_are_refused(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="weights must not be negative"):
        Pmf(weights)


def test_faces_may_be_words() -> None:
    die = Pmf.from_faces(["S", "S", 1, 2, 3, 4])
    assert die.probability("S") == Fraction(1, 3)
    assert die.probability(4) == Fraction(1, 6)
    assert die.probability(5) == 0


def test_the_weights_of_the_caller_are_copied() -> None:
    weights = {1: 1}
    die = Pmf(weights)
    weights[2] = 1
    assert die.probability(1) == 1


@given(dice, dice)
def test_combine_is_the_enumeration_of_all_pairs(first: list[int], second: list[int]) -> None:
    pairs = [own + other for own, other in product(first, second)]
    expected = {total: Fraction(pairs.count(total), len(pairs)) for total in pairs}
    assert Pmf.from_faces(first).combine(Pmf.from_faces(second), add).probabilities() == expected


@given(dice, dice)
def test_probabilities_sum_to_one_and_means_add(first: list[int], second: list[int]) -> None:
    left, right = Pmf.from_faces(first), Pmf.from_faces(second)
    total = left.combine(right, add)
    assert sum(total.probabilities().values()) == 1
    assert left.mean() == Fraction(sum(first), len(first))
    assert total.mean() == left.mean() + right.mean()


@given(dice)
def test_map_adds_the_weights_of_what_becomes_equal(faces: list[int]) -> None:
    assert Pmf.from_faces(faces).map(abs) == Pmf.from_faces([abs(face) for face in faces])
