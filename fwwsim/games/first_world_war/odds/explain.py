"""One combat taken apart, so that anyone can follow its odds by hand: each modifier, and every pair of faces."""

from collections.abc import Iterable
from dataclasses import dataclass

from fwwsim.games.first_world_war.odds.single import SIGNAL, Combat
from fwwsim.games.first_world_war.resolution import outcome, total


@dataclass(frozen=True, slots=True)
class Modifier:
    """What one rule adds to each side's total."""

    rule: str
    name: str
    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair of faces: both totals and ATTACK_WINS, TIE or DEFENCE_WINS (1, 0, -1)."""

    attack_total: int
    defence_total: int
    outcome: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """A combat in steps.

    Attributes
    ----------
    modifiers : tuple of Modifier
        In the order of the rules, without the dice.
    faces : tuple of str or int
        Of the die (R6.1.4).
    grid : tuple of tuple of Cell
        ``grid[i][j]``: the attack rolls ``faces[i]``, the defence ``faces[j]``; all are equally likely.
    """

    modifiers: tuple[Modifier, ...]
    faces: tuple[str | int, ...]
    grid: tuple[tuple[Cell, ...], ...]

    @property
    def attack_fixed(self) -> int:
        """The attack's total before the die."""
        return sum(modifier.attack for modifier in self.modifiers)

    @property
    def defence_fixed(self) -> int:
        """The defence's total before the die."""
        return sum(modifier.defence for modifier in self.modifiers)

    def count(self, result: int) -> int:
        """The cells of the grid with this outcome."""
        return sum(cell.outcome == result for row in self.grid for cell in row)


def pips(face: str | int) -> int:
    """What a face counts; S counts 0. Rules: R6.1.4.

    >>> pips("S"), pips(3)
    (0, 3)
    """
    return 0 if face == SIGNAL else int(face)


def explain_combat(combat: Combat, faces: Iterable[str | int]) -> Explanation:
    """The modifiers of `combat` and the outcome of every pair of `faces`.

    Rules: R6.1.2 to R6.1.5.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.odds.single import Combatant, Side
    >>> combat = Combat(Side((Combatant(3), Combatant(3))), Side((Combatant(3),), chit=1))
    >>> told = explain_combat(combat, ("S", "S", 1, 2, 3, 4))
    >>> [(modifier.rule, modifier.attack, modifier.defence) for modifier in told.modifiers]
    [('R6.1.2', 3, 3), ('R6.1.3', 1, 0), ('R6.1.5', 0, 1)]
    >>> told.grid[3][4], told.count(1)
    (Cell(attack_total=6, defence_total=7, outcome=-1), 14)
    """
    faces = tuple(faces)
    attack, defence, superior = combat.attack, combat.defence, combat.superiority
    modifiers = (
        Modifier("R6.1.2", "lead army", attack.lead_army.value, defence.lead_army.value),
        Modifier("R6.1.3", "superiority", *superior),
        Modifier("R6.1.5", "chit", attack.chit, defence.chit),
    )

    def cell(attack_face: str | int, defence_face: str | int) -> Cell:
        ours = total(attack.lead_army.value, superior[0], attack.chit, pips(attack_face))
        theirs = total(defence.lead_army.value, superior[1], defence.chit, pips(defence_face))
        return Cell(ours, theirs, outcome(ours, theirs))

    grid = tuple(tuple(cell(own, other) for other in faces) for own in faces)
    return Explanation(modifiers, faces, grid)
