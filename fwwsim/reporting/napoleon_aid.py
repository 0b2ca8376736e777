"""The tables of Age of Napoleon as a player aid: text, JSON, and one printed page (matplotlib inside functions)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fwwsim.games.age_of_napoleon.dataset import DICE, SHIPPED, TITLE, Band, MarchRow, Tables

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARK = "*"
PAGE = (8.27, 11.69)  # A4 upright, inches
INK, PAPER, OURS, HEAD = "#1a1a1a", "#ffffff", "#f1e6cf", "#dfe5ec"


def battle_cells_of(tables: Tables) -> list[list[str]]:
    """The battle table row by row: strengths, losses by die, tie-break; ours are marked.

    >>> from fwwsim.games.age_of_napoleon.dataset_check import load_tables
    >>> battle_cells_of(load_tables())[2]
    ['13-18', '0*', '1*', '1*', '1', '1*', '2', '+3']
    """
    return [[_strengths(band), *_battle_row(band)] for band in tables.bands]


def _strengths(band: Band) -> str:
    return f"{band.low}-{band.high}"


def _battle_row(band: Band) -> list[str]:
    cells = [_marked(str(band.inflicts[die - 1]), die in band.stated) for die in DICE]
    return [*cells, _marked(f"{band.tie_break:+d}", band.tie_break_stated)]


def march_cells_of(tables: Tables) -> list[list[str]]:
    """The attrition table row by row: corps, losses by lowest die; ours are marked."""
    return [[str(row.corps), *_march_row(row)] for row in tables.march]


def _march_row(row: MarchRow) -> list[str]:
    return [_marked(str(row.lost[die - 1]), die in row.stated) for die in DICE]


def _marked(text: str, stated: bool) -> str:
    return text if stated else text + MARK


def notes_of(tables: Tables) -> list[str]:
    """What the marks mean; empty if everything is stated."""
    everything = [*battle_cells_of(tables), *march_cells_of(tables)]
    notes = []
    if any(cell.endswith(MARK) for row in everything for cell in row):
        notes.append(
            "* reconstructed by this project, not the publisher's; --data DIR takes your own"
            if tables.directory == SHIPPED
            else f"* not marked as stated in data set {tables.id}"
        )
    limited = [band for band in tables.bands if band.stated_at]
    if limited:
        where = "; ".join(f"{_strengths(band)}: at {', '.join(map(str, band.stated_at))}" for band in limited)
        notes.append(f"cells without a mark are stated for these strengths only: {where}")
    return notes


def table_text(tables: Tables) -> str:
    """Both tables for a terminal."""
    lines = [
        f"{TITLE}: battle table (data set {tables.id})",
        "  losses inflicted by strength and die; modifier for the tie-break (TBM)",
        "",
        f"  {'strength':<10}" + "".join(f"{die:>5} " for die in DICE) + f"{'TBM':>6}",
    ]
    for head, *cells, modifier in battle_cells_of(tables):
        lines.append(f"  {head:<10}" + "".join(_aligned(cell, 6) for cell in cells) + _aligned(modifier, 7))
    lines += ["", "March attrition: corps lost by size of army and lowest die", ""]
    lines.append(f"  {'corps':<10}" + "".join(f"{die:>5} " for die in DICE))
    for head, *cells in march_cells_of(tables):
        lines.append(f"  {head:<10}" + "".join(_aligned(cell, 6) for cell in cells))
    return "\n".join(line.rstrip() for line in [*lines, "", *notes_of(tables)])


def _aligned(cell: str, width: int) -> str:
    """Right-aligned by its number, the mark behind it."""
    return f"{cell.removesuffix(MARK):>{width - 1}}{MARK if cell.endswith(MARK) else ' '}"


def table_document(tables: Tables) -> dict[str, Any]:
    """Both tables as a JSON document."""
    return {
        "dataset": {"id": tables.id, "hash": tables.hash},
        "battle": [
            {
                "strength": [band.low, band.high],
                "losses_inflicted": list(band.inflicts),
                "tie_break": band.tie_break,
                "stated": list(band.stated),
                "tie_break_stated": band.tie_break_stated,
                "stated_at": list(band.stated_at),
            }
            for band in tables.bands
        ],
        "attrition": [
            {"corps": row.corps, "lost": list(row.lost), "stated": list(row.stated)} for row in tables.march
        ],
    }


def draw_aid(tables: Tables, option: str, path: Path) -> None:
    """Write both tables on one page.

    Parameters
    ----------
    tables : Tables
    option : str
        ``--pdf`` or ``--png``: also the format.
    path : Path

    Raises
    ------
    SpecError
        The file cannot be written.
    """
    from fwwsim.experiments.store import check_writable, replacing

    check_writable(option, path)
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib.figure import Figure

    kind = option.removeprefix("--")
    with mpl.rc_context({"font.family": "DejaVu Sans", "pdf.fonttype": 42}):
        figure = Figure(figsize=PAGE, facecolor=PAPER)
        figure.text(0.08, 0.945, TITLE, size=17, weight="bold", color=INK)
        figure.text(0.08, 0.922, f"Battle and march attrition, data set {tables.id}", size=10, color=INK)
        upper = figure.add_axes((0.08, 0.60, 0.84, 0.27))
        _draw_table(
            upper,
            "Losses inflicted by strength and die; tie-break modifier (TBM)",
            ["strength", *map(str, DICE), "TBM"],
            battle_cells_of(tables),
        )
        lower = figure.add_axes((0.08, 0.19, 0.84, 0.34))
        _draw_table(
            lower,
            "March attrition: corps lost by size of army and lowest die",
            ["corps", *map(str, DICE)],
            march_cells_of(tables),
        )
        for index, note in enumerate([*SUMMARY, *notes_of(tables)]):
            figure.text(0.08, 0.155 - 0.021 * index, note, size=8.5, color=INK)
        with replacing(option, path) as part:
            figure.savefig(
                part, format=kind, dpi=150, metadata={"CreationDate": None} if kind == "pdf" else None
            )


SUMMARY = (
    "More losses inflicted wins; equal: both roll again and add the TBM, still equal: the defender wins.",
    "Loser without tie-break: one loss more. Losses are capped by the corps in the area. Half are permanent;",
    "an odd one is permanent too, except for a winner without tie-break. Corps that fought become spent.",
)


def _draw_table(axes: Axes, title: str, head: list[str], rows: list[list[str]]) -> None:
    from matplotlib.transforms import Bbox

    axes.set_axis_off()
    axes.set_title(title, loc="left", size=11, weight="bold", color=INK)
    colours = [[OURS if cell.endswith(MARK) else PAPER for cell in row] for row in rows]
    for colour in colours:
        colour[0] = HEAD
    table = axes.table(
        cellText=rows,
        colLabels=head,
        cellColours=colours,
        colColours=[HEAD] * len(head),
        cellLoc="center",
        bbox=Bbox.unit(),
    )
    table.auto_set_font_size(False)
    room = 72 * PAGE[1] * axes.get_position().height  # points
    table.set_fontsize(min(10, 0.7 * room / (len(rows) + 1)))
    for (row, column), cell in table.get_celld().items():
        cell.set_edgecolor("#9aa3ad")
        cell.set_linewidth(0.6)
        if row == 0 or column == 0:
            cell.get_text().set_fontweight("bold")
