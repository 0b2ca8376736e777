"""Every combat in one table: only the difference of the leads, superiority and the difference of the chits count."""

from collections.abc import Iterable
from dataclasses import dataclass

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.odds.single import Combat, Combatant, CombatOdds, Side, combat_odds
from fwwsim.games.first_world_war.odds.situation import ATTACK, DEFENCE, VALUES

SUPERIORITIES = (-1, 0, 1)  # of the attack: the defender has more armies, both as many, the attacker has more
LEADS = range(-VALUES[-1], VALUES[-1] + 1)


@dataclass(frozen=True, slots=True)
class Cell:
    """One combat of the table, attack less defence in everything.

    Attributes
    ----------
    lead : int
        Difference of the combat values of the lead armies, -3 to 3.
    superiority : int
        1 if the attack has more real armies, -1 if the defence has, else 0. Rules: R6.1.3.
    chit : int
        Difference of the chits laid.
    odds : CombatOdds
    """

    lead: int
    superiority: int
    chit: int
    odds: CombatOdds

    @property
    def is_break_even(self) -> bool:
        """Whether the attack wins at least as often as the defence."""
        return self.odds.attack_wins >= self.odds.defence_wins

    @property
    def is_likely(self) -> bool:
        """Whether the attack wins at least half of the time."""
        return 2 * self.odds.attack_wins >= 1


def chit_differences(dataset: Dataset) -> range:
    """Every difference that chits can make, none laid included, attack less defence.

    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> chit_differences(load_dataset())
    range(-3, 3)
    """
    attack, defence = (
        [0, *(chit.value for chit in dataset.chits if chit.use in (role, "either"))]
        for role in (ATTACK, DEFENCE)
    )
    return range(min(attack) - max(defence), max(attack) - min(defence) + 1)


def odds_table(faces: Iterable[str | int], chits: Iterable[int]) -> tuple[Cell, ...]:
    """The table for a die: by superiority, lead difference and chit difference, each ascending.

    Parameters
    ----------
    faces : iterable of str or int
        The six faces of the die.
    chits : iterable of int
        The chit differences.

    >>> table = odds_table(("S", "S", 1, 2, 3, 4), (0,))
    >>> len(table), [str(cell.odds.attack_wins) for cell in table if (cell.lead, cell.superiority) == (1, 1)]
    (21, ['3/4'])
    """
    die, differences = tuple(faces), tuple(chits)
    return tuple(
        Cell(lead, superior, chit, combat_odds(combat_of(lead, superior, chit), die))
        for superior in SUPERIORITIES
        for lead in LEADS
        for chit in differences
    )


def combat_of(lead: int, superior: int, chit: int) -> Combat:
    """A combat with these differences.

    >>> combat_of(-2, 1, -1).superiority, combat_of(-2, 1, -1).defence.lead_army.value
    ((1, 0), 2)
    """
    attack = (Combatant(max(0, lead)),) * (1 + (superior > 0))
    defence = (Combatant(max(0, -lead)),) * (1 + (superior < 0))
    return Combat(Side(attack, chit=max(0, chit)), Side(defence, chit=max(0, -chit)))
