"""Rule effect: what the other arms change, on the same dice."""

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.kinds.extra import Arms, error_budget
from fwwsim.experiments.question import Question


def cells(question: Question, arms: Arms) -> list[Cell]:
    """The error budget of every arm, and so of the effects."""
    return error_budget(question, arms[0], arms)
