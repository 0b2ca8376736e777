"""``fwwsim odds``: its commands, one file each."""

import typer

from fwwsim.cli.odds import single

app = typer.Typer(help="Exact odds of battles.", no_args_is_help=True)
app.command()(single.fww)


@app.callback()
def odds() -> None:
    """Exact odds of battles."""
