"""Exact odds of cards drawn from a shuffled pile: sums of values, and how many have a wanted colour."""

from collections import Counter
from collections.abc import Iterable
from math import comb

from fwwsim.odds.pmf import Pmf


def sum_of_cards(values: Iterable[int], number: int) -> Pmf[int]:
    """The sum of the values of `number` cards drawn from cards with these `values`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> deck = [1, 2, 3, 4] * 12
    >>> sum_of_cards(deck, 2).probability(2) == Fraction(11, 188)
    True
    """
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # cards drawn, sum -> number of ways
    for value, count in Counter(values).items():
        more: Counter[tuple[int, int]] = Counter()
        for (drawn, total), way in ways.items():
            for these in range(min(count, number - drawn) + 1):
                more[drawn + these, total + these * value] += way * comb(count, these)
        ways = more
    return Pmf({total: way for (drawn, total), way in ways.items() if drawn == number})


def matching_cards(matching: int, others: int, number: int) -> Pmf[int]:
    """How many of `number` cards match, drawn from `matching` that do and `others` that do not.

    >>> matching_cards(16, 32, 5).probability(5)
    Fraction(91, 35673)
    """
    hits = range(max(0, number - others), min(number, matching) + 1)
    return Pmf({hit: comb(matching, hit) * comb(others, number - hit) for hit in hits})
