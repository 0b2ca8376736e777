"""How sure a win rate is: the spread over data draws, and the variance split among its sources."""

import numpy as np

from fwwsim.experiments.cell import DATA, POLICIES, SWITCH
from fwwsim.experiments.results import Results
from fwwsim.reporting.document import Document, Figure, Section
from fwwsim.reporting.figures.plots import Distributions, Series
from fwwsim.reporting.kinds.budget import NAMES, budget_lines, budget_section, cautions, parts_of, told
from fwwsim.reporting.kinds.common import document
from fwwsim.reporting.kinds.variations import Answer, rate_of
from fwwsim.reporting.numbers import number
from fwwsim.stats.split import SAMPLING, TOTAL


def report(results: Results) -> Document:
    """The report of an ``uncertainty`` question, on its first arm.

    Raises
    ------
    SpecError
        A shard that cannot be read.
    """
    arm = results.experiment.arms[0]
    answer = rate_of(results, arm)
    sections = [budget_section(answer, "The variance, split"), *_draws(answer)]
    return document(results, _answer(answer), _takeaways(answer), sections, cautions(answer))


def _answer(answer: Answer) -> str:
    parts = parts_of(answer)
    shares = ", ".join(
        f"{NAMES[role]} {number(100 * part.share, 0)} %" for role, part in parts.items() if role != TOTAL
    )
    return (
        f"The Allies win {told(answer.asked, False)} of the games as asked; all doubts together have a standard "
        f"deviation of {number(100 * parts[TOTAL].deviation, 1)} points, of whose variance: {shares}."
    )


def _takeaways(answer: Answer) -> list[str]:
    parts = parts_of(answer)
    lines = budget_lines(answer)
    largest = max((role for role in parts if role != TOTAL), key=lambda role: parts[role].variance)
    lines.append(
        f"The largest source of doubt is {NAMES[largest]}, with {number(100 * parts[largest].deviation, 1)} points of "
        "standard deviation."
    )
    if largest != SAMPLING:
        advice = {
            DATA: "the publisher's own values would settle it",
            POLICIES: "it says how much depends on who plays",
            SWITCH: "a ruling of the publisher would settle it",
        }
        lines.append(f"More games would not make that smaller: {advice[largest]}.")
    return lines


def _draws(answer: Answer) -> list[Section]:
    source = next((source for source in answer.sources if source.role == DATA), None)
    if source is None:
        return []
    rates = np.array([100 * variation.answer.estimate for variation in source.variations])
    first = int(np.floor(rates.min()))
    counts = np.bincount(np.floor(rates).astype(np.int64) - first)
    shares = tuple(100 * float(count) / len(rates) for count in counts)
    return [
        Section(
            "Spread over the data",
            (
                Figure(
                    "data_draws",
                    f"The Allies' win rate in {len(rates)} data sets whose reconstructed values are drawn anew, in "
                    f"steps of one point; with the shipped data set it is {told(answer.asked, False)}.",
                    "Histogram of the Allies' win rate over the data draws.",
                    ("distribution",),
                    Distributions(
                        first,
                        (Series("data sets", shares),),
                        "won by the Allies, %, rounded down",
                        "data sets, %",
                    ),
                ),
            ),
        )
    ]
