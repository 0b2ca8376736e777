"""``fwwsim odds aa1914-matrix``: army against army (standard library and typer)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fwwsim.cli.odds import aa1914_text as text
from fwwsim.cli.odds.aa1914_options import (
    Data,
    Json,
    LossOrder,
    Round,
    RuleSettings,
    game_of,
    read_land_sides,
)
from fwwsim.cli.odds.tables import Pdf, Png, check_files, write_pages

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.figure import Figure

SERIES = "1 infantry; 3 infantry, 1 artillery; 6 infantry, 2 artillery; 9 infantry, 3 artillery"


def matrix(
    attackers: Annotated[
        str, typer.Option(metavar="UNITS;..", help="Attacking armies, separated by ';', a row each.")
    ] = SERIES,
    defenders: Annotated[
        str, typer.Option(metavar="UNITS;..", help="Defending armies, separated by ';', a column each.")
    ] = SERIES,
    measure: Annotated[
        str,
        typer.Option(
            help="captured, held, contested, both_gone (probabilities); attack_lost, defence_lost, swing (mean IPC); "
            "attack_hits, defence_hits (mean)."
        ),
    ] = "captured",
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the table as CSV, unrounded.")
    ] = None,
    pdf: Pdf = None,
    png: Png = None,
    loss_order: LossOrder = "",
    rule: RuleSettings = None,
    round_number: Round = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Army against army: one number for each land battle of Axis & Allies 1914."""
    from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    from fwwsim.games.axis_and_allies_1914.forces import army_text
    from fwwsim.games.axis_and_allies_1914.odds import matrix as model
    from fwwsim.games.axis_and_allies_1914.options import Rules

    check_files("" if csv is None else str(csv), pdf, png)
    dataset, rules = load_dataset(data), Rules.parse(rule or [])
    words = [[part for part in each.split(";") if part.strip()] for each in (attackers, defenders)]
    orders = (loss_order, "", "")
    rows = [read_land_sides(part, "1 infantry", orders, round_number)[0] for part in words[0]]
    columns = [read_land_sides("1 infantry", part, orders, round_number)[1] for part in words[1]]
    cells = model.matrix(rows, columns, dataset.values(), rules, measure)
    own, enemy = [army_text(side.army) for side in rows], [army_text(side.army) for side in columns]
    is_probability, readings = measure in model.PROBABILITIES, text.readings_row(rules, "land")
    if csv is not None:
        _write_csv(csv, own, enemy, cells)

    def draw() -> Figure:
        from fwwsim.reporting.aa1914_figure import matrix_page

        words = [" ".join(reading.split()[1:]) for reading in readings]
        return matrix_page(measure, own, enemy, cells, words, is_probability)

    written = write_pages(pdf, png, draw)
    if json:
        import json as encoder

        document = {
            **game_of(dataset, rules, "land"),
            "measure": measure,
            "attackers": own,
            "defenders": enemy,
            "cells": [[float(cell) for cell in row] for row in cells],
            "exact": [[text.exact(cell) for cell in row] for row in cells],
        }
        print(encoder.dumps(document, indent=2))
    else:
        print(_text(measure, is_probability, readings, own, enemy, cells))
        if written:
            print(f"\nWritten: {', '.join(map(str, written))}")


def _text(
    measure: str,
    is_probability: bool,
    readings: list[str],
    own: list[str],
    enemy: list[str],
    cells: list[list[Fraction]],
) -> str:
    """The matrix for a reader; defenders have numbers, for their names are long."""
    unit, show = ("per cent", text.per_cent) if is_probability else ("mean", _number)
    name = measure.replace("_", " ")
    return "\n".join(
        [
            f"Axis & Allies 1914: {name}, {unit}, exact odds; a row an attacker",
            *readings,
            *(f"  D{number:<7} {army}" for number, army in enumerate(enemy, start=1)),
            "",
            *text.table(
                ["attacker", *(f"D{number}" for number in range(1, len(enemy) + 1))],
                [[army, *map(show, row)] for army, row in zip(own, cells, strict=True)],
            ),
        ]
    )


def _number(value: Fraction) -> str:
    return f"{float(value):.3f}"


def _write_csv(path: Path, own: list[str], enemy: list[str], cells: list[list[Fraction]]) -> None:
    """The table with a row an attacker."""
    import csv

    from fwwsim.experiments.store import replacing

    with replacing("--csv", path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["attacker", *enemy])
        writer.writerows([army, *map(float, row)] for army, row in zip(own, cells, strict=True))
