"""Factorial: main effects and interactions of settings that a sweep crosses."""

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.kinds.extra import Arms, error_budget, other_policies
from fwwsim.experiments.question import Question


def cells(question: Question, arms: Arms) -> list[Cell]:
    """Every arm with other policies, which gives the range of each effect; readings and data of the base only."""
    base = arms[0]
    return [*error_budget(question, base, (base,)), *other_policies(question, base, arms[1:])]
