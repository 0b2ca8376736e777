"""March attrition and battles as an exact model: the rules of `resolution` called with every face of every die.

The standard library only, so that the odds command starts at once.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from fwwsim.games.age_of_napoleon import resolution as rules
from fwwsim.games.age_of_napoleon.army import ATTACK, DEFENCE, Engagement, Rows, command_of
from fwwsim.games.age_of_napoleon.dataset import DICE, Tables
from fwwsim.games.age_of_napoleon.options import Readings
from fwwsim.games.age_of_napoleon.resolution import ATTACK_WINS, DEFENCE_WINS, TIE
from fwwsim.odds.pmf import Pmf

NO_BATTLE = 0
DIE = Pmf.from_faces(DICE)


class Toll(NamedTuple):
    """Corps that one side lost: on the march, for good, to the prisoners' box, and to its own reserve."""

    march: int = 0
    permanent: int = 0
    prisoners: int = 0
    reserve: int = 0

    @property
    def battle(self) -> int:
        """All corps lost in battle."""
        return self.permanent + self.prisoners + self.reserve


class Outcome(NamedTuple):
    """How an engagement ends: who won the last battle (or NO_BATTLE), how, after how many, and the tolls."""

    winner: int = NO_BATTLE
    by_tie_break: bool = False
    battles: int = 0
    attack: Toll = Toll()
    defence: Toll = Toll()


class Force(NamedTuple):
    """What the dice need to know of a side: its column of the table, corps in the area, whether any fights."""

    inflicts: tuple[int, ...]
    tie_break: int
    corps: int
    fights: bool


class BattleResult(NamedTuple):
    """The result of one battle: ATTACK_WINS or DEFENCE_WINS, whether by tie-break, and corps lost."""

    winner: int
    by_tie_break: bool
    attack_losses: int
    defence_losses: int


@dataclass(frozen=True, slots=True)
class Used:
    """Which cells of the tables had a say: battle columns and tie-breaks by strength, march rows by size."""

    cells: set[int] = field(default_factory=set)
    tie_breaks: set[int] = field(default_factory=set)
    march: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class EngagementOdds:
    """Every outcome of an engagement with its probability, and the table cells it rests on."""

    outcomes: dict[Outcome, Fraction]
    used: Used

    def chance(self, test: Callable[[Outcome], bool]) -> Fraction:
        """The probability of the outcomes that pass `test`."""
        return sum((odds for outcome, odds in self.outcomes.items() if test(outcome)), Fraction(0))

    def distribution(self, count: Callable[[Outcome], int]) -> dict[int, Fraction]:
        """The distribution of a whole number, ascending."""
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for outcome, odds in self.outcomes.items():
            found[count(outcome)] += odds
        return dict(sorted(found.items()))


def lowest_die(causes: int) -> Pmf[int]:
    """The lowest of `causes` dice, at least one. Rules: march.2.

    >>> lowest_die(2).weights
    {1: 11, 2: 9, 3: 7, 4: 5, 5: 3, 6: 1}
    """
    low = DIE
    for _ in range(causes - 1):
        low = low.combine(DIE, rules.lowest)
    return low


def _lost_on_march(causes: int, cells: tuple[int, ...]) -> Pmf[int]:
    return lowest_die(causes).map(lambda die: cells[die - 1])


def tie_break_odds(attack_modifier: int, defence_modifier: int) -> Fraction:
    """That the attack wins a tie-break in which both roll. Rules: battle.6.

    >>> print(tie_break_odds(3, 2), 1 - tie_break_odds(2, 3))
    7/12 13/18
    """
    return _tie_break(attack_modifier, True, defence_modifier, True).probability(ATTACK_WINS)


