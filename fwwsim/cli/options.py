"""What commands share: the options that fix a match, and checks of numbers and output.

Standard library and typer only; games are imported when a match is prepared.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.game import Game, Match

GAME = "first_world_war"
SEED = 1914
HELP_WIDTH = 76
RULES = {
    "first_world_war": "Rules for --rule, the value of the printed base game first:",
    "hector_and_achilles": "Rules for --game hector_and_achilles, our reading of the rulebook first:",
}

Name = Annotated[
    str, typer.Option("--game", metavar="NAME", help="Which game: first_world_war or hector_and_achilles.")
]
Players = Annotated[
    int | None,
    typer.Option(metavar="2|3|4", help="Number of players. Default: as many as the game takes."),
]
Seed = Annotated[int, typer.Option(metavar="S", help="Any whole number; the same seed gives the same games.")]
Policy = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Who decides: random, cautious, balanced, aggressive, east_first, west_first, fortress, "
        "surrender_hunter, tuned, what it was tuned against (tuned_1, tuned_2, tuned_3, tuned_4, tuned_5, tuned_6, "
        "tuned_7, tuned_8, tuned_9) or rollout, which looks ahead (rollout:samples=16 sets a number), or "
        "WA=NAME,EA=NAME,DE=NAME,GA=NAME; in Hector and Achilles random, greedy, "
        "bluffer, steady or tuned, or ACHAEAN=NAME,TROJAN=NAME. NAME@FILE.toml is one of your own. "
        "Default: balanced, greedy.",
    ),
]
RuleSettings = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="NAME[=VALUE]", help="Depart from the printed base game; repeatable."),
]
Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder of your own data set; without it, the shipped one."),
]
Edits = Annotated[
    list[str] | None,
    typer.Option(
        "--edit",
        metavar="EDIT",
        help="Change the data set in memory: 'without NAME' of an army or chit, 'perturbed K' for the K-th draw of its "
        "reconstructed values, or mirrored; repeatable. The First World War only.",
    ),
]


def rules_help() -> str:
    """Every game's rules, with values and meaning, for the foot of ``--help``."""
    from importlib import import_module

    parts = []
    for game, heading in RULES.items():
        lines = ["\b", heading]
        for name, values, meaning in import_module(f"fwwsim.games.{game}.options").describe():
            lines.append(f"  {name}={values.replace(' | ', '|')}")
            lines += wrap(meaning, HELP_WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def prepare(
    name: str,
    players: int | None,
    seed: int,
    policy: str | None,
    rules: list[str] | None,
    data: Path | None,
    edits: list[str] | None = None,
) -> tuple[Game, Match]:
    """The game called `name` and a match of it.

    Raises
    ------
    FwwsimError
        An option that cannot be used.
    """
    from fwwsim.games import load_game

    game = load_game(name)
    players = game.players[-1] if players is None else players
    if players not in game.players:
        raise SpecError(f"--players: found {players}; allowed: {', '.join(map(str, game.players))}")
    return game, game.prepare(data, players, rules or [], policy or game.policy, seed, edits or ())


def check_between(option: str, found: int, least: int, most: int) -> None:
    """Refuse a number out of range.

    >>> check_between("--games", 0, 1, 10)
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --games: found 0; allowed: 1 to 10
    """
    if not least <= found <= most:
        raise SpecError(f"{option}: found {found}; allowed: {least} to {most}")


def forgive_encoding() -> None:
    """Print "?" for letters that the terminal's encoding lacks, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
