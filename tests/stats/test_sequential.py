"""Confidence sequences: wrong at any time in at most 5 % of all runs, however they are stopped."""

import math

import numpy as np
import pytest
from covering import tolerance
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta, binom

from fwwsim.errors import SpecError
from fwwsim.stats.intervals import wilson
from fwwsim.stats.paired import paired_interval
from fwwsim.stats.sequential import (
    SHARE_OF_DIRECTION,
    STRENGTHS,
    log_capital,
    paired_sequence,
    rate_sequence,
)

RUNS = 500
GATHERED = np.unique(
    np.geomspace(1000, 3e6, 250).astype(np.int64)
)  # after the first thousand, looked at every game


def walk(rng: np.random.Generator, rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of games, and the successes after each, (RUNS, times): every game to 1000, then every 3 % more."""
    first = np.cumsum(rng.random((RUNS, 1000)) < rate, axis=1)
    more = np.cumsum(rng.binomial(np.diff(GATHERED, prepend=1000), rate, (RUNS, GATHERED.size)), axis=1)
    times = np.concatenate((np.arange(1, 1001), GATHERED))
    return times, np.concatenate((first, first[:, -1:] + more), axis=1)


def test_capital_is_the_mixture_of_betas() -> None:
    """By summing the likelihood ratio over a fine grid of rates, weighted by each beta distribution."""
    rate, won, n = 0.3, 14, 30
    grid = (np.arange(200_000) + 0.5) / 200_000
    ratio = (grid / rate) ** won * ((1 - grid) / (1 - rate)) ** (n - won)
    each = [np.mean(ratio * beta.pdf(grid, r * rate, r * (1 - rate))) for r in STRENGTHS]
    assert float(log_capital(won, n, rate)) == pytest.approx(math.log(np.mean(each)), abs=1e-6)


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.77])
def test_bets_are_fair(rate: float) -> None:
    """The expected capital after 40 games is the one at the beginning, exactly."""
    won = np.arange(41)
    expected = np.sum(binom.pmf(won, 40, rate) * np.exp(log_capital(won, np.full(41, 40), rate)))
    assert expected == pytest.approx(1.0, rel=1e-9)


@pytest.mark.parametrize("rate", [0.5, 0.03])
def test_peeking_at_every_game_is_wrong_in_few_runs(rate: float) -> None:
    """Wilson's interval, looked at as often, is wrong in most."""
    times, won = walk(np.random.default_rng(1914), rate)
    ever_wrong = np.mean(np.any(log_capital(won, times, rate) >= math.log(20), axis=1))
    assert ever_wrong <= 0.05 + tolerance(RUNS)
    assert ever_wrong > 0  # it is not so wide that it could not be wrong
    error = np.sqrt(rate * (1 - rate) / times)
    naive = np.mean(np.any(np.abs(won / times - rate) > 1.96 * error, axis=1))
    assert naive > 0.3


def test_peeking_at_a_paired_difference_is_wrong_in_few_runs() -> None:
    """It is wrong only if the sequence of the flips or that of their direction is, at any game or any flip."""
    rng = np.random.default_rng(1918)
    games, flips = walk(rng, 0.08)
    numbers, gained = walk(rng, 0.55)
    wrong = np.any(log_capital(flips, games, 0.08) >= math.log(20 / (1 - SHARE_OF_DIRECTION)), axis=1)
    wrong |= np.any(log_capital(gained, numbers, 0.55) >= math.log(20 / SHARE_OF_DIRECTION), axis=1)
    assert np.mean(wrong) <= 0.05 + tolerance(RUNS)


@pytest.mark.parametrize(("gain", "loss"), [(0.05, 0.05), (0.03, 0.0)])
def test_runs_stopped_by_their_target_cover_the_truth(gain: float, loss: float) -> None:
    """Half as many games more until the interval is narrow enough, or leaves 0 out: a biased time to stop."""
    rng, covered, repetitions = np.random.default_rng(1914), 0, 60
    for _ in range(repetitions):
        plus = minus = n = 0
        while True:
            shard = max(500, n // 2)
            drawn = rng.multinomial(shard, [gain, loss, 1 - gain - loss])
            plus, minus, n = plus + int(drawn[0]), minus + int(drawn[1]), n + shard
            found = paired_sequence(plus, minus, n)
            if found.width < 0.05 or found.low > 0 or found.high < 0:
                break
        covered += found.low <= gain - loss <= found.high
    assert covered / repetitions >= 0.95 - tolerance(repetitions)


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(0, 3000), st.integers(0, 3000))
def test_interval_holds_the_rates_left_by_the_capital(won: int, missed: int) -> None:
    n = won + missed + 1
    found, mirrored = rate_sequence(won, n), rate_sequence(n - won, n)
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-9)
    for end, inside in ((found.low, 1e-6), (found.high, -1e-6)):
        if 0 < end < 1:
            assert float(log_capital(won, n, end)) == pytest.approx(math.log(20), abs=1e-3)
            assert float(log_capital(won, n, end + inside)) < math.log(20)


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 100_000))
def test_swapping_the_arms_negates_the_difference(gained: int, lost: int, same: int) -> None:
    n = gained + lost + same + 1
    found, swapped = paired_sequence(gained, lost, n), paired_sequence(lost, gained, n)
    assert found.estimate == -swapped.estimate
    assert (found.low, found.high) == pytest.approx((-swapped.high, -swapped.low), abs=1e-9)
    assert -1 <= found.low <= found.estimate <= found.high <= 1


@pytest.mark.parametrize("n", [10_000, 300_000, 10_000_000])
def test_the_price_of_peeking_is_as_stated(n: int) -> None:
    for won in (n // 100, n // 10, n // 2):
        assert 1.7 < rate_sequence(won, n).width / wilson(won, n).width < 1.9
    flips = max(n // 10, 1000)
    for gained, ceiling in ((flips // 2, 2.1), (flips, 2.1), (flips * 6 // 10, 2.7), (flips * 8 // 10, 2.7)):
        fixed = paired_interval(gained, flips - gained, n + 1)
        assert paired_sequence(gained, flips - gained, n + 1).width / fixed.width < ceiling


def test_without_flips_the_difference_is_zero_within_a_symmetric_interval() -> None:
    found = paired_sequence(0, 0, 10_000)
    assert found.estimate == 0
    assert found.low == -found.high
    assert 0 < found.high < 0.001


@pytest.mark.parametrize("n", [1, 7, 1000])
def test_certain_results_keep_their_end(n: int) -> None:
    assert rate_sequence(0, n).low == 0
    assert rate_sequence(n, n).high == 1
    assert paired_sequence(n, 0, n).high == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rate_sequence(0, 0), "successes: found 0 of 0"),
        (lambda: rate_sequence(3, 2), "successes: found 3 of 2"),
        (lambda: rate_sequence(1, 2, 0.0), "confidence: found 0.0"),
        (lambda: paired_sequence(2, 2, 3), "flips: found 2 and 2 of 3"),
        (lambda: paired_sequence(-1, 2, 3), "flips: found -1 and 2 of 3"),
        (lambda: paired_sequence(0, 0, 0), "flips: found 0 and 0 of 0"),
    ],
)
def test_numbers_out_of_range_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=f"^{message}"):
        call()
