"""What makes the sides equal: a bid of victory points, four bids, or a piece left out."""

import math

import numpy as np

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.results import Results
from fwwsim.games.first_world_war.names import FACTION_NAMES
from fwwsim.reporting.document import Column, Document, Figure, Section, Table, Text, Value
from fwwsim.reporting.figures.plots import Forest, Lines, Series
from fwwsim.reporting.kinds.balance_ends import cell_of_players
from fwwsim.reporting.kinds.bids import (
    EVEN,
    MOST_BID,
    FactionRates,
    Margins,
    TwoSides,
    margins_of,
    resampled,
    two_sides,
)
from fwwsim.reporting.kinds.budget import NAMES, budget_section, cautions
from fwwsim.reporting.kinds.common import document
from fwwsim.reporting.kinds.handicap_pieces import piece_line, piece_section, pieces_left_out
from fwwsim.reporting.kinds.variations import Answer, rate_of
from fwwsim.reporting.numbers import number, say
from fwwsim.stats.bid import FairBids, fair_bids
from fwwsim.stats.intervals import Interval, wilson

FOUR_MOST = 20  # of each of four bids
RESAMPLES = 100
TAIL = 2.5  # per cent on either side


def report(results: Results) -> Document:
    """The report of a ``handicap`` question, on its first arm.

    Raises
    ------
    SpecError
        A shard that cannot be read.
    """
    arm = results.experiment.arms[0]
    answer = rate_of(results, arm)
    two = two_sides(margins_of(results, arm.name, factions=False))
    pieces = pieces_left_out(results, arm)
    four = cell_of_players(results, arm, len(FACTION_NAMES))
    margins = margins_of(results, four.name)
    found = fair_bids(FactionRates(margins), highest=FOUR_MOST)
    sections = [
        _bid_section(two, results.games(arm.name)),
        *_elsewhere(results, answer),
        _four_section(found, margins, four, results.experiment.spec.seed),
        *piece_section(pieces),
        budget_section(answer, "Error budget without a handicap"),
    ]
    lines = [_scored_line(two), *piece_line(pieces, two), four_line(found)]
    notes = [
        "The policies do not know of the bid: players who do would play for points or for surrender accordingly.",
        *cautions(answer),
    ]
    return document(results, _answer(two), lines, sections, notes)


def in_words(two: TwoSides) -> str:
    """The bid, or that there is none, without a full stop."""
    found = two.found
    if found.crossing is None and found.accepted:
        return (
            f"with a bid of {found.best} victory points for the {two.weaker} the alliances cannot be told from equal: "
            f"the {two.favoured} win {say(found.rates[found.best])} of the decided games; but no bid up to {MOST_BID} "
            "goes past that"
        )
    if found.crossing is None:
        return (
            f"no bid up to {MOST_BID} victory points for the {two.weaker} makes both alliances win equally often: the "
            f"{two.favoured} still win {say(found.rates[found.best])} of the decided games with a bid of {found.best}"
        )
    return (
        f"a bid of {_bid(found.crossing)} victory points for the {two.weaker} makes both alliances win equally often; "
        f"the whole bid that comes nearest is {found.best}, with which the {two.favoured} win "
        f"{say(found.rates[found.best])} of the decided games"
    )


def _bid(crossing: Interval) -> str:
    low = number(crossing.low, 2) if math.isfinite(crossing.low) else "below 0"
    high = number(crossing.high, 2) if math.isfinite(crossing.high) else f"above {MOST_BID}"
    return f"{number(crossing.estimate, 2)} (95 % interval {low} to {high})"


def _answer(two: TwoSides) -> str:
    text = in_words(two)
    return f"{text[0].upper()}{text[1:]}."


def _scored_line(two: TwoSides) -> str:
    return (
        f"Points decide {number(100 * two.scored, 1)} % of the games; the others end by surrender, where a bid does "
        f"nothing. Were every scored game lost, the {two.favoured} would still win {say(two.limit)} of the decided "
        "games."
    )


def _bid_section(two: TwoSides, games: int) -> Section:
    rates = two.found.rates
    labels = tuple(str(bid) for bid in range(len(rates)))
    return Section(
        "A bid between the alliances",
        (
            Text(_scored_line(two)),
            Figure(
                "bid",
                f"Win rate of the {two.favoured} among the decided games, by the victory points given to the "
                f"{two.weaker} at the end ({games:,} games, scored again with each bid), with 95 % intervals. The "
                "dashed line is an even game.",
                "A falling line of win rate by bid.",
                ("win rate with bid", "bid"),
                Lines(
                    labels,
                    (Series(two.favoured, rates),),
                    f"bid for the {two.weaker}, victory points",
                    "won of the decided games, %",
                    100,
                    EVEN,
                ),
            ),
            Table(
                "bid",
                f"Win rate of the {two.favoured} among the decided games, by bid for the {two.weaker}.",
                (
                    Column("bid", "bid, victory points", "bid"),
                    Column("won", f"won by the {two.favoured}, %", "win rate with bid", scale=100),
                ),
                tuple((bid, rate_) for bid, rate_ in enumerate(rates)),
            ),
        ),
    )


