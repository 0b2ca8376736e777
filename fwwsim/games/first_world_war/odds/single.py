"""One combat as an exact model: both sides, and the probability of every result.

The rule itself is in :mod:`fwwsim.games.first_world_war.resolution`; here it is called with every pair of die
faces. The standard library only, so that the odds command starts at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import sub

from fwwsim.games.first_world_war.resolution import (
    ATTACK_WINS,
    DEFENCE_WINS,
    TIE,
    outcome,
    superiority,
    total,
)
from fwwsim.odds.pmf import Pmf

SIGNAL = "S"  # R6.1.4: the face that counts 0 and lets the side draw a chit


@dataclass(frozen=True, slots=True)
class Combatant:
    """A real army in the combat; one given by its value alone has neither name nor nation."""

    value: int
    name: str = ""
    nation: str = ""

    @property
    def label(self) -> str:
        """The name, or the value where there is no name.

        >>> Combatant(3, "DE 1", "DE").label, Combatant(2).label
        ('DE 1', '2')
        """
        return self.name or str(self.value)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a combat: its real armies, which of them leads (an index), and the value of the chit laid.

    `chit_name` is empty when no chit is laid or when it was given as a number.
    """

    armies: tuple[Combatant, ...]
    lead: int = 0
    chit: int = 0
    chit_name: str = ""

    @property
    def lead_army(self) -> Combatant:
        """The army whose value counts.

        >>> Side((Combatant(1), Combatant(3)), lead=1).lead_army
        Combatant(value=3, name='', nation='')
        """
        return self.armies[self.lead]


@dataclass(frozen=True, slots=True)
class Combat:
    """Both sides as they stand when the dice are rolled."""

    attack: Side
    defence: Side

    @property
    def superiority(self) -> tuple[int, int]:
        """What the numbers of armies add to attack and defence. Rules: R6.1.3.

        >>> Combat(Side((Combatant(3), Combatant(1))), Side((Combatant(2),))).superiority
        (1, 0)
        """
        attackers, defenders = len(self.attack.armies), len(self.defence.armies)
        return superiority(attackers, defenders), superiority(defenders, attackers)


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """Exact probabilities of one combat.

    Attributes
    ----------
    attack_wins, tie, defence_wins : Fraction
        They sum to 1. Rules: R6.1.5.
    margin : dict of int to Fraction
        Attack total less defence total, ascending.
    mean_margin : Fraction
        Its expected value.
    attack_draws, defence_draws : Fraction
        That the side rolls S, and so may draw a chit. Rules: R6.2.
    """

    attack_wins: Fraction
    tie: Fraction
    defence_wins: Fraction
    margin: dict[int, Fraction]
    mean_margin: Fraction
    attack_draws: Fraction
    defence_draws: Fraction

    @property
    def attack_lead_eliminated(self) -> Fraction:
        """That the attack's lead army is eliminated: a tie or a lost combat. Rules: R6.1.5."""
        return self.tie + self.defence_wins

    @property
    def defence_lead_eliminated(self) -> Fraction:
        """That the defence's lead army is eliminated: a tie or a lost combat. Rules: R6.1.5."""
        return self.tie + self.attack_wins


def combat_odds(combat: Combat, faces: Iterable[str | int]) -> CombatOdds:
    """The exact odds of `combat` when each side rolls one die with these `faces`.

    Rules: R6.1.2 to R6.1.5, R6.2.

    Examples
    --------
    The first worked example of the rulebook: 3 and 3 against a 3 that has a chit of +1.

    >>> combat = Combat(Side((Combatant(3), Combatant(3))), Side((Combatant(3),), chit=1))
    >>> odds = combat_odds(combat, ("S", "S", 1, 2, 3, 4))
    >>> print(odds.attack_wins, odds.tie, odds.defence_wins, odds.attack_lead_eliminated)
    7/18 2/9 7/18 11/18
    """
    die = Pmf.from_faces(faces)
    attack_superior, defence_superior = combat.superiority
    attack = _totals(combat.attack, attack_superior, die)
    defence = _totals(combat.defence, defence_superior, die)
    results = attack.combine(defence, outcome)
    margin = attack.combine(defence, sub)
    draws = die.probability(SIGNAL)
    return CombatOdds(
        attack_wins=results.probability(ATTACK_WINS),
        tie=results.probability(TIE),
        defence_wins=results.probability(DEFENCE_WINS),
        margin=dict(sorted(margin.probabilities().items())),
        mean_margin=margin.mean(),
        attack_draws=draws,
        defence_draws=draws,
    )


def _totals(side: Side, superior: int, die: Pmf[str | int]) -> Pmf[int]:
    """The distribution of the total of `side`; S counts 0 (R6.1.4)."""
    value, chit = side.lead_army.value, side.chit
    return die.map(lambda face: total(value, superior, chit, 0 if face == SIGNAL else int(face)))
