"""The answer as it is if one thing is otherwise: policies, a reading of the rules, data."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from fwwsim.experiments.cell import DATA, POLICIES, SWITCH, Cell
from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import aligned, tally
from fwwsim.games.first_world_war.names import ALLIES
from fwwsim.reporting.kinds.common import ALLIANCE, SIDES
from fwwsim.reporting.kinds.effects import compare_cells
from fwwsim.stats.control import borrowed_mean
from fwwsim.stats.intervals import Interval, wilson
from fwwsim.stats.moments import Moments, moments
from fwwsim.stats.variance import Component, chosen_component, drawn_component, paired_cells

FEWEST_DRAWS = 2
CHANGES = {POLICIES: ("policies",), SWITCH: ("rules",), DATA: ("edits",)}
"""Role of a cell -> in what it may depart."""

Names = tuple[str, ...]
"""One cell, whose rate is the answer; or two, of which the second's rate less the first's is."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What is otherwise, the cells that were played so, and the answer then."""

    role: str
    value: str
    cells: Names
    answer: Interval


@dataclass(frozen=True, slots=True)
class Source:
    """What one source of doubt does to an answer.

    Attributes
    ----------
    role : str
    variations : tuple of Variation
    variance : float
        That the source adds; of readings the sum over the switches.
    """

    role: str
    variations: tuple[Variation, ...]
    variance: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A number that a report gives, as asked and under doubt.

    Attributes
    ----------
    what : str
        In words.
    asked : Interval
        A rate, or a difference of rates.
    cells : tuple of str
    sources : tuple of Source
        Those that were varied.
    """

    what: str
    asked: Interval
    cells: Names
    sources: tuple[Source, ...]

    @property
    def is_effect(self) -> bool:
        """Whether it is a difference of rates."""
        return len(self.cells) > 1


def departures(results: Results, role: str, arm: Cell) -> list[Cell]:
    """The cells that are as `arm` but for what their role says."""
    free = CHANGES[role]
    fixed = [name for name in ("players", "rules", "policies", "data", "edits") if name not in free]
    return [
        cell
        for cell in results.cells(role, arm.arm)
        if all(getattr(cell, name) == getattr(arm, name) for name in fixed)
    ]


def rate_of(results: Results, arm: Cell) -> Answer:
    """The Allies' win rate of an arm."""
    asked, cells = allied_rate(results, arm.name), (arm.name,)
    sources = []
    for role in CHANGES:
        pairs = [(cell.value, (cell.name,)) for cell in departures(results, role, arm)]
        sources.append(_source(results, role, cells, _variations(results, role, asked, cells, pairs)))
    return Answer("the Allies' win rate", asked, cells, tuple(filter(None, sources)))


def effect_of(results: Results, first: Cell, second: Cell) -> Answer:
    """The difference that the second arm makes to the Allies' win rate."""
    asked, cells = _effect(results, first, second), (first.name, second.name)
    sources = []
    for role in CHANGES:
        then = {cell.value: cell.name for cell in departures(results, role, second)}
        pairs = [
            (cell.value, (cell.name, then[cell.value]))
            for cell in departures(results, role, first)
            if cell.value in then
        ]
        sources.append(_source(results, role, cells, _variations(results, role, asked, cells, pairs)))
    what = f"the effect of {second.name} on the Allies' win rate"
    return Answer(what, asked, cells, tuple(filter(None, sources)))


def _variations(
    results: Results, role: str, asked: Interval, cells: Names, pairs: Sequence[tuple[str, Names]]
) -> list[Variation]:
    return [
        Variation(role, value, there, answer_elsewhere(results, asked, cells, there))
        for value, there in pairs
    ]


def answer_elsewhere(results: Results, asked: Interval, cells: Names, elsewhere: Names) -> Interval:
    """The answer if something is otherwise, from the games there and the same games as asked.

    Cells of variations have fewer games. What the answer as asked is on those games by chance, against all its games,
    is taken out of the answer there by as much as the two go together (control variates), and the doubt about the
    answer as asked is added in the same measure.

    Parameters
    ----------
    results : Results
    asked : Interval
        The answer as asked, from all its games.
    cells, elsewhere : tuple of str
        The cells of the answer as asked, and those of the answer sought.
    """
    block = [1.0] if len(cells) == 1 else [-1.0, 1.0]
    nothing = [0.0] * len(block)
    won = allied_moments(results, [*elsewhere, *cells], constant=True)
    games = won.combined([[*block, *nothing, 0.0], [*nothing, *block, -asked.estimate]])
    return borrowed_mean(games, asked, len(block) / 2)


def allied_rate(results: Results, cell: str) -> Interval:
    """The Allies' win rate in a cell."""
    (counts,) = tally(results, cell, [(ALLIANCE,)])
    return wilson(int(counts[ALLIES]), int(counts.sum()))


def _effect(results: Results, first: Cell, second: Cell) -> Interval:
    return compare_cells(results, first.name, second.name).of(SIDES[0]).difference


def _source(results: Results, role: str, asked: Names, variations: Sequence[Variation]) -> Source | None:
    if not variations:
        return None
    if role == DATA:
        drawn = len(variations) >= FEWEST_DRAWS
        found = [_component(results, [variation.cells for variation in variations], True)] if drawn else []
    elif role == SWITCH:
        found = [
            _component(results, [asked, *(variation.cells for variation in group)], False)
            for _, group in groupby(variations, lambda variation: variation.value.partition("=")[0])
        ]
    else:
        found = [_component(results, [asked, *(variation.cells for variation in variations)], False)]
    return Source(role, tuple(variations), sum(component.variance.estimate for component in found))


def _component(results: Results, choices: list[Names], drawn: bool) -> Component:
    """The variance of the answer over some choices, on the games that all of them have."""
    block = [[1.0]] if len(choices[0]) == 1 else [[-1.0, 1.0]]
    won = allied_moments(results, [name for names in choices for name in names])
    cells = paired_cells(won.combined(np.kron(np.eye(len(choices)), block)))
    return drawn_component(cells) if drawn else chosen_component(cells)


def allied_moments(results: Results, cells: Sequence[str], constant: bool = False) -> Moments:
    """Moments of the Allies' winning in several cells, over the games that all have; `constant` adds a column of 1."""
    found = []
    for arms in aligned([results.shards(cell, ("alliance",)) for cell in cells]):
        won = [values["alliance"] == ALLIES for values in arms]
        found.append(moments(np.stack([*won, np.ones_like(won[0])] if constant else won, axis=1)))
    return sum(found[1:], found[0])
