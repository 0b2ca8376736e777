"""The short answer to a question: who wins how often in each arm, and how many games flip between them."""

import numpy as np

from fwwsim.experiments.results import Results
from fwwsim.experiments.run import answer_column
from fwwsim.stats.intervals import wilson


def answers(results: Results) -> str:
    """Win rates of every arm, and the flips of each against the base, as lines of text."""
    arms = results.experiment.arms
    column = answer_column(arms[0])
    words = results.words(column)
    lines = [results.experiment.spec.title, results.experiment.spec.question, ""]
    for arm in arms:
        counts = sum(
            np.bincount(shard[column], minlength=len(words)) for shard in results.shards(arm.name, (column,))
        )
        rates = (
            (word, wilson(int(count), results.games(arm.name)))
            for word, count in zip(words, np.asarray(counts), strict=True)
        )
        told = ", ".join(
            f"{word} {100 * rate.estimate:.2f} % ({100 * rate.low:.2f} to {100 * rate.high:.2f})"
            for word, rate in rates
        )
        lines.append(f"{arm.name}: {told}; n = {results.games(arm.name):,}")
    for arm in arms[1:]:
        pairs = zip(results.shards(arms[0].name, (column,)), results.shards(arm.name, (column,)), strict=True)
        flips = sum(int(np.count_nonzero(one[column] != two[column])) for one, two in pairs)
        lines.append(
            f"{arm.name}: {flips:,} of {results.games(arm.name):,} games end otherwise than in {arms[0].name}"
        )
    lines.append(f"digest {results.total_digest()}")
    return "\n".join(lines)
