"""Where and when an army may be, and when a chit enters: predicates that tables and odds share.

Plain functions of names and numbers; fronts by index (0..10). Standard library only.
"""

from collections.abc import Collection, Sequence

from fwwsim.games.first_world_war.names import (
    EXPEDITIONS,
    ITALY,
    ITALY_FROM_TURN,
    LATE_IN_ITALY,
    ROMANIA,
)


def is_too_early_in_italy(nation: str, front: int, turn: int) -> bool:
    """Whether `nation` may not yet go to `front`. Rules: R5.3.

    >>> is_too_early_in_italy("BR", 4, 3), is_too_early_in_italy("BR", 4, 4), is_too_early_in_italy("IT", 4, 3)
    (True, False, False)
    """
    return front in ITALY and nation in LATE_IN_ITALY and turn < ITALY_FROM_TURN


def needs_monastir(nation: str, front: int) -> bool:
    """Whether `nation` may enter `front`, and attack there, only while Monastir is allied. Rules: R5.4.

    >>> needs_monastir("MEF", 10), needs_monastir("MEF", 9), needs_monastir("RO", 10)
    (True, False, False)
    """
    return front == ROMANIA and nation in EXPEDITIONS


def may_operate(
    nation: str, listed: Collection[str], front: int, turn: int, monastir: bool, front_11_only: bool = False
) -> bool:
    """Whether an army of `nation` may be deployed on, or go to, `front`, which lists the nations `listed`.

    Parameters
    ----------
    monastir : bool
        Whether the Allies control it.
    front_11_only : bool
        The rules configuration ``mef_or_reach=front_11_only``.

    Rules: R5.0, R5.3, R5.4.

    >>> may_operate("OR", ["OR"], 10, 3, monastir=False), may_operate("OR", ["OR"], 9, 3, monastir=False)
    (False, True)
    """
    if nation not in listed or is_too_early_in_italy(nation, front, turn):
        return False
    if needs_monastir(nation, front):
        return monastir
    return not (front_11_only and nation in EXPEDITIONS)


def first_turn_of_chit(years: Sequence[int], year: int) -> int:
    """The turn before which a chit of `year` enters its cup; one past the last if it never does. Rules: R4.2.5.

    >>> first_turn_of_chit([1914, 1914, 1915], 1915), first_turn_of_chit([1914], 1918)
    (3, 2)
    """
    return next((turn for turn, now in enumerate(years, 1) if year <= now), len(years) + 1)
