"""What may be added to an attack: its parts by value, what it costs, and the odds that result.

An addition is one more army, a better lead army in exchange for the present one, a chit, waiting for superiority
(as many armies as it takes to have more than the defender), or some of these together.
"""

from dataclasses import dataclass
from fractions import Fraction

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.odds.single import CombatOdds

OUTCOMES = ("attack-wins", "not-lost", "defender-eliminated")


@dataclass(frozen=True, slots=True)
class Addition:
    """What is added to an attack, by value.

    Attributes
    ----------
    armies : tuple of int
        Combat values of the armies that join, descending.
    lead : int or None
        Combat value of the army that the lead army is exchanged for.
    chit : int or None
        Value of the chit laid instead of the present one, or of none.
    waits : bool
        The armies are what superiority takes, counted as one addition.
    """

    armies: tuple[int, ...] = ()
    lead: int | None = None
    chit: int | None = None
    waits: bool = False

    def is_within(self, other: "Addition") -> bool:
        """Whether every part of this addition is in `other`, as good or better.

        >>> Addition(armies=(1,)).is_within(Addition(armies=(2, 0), chit=1))
        True
        >>> Addition(lead=3).is_within(Addition(armies=(3,)))
        False
        """
        if len(self.armies) > len(other.armies):
            return False
        pairs = [
            *zip(self.armies, other.armies, strict=False),
            (self.lead, other.lead),
            (self.chit, other.chit),
        ]
        return all(own is None or (theirs is not None and own <= theirs) for own, theirs in pairs)


@dataclass(frozen=True, slots=True)
class Way:
    """The counters that make up an addition: armies that join, the new lead army, the chit; "" for none."""

    armies: tuple[str, ...]
    lead: str = ""
    chit: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """All that is added.

        >>> Way(("FR 3 or FR 5",), chit="Foch").parts
        ('FR 3 or FR 5', 'Foch')
        """
        return tuple(part for part in (*self.armies, self.lead, self.chit) if part)


@dataclass(frozen=True, slots=True)
class Choice:
    """An addition with its price and its result.

    Attributes
    ----------
    addition : Addition
    cost : Fraction
        By the objective: armies by value, a better lead the difference, a chit by its points.
    probability : Fraction
        Of the outcome asked for.
    odds : CombatOdds
        Of the whole combat.
    ways : tuple of Way
        The counters of the data set that make it up; empty for armies given by value.
    """

    addition: Addition
    cost: Fraction
    probability: Fraction
    odds: CombatOdds
    ways: tuple[Way, ...]


def probability_of(odds: CombatOdds, outcome: str) -> Fraction:
    """The probability of one of `OUTCOMES`. Rules: R6.1.5.

    A combat that is not lost eliminates the defence's lead army, so the last two are the same number.

    >>> from fwwsim.games.first_world_war.odds.single import Combat, Combatant, Side, combat_odds
    >>> odds = combat_odds(Combat(Side((Combatant(3),)), Side((Combatant(3),))), ("S", "S", 1, 2, 3, 4))
    >>> [str(probability_of(odds, outcome)) for outcome in OUTCOMES]
    ['7/18', '11/18', '11/18']
    """
    if outcome not in OUTCOMES:
        raise SpecError(f"--outcome: found {outcome!r}; allowed: {', '.join(OUTCOMES)}")
    return odds.attack_wins if outcome == OUTCOMES[0] else odds.defence_lead_eliminated
