"""What single features of the heuristic family see: tempo, prizes, the race between partners, odds by front."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.game import Match
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS, DE, EA, FACTIONS, FRONTS, WA
from fwwsim.games.first_world_war.policies.prizes import prize, race, six_share, whole_fronts
from fwwsim.games.first_world_war.policies.tempo import actions_of, before_rounds, count_actions, gone
from fwwsim.games.first_world_war.policies.weights import NAMES
from fwwsim.games.first_world_war.policies.worth import likely_win, odds_of
from fwwsim.games.first_world_war.state import NOBODY

EVERYTHING = f"everything@{Path(__file__).parent / 'features.toml'}"
FLANDERS = 0  # front 1: one city lies before Germany's base


@pytest.fixture
def match() -> Match:
    """Turn 1 of a game for 4, before anything has happened."""
    return prepare(None, 4, [], EVERYTHING, 1)


def weigh(match: Match, name: str, value: float) -> None:
    match.table.weights[:, NAMES.index(name)] = value


def test_actions_left(match: Match) -> None:
    state: Any = match.start[0]
    before_rounds(state)
    assert state.left.tolist() == [4, 4, 4, 4]
    state.round_number = 5  # WA's second action, after DE's; EA and GA come later
    count_actions(state, WA)
    assert dict(zip(FACTIONS, state.left.tolist(), strict=True)) == {"WA": 2, "EA": 3, "DE": 2, "GA": 3}
    assert [actions_of(state, faction) for faction in (WA, EA, DE)] == [3, 3, 2]
    assert gone(state, WA) == 0.5
    state.round_number = 15
    count_actions(state, NOBODY)
    assert state.left.tolist() == [0, 0, 0, 0]


def test_a_base_in_reach_this_turn_is_worth_more(match: Match) -> None:
    """Flanders needs one city and one victory more: with two actions left `rush` counts, with one it does not."""
    state, table = match.start[0], match.table
    worths = []
    for left in (2, 1):
        state.acting, state.left[:] = NOBODY, left
        with_rush = prize(state, table, WA, ALLIES, FLANDERS)
        weigh(match, "rush", 0.0)
        worths.append(with_rush - prize(state, table, WA, ALLIES, FLANDERS))
        weigh(match, "rush", 0.6)
    factor = 1.2 * 1.1  # west, front_1
    assert worths == pytest.approx([0.6 * 2.0 * 0.6 * factor, 0.0])


def test_points_held_make_the_next_one_worth_more(match: Match) -> None:
    """`pressure` 0.5: with two points on the other side each further one counts twice."""
    state, table = match.start[0], match.table
    before_rounds(state)
    state.cities[ALLIES] |= table.front_cities[FLANDERS]
    state.cities[CENTRAL_POWERS] &= ~table.front_cities[FLANDERS]
    first = prize(state, table, WA, ALLIES, FLANDERS)
    state.surrender[DE] = 2
    assert prize(state, table, WA, ALLIES, FLANDERS) == pytest.approx(2 * first)
    state.pointed[DE] |= 1 << FLANDERS
    assert prize(state, table, WA, ALLIES, FLANDERS) == 0.0


def test_six_whole_fronts(match: Match) -> None:
    """A capture that completes a sixth front counts 1, halved for each front short; not for who is behind."""
    state, table = match.start[0], match.table
    assert whole_fronts(state, table, ALLIES) == 0
    for front in range(1, 5):
        state.cities[ALLIES] |= table.front_cities[front]
        state.cities[CENTRAL_POWERS] &= ~table.front_cities[front]
    assert whole_fronts(state, table, ALLIES) == 4
    assert six_share(state, table, ALLIES, FLANDERS, 1) == 0.5
    assert six_share(state, table, ALLIES, FLANDERS, 2) == 0.0
    state.vp[WA] -= 1
    assert six_share(state, table, ALLIES, FLANDERS, 1) == 0.0
    assert (
        six_share(state, table, CENTRAL_POWERS, 1, 4) == 0.0
    )  # breaks nothing: the Allies would not win by it


def test_the_race_is_closest_where_the_next_point_decides(match: Match) -> None:
    """WA wins the Allies' game with 1 point more than EA, Germany with 3 more than GA (R8)."""
    state, table = match.start[0], match.table
    assert race(state, table, WA, FLANDERS) == 0.5
    state.vp[WA] += 1
    assert race(state, table, WA, FLANDERS) == 1.0
    assert race(state, table, EA, FLANDERS) == -1.0
    assert race(state, table, DE, FLANDERS) == 0.25
    table.players = 3
    assert race(state, table, WA, FLANDERS) == 0.0
    assert race(state, table, DE, FLANDERS) == 0.25


def test_odds_between_whole_numbers(match: Match) -> None:
    table = match.table
    for difference in range(-6, 7):
        assert likely_win(table, float(difference)) == odds_of(table, difference, 0)
    middle = (odds_of(table, 0, 0) + odds_of(table, 1, 0)) / 2
    assert likely_win(table, 0.5) == pytest.approx(middle)


@pytest.mark.parametrize("faction", range(4))
def test_racing_wins_more_of_ones_own_games(faction: int) -> None:
    """On the same dice; what is lost to the partner is not lost to the enemy."""
    match = prepare(None, 4, [], "balanced", 61)
    plain = simulate(match, 4000, threads=2).outcomes
    match.table.weights[faction, NAMES.index("race")] = 2.0
    racing = simulate(match, 4000, threads=2).outcomes
    gain = (racing.winner_4 == faction) * 1.0 - (plain.winner_4 == faction)
    assert gain.mean() > -2 * gain.std() / np.sqrt(len(gain))
    if faction in (WA, EA):
        assert gain.mean() > 0.03


def test_fronts_are_weighed_one_by_one(match: Match) -> None:
    """A front's weight multiplies all that can be won or lost there, and its theatre's does so too."""
    state, table = match.start[0], match.table
    before_rounds(state)
    for front in range(FRONTS):
        worth = prize(state, table, WA, ALLIES, front)
        weigh(match, f"front_{front + 1}", 2 * table.weights[WA, NAMES.index(f"front_{front + 1}")])
        assert prize(state, table, WA, ALLIES, front) == pytest.approx(2 * worth)
