"""What a combat is worth to the attacker, by the worths of an :class:`Objective`: exact, never sampled.

Measured against not fighting at all: a chit laid is a chit no longer kept, and costs its side what keeping it is
worth. Chits that a side may draw (R6.2) are left out: both draw with the same probability, whatever is chosen.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.odds.single import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.resolution import superiority

CITY, BASE, NOTHING = "city", "base", "nothing"
PRIZES = (CITY, BASE, NOTHING)

Results = tuple[Fraction, Fraction, Fraction]


@lru_cache(maxsize=1024)
def results_of(faces: tuple[str | int, ...], difference: int) -> Results:
    """P(attack wins), P(tie), P(defence wins) when the totals before the dice differ by `difference`.

    >>> [str(chance) for chance in results_of(("S", "S", 1, 2, 3, 4), 0)]
    ['7/18', '2/9', '7/18']
    """
    one = (Combatant(0),)
    odds = combat_odds(Combat(Side(one, chit=difference), Side(one)), faces)
    return odds.attack_wins, odds.tie, odds.defence_wins


def advantage(attackers: int, defenders: int) -> int:
    """What superiority adds to the attack, less what it adds to the defence. Rules: R6.1.3.

    >>> advantage(3, 1), advantage(2, 2), advantage(1, 2)
    (1, 0, -1)
    """
    return superiority(attackers, defenders) - superiority(defenders, attackers)


@dataclass(frozen=True, slots=True)
class Laid:
    """What one side has on the table: the values of its lead army and of its chit (0 without one)."""

    lead: int
    chit: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """The die, what things are worth, and what a won combat brings.

    Attributes
    ----------
    faces : tuple of str or int
    objective : Objective
    prize : str
        "city": one can be taken (R6.4); "base": none can, but a surrender point can be inflicted (R6.5); "nothing".

    >>> stakes = Stakes(("S", "S", 1, 2, 3, 4), Objective())
    >>> print(stakes.gain(Laid(3), Laid(3, chit=1), 1))
    22/45
    """

    faces: tuple[str | int, ...]
    objective: Objective = field(default_factory=Objective)
    prize: str = CITY
    _gains: dict[tuple[int, int, int], Fraction] = field(default_factory=dict, init=False, repr=False)

    @property
    def won(self) -> Fraction:
        """The worth of what the winner of a combat takes. Rules: R6.4, R6.5."""
        return {CITY: self.objective.city, BASE: self.objective.point}.get(self.prize, Fraction(0))

    @property
    def walk_in(self) -> Fraction:
        """The worth of an attack that no real army meets: a city if there is one, nothing else.

        Rules: R6.0, R6.5 (the ruling ``uncontested_base=no_point``).
        """
        return self.objective.city if self.prize == CITY else Fraction(0)

    def kept(self, chit: int) -> Fraction:
        """The worth of keeping a chit of this value; nothing for 0 or less."""
        return self.objective.chit * max(0, chit)

    def results(self, attack: Laid, defence: Laid, superior: int) -> Results:
        """P(attack wins), P(tie), P(defence wins); `superior` as of :func:`advantage`. Rules: R6.1."""
        return results_of(self.faces, attack.lead + attack.chit + superior - defence.lead - defence.chit)

    def gain(self, attack: Laid, defence: Laid, superior: int) -> Fraction:
        """The attacker's expected gain: armies eliminated and lost, the prize, the chits laid. Rules: R6.1.5."""
        difference = attack.lead + attack.chit + superior - defence.lead - defence.chit
        key = (attack.lead, defence.lead, difference)
        gain = self._gains.get(key)
        if gain is None:
            wins, tie, loses = results_of(self.faces, difference)
            own, enemy = self.objective.armies[attack.lead], self.objective.armies[defence.lead]
            gain = wins * (enemy + self.won) + tie * (enemy - own) - loses * own
            self._gains[key] = gain
        return gain - self.kept(attack.chit) + self.kept(defence.chit)
