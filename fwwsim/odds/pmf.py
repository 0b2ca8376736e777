"""Finite probability distributions as integer weights: every probability is an exact fraction."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Pmf(Generic[T]):
    """The distribution of a chance result with finitely many outcomes.

    Weights are kept in lowest terms and without zeros, so that equal distributions compare equal.

    Parameters
    ----------
    weights : mapping of outcome to int
        Not negative, in any scale, at least one positive.

    Raises
    ------
    ValueError
        A weight is negative, or none is positive.

    Examples
    --------
    >>> Pmf({"heads": 5, "tails": 5, "edge": 0})
    Pmf(weights={'heads': 1, 'tails': 1})
    """

    weights: Mapping[T, int]

    def __post_init__(self) -> None:
        scale = gcd(*self.weights.values())
        if scale == 0 or min(self.weights.values()) < 0:
            raise ValueError(f"weights must not be negative, and one must be positive: {dict(self.weights)}")
        lowest = {outcome: weight // scale for outcome, weight in self.weights.items() if weight}
        object.__setattr__(self, "weights", lowest)

    @classmethod
    def from_faces(cls, faces: Iterable[T]) -> "Pmf[T]":
        """A fair die with these faces; a face that occurs twice is twice as likely.

        >>> Pmf.from_faces(["S", "S", 1, 2, 3, 4]).probability("S")
        Fraction(1, 3)
        """
        return cls(Counter(faces))

    @property
    def total(self) -> int:
        """The sum of the weights, the common denominator of all probabilities.

        >>> Pmf.from_faces([0, 0, 1, 2, 3, 4]).total
        6
        """
        return sum(self.weights.values())

    def probability(self, outcome: T) -> Fraction:
        """The probability of one outcome, 0 if it cannot occur.

        >>> Pmf.from_faces([0, 0, 1]).probability(7)
        Fraction(0, 1)
        """
        return Fraction(self.weights.get(outcome, 0), self.total)

    def probabilities(self) -> dict[T, Fraction]:
        """Every possible outcome with its probability.

        >>> Pmf.from_faces([0, 0, 1]).probabilities()
        {0: Fraction(2, 3), 1: Fraction(1, 3)}
        """
        return {outcome: self.probability(outcome) for outcome in self.weights}

    def map(self, function: Callable[[T], U]) -> "Pmf[U]":
        """The distribution of ``function(outcome)``.

        >>> Pmf.from_faces([1, 2, 3, 4]).map(lambda pips: pips % 2 == 0)
        Pmf(weights={False: 1, True: 1})
        """
        weights: Counter[U] = Counter()
        for outcome, weight in self.weights.items():
            weights[function(outcome)] += weight
        return Pmf(weights)

    def combine(self, other: "Pmf[U]", function: Callable[[T, U], V]) -> "Pmf[V]":
        """The distribution of ``function(own outcome, other outcome)`` when the two are independent.

        >>> coin = Pmf.from_faces([0, 1])
        >>> coin.combine(coin, lambda own, other: own + other)
        Pmf(weights={0: 1, 1: 2, 2: 1})
        """
        weights: Counter[V] = Counter()
        for own, own_weight in self.weights.items():
            for another, other_weight in other.weights.items():
                weights[function(own, another)] += own_weight * other_weight
        return Pmf(weights)

    def mean(self: "Pmf[int]") -> Fraction:
        """The expected value of a distribution over whole numbers.

        >>> Pmf.from_faces([0, 0, 1, 2, 3, 4]).mean()
        Fraction(5, 3)
        """
        return Fraction(sum(outcome * weight for outcome, weight in self.weights.items()), self.total)
