"""The odds of an attack on hidden counters and chits as each side sees them, and the value of knowing.

Works on classes of stacks with weights, exact (:mod:`hidden`) or sampled (:mod:`hidden_sample`); always with
fractions.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from fwwsim.games.first_world_war.odds.gain import Laid, Stakes, advantage
from fwwsim.games.first_world_war.odds.hands import HeldChit, options_of
from fwwsim.games.first_world_war.odds.hidden import (
    MOST_CASES,
    Cup,
    StackClass,
    Table,
    TooManyCases,
    Unknown,
    simple_play,
)
from fwwsim.games.first_world_war.odds.single import Combatant
from fwwsim.games.first_world_war.odds.situation import ATTACK

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Attack:
    """One way for all attackers to attack: the chit laid (or "none") and the lead."""

    chit: str
    lead: str
    laid: Laid


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of an attack, summing to 1: no real army defends, the attack wins, a tie, the defence wins."""

    unopposed: Fraction
    attack_wins: Fraction
    tie: Fraction
    defence_wins: Fraction

    def as_tuple(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """In this order."""
        return self.unopposed, self.attack_wins, self.tie, self.defence_wins


@dataclass(frozen=True, slots=True)
class Spread:
    """Odds that differ from case to case: their mean over all cases, and the cases with the least and most
    chance of success (unopposed or won)."""

    mean: Odds
    lowest: Fraction
    highest: Fraction


@dataclass(frozen=True, slots=True)
class Knowing:
    """How much the attacker's best choice gains on average when something is revealed before it; at least 0."""

    chit: Fraction
    stack: Fraction
    everything: Fraction


class Question:
    """An attack by all `attackers` on what is `unknown`.

    Parameters
    ----------
    attackers : sequence of Combatant
    hand : sequence of HeldChit
        The attacker's own.
    unknown : Unknown
    stakes : Stakes
    enemy_cup : sequence of HeldChit
        What the attacker's hand may be drawn from, as the defender sees it.
    """

    def __init__(
        self,
        attackers: Sequence[Combatant],
        hand: Sequence[HeldChit],
        unknown: Unknown,
        stakes: Stakes,
        enemy_cup: Sequence[HeldChit] = (),
    ) -> None:
        self.attackers, self.unknown, self.stakes = tuple(attackers), unknown, stakes
        options = options_of(self.attackers, hand, ATTACK)
        self.attacks = tuple(
            Attack(lay.label, options.leads[lead].label, Laid(options.leads[lead].value, lay.value))
            for lay in options.lays
            for lead in lay.leads
        )
        self.hand = tuple(hand)
        self.enemy_cup = tuple(enemy_cup)
        self._gains: dict[Table, tuple[Fraction, ...]] = {}

    def gains(self, table: Table) -> tuple[Fraction, ...]:
        """The expected gain of each attack against what lies on the defence's side of the table."""
        gains = self._gains.get(table)
        if gains is None:
            if table.armies == 0:
                gains = (self.stakes.walk_in,) * len(self.attacks)
            else:
                superior = advantage(len(self.attackers), table.armies)
                gains = tuple(self.stakes.gain(a.laid, table.laid, superior) for a in self.attacks)
            self._gains[table] = gains
        return gains

    def odds(self, laid: Laid, table: Table) -> Odds:
        """The chances of an attack with `laid` on `table`."""
        if table.armies == 0:
            return Odds(Fraction(1), ZERO, ZERO, ZERO)
        superior = advantage(len(self.attackers), table.armies)
        return Odds(ZERO, *self.stakes.results(laid, table.laid, superior))

    @cached_property
    def simple_attacks(self) -> dict[Laid, Fraction]:
        """What an attacker that plays simply lays and leads, as the defender sees it: its hand is a draw."""
        cup = Cup.of(self.enemy_cup, min(len(self.hand), len(self.enemy_cup)), self.attackers, ATTACK)
        has = Unknown((), (), cup).best_of(self.attackers)
        laid: Counter[Laid] = Counter()
        for held, weight in cup.hands().items():
            laid[simple_play(cup.kinds, has, held)] += weight
        return {key: Fraction(weight, laid.total()) for key, weight in laid.items()}


class Answer:
    """All that can be said of a :class:`Question`, for stack classes with weights.

    Parameters
    ----------
    question : Question
    classes : mapping of StackClass to int
        Weights, exact or numbers of samples.
    """

    def __init__(self, question: Question, classes: Mapping[StackClass, int]) -> None:
        self.question, self.classes = question, classes
        unknown = question.unknown
        self.total = sum(classes.values())
        self.by_class = {has: _shares(unknown.tables(has, unknown.hands)) for has in classes}
        self.tables: dict[Table, Fraction] = {}
        for has, weight in classes.items():
            for table, share in self.by_class[has].items():
                self.tables[table] = self.tables.get(table, ZERO) + share * Fraction(weight, self.total)

    @cached_property
    def gains(self) -> tuple[Fraction, ...]:
        """The expected gain of each attack, knowing no more than the attacker does."""
        return self.means(self.tables)

    @cached_property
    def best(self) -> int:
        """The attack of the highest expected gain, the first of equals; it may still be worse than none."""
        return max(range(len(self.gains)), key=self.gains.__getitem__)

    @property
    def worth(self) -> Fraction:
        """The expected gain of the best choice: the best attack, or 0 for none."""
        return max(ZERO, self.gains[self.best])

    def means(self, tables: Mapping[Table, Fraction]) -> tuple[Fraction, ...]:
        """The expected gain of each attack over `tables`."""
        return _weighted([(share, self.question.gains(table)) for table, share in tables.items()])

    def attacker_view(self) -> Odds:
        """The odds of the best attack, knowing no more than the attacker does."""
        laid = self.question.attacks[self.best].laid
        return _mean((share, self.question.odds(laid, table)) for table, share in self.tables.items())

    def defender_view(self, tables: Mapping[Table, Fraction] | None = None) -> Spread:
        """The odds as the defender sees them: its own counters and chits known, the attacker's chits a draw."""
        simple, odds = self.question.simple_attacks, self.question.odds
        return _spread(
            (share, _mean((chance, odds(laid, table)) for laid, chance in simple.items()))
            for table, share in (tables or self.tables).items()
        )

    def open_view(self, tables: Mapping[Table, Fraction] | None = None) -> Spread:
        """The odds of the attack that is best when everything is known."""
        question = self.question
        return _spread(
            (share, question.odds(question.attacks[_best(question.gains(table))].laid, table))
            for table, share in (tables or self.tables).items()
        )

    def knowing(self) -> Knowing:
        """The value of knowing one chit of the enemy's hand, its counters, or everything."""
        excess = self.excess()
        return Knowing(
            *(
                sum((Fraction(n, self.total) * excess[has][column] for has, n in self.classes.items()), ZERO)
                for column in range(3)
            )
        )

    def excess(self) -> dict[StackClass, tuple[Fraction, Fraction, Fraction]]:
        """Of each class the gain of the choices made with one chit, the stack or everything known, less that of
        the choice made without; their means are the values of knowing."""
        plain, chosen = self._choice(self.gains), self._chit_choices()
        unknown, excess = self.question.unknown, {}
        for has in self.classes:
            tables = self.by_class[has]
            gains = self.means(tables)
            base = _taken(gains, plain)
            chit = base
            if chosen:
                chit = sum(
                    (
                        share * _taken(self.means(_shares(unknown.tables(has, hands))), choice)
                        for share, hands, choice in chosen
                    ),
                    ZERO,
                )
            everything = sum(
                (share * max(ZERO, *self.question.gains(table)) for table, share in tables.items()), ZERO
            )
            excess[has] = chit - base, max(ZERO, *gains) - base, everything - base
        return excess

    def _choice(self, gains: Sequence[Fraction]) -> int | None:
        """The attack of the highest gain, or None if not attacking is better."""
        best = _best(gains)
        return best if gains[best] > 0 else None

    def _chit_choices(self) -> list[tuple[Fraction, Counter[int], int | None]]:
        """For each kind of a chit revealed: its chance, the hands that are left, the best choice then."""
        unknown = self.question.unknown
        firsts = unknown.cup.firsts()
        chosen = []
        for first, weight in firsts.items():
            hands = unknown.cup.hands(first)
            parts = [
                (Fraction(number, self.total), self.means(_shares(unknown.tables(has, hands))))
                for has, number in self.classes.items()
            ]
            chosen.append((Fraction(weight, sum(firsts.values())), hands, self._choice(_weighted(parts))))
        return chosen


def answer(question: Question, most: int = MOST_CASES) -> Answer:
    """The exact answer.

    Raises
    ------
    TooManyCases
        More than `most` pairs of a stack class and a hand.
    """
    classes = question.unknown.classes(most)
    if len(classes) * len(question.unknown.hands) > most:
        raise TooManyCases
    return Answer(question, classes)


def _best(gains: Sequence[Fraction]) -> int:
    return max(range(len(gains)), key=gains.__getitem__)


def _taken(gains: Sequence[Fraction], choice: int | None) -> Fraction:
    return ZERO if choice is None else gains[choice]


def _shares(tables: Counter[Table]) -> dict[Table, Fraction]:
    total = tables.total()
    return {table: Fraction(weight, total) for table, weight in tables.items()}


def _weighted(parts: Sequence[tuple[Fraction, tuple[Fraction, ...]]]) -> tuple[Fraction, ...]:
    columns = range(len(parts[0][1]))
    return tuple(sum((share * gains[column] for share, gains in parts), ZERO) for column in columns)


def _mean(parts: Iterable[tuple[Fraction, Odds]]) -> Odds:
    totals = _weighted([(share, odds.as_tuple()) for share, odds in parts])
    return Odds(totals[0], totals[1], totals[2], totals[3])


def _spread(parts: Iterable[tuple[Fraction, Odds]]) -> Spread:
    listed = list(parts)
    success = [odds.unopposed + odds.attack_wins for _, odds in listed]
    return Spread(_mean(listed), min(success), max(success))
