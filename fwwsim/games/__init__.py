"""The games that fwwsim plays: one line a game. A game is imported when it is asked for, not before."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.game import Game  # numpy with it, which the odds commands do without

REGISTRY = {
    "first_world_war": "fwwsim.games.first_world_war.contract",
}


def load_game(name: str) -> Game:
    """The game called `name`; the attribute `GAME` of its module.

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
    fwwsim.errors.SpecError: game: found 'chess'; known: first_world_war
    """
    if name not in REGISTRY:
        raise SpecError(f"game: found {name!r}; known: {', '.join(REGISTRY)}")
    game: Game = import_module(REGISTRY[name]).GAME
    return game
