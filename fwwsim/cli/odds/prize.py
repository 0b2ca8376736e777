"""The options that say what a won attack brings: ``--city``, ``--base``, ``--nothing``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.games.first_world_war.odds.gain import Stakes

City = Annotated[bool, typer.Option("--city", help="A won attack takes a city (R6.4); the default.")]
Base = Annotated[
    bool, typer.Option("--base", help="A won attack takes no city but inflicts a surrender point (R6.5).")
]
Nothing = Annotated[bool, typer.Option("--nothing", help="A won attack takes neither.")]


def prize_of(city: bool, base: bool, nothing: bool) -> str:
    """The prize of a won attack.

    Raises
    ------
    SpecError
        More than one.

    >>> prize_of(False, False, False)
    'city'
    """
    chosen = [name for name, asked in (("city", city), ("base", base), ("nothing", nothing)) if asked]
    if len(chosen) > 1:
        raise SpecError(f"--{' and --'.join(chosen)}: give one of --city, --base, --nothing (R6.4, R6.5)")
    return chosen[0] if chosen else "city"


def prize_text(stakes: Stakes) -> str:
    """What a won attack brings, and its worth."""
    what = {
        "city": "takes a city",
        "base": "inflicts a surrender point",
        "nothing": "takes neither city nor point",
    }[stakes.prize]
    return f"A won attack {what}, worth {stakes.won}"
