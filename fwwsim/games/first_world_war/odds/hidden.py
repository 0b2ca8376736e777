"""A combat against what is not known: face-down counters and hands of unknown chits, by exact enumeration.

What matters of a stack is how many real armies it holds and the highest combat value that may lead without a
chit or with each chit: its *class*. What matters of a hand is which kinds of chits it holds. Classes and hands
are counted counter by counter and chit by chit without replacement (multivariate hypergeometric), in whole
numbers. The enemy plays simply: of the chits that it may lay and the leads that they allow it takes the highest
sum, among equal ones the lower chit, and lays a mandatory chit when it must (R6.2.2).

The standard library only.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

from fwwsim.games.first_world_war.odds.gain import Laid
from fwwsim.games.first_world_war.odds.hands import HeldChit
from fwwsim.games.first_world_war.odds.single import Combatant
from fwwsim.games.first_world_war.odds.stacks import Stack

NO_LEAD = -1
MOST_CASES = 200_000  # pairs of a stack class and a hand that are enumerated; beyond, they are sampled


class TooManyCases(Exception):
    """The enumeration would exceed the number of cases stated."""


class StackClass(NamedTuple):
    """What matters of the real armies that defend.

    Attributes
    ----------
    armies : int
    best : tuple of int
        The highest combat value that may lead without a chit, then with each kind of chit; -1 if none may.
    """

    armies: int
    best: tuple[int, ...]


class Table(NamedTuple):
    """What the defence has on the table: real armies, lead value (-1 without any), value of the chit laid."""

    armies: int
    lead: int
    chit: int

    @property
    def laid(self) -> Laid:
        """Lead and chit."""
        return Laid(self.lead, self.chit)


@dataclass(frozen=True, slots=True)
class Kind:
    """Chits that make no difference here: a value, the nations that may lead, and whether it must be laid."""

    value: int
    nations: frozenset[str]
    mandatory: bool

    def may_lead(self, army: Combatant) -> bool:
        """Whether `army` may lead with it; an army without a nation may with any. Rules: R6.1.2."""
        return not army.nation or army.nation in self.nations


def kind_of(chit: HeldChit, armies: Sequence[Combatant], role: str) -> Kind | None:
    """The kind of `chit` to a side that may have `armies` and plays simply; None if it never lays it."""
    nations = {army.nation for army in armies}
    able = nations if "" in nations else nations & set(chit.nations)
    if not chit.fits(role) or not able or (chit.value <= 0 and not chit.mandatory):
        return None
    return Kind(chit.value, frozenset(able), chit.mandatory)


@dataclass(frozen=True, slots=True, eq=False)
class Cup:
    """`drawn` unknown chits, out of those of each kind and `blanks` that are never laid in this combat."""

    drawn: int
    kinds: tuple[Kind, ...]
    numbers: tuple[int, ...]
    blanks: int

    @classmethod
    def of(cls, chits: Sequence[HeldChit], drawn: int, armies: Sequence[Combatant], role: str) -> "Cup":
        """`drawn` of these `chits`, for a side that may have `armies`.

        A chit that does not fit, that none of the armies may carry, or that adds nothing and need not be laid,
        is a blank to a side that plays simply.
        """
        kinds = Counter(kind for chit in chits if (kind := kind_of(chit, armies, role)))
        ordered = sorted(kinds, key=lambda kind: (-kind.value, sorted(kind.nations), kind.mandatory))
        return cls(drawn, tuple(ordered), tuple(kinds[kind] for kind in ordered), len(chits) - kinds.total())

    def hands(self, first: int | None = None) -> Counter[int]:
        """Each set of kinds held (bits) with its weight; `first`: the kind of one chit known, -1 a blank."""
        numbers, blanks, drawn, held = list(self.numbers), self.blanks, self.drawn, 0
        if first is not None:
            drawn -= 1
            if first < 0:
                blanks -= 1
            else:
                numbers[first] -= 1
                held = 1 << first
        states: Counter[tuple[int, int]] = Counter({(0, held): 1})
        for kind, number in enumerate(numbers):
            following: Counter[tuple[int, int]] = Counter()
            for (taken, kinds), weight in states.items():
                for more in range(min(number, drawn - taken) + 1):
                    here = kinds | 1 << kind if more else kinds
                    following[taken + more, here] += weight * comb(number, more)
            states = following
        hands: Counter[int] = Counter()
        for (taken, kinds), weight in states.items():
            hands[kinds] += weight * comb(blanks, drawn - taken)
        return +hands

    def firsts(self) -> dict[int, int]:
        """The kind of one chit of the hand, taken at random, with its weight; -1 is a blank."""
        if self.drawn == 0:
            return {}
        weights = {-1: self.blanks, **dict(enumerate(self.numbers))}
        return {kind: weight for kind, weight in weights.items() if weight}


@dataclass(frozen=True)
class Unknown:
    """What the attacker faces: armies seen, stacks face down, and a hand.

    Attributes
    ----------
    seen : tuple of Combatant
        Real armies face up.
    stacks : tuple of Stack
    cup : Cup
    """

    seen: tuple[Combatant, ...]
    stacks: tuple[Stack, ...]
    cup: Cup

    def best_of(self, armies: Sequence[Combatant]) -> StackClass:
        """The class of these real armies.

        >>> from fwwsim.games.first_world_war.odds.hands import HeldChit
        >>> armies = (Combatant(1, "BE 1", "BE"), Combatant(3, "FR 1", "FR"))
        >>> rifles = HeldChit("Forts", 1, "defence", ("BE",), id="forts")
        >>> Unknown((), (), Cup.of([rifles], 1, armies, "defence")).best_of(armies)
        StackClass(armies=2, best=(3, 1))
        """
        allowed = [armies, *([army for army in armies if kind.may_lead(army)] for kind in self.cup.kinds)]
        return StackClass(
            len(armies), tuple(max((army.value for army in some), default=NO_LEAD) for some in allowed)
        )

    def classes(self, most: int = MOST_CASES) -> Counter[StackClass]:
        """Each class of all real defenders, with its weight.

        Raises
        ------
        TooManyCases
            More than `most` classes on the way.
        """
        found = Counter({self.best_of(self.seen): 1})
        for stack in self.stacks:
            found = self._with_stack(found, stack, most)
        return found

    def _with_stack(self, before: Counter[StackClass], stack: Stack, most: int) -> Counter[StackClass]:
        groups = Counter(self.best_of([army]) for army in stack.armies)
        states: Counter[tuple[int, StackClass]] = Counter({(0, start): n for start, n in before.items()})
        for alone, number in groups.items():
            following: Counter[tuple[int, StackClass]] = Counter()
            for (taken, has), weight in states.items():
                following[taken, has] += weight
                better = tuple(map(max, has.best, alone.best))
                for more in range(1, min(number, stack.drawn - taken) + 1):
                    here = taken + more, StackClass(has.armies + more, better)
                    following[here] += weight * comb(number, more)
            states = following
            if len(states) > most:
                raise TooManyCases
        classes: Counter[StackClass] = Counter()
        for (taken, has), weight in states.items():
            classes[has] += weight * comb(stack.blanks, stack.drawn - taken)
        return +classes

    @cached_property
    def hands(self) -> Counter[int]:
        """Each set of kinds that the hand may hold, with its weight."""
        return self.cup.hands()

    @cached_property
    def _tables(self) -> dict[tuple[StackClass, int], Table]:
        return {}

    def table(self, has: StackClass, held: int) -> Table:
        """What a defence that plays simply lays and leads. Rules: R6.1.1, R6.1.2, R6.2.2."""
        key = has, held
        table = self._tables.get(key)
        if table is None:
            laid = simple_play(self.cup.kinds, has, held)
            table = self._tables[key] = Table(has.armies, laid.lead, laid.chit)
        return table

    def tables(self, has: StackClass, hands: Mapping[int, int]) -> Counter[Table]:
        """What a defence of the class `has` with one of these hands has on the table, with its weight."""
        tables: Counter[Table] = Counter()
        for held, weight in hands.items():
            tables[self.table(has, held)] += weight
        return tables


def simple_play(kinds: Sequence[Kind], has: StackClass, held: int) -> Laid:
    """The highest sum of lead and chit, among equal ones the lower chit; a mandatory chit when it must be laid.

    Rules: R6.1.1, R6.1.2, R6.2.2.

    >>> kinds = (Kind(1, frozenset({"BE"}), False),)
    >>> simple_play(kinds, StackClass(2, (3, 1)), 1), simple_play(kinds, StackClass(1, (1, 1)), 1)
    (Laid(lead=3, chit=0), Laid(lead=1, chit=1))
    """
    layable = [
        number for number in range(len(kinds)) if held >> number & 1 and has.best[1 + number] > NO_LEAD
    ]
    forced = [number for number in layable if kinds[number].mandatory]
    choices = [Laid(has.best[1 + number], kinds[number].value) for number in forced or layable]
    if not forced:
        choices.append(Laid(has.best[0]))
    return max(choices, key=lambda laid: (laid.lead + laid.chit, laid.lead))
