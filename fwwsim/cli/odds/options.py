"""Options that the odds commands share: who fights where and when, and what things are worth.

Standard library and typer only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.cli.options import Data, check_between

if TYPE_CHECKING:
    from fwwsim.games.first_world_war.odds.context import Context

__all__ = [
    "Attackers",
    "Data",
    "Defenders",
    "Explain",
    "Front",
    "Json",
    "Schlieffen",
    "Treaty",
    "Turn",
    "WithoutMonastir",
    "Worth",
    "context_of",
]

FRONTS, TURNS = 11, 6

Attackers = Annotated[
    str, typer.Option(metavar="ARMIES", help="Names ('DE 1,DE 2') or values 0 to 3 ('3,3').")
]
Defenders = Annotated[str, typer.Option(metavar="ARMIES", help="Names ('BR 1') or values 0 to 3 ('2,1').")]
Front = Annotated[
    int | None, typer.Option(metavar="N", help="The front, 1 to 11; without it, any that fits.")
]
Turn = Annotated[int | None, typer.Option(metavar="T", help="The turn, 1 to 6; without it, any that fits.")]
Treaty = Annotated[bool, typer.Option("--treaty", help="The treaty of Brest-Litovsk is in force (R8.1).")]
WithoutMonastir = Annotated[
    bool, typer.Option("--without-monastir", help="The Allies do not control Monastir (R5.4).")
]
Schlieffen = Annotated[bool, typer.Option("--schlieffen", help="The Schlieffen Plan is played (R9.1).")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON; fractions are strings.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show each modifier, its rule and the dice grid.")]
Worth = Annotated[
    str,
    typer.Option(
        metavar="NAME=NUMBER,..",
        help="What things are worth: city, army0 to army3 (an army by combat value), point (a surrender point), "
        "chit (keeping one, a point of its value). Without it: city=1, army0=1/5, army1=3/10, army2=2/5, "
        "army3=1/2, point=2, chit=1/10.",
    ),
]


def context_of(
    front: int | None, turn: int | None, treaty: bool, without_monastir: bool, schlieffen: bool
) -> Context:
    """The context that the options describe.

    Raises
    ------
    FwwsimError
        No such front or turn, or no treaty on that turn.
    """
    from fwwsim.games.first_world_war.odds.context import Context

    if front is not None:
        check_between("--front", front, 1, FRONTS)
    if turn is not None:
        check_between("--turn", turn, 1, TURNS)
    return Context(front, turn, treaty, not without_monastir, schlieffen)
