"""Several rules switched on and off in all combinations, all on the same games: main effects and interactions."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.experiments.cell import POLICIES
from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import aligned
from fwwsim.reporting.document import Column, Document, Figure, Section, Table, Text, Value
from fwwsim.reporting.figures.plots import Forest, HeatMap
from fwwsim.reporting.kinds.budget import budget_lines, budget_section, cautions
from fwwsim.reporting.kinds.common import SIDES, document, file_name, wins_of
from fwwsim.reporting.kinds.effects import SURE, players_shown, who_owns
from fwwsim.reporting.kinds.variations import allied_moments, departures, rate_of
from fwwsim.reporting.numbers import say
from fwwsim.stats.factorial import Effect, effects
from fwwsim.stats.intervals import wilson
from fwwsim.stats.moments import Moments, moments

LEVELS = 2


def report(results: Results) -> Document:
    """The report of a ``factorial`` question.

    Raises
    ------
    SpecError
        No sweep, or one of a setting with more than two values.
    """
    factors = _factors(results)
    players = results.experiment.spec.players
    names = players_shown(players)
    won = win_moments(results, players, names)
    found = {name: effects(moments_, factors) for name, moments_ in won.items()}
    games = won[SIDES[0]].n
    answer = rate_of(results, results.experiment.arms[0])
    sections = [
        _arms(results, won, factors),
        _effects(found, factors, games),
        *(_one_player(name, found[name], games) for name in names[1:]),
        *_elsewhere(results, found[SIDES[0]], factors),
        budget_section(answer, "Error budget of the base game"),
    ]
    return document(
        results,
        _answer(found[SIDES[0]], factors, games),
        [*_takeaways(found, len(factors)), *budget_lines(answer)],
        sections,
        (
            "Effects are averages over the settings of the other rules; with an interaction, the effect in the game "
            "that you play is that of your own setting: see the table of arms.",
            *cautions(answer),
        ),
    )


def _factors(results: Results) -> tuple[str, ...]:
    experiment = results.experiment
    if not experiment.factors:
        raise SpecError(f"{experiment.where}: sweeps: missing; allowed: for report factorial, [sweeps]")
    for factor in experiment.factors:
        if len(factor.values) != LEVELS:
            raise SpecError(
                f"{experiment.where}: sweeps.{factor.name}: found {len(factor.values)} values; "
                f"allowed: {LEVELS}, for report factorial"
            )
    return tuple(factor.name for factor in experiment.factors)


def arms_in_order(results: Results) -> tuple[str, ...]:
    """The arms by number: bit j of it is the level of factor j."""
    levels = results.experiment.levels
    return tuple(
        sorted(levels, key=lambda arm: sum(level << place for place, level in enumerate(levels[arm])))
    )


def win_moments(results: Results, players: int, names: tuple[str, ...]) -> dict[str, Moments]:
    """For each alliance or faction the moments of winning in all arms, in the order of `arms_in_order`."""
    column = f"winner_{players}"
    arms = arms_in_order(results)
    found: dict[str, Moments] = {}
    for values in aligned([results.shards(arm, (column,)) for arm in arms]):
        codes = np.stack([arm[column] for arm in values], axis=1)
        for name in names:
            shard = moments(_won(codes, wins_of(name, players)))
            found[name] = found[name] + shard if name in found else shard
    return found


def _won(codes: NDArray[np.int8], wins: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(wins[codes])


def _arms(results: Results, won: dict[str, Moments], factors: tuple[str, ...]) -> Section:
    arms = arms_in_order(results)
    games = won[SIDES[0]].n
    rows: list[tuple[Value, ...]] = []
    forest = []
    for place, arm in enumerate(arms):
        rates = [wilson(round(float(moments_.sums[place])), games) for moments_ in won.values()]
        forest.append((arm, rates[0]))
        levels = results.experiment.levels[arm]
        rows.append((arm, *(("off", "on")[level] for level in levels), *rates))
    columns = (
        Column("arm", "arm"),
        *(Column(factor, factor) for factor in factors),
        *(Column(f"won_{place}", f"{name}, %", "win rate", scale=100) for place, name in enumerate(won)),
    )
    return Section(
        "Win rates of every combination",
        (
            Figure(
                "arms",
                f"The Allies' win rate under every combination of {', '.join(factors)}: the same {games:,} games each, "
                "with 95 % intervals.",
                "Estimates with intervals, one row for each combination of rules.",
                ("win rate",),
                Forest(tuple(forest), "won by the Allies, %", None, 100, groups=("Allies",) * len(forest)),
            ),
            Table(
                "arms",
                f"Win rates under every combination of rules, {games:,} games each.",
                columns,
                tuple(rows),
            ),
        ),
    )


def _elsewhere(results: Results, asked: tuple[Effect, ...], factors: tuple[str, ...]) -> list[Section]:
    """The effects on the Allies' win rate under each policy that all arms were played with."""
    arms = [results.experiment.cell(name) for name in arms_in_order(results)]
    played = [{cell.value: cell.name for cell in departures(results, POLICIES, arm)} for arm in arms]
    policies = [policy for policy in played[0] if all(policy in cells for cells in played)]
    if not policies:
        return []
    columns = {arms[0].policies: asked} | {
        policy: effects(allied_moments(results, [cells[policy] for cells in played]), factors)
        for policy in policies
    }
    rows: list[tuple[Value, ...]] = [
        (label(effect), *(found[place].effect for found in columns.values()))
        for place, effect in enumerate(asked)
    ]
    grid = tuple(
        tuple(100 * found[place].effect.estimate for found in columns.values()) for place in range(len(asked))
    )
    names = tuple(columns)
    return [
        Section(
            "Under other policies",
            (
                Text(
                    "An effect that keeps its sign whoever plays is a property of the rule more than of the players."
                ),
                Figure(
                    "by_policy",
                    "What each rule, and (×) two together beyond their sum, do to the Allies' win rate, in points, if "
                    "all factions play by the policy named.",
                    "Table of effects and policies with the effect in each cell.",
                    ("main effect", "interaction"),
                    HeatMap(
                        tuple(label(effect) for effect in asked),
                        names,
                        grid,
                        "policy of all factions",
                        "rule",
                        "points",
                        1,
                        0.0,
                        True,
                    ),
                ),
                Table(
                    "by_policy",
                    "Effects on the Allies' win rate by policy, with 95 % intervals.",
                    (
                        Column("effect", "rule, or two together"),
                        *(
                            Column(f"points_{file_name(name)}", f"{name}, points", "main effect", 100, True)
                            for name in names
                        ),
                    ),
                    tuple(rows),
                ),
            ),
        )
    ]


