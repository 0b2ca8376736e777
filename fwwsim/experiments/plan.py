"""From a question to the cells that answer it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fwwsim.errors import FwwsimError, SpecError
from fwwsim.experiments.cell import ARM, Cell, match_of
from fwwsim.experiments.kinds import CELLS
from fwwsim.experiments.question import Factor, Question, arms_of, merge_rules, read_question
from fwwsim.games import load_game


@dataclass(frozen=True, slots=True)
class Experiment:
    """A question and its cells, arms first.

    Attributes
    ----------
    spec : Question
    name : str
        Of its file, without the ending.
    where : str
        Its file, for messages.
    cells : tuple of Cell
    factors : tuple of Factor
        What a sweep varies.
    levels : dict
        Arm -> its level of each factor.
    """

    spec: Question
    name: str
    where: str
    cells: tuple[Cell, ...]
    factors: tuple[Factor, ...]
    levels: dict[str, tuple[int, ...]]

    @property
    def arms(self) -> tuple[Cell, ...]:
        """The cells of the arms, the base first."""
        return tuple(cell for cell in self.cells if cell.role == ARM)

    def cell(self, name: str) -> Cell:
        """The cell of that name."""
        return next(cell for cell in self.cells if cell.name == name)


def plan_file(path: Path) -> Experiment:
    """The experiment of a spec file.

    Raises
    ------
    FwwsimError
        Something in it that cannot be used.
    """
    return plan(read_question(path), path.stem, str(path))


def plan(question: Question, name: str, where: str) -> Experiment:
    """The experiment of a question; every cell is prepared once, so that nothing fails later.

    Raises
    ------
    FwwsimError
        A name, rule, policy or number that cannot be used; `where` begins the message.
    """
    game = _checked_game(question, where)
    arms, factors, levels = arms_of(question, where)
    policies = question.policies or game.policy
    cells = [
        Cell(
            name=arm_name,
            role=ARM,
            arm=arm_name,
            value="",
            game=question.game,
            seed=question.seed,
            players=question.players,
            rules=merge_rules(question.rules, arm.rules),
            policies=arm.policies or policies,
            data=arm.data or question.data,
            edits=arm.edits,
            games=question.most_games,
        )
        for arm_name, arm in arms.items()
    ]
    for cell in cells:
        _check(cell, f"{where}: arms.{cell.name}")
    extra = [cell for cell in CELLS[question.report](question, tuple(cells)) if cell.games > 0]
    for cell in extra:
        _check(cell, f"{where}: {cell.name}")
    cells += extra
    names = [cell.name for cell in cells]
    for place, taken in enumerate(names):
        if taken in names[:place]:
            raise SpecError(f"{where}: arms.{taken}: is the name of another cell; allowed: any other name")
    return Experiment(question, name, where, tuple(cells), factors, levels)


def _check(cell: Cell, where: str) -> None:
    try:
        match_of(cell)
    except FwwsimError as error:
        raise SpecError(f"{where}: {error}") from None


def _checked_game(question: Question, where: str) -> Any:
    try:
        game = load_game(question.game)
    except SpecError as error:
        raise SpecError(f"{where}: {error}") from None
    if question.players not in game.players:
        raise SpecError(
            f"{where}: players: found {question.players}; allowed: {', '.join(map(str, game.players))}"
        )
    return game
