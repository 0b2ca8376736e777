"""The effect of rules on the same games: paired differences, flips, precision, example games."""

import math
from collections.abc import Iterator
from dataclasses import replace

from fwwsim.experiments.results import Results
from fwwsim.reporting.document import Column, Document, Section, Table, Text, Value
from fwwsim.reporting.kinds.budget import budget_lines, budget_section, cautions
from fwwsim.reporting.kinds.common import SIDES, document, file_name, rate, winner_names
from fwwsim.reporting.kinds.effects import (
    Comparison,
    compare_cells,
    effects_figure,
    effects_table,
    in_words,
    players_shown,
)
from fwwsim.reporting.kinds.examples import example_section
from fwwsim.reporting.kinds.precision import precision_section
from fwwsim.reporting.kinds.target import sequences
from fwwsim.reporting.kinds.variations import effect_of


def report(results: Results) -> Document:
    """The report of a ``rule_effect`` question: every arm against the first.

    Raises
    ------
    SpecError
        A shard that cannot be read.
    """
    base, *others = results.experiment.arms
    players = results.experiment.spec.players
    found = [compare_cells(results, base.name, arm.name, players) for arm in others]
    answers = [effect_of(results, base, arm) for arm in others]
    sections = [_effects(found, players)]
    for comparison, arm, effect in zip(found, others, answers, strict=True):
        suffix = f": {arm.name}" if len(others) > 1 else ""
        sections += [
            _flips(comparison, suffix),
            precision_section(results, comparison, suffix),
            example_section(results, base, arm, f"Example games{suffix}"),
            budget_section(effect, f"Error budget{suffix}", file_name(arm.name)),
        ]
    answer = f"{'; '.join(_answers(results, found))}."
    takeaways = [line for comparison in found for line in _takeaways(comparison)]
    takeaways += [line for effect in answers for line in budget_lines(effect)]
    notes = [note for effect in answers for note in cautions(effect)]
    return document(results, answer, takeaways, sections, notes)


def _answers(results: Results, found: list[Comparison]) -> Iterator[str]:
    """The effect of each arm on the Allies; of a run that stopped by its target, with an interval that allows it."""
    anytime = sequences(results) if results.experiment.spec.target else {}
    for comparison in found:
        paired = comparison.of(SIDES[0])
        if comparison.second in anytime:
            paired = replace(paired, difference=anytime[comparison.second])
        yield in_words(comparison.second, paired, SIDES[0])


def _takeaways(comparison: Comparison) -> Iterator[str]:
    for name in players_shown(comparison.players)[1:]:
        yield f"{in_words(comparison.second, comparison.of(name), name)}."
    allies = comparison.of(SIDES[0])
    changed = rate(allies.changed, comparison.games)
    if changed is not None:
        yield (
            f"Under {comparison.second} {allies.changed:,} of {comparison.games:,} games have another winner on the "
            f"same dice, as {comparison.players} players score them."
        )
    if allies.games_saved is not None and math.isfinite(allies.games_saved):
        yield (
            f"One pair of games on the same dice tells as much about {comparison.second} as "
            f"{allies.games_saved:.1f} games of each arm on dice of their own."
        )


def _effects(found: list[Comparison], players: int) -> Section:
    base = found[0].first
    rows = [
        (f"{comparison.second}: {name}" if len(found) > 1 else name, comparison.of(name))
        for comparison in found
        for name in players_shown(players)
    ]
    groups = tuple(name for _ in found for name in players_shown(players))
    games = min(comparison.games for comparison in found)
    arms = ", ".join(comparison.second for comparison in found)
    return Section(
        "Effect on win rates",
        (
            effects_figure(
                "effects",
                f"Difference of win rates between {arms} and {base}, on the same {games:,} games, with 95 % intervals. "
                "Right of 0: wins more often than before.",
                "Estimates with intervals beside a line at 0, one row for each alliance and faction.",
                rows,
                groups,
            ),
            effects_table(
                "effects",
                f"Win rates under {base} (at first) and under {arms} (then), {games:,} pairs of games, as {players} "
                "players score them.",
                "player",
                rows,
            ),
        ),
    )


def _flips(comparison: Comparison, suffix: str) -> Section:
    names = winner_names(comparison.players)
    columns = (
        Column("first", f"won under {comparison.first} by"),
        *(Column(f"second_{name}".lower().replace(" ", "_"), name, "flip table") for name in names),
    )
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (name, *(int(count) for count in row)) for name, row in zip(names, comparison.winners, strict=True)
    )
    return Section(
        f"Flips{suffix}",
        (
            Text(
                f"Each game is played twice on the same dice. Rows: who wins it under {comparison.first}; columns: who "
                f"wins it under {comparison.second}."
            ),
            Table(
                f"flips_{file_name(comparison.second)}",
                f"Games by winner under {comparison.first} and under {comparison.second}, of {comparison.games:,}.",
                columns,
                rows,
            ),
        ),
    )
