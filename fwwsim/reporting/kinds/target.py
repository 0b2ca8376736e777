"""Of a question with a target: the precision that was asked for, and how it was reached."""

import math

from fwwsim.experiments.pairs import flip_tables
from fwwsim.experiments.results import Results
from fwwsim.experiments.stopping import sequence_of
from fwwsim.experiments.tallies import Axis, tally
from fwwsim.games.first_world_war.outcomes import WORDS
from fwwsim.reporting.document import Column, Section, Table, Text, Value
from fwwsim.reporting.numbers import number
from fwwsim.stats.intervals import Interval

ALLIANCE = "alliance"


def sequences(results: Results) -> dict[str, Interval]:
    """The confidence sequence of each arm against the first: of the Allies' rate with one arm, else of differences."""
    arms = [arm.name for arm in results.experiment.arms]
    words = len(WORDS[ALLIANCE])
    if len(arms) == 1:
        (counts,) = tally(results, arms[0], [(Axis(ALLIANCE, 0, words - 1),)])
        return {arms[0]: sequence_of(counts[None])}
    return {
        arm: sequence_of(flip_tables(results, arms[0], arm, {ALLIANCE: words})[ALLIANCE]) for arm in arms[1:]
    }


def target_sections(results: Results) -> list[Section]:
    """What was asked for and what was reached; nothing if the question has no target."""
    spec = results.experiment.spec
    if not spec.target:
        return []
    places = max(0, 1 - math.floor(math.log10(spec.target)))
    is_effect = len(results.experiment.arms) > 1
    rows: list[tuple[Value, ...]] = []
    for arm, found in sequences(results).items():
        reached = "yes" if 50 * found.width <= spec.target else "no: all games allowed were played"
        rows.append((arm, found, found.width / 2, found.n, reached))
    what = "difference of the Allies' win rate from the first arm" if is_effect else "Allies' win rate"
    return [
        Section(
            "Precision asked for",
            (
                Text(
                    f"Games were played until the {what} was known within {number(spec.target, places)} points, but at "
                    f"most {spec.at_most:,} of each arm. Who looks at results in order to decide when to stop needs an "
                    "interval that holds at any time; the other intervals of this report are those of a number of "
                    "games fixed before, and are narrower."
                ),
                Table(
                    "target",
                    f"The {what} when the run stopped.",
                    (
                        Column("arm", "arm"),
                        Column(
                            "answer", "points" if is_effect else "%", "confidence sequence", 100, is_effect
                        ),
                        Column("half", "half-width, points", "confidence sequence", 100, places=places),
                        Column("games", "games", "games"),
                        Column("reached", "target reached"),
                    ),
                    tuple(rows),
                ),
            ),
        )
    ]