@lru_cache(maxsize=4096)
def battle_results(attack: Force, defence: Force, absent_rolls: bool = False) -> Pmf[BattleResult]:
    """The distribution of the result of one battle. Rules: battle.5 to battle.8.

    Examples
    --------
    Strengths 18 and 12 if both always rolled 4: one loss each, and the tie-break.

    >>> results = battle_results(Force((1,) * 6, 3, 9, True), Force((1,) * 6, 2, 9, True))
    >>> print(results.probability(BattleResult(ATTACK_WINS, True, 1, 1)))
    7/12
    """
    own = DIE.map(lambda die: rules.inflicted(attack.inflicts[die - 1], attack.fights))
    enemy = DIE.map(lambda die: rules.inflicted(defence.inflicts[die - 1], defence.fights))
    ties = _tie_break(
        attack.tie_break, attack.fights or absent_rolls, defence.tie_break, defence.fights or absent_rolls
    )
    weights: defaultdict[BattleResult, int] = defaultdict(int)
    for (inflicts, suffers), weight in own.combine(enemy, lambda one, other: (one, other)).weights.items():
        winner = rules.outcome(inflicts, suffers)
        decided = ties if winner == TIE else Pmf({winner: ties.total})
        for final, share in decided.weights.items():
            scale = ties.total // decided.total
            result = BattleResult(
                final,
                winner == TIE,
                rules.losses(suffers, winner == DEFENCE_WINS, attack.corps),
                rules.losses(inflicts, winner == ATTACK_WINS, defence.corps),
            )
            weights[result] += weight * share * scale
    return Pmf(weights)


@lru_cache(maxsize=4096)
def _tie_break(attack: int, attack_rolls: bool, defence: int, defence_rolls: bool) -> Pmf[int]:
    own = DIE.map(lambda die: rules.tie_sum(die, attack, attack_rolls))
    enemy = DIE.map(lambda die: rules.tie_sum(die, defence, defence_rolls))
    return own.combine(enemy, rules.tie_outcome)


def engagement_odds(
    tables: Tables, engagement: Engagement, readings: Readings | None = None
) -> EngagementOdds:
    """The exact odds of an engagement: march attrition, then its battle or battles.

    Rules: battle.1 to battle.13, march.1 to march.3, interior lines.

    Raises
    ------
    SpecError
        An army that the data set's tables do not cover.

    Examples
    --------
    >>> from fwwsim.games.age_of_napoleon.army import Army
    >>> from fwwsim.games.age_of_napoleon.dataset_check import load_tables
    >>> odds = engagement_odds(load_tables(), Engagement((Army(strength=18),), Army(strength=12)))
    >>> print(odds.chance(lambda outcome: outcome.winner == ATTACK_WINS))
    49/72
    """
    return _Model(tables, readings or Readings(), Used()).run(engagement)


States = dict[tuple[Outcome, Rows], Fraction]


