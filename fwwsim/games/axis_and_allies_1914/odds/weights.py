"""Integer weights of dice pools, sums of distributions, and chains that end: no fraction is made on the way."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, gcd, lcm
from typing import TypeVar

from fwwsim.odds.pmf import Pmf

T = TypeVar("T")
Pool = tuple[int, ...]
Square = tuple[int, int]


@lru_cache(maxsize=4096)
def hit_weights(pool: Pool) -> tuple[int, ...]:
    """Weights of 0, 1, 2, ... hits of a pool: `pool[v]` dice hit on v or less, of ``len(pool) - 1`` faces.

    >>> hit_weights((0, 0, 2, 2, 0, 0, 0))  # A1
    (4, 12, 13, 6, 1)
    """
    faces = len(pool) - 1
    weights = [1]
    for value, dice in enumerate(pool):
        if not dice or not value:
            continue
        common = gcd(value, faces)
        hit, miss = value // common, (faces - value) // common
        binomial = [comb(dice, hits) * hit**hits * miss ** (dice - hits) for hits in range(dice + 1)]
        weights = _convolve(weights, binomial)
    return tuple(weights)


def _convolve(first: list[int], second: list[int]) -> list[int]:
    total = [0] * (len(first) + len(second) - 1)
    for own, weight in enumerate(first):
        if weight:
            for other, factor in enumerate(second):
                total[own + other] += weight * factor
    return total


def capped(weights: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The weights of ``min(hits, most)``.

    >>> capped((1, 2, 3, 4), 1)
    (1, 9)
    """
    if len(weights) <= most + 1:
        return weights
    return (*weights[:most], sum(weights[most:]))


def binomial_weights(number: int, hit: int, faces: int) -> tuple[int, ...]:
    """Weights of how many of `number` dice show `hit` or less.

    >>> binomial_weights(3, 1, 6)  # A12
    (125, 75, 15, 1)
    """
    pool = [0] * (faces + 1)
    pool[hit] = number
    return hit_weights(tuple(pool))


def mixture(parts: Iterable[tuple[int, Pmf[T]]]) -> Pmf[T]:
    """The distribution of an outcome whose distribution is itself chosen, with these weights.

    >>> mixture([(1, Pmf({0: 1})), (3, Pmf({0: 1, 1: 1}))])
    Pmf(weights={0: 5, 1: 3})
    """
    chosen = list(parts)
    common = lcm(*(part.total for _, part in chosen))
    weights: dict[T, int] = {}
    for weight, part in chosen:
        factor = weight * (common // part.total)
        for outcome, own in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + factor * own
    return Pmf(weights)


def run_chain(
    start: Square,
    dice: Callable[[Square], tuple[tuple[int, ...], tuple[int, ...]]],
    move: Callable[[Square, int, int], Square],
    ending: Callable[[Square], int],
    goes_on: int,
    still: int | None = None,
) -> dict[tuple[Square, int], int]:
    """Weights of the ends of a fight in rounds, in which both sides only ever lose.

    A square is what both sides have lost so far. A round without a loss is left out, which changes no odds of
    the end. Squares are worked off by their sum; each sum has one common denominator, so that all stays whole.

    Parameters
    ----------
    start : (int, int)
    dice : callable
        Weights of the losses that each side takes in a round that begins on a square, no more than it has.
    move : callable
        The square after a round with these losses.
    ending : callable
        A code; the fight continues while it is `goes_on`.
    goes_on : int
    still : int, optional
        The code with which a first round without losses ends the fight; by default it does not.

    Returns
    -------
    dict
        (square, code) -> weight.
    """
    first = ending(start)
    if first != goes_on:
        return {(start, first): 1}
    chain = _Chain({sum(start): {start: 1}}, {}, ending, goes_on)
    while chain.waiting:
        layer = chain.waiting.pop(min(chain.waiting))
        rolls = {square: dice(square) for square in layer}
        exits = {square: sum(own) * sum(enemy) - own[0] * enemy[0] for square, (own, enemy) in rolls.items()}
        if still is not None and start in layer:
            exits[start] += rolls[start][0][0] * rolls[start][1][0]
        common = lcm(*exits.values())
        chain.scale(common)
        for square, weight in layer.items():
            share = weight * (common // exits[square])
            own, enemy = rolls[square]
            if still is not None and square == start:
                chain.ends[start, still] = share * own[0] * enemy[0]
            for own_loss, own_weight in enumerate(own):
                part = share * own_weight
                for enemy_loss, enemy_weight in enumerate(enemy):
                    if part and enemy_weight and (own_loss or enemy_loss):
                        chain.enter(move(square, own_loss, enemy_loss), part * enemy_weight)
    return chain.ends


@dataclass(slots=True)
class _Chain:
    """Squares still to be worked off, by their sum, and the ends so far, over one common denominator."""

    waiting: dict[int, dict[Square, int]]
    ends: dict[tuple[Square, int], int]
    ending: Callable[[Square], int]
    goes_on: int
    codes: dict[Square, int] = field(default_factory=dict)

    def scale(self, factor: int) -> None:
        """Bring all weights to a denominator `factor` times as large."""
        for layer in self.waiting.values():
            for square in layer:
                layer[square] *= factor
        for end in self.ends:
            self.ends[end] *= factor

    def enter(self, square: Square, weight: int) -> None:
        """Add weight to a square, or to the end that it is."""
        code = self.codes.get(square)
        if code is None:
            code = self.codes[square] = self.ending(square)
        if code == self.goes_on:
            layer = self.waiting.setdefault(sum(square), {})
            layer[square] = layer.get(square, 0) + weight
        else:
            self.ends[square, code] = self.ends.get((square, code), 0) + weight
