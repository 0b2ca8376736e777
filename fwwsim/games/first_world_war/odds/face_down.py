"""The odds of an attack on counters that lie face down, from the view of a player who lays and expects no chits.

Who may stand there is counted in :mod:`fwwsim.games.first_world_war.odds.hidden`; here only the number of real
armies and the best of them matter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from fwwsim.games.first_world_war.odds.hidden import Cup, Unknown
from fwwsim.games.first_world_war.odds.single import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.odds.stacks import Stack
from fwwsim.odds.pmf import Pmf

NOBODY = (0, -1)  # no real army, and so no best value
NO_CHITS = Cup(0, (), (), 0)

Defence = tuple[int, int]
"""Number of real armies and the highest of their combat values, -1 without any."""


@dataclass(frozen=True, slots=True)
class ViewOdds:
    """An attack on what may stand there: the four probabilities sum to 1.

    Attributes
    ----------
    no_real_defender : Fraction
        Nobody defends, and the attacker may take a city without a roll. Rules: R6.0.
    attack_wins, tie, defence_wins : Fraction
        Somebody defends, and the combat ends so. Rules: R6.1.5.
    """

    no_real_defender: Fraction
    attack_wins: Fraction
    tie: Fraction
    defence_wins: Fraction

    @property
    def no_loss(self) -> Fraction:
        """That the attack keeps its lead army: nobody defends, or it wins."""
        return self.no_real_defender + self.attack_wins


def defence_of(seen: Iterable[Combatant], stacks: Iterable[Stack]) -> Pmf[Defence]:
    """Who defends: real armies `seen`, and what the face-down `stacks` may hold, every set as likely as any other.

    >>> stack = Stack("WA", 1, (Combatant(2), Combatant(3)), 2)
    >>> sorted(defence_of([], [stack]).probabilities().items())
    [((0, -1), Fraction(1, 2)), ((1, 2), Fraction(1, 4)), ((1, 3), Fraction(1, 4))]
    """
    classes = Unknown(tuple(seen), tuple(stacks), NO_CHITS).classes()
    return Pmf({(some.armies, some.best[0]): weight for some, weight in classes.items()})


def if_anybody(defence: Pmf[Defence]) -> Pmf[Defence]:
    """The same when it is known that somebody defends. Rules: R8.1, front 11 under the treaty.

    >>> if_anybody(Pmf({NOBODY: 1, (1, 2): 1})).probabilities()
    {(1, 2): Fraction(1, 1)}
    """
    return Pmf({who: weight for who, weight in defence.weights.items() if who != NOBODY})


def view_odds(attack: Side, defence: Pmf[Defence], faces: tuple[str | int, ...]) -> ViewOdds:
    """The odds of `attack` against a defence that is not known, led by its best army without a chit.

    Rules: R6.0, R6.1.

    >>> attack = Side((Combatant(3), Combatant(2)))
    >>> odds = view_odds(attack, defence_of([], [Stack("WA", 1, (Combatant(2),), 1)]), ("S", "S", 1, 2, 3, 4))
    >>> print(odds.no_real_defender, odds.attack_wins, odds.tie, odds.defence_wins)
    1/2 3/8 1/18 5/72
    """
    nobody, wins, tie, loses = Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    for (number, best), chance in defence.probabilities().items():
        if number == 0:
            nobody += chance
            continue
        odds = combat_odds(Combat(attack, Side((Combatant(best),) * number)), faces)
        wins += chance * odds.attack_wins
        tie += chance * odds.tie
        loses += chance * odds.defence_wins
    return ViewOdds(nobody, wins, tie, loses)
