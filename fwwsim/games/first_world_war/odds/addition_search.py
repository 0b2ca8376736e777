"""Every addition to one attack, tried one by one with the armies and chits that may join it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product

from fwwsim.errors import RuleError
from fwwsim.games.first_world_war.dataset import Chit, Dataset
from fwwsim.games.first_world_war.odds.additions import Addition, Choice, Way, probability_of
from fwwsim.games.first_world_war.odds.context import (
    Context,
    alliances_of,
    available_armies,
    check_context,
)
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.odds.single import Combat, Combatant, CombatOdds, Side, combat_odds
from fwwsim.games.first_world_war.odds.situation import ATTACK, VALUES
from fwwsim.games.first_world_war.restrictions import first_turn_of_chit

PLENTY = 99  # armies of a value when nothing is known of whose they are


@dataclass(frozen=True, slots=True)
class _Reserve:
    """Armies of one value and nation that may join, and the fronts where they may (0: any)."""

    value: int
    nation: str
    names: tuple[str, ...]
    number: int
    fronts: frozenset[int]


class Search:
    """Every addition to one attack, each with the counters that give the best odds."""

    def __init__(
        self, dataset: Dataset, combat: Combat, outcome: str, context: Context, objective: Objective
    ) -> None:
        self.dataset, self.combat, self.outcome = dataset, combat, outcome
        self.context, self.objective = context, objective
        self.attack = combat.attack
        self.named = bool(self.attack.armies[0].name)
        self.alliance = alliances_of(combat.attack, combat.defence)[0]
        self.laid = self._laid_chit()
        self.fronts = self._open_fronts()
        self.reserves = self._reserves()
        self.chits = self._chits()
        self.known: dict[tuple[int, int, int], CombatOdds] = {}

    def choices(self, most: int) -> Iterator[Choice]:
        """Each possible addition of up to `most` parts, once."""
        values = sorted({reserve.value for reserve in self.reserves})
        better = [value for value in values if value > self.attack.lead_army.value]
        chits = sorted({value for value, _ in self.chits})
        leads: list[int | None] = [None, *better]
        tried = set()
        for armies, waits, parts in self._armies(values, most):
            for lead, chit in product(leads, [None, *chits]):
                size = parts + (lead is not None) + (chit is not None)
                addition = Addition(armies, lead, chit, waits)
                key = (armies, lead, chit)
                if 0 < size <= most and key not in tried:
                    tried.add(key)
                    if choice := self._choice(addition):
                        yield choice

    def _armies(self, values: list[int], most: int) -> Iterator[tuple[tuple[int, ...], bool, int]]:
        """Sets of armies that may join, whether they are what superiority takes, and how many parts they count."""
        joining = [
            tuple(sorted(some, reverse=True))
            for number in range(most + 1)
            for some in combinations_with_replacement(values, number)
        ]
        for armies in joining:
            yield armies, False, len(armies)
        missing = len(self.combat.defence.armies) - len(self.attack.armies) + 1
        if missing < 2:
            return  # superiority stands, or one more army brings it
        for waited in self._cheapest(missing):
            for armies in joining:
                if len(armies) < most:
                    yield tuple(sorted(waited + armies, reverse=True)), True, 1 + len(armies)

    def _cheapest(self, number: int) -> set[tuple[int, ...]]:
        """The values of the `number` cheapest armies that may join, front by front."""
        sets = set()
        for front in sorted(self.fronts):
            values = [
                r.value for r in self.reserves if front in r.fronts for _ in range(min(r.number, number))
            ]
            values.sort(key=lambda value: (self.objective.armies[value], value))
            if len(values) >= number:
                sets.add(tuple(values[:number]))
        return sets

    def _choice(self, addition: Addition) -> Choice | None:
        """The best that the counters of the data set make of `addition`; None if they cannot."""
        best: list[Way] = []
        odds: CombatOdds | None = None
        probability = Fraction(-1)
        for side, way in self._sides(addition):
            found = self._odds(side)
            chance = probability_of(found, self.outcome)
            if chance > probability:
                probability, odds, best = chance, found, []
            if chance == probability and way not in best:
                best.append(way)
        if odds is None:
            return None
        return Choice(addition, self._cost(addition), probability, odds, tuple(best) if self.named else ())

    def _sides(self, addition: Addition) -> Iterator[tuple[Side, Way]]:
        """The attacks that `addition` leads to, with the counters that are added."""
        leads = addition.lead is not None
        chits = [(self.attack.chit, self.laid)]
        if addition.chit is not None:
            chits = [(value, chit) for value, chit in self.chits if value == addition.chit]
        for joined, lead in self._reserves_for(addition):
            for value, chit in chits:
                side = self._side((*joined, *lead), leads, value, chit)
                if side is not None:
                    armies = tuple(_one_of(reserve, number) for reserve, number in Counter(joined).items())
                    name = chit.name if chit and addition.chit is not None else ""
                    yield side, Way(armies, "".join(_one_of(reserve, 1) for reserve in lead), name)

    def _reserves_for(
        self, addition: Addition
    ) -> Iterator[tuple[tuple[_Reserve, ...], tuple[_Reserve, ...]]]:
        """Armies that join, and the new lead if any, that exist together and may be on one front."""
        joining = [
            list(combinations_with_replacement([r for r in self.reserves if r.value == value], number))
            for value, number in Counter(addition.armies).items()
        ]
        leads = (
            [(r,) for r in self.reserves if r.value == addition.lead] if addition.lead is not None else [()]
        )
        for *groups, lead in product(*joining, leads):
            joined = tuple(chain.from_iterable(groups))
            used = Counter(joined + lead)
            if all(number <= reserve.number for reserve, number in used.items()) and (
                self.fronts.intersection(*(reserve.fronts for reserve in used))
            ):
                yield joined, lead

    def _side(
        self, reserves: tuple[_Reserve, ...], leads: bool, chit_value: int, chit: Chit | None
    ) -> Side | None:
        """The attack with `reserves`, the last of them in place of the lead army if it leads. Rules: R6.1.2."""
        armies = list(self.attack.armies)
        joined = [Combatant(reserve.value, "", reserve.nation) for reserve in reserves]
        if leads:
            armies[self.attack.lead] = joined.pop()
            own = [self.attack.lead]
        else:
            own = list(range(len(armies) + len(joined)))
        armies += joined
        able = [
            index for index in own if chit is None or not self.named or armies[index].nation in chit.nations
        ]
        if not able:
            return None
        lead = max(able, key=lambda index: armies[index].value)
        return Side(tuple(armies), lead, chit_value, chit.name if chit else "")

    def _odds(self, side: Side) -> CombatOdds:
        """The exact odds of an attack by `side`; only numbers, lead and chit matter."""
        key = (len(side.armies), side.lead_army.value, side.chit)
        if key not in self.known:
            self.known[key] = combat_odds(Combat(side, self.combat.defence), self.dataset.faces)
        return self.known[key]

    def _cost(self, addition: Addition) -> Fraction:
        """What `addition` costs by the objective."""
        worth = self.objective.armies
        cost = sum((worth[value] for value in addition.armies), Fraction(0))
        if addition.lead is not None:
            cost += worth[addition.lead] - worth[self.attack.lead_army.value]
        if addition.chit is not None:
            cost += self.objective.chit * (addition.chit - max(0, self.attack.chit))
        return cost

    def _open_fronts(self) -> frozenset[int]:
        """The fronts where the combat may take place; 0 stands for any when attackers go by value."""
        if not self.named:
            return frozenset({0})
        fronts = set()
        for front in [self.context.front] if self.context.front else range(1, len(self.dataset.fronts) + 1):
            try:
                check_context(self.dataset, self.combat, self._context(front))
            except RuleError:
                continue
            fronts.add(front)
        return frozenset(fronts)

    def _context(self, front: int) -> Context:
        return replace(self.context, front=front)

    def _reserves(self) -> list[_Reserve]:
        """The armies that may join, in groups that make no difference."""
        if not self.named:
            numbers = self._numbers()
            return [
                _Reserve(value, "", (), numbers[value], self.fronts) for value in VALUES if numbers[value] > 0
            ]
        taken = {army.name for army in self.attack.armies}
        fronts: dict[str, set[int]] = {}
        for number in self.fronts:
            front = self.dataset.fronts[number - 1]
            for army in available_armies(self.dataset, self.alliance, self._context(number), front, ATTACK):
                if army.name not in taken:
                    fronts.setdefault(army.name, set()).add(number)
        groups: dict[tuple[int, str, frozenset[int]], list[str]] = {}
        for army in self.dataset.armies:
            if army.name in fronts:
                key = (army.value, army.nation, frozenset(fronts[army.name]))
                groups.setdefault(key, []).append(army.name)
        return [
            _Reserve(value, nation, tuple(names), len(names), where)
            for (value, nation, where), names in groups.items()
        ]

    def _numbers(self) -> Counter[int]:
        """How many more armies of each value may join attackers given by value. Rules: R3.1, R5.0."""
        if not self.alliance:
            return Counter(dict.fromkeys(VALUES, PLENTY))
        front = self.dataset.fronts[self.context.front - 1] if self.context.front else None
        free = available_armies(self.dataset, self.alliance, self.context, front, ATTACK)
        numbers = Counter(army.value for army in free)
        numbers.subtract(army.value for army in self.attack.armies)
        return numbers

    def _laid_chit(self) -> Chit | None:
        """The chit that the attack lays by name."""
        side = self.attack
        return next(
            (
                chit
                for chit in _for_attack(self.dataset.chits, self.alliance)
                if (chit.name, chit.value) == (side.chit_name, side.chit)
            ),
            None,
        )

    def _chits(self) -> list[tuple[int, Chit | None]]:
        """The better chits that may be laid instead, by value; with the chit if the attackers go by name.

        Rules: R4.2.5, R6.1.1.
        """
        if self.laid is not None and self.laid.mandatory:
            return []  # R6.2.2: it must be laid
        turn = self.context.turn
        found = [
            chit
            for chit in _for_attack(self.dataset.chits, self.alliance)
            if chit.value > max(0, self.attack.chit)
            and (turn is None or first_turn_of_chit(self.dataset.years, chit.year) <= turn)
        ]
        if self.named:
            return [(chit.value, chit) for chit in found]
        return [(value, None) for value in sorted({chit.value for chit in found})]


def _for_attack(chits: Iterable[Chit], alliance: str) -> list[Chit]:
    """The chits of an alliance, or of both if it is unknown, for use in attack. Rules: R6.1.1."""
    return [chit for chit in chits if chit.use in (ATTACK, "either") and alliance in ("", chit.alliance)]


def _one_of(reserve: _Reserve, number: int) -> str:
    """``"FR 3 or FR 5"``, or ``"2 of FR 3, FR 5, FR 6"``."""
    if number == 1:
        return " or ".join(reserve.names)
    return (
        f"{number} of {', '.join(reserve.names)}" if number < reserve.number else " and ".join(reserve.names)
    )
