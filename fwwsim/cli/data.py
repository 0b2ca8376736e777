"""``fwwsim data``: check a data set of any game, show its components."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Check and show the components of a game.", no_args_is_help=True)


@app.command()
def check(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder with the TOML files of a data set.")
    ],
) -> None:
    """Validate a data set: print its summary, or every problem, one a line."""
    from fwwsim.errors import DataError
    from fwwsim.games import check_data_set

    try:
        typer.echo("\n".join(check_data_set(directory)))
    except DataError as error:
        for problem in error.problems:
            typer.echo(problem, err=True)
        raise typer.Exit(2) from None


@app.command()
def show(
    game: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Which game, as fwwsim games lists them. Default: the one that the folder's files tell.",
        ),
    ] = "",
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Folder with your own data set; without it, the shipped one."
        ),
    ] = None,
) -> None:
    """Show a data set: board, counters, cards and tables of a game, and where each value comes from."""
    from rich.console import Console

    from fwwsim.cli.options import GAME, forgive_encoding
    from fwwsim.games import game_of_data_set
    from fwwsim.reporting.components import show_data_set

    name = game or (GAME if data is None else game_of_data_set(data))
    forgive_encoding()  # a city's name may not exist in the terminal's encoding
    show_data_set(name, data, Console(highlight=False))