@dataclass(frozen=True, slots=True)
class _Model:
    """One computation: the tables, the readings, and the cells that it has used."""

    tables: Tables
    readings: Readings
    used: Used

    def run(self, engagement: Engagement) -> EngagementOdds:
        defender = engagement.defender
        start = defender.rows(self.tables, DEFENCE, self.readings)
        states: States = {
            (Outcome(defence=Toll(march=lost)), rows): odds
            for (rows, lost), odds in self._march(start, (defender.causes,)).items()
        }
        for armies in engagement.battles:
            rows = tuple(
                row
                for column, army in enumerate(armies)
                for row in army.rows(self.tables, ATTACK, self.readings, column)
            )
            marched = self._march(rows, tuple(army.causes for army in armies))
            commands = command_of(armies), command_of((defender,))
            states = self._fight_all(states, marched, commands)
        outcomes: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
        for (outcome, _), odds in states.items():
            outcomes[outcome] += odds
        return EngagementOdds(dict(outcomes), self.used)

    def _march(self, rows: Rows, causes: tuple[int, ...]) -> dict[tuple[Rows, int], Fraction]:
        """The army after march attrition, column by column, and how many corps it lost."""
        armies = {(rows, 0): Fraction(1)}
        for column, dice in enumerate(causes):
            if dice == 0:
                continue
            size = rules.present(rows, column)
            cells = self.tables.march_row(size).lost
            self.used.march.add(size)
            after: defaultdict[tuple[Rows, int], Fraction] = defaultdict(Fraction)
            for number, odds in _lost_on_march(dice, cells).probabilities().items():
                for (before, lost), share in armies.items():
                    table = [list(corps) for corps in before]
                    rules.rate(table)
                    rules.march(table, column, number, self.readings.losses == "strongest")
                    after[_freeze(table), lost + number] += share * odds
            armies = dict(after)
        return armies

    def _fight_all(
        self, states: States, marched: dict[tuple[Rows, int], Fraction], commands: tuple[int, int]
    ) -> States:
        """The next battle from every state; none if the defender has lost before, or if somebody is gone."""
        after: defaultdict[tuple[Outcome, Rows], Fraction] = defaultdict(Fraction)
        for (before, defence), odds in states.items():
            for (attack, lost), share in marched.items():
                toll = before.attack._replace(march=before.attack.march + lost)
                outcome = before._replace(attack=toll)
                gone = min(
                    rules.present(attack, rules.ALL_COLUMNS), rules.present(defence, rules.ALL_COLUMNS)
                )
                if outcome.winner == ATTACK_WINS or gone == 0:
                    after[outcome, defence] += odds * share
                    continue
                for state, chance in self._fight(outcome, attack, defence, commands):
                    after[state] += odds * share * chance
        return dict(after)

    def _fight(
        self, before: Outcome, attack: Rows, defence: Rows, commands: tuple[int, int]
    ) -> list[tuple[tuple[Outcome, Rows], Fraction]]:
        """Every result of one battle, with the defender as it is afterwards."""
        own, _ = self._prepare(attack, commands[0])
        enemy, table = self._prepare(defence, commands[1])
        absent_rolls = self.readings.absent == "die"
        results = battle_results(own[1], enemy[1], absent_rolls)
        if any(result.by_tie_break for result in results.weights):
            for strength, force in (own, enemy):
                if force.fights or absent_rolls:
                    self.used.tie_breaks.add(strength)
        found = []
        for result, odds in results.probabilities().items():
            survivors = [list(corps) for corps in table]
            rules.lose(survivors, result.defence_losses, self.readings.losses == "strongest")
            rules.turn_fighters(survivors)
            outcome = before._replace(
                winner=result.winner,
                by_tie_break=result.by_tie_break,
                battles=before.battles + 1,
                attack=add_losses(before.attack, result.attack_losses, result, ATTACK_WINS),
                defence=add_losses(before.defence, result.defence_losses, result, DEFENCE_WINS),
            )
            found.append(((outcome, _freeze(survivors)), odds))
        return found

    def _prepare(self, rows: Rows, command: int) -> tuple[tuple[int, Force], list[list[int]]]:
        """Strength and force of a side whose fighting corps are chosen, and its table with the choice."""
        table = [list(corps) for corps in rows]
        rules.rate(table)
        fights = rules.send(table, command) > 0
        strength = rules.strength(table)
        band = self.tables.band(strength)
        if fights:
            self.used.cells.add(strength)
        corps = rules.present(table, rules.ALL_COLUMNS)
        return (strength, Force(band.inflicts, band.tie_break, corps, fights)), table


def add_losses(toll: Toll, lost: int, result: BattleResult, own_win: int) -> Toll:
    """`toll` and the losses of one more battle: permanent, and prisoners or back to the reserve. Rules: battle.9.

    >>> add_losses(Toll(), 3, BattleResult(ATTACK_WINS, False, 1, 3), DEFENCE_WINS)
    Toll(march=0, permanent=2, prisoners=1, reserve=0)
    """
    won = result.winner == own_win
    permanent = rules.permanent(lost, won and not result.by_tie_break)
    back = lost - permanent
    return toll._replace(
        permanent=toll.permanent + permanent,
        prisoners=toll.prisoners + (0 if won else back),
        reserve=toll.reserve + (back if won else 0),
    )


def _freeze(table: list[list[int]]) -> Rows:
    return tuple(tuple(corps) for corps in table)
