"""Uncertainty: how much of the win rate is open for the sample, the policies, the readings and the data."""

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.kinds.extra import Arms, error_budget
from fwwsim.experiments.question import Question


def cells(question: Question, arms: Arms) -> list[Cell]:
    """The error budget of every arm."""
    return error_budget(question, arms[0], arms)
