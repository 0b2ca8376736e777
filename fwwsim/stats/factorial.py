"""Main effects and two-way interactions of switches, all 2^k settings of them played on the same games."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.stats.bounded import bounded_mean, bounded_p_value
from fwwsim.stats.intervals import CONFIDENCE, Interval
from fwwsim.stats.moments import Moments
from fwwsim.stats.multiple import holm, simultaneous


@dataclass(frozen=True, slots=True)
class Effect:
    """What a switch, or two together, do to a rate.

    Attributes
    ----------
    factors : tuple of str
        One name for a main effect, two for an interaction.
    effect : Interval
        Main effect: the rate with the switch on less that with it off, averaged over the settings of all others.
        Interaction: the effect of the one with the other on, less its effect with the other off, averaged likewise.
        As a fraction of the games (0.01 is one point).
    together : Interval
        The same, so wide that all effects of the table hold at once with the confidence asked for (Bonferroni).
    p_value, p_holm : float
        Of no effect, alone; and adjusted by Holm's method for all effects of the table.
    """

    factors: tuple[str, ...]
    effect: Interval
    together: Interval
    p_value: float
    p_holm: float


def effects(won: Moments, factors: Sequence[str], confidence: float = CONFIDENCE) -> tuple[Effect, ...]:
    """All main effects, then all two-way interactions.

    The variance is that of each game's own contrast, so that it gains from the arms' common dice. Intervals and
    p-values are those of `bounded`, which stay honest when few games change or none.

    Parameters
    ----------
    won : Moments
        Of a table with a row for each game and 2^k columns of 0 and 1: whether the game was won in each arm. Switch
        j is on in arm a if bit j of a is set; arm 0 has all off.
    factors : sequence of str
        The names of the k switches, k at least 1.
    confidence : float

    Raises
    ------
    SpecError
        Not 2^k columns, or not of 0 and 1.

    Examples
    --------
    Two switches; the first wins a lost game out of three, with the second on or off:

    >>> from fwwsim.stats.moments import moments
    >>> found = effects(moments([[0, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1]] * 100), ["A", "B"])
    >>> [(effect.factors, round(effect.effect.estimate, 3), round(effect.effect.low, 3)) for effect in found]
    [(('A',), 0.333, 0.275), (('B',), 0.0, -0.013), (('A', 'B'), 0.0, -0.025)]
    """
    _check(won, factors)
    sets = [*itertools.combinations(range(len(factors)), 1), *itertools.combinations(range(len(factors)), 2)]
    each = simultaneous(len(sets), confidence)
    found = []
    for chosen in sets:
        reach = float(
            len(chosen)
        )  # the contrast of one game lies within -1 and 1, of an interaction -2 and 2
        contrast = won.combined([_contrast(len(factors), chosen)])
        total, squares = float(contrast.sums[0]), max(float(contrast.products[0, 0]), 0.0)
        found.append(
            (
                tuple(factors[factor] for factor in chosen),
                bounded_mean(won.n, total, squares, reach, confidence),
                bounded_mean(won.n, total, squares, reach, each),
                bounded_p_value(won.n, total, squares, reach),
            )
        )
    adjusted = holm([p_value for *_, p_value in found])
    return tuple(Effect(*effect, p_holm) for effect, p_holm in zip(found, adjusted, strict=True))


def _contrast(k: int, chosen: tuple[int, ...]) -> NDArray[np.float64]:
    """The weights of the arms: the product of the chosen switches' signs, over the number of settings averaged."""
    arms = np.arange(2**k)
    signs = np.ones(2**k)
    for factor in chosen:
        signs *= np.where(arms >> factor & 1, 1.0, -1.0)
    return signs / 2 ** (k - len(chosen))


def _check(won: Moments, factors: Sequence[str]) -> None:
    if not factors or won.sums.size != 2 ** len(factors):
        raise SpecError(f"arms: found {won.sums.size}; allowed: 2^k for k switches, here {len(factors)}")
    if not np.array_equal(np.diag(won.products), won.sums):
        raise SpecError("outcomes: found other numbers than 0 and 1; allowed: whether each game was won")
