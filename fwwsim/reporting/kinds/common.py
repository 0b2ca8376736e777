"""What the reports on experiments share: words, rates and means from counts, facts and notes."""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Axis, Tally, tally
from fwwsim.games.first_world_war.names import ALLIANCES, FACTION_ALLIANCE, FACTION_NAMES, FACTIONS, TURNS
from fwwsim.games.first_world_war.outcomes import WORDS
from fwwsim.reporting.definitions import DEFINITIONS
from fwwsim.reporting.document import Document, Section
from fwwsim.reporting.first_world_war import NAMES
from fwwsim.reporting.kinds.target import target_sections
from fwwsim.reporting.reports import report_on
from fwwsim.reporting.run_report import ABOUT_COMPONENTS, ABOUT_POLICIES
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile, wilson

SIDES = tuple(NAMES[word] for word in ALLIANCES)
ALLIANCE = Axis("alliance", 0, len(WORDS["alliance"]) - 1)
TURN_NAMES = tuple(str(turn) for turn in range(1, TURNS + 1))
NOBODY = "nobody"


def winner_axis(players: int, arm: int = 0) -> Axis:
    """Who wins as that many players score the game, as a position in its words."""
    name = f"winner_{players}"
    return Axis(name, 0, len(WORDS[name]) - 1, arm=arm)


def winner_names(players: int) -> tuple[str, ...]:
    """The names of the players, and nobody.

    >>> winner_names(3)
    ('Allies', 'Germany', 'German Allies', 'nobody')
    """
    return tuple(NAMES[word] for word in WORDS[f"winner_{players}"])


def wins_of(name: str, players: int) -> NDArray[np.bool_]:
    """Which codes of the winner with so many players are wins of an alliance or of a faction.

    >>> wins_of("Central Powers", 3).tolist()
    [False, True, True, False]
    """
    words = WORDS[f"winner_{players}"]
    if name in SIDES:
        side = SIDES.index(name)
        own = {
            ALLIANCES[side],
            *(faction for place, faction in enumerate(FACTIONS) if FACTION_ALLIANCE[place] == side),
        }
    else:
        own = {FACTIONS[FACTION_NAMES.index(name)]}
    return np.array([word in own for word in words])


def gather(results: Results, cell: str, tallies: dict[str, Tally]) -> dict[str, NDArray[np.int64]]:
    """Named tallies of a cell, in one pass."""
    return dict(zip(tallies, tally(results, cell, tuple(tallies.values())), strict=True))


def rate(count: Any, n: Any) -> Interval | None:
    """A Wilson interval, or None of no games."""
    return wilson(int(count), int(n)) if n > 0 else None


def mean_of(counts: NDArray[np.int64], low: int, least: int | None = None) -> Interval | None:
    """The mean of whole numbers from their counts, by normal theory; numbers below `least` do not count.

    Parameters
    ----------
    counts : (k,) array
        Games with each number from `low`.
    low, least : int

    Examples
    --------
    >>> mean = mean_of(np.array([9, 1, 1, 1, 1]), 0, least=1)
    >>> mean.estimate, round(mean.low, 3), mean.n
    (2.5, 1.235, 4)
    """
    values = np.arange(low, low + len(counts))
    if least is not None:
        values, counts = values[values >= least], counts[values >= least]
    n = int(counts.sum())
    if n == 0:
        return None
    total = int((values * counts).sum())
    if n == 1:
        return Interval(float(total), -math.inf, math.inf, 1)
    squares = int((values * values * counts).sum())
    variance = (n * squares - total * total) / (n * (n - 1))
    half = normal_quantile(CONFIDENCE) * math.sqrt(variance / n)
    return Interval(total / n, total / n - half, total / n + half, n)


def file_name(words: str) -> str:
    """Words as part of a file's name.

    >>> file_name("a + surrender_from_turn=3"), file_name("Western Allies")
    ('a_surrender_from_turn_3', 'western_allies')
    """
    return re.sub(r"[^a-z0-9_]+", "_", words.lower()).replace("__", "_").strip("_")


def document(
    results: Results,
    answer: str,
    takeaways: Sequence[str],
    sections: Sequence[Section],
    notes: Sequence[str] = (),
) -> Document:
    """A report on an experiment; what every report says is added."""
    spec = results.experiment.spec
    about = [ABOUT_POLICIES]
    base = results.experiment.arms[0]
    if results.match(base.name).description["reconstructed"]:
        about.append(ABOUT_COMPONENTS)
    return Document(
        title=spec.title,
        question=spec.question,
        answer=answer,
        takeaways=tuple(takeaways),
        sections=(*sections, *target_sections(results)),
        notes=(*notes, *about),
        facts=facts(results),
        definitions=DEFINITIONS,
    )


def facts(results: Results) -> tuple[tuple[str, str], ...]:
    """What was played: enough to play it again."""
    experiment = results.experiment
    report = report_on(experiment.spec.game)
    about = results.match(experiment.arms[0].name).description
    rows = [
        ("Command", f"fwwsim run {experiment.name}.toml"),
        ("Game", f"{report.title}, version {about['version']} of its rules engine"),
        ("Players", str(about["players"])),
        ("Seed", str(about["seed"])),
        ("Data set", f"{about['dataset']}, hash {about['dataset_hash']}"),
    ]
    for arm in experiment.arms:
        told = results.match(arm.name).description
        edits = f"; data set changed: {', '.join(arm.edits)}" if arm.edits else ""
        rows.append(
            (
                f"Arm {arm.name}",
                f"{results.games(arm.name):,} games; {report.rules_in_words(told['rules'])}; policies: "
                f"{report.policies_in_words(told['policies'])}{edits}; digest {results.digest(arm.name)[:16]}",
            )
        )
    extra = [cell for cell in experiment.cells if cell not in experiment.arms]
    if extra:
        games = sum(results.games(cell.name) for cell in extra)
        rows.append(("Other cells", f"{len(extra)} cells, {games:,} games"))
    return tuple(rows)
