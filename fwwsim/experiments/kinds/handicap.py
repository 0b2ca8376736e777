"""Handicap: what makes the sides equal."""

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.kinds.extra import Arms, error_budget, knock_outs, other_players
from fwwsim.experiments.question import Question


def cells(question: Question, arms: Arms) -> list[Cell]:
    """Other numbers of players, each army and chit left out, and the error budget of every arm."""
    return [
        *other_players(question, arms[0], arms),
        *knock_outs(question, arms[0], arms),
        *error_budget(question, arms[0], arms),
    ]
