"""Balance: who wins how often, when and why; what decides it."""

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.kinds.extra import (
    Arms,
    error_budget,
    forced_combats,
    knock_outs,
    other_players,
)
from fwwsim.experiments.question import Question


def cells(question: Question, arms: Arms) -> list[Cell]:
    """Other numbers of players, the error budget, knock-outs and forced combats of every arm."""
    return [
        *other_players(question, arms[0], arms),
        *error_budget(question, arms[0], arms),
        *knock_outs(question, arms[0], arms),
        *forced_combats(question, arms[0], arms),
    ]
