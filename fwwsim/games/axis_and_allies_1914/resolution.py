"""The rules of land battles and landings that exact odds and simulation share, in order of play.

Plain functions of whole numbers and of sequences of them; an army is its numbers of infantry, artillery, tanks
and fighters, a pool has at index v the number of dice that hit on v or less. None calls another one, so that
:mod:`fwwsim.games.axis_and_allies_1914.battle_check` can compile these very functions; the modules of `odds`
call them with every number of hits. Rules: L1 to L10 and M1 to M5 of RULES.md.
"""

from collections.abc import MutableSequence, Sequence

from fwwsim.games.axis_and_allies_1914.names import (
    ARTILLERY,
    BOTH_GONE,
    CAPTURED,
    CONTESTED,
    FIGHTER,
    HELD,
    INFANTRY,
    TANK,
)


def dogfight_goes_on(attack_fighters: int, defence_fighters: int) -> bool:
    """Whether another round of air battle is fought: until a side has no fighter. Rules: L3.

    >>> dogfight_goes_on(2, 1), dogfight_goes_on(2, 0)
    (True, False)
    """
    return attack_fighters > 0 and defence_fighters > 0


def supremacy(own_fighters: int, enemy_fighters: int) -> int:
    """1 for a side that has a fighter left when the enemy has none, or never had one. Rules: L4.

    >>> supremacy(1, 0), supremacy(2, 1), supremacy(0, 0)
    (1, 0, 0)
    """
    return int(own_fighters > 0 and enemy_fighters == 0)


def fill_land_dice(
    pool: MutableSequence[int], army: Sequence[int], values: Sequence[int], attacking: bool, supreme: int
) -> None:
    """Add the dice of `army` to `pool`; `values` are those of its role. Rules: L4, L5, L6.

    Air supremacy raises every artillery; each attacking artillery raises one infantry or, when there are no
    more, one tank. No value is above the faces of the die.

    >>> pool = [0] * 7
    >>> fill_land_dice(pool, (2, 1, 2, 0), (2, 3, 2, 2), True, 0)
    >>> pool  # A7: one booster
    [0, 0, 3, 2, 0, 0, 0]
    """
    most = len(pool) - 1
    raised = min(army[ARTILLERY], army[INFANTRY] + army[TANK]) if attacking else 0
    raised_infantry = min(raised, army[INFANTRY])
    raised_tanks = raised - raised_infantry
    pool[values[INFANTRY]] += army[INFANTRY] - raised_infantry
    pool[min(values[INFANTRY] + 1, most)] += raised_infantry
    pool[values[TANK]] += army[TANK] - raised_tanks
    pool[min(values[TANK] + 1, most)] += raised_tanks
    pool[min(values[ARTILLERY] + supreme, most)] += army[ARTILLERY]
    pool[values[FIGHTER]] += army[FIGHTER]


def unabsorbed(hits: int, tanks: int, absorbing: bool) -> int:
    """The hits that remain after tanks have absorbed one each, which they do when attacking. Rules: L7.

    >>> unabsorbed(3, 2, True), unabsorbed(1, 2, True), unabsorbed(3, 2, False)
    (1, 0, 3)
    """
    return max(hits - tanks, 0) if absorbing else hits


def take_losses(army: MutableSequence[int], order: Sequence[int], hits: int, keeping: bool) -> None:
    """Remove one unit a hit, in the owner's order; if `keeping`, the last infantry goes last. Rules: L2, L8.

    >>> army = [1, 3, 0, 0]
    >>> take_losses(army, (INFANTRY, ARTILLERY, TANK, FIGHTER), 2, True)
    >>> army  # A11
    [1, 1, 0, 0]
    """
    left = hits
    for unit in order:
        spared = min(army[unit], 1) if keeping and unit == INFANTRY else 0
        lost = min(army[unit] - spared, left)
        army[unit] -= lost
        left -= lost
    army[INFANTRY] -= min(army[INFANTRY], left)


def land_result(attackers: int, defenders: int) -> int:
    """CAPTURED, HELD, CONTESTED or BOTH_GONE by the number of units left. Rules: L9.

    >>> land_result(2, 0) == CAPTURED, land_result(0, 0) == BOTH_GONE
    (True, True)
    """
    if attackers > 0:
        return CONTESTED if defenders > 0 else CAPTURED
    return HELD if defenders > 0 else BOTH_GONE


def coastal_shots(artillery: int, reinforcing: bool, fires_at_reinforcement: bool) -> int:
    """How many defending artillery fire at units that land. Rules: M2.

    >>> coastal_shots(2, False, False), coastal_shots(2, True, False)
    (2, 0)
    """
    return artillery if fires_at_reinforcement or not reinforcing else 0


def coastal_value(value: int, most: int, supreme: int, supremacy_counts: bool) -> int:
    """What coastal artillery hits on; `supreme`: it has the only fighters as the landing begins. Rules: M2.

    >>> coastal_value(3, 6, 1, False), coastal_value(3, 6, 1, True)
    (3, 4)
    """
    return min(value + supreme, most) if supremacy_counts else value


def may_land(army: Sequence[int], keeping: bool) -> bool:
    """Whether `army` can go ashore: with infantry, for no army stands without. Rules: L2, M1.

    >>> may_land((0, 1, 0, 1), True), may_land((1, 0, 0, 0), True)
    (False, True)
    """
    return army[INFANTRY] > 0 or (not keeping and army[ARTILLERY] + army[TANK] > 0)


def bombardment_shots(
    battleships: int, landed: int, had_sea_battle: bool, after_sea_battle: bool, reinforcing: bool
) -> int:
    """One shot a battleship, no more than units landed, none after a sea battle or to reinforce. Rules: M3.

    >>> bombardment_shots(3, 2, False, False, False), bombardment_shots(3, 2, True, False, False)
    (2, 0)
    """
    if reinforcing or (had_sea_battle and not after_sea_battle):
        return 0
    return min(battleships, landed)
