"""Winners of scored games after a handicap in victory points, from tallies."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Axis, Values, tally
from fwwsim.games.first_world_war.names import FACTIONS, LEAD_OF_GERMANY, LEAD_OF_WEST, TREATY_BONUS
from fwwsim.games.first_world_war.outcomes import WORDS
from fwwsim.reporting.kinds.common import SIDES
from fwwsim.stats.bid import FairBid, fair_bid
from fwwsim.stats.intervals import Interval, wilson

MOST = 120  # victory points between two sides
SCORED, ALLIES_WON, CENTRAL_WON, NOBODY_WON = range(4)
MOST_BID = 20  # of one bid between the alliances
EVEN = 0.5
VP = tuple(f"vp_{faction}" for faction in FACTIONS)


@dataclass(frozen=True, slots=True)
class Margins:
    """Games by how they were decided and by margins of victory points.

    Attributes
    ----------
    alliances : (4, 241) array
        Games scored, won by the Allies, by the Central Powers or by nobody whatever the points; by the Allies'
        points less the Central Powers', from -120.
    west : (4, 241, 241) array
        The same, also by the Western Allies' points less those that they need against the Eastern Allies.
    german : (4, 241, 241) array
        The same by Germany's points less those that it needs against the German Allies.
    """

    alliances: NDArray[np.int64]
    west: NDArray[np.int64]
    german: NDArray[np.int64]

    @property
    def games(self) -> int:
        """How many games."""
        return int(self.alliances.sum())

    @property
    def scored(self) -> int:
        """How many of them are decided by points."""
        return int(self.alliances[SCORED].sum())


def margins_of(results: Results, cell: str, factions: bool = True) -> Margins:
    """The margins of a cell's games; those of factions take more time."""
    scored = _scored_reasons(results.match(cell).description["rules"])

    def decided(values: Values) -> NDArray[np.int64]:
        by_points = np.isin(values["reason"], scored)
        return np.where(by_points, SCORED, 1 + values["alliance"].astype(np.int64))

    how = Axis("decided", SCORED, NOBODY_WON, ("reason", "alliance"), decided)
    alliances = Axis("margin of the Allies", -MOST, MOST, VP, _allied_margin)
    west = Axis("margin of the Western Allies", -MOST, MOST, (*VP, "treaty"), _west_margin)
    german = Axis("margin of Germany", -MOST, MOST, VP, _german_margin)
    tallies = [(how, alliances), *([(how, alliances, west), (how, alliances, german)] if factions else [])]
    found = tally(results, cell, tallies)
    empty = np.zeros((NOBODY_WON + 1, 0, 0), np.int64)
    return Margins(found[0], *(found[1:] or (empty, empty)))


def _scored_reasons(rules: dict[str, object]) -> list[int]:
    """The ends of games at which the alliance with more points wins (R8.2)."""
    reasons = ["turn_6", *(["six_fronts"] if rules["six_front_end"] == "score" else [])]
    return [WORDS["reason"].index(reason) for reason in reasons]


def _allied_margin(values: Values) -> NDArray[np.int64]:
    west, east, germany, other = (values[name].astype(np.int64) for name in VP)
    return west + east - germany - other


def _west_margin(values: Values) -> NDArray[np.int64]:
    bonus = np.where(values["treaty"] != 0, TREATY_BONUS, 0)
    return values["vp_WA"].astype(np.int64) - values["vp_EA"] - bonus - LEAD_OF_WEST


def _german_margin(values: Values) -> NDArray[np.int64]:
    return values["vp_DE"].astype(np.int64) - values["vp_GA"] - LEAD_OF_GERMANY


def alliance_wins(margins: Margins, bid: int) -> tuple[int, int]:
    """Games won by the Allies and by the Central Powers if these get a bid, or the Allies its negative.

    The Allies need more points than the Central Powers (R8).

    Examples
    --------
    Three games are scored, the Allies being one ahead in two of them; a fourth ended by surrender:

    >>> table = np.zeros((4, 2 * MOST + 1), np.int64)
    >>> table[SCORED, [MOST - 1, MOST + 1]] = 1, 2
    >>> table[ALLIES_WON, MOST] = 1
    >>> margins = Margins(table, table, table)
    >>> alliance_wins(margins, 0), alliance_wins(margins, 1), alliance_wins(margins, -2)
    ((3, 1), (1, 3), (4, 0))
    """
    ahead = np.arange(-MOST, MOST + 1) > bid
    scored = margins.alliances[SCORED]
    allies = scored[ahead].sum() + margins.alliances[ALLIES_WON].sum()
    central = scored[~ahead].sum() + margins.alliances[CENTRAL_WON].sum()
    return int(allies), int(central)


