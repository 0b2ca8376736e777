"""Every place where the rulebook can be read in more than one way, read the other way on the same games."""

from fwwsim.errors import SpecError
from fwwsim.experiments.cell import POLICIES, SWITCH, Cell
from fwwsim.experiments.results import Results
from fwwsim.games.first_world_war.options import describe
from fwwsim.reporting.document import Column, Document, Figure, Section, Table, Text, Value
from fwwsim.reporting.figures.plots import HeatMap
from fwwsim.reporting.kinds.budget import budget_lines, budget_section, cautions
from fwwsim.reporting.kinds.common import SIDES, document
from fwwsim.reporting.kinds.effects import (
    SURE,
    Comparison,
    compare_cells,
    effects_figure,
    effects_table,
    players_shown,
    who_owns,
)
from fwwsim.reporting.kinds.variations import departures, rate_of
from fwwsim.reporting.numbers import say
from fwwsim.stats.multiple import holm
from fwwsim.stats.paired import Paired


def report(results: Results) -> Document:
    """The report of a ``switches`` question: each reading, and each further arm, against the first arm.

    Raises
    ------
    SpecError
        There is nothing to compare.
    """
    base, *others = results.experiment.arms
    cells = [*others, *results.cells(SWITCH, base.arm)]
    if not cells:
        raise SpecError(
            f"{results.experiment.where}: budget.games: found 0; allowed: 1 or more, for report switches"
        )
    players = results.experiment.spec.players
    found = [(_label(cell), compare_cells(results, base.name, cell.name, players)) for cell in cells]
    allies = [(label, comparison.of(SIDES[0])) for label, comparison in found]
    answer = rate_of(results, base)
    sections = [
        _readings(),
        *(_one_player(name, found) for name in players_shown(players)),
        *_by_policy(results, base, cells),
        budget_section(answer),
    ]
    lines = [_line(name, [(label, comparison.of(name)) for label, comparison in found]) for name in SIDES[1:]]
    unseen = [label for label, paired in allies if paired.gained + paired.lost == 0]
    if unseen:
        lines.append(f"Readings that change the winner of no game for the Allies: {', '.join(unseen)}.")
    lines += budget_lines(answer)
    return document(results, _line(SIDES[0], allies), lines, sections, cautions(answer))


def _label(cell: Cell) -> str:
    return cell.value or cell.name


def _readings() -> Section:
    rows = tuple((name, values, summary) for name, values, summary in describe())
    return Section(
        "The readings",
        (
            Table(
                "readings",
                "Rules that can be set, with their values (our reading of the printed game first).",
                (Column("rule", "rule"), Column("values", "values"), Column("meaning", "what it decides")),
                rows,
            ),
        ),
    )


def _one_player(name: str, found: list[tuple[str, Comparison]]) -> Section:
    rows = [(label, comparison.of(name)) for label, comparison in found]
    key = name.lower().replace(" ", "_")
    games = min(comparison.games for _, comparison in found)
    return Section(
        f"Effect on {name}",
        (
            effects_figure(
                f"switches_{key}",
                f"Difference that each reading makes to the win rate of {name}, on the same {games:,} games or more, "
                "with 95 % intervals. Right of 0: wins more often.",
                "Estimates with intervals beside a line at 0, one row for each reading.",
                rows,
                (name,) * len(rows),
            ),
            effects_table(
                f"switches_{key}",
                f"Win rates of {name} as the base reads the rules (at first) and by each other reading (then); "
                f"{len(rows)} comparisons.",
                "reading",
                rows,
            ),
        ),
    )


def _by_policy(results: Results, base: Cell, cells: list[Cell]) -> list[Section]:
    """The effect of each reading on the Allies under every policy that both were played with."""
    bases = {base.policies: base} | {cell.value: cell for cell in departures(results, POLICIES, base)}
    grid: list[tuple[float | None, ...]] = []
    rows: list[tuple[Value, ...]] = []
    for cell in cells:
        then = {cell.policies: cell} | {other.value: other for other in departures(results, POLICIES, cell)}
        effects = [
            compare_cells(results, first.name, then[policy].name).of(SIDES[0]).difference
            if policy in then
            else None
            for policy, first in bases.items()
        ]
        rows.append((_label(cell), *effects))
        grid.append(tuple(None if effect is None else 100 * effect.estimate for effect in effects))
    if len(bases) < 2:
        return []
    labels, policies = tuple(_label(cell) for cell in cells), tuple(bases)
    columns = (
        Column("reading", "reading"),
        *(
            Column(f"points_{place}", f"{policy}, points", "paired difference", scale=100, signed=True)
            for place, policy in enumerate(policies)
        ),
    )
    return [
        Section(
            "Under other policies",
            (
                Text(
                    "An effect that keeps its sign whoever plays is a property of the rule more than of the players."
                ),
                Figure(
                    "by_policy",
                    "Difference that each reading makes to the Allies' win rate, in points, when all factions play by "
                    "the policy named.",
                    "Table of readings and policies with the difference in each cell.",
                    ("paired difference",),
                    HeatMap(
                        labels,
                        policies,
                        tuple(grid),
                        "policy of all factions",
                        "reading",
                        "points",
                        1,
                        0.0,
                        True,
                    ),
                ),
                Table(
                    "by_policy",
                    "Difference that each reading makes to the Allies' win rate, by policy, with 95 % intervals.",
                    columns,
                    tuple(rows),
                ),
            ),
        )
    ]


def _line(name: str, rows: list[tuple[str, Paired]]) -> str:
    adjusted = holm([paired.p_value for _, paired in rows])
    sure = sorted(
        ((label, paired) for (label, paired), p in zip(rows, adjusted, strict=True) if p < SURE),
        key=lambda row: (-abs(row[1].difference.estimate), row[0]),
    )
    if not sure:
        return (
            f"No reading of the rules changes {who_owns(name)} win rate by an amount that can be told from 0."
        )
    parts = [f"{label} {say(paired.difference, 'points', 100, signed=True)}" for label, paired in sure]
    return (
        f"{len(sure)} of {len(rows)} readings change {who_owns(name)} win rate, after Holm's correction: "
        f"{'; '.join(parts)}."
    )
