"""Counts around the march: causes of attrition, movement allowance, evasions, cards drawn.

The standard library only. Map, counters and most of the strategy table are unknown, so the numbers that they would
give are arguments.
"""

from collections.abc import Iterable

HAND_LIMIT = 10
LONG_MARCH, LONG_MARCH_TO_BATTLE = 4, 3


def march_causes(
    areas: int,
    *,
    attacks: bool = False,
    forced_march: bool = False,
    rough_ground: bool = False,
    winter: bool = False,
) -> int:
    """How many dice an army rolls for march attrition: one a cause. Rules: march.1.

    Parameters
    ----------
    areas : int
        How many areas it moved.
    attacks : bool
        Whether the move leads into battle.
    forced_march : bool
        Whether Gewaltmarsch was played for the move.
    rough_ground : bool
        Whether it moved, retreated or intercepted into marsh or mountain.
    winter : bool
        Whether it moved, retreated or intercepted in a winter round.

    Examples
    --------
    >>> march_causes(4, attacks=True), march_causes(3), march_causes(1, rough_ground=True, winter=True)
    (2, 0, 2)
    """
    causes = (
        areas >= LONG_MARCH,
        attacks and areas >= LONG_MARCH_TO_BATTLE,
        forced_march,
        rough_ground,
        winter,
    )
    return sum(causes)


def movement_allowance(
    rating: int,
    *,
    winter: bool = False,
    attacks: bool = False,
    mud: bool = False,
    forced_march: bool = False,
) -> int:
    """How many areas an army may move: its commander's movement rating with all modifiers, at least 0.

    Rules: move.1. `attacks`: the player means to end the move in battle; `mud` and `forced_march`: Schlamm and
    Gewaltmarsch were played.

    Examples
    --------
    >>> movement_allowance(3), movement_allowance(3, winter=True, attacks=True, forced_march=True)
    (3, 2)
    """
    return max(rating - winter - attacks - mud + forced_march, 0)


def evasions(rating: int, *, winter: bool = False) -> int:
    """How often an army may evade one pursuer in a round: the commander's movement rating, one less in winter.

    Rules: move.2.

    Examples
    --------
    >>> evasions(3), evasions(3, winter=True)
    (3, 2)
    """
    return max(rating - winter, 0)


def cards_drawn(great_powers: Iterable[int], *, rebelling: int = 0, minor_cards: int = 0) -> int:
    """How many cards a player draws, at most 10. Rules: strategy.1.

    Parameters
    ----------
    great_powers : iterable of int
        The strategy table's number for each great power, rebelling ones included.
    rebelling : int
        How many of them rebel: each gives one card less.
    minor_cards : int
        The strategy table's number for the minor countries.

    Examples
    --------
    >>> cards_drawn((4, 3, 2), rebelling=1, minor_cards=1)
    9
    """
    return min(sum(great_powers) - rebelling + minor_cards, HAND_LIMIT)
