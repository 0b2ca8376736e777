"""The attacks that a position of a simulated game offers: as the acting player sees them, and as they are.

Unlike its neighbours this module reads state records, and so imports numpy and the kernels.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.dataset import Army, Chit, Dataset
from fwwsim.games.first_world_war.eligibility import layable_chits, may_attack, must_defend
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    CENTRAL_POWERS,
    FACTION_NAMES,
    FACTIONS,
    FRONTS,
    ROMANIA,
)
from fwwsim.games.first_world_war.odds.face_down import Defence, ViewOdds, defence_of, if_anybody, view_odds
from fwwsim.games.first_world_war.odds.single import Combatant, Side
from fwwsim.games.first_world_war.odds.situation import VALUES
from fwwsim.games.first_world_war.odds.stacks import Stack
from fwwsim.games.first_world_war.policies.belief import fighters
from fwwsim.games.first_world_war.tables import alliance_of
from fwwsim.odds.pmf import Pmf


@dataclass(frozen=True, slots=True)
class EnemyCounters:
    """Enemy counters of one colour on a front; those face down could each be any that `stack` is drawn from."""

    faction: str
    counters: int
    stack: Stack

    @property
    def armies_by_value(self) -> tuple[int, ...]:
        """How many armies of each combat value the face-down counters could be."""
        numbers = Counter(army.value for army in self.stack.armies)
        return tuple(numbers[value] for value in VALUES)


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack with all armies and the best lead under one choice of chit.

    Attributes
    ----------
    chit : Chit or None
        Of the own hand, laid in attack.
    side : Side
    seen : ViewOdds
        From the acting player's view; the defence lays no chit.
    true : ViewOdds
        With everything known; the defence lays no chit.
    """

    chit: Chit | None
    side: Side
    seen: ViewOdds
    true: ViewOdds


@dataclass(frozen=True, slots=True)
class Battle:
    """One front where the acting faction may attack.

    Attributes
    ----------
    front : int
        As printed.
    attackers : tuple of Army
        All that may attack.
    enemies : tuple of EnemyCounters
    revealed : tuple of Army
        Enemy armies there that were turned up this turn and have not been mixed with others since.
    hand : tuple of Chit
        The acting faction's chits.
    enemy_chits : int
        Chits in the hand of the defending home faction, which may lay one.
    defenders : tuple of Army
        Who really defends.
    defence : Pmf of (int, int)
        Number of real defenders and their best combat value, as far as the acting player can know.
    attacks : tuple of Attack
        One for each chit that may be laid, and without a chit unless a mandatory one must be (R6.2.2).
    """

    front: int
    attackers: tuple[Army, ...]
    enemies: tuple[EnemyCounters, ...]
    revealed: tuple[Army, ...]
    hand: tuple[Chit, ...]
    enemy_chits: int
    defenders: tuple[Army, ...]
    defence: Pmf[Defence]
    attacks: tuple[Attack, ...]


def battles_at(dataset: Dataset, table: Any, state: Any, front: int | None = None) -> list[Battle]:
    """The attacks open to the faction whose round it is.

    Parameters
    ----------
    dataset : Dataset
    table : record of TABLE
    state : record of STATE
        See :func:`fwwsim.games.first_world_war.replay.position_at`.
    front : int, optional
        As printed; without it every front where the faction may attack.

    Raises
    ------
    SpecError
        The faction may not attack on `front`.
    """
    faction = int(state.slot) % 4
    if front is not None and not 1 <= front <= FRONTS:
        raise SpecError(f"--front: found {front}; allowed: 1 to {FRONTS}")
    view = _View(dataset, table, state, faction)
    allowed = [number for number in range(1, FRONTS + 1) if may_attack(state, table, faction, number - 1)]
    if front is not None and front not in allowed:
        where = ", ".join(map(str, allowed)) or "none in this round"
        raise SpecError(
            f"--front {front}: {FACTION_NAMES[faction]} may not attack there now (R6.0, R5.1); allowed: {where}"
        )
    return [view.battle(number - 1) for number in allowed if front in (None, number)]


