"""Switches: what each reading of a rule that the rulebook leaves open changes."""

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.kinds.extra import Arms, other_data, other_policies, other_readings
from fwwsim.experiments.question import Question


def cells(question: Question, arms: Arms) -> list[Cell]:
    """Every reading with as many games as the arms, each of them with other policies, and the data of the base."""
    base, games = arms[0], question.games or question.budget.games
    readings = tuple(other_readings(question, base, arms, games))
    return [
        *readings,
        *other_policies(question, base, (*arms, *readings)),
        *other_data(question, base, (base,)),
    ]
