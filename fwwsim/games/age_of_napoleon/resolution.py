"""The rules of battle and march attrition, each once: exact model and simulation call the same functions.

Plain functions of whole numbers, no function calls another one, so that
:mod:`fwwsim.games.age_of_napoleon.battle_check` can compile each as it stands. An *army* is a table of corps, one
row each, whose columns are numbered below; a list of lists and a numpy array serve alike.
"""

from collections.abc import Sequence
from typing import Any

FRESH, SPENT, TURNED, HOME, SEA, OUT, COLUMN, PRESENT, FIGHTING, WORTH = range(10)
"""Columns: battle ratings of the two sides; lies on its spent side; is at home; is penalised for the sea;
stays out; marched in this column; is still there; fights; is worth this much now. Flags are 0 or 1."""

FIELDS = 10
ATTACK_WINS, TIE, DEFENCE_WINS = 1, 0, -1
ALL_COLUMNS = -1
HOME_BONUS, SEA_PENALTY = 1, 2

Army = Sequence[Any]


def rate(army: Army) -> None:
    """Write what each corps is worth: the rating of its current side, +1 at home, -2 after the sea.

    Rules: battle.3.

    >>> army = [[5, 3, 0, 1, 0, 0, 0, 1, 0, 0], [5, 3, 1, 0, 1, 0, 0, 1, 0, 0]]
    >>> rate(army)
    >>> [corps[WORTH] for corps in army]
    [6, 1]
    """
    for corps in army:
        rating = corps[SPENT] if corps[TURNED] else corps[FRESH]
        corps[WORTH] = rating + HOME_BONUS * corps[HOME] - SEA_PENALTY * corps[SEA]


def send(army: Army, command: int) -> int:
    """Send the corps worth most into battle, at most `command` of them; returns how many.

    Rules: battle.2. Corps that stay out by choice are passed over. `rate` comes first.
    """
    for corps in army:
        corps[FIGHTING] = 0
    sent = 0
    while sent < command:
        best = -1
        for slot in range(len(army)):
            corps = army[slot]
            free = corps[PRESENT] and not corps[OUT] and not corps[FIGHTING]
            if free and (best < 0 or corps[WORTH] > army[best][WORTH]):
                best = slot
        if best < 0:
            break
        army[best][FIGHTING] = 1
        sent += 1
    return sent


def strength(army: Army) -> int:
    """The sum of what the fighting corps are worth, at least 0. Rules: battle.3.

    >>> strength([[5, 3, 0, 0, 0, 0, 0, 1, 1, 5], [4, 2, 0, 0, 0, 0, 0, 1, 0, 4]])
    5
    """
    total = 0
    for corps in army:
        if corps[FIGHTING]:
            total += corps[WORTH]
    return max(total, 0)


def present(army: Army, column: int) -> int:
    """How many corps of a marching column, or of ALL_COLUMNS, are there."""
    number = 0
    for corps in army:
        if corps[PRESENT] and (column < 0 or corps[COLUMN] == column):
            number += 1
    return number


def inflicted(cell: int, fighting: int) -> int:
    """Losses inflicted: the table's cell; nobody rolls for a side of which nobody fights. Rules: battle.5.

    >>> inflicted(2, 3), inflicted(2, 0)
    (2, 0)
    """
    return cell if fighting > 0 else 0


def outcome(attack_inflicts: int, defence_inflicts: int) -> int:
    """ATTACK_WINS (1), TIE (0) or DEFENCE_WINS (-1): who inflicted more. Rules: battle.6.

    >>> outcome(2, 1), outcome(1, 1), outcome(0, 1)
    (1, 0, -1)
    """
    return int(attack_inflicts > defence_inflicts) - int(attack_inflicts < defence_inflicts)


def tie_sum(die: int, modifier: int, rolls: bool) -> int:
    """A side's sum in the tie-break: die and modifier, or 0 if no die is rolled for it. Rules: battle.6.

    >>> tie_sum(4, 2, True), tie_sum(4, 2, False)
    (6, 0)
    """
    return die + modifier if rolls else 0


def tie_outcome(attack_sum: int, defence_sum: int) -> int:
    """ATTACK_WINS if its sum is higher, else DEFENCE_WINS. Rules: battle.6.

    >>> tie_outcome(7, 6), tie_outcome(6, 6)
    (1, -1)
    """
    return ATTACK_WINS if attack_sum > defence_sum else DEFENCE_WINS


def losses(suffered: int, lost_outright: bool, corps: int) -> int:
    """Corps that a side loses: one more if it lost without tie-break, at most what it has in the area.

    Rules: battle.7, battle.8.

    >>> losses(2, True, 5), losses(2, False, 5), losses(2, True, 2)
    (3, 2, 2)
    """
    return min(suffered + (1 if lost_outright else 0), corps)


def permanent(lost: int, won_outright: bool) -> int:
    """How many of `lost` corps are gone for good; the others come back. Rules: battle.9.

    Half of them; of an odd number the odd one too, except for a winner without tie-break.

    >>> [permanent(lost, False) for lost in range(6)], [permanent(lost, True) for lost in range(6)]
    ([0, 1, 1, 2, 2, 3], [0, 0, 1, 1, 2, 2])
    """
    return lost // 2 if won_outright else (lost + 1) // 2


def lose(army: Army, number: int, strongest: bool) -> None:
    """Take `number` corps off, those worth least first, or most if `strongest`; equals by spent rating, then as listed.

    Rules: battle.9: the owner picks, and this is how.
    """
    for _ in range(number):
        worst = -1
        least = 0
        for slot in range(len(army)):
            corps = army[slot]
            key = 16 * corps[WORTH] + corps[SPENT]
            if strongest:
                key = -key
            if corps[PRESENT] and (worst < 0 or key < least):
                worst = slot
                least = key
        if worst < 0:
            return
        army[worst][PRESENT] = 0


def turn_fighters(army: Army) -> None:
    """Corps that fought lie on their spent side from now on. Rules: battle.10."""
    for corps in army:
        if corps[FIGHTING]:
            corps[TURNED] = 1


def lowest(low: int, die: int) -> int:
    """The lowest die so far. Rules: march.2.

    >>> lowest(6, 2)
    2
    """
    return min(low, die)


def march(army: Army, column: int, number: int, strongest: bool) -> None:
    """A column loses `number` corps on the march, spent ones first; the others become spent.

    Rules: march.3. Among fresh corps, and among spent ones, as in `lose`. `rate` comes first.

    >>> army = [[5, 3, 0, 0, 0, 0, 0, 1, 0, 5], [8, 6, 1, 0, 0, 0, 0, 1, 0, 6], [4, 2, 0, 0, 0, 0, 0, 1, 0, 4]]
    >>> march(army, 0, 1, False)
    >>> [corps[PRESENT] for corps in army], [corps[TURNED] for corps in army]
    ([1, 0, 1], [1, 1, 1])
    """
    for _ in range(number):
        worst = -1
        least = 0
        for slot in range(len(army)):
            corps = army[slot]
            key = 16 * corps[WORTH] + corps[SPENT]
            if strongest:
                key = -key
            if not corps[TURNED]:
                key += 10_000
            if corps[PRESENT] and corps[COLUMN] == column and (worst < 0 or key < least):
                worst = slot
                least = key
        if worst >= 0:
            army[worst][PRESENT] = 0
    for corps in army:
        if corps[COLUMN] == column:
            corps[TURNED] = 1
