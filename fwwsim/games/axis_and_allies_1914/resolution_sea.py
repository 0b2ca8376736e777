"""The rules of mines and sea battles that exact odds and simulation share.

A fleet is its numbers of submarines, transports, cruisers, undamaged and damaged battleships. As in
:mod:`fwwsim.games.axis_and_allies_1914.resolution` no function calls another. Rules: S1 to S7 of RULES.md.
"""

from collections.abc import MutableSequence, Sequence

from fwwsim.games.axis_and_allies_1914.names import (
    ATTACKER_WINS,
    BATTLESHIP,
    BOTH_SUNK,
    BROKEN_OFF,
    CRUISER,
    DAMAGE,
    DAMAGED,
    DEFENDER_WINS,
    GOES_ON,
    OUTGUNNED,
    SHIPS_BELOW,
    STANDOFF,
    STRENGTH_BELOW,
    SUBMARINE,
    TRANSPORT,
)


def warships(fleet: Sequence[int]) -> int:
    """All ships but transports. Rules: S4.

    >>> warships((1, 2, 3, 4, 5))
    13
    """
    return fleet[SUBMARINE] + fleet[CRUISER] + fleet[BATTLESHIP] + fleet[DAMAGED]


def surface_warships(fleet: Sequence[int]) -> int:
    """The ships that make a zone hostile: neither submarines nor transports. Rules: M1.

    >>> surface_warships((1, 2, 3, 4, 5))
    12
    """
    return fleet[CRUISER] + fleet[BATTLESHIP] + fleet[DAMAGED]


def fill_sea_dice(pool: MutableSequence[int], fleet: Sequence[int], values: Sequence[int]) -> None:
    """Add the dice of `fleet` to `pool`; a damaged battleship fires as a whole one. Rules: S1.

    >>> pool = [0] * 7
    >>> fill_sea_dice(pool, (0, 1, 2, 1, 0), (2, 0, 3, 4, 4))
    >>> pool  # A15; a transport's die hits on nothing
    [1, 0, 0, 2, 1, 0, 0]
    """
    for ship in range(len(fleet)):
        pool[values[ship]] += fleet[ship]


def take_sea_hits(fleet: MutableSequence[int], order: Sequence[int], hits: int) -> None:
    """Apply hits in the owner's order; DAMAGE turns a whole battleship into a damaged one. Rules: S2, S3.

    >>> fleet = [0, 1, 1, 1, 0]
    >>> take_sea_hits(fleet, (DAMAGE, SUBMARINE, CRUISER, BATTLESHIP, TRANSPORT), 2)
    >>> fleet
    [0, 1, 0, 0, 1]
    """
    left = hits
    while left > 0:
        before = left
        for step in order:
            if step == DAMAGE:
                if fleet[BATTLESHIP] > 0:
                    fleet[BATTLESHIP] -= 1
                    fleet[DAMAGED] += 1
                    left -= 1
                    break
            else:
                ship = DAMAGED if step == BATTLESHIP else step
                if fleet[ship] > 0:
                    fleet[ship] -= 1
                    left -= 1
                    break
        if left == before:
            break


def sink_unescorted(fleet: MutableSequence[int], own_warships: int, enemy_warships: int) -> None:
    """Transports without a warship die when the enemy has one. Rules: S4.

    >>> fleet = [0, 3, 0, 0, 0]
    >>> sink_unescorted(fleet, 0, 1)
    >>> fleet
    [0, 0, 0, 0, 0]
    """
    if own_warships == 0 and enemy_warships > 0:
        fleet[TRANSPORT] = 0


def breaks_off(condition: int, least: int, ships: int, strength: int, enemy_strength: int) -> bool:
    """Whether the attacker breaks off after a round: too few warships, too weak, or weaker. Rules: S5.

    >>> breaks_off(SHIPS_BELOW, 2, 1, 4, 0), breaks_off(OUTGUNNED, 0, 1, 4, 4), breaks_off(0, 0, 1, 1, 9)
    (True, False, False)
    """
    if condition == SHIPS_BELOW:
        return ships < least
    if condition == STRENGTH_BELOW:
        return strength < least
    return condition == OUTGUNNED and strength < enemy_strength


def strength(fleet: Sequence[int], values: Sequence[int]) -> int:
    """The sum of the values of a fleet's ships in one role. Rules: S5.

    >>> strength((0, 1, 2, 1, 0), (2, 0, 3, 4, 4))
    10
    """
    total = 0
    for ship in range(len(fleet)):
        total += fleet[ship] * values[ship]
    return total


def sea_verdict(
    attack_ships: int, defence_ships: int, attack_strength: int, defence_strength: int, leaving: bool
) -> int:
    """How the sea battle stands after a round, GOES_ON if it does; `leaving`: the attacker breaks off.

    When nobody can hit (transports against transports) both stay. Rules: S5, S6.

    >>> sea_verdict(1, 0, 4, 0, False) == ATTACKER_WINS, sea_verdict(1, 1, 4, 3, True) == BROKEN_OFF
    (True, True)
    """
    if attack_ships == 0:
        return DEFENDER_WINS if defence_ships > 0 else BOTH_SUNK
    if defence_ships == 0:
        return ATTACKER_WINS
    if attack_strength == 0 and defence_strength == 0:
        return STANDOFF
    return BROKEN_OFF if leaving else GOES_ON


def sink_loads(afloat: MutableSequence[int], lost: int) -> None:
    """Sink the first `lost` transports still afloat; they are sorted by the worth of what they carry. Rules: M1.

    >>> afloat = [1, 0, 1, 1]
    >>> sink_loads(afloat, 2)
    >>> afloat
    [0, 0, 0, 1]
    """
    left = lost
    for transport in range(len(afloat)):
        if left > 0 and afloat[transport] == 1:
            afloat[transport] = 0
            left -= 1
