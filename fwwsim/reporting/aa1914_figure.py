"""Army against army of Axis & Allies 1914 on paper: one A4 page, shaded cells with their numbers."""

from collections.abc import Sequence
from fractions import Fraction

from matplotlib.figure import Figure

from fwwsim.reporting.page import A4, centred, footer, heading, label_cells, shade, wrapped

WIDE = 0.78  # of the page that the cells take
MOST_UPRIGHT = 10  # columns whose names need not be turned
LETTERS = {"infantry": "inf", "artillery": "art", "tank": "tank", "fighter": "ftr"}
NAMES = {
    "captured": "the attacker captures the territory",
    "held": "the defender holds it",
    "contested": "both stay: the territory is contested",
    "both_gone": "nobody is left: it goes back to its original owner",
    "attack_lost": "IPC that the attacker loses",
    "defence_lost": "IPC that the defender loses",
    "swing": "IPC that the defender loses less IPC that the attacker loses",
    "attack_hits": "hits of the attacker",
    "defence_hits": "hits of the defender",
}


def matrix_page(
    measure: str,
    attackers: Sequence[str],
    defenders: Sequence[str],
    cells: Sequence[Sequence[Fraction]],
    readings: Sequence[str],
    is_probability: bool,
) -> Figure:
    """The heat map of a matrix; probabilities in per cent, shaded from 0 to 1, means from least to greatest.

    Parameters
    ----------
    measure : str
        One of :data:`fwwsim.games.axis_and_allies_1914.odds.matrix.MEASURES`.
    attackers, defenders : sequence of str
        Armies in words, a row each and a column each.
    cells : (attackers, defenders) sequences of Fraction
    readings : sequence of str
        The readings of unknown rules that the numbers rest on.
    is_probability : bool

    Returns
    -------
    matplotlib Figure
        One A4 page, upright.
    """
    figure = Figure(figsize=A4)
    what = f"Chance, in per cent, that {NAMES[measure]}" if is_probability else f"Mean {NAMES[measure]}"
    named = ", ".join(f"{short}: {name}" for name, short in LETTERS.items() if name != short)
    bold = " Bold: 50 per cent or more." if is_probability else ""
    text = (
        f"{what}. Down: attackers; across: defenders ({named}). One land battle, its one round of fire.{bold} "
        f"Readings of rules that are not known: {'; '.join(readings)}."
    )
    heading(figure, "Axis & Allies 1914: army against army", wrapped(text))
    flat = [value for row in cells for value in row]
    least, most = (Fraction(0), Fraction(1)) if is_probability else (min(flat), max(flat))
    height = min(0.72, 0.05 + 0.055 * len(cells))
    upright = len(defenders) <= MOST_UPRIGHT
    axes = figure.add_axes((0.17, (0.83 if upright else 0.79) - height, WIDE, height))
    tall, broad = 72 * A4[1] * height / len(cells), 72 * A4[0] * WIDE / len(defenders)  # of a cell, in points
    size = min(11.0, 0.6 * tall, broad / 2.6)
    for number, row in enumerate(cells):
        for column, value in enumerate(row):
            shade(axes, number, column, float((value - least) / (most - least)) if most > least else 0.0)
            words = f"{100 * float(value):.0f}" if is_probability else f"{float(value):.1f}"
            strong = is_probability and 2 * value >= 1
            axes.text(column + 0.5, number + 0.5, words, **centred(size, "bold" if strong else "normal"))
    label_cells(
        axes,
        [*map(short_army, attackers)],
        [short_army(army, "\n" if upright else " ") for army in defenders],
    )
    axes.tick_params("x", labelsize=min(8.5, 0.8 * broad), labelrotation=0 if upright else 90)
    axes.tick_params("y", labelsize=min(8.5, 0.8 * tall))
    axes.set_xlabel("defender", fontsize=8.5, labelpad=6, loc="right")
    axes.set_ylabel("attacker", fontsize=8.5)
    footer(figure, "Exact odds by fwwsim.")
    return figure


def short_army(army: str, between: str = " ") -> str:
    """An army in few letters.

    >>> short_army("3 infantry, 1 artillery"), short_army("1 infantry, 2 fighters", "/")
    ('3 inf 1 art', '1 inf/2 ftr')
    """
    words = []
    for part in army.split(", "):
        number, _, unit = part.partition(" ")
        short = next((short for name, short in LETTERS.items() if unit.startswith(name)), unit)
        words.append(f"{number} {short}")
    return between.join(words)
