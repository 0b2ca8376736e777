"""What a little more is worth: the odds of a combat with a better lead, one army more, or a better chit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from fwwsim.games.first_world_war.odds.single import Combat, Combatant, Side, combat_odds

BEST_VALUE = 3


@dataclass(frozen=True, slots=True)
class Change:
    """What one change of a side does to the odds.

    Attributes
    ----------
    side : str
        attack or defence.
    what : str
        ``lead +1``, ``one army more`` (which does not lead) or ``chit +1``.
    attack_wins, tie, defence_wins : Fraction or None
        Probability after less before; None where there is no such combat: no army is better than 3.
    """

    side: str
    what: str
    attack_wins: Fraction | None
    tie: Fraction | None
    defence_wins: Fraction | None

    @property
    def name(self) -> str:
        """Side and change, as ``attack lead +1``."""
        return f"{self.side} {self.what}"


def sensitivity(combat: Combat, faces: Iterable[str | int]) -> tuple[Change, ...]:
    """The change of each result of `combat` for lead +1, one army more, chit +1, each side in turn.

    Rules: R6.1.2, R6.1.3, R6.1.5.

    Examples
    --------
    >>> combat = Combat(Side((Combatant(2),)), Side((Combatant(2),)))
    >>> for change in sensitivity(combat, ("S", "S", 1, 2, 3, 4))[:2]:
    ...     print(change.name, change.attack_wins, change.tie, change.defence_wins)
    attack lead +1 2/9 -1/12 -5/36
    attack one army more 2/9 -1/12 -5/36
    """
    faces = tuple(faces)
    before = combat_odds(combat, faces)
    changes = []
    for name, side in (("attack", combat.attack), ("defence", combat.defence)):
        for what, changed in _variants(side):
            if changed is None:
                changes.append(Change(name, what, None, None, None))
                continue
            after = combat_odds(
                replace(combat, attack=changed) if name == "attack" else replace(combat, defence=changed),
                faces,
            )
            changes.append(
                Change(
                    name,
                    what,
                    after.attack_wins - before.attack_wins,
                    after.tie - before.tie,
                    after.defence_wins - before.defence_wins,
                )
            )
    return tuple(changes)


def _variants(side: Side) -> Iterator[tuple[str, Side | None]]:
    """The changes of a side, None where there is no such army."""
    lead = side.lead_army
    better = replace(lead, value=lead.value + 1)
    armies = (*side.armies[: side.lead], better, *side.armies[side.lead + 1 :])
    yield "lead +1", replace(side, armies=armies) if better.value <= BEST_VALUE else None
    yield "one army more", replace(side, armies=(*side.armies, Combatant(0)))
    yield "chit +1", replace(side, chit=side.chit + 1)
