"""The cheapest purchase that captures a territory with a given probability, by exact search.

One more unit never lowers the chance to capture, whatever it is. So for given numbers of artillery, tanks and
fighters the fewest infantry are found by bisection, and a choice is passed over as a whole when even all the
infantry that the best price so far leaves room for is not enough.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.axis_and_allies_1914.battle import MOST_ARMY, Side
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.forces import NO_ARMY, Counts, cost
from fwwsim.games.axis_and_allies_1914.names import (
    ARTILLERY,
    FIGHTER,
    INFANTRY,
    TANK,
    TANKS_FROM_ROUND,
)
from fwwsim.games.axis_and_allies_1914.odds.dogfight import dogfight
from fwwsim.games.axis_and_allies_1914.odds.land import round_dice, with_fighters
from fwwsim.games.axis_and_allies_1914.options import Rules
from fwwsim.games.axis_and_allies_1914.resolution import unabsorbed

MOST_DEFENDERS = 30


@dataclass(frozen=True, slots=True)
class Question:
    """Which purchase, beside what is there already, captures from `defence` with at least `target`?

    Raises
    ------
    SpecError, RuleError
        A target that is not between 0 and 1, no defenders or too many, or an army without infantry.
    """

    defence: Side
    values: Values
    target: Fraction
    have: Counts = NO_ARMY
    rules: Rules = field(default_factory=Rules)
    round_number: int | None = None

    def __post_init__(self) -> None:
        if not 0 < self.target < 1:
            raise SpecError(f"--target: found {self.target}; allowed: above 0 and below 1")
        if not 1 <= sum(self.defence.army) <= MOST_DEFENDERS:
            found = sum(self.defence.army)
            raise SpecError(f"--defend: found {found} units; allowed: 1 to {MOST_DEFENDERS}")
        if not self.defence.army[INFANTRY]:
            raise RuleError("--defend: an army without infantry; allowed: at least one infantry (L2)")
        if sum(self.have) > MOST_ARMY:
            raise SpecError(f"--have: found {sum(self.have)} units; allowed: 0 to {MOST_ARMY}")

    @property
    def may_buy_tanks(self) -> bool:
        """Whether tanks are for sale in the round of the question."""
        return self.round_number is None or self.round_number >= TANKS_FROM_ROUND


@dataclass(frozen=True, slots=True)
class Purchase:
    """Units to buy, and the chance to capture with them."""

    units: Counts
    cost: int
    captured: Fraction


@dataclass(frozen=True, slots=True)
class Answer:
    """The cheapest purchases, the likeliest first, and how many armies were weighed to find them."""

    purchases: tuple[Purchase, ...]
    weighed: int


def capture_chance(attack: Counts, defence: Counts, values: Values) -> Fraction:
    """The probability to capture in one land battle; the order of losses does not matter for it.

    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> capture_chance((3, 1, 0, 0), (2, 0, 0, 0), load_dataset().values())  # A1
    Fraction(5, 9)
    """
    fights = dogfight(
        attack[FIGHTER],
        defence[FIGHTER],
        values.land_attack[FIGHTER],
        values.land_defence[FIGHTER],
        values.faces,
    )
    parts = []
    for (own_fighters, enemy_fighters), weight in fights.weights.items():
        attackers, defenders = with_fighters(attack, own_fighters), with_fighters(defence, enemy_fighters)
        own, enemy = round_dice(attackers, defenders, values)
        kills = sum(own[hits] for hits in range(sum(defenders), len(own)))
        lives = sum(
            chance
            for hits, chance in enumerate(enemy)
            if unabsorbed(hits, attackers[TANK], True) < sum(attackers)
        )
        parts.append((weight * kills * lives, sum(own) * sum(enemy)))
    common = lcm(*(total for _, total in parts))
    return Fraction(sum(weight * (common // total) for weight, total in parts), common * fights.total)


def cheapest(question: Question) -> Answer:
    """Every purchase of the least cost that reaches the target.

    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> question = Question(Side((2, 0, 0, 0)), load_dataset().values(), Fraction(5, 9))
    >>> [(each.units, each.cost) for each in cheapest(question).purchases]
    [((3, 1, 0, 0), 13)]
    """
    search = _Search(question)
    best = search.infantry_only()
    for artillery in range(best // search.costs[ARTILLERY] + 1):
        for tanks in search.tank_numbers(best - artillery * search.costs[ARTILLERY]):
            for fighters in range(best // search.costs[FIGHTER] + 1):
                best = search.improve((0, artillery, tanks, fighters), best)
    found = [
        Purchase(units, best, chance)
        for units in search.of_cost(best)
        if (chance := search.chance(units)) >= question.target
    ]
    return Answer(tuple(sorted(found, key=lambda each: (-each.captured, each.units))), len(search.chances))


class _Search:
    """The chances weighed so far."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.costs = question.values.land_cost
        self.chances: dict[Counts, Fraction] = {}

    def chance(self, units: Counts) -> Fraction:
        """The chance to capture with `units` beside those there; 0 for an army without infantry."""
        if units not in self.chances:
            question = self.question
            army = tuple(own + bought for own, bought in zip(question.have, units, strict=True))
            legal = army[INFANTRY] > 0
            self.chances[units] = (
                capture_chance(army, question.defence.army, question.values) if legal else Fraction(0)
            )
        return self.chances[units]

    def reaches(self, units: Counts, infantry: int) -> bool:
        """Whether `units` with this many infantry reach the target."""
        return self.chance((infantry, *units[1:])) >= self.question.target

    def infantry_only(self) -> int:
        """What the fewest infantry that reach the target cost."""
        none, most = (0, 0, 0, 0), 1
        if self.reaches(none, 0):
            return 0
        while not self.reaches(none, most):
            most *= 2
        return self.fewest(none, most) * self.costs[INFANTRY]

    def fewest(self, units: Counts, enough: int) -> int:
        """The fewest infantry beside `units` that reach the target, when `enough` do."""
        low, high = 0, enough
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.reaches(units, middle) else (middle + 1, high)
        return high

    def improve(self, units: Counts, best: int) -> int:
        """The better of `best` and the least cost with this artillery, these tanks and fighters."""
        room = best - 1 - cost(units, self.costs)
        if room < 0:
            return best
        enough = room // self.costs[INFANTRY]
        if not self.reaches(units, enough):
            return best
        return cost(units, self.costs) + self.fewest(units, enough) * self.costs[INFANTRY]

    def tank_numbers(self, room: int) -> range:
        """How many tanks may be bought for `room` IPC."""
        return range(max(room, 0) // self.costs[TANK] + 1 if self.question.may_buy_tanks else 1)

    def of_cost(self, total: int) -> Iterator[Counts]:
        """Every purchase that costs exactly `total`."""
        for artillery in range(total // self.costs[ARTILLERY] + 1):
            for tanks in self.tank_numbers(total - artillery * self.costs[ARTILLERY]):
                rest = total - cost((0, artillery, tanks, 0), self.costs)
                for fighters in range(rest // self.costs[FIGHTER] + 1):
                    left = rest - fighters * self.costs[FIGHTER]
                    if left >= 0 and left % self.costs[INFANTRY] == 0:
                        yield left // self.costs[INFANTRY], artillery, tanks, fighters
