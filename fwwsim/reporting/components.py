"""Which module shows the components of which game."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = {
    "first_world_war": "fwwsim.reporting.board",
    "hector_and_achilles": "fwwsim.reporting.hector_components",
    "axis_and_allies_1914": "fwwsim.reporting.aa1914_components",
    "age_of_napoleon": "fwwsim.reporting.napoleon_components",
}


def show_data_set(game: str, directory: Path | None, console: "Console") -> None:
    """Print the components of a game, of the data set in `directory` or of the shipped one.

    Raises
    ------
    SpecError
        There is no such game.
    DataError
        Every problem of the data set.

    Examples
    --------
    >>> show_data_set("chess", None, None)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --game: found 'chess'; known: first_world_war, hector_and_achilles, ...
    """
    if game not in SHOWN:
        raise SpecError(f"--game: found {game!r}; known: {', '.join(SHOWN)}")
    import_module(SHOWN[game]).show_data_set(directory, console)
