"""Is the game fair? Who wins, how games end and go, what matters in them."""

from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Tally
from fwwsim.reporting.document import Document
from fwwsim.reporting.kinds import balance_course, balance_ends, balance_luck
from fwwsim.reporting.kinds.balance_value import piece_section, value_section
from fwwsim.reporting.kinds.budget import budget_lines, budget_section, cautions
from fwwsim.reporting.kinds.common import SIDES, document, gather, mean_of, rate, winner_axis, winner_names
from fwwsim.reporting.kinds.effects import SURE
from fwwsim.reporting.kinds.target import sequences
from fwwsim.reporting.kinds.variations import rate_of
from fwwsim.reporting.numbers import estimate, say
from fwwsim.stats.intervals import wilson
from fwwsim.stats.paired import Paired


def report(results: Results) -> Document:
    """The report of a ``balance`` question; only the first arm is reported.

    Raises
    ------
    SpecError
        A shard that cannot be read.
    """
    arm = results.experiment.arms[0]
    games = results.games(arm.name)
    tallies: dict[str, Tally] = {f"winner_{players}": (winner_axis(players),) for players in (2, 4)}
    tallies |= balance_ends.tallies() | balance_course.tallies() | balance_luck.tallies()
    counts = gather(results, arm.name, tallies)
    answer = rate_of(results, arm)
    luck, luck_lines = balance_luck.luck_section(results, answer, counts)
    value, pieces = value_section(results, arm.name), piece_section(results, arm.name)
    sections = [
        balance_ends.winners(results, arm),
        balance_ends.ends(counts, games),
        balance_course.victory_points(counts, games),
        balance_course.cities(counts, results.match(arm.name)),
        balance_ends.surrender(counts, games),
        balance_course.leads(counts, games),
        *([value] if value else []),
        *([pieces[0]] if pieces else []),
        luck,
        budget_section(answer),
    ]
    lines = [*_takeaways(counts, games), *luck_lines]
    if pieces:
        lines.append(_pieces(pieces[1]))
    lines += budget_lines(answer)
    return document(results, _answer(results, counts, games), lines, sections, cautions(answer))


def _answer(results: Results, counts: balance_ends.Counts, games: int) -> str:
    allies, central, nobody = (wilson(int(count), games) for count in counts["winner_2"])
    if results.experiment.spec.target:  # who stops when the interval is narrow needs one that allows it
        allies = next(iter(sequences(results).values()), allies)
    return (
        f"The {SIDES[0]} win {say(allies)} of {games:,} games and the {SIDES[1]} {say(central)}; nobody wins "
        f"{say(nobody)}."
    )


def _takeaways(counts: balance_ends.Counts, games: int) -> list[str]:
    four = sorted(
        zip(winner_names(4)[:-1], counts["winner_4"][:-1], strict=True), key=lambda row: (-row[1], row[0])
    )
    rates = [(name, rate(count, games)) for name, count in four]
    ranking = ", ".join(f"{name} {estimate(found, 100)} %" for name, found in rates if found)
    lines = [f"As four players score these games, they are won by: {ranking}."]
    reasons = counts["ends"].sum(axis=(1, 2))
    order = sorted(zip(balance_ends.REASONS, reasons, strict=True), key=lambda row: (-row[1], row[0]))
    shares = [(name, rate(count, games)) for name, count in order if count]
    ends = ", ".join(f"{estimate(found, 100)} % {name}" for name, found in shares if found)
    lines.append(f"Why games end: {ends}.")
    turn = mean_of(counts["ends"].sum(axis=(0, 2)), 1)
    if turn is not None:
        lines.append(f"A game ends in turn {say(turn, '', 1)} on average.")
    leader = counts["leader_t3"]
    ahead, behind = rate(leader[3, 0], leader[3].sum()), rate(leader[1, 0], leader[1].sum())
    if ahead is not None and behind is not None:
        lines.append(
            f"If the {SIDES[0]} lead after turn 3 and the game goes on they win {say(ahead)}; if the {SIDES[1]} lead "
            f"then, the {SIDES[0]} still win {say(behind)}."
        )
    return lines


def _pieces(found: list[tuple[str, Paired]]) -> str:
    sure = [(name, paired) for name, paired in found if paired.p_value < SURE / len(found)][:3]
    if not sure:
        return "No single army or chit has an effect on the Allies' win rate that can be told from 0."
    parts = [f"{name} {say(paired.difference, 'points', 100, signed=True)}" for name, paired in sure]
    return f"Leaving out one piece changes the Allies' win rate most for {'; '.join(parts)}."