def _elsewhere(results: Results, answer: Answer) -> list[Section]:
    """The bid under other policies, readings and data."""
    rows: list[tuple[Value, ...]] = []
    for source in answer.sources:
        for variation in source.variations:
            two = two_sides(margins_of(results, variation.cells[0], factions=False))
            crossing = two.found.crossing
            rows.append(
                (
                    NAMES[source.role],
                    variation.value,
                    two.weaker,
                    crossing,
                    two.found.best,
                    two.found.rates[two.found.best],
                )
            )
    if not rows:
        return []
    return [
        Section(
            "The bid elsewhere",
            (
                Table(
                    "bids_elsewhere",
                    "The bid that makes the alliances equal if one thing is otherwise; a dash where no bid from 0 to "
                    f"{MOST_BID} does.",
                    (
                        Column("source", "source"),
                        Column("otherwise", "otherwise"),
                        Column("weaker", "bid for the"),
                        Column("bid", "bid, victory points", "bid"),
                        Column("best", "nearest whole bid", "bid"),
                        Column("won", "won with it by the other alliance, %", "win rate with bid", scale=100),
                    ),
                    tuple(rows),
                ),
            ),
        )
    ]


def four_line(found: FairBids) -> str:
    """What four bids can do."""
    bids = ", ".join(f"{name} {bid}" for name, bid in zip(FACTION_NAMES, found.bids, strict=True))
    limit = f" A bid is at the end of its range, {FOUR_MOST}: more might do better." if found.at_limit else ""
    return (
        f"With four players, bids of {bids} bring the factions nearest to equal: the one furthest from a quarter of "
        f"the decided games is {number(100 * found.gap, 1)} points from it.{limit}"
    )


def _four_section(found: FairBids, margins: Margins, cell: Cell, seed: int) -> Section:
    plain = FactionRates(margins)((0, 0, 0, 0))
    low, high = _bid_ends(margins, seed)
    won = int(sum(margins.alliances[place].sum() for place in range(len(margins.alliances) - 1)))
    before, after = (
        [wilson(round(share * won), won) for share in shares] for shares in (plain, found.shares)
    )
    bids = [Interval(bid, low[place], high[place], margins.games) for place, bid in enumerate(found.bids)]
    rows = tuple(zip(FACTION_NAMES, before, bids, after, strict=True))
    both = []
    for name, plain_rate, bid, rate in zip(FACTION_NAMES, before, found.bids, after, strict=True):
        both += [(f"{name}, no bids", plain_rate), (f"{name}, bid {bid}", rate)]
    played = "" if cell.players == len(FACTION_NAMES) else f", played by {cell.players}"
    return Section(
        "Four bids for four players",
        (
            Text(four_line(found)),
            Figure(
                "four_bids",
                f"Win rates of the four factions among the decided games, without bids and with those that bring them "
                f"nearest to equal ({won:,} games{played}, scored again), with 95 % intervals. The dashed line is at a "
                "quarter.",
                "Estimates with intervals, two rows for each faction.",
                ("win rate with bid", "four bids"),
                Forest(
                    tuple(both),
                    "won of the decided games, %",
                    1 / len(FACTION_NAMES),
                    100,
                    groups=tuple(name for name in FACTION_NAMES for _ in range(2)),
                ),
            ),
            Table(
                "four_bids",
                f"Bids of victory points that bring the four factions nearest to a quarter of the decided games each: "
                f"{won:,} games{played}.",
                (
                    Column("faction", "faction"),
                    Column("without", "won without bids, %", "win rate with bid", scale=100),
                    Column("bid", "bid, victory points", "four bids"),
                    Column("with", "won with the bids, %", "win rate with bid", scale=100),
                ),
                rows,
            ),
        ),
    )


def _bid_ends(margins: Margins, seed: int) -> tuple[list[float], list[float]]:
    """The ends of the bids' intervals: each found again from games drawn with replacement."""
    draws = np.random.default_rng(seed)
    bids = [
        fair_bids(FactionRates(resampled(margins, draws)), highest=FOUR_MOST).bids for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(np.array(bids), (TAIL, 100 - TAIL), axis=0)
    return [float(end) for end in low], [float(end) for end in high]
