"""A contested territory fought over for several rounds, with reinforcements on both sides. Rules: L1, L9, L10.

In each round the invader's turn comes first: his reinforcements arrive, and he may attack; then the defender's
turn, in which the roles of attack and defence change. The fight ends when only one side is left, or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.axis_and_allies_1914.battle import MOST_ARMY, Side
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.forces import Counts, cost
from fwwsim.games.axis_and_allies_1914.names import CONTESTED, INFANTRY, RESULTS, RESULTS_OF
from fwwsim.games.axis_and_allies_1914.odds.land import volleys
from fwwsim.games.axis_and_allies_1914.options import Rules
from fwwsim.games.axis_and_allies_1914.resolution import land_result

MOST_ROUNDS = 12
ALWAYS, NEVER, STRONGER = "always", "never", "stronger"
WHEN = (ALWAYS, NEVER, STRONGER)
KIND = "land"

Armies = tuple[Counts, Counts]
Spoils = tuple[int, dict[Counts, int], dict[Counts, int]]
"""A weight, and weights of what is left of invader and defender, independently of each other."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is fixed before the first battle, checked.

    Attributes
    ----------
    attack, defence : Side
        The first battle, which the invader must fight.
    values : Values
    rounds : int
    attack_reinforcements, defence_reinforcements : tuple of armies
        By own turn: the invader's from round 2 on, the defender's from round 1 on; one entry is for every
        turn, of several each is for one, and nothing follows.
    attacks, counterattacks : str
        When the invader (from round 2) and the defender attack in their turn: always, never, or stronger: if
        their army is worth more IPC than the enemy's.

    Raises
    ------
    SpecError, RuleError
        Something out of range, or an army without infantry.
    """

    attack: Side
    defence: Side
    values: Values
    rounds: int
    rules: Rules = field(default_factory=Rules)
    attack_reinforcements: tuple[Counts, ...] = ()
    defence_reinforcements: tuple[Counts, ...] = ()
    attacks: str = ALWAYS
    counterattacks: str = ALWAYS

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise SpecError(f"--rounds: found {self.rounds}; allowed: 1 to {MOST_ROUNDS}")
        for name, found in (("--attacks", self.attacks), ("--counterattacks", self.counterattacks)):
            if found not in WHEN:
                raise SpecError(f"{name}: found {found!r}; allowed: {', '.join(WHEN)}")
        for role, side, arriving in (
            ("attack", self.attack, self.attack_reinforcements),
            ("defence", self.defence, self.defence_reinforcements),
        ):
            if not side.army[INFANTRY]:
                raise RuleError(f"{role}: an army without infantry; allowed: at least one infantry (L2)")
            total = sum(side.army) + sum(sum(arrival(arriving, turn)) for turn in range(self.rounds))
            if total > MOST_ARMY:
                raise SpecError(f"{role}: found {total} units in all; allowed: {MOST_ARMY}")


@dataclass(frozen=True, slots=True)
class CampaignOdds:
    """The odds of a campaign.

    Attributes
    ----------
    by_round : tuple of dict
        After each round: captured, held, contested, both_gone with their probability.
    attack_lost, defence_lost, swing : dict
        IPC lost over the whole campaign, reinforcements included.
    """

    by_round: tuple[dict[str, Fraction], ...]
    attack_lost: dict[int, Fraction]
    defence_lost: dict[int, Fraction]
    swing: dict[int, Fraction]


def arrival(reinforcements: Sequence[Counts], turn: int) -> Counts:
    """What arrives in the given own turn, counted from 0.

    >>> arrival(((1, 0, 0, 0),), 7), arrival(((1, 0, 0, 0), (2, 0, 0, 0)), 1), arrival((), 0)
    ((1, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0))
    """
    if len(reinforcements) == 1:
        return reinforcements[0]
    return reinforcements[turn] if turn < len(reinforcements) else (0, 0, 0, 0)


def campaign_odds(campaign: Campaign) -> CampaignOdds:
    """Exact odds of a campaign.

    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> one = Side((1, 0, 0, 0))
    >>> odds = campaign_odds(Campaign(one, one, load_dataset().values(), 1, counterattacks="never"))
    >>> odds.by_round[0]["contested"]  # A8
    Fraction(1, 3)
    """
    front = _Front(campaign)
    by_round = []
    for number in range(campaign.rounds):
        if number:
            front.arrive(0, arrival(campaign.attack_reinforcements, number - 1))
        front.fight(0, ALWAYS if number == 0 else campaign.attacks)
        front.arrive(1, arrival(campaign.defence_reinforcements, number))
        front.fight(1, campaign.counterattacks)
        by_round.append(front.results())
    attack, defence, swing = front.losses()
    return CampaignOdds(tuple(by_round), attack, defence, swing)


class _Front:
    """The weights of all that may have become of both armies, with one common denominator."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.sent = [campaign.attack.army, campaign.defence.army]
        self.open: dict[Armies, int] = {(campaign.attack.army, campaign.defence.army): 1}
        self.ended: dict[tuple[int, int, int], int] = {}  # result, IPC lost by invader and defender

    def arrive(self, role: int, units: Counts) -> None:
        """Reinforcements join; where the fight is over they count for nothing."""
        self.sent[role] = _sum(self.sent[role], units)
        self.open = {
            (_sum(armies[0], units), armies[1]) if role == 0 else (armies[0], _sum(armies[1], units)): weight
            for armies, weight in self.open.items()
        }

    def fight(self, role: int, when: str) -> None:
        """The side whose turn it is attacks where it wants to."""
        costs = self.campaign.values.land_cost
        fights: list[tuple[int, list[Spoils], int]] = []
        for armies, weight in self.open.items():
            worths = [cost(army, costs) for army in armies]
            if when == ALWAYS or (when == STRONGER and worths[role] > worths[1 - role]):
                fights.append((weight, *self._battle(role, armies)))
            else:
                fights.append((weight, [(1, {armies[0]: 1}, {armies[1]: 1})], 1))
        common = lcm(*(total for *_, total in fights))
        self.ended = {end: weight * common for end, weight in self.ended.items()}
        self.open = {}
        for weight, spoils, total in fights:
            for factor, attack, defence in spoils:
                share = weight * factor * (common // total)
                for own, own_weight in attack.items():
                    part = share * own_weight
                    for enemy, enemy_weight in defence.items():
                        self._settle((own, enemy), part * enemy_weight)
        self._shorten()

    def _battle(self, role: int, armies: Armies) -> tuple[list[Spoils], int]:
        """What a battle in which `role` attacks leaves of invader and defender, and the sum of the weights.

        Given the dogfight, what is left of the one is independent of what is left of the other.
        """
        campaign = self.campaign
        sides = (campaign.attack, campaign.defence)
        orders = (sides[role].land_order, sides[1 - role].land_order)
        rounds = volleys(armies[role], armies[1 - role], orders, campaign.values, campaign.rules.keeping)
        common = lcm(*(volley.total for volley in rounds))
        spoils: list[Spoils] = []
        for volley in rounds:
            left = (
                _gather(volley.attack_left, volley.defence_hits),
                _gather(volley.defence_left, volley.attack_hits),
            )
            spoils.append((volley.weight * (common // volley.total), left[role], left[1 - role]))
        return spoils, common * sum(volley.weight for volley in rounds)

    def _settle(self, armies: Armies, weight: int) -> None:
        if armies in self.open:
            self.open[armies] += weight
            return
        result = land_result(sum(armies[0]), sum(armies[1]))
        if result == CONTESTED:
            self.open[armies] = weight
        else:
            end = (result, *self._lost(armies))
            self.ended[end] = self.ended.get(end, 0) + weight

    def _lost(self, armies: Armies) -> tuple[int, int]:
        costs = self.campaign.values.land_cost
        return (
            cost(self.sent[0], costs) - cost(armies[0], costs),
            cost(self.sent[1], costs) - cost(armies[1], costs),
        )

    def _shorten(self) -> None:
        common = gcd(*self.open.values(), *self.ended.values())
        self.open = {armies: weight // common for armies, weight in self.open.items()}
        self.ended = {end: weight // common for end, weight in self.ended.items()}

    def results(self) -> dict[str, Fraction]:
        """The probabilities of the results so far."""
        weights = dict.fromkeys(RESULTS_OF[KIND], 0)
        weights[CONTESTED] = sum(self.open.values())
        for (result, _, _), weight in self.ended.items():
            weights[result] += weight
        total = sum(weights.values())
        return {RESULTS[result]: Fraction(weight, total) for result, weight in weights.items()}

    def losses(self) -> tuple[dict[int, Fraction], dict[int, Fraction], dict[int, Fraction]]:
        """IPC lost by invader and defender, and the swing to the invader."""
        weights: dict[tuple[int, int], int] = {}
        for (_, own, enemy), weight in self.ended.items():
            weights[own, enemy] = weights.get((own, enemy), 0) + weight
        for armies, weight in self.open.items():
            lost = self._lost(armies)
            weights[lost] = weights.get(lost, 0) + weight
        total = sum(weights.values())
        spreads: tuple[dict[int, int], dict[int, int], dict[int, int]] = ({}, {}, {})
        for (own, enemy), weight in weights.items():
            for spread, value in zip(spreads, (own, enemy, enemy - own), strict=True):
                spread[value] = spread.get(value, 0) + weight
        first, second, third = (
            {value: Fraction(weight, total) for value, weight in sorted(spread.items())} for spread in spreads
        )
        return first, second, third


def _gather(left: Sequence[Counts], weights: Sequence[int]) -> dict[Counts, int]:
    """Weights of what is left of an army, from weights of the hits that it takes."""
    total: dict[Counts, int] = {}
    for army, weight in zip(left, weights, strict=True):
        if weight:
            total[army] = total.get(army, 0) + weight
    return total


def _sum(first: Counts, second: Counts) -> Counts:
    return tuple(own + other for own, other in zip(first, second, strict=True))
