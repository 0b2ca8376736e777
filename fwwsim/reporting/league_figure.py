"""The heat map of a league's pay-offs."""

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from fwwsim.experiments.store import replacing
from fwwsim.reporting.reports import report_on

DOTS = 200  # an inch
MIDDLE = 50.0  # per cent: an even game is white
LONGEST = 26  # characters of a label
DARK = 0.6  # beyond this share of the scale, numbers are white


def draw_payoff(content: dict[str, Any], path: Path) -> None:
    """Write the heat map of ``league.json`` as ``path.png`` and ``path.svg``."""
    in_words = report_on(content["about"]["game"]).names
    one, two = (in_words[side] for side in content["sides"])
    names = list(content["ratings"])
    n = len(names)
    shares = 100 * np.array([cell["share"]["estimate"] for cell in content["payoff"]]).reshape(n, n)
    reach = max(5.0, float(np.abs(shares - MIDDLE).max()))
    figure = Figure(figsize=(2.6 + 0.85 * n, 2.0 + 0.6 * n), layout="constrained")
    axes = figure.subplots()
    picture = axes.imshow(
        shares, cmap="RdBu", vmin=MIDDLE - reach, vmax=MIDDLE + reach, aspect="auto", interpolation="nearest"
    )
    for row in range(n):
        for column in range(n):
            strong = abs(shares[row, column] - MIDDLE) > DARK * reach
            axes.text(
                column,
                row,
                f"{shares[row, column]:.0f}",
                ha="center",
                va="center",
                color="white" if strong else "black",
            )
    labels = [*map(short_name, names)]
    axes.set_xticks(range(n), labels, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(n), labels)
    axes.set_xlabel(f"policy of the {two}")
    axes.set_ylabel(f"policy of the {one}")
    spec = content["spec"]
    axes.set_title(
        f"Share of the games to the {one}, per cent\n"
        f"({spec['games']:,} games a cell; one that nobody won counts {spec['draw']:g})",
        fontsize=10,
    )
    axes.set_xticks(np.arange(n - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(n - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    figure.colorbar(picture, ax=axes, label="per cent")
    with replacing("figure", path.with_suffix(".png")) as part:
        figure.savefig(part, format="png", dpi=DOTS, metadata={"Software": None})
    with (
        matplotlib.rc_context({"svg.hashsalt": "fwwsim"}),
        replacing("figure", path.with_suffix(".svg")) as part,
    ):
        figure.savefig(part, format="svg", metadata={"Date": None})


def short_name(name: str) -> str:
    """A policy's name, without its middle if it is too long for a label.

    >>> short_name("balanced"), short_name("tuned@reports/tune_3/policies.toml")
    ('balanced', 'tuned@repor...olicies.toml')
    """
    return name if len(name) <= LONGEST else f"{name[:11]}...{name[-12:]}"
