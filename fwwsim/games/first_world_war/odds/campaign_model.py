"""A campaign as a process: successive attacks on one front, and what one attack can lead to.

Only combat values count: armies of a value are alike, so a side is the number of its armies of each value. No
chits. The attacker is assumed to reach a city as long as one is left, and the enemy base after that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from fwwsim.games.first_world_war.odds.single import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.odds.stopping import StopWhen
from fwwsim.games.first_world_war.resolution import ATTACK_WINS, DEFENCE_WINS, TIE, superiority
from fwwsim.odds.pmf import Pmf

Counts = tuple[int, int, int, int]  # combat value -> armies
VALUES = range(4)


class State(NamedTuple):
    """Where a campaign stands: both sides by combat value, cities taken, surrender points inflicted (0 or 1)."""

    attackers: Counts
    defenders: Counts
    cities: int
    point: int


class Choice(NamedTuple):
    """An attack: the lead's combat value and the number of attackers, the lead among them.

    The others add to the number only (R6.1.2, R6.1.3), so it does not matter which they are.
    """

    lead: int
    armies: int

    def party(self, state: State) -> tuple[int, ...]:
        """The combat values of the attackers, the lead first, then the lowest that will do.

        >>> Choice(lead=3, armies=3).party(State((0, 1, 2, 1), (0, 0, 0, 1), 0, 0))
        (3, 1, 2)
        """
        others = remove(state.attackers, self.lead)
        lowest = [value for value in VALUES for _ in range(others[value])]
        return (self.lead, *lowest[: self.armies - 1])


@dataclass(frozen=True, slots=True)
class Campaign:
    """Up to `attacks` attacks on a front.

    Attributes
    ----------
    attackers, defenders : Counts
        Armies by combat value.
    attacks : int
        The most that are made.
    cities : int
        That can be taken.
    stop_when : StopWhen
        When the attacker makes no more attacks.
    uncontested_point : bool
        The rules configuration ``uncontested_base=point``: with neither defender nor city left, an attack
        inflicts the surrender point.
    attacks_empty : bool
        Whether the front may be attacked once no defender is left; not by the Central Powers on front 11 under
        the treaty (R8.1).
    """

    attackers: Counts
    defenders: Counts
    attacks: int
    cities: int
    stop_when: StopWhen = field(default_factory=StopWhen)
    uncontested_point: bool = False
    attacks_empty: bool = True

    @property
    def start(self) -> State:
        """Before the first attack."""
        return State(self.attackers, self.defenders, 0, 0)

    def is_over(self, state: State) -> bool:
        """Whether no attack follows, whatever the attacker wants. Rules: R6.0, R8.1."""
        left, defenders = sum(state.attackers), sum(state.defenders)
        losses = sum(self.attackers) - left
        return (
            left == 0
            or (defenders == 0 and not self.attacks_empty)
            or self.stop_when.holds(defenders, state.cities, state.point, losses)
        )

    def gain(self, state: State) -> State:
        """`state` after a won combat: a city, or if none is left the surrender point. Rules: R6.1.5, R6.5.2."""
        if state.cities < self.cities:
            return state._replace(cities=state.cities + 1)
        return state._replace(point=1)

    def walk_in(self, state: State) -> State:
        """`state` after an attack that no army meets. Rules: R6.0, R6.4."""
        if state.cities < self.cities or self.uncontested_point:
            return self.gain(state)
        return state


def count(values: Iterable[int]) -> Counts:
    """Armies by combat value.

    >>> count([3, 3, 1])
    (0, 1, 0, 2)
    """
    values = list(values)
    return (values.count(0), values.count(1), values.count(2), values.count(3))


def best(side: Counts) -> int:
    """The highest combat value in a side that has an army.

    >>> best((1, 2, 0, 0))
    1
    """
    return max(value for value in VALUES if side[value])


def remove(side: Counts, value: int) -> Counts:
    """`side` without one army of `value`.

    >>> remove((1, 2, 0, 0), 1)
    (1, 1, 0, 0)
    """
    left = list(side)
    left[value] -= 1
    return (left[0], left[1], left[2], left[3])


def all_out(state: State) -> Choice:
    """The attack with all armies and the best lead.

    >>> all_out(State((0, 2, 1, 0), (0, 0, 0, 1), 0, 0))
    Choice(lead=2, armies=3)
    """
    return Choice(best(state.attackers), sum(state.attackers))


class Dice:
    """The results of a combat as integer weights, by what they depend on; each kind is worked out once."""

    __slots__ = ("_known", "faces")

    def __init__(self, faces: Iterable[str | int]) -> None:
        self.faces = tuple(faces)
        self._known: dict[tuple[int, int, int, int], dict[int, int]] = {}

    @property
    def total(self) -> int:
        """The sum of the weights of a combat."""
        return len(self.faces) ** 2

    def weights(self, attack_lead: int, defence_lead: int, attackers: int, defenders: int) -> dict[int, int]:
        """ATTACK_WINS, TIE, DEFENCE_WINS -> weight. Rules: R6.1.2 to R6.1.5.

        >>> Dice(("S", "S", 1, 2, 3, 4)).weights(3, 3, 2, 1)
        {1: 22, 0: 5, -1: 9}
        """
        key = (
            attack_lead,
            defence_lead,
            superiority(attackers, defenders),
            superiority(defenders, attackers),
        )
        if key not in self._known:
            attack = Side((Combatant(attack_lead),) + (Combatant(0),) * (attackers - 1))
            defence = Side((Combatant(defence_lead),) + (Combatant(0),) * (defenders - 1))
            odds = combat_odds(Combat(attack, defence), self.faces)
            shares = {ATTACK_WINS: odds.attack_wins, TIE: odds.tie, DEFENCE_WINS: odds.defence_wins}
            self._known[key] = {result: int(share * self.total) for result, share in shares.items()}
        return self._known[key]


class Policy(Protocol):
    """Who attacks with what, and who answers."""

    def attack(self, state: State, left: int) -> Choice | None:
        """The attack made with `left` attacks left, None to stop."""

    def answer(self, state: State, left: int, choice: Choice) -> int:
        """The combat value of the defender's lead."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """Every attack is made with all armies and the best lead; the defender leads with its best."""

    campaign: Campaign

    def attack(self, state: State, left: int) -> Choice | None:
        """All armies, until the campaign is over."""
        if left == 0 or self.campaign.is_over(state):
            return None
        return all_out(state)

    def answer(self, state: State, left: int, choice: Choice) -> int:
        """The best lead."""
        return best(state.defenders)


def fight(campaign: Campaign, dice: Dice, state: State, choice: Choice, defence_lead: int) -> Pmf[State]:
    """The states that an attack on defenders can lead to. Rules: R6.1.5."""
    weights = dice.weights(choice.lead, defence_lead, choice.armies, sum(state.defenders))
    beaten = state._replace(defenders=remove(state.defenders, defence_lead))
    attackers = remove(state.attackers, choice.lead)
    return Pmf(
        {
            campaign.gain(beaten): weights[ATTACK_WINS],
            beaten._replace(attackers=attackers): weights[TIE],
            state._replace(attackers=attackers): weights[DEFENCE_WINS],
        }
    )
