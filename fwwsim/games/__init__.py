"""The games that fwwsim knows: one row a game. A game is imported when it is asked for, not before."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.game import Game  # numpy with it, which the odds commands do without


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list of games.

    Attributes
    ----------
    title : str
    offers : str
        What can be asked about it, as commands.
    contract : str or None
        The module with its `GAME`, if whole games are played.
    mark : str
        A file that a data set of this game has and no other.
    check : str
        The module with its `check_data_set`.
    """

    title: str
    offers: str
    contract: str | None
    mark: str
    check: str


REGISTRY = {
    "first_world_war": Entry(
        "The First World War",
        "simulate, play, odds fww and the other odds of it, data",
        "fwwsim.games.first_world_war.contract",
        "armies.toml",
        "fwwsim.games.first_world_war.dataset_summary",
    ),
    "hector_and_achilles": Entry(
        "Hector and Achilles",
        "simulate, play, odds hector, league, tune, balance; data",
        "fwwsim.games.hector_and_achilles.contract",
        "components.toml",
        "fwwsim.games.hector_and_achilles.check",
    ),
    "axis_and_allies_1914": Entry(
        "Axis & Allies 1914",
        "odds aa1914, aa1914-campaign, aa1914-need, aa1914-matrix, aa1914-revolution; data",
        None,
        "units.toml",
        "fwwsim.games.axis_and_allies_1914.check",
    ),
    "age_of_napoleon": Entry(
        "Age of Napoleon",
        "odds napoleon; data",
        None,
        "tables.toml",
        "fwwsim.games.age_of_napoleon.check",
    ),
}


def load_game(name: str) -> Game:
    """The game called `name`, of those that are played whole; the attribute `GAME` of its module.

    Raises
    ------
    SpecError
        There is no such game; the message names those there are.

    Examples
    --------
    >>> load_game("first_world_war").players
    (2, 3, 4)
    >>> load_game("chess")
    Traceback (most recent call last):
    fwwsim.errors.SpecError: game: found 'chess'; known: first_world_war, hector_and_achilles
    """
    played = {known: entry.contract for known, entry in REGISTRY.items() if entry.contract}
    contract = played.get(name)
    if contract is None:
        raise SpecError(f"game: found {name!r}; known: {', '.join(played)}")
    game: Game = import_module(contract).GAME
    return game


def game_of_data_set(directory: Path) -> str:
    """The name of the game whose data set the folder holds, told by the files in it; without any, the first game."""
    marked = (name for name, entry in REGISTRY.items() if os.path.exists(directory / entry.mark))
    return next(marked, next(iter(REGISTRY)))


def check_data_set(directory: Path) -> list[str]:
    """The summary of a data set of whichever game the folder holds, told by the files in it.

    Raises
    ------
    DataError
        Every problem; a folder with no game's files is judged as one of The First World War.
    """
    entry = REGISTRY[game_of_data_set(directory)]
    summary: list[str] = import_module(entry.check).check_data_set(directory)
    return summary
