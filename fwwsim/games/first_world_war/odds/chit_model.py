"""One combat's chits and leads as a game: what each side may do and see, and what it is worth. Exact.

The order of R6.1: the defender lays a chit face down or none; the attacker, who sees only whether one lies there,
lays a chit or none and names its lead; the defender, who sees that lead and whether a chit lies beside it, names
its own. Both hands are known. Payoffs are those of :mod:`gain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from fwwsim.games.first_world_war.odds.gain import Laid, Stakes, advantage
from fwwsim.games.first_world_war.odds.hands import HeldChit, Options, options_of
from fwwsim.games.first_world_war.odds.single import Combatant
from fwwsim.games.first_world_war.odds.situation import ATTACK, DEFENCE
from fwwsim.odds.matrix_game import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ChitGame:
    """One combat before chits and leads are chosen: options of both sides, payoffs, information sets.

    Parameters
    ----------
    attackers, defenders : sequence of Combatant
        At least one each.
    attack_hand, defence_hand : sequence of HeldChit
        Known to both sides.
    stakes : Stakes

    Examples
    --------
    >>> stakes = Stakes(("S", "S", 1, 2, 3, 4))
    >>> plus, minus = HeldChit.of_value(1), HeldChit("Shells", -1, mandatory=True, id="x")
    >>> game = ChitGame([Combatant(3), Combatant(1)], [Combatant(2)], [plus], [minus], stakes)
    >>> [lay.label for lay in game.attack.lays], [lay.label for lay in game.defence.lays]
    (['none', '+1'], ['Shells'])
    """

    def __init__(
        self,
        attackers: Sequence[Combatant],
        defenders: Sequence[Combatant],
        attack_hand: Sequence[HeldChit],
        defence_hand: Sequence[HeldChit],
        stakes: Stakes,
    ) -> None:
        self.stakes = stakes
        self.superior = advantage(len(attackers), len(defenders))
        self.attack = options_of(attackers, attack_hand, ATTACK)
        self.defence = options_of(defenders, defence_hand, DEFENCE)
        self.hidden = sorted({bool(lay.chits) for lay in self.defence.lays})  # what the attacker may see
        self.rows: dict[tuple[bool, int, int], int] = {}  # chit seen, own lay, own lead -> sequence
        points: list[tuple[int, tuple[int, ...]]] = []
        for seen in self.hidden:
            first = 1 + len(self.rows)
            for lay, lead in pairs(self.attack):
                self.rows[seen, lay, lead] = 1 + len(self.rows)
            points.append((0, tuple(range(first, 1 + len(self.rows)))))
        self.row_plan = Plan(tuple(points))
        self.replies = sorted({(bool(self.attack.lays[lay].chits), lead) for lay, lead in pairs(self.attack)})
        self.columns: dict[tuple[int, bool, int, int], int] = {}  # own lay, chit seen, lead seen, own lead
        lays = self.defence.lays
        points, number = [(0, tuple(range(1, 1 + len(lays))))], len(lays)
        for own, (seen, against) in product(range(len(lays)), self.replies):
            first = number + 1
            for lead in lays[own].leads:
                number += 1
                self.columns[own, seen, against, lead] = number
            points.append((1 + own, tuple(range(first, number + 1))))
        self.column_plan = Plan(tuple(points))
        self.payoffs = dict(self._payoffs())

    def laid(self, options: Options, lay: int, lead: int) -> Laid:
        """What lies on the table of a side."""
        return Laid(options.leads[lead].value, options.lays[lay].value)

    def gain(self, lay: int, lead: int, reply: int, reply_lead: int) -> Fraction:
        """The attacker's gain once both have laid and named."""
        return self.stakes.gain(
            self.laid(self.attack, lay, lead), self.laid(self.defence, reply, reply_lead), self.superior
        )

    def _payoffs(self) -> Iterator[tuple[tuple[int, int], Fraction]]:
        for (lay, lead), (reply, reply_lead) in product(pairs(self.attack), pairs(self.defence)):
            yield (
                (
                    self.rows[bool(self.defence.lays[reply].chits), lay, lead],
                    self.columns[reply, bool(self.attack.lays[lay].chits), lead, reply_lead],
                ),
                self.gain(lay, lead, reply, reply_lead),
            )

    def matrix(self) -> NDArray[Any]:
        """The payoffs as floating point numbers, by sequences of attacker and defender."""
        import numpy as np

        matrix = np.zeros((self.row_plan.size, self.column_plan.size))
        for place, gain in self.payoffs.items():
            matrix[place] = gain
        return matrix


def pairs(options: Options) -> list[tuple[int, int]]:
    """Every (lay, lead) of a side, as positions."""
    return [(number, lead) for number, lay in enumerate(options.lays) for lead in lay.leads]