@dataclass(frozen=True, slots=True)
class TwoSides:
    """The handicap between the alliances.

    Attributes
    ----------
    favoured, weaker : str
    found : FairBid
        Of the favoured alliance's win rate among the games that somebody wins, by bid of the weaker from 0.
    limit : Interval
        That rate with a bid beyond all points.
    scored : float
        The part of the games that points decide.
    """

    favoured: str
    weaker: str
    found: FairBid
    limit: Interval
    scored: float


def two_sides(margins: Margins) -> TwoSides:
    """The bid for the weaker alliance that makes both win equally often."""
    allies, central = alliance_wins(margins, 0)
    favoured = 0 if allies >= central else 1
    sign = 1 if favoured == 0 else -1
    bids = range(MOST_BID + 1)
    wins = [alliance_wins(margins, sign * bid)[favoured] for bid in bids]
    n = allies + central
    surrendered = int(margins.alliances[1 + favoured].sum())
    scored = margins.alliances[SCORED].sum() / margins.games
    return TwoSides(
        SIDES[favoured],
        SIDES[1 - favoured],
        fair_bid(bids, wins, n),
        wilson(surrendered, n),
        float(scored),
    )


class FactionRates:
    """The win rates of WA, EA, DE and GA with bids, among the games that somebody wins.

    Examples
    --------
    Two scored games: in one the Allies are ahead and WA has what it needs, in the other neither holds.

    >>> table, parts = np.zeros((4, 2 * MOST + 1), np.int64), np.zeros((4, 2 * MOST + 1, 2 * MOST + 1), np.int64)
    >>> table[SCORED, [MOST + 1, MOST]] = parts[SCORED, [MOST + 1, MOST], [MOST, MOST - 1]] = 1
    >>> rates = FactionRates(Margins(table, parts, parts))
    >>> rates((0, 0, 0, 0)), rates((0, 1, 0, 0)), rates((0, 0, 1, 0)), rates((0, 1, 1, 0))
    ((0.5, 0.0, 0.0, 0.5), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.5, 0.5, 0.0))
    """

    def __init__(self, margins: Margins) -> None:
        scored_west, scored_german = margins.west[SCORED], margins.german[SCORED]
        # [alliance margin, faction margin]: games at or beyond both
        self.west = _beyond(scored_west, True)
        self.allies = _beyond(scored_west.sum(axis=1, keepdims=True), True)[:, 0]
        self.german = _beyond(scored_german, False)
        self.central = _beyond(scored_german.sum(axis=1, keepdims=True), False)[:, 0]
        self.sure_west = _from(margins.west[ALLIES_WON].sum(axis=0))
        self.sure_german = _from(margins.german[CENTRAL_WON].sum(axis=0))

    def __call__(self, bids: tuple[int, ...]) -> tuple[float, ...]:
        ahead = MOST + bids[2] + bids[3] - bids[0] - bids[1] + 1  # the least margin at which the Allies win
        at_west, at_german = MOST + bids[1] - bids[0], MOST + bids[3] - bids[2]
        west = self.west[ahead, at_west] + self.sure_west[at_west]
        east = self.allies[ahead] + self.sure_west[0] - west
        germany = self.german[ahead - 1, at_german] + self.sure_german[at_german]
        other = self.central[ahead - 1] + self.sure_german[0] - germany
        won = west + east + germany + other
        return tuple(float(count) / float(won) if won else 0.0 for count in (west, east, germany, other))


def _beyond(table: NDArray[np.int64], upward: bool) -> NDArray[np.int64]:
    """Games from each first margin up, or up to it, and from each second margin up."""
    rows = table[::-1].cumsum(axis=0)[::-1] if upward else table.cumsum(axis=0)
    return rows[:, ::-1].cumsum(axis=1)[:, ::-1]


def _from(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Games from each margin up."""
    return counts[::-1].cumsum()[::-1]


def resampled(margins: Margins, draws: np.random.Generator) -> Margins:
    """Margins of as many games drawn from these with replacement; of the factions' given the alliances' margins."""
    alliances = draws.multinomial(margins.games, margins.alliances.ravel() / margins.games)
    alliances = alliances.reshape(margins.alliances.shape)
    west, german = (_within(alliances, table, draws) for table in (margins.west, margins.german))
    return Margins(alliances, west, german)


def _within(
    alliances: NDArray[np.int64], table: NDArray[np.int64], draws: np.random.Generator
) -> NDArray[np.int64]:
    found = np.zeros_like(table)
    for place in zip(*np.nonzero(alliances), strict=True):
        row = table[place]
        found[place] = draws.multinomial(alliances[place], row / row.sum())
    return found
