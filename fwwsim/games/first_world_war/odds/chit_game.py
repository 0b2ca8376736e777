"""Chits and leads of one combat as the zero-sum game it is, solved by linear programming in sequence form.

The game is that of :mod:`chit_model`: both hands are known, what is laid is hidden. Payoffs are exact; the
programme is floating point, and its solution is checked in whole numbers (`exploitability`).

numpy and scipy are imported when a game is solved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from fwwsim.games.first_world_war.odds.chit_model import ChitGame, pairs
from fwwsim.odds.matrix_game import UNIT, Solution, exact_plan, guarantees, solve_sequences

PRECISION = Fraction(1, 10**9)  # an equilibrium that can be exploited by more is not accepted


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its probability.

    Attributes
    ----------
    seen : bool or None
        Whether the mover sees a chit of the enemy on the table; None where nothing is seen yet.
    against : str
        The attacker's lead, when the defender names its own; else "".
    chit : str
        The own chit laid, or "none".
    lead : str
        The own lead; "" where only a chit is laid.
    probability : float
        Given what is seen, and for the defender's lead given its own chit.
    reached : float
        The probability that the game comes to this decision.
    """

    seen: bool | None
    against: str
    chit: str
    lead: str
    probability: float
    reached: float


@dataclass(frozen=True, slots=True)
class PurePlan:
    """The best that a side can be sure of without mixing: the enemy knows the plan and answers it best."""

    value: Fraction
    moves: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Optimal play of both sides; gains are the attacker's, against not fighting.

    Attributes
    ----------
    value : float
        To 1e-9: it lies between `sure` and `conceded`.
    sure, conceded : Fraction
        What the attacker's mixed plan wins at least and the defender's concedes at most, exactly.
    attack, defence_chits, defence_leads : tuple of Choice
        The moves that are played; decisions that are never reached are left out.
    results : (float, float, float)
        P(attack wins), P(tie), P(defence wins) when both play so.
    attack_pure, defence_pure : PurePlan
    """

    value: float
    sure: Fraction
    conceded: Fraction
    attack: tuple[Choice, ...]
    defence_chits: tuple[Choice, ...]
    defence_leads: tuple[Choice, ...]
    results: tuple[float, float, float]
    attack_pure: PurePlan
    defence_pure: PurePlan

    @property
    def exploitability(self) -> Fraction:
        """How much best answers to both plans gain together; 0 in an exact equilibrium."""
        return self.conceded - self.sure

    @property
    def attack_pure_cost(self) -> float:
        """What the attacker loses by a pure plan that the defender knows."""
        return max(0.0, self.value - float(self.attack_pure.value))

    @property
    def defence_pure_cost(self) -> float:
        """What the defender loses by a pure plan that the attacker knows."""
        return max(0.0, float(self.defence_pure.value) - self.value)


def solve(game: ChitGame) -> Equilibrium:
    """Optimal play of both sides, checked exactly.

    Raises
    ------
    ArithmeticError
        The solution found can be exploited by more than 1e-9.
    """
    solution = solve_sequences(game.matrix(), game.row_plan, game.column_plan)
    sure, conceded = guarantees(game.payoffs, game.row_plan, game.column_plan, solution)
    if conceded - sure > PRECISION:
        raise ArithmeticError(f"the equilibrium found can be exploited by {float(conceded - sure):.1e}")
    return _describe(game, solution, sure, conceded)


def _describe(game: ChitGame, solution: Solution, sure: Fraction, conceded: Fraction) -> Equilibrium:
    """The plans as probabilities of moves."""
    row = [weight / UNIT for weight in exact_plan(game.row_plan, solution.row)]
    column = [weight / UNIT for weight in exact_plan(game.column_plan, solution.column)]
    lays = game.defence.lays
    lies = {
        seen: sum(column[1 + own] for own, lay in enumerate(lays) if bool(lay.chits) == seen)
        for seen in game.hidden
    }
    attack = tuple(
        _attack_choice(game, seen, lay, lead, row[number], lies[seen])
        for (seen, lay, lead), number in game.rows.items()
        if row[number] and lies[seen]
    )
    leads = []
    for (own, seen, against, lead), number in game.columns.items():
        met = bool(lays[own].chits)
        comes = sum(
            row[game.rows[met, lay, other]]
            for lay, other in pairs(game.attack)
            if other == against and bool(game.attack.lays[lay].chits) == seen
        )
        if column[number] and comes:
            leads.append(_lead_choice(game, own, seen, against, lead, column, number, comes))
    return Equilibrium(
        (float(sure) + float(conceded)) / 2,
        sure,
        conceded,
        attack,
        tuple(
            Choice(None, "", lay.label, "", column[1 + own], 1.0)
            for own, lay in enumerate(lays)
            if column[1 + own]
        ),
        tuple(leads),
        _results(game, row, column),
        attack_pure(game),
        defence_pure(game),
    )


def _attack_choice(game: ChitGame, seen: bool, lay: int, lead: int, weight: float, reached: float) -> Choice:
    options = game.attack
    return Choice(seen, "", options.lays[lay].label, options.leads[lead].label, weight, reached)


def _lead_choice(
    game: ChitGame,
    own: int,
    seen: bool,
    against: int,
    lead: int,
    column: Sequence[float],
    number: int,
    comes: float,
) -> Choice:
    whole = column[1 + own]
    return Choice(
        seen,
        game.attack.leads[against].label,
        game.defence.lays[own].label,
        game.defence.leads[lead].label,
        column[number] / whole,
        whole * comes,
    )


def _results(game: ChitGame, row: Sequence[float], column: Sequence[float]) -> tuple[float, float, float]:
    totals = [0.0, 0.0, 0.0]
    for (lay, lead), (reply, reply_lead) in product(pairs(game.attack), pairs(game.defence)):
        weight = row[game.rows[bool(game.defence.lays[reply].chits), lay, lead]]
        weight *= column[game.columns[reply, bool(game.attack.lays[lay].chits), lead, reply_lead]]
        if weight:
            table = game.laid(game.attack, lay, lead), game.laid(game.defence, reply, reply_lead)
            for number, chance in enumerate(game.stakes.results(*table, game.superior)):
                totals[number] += weight * float(chance)
    return totals[0], totals[1], totals[2]


def attack_pure(game: ChitGame) -> PurePlan:
    """The attacker's best plan without mixing: what to lay and who leads, for a chit seen and for none.

    Exact: the defender, who knows the plan, lays and leads what hurts most.
    """
    moves, value = [], None
    for seen in game.hidden:
        answers = [own for own, lay in enumerate(game.defence.lays) if bool(lay.chits) == seen]
        worst = {
            (lay, lead): min(
                game.gain(lay, lead, own, reply) for own in answers for reply in game.defence.lays[own].leads
            )
            for lay, lead in pairs(game.attack)
        }
        best = max(worst, key=worst.__getitem__)
        value = worst[best] if value is None else min(value, worst[best])
        moves.append(_attack_choice(game, seen, *best, 1.0, 1.0))
    assert value is not None  # the defender always has something to lay, if only nothing
    return PurePlan(value, tuple(moves))


def defence_pure(game: ChitGame) -> PurePlan:
    """The defender's best plan without mixing: what to lay, and who leads against each lead and chit seen.

    Exact: the attacker, who knows the plan, lays and leads what gains most.
    """
    best: PurePlan | None = None
    for own, lay in enumerate(game.defence.lays):
        moves = [Choice(None, "", lay.label, "", 1.0, 1.0)]
        value = None
        for seen, against in game.replies:
            most = {
                reply: max(
                    game.gain(number, lead, own, reply)
                    for number, lead in pairs(game.attack)
                    if lead == against and bool(game.attack.lays[number].chits) == seen
                )
                for reply in lay.leads
            }
            lead = min(most, key=most.__getitem__)
            value = most[lead] if value is None else max(value, most[lead])
            labels = game.attack.leads[against].label, lay.label, game.defence.leads[lead].label
            moves.append(Choice(seen, *labels, 1.0, 1.0))
        assert value is not None  # the attacker always has a lead
        if best is None or value < best.value:
            best = PurePlan(value, tuple(moves))
    assert best is not None
    return best
