"""The ``fwwsim`` command: its subcommands, and one clear line with exit code 2 for bad input."""

import sys

import typer

from fwwsim.cli import data, odds
from fwwsim.errors import FwwsimError

app = typer.Typer(
    name="fwwsim",
    help="Odds, balance and rules analysis of board wargames.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(data.app, name="data")
app.add_typer(odds.app, name="odds")


def run() -> None:
    """Entry point of the command line."""
    try:
        app()
    except FwwsimError as error:
        print(f"fwwsim: {error}", file=sys.stderr)
        sys.exit(2)
