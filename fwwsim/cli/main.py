"""The ``fwwsim`` command: its subcommands, and one clear line with exit code 2 for bad input."""

import os
import sys
from typing import Annotated

import typer

from fwwsim import __version__
from fwwsim.cli import (
    balance,
    data,
    equilibrium,
    exploit,
    find,
    games,
    habits,
    league,
    odds,
    options,
    play,
    simulate,
    tune,
    verify,
)
from fwwsim.cli.run import run as run_question
from fwwsim.errors import FwwsimError

BAD_INPUT, INTERRUPTED, CLOSED_PIPE = 2, 130, 141  # the last two as of a process that the signal ended

UsageError: type[Exception] = typer.BadParameter.__mro__[1]  # typer does not export it

app = typer.Typer(
    name="fwwsim",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: no rich at start-up
)
app.command(short_help="Win rates of many games.", epilog=f"{simulate.TERMS}\n\n{options.rules_help()}")(
    simulate.simulate
)
app.command(short_help="One game told turn by turn, or its event log.", epilog=options.rules_help())(
    play.play
)
app.command(short_help="The games and what can be asked about each.")(games.games)
app.command(short_help="How policies play, in numbers.")(habits.habits)
app.command("run", short_help="A question answered by games, with its report.")(run_question)
app.command(short_help="Games of a report by a condition.")(find.find)
app.command(short_help="Some of a report's games played again.")(verify.verify)
app.command(short_help="Every policy against every policy.")(league.league)
app.command(short_help="Better weights for a policy.")(tune.tune)
app.command(short_help="What a best response gains.")(exploit.exploit)
app.command(short_help="Mixtures that no response beats by much.")(equilibrium.equilibrium)
app.command(short_help="What decides a game of Hector and Achilles.")(balance.balance)
app.add_typer(odds.app, name="odds")
app.add_typer(data.app, name="data")


def _show_version(asked: bool) -> None:
    if asked:
        print(f"fwwsim {__version__}")
        raise typer.Exit


@app.callback()
def fwwsim(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version.")
    ] = False,
) -> None:
    """Odds, balance and rules analysis of board wargames."""


def run() -> None:
    """Entry point of the command line."""
    try:
        command = typer.main.get_command(app)
        with command.make_context("fwwsim", sys.argv[1:]) as context:
            command.invoke(context)
        sys.stdout.flush()
    except FwwsimError as error:
        _fail(str(error))
    except UsageError as error:
        _refuse(error)
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except KeyboardInterrupt:
        print("fwwsim: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _forget_stdout()
        sys.exit(CLOSED_PIPE)
    except OSError as error:  # a full disk behind stdout
        _forget_stdout()
        _fail(f"{error.filename or 'output'}: {error.strerror or error}")


def _fail(message: str) -> None:
    """One line on stderr, whatever characters the input had."""
    print(f"fwwsim: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(BAD_INPUT)


def _refuse(error: Exception) -> None:
    """One line for a command line that cannot be read; help where the subcommand is missing."""
    message = str(getattr(error, "message", error))
    if type(error).__name__ == "NoArgsIsHelpError":
        print(message)
        sys.exit(BAD_INPUT)
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "fwwsim"
    told = error.format_message() if hasattr(error, "format_message") else message
    commands = ", ".join(getattr(context.command, "commands", ())) if context else ""
    _fail(f"{told.rstrip('.')} ({f'commands: {commands}; ' if commands else ''}see {where} --help)")


def _forget_stdout() -> None:
    """The reader has gone: what is still buffered goes nowhere, without a second error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
