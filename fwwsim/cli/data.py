"""``fwwsim data``: check a data set of any game, show the components of The First World War."""

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
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Folder with your own data set; without it, the shipped one."
        ),
    ] = None,
) -> None:
    """Show a data set: the board front by front, armies, chits, and where each value comes from."""
    import io
    import sys

    from fwwsim.games.first_world_war.dataset_check import load_dataset

    dataset = load_dataset(data)

    from rich.console import Console

    from fwwsim.reporting.board import print_dataset

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a city's name may not exist in the terminal's encoding
    print_dataset(dataset, Console(highlight=False))