def label(effect: Effect) -> str:
    """The rule, or two with a cross.

    >>> from fwwsim.stats.intervals import Interval
    >>> nothing = Interval(0.0, -0.1, 0.1, 9)
    >>> label(Effect(("schlieffen", "variable_order"), nothing, nothing, 1.0, 1.0))
    'schlieffen × variable_order'
    """
    return " × ".join(effect.factors)


def _table(name: str, caption: str, found: tuple[Effect, ...]) -> Table:
    rows: list[tuple[Value, ...]] = [
        (label(effect), effect.effect, effect.together, effect.p_value, effect.p_holm) for effect in found
    ]
    return Table(
        name,
        caption,
        (
            Column("effect", "rule, or two together"),
            Column("points", "effect, points", "main effect", scale=100, signed=True),
            Column("together", "all at once, points", "simultaneous interval", scale=100, signed=True),
            Column("p", "p", "p-value", chance=True),
            Column("p_holm", "p, Holm", "Holm-adjusted p-value", chance=True),
        ),
        tuple(rows),
    )


def _effects(found: dict[str, tuple[Effect, ...]], factors: tuple[str, ...], games: int) -> Section:
    allies = found[SIDES[0]]
    pairs = len(tuple(combinations(factors, 2)))
    groups = ("main effects",) * len(factors) + ("interactions",) * pairs
    return Section(
        "Main effects and interactions, Allies",
        (
            Figure(
                "effects",
                f"What each rule does to the Allies' win rate, and (×) how much more two together do than the sum of "
                f"both: {games:,} games in every combination, 95 % intervals.",
                "Estimates with intervals beside a line at 0, main effects above interactions.",
                ("main effect", "interaction"),
                Forest(
                    tuple((label(effect), effect.effect) for effect in allies),
                    "change of the Allies' win rate, points",
                    0.0,
                    100,
                    True,
                    groups,
                ),
            ),
            _table(
                "effects_allies",
                f"Effects on the Allies' win rate; {len(allies)} comparisons, {games:,} games in each combination.",
                allies,
            ),
        ),
    )


def _one_player(name: str, found: tuple[Effect, ...], games: int) -> Section:
    key = name.lower().replace(" ", "_")
    caption = (
        f"Effects on the win rate of {name}; {len(found)} comparisons, {games:,} games in each combination."
    )
    return Section(
        f"Effects on {name}", (Text(_one_line(name, found)), _table(f"effects_{key}", caption, found))
    )


def _one_line(name: str, found: tuple[Effect, ...]) -> str:
    sure = [effect for effect in found if effect.p_holm < SURE]
    if not sure:
        return f"None of the effects on {who_owns(name)} win rate can be told from 0."
    parts = [f"{label(effect)} {say(effect.effect, 'points', 100, signed=True)}" for effect in sure]
    return f"Effects on {who_owns(name)} win rate that stand after Holm's correction: {'; '.join(parts)}."


def _answer(found: tuple[Effect, ...], factors: tuple[str, ...], games: int) -> str:
    parts = [
        f"{effect.factors[0]} {say(effect.effect, 'points', 100, signed=True)}"
        for effect in found[: len(factors)]
    ]
    return (
        f"On average over the other rules, the Allies' win rate changes by: {'; '.join(parts)}; {games:,} games in "
        "each combination."
    )


def _takeaways(found: dict[str, tuple[Effect, ...]], factors: int) -> list[str]:
    interactions = [effect for effect in found[SIDES[0]][factors:] if effect.p_holm < SURE]
    if interactions:
        parts = [
            f"{label(effect)} {say(effect.effect, 'points', 100, signed=True)}" for effect in interactions
        ]
        lines = [f"Rules that change each other's effect on the Allies' win rate: {'; '.join(parts)}."]
    else:
        lines = ["No interaction of two rules on the Allies' win rate can be told from 0."]
    return lines + [_one_line(name, effects_) for name, effects_ in found.items() if name != SIDES[0]]
