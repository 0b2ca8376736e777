"""Handicaps of known truths: the bid found, its interval, and what is said when there is none."""

import itertools
import math

import numpy as np
import pytest
from covering import coverage, tolerance
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import SpecError
from fwwsim.stats.bid import fair_bid, fair_bids, wins_by_bid

MARGINS = np.arange(-12, 19)
BIDS = list(range(-4, 11))


def chances(mean: float) -> np.ndarray:
    weights = np.exp(-((MARGINS - mean) ** 2) / (2 * 4.0**2))
    return weights / weights.sum()


def crossing(mean: float) -> float:
    """The bid sought, from the true rates: straight between whole bids."""
    rates = [float(chances(mean)[bid < MARGINS].sum()) for bid in BIDS]
    return float(np.interp(-0.5, [-rate for rate in rates], BIDS))


@pytest.mark.parametrize(("mean", "n"), [(3.0, 400), (3.4, 20_000), (0.2, 2000)])
def test_interval_covers_the_bid_sought(mean: float, n: int) -> None:
    repetitions = 800
    drawn = np.random.default_rng(1914).multinomial(n, chances(mean), repetitions)
    found = [fair_bid(BIDS, [int(x) for x in wins_by_bid(MARGINS, row, BIDS)], n).crossing for row in drawn]
    ends = [interval for interval in found if interval is not None]
    assert len(ends) == repetitions
    covered = coverage(ends, crossing(mean))
    assert covered == pytest.approx(0.95, abs=tolerance(repetitions) + 0.01) or covered > 0.95


def test_accepted_bids_hold_the_even_one_as_often_as_stated() -> None:
    """The true rate is 1/2 at a bid of 2, and each bid moves it by 3 points."""
    repetitions, n = 1500, 1000
    drawn = np.random.default_rng(1918).binomial(n, [0.56, 0.53, 0.5, 0.47], (repetitions, 4))
    held = np.mean([2 in fair_bid([0, 1, 2, 3], [int(x) for x in row], n).accepted for row in drawn])
    assert held == pytest.approx(0.95, abs=tolerance(repetitions) + 0.005)


def test_many_games_reject_each_whole_bid_but_not_the_crossing() -> None:
    found = fair_bid([0, 1, 2], [600_000, 510_000, 420_000], 1_000_000)
    assert (found.accepted, found.best) == ((), 1)
    assert found.crossing is not None
    assert found.crossing.estimate == pytest.approx(1 + 1 / 9)
    assert 1 < found.crossing.low < found.crossing.high < 1.2
    assert found.verdict == "A bid of 1.11 brings the rate to 50 %, between 1.10 and 1.12."


def test_an_end_that_the_bids_do_not_bound_is_infinite() -> None:
    found = fair_bid([0, 1, 2], [52, 49, 46], 100)
    assert found.crossing is not None
    assert (found.crossing.low, found.crossing.high) == (-math.inf, math.inf)
    assert found.verdict.endswith("between less than 0 and more than 2.")


def test_no_bid_is_enough() -> None:
    found = fair_bid([0, 2, 4], [900, 800, 700], 1000)
    assert (found.crossing, found.accepted, found.best) == (None, (), 4)
    assert found.verdict == "No bid from 0 to 4 brings the rate to 50 %: the nearest is 4, with 70 %."


def test_nearly_even_without_a_bid() -> None:
    found = fair_bid([0, 1], [499, 450], 1000)
    assert (found.crossing, found.accepted, found.best) == (None, (0,), 0)
    assert found.verdict.endswith("exactly, but with 0 it is 50 %, which cannot be told from it.")


def test_rates_that_rise_do_as_well() -> None:
    falling, rising = fair_bid([0, 1, 2], [600, 540, 470], 1000), fair_bid([0, 1, 2], [400, 460, 530], 1000)
    assert falling.crossing is not None
    assert rising.crossing is not None
    assert rising.crossing.estimate == pytest.approx(falling.crossing.estimate)
    assert rising.crossing.low == pytest.approx(falling.crossing.low)


