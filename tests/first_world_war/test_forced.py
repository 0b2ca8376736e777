"""A forced combat: the result asked for, on the same chance, and nothing else touched."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from recount import sign

from fwwsim.engine.records import same
from fwwsim.engine.simulate import simulate
from fwwsim.errors import SpecError
from fwwsim.game import Match
from fwwsim.games.first_world_war.contest import seat
from fwwsim.games.first_world_war.forced import force_combat
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.names import CENTRAL_POWERS, FACTIONS
from fwwsim.games.first_world_war.narrate import narrate, tell_by_name
from fwwsim.games.first_world_war.policies.assign import find_policies
from fwwsim.games.first_world_war.replay import position_at

GAMES = 300
RESULTS = (1, 0, -1)
PLACES = [("random", 2, 9), ("balanced", 1, 1), ("balanced", 3, 8)]
LARGEST_Z = 4.0
TALLY = {"forced", "combat_luck"}  # what differs even where the dice gave the result asked for


def base(policies: str) -> Match:
    return prepare(None, 4, ["surrender_from_turn=3"], policies, 1914)


@cache
def combats(policies: str, turn: int, front: int) -> list[dict[str, Any] | None]:
    """The first contested combat there of each game without force, or None."""
    match = base(policies)
    return [
        next(
            (
                event
                for event in tell(match, index)
                if event["event"] == "combat"
                and (event["turn"], event["front"]) == (turn, front)
                and event["defenders"]
            ),
            None,
        )
        for index in range(GAMES)
    ]


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize(("policies", "turn", "front"), PLACES)
def test_the_first_combat_there_and_no_other_is_forced(
    policies: str, turn: int, front: int, result: int
) -> None:
    match = base(policies)
    plain = simulate(match, GAMES).outcomes
    forced = simulate(force_combat(match, turn, front, result), GAMES).outcomes
    changed = kept = 0
    for index, combat in enumerate(combats(policies, turn, front)):
        differences = set(same(plain[index], forced[index]))
        if combat is None:
            assert differences == set()
            continue
        assert forced[index].forced == 1 + (FACTIONS.index(combat["faction"]) >> 1)
        if sign(combat["attack_total"] - combat["defence_total"]) == result:
            assert differences <= TALLY
            kept += 1
        else:
            changed += bool(differences - TALLY)
    assert changed > 5
    assert kept > 5


@pytest.mark.parametrize("result", RESULTS)
def test_the_loser_loses_its_lead_army(result: int) -> None:
    policies, turn, front = PLACES[1]
    match = force_combat(base(policies), turn, front, result)
    seen = 0
    for index, combat in enumerate(combats(policies, turn, front)):
        if combat is None or combat["round"] == 16:
            continue
        before, after = (position_at(match, index, turn, combat["round"] + step) for step in (0, 1))
        side = FACTIONS.index(combat["faction"]) >> 1
        dead = [
            int(after.lost[alliance] & ~before.lost[alliance]).bit_count() for alliance in (side, 1 - side)
        ]
        assert dead == [int(result <= 0), int(result >= 0)]
        if result <= 0:
            assert after.cities.tolist() == before.cities.tolist()
        seen += 1
        if seen == 25:
            return
    pytest.fail("too few combats")


def test_luck_stays_without_bias_and_wins_follow_the_result() -> None:
    match, games = base("balanced"), 12_000
    attackers, won = [], []
    for result in RESULTS:
        outcomes = simulate(force_combat(match, 1, 1, result), games, threads=2).outcomes
        luck = outcomes["combat_luck"].astype(np.float64)
        assert np.abs(luck.mean(axis=0) / (luck.std(axis=0) / games**0.5)).max() < LARGEST_Z
        attackers.append(np.asarray(outcomes["forced"]))
        won.append(np.mean((outcomes["alliance"] == CENTRAL_POWERS)[attackers[0] == 1 + CENTRAL_POWERS]))
    assert all(np.array_equal(attackers[0], others) for others in attackers)
    assert won[0] > won[2]


def test_other_policies_take_the_seats_of_a_forced_match() -> None:
    match = seat(force_combat(base("random"), 2, 9, 1), find_policies("balanced"))
    other = force_combat(base("balanced"), 2, 9, 1)
    assert simulate(match, 100).outcomes.tobytes() == simulate(other, 100).outcomes.tobytes()


def test_such_a_game_is_not_told() -> None:
    match = force_combat(base("random"), 2, 9, 1)
    with pytest.raises(SpecError, match="a game with a forced combat has no log"):
        list(tell(match, 0))
    with pytest.raises(SpecError, match="has no log"):
        list(narrate(tell_by_name(match, 0)))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((0, 1, 1), "turn: found 0; allowed: 1 to 6"),
        ((7, 1, 1), "turn: found 7"),
        ((1, 0, 1), "front: found 0; allowed: 1 to 11"),
        ((1, 12, 1), "front: found 12"),
        ((1, 1, 2), "result: found 2; allowed: -1 to 1"),
    ],
)
def test_bad_numbers_cost_one_clear_line(place: tuple[int, int, int], words: str) -> None:
    with pytest.raises(SpecError) as caught:
        force_combat(base("random"), *place)
    assert f"forced combat, {words}" in str(caught.value)