class _View:
    """What one faction may know of a position, front by front."""

    def __init__(self, dataset: Dataset, table: Any, state: Any, faction: int) -> None:
        self.dataset, self.table, self.state = dataset, table, state
        self.faction, self.alliance = faction, faction >> 1
        self.enemy = 1 - self.alliance
        self.armies = tuple(
            [army for army in dataset.armies if alliance_of(army) == side] for side in range(2)
        )
        self.chits = [chit for chit in dataset.chits if chit.alliance == ALLIANCES[self.alliance]]
        present = 0
        for armies in state.armies[self.enemy]:
            present |= int(armies)
        self.unseen = present & ~int(state.revealed[self.enemy])

    def battle(self, front: int) -> Battle:
        """The attack on `front` (0 to 10)."""
        state, table, enemy = self.state, self.table, self.enemy
        attackers = self._members(self.alliance, int(may_attack(state, table, self.faction, front)))
        defenders = self._members(enemy, int(must_defend(state, table, enemy, front)))
        visible = int(state.armies[enemy, front]) & int(state.revealed[enemy])
        known = self._members(enemy, visible & int(fighters(state, table, enemy, front)))
        counters = tuple(self._counters(front, visible))
        defence = defence_of(_combatants(known), [some.stack for some in counters])
        if state.treaty and front == ROMANIA and self.alliance == CENTRAL_POWERS:  # R8.1: somebody defends
            defence = if_anybody(defence)
        truth = defence_of(_combatants(defenders), [])
        faces = self.dataset.faces
        attacks = tuple(
            Attack(chit, side, view_odds(side, defence, faces), view_odds(side, truth, faces))
            for chit, side in self._sides(attackers, front)
        )
        hand = int(state.hand[int(table.hand_of[self.faction])])
        holder = int(table.hand_of[int(table.home[enemy, front])])
        return Battle(
            front + 1,
            attackers,
            counters,
            self._members(enemy, visible),
            tuple(chit for bit, chit in enumerate(self.chits) if hand >> bit & 1),
            int(state.hand[holder]).bit_count(),
            defenders,
            defence,
            attacks,
        )

    def _members(self, alliance: int, word: int) -> tuple[Army, ...]:
        return tuple(army for bit, army in enumerate(self.armies[alliance]) if word >> bit & 1)

    def _counters(self, front: int, visible: int) -> Iterator[EnemyCounters]:
        """The enemy's counters by colour; any that is face down is any of its colour that could be there."""
        state, table, enemy = self.state, self.table, self.enemy
        here, turn = int(state.armies[enemy, front]), int(state.turn)
        entry = int(table.may_enter[turn, 0, enemy, front]) | int(table.may_enter[turn, 1, enemy, front])
        fighting = int(fighters(state, table, enemy, front))
        for colour in range(2 * enemy, 2 * enemy + 2):
            own = int(table.colour[colour])
            counters = (here & own).bit_count() + int(state.dummies[colour, front])
            if counters == 0:
                continue
            candidates = self.unseen & own & entry
            armies = _combatants(self._members(enemy, candidates & fighting))
            dummies = int(table.dummies[colour]) - int(state.dummies_off[colour])
            blanks = dummies + (candidates & ~fighting).bit_count()
            face_down = counters - (visible & own).bit_count()
            yield EnemyCounters(
                FACTIONS[colour], counters, Stack(FACTIONS[colour], face_down, armies, blanks)
            )

    def _sides(self, attackers: tuple[Army, ...], front: int) -> Iterator[tuple[Chit | None, Side]]:
        """The attack without a chit, unless one must be laid, and with each that may be. Rules: R6.1.1, R6.2.2."""
        table, alliance = self.table, self.alliance
        hand = int(self.state.hand[int(table.hand_of[self.faction])])
        word = int(may_attack(self.state, table, self.faction, front))
        layable = int(layable_chits(table, hand, alliance, word, True))
        armies = _combatants(attackers)
        if layable & int(table.mandatory[alliance]) == 0:
            yield None, Side(armies, _best(armies, None))
        for bit, chit in enumerate(self.chits):
            if layable >> bit & 1:
                yield chit, Side(armies, _best(armies, chit), chit.value, chit.name)


def _combatants(armies: tuple[Army, ...]) -> tuple[Combatant, ...]:
    return tuple(Combatant(army.value, army.name, army.nation) for army in armies)


def _best(armies: tuple[Combatant, ...], chit: Chit | None) -> int:
    """The best army that may lead. Rules: R6.1.2."""
    able = [index for index, army in enumerate(armies) if chit is None or army.nation in chit.nations]
    return max(able, key=lambda index: armies[index].value)