def test_a_rate_of_exactly_one_half() -> None:
    found = fair_bid([0, 1, 2], [600, 500, 400], 1000)
    assert found.crossing is not None
    assert found.crossing.estimate == 1


@settings(derandomize=True, deadline=None)
@given(st.lists(st.integers(0, 300), min_size=2, max_size=9))
def test_the_best_bid_and_the_estimate_lie_within(wins: list[int]) -> None:
    wins = sorted(wins, reverse=True)
    found = fair_bid(range(len(wins)), wins, 300)
    distances = [abs(rate.estimate - 0.5) for rate in found.rates]
    assert distances[found.best] == min(distances)
    assert (found.crossing is None) == (wins[0] < 150 or wins[-1] > 150)
    if found.crossing is not None:
        assert found.crossing.low <= found.crossing.estimate <= found.crossing.high
        assert all(found.crossing.low <= bid <= found.crossing.high for bid in found.accepted)


def test_ties_and_games_decided_otherwise() -> None:
    margins, counts = [-math.inf, -1, 0, 1, math.inf], [7, 5, 4, 3, 2]
    assert wins_by_bid(margins, counts, [0, 1, 100]).tolist() == [5, 2, 2]
    assert wins_by_bid(margins, counts, [0, 1, -100], tie_wins=True).tolist() == [9, 5, 14]


def four_factions(seed: int, games: int = 400) -> np.ndarray:
    return np.random.default_rng(seed).normal([6, 4, 3, 5], 3, (games, 4)).round()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bids_of_four_are_the_best_of_all_small_ones(seed: int) -> None:
    """Against every vector of bids up to 4, on games with points for each faction; the first of a tie wins."""
    points = four_factions(seed)

    def rates(bids: tuple[int, ...]) -> list[float]:
        winners = np.argmax(points + bids, axis=1)
        return list(np.bincount(winners, minlength=4) / len(points))

    found = fair_bids(rates, highest=4)
    gaps = [max(abs(share - 0.25) for share in rates(bids)) for bids in itertools.product(range(5), repeat=4)]
    assert found.gap == pytest.approx(min(gaps))
    assert found.tried < len(gaps)
    assert fair_bids(rates, highest=4) == found


def test_bids_at_their_limit_are_told() -> None:
    def rates(bids: tuple[int, ...]) -> list[float]:
        share = min(1.0, 0.1 + 0.02 * (bids[1] - bids[0]))
        return [1 - share, share]

    found = fair_bids(rates, sides=2, highest=3)
    assert (found.bids, found.at_limit) == ((0, 3), True)
    assert not fair_bids(lambda bids: [0.5, 0.5], sides=2).at_limit


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fair_bid([], [], 10), r"bids: found \[\] with 0 wins"),
        (lambda: fair_bid([0, 1], [5], 10), r"bids: found \[0, 1\] with 1 wins"),
        (lambda: fair_bid([1, 0], [5, 5], 10), r"bids: found \[1, 0\]"),
        (lambda: fair_bid([0], [11], 10), "successes: found 11; allowed: 0 to 10"),
        (lambda: fair_bid([0], [0], 0), "observations: found 0"),
        (lambda: wins_by_bid([1, 2], [1], [0]), r"margins: found shapes \(2,\) and \(1,\)"),
        (lambda: fair_bids(lambda bids: [1.0], sides=2), "rates: found 1; allowed: one for each of 2 sides"),
        (lambda: fair_bids(lambda bids: [1.0], lowest=2, highest=1), "bids: found 2 to 1 of 4 sides"),
        (lambda: fair_bids(lambda bids: [1.0], sides=1), "bids: found 0 to 10 of 1 sides"),
    ],
)
def test_bad_bids_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=f"^{message}"):
        call()
