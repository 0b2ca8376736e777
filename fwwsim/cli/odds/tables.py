"""``fwwsim odds table`` and ``odds matrix``: every combat, and every stack of a front, in tables and on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds.options import Data, Json, Schlieffen, Treaty, WithoutMonastir, context_of
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STDOUT = "-"
BOTH = "both"

TERMS = """\b
Terms:
  lead         combat value of the attack's lead army less the defence's
  superiority  +1 if the attack has more real armies, -1 if the defence has
  chit         value of the attack's chit less the defence's, none counts 0
  attack wins  the attack's total is higher; tie: equal; defence wins: lower
  break-even   the attack wins at least as often as the defence
"""
MATRIX_TERMS = """\b
Terms:
  attack wins       the attack's total is higher; tie: equal; defence wins:
                    lower; no chits are laid, the best army leads
  no real defender  only dummies stand there: the attack meets no army, and
                    may take a city without a roll (only --players-view)
  break-even        the attack wins at least as often as the defence
  3/2               3 armies of which the best has combat value 2
  2c                2 face-down counters
"""

Csv = Annotated[str, typer.Option(metavar="FILE|-", help="Write CSV, to a file or to stdout.")]
Pdf = Annotated[Path | None, typer.Option(metavar="FILE", help="Write one A4 page as PDF.")]
Png = Annotated[Path | None, typer.Option(metavar="FILE", help="Write one A4 page as PNG.")]


def table(data: Data = None, csv: Csv = "", pdf: Pdf = None, png: Png = None, json: Json = False) -> None:
    """Every combat: lead difference x superiority x chit difference, as a table or a printable player aid."""
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds.table import chit_differences, odds_table

    check_files(csv, pdf, png)
    dataset = load_dataset(data)
    cells = odds_table(dataset.faces, chit_differences(dataset))
    from fwwsim.reporting import odds_tables

    def draw() -> Figure:
        from fwwsim.reporting.player_aid import player_aid

        return player_aid(cells, dataset)

    if _write(csv, pdf, png, lambda: odds_tables.table_csv(cells), draw, json):
        return
    if json:
        _print_json(odds_tables.table_json(cells, dataset))
    else:
        odds_tables.print_table(cells, dataset, _console())


def matrix(
    front: Annotated[int, typer.Option(metavar="N", help="The front, 1 to 11.")],
    turn: Annotated[int, typer.Option(metavar="T", help="The turn, 1 to 6.")],
    attacker: Annotated[
        str,
        typer.Option(metavar="WA|EA|DE|GA|both", help="Who attacks: a home faction of the front, or both."),
    ] = BOTH,
    players_view: Annotated[
        bool,
        typer.Option(
            "--players-view", help="The defence as the attacker sees it: by number of face-down counters."
        ),
    ] = False,
    treaty: Treaty = False,
    without_monastir: WithoutMonastir = False,
    schlieffen: Schlieffen = False,
    data: Data = None,
    csv: Csv = "",
    pdf: Pdf = None,
    png: Png = None,
    json: Json = False,
) -> None:
    """Every attacking stack against every defending stack of a front on a turn, as a table or a heat map."""
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds.matrix import front_matrix

    check_files(csv, pdf, png)
    context = context_of(front, turn, treaty, without_monastir, schlieffen)
    dataset = load_dataset(data)
    place = dataset.fronts[front - 1]
    attackers = (place.allied, place.central) if attacker.lower() == BOTH else (attacker.upper(),)
    matrices = [front_matrix(dataset, context, faction, players_view) for faction in attackers]
    from fwwsim.reporting import odds_tables

    def draw() -> Figure:
        from fwwsim.reporting.player_aid import heat_map

        return heat_map(matrices, dataset)

    if _write(csv, pdf, png, lambda: odds_tables.matrix_csv(matrices), draw, json):
        return
    if json:
        _print_json(odds_tables.matrix_json(matrices, dataset))
    else:
        odds_tables.print_matrices(matrices, dataset, _console())


def check_files(csv: str, pdf: Path | None, png: Path | None) -> None:
    """Refuse paths that cannot be written, and one path for two files, before any work is done."""
    from fwwsim.experiments.store import check_writable

    files = [("--csv", Path(csv))] if csv not in ("", STDOUT) else []
    files += [(option, path) for option, path in (("--pdf", pdf), ("--png", png)) if path is not None]
    taken: dict[Path, str] = {}
    for option, path in files:
        check_writable(option, path)
        if (other := taken.setdefault(path.resolve(), option)) != option:
            raise SpecError(f"{option} {path}: is the file of {other} too; allowed: one path for each file")


def _write(
    csv: str,
    pdf: Path | None,
    png: Path | None,
    rows: Callable[[], str],
    draw: Callable[[], Figure],
    json: bool,
) -> bool:
    """Write the files asked for; whether that was all that was asked for."""
    if csv == STDOUT:
        if json:
            raise SpecError("--csv - and --json both print; allowed: one of them, or --csv FILE")
        print(rows(), end="")
    elif csv:
        from fwwsim.experiments.store import replacing

        with replacing("--csv", Path(csv)) as part:
            part.write_text(rows(), "utf-8")
    pages = write_pages(pdf, png, draw)
    written = [*map(str, pages)] + ([csv] if csv not in ("", STDOUT) else [])
    if written and not json and csv != STDOUT:
        print(f"Written: {', '.join(written)}")
    return bool(written or csv) and not json


def write_pages(pdf: Path | None, png: Path | None, draw: Callable[[], Figure]) -> list[Path]:
    """Write the pages asked for, of a figure that is drawn only if any is; their paths."""
    pages = [(option, path) for option, path in (("--pdf", pdf), ("--png", png)) if path is not None]
    if pages:
        from fwwsim.reporting.page import save

        figure = draw()
        for option, path in pages:
            save(figure, option, path)
    return [path for _, path in pages]


def _console() -> Any:
    from rich.console import Console

    from fwwsim.cli.options import forgive_encoding

    forgive_encoding()
    return Console(highlight=False)


def _print_json(document: dict[str, Any]) -> None:
    import json

    print(json.dumps(document, indent=2))
