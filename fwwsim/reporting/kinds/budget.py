"""The error budget: how far an answer is open to sampling, policies, readings of the rules, and data."""

from fwwsim.experiments.cell import DATA, POLICIES, SWITCH
from fwwsim.reporting.document import Block, Column, Figure, Section, Table, Text, Value
from fwwsim.reporting.figures.plots import Forest
from fwwsim.reporting.kinds.variations import CHANGES, Answer, Source
from fwwsim.reporting.numbers import estimate, number, say
from fwwsim.stats.intervals import CONFIDENCE, Interval, normal_quantile
from fwwsim.stats.split import SAMPLING, TOTAL, Share, split_variance

EVEN = 0.5
NAMES = {
    SAMPLING: "sampling",
    POLICIES: "policies",
    SWITCH: "readings of the rules",
    DATA: "data",
    TOTAL: "together",
}
ABOUT = {
    POLICIES: "every faction plays by another policy",
    SWITCH: "a place of the rulebook that can be read in two ways is read the other way",
    DATA: "the reconstructed values of the data set are drawn anew",
}


def budget_section(answer: Answer, title: str = "Error budget", key: str = "") -> Section:
    """The section on an answer; `key` tells its table and figure from others of the document."""
    suffix = f"_{key}" if key else ""
    blocks: list[Block] = [
        Text(
            f"How far {answer.what}, {told(answer.asked, answer.is_effect)}, is open: to sampling, which more games "
            "would make smaller, and to what no number of games would settle."
        ),
        _table(answer, f"budget{suffix}"),
    ]
    blocks += [
        _figure(answer, source, f"{role}{suffix}")
        for role in CHANGES
        for source in answer.sources
        if source.role == role
    ]
    missing = [role for role in CHANGES if role not in {source.role for source in answer.sources}]
    if missing:
        names = ", ".join(NAMES[role] for role in missing)
        blocks.append(Text(f"Not varied in this run, and so not part of the sum: {names}."))
    return Section(title, tuple(blocks))


def parts_of(answer: Answer) -> dict[str, Share]:
    """The variance of an answer, split among its sources."""
    half = answer.asked.width / 2
    sampling = (half / normal_quantile(CONFIDENCE)) ** 2
    return split_variance(sampling, {source.role: source.variance for source in answer.sources})


def told(interval: Interval, is_effect: bool) -> str:
    """An answer in a sentence."""
    return say(interval, "points" if is_effect else "%", 100, is_effect)


def range_of(answer: Answer, source: Source) -> tuple[Interval, Interval]:
    """The lowest and the highest answer, as asked included."""
    found = sorted(
        (answer.asked, *(variation.answer for variation in source.variations)), key=lambda one: one.estimate
    )
    return found[0], found[-1]


def budget_lines(answer: Answer) -> list[str]:
    """What to remember of the budget."""
    if not answer.sources:
        return []
    unit = "points" if answer.is_effect else "%"
    parts = []
    for source in answer.sources:
        low, high = (estimate(end, 100, answer.is_effect) for end in range_of(answer, source))
        parts.append(f"{low} to {high} {unit} over the {_things(source)}")
    return [f"{answer.what[0].upper()}{answer.what[1:]} is {', '.join(parts)}{_common(answer)}."]


def _common(answer: Answer) -> str:
    """What holds in every case that was tried, if anything does."""
    ends = [end.estimate for source in answer.sources for end in range_of(answer, source)]
    middle = 0.0 if answer.is_effect else EVEN
    if min(ends) > middle:
        return (
            "; in every case it is above 0" if answer.is_effect else "; in every case they win more than half"
        )
    if max(ends) < middle:
        return (
            "; in every case it is below 0" if answer.is_effect else "; in every case they win less than half"
        )
    return ""


def cautions(answer: Answer) -> list[str]:
    """What cannot be concluded from an answer."""
    notes = []
    for source in answer.sources:
        low, high = range_of(answer, source)
        unit, middle = ("points", 0.0) if answer.is_effect else ("%", EVEN)
        ends = " to ".join(estimate(end, 100, answer.is_effect) for end in (low, high))
        what = f"{answer.what[0].upper()}{answer.what[1:]} is {ends} {unit} over the {_things(source)}"
        if low.estimate < middle < high.estimate:
            claim = (
                "whether it helps or harms them" if answer.is_effect else "whether they win more than half"
            )
            notes.append(f"{what}: {claim} cannot be concluded without settling these.")
    parts = parts_of(answer)
    if answer.sources and parts[SAMPLING].share < EVEN:
        notes.append(
            f"More games would not make {answer.what} much surer: sampling is "
            f"{number(100 * parts[SAMPLING].share, 1)} % of its variance."
        )
    return notes


def _things(source: Source) -> str:
    count = len(source.variations)
    return {
        POLICIES: f"{count + 1} policies tried",
        SWITCH: f"{count + 1} readings of the rules tried",
        DATA: f"{count} draws of the reconstructed values",
    }[source.role]


def _table(answer: Answer, name: str) -> Table:
    parts = parts_of(answer)
    rows: list[tuple[Value, ...]] = []
    for role, part in parts.items():
        source = next((source for source in answer.sources if source.role == role), None)
        if source is not None:
            low, high = range_of(answer, source)
            about: tuple[Value, ...] = (ABOUT[role], len(source.variations), low, high)
        elif role == SAMPLING:
            about = ("nothing but the dice", None, answer.asked, answer.asked)
        else:
            about = ("", None, None, None)
        rows.append((NAMES[role], *about, part.deviation, part.share))
    signed = answer.is_effect
    return Table(
        name,
        f"Error budget of {answer.what}, {told(answer.asked, signed)}. Lowest and highest: the answers under the "
        "alternatives, the one as asked included, with 95 % intervals.",
        (
            Column("source", "source"),
            Column("otherwise", "what is otherwise"),
            Column("tried", "tried", "alternatives", places=0),
            Column("lowest", f"lowest, {'points' if signed else '%'}", "answer elsewhere", 100, signed),
            Column("highest", f"highest, {'points' if signed else '%'}", "answer elsewhere", 100, signed),
            Column("deviation", "standard deviation, points", "standard deviation", 100, places=2),
            Column("share", "share of the variance, %", "share of the variance", 100, places=1),
        ),
        tuple(rows),
    )


def _figure(answer: Answer, source: Source, name: str) -> Figure:
    signed = answer.is_effect
    found = [(variation.value, variation.answer) for variation in source.variations]
    if source.role == DATA:
        found.sort(key=lambda row: row[1].estimate)
    rows = [("as asked", answer.asked), *found]
    groups = ("as asked", *(source.role for _ in source.variations))
    axis = "change of the Allies' win rate, points" if signed else "won by the Allies, %"
    return Figure(
        f"budget_{name}",
        f"{answer.what[0].upper()}{answer.what[1:]} as asked, and if {ABOUT[source.role]}; 95 % intervals. The line is "
        "at the answer as asked.",
        "Estimates with intervals, one row for each alternative.",
        ("answer elsewhere",),
        Forest(tuple(rows), axis, answer.asked.estimate, 100, signed, groups),
    )
