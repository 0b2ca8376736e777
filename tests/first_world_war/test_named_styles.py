"""The named styles are honest and no fools: legal, deterministic, and far better than random from either side."""

import numpy as np
import pytest
import referee

from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.match import prepare, tell

STYLES = ("east_first", "west_first", "fortress", "surrender_hunter", "tuned")
RULES = [
    "schlieffen",
    "variable_order",
    "hand_scope=player",
    "uncontested_base=point",
    "transfer_source=one_front",
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("players", "rules"), [(4, []), (3, RULES)])
def test_the_referee_finds_nothing(style: str, players: int, rules: list[str]) -> None:
    match = prepare(None, players, rules, style, 31)
    for index in range(15):
        assert referee.check_log(tell(match, index), match.description["source"]) == []


@pytest.mark.parametrize("style", STYLES)
def test_draws_nothing(style: str) -> None:
    match, other = (prepare(None, 4, ["variable_order"], style, 1) for _ in range(2))
    other.start[0].key[1] ^= np.uint64(2)
    assert np.array_equal(simulate(match, 200).outcomes, simulate(other, 200).outcomes)


@pytest.mark.parametrize("style", STYLES)
def test_beats_random_from_either_alliance(style: str) -> None:
    """9 games in 10; 1,000 games give a standard error below 1 point."""
    for alliance, policies in enumerate(
        (f"WA={style},EA={style},DE=random,GA=random", f"WA=random,EA=random,DE={style},GA={style}")
    ):
        outcomes = simulate(prepare(None, 2, [], policies, 23), 1000, threads=2).outcomes
        assert (outcomes.alliance == alliance).mean() > 0.87
