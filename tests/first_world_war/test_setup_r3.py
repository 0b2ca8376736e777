"""Set-up, R3: what is in play before turn 1, and who plays."""

from itertools import pairwise

import pytest
from positions import Position, box, dummy_may_be, may_be

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.deployment import begin_turn
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.names import FACTIONS

FIRST_YEAR_ALLIES = {
    "allied-machine-guns", "allied-british-rifles", "allied-pantalons-rouges", "allied-forts",
    "allied-field-guns", "allied-steamroller", "allied-home-ground", "allied-rumours",
}  # fmt: skip
FIRST_YEAR_CENTRAL = {
    "central-machine-guns", "central-big-bertha", "central-hindenburg", "central-kaisertreu",
    "central-heavy-howitzers", "central-wireless-intercepts", "central-interior-lines",
}  # fmt: skip


def entering(turn: int) -> set[str]:
    return {army.name for army in box().armies if army.turn == turn}


def test_r3_1_nothing_is_on_the_board_before_the_first_deployment() -> None:
    position = Position(start=True)
    assert not any(position.armies(front) for front in range(1, 12))
    assert not any(position.dummies(faction) for faction in FACTIONS)
    assert position.lost() == position.waiting() == set()


@pytest.mark.parametrize("turn", range(1, 7))
def test_r3_1_armies_wait_for_their_turn_of_entry(turn: int) -> None:
    position = Position(start=True, turn=turn)
    begin_turn(position.state, position.table)
    assert position.waiting() == entering(turn)


def test_r3_1_the_armies_of_turn_1_are_those_of_the_data_set() -> None:
    assert len(entering(1)) == 6 + 1 + 9 + 7 + 3 + 5  # FR 5, BR, BE; DE; RU; SB and MN; AH
    assert {"BE 1", "BR 1", "FR 5", "DE AA", "RU 9", "SB 2", "MN", "AH 6"} <= entering(1)


def test_r3_1_all_dummies_are_available_on_turn_1() -> None:
    position = Position(start=True)
    assert position.state.dummies_off.tolist() == [box().dummies[faction] for faction in FACTIONS]
    assert min(box().dummies.values()) > 0


def test_r3_2_chits_of_the_first_year_are_in_the_cups_and_hands_are_empty() -> None:
    position = Position(start=True)
    assert position.cupful("ALLIES") == FIRST_YEAR_ALLIES
    assert position.cupful("CENTRAL_POWERS") == FIRST_YEAR_CENTRAL
    assert not any(position.chits(faction) for faction in FACTIONS)


def test_r3_2_six_victory_points_each_and_no_surrender_point() -> None:
    position = Position(start=True)
    assert position.vp == dict.fromkeys(FACTIONS, 6)
    assert position.surrender == {}


def test_r3_2_every_city_is_its_original_owner_s() -> None:
    position = Position(start=True)
    assert position.cities("ALLIES") == {city.id for city in box().cities if city.owner in ("WA", "EA")}
    assert position.cities("CENTRAL_POWERS") == {
        city.id for city in box().cities if city.owner in ("DE", "GA")
    }


def test_r3_3_the_deployment_of_turn_1_places_every_starting_army_and_dummy() -> None:
    begun = Position(start=True)
    begin_turn(begun.state, begun.table)

    def deploy_all(position: Position) -> dict[str, object]:
        for faction in ("GA", "EA", "WA", "DE"):
            position.deploy(faction)
        return {}

    places = set()
    for position, _ in begun.sample(deploy_all, 60):
        assert position.waiting() == set()
        for name in entering(1):
            (front,) = position.where(name)
            assert may_be(name, int(front), 1)
            places.add((name, front))
        for faction in FACTIONS:
            assert sum(position.dummies(faction).values()) == box().dummies[faction]
            assert all(dummy_may_be(faction, front, 1) for front in position.dummies(faction))
    assert {("FR 1", str(front)) for front in (1, 2, 3, 4)} <= places
    assert ("DE 8", "9") in places


@pytest.mark.parametrize("players", [0, 1, 5])
def test_r3_4_two_to_four_play(players: int) -> None:
    with pytest.raises(SpecError, match=f"--players: found {players}; allowed: 2, 3, 4"):
        prepare(None, players, [], "random", 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r3_4_r4_2_factions_act_separately_in_the_printed_order_whoever_plays_them(players: int) -> None:
    match = prepare(None, players, [], "random", 1914)
    for index in range(8):
        events = list(tell(match, index))
        last = events[-1]["turn"]
        actions = [event for event in events if event["event"] in ("combat", "move", "transfer", "pass")]
        assert [event["round"] for event in actions] == list(range(1, 17)) * last
        assert [event["faction"] for event in actions] == ["DE", "WA", "EA", "GA"] * 4 * last
        deployments = [event["faction"] for event in events if event["event"] == "deploy"]
        assert deployments == ["GA", "EA", "WA", "DE"] * last


def test_r4_2_the_steps_of_a_turn_follow_each_other() -> None:
    match = prepare(None, 4, [], "random", 1914)
    step_of = {
        "deploy": 1,
        "combat": 2,
        "move": 2,
        "transfer": 2,
        "pass": 2,
        "check": 3,
        "replace": 4,
        "chits": 5,
    }
    for index in range(8):
        events = list(tell(match, index))
        assert [events[0]["event"], events[-1]["event"]] == ["game", "end"]
        steps = [step_of[event["event"]] for event in events[1:-1]]
        starts = [place for place, (one, next_one) in enumerate(pairwise(steps), 1) if next_one < one]
        assert all(steps[place - 1] == 5 and steps[place] == 1 for place in starts)
        assert len(starts) + 1 == events[-1]["turn"]
        assert steps.count(1) == 4 * (len(starts) + 1)
        assert steps.count(2) == 16 * (len(starts) + 1)
        assert steps.count(3) == len(starts) + 1
        assert steps.count(4) == 4 * len(starts)
        assert steps.count(5) == len(starts)


def test_r4_2_6_surrender_points_return_to_0_and_fronts_may_give_points_again() -> None:
    position = Position()
    position.state.surrender[:] = (1, 2, 0, 4)
    position.state.pointed[:] = (1, 3, 0, 15)
    position.next_turn()
    assert position.surrender == {}
    assert position.state.pointed.tolist() == [0, 0, 0, 0]


def test_r4_2_5_chits_enter_the_cup_before_the_first_turn_of_their_year() -> None:
    position = Position(start=True)
    years = (1914, 1914, 1915, 1916, 1917, 1918)
    for turn in range(1, 6):
        position.state.turn = turn
        position.next_turn()
        for alliance in ("ALLIES", "CENTRAL_POWERS"):
            expected = {
                chit.id for chit in box().chits if chit.alliance == alliance and chit.year <= years[turn]
            }
            assert position.cupful(alliance) == expected
