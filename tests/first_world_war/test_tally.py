"""The tally of a game: each field against the event log, luck without bias, leads and deficits by hand."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from positions import Position
from recount import recount

from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.match import prepare, prepare_match, tell
from fwwsim.games.first_world_war.options import Rules
from fwwsim.games.first_world_war.state import NOBODY
from fwwsim.games.first_world_war.tally import tally_lead

FIELDS = (
    "vp_by_turn", "allied_cities", "points", "rolls", "dice_luck", "surrender_luck",
    "lead_changes", "largest_deficit", "first_city", "forced",
)  # fmt: skip
GAMES_RECOUNTED = 150
LUCK_GAMES, FIRST_LUCK_GAME = 100_000, 1_000_000
LARGEST_Z = 4.0
CASES = [
    ("random", 4, []),
    ("random", 2, ["variable_order", "surrender_from_turn=3", "uncontested_base=point", "hand_scope=player"]),
    ("balanced", 4, []),
    ("balanced", 3, ["historical_setup", "schlieffen", "six_front_end=wins"]),
]


def check_against_logs(match: Any, games: int) -> None:
    outcomes = simulate(match, games).outcomes
    for index, outcome in enumerate(outcomes):
        expected = recount(tell(match, index), match.description["source"])
        found = {field: np.asarray(outcome[field]).tolist() for field in FIELDS}
        assert found == {field: expected[field] for field in FIELDS}, index
        np.testing.assert_allclose(outcome["combat_luck"], expected["combat_luck"], atol=2e-5)
        assert outcome["vp"].tolist() == expected["vp_by_turn"][outcome["end_turn"] - 1]


@pytest.mark.parametrize(("policies", "players", "rules"), CASES)
def test_every_field_is_what_the_log_shows(policies: str, players: int, rules: list[str]) -> None:
    check_against_logs(prepare(None, players, rules, policies, 1914), GAMES_RECOUNTED)


def test_a_die_with_other_faces_is_counted_the_same_way() -> None:
    dataset = replace(load_dataset(), faces=("S", 1, 2, 2, 3, 6))
    check_against_logs(prepare_match(dataset, 4, Rules(), "random", 7), 30)


@pytest.mark.parametrize("policies", ["random", "balanced"])
def test_luck_has_mean_zero(policies: str) -> None:
    """Within 4 standard errors: of the 16 means one strays with a chance of 1 in 1,000; the seed is fixed."""
    match = prepare(None, 4, [], policies, 1915)
    outcomes = simulate(match, LUCK_GAMES, first=FIRST_LUCK_GAME, threads=2).outcomes
    for field in ("dice_luck", "combat_luck", "surrender_luck"):
        luck = outcomes[field].astype(np.float64)
        assert (luck.std(axis=0) > 0).all()
        z = luck.mean(axis=0) / (luck.std(axis=0) / LUCK_GAMES**0.5)
        assert np.abs(z).max() < LARGEST_Z, (field, z)


def test_turns_not_played_are_marked() -> None:
    outcomes = simulate(prepare(None, 4, [], "random", 3), 2000).outcomes
    assert set(outcomes["end_turn"]) == set(range(1, 7))
    played = np.arange(1, 7) <= outcomes["end_turn"][:, None]
    for field in ("vp_by_turn", "allied_cities", "points"):
        assert ((outcomes[field] >= 0) == played[:, :, None]).all()
    assert ((outcomes["rolls"] >= 0) <= (outcomes["points"] > 0)).all()


def leads(*steps: tuple[int, int, int, int]) -> Position:
    """A position whose VP went through `steps`."""
    position = Position()
    for vp in steps:
        position.state.vp[:] = vp
        tally_lead(position.state)
    return position


def test_a_lead_changes_when_the_other_alliance_gets_ahead() -> None:
    state = leads((7, 6, 5, 6), (6, 6, 6, 6), (7, 6, 6, 6)).state
    assert (state.lead_changes, state.largest_deficit.tolist()) == (0, [0, 2])
    state = leads((7, 6, 5, 6), (6, 6, 6, 6), (5, 6, 7, 6), (4, 6, 8, 6), (9, 6, 3, 6)).state
    assert (state.lead_changes, state.largest_deficit.tolist()) == (2, [4, 6])
    assert leads((6, 6, 6, 6)).state.leader == NOBODY


def test_a_capture_at_the_check_is_no_first_city() -> None:
    position = Position(turn=4).place(1, "FR 1")
    assert position.check()["captures"]
    assert position.state.first_city == NOBODY
