"""The figures of the balance report of *Hector and Achilles*, as PNG and SVG."""

from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fwwsim.experiments.store import replacing
from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.reporting.hector_and_achilles import NAMES

DOTS = 200  # an inch
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")  # told apart by everybody (Okabe and Ito)
MARKS = "osD^v"
ZERO = "#777777"


def draw_heroes(content: dict[str, Any], path: Path) -> None:
    """Write what each hero is worth against a hero less, one panel a side, as ``path.png`` and ``path.svg``."""
    rows = [row for row in content["heroes"] if row["against"] == "without"]
    policies = content["spec"]["policies"]
    figure = Figure(figsize=(9.2, 1.6 + 0.16 * len(rows)), layout="constrained")
    panels = figure.subplots(1, len(SIDES), sharex=True)
    for axes, side in zip(panels, SIDES, strict=True):
        own = [row for row in rows if row["side"] == side]
        names = sorted(
            {(row["value"], row["hero"], row["colour"]) for row in own}, key=lambda hero: (-hero[0], hero[1])
        )
        places = {name: place for place, (_, name, _) in enumerate(names)}
        for number, policy in enumerate(policies):
            shift = 0.16 * (number - (len(policies) - 1) / 2)
            chosen = [row for row in own if row["policy"] == policy]
            _dots(axes, chosen, [places[row["hero"]] + shift for row in chosen], number, policy, "worth")
        axes.set_yticks(range(len(names)), [f"{name} ({colour} {value})" for value, name, colour in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.axvline(0, color=ZERO, linewidth=0.8, zorder=0)
        axes.set_title(NAMES[side], loc="left", fontsize=10.5)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel("points won by having him")
    _finish(
        figure,
        panels[0],
        f"What each hero is worth against a hero less (n = {content['spec']['games']:,} pairs a figure)",
        path,
    )


def draw_attack(content: dict[str, Any], path: Path) -> None:
    """Write what attacking in each battle is worth as ``path.png`` and ``path.svg``."""
    figure = Figure(figsize=(6.8, 4.2), layout="constrained")
    axes = figure.subplots()
    policies = content["spec"]["policies"]
    for number, policy in enumerate(policies):
        chosen = [row for row in content["attack"] if row["policy"] == policy]
        shift = 0.12 * (number - (len(policies) - 1) / 2)
        x = [row["battle"] + shift for row in chosen]
        estimates = [100 * row["gain"]["estimate"] for row in chosen]
        errors = [
            [100 * (row["gain"]["estimate"] - row["gain"]["low"]) for row in chosen],
            [100 * (row["gain"]["high"] - row["gain"]["estimate"]) for row in chosen],
        ]
        axes.errorbar(
            x, estimates, errors, fmt=MARKS[number % len(MARKS)], color=COLOURS[number % len(COLOURS)], ms=5,
            elinewidth=1.2, capsize=2, label=policy,
        )  # fmt: skip
    axes.axhline(0, color=ZERO, linewidth=0.8, zorder=0)
    axes.set_xticks(sorted({row["battle"] for row in content["attack"]}))
    axes.set_xlabel("battle")
    axes.set_ylabel("points won by attacking, not defending")
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    _finish(figure, axes, "What attacking in one battle is worth", path)


def _dots(
    axes: Axes, rows: list[dict[str, Any]], places: list[float], number: int, label: str, key: str
) -> None:
    """Estimates with their intervals, one above the other."""
    estimates = [100 * row[key]["estimate"] for row in rows]
    errors = [
        [100 * (row[key]["estimate"] - row[key]["low"]) for row in rows],
        [100 * (row[key]["high"] - row[key]["estimate"]) for row in rows],
    ]
    axes.errorbar(
        estimates, places, xerr=errors, fmt=MARKS[number % len(MARKS)], color=COLOURS[number % len(COLOURS)],
        ms=4.5, elinewidth=1.2, capsize=2, label=label,
    )  # fmt: skip


def _finish(figure: Figure, axes: Axes, title: str, path: Path) -> None:
    """Title, legend, and the two files."""
    figure.suptitle(f"{title}; 95 % intervals", fontsize=11)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=len(labels),
        frameon=False,
        title="policy of both sides",
    )
    with replacing("figure", path.with_suffix(".png")) as part:
        figure.savefig(part, format="png", dpi=DOTS, metadata={"Software": None})
    with (
        matplotlib.rc_context({"svg.hashsalt": "fwwsim"}),
        replacing("figure", path.with_suffix(".svg")) as part,
    ):
        figure.savefig(part, format="svg", metadata={"Date": None})
