"""Finite-horizon chains against hand-made and enumerated distributions."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from fwwsim.odds.chain import evolve
from fwwsim.odds.pmf import Pmf

COIN = Pmf({0: 1, 1: 2})


def test_no_step_leaves_the_start() -> None:
    assert evolve(Pmf({"a": 1, "b": 3}), lambda state, time: Pmf({state: 1}), 0) == (Pmf({"a": 1, "b": 3}),)


def test_every_stage_is_kept() -> None:
    stages = evolve(Pmf({0: 1}), lambda state, time: COIN.map(lambda heads: state + heads), 3)
    assert [stage.weights for stage in stages] == [
        {0: 1},
        {0: 1, 1: 2},
        {0: 1, 1: 4, 2: 4},
        {0: 1, 1: 6, 2: 12, 3: 8},
    ]


def test_an_absorbing_state_keeps_what_it_has() -> None:
    def step(state: int, time: int) -> Pmf[int]:
        return Pmf({state: 1}) if state == 2 else Pmf({state: 1, state + 1: 1})

    shares = [stage.probability(2) for stage in evolve(Pmf({0: 1}), step, 4)]
    assert shares == [0, 0, Fraction(1, 4), Fraction(1, 2), Fraction(11, 16)]


def test_the_step_may_depend_on_the_time_and_is_asked_once_for_each_state() -> None:
    asked: list[tuple[int, int]] = []

    def step(state: int, time: int) -> Pmf[int]:
        asked.append((state, time))
        return Pmf({0: 1, 1: 1}) if time < 2 else Pmf({state + 10: 1})

    stages = evolve(Pmf({0: 1}), step, 3)
    assert stages[-1].weights == {10: 1, 11: 1}
    assert asked == [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2)]


@given(st.lists(st.dictionaries(st.integers(0, 3), st.integers(1, 7), min_size=1), min_size=4, max_size=4))
def test_stages_equal_the_sum_over_all_paths(rows: list[dict[int, int]]) -> None:
    moves = [Pmf(row) for row in rows]
    last = evolve(Pmf({0: 1}), lambda state, time: moves[state], 3)[-1]
    expected = dict.fromkeys(range(4), Fraction(0))
    for path in product(range(4), repeat=3):
        odds, state = Fraction(1), 0
        for following in path:
            odds *= moves[state].probability(following)
            state = following
        expected[state] += odds
    assert {state: last.probability(state) for state in range(4)} == expected
