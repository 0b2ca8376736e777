"""Every attacking stack of a front on a turn against every defending one: the armies that could be there then."""

from collections import Counter
from dataclasses import dataclass

from fwwsim.errors import RuleError
from fwwsim.games.first_world_war.dataset import Army, Dataset, Front
from fwwsim.games.first_world_war.names import ALLIANCES, FACTION_ALLIANCE, FACTIONS
from fwwsim.games.first_world_war.odds.context import (
    OTHER,
    Context,
    available_armies,
    check_context,
    is_forbidden_alone,
)
from fwwsim.games.first_world_war.odds.face_down import Defence, ViewOdds, defence_of, if_anybody, view_odds
from fwwsim.games.first_world_war.odds.single import Combatant, Side
from fwwsim.games.first_world_war.odds.situation import ALLIANCE_NAMES, ATTACK, DEFENCE, VALUES
from fwwsim.games.first_world_war.odds.stacks import Elsewhere, stack_of
from fwwsim.odds.pmf import Pmf

MOST_ARMIES = 4


@dataclass(frozen=True, slots=True, order=True)
class Stack:
    """Armies that make no difference to each other in a combat: their number, and the best combat value."""

    armies: int
    lead: int

    @property
    def label(self) -> str:
        """``"2 armies, lead 3"``.

        >>> Stack(1, 3).label
        '1 army, lead 3'
        """
        return f"{self.armies} {'army' if self.armies == 1 else 'armies'}, lead {self.lead}"


@dataclass(frozen=True, slots=True, order=True)
class Counters:
    """Face-down counters of one faction, as the attacker sees them."""

    counters: int

    @property
    def label(self) -> str:
        """``"2 counters"``.

        >>> Counters(1).label
        '1 counter'
        """
        return f"{self.counters} {'counter' if self.counters == 1 else 'counters'}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """One direction of a front: ``cells[row][column]`` is the attack of ``attacking[row]`` on ``defending[column]``.

    `attacker` and `defender` are the home factions (R5.1). No chits are laid, and the best army leads.
    """

    front: Front
    turn: int
    attacker: str
    defender: str
    attacking: tuple[Stack, ...]
    defending: tuple[Stack | Counters, ...]
    cells: tuple[tuple[ViewOdds, ...], ...]


def front_matrix(dataset: Dataset, context: Context, attacker: str, players_view: bool = False) -> Matrix:
    """The matrix of one attacking faction on the front and turn of `context`.

    Parameters
    ----------
    dataset : Dataset
    context : Context
        With a front and a turn.
    attacker : str
        A home faction of the front.
    players_view : bool
        Group the defence by its number of face-down counters of the defending home faction: each is any of the
        faction's counters that could be there on that turn, dummies included. Else by what really stands there.

    Raises
    ------
    RuleError
        No such combat on that front and turn.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> matrix = front_matrix(load_dataset(), Context(front=1, turn=1), "DE")
    >>> matrix.attacking[0], matrix.defending[-1], str(matrix.cells[0][0].attack_wins)
    (Stack(armies=1, lead=1), Stack(armies=4, lead=3), '7/18')
    """
    if context.front is None or context.turn is None:
        raise RuleError("a matrix is of one front and one turn; allowed: front 1 to 11, turn 1 to 6 (R5.0)")
    front = dataset.fronts[context.front - 1]
    homes = (front.allied, front.central)
    if attacker not in homes:
        raise RuleError(
            f"--attacker {attacker}: on front {front.number} only {' and '.join(homes)} attack and defend (R5.1); "
            f"allowed: {', '.join(homes)}"
        )
    defender = homes[1 - homes.index(attacker)]
    check_context(dataset, (_side(Stack(1, 0)), _side(Stack(1, 0))), context)
    attacking = stacks(_armies(dataset, context, front, attacker, ATTACK))
    defending = stacks(_armies(dataset, context, front, defender, DEFENCE))
    columns: dict[Stack | Counters, Pmf[Defence]]
    if players_view:
        columns = _unseen(dataset, context, defender)
    else:
        columns = {stack: Pmf({(stack.armies, stack.lead): 1}) for stack in defending}
    cells = tuple(
        tuple(view_odds(_side(stack), column, dataset.faces) for column in columns.values())
        for stack in attacking
    )
    return Matrix(front, context.turn, attacker, defender, attacking, tuple(columns), cells)


def stacks(armies: list[Army]) -> tuple[Stack, ...]:
    """The stacks of one to four of these armies, by number and best value.

    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> box = load_dataset()
    >>> stacks([box.army("DE 1"), box.army("DE AA")])
    (Stack(armies=1, lead=1), Stack(armies=1, lead=3), Stack(armies=2, lead=3))
    """
    numbers = Counter(army.value for army in armies)
    return tuple(
        Stack(size, lead)
        for size in range(1, MOST_ARMIES + 1)
        for lead in VALUES
        if numbers[lead] and sum(numbers[value] for value in range(lead + 1)) >= size
    )


def _armies(dataset: Dataset, context: Context, front: Front, faction: str, role: str) -> list[Army]:
    """The armies of the faction's alliance that could be there in that role; at least one."""
    alliance = _alliance(faction)
    armies = available_armies(dataset, alliance, context, front, role)
    if not armies:
        raise RuleError(
            f"no army of {ALLIANCE_NAMES[alliance]} can take part in {role} on front {front.number} on turn "
            f"{context.turn}; allowed: another front or turn (R3.1, R5.0, R5.3, R5.4, R8.1)"
        )
    return armies


def _side(stack: Stack) -> Side:
    return Side((Combatant(stack.lead),) * stack.armies)


def _unseen(dataset: Dataset, context: Context, faction: str) -> dict[Stack | Counters, Pmf[Defence]]:
    """What one to four face-down counters of `faction` may be; none is known to be elsewhere."""
    nowhere = Elsewhere(frozenset(), Counter())
    most = min(MOST_ARMIES, stack_of(dataset, faction, 0, context, nowhere).pool)
    columns: dict[Stack | Counters, Pmf[Defence]] = {}
    for number in range(1, most + 1):
        defence = defence_of([], [stack_of(dataset, faction, number, context, nowhere)])
        if is_forbidden_alone(context.front, OTHER[_alliance(faction)], context):  # R8.1
            defence = if_anybody(defence)
        columns[Counters(number)] = defence
    return columns


def _alliance(faction: str) -> str:
    return ALLIANCES[FACTION_ALLIANCE[FACTIONS.index(faction)]]
