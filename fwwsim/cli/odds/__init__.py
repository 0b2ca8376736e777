"""``fwwsim odds``: its commands, one file each."""

import typer

from fwwsim.cli.odds import aa1914, at, campaign, chits, hector, hidden, napoleon, need, single, tables

app = typer.Typer(help="Exact odds of battles.", no_args_is_help=True)
app.command()(single.fww)
app.command(epilog=campaign.TERMS)(campaign.campaign)
app.command(epilog=need.TERMS)(need.need)
app.command(epilog=tables.TERMS)(tables.table)
app.command(epilog=tables.MATRIX_TERMS)(tables.matrix)
app.command(epilog=at.TERMS)(at.at)
app.command(epilog=chits.TERMS)(chits.chits)
app.command(epilog=hidden.TERMS)(hidden.hidden)
app.command(epilog=napoleon.EPILOG)(napoleon.napoleon)
app.command(short_help="Chance to win a battle of Hector and Achilles.", epilog=hector.NOTES)(hector.hector)
aa1914.register(app)


@app.callback()
def odds() -> None:
    """Exact odds of battles."""
