"""The optional rules: R9."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from positions import Position, army_names, box

from fwwsim.games.first_world_war.deployment import begin_turn
from fwwsim.games.first_world_war.eligibility import may_attack
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.names import FACTIONS

# R9.1


def with_german_armies_everywhere(*rules: str, turn: int) -> Position:
    position = Position(*rules, turn=turn)
    for front, name in enumerate(
        ("DE 1", "DE 2", "DE 3", "DE 4", "", "", "DE 7", "DE 8", "DE 9", "DE 10"), 1
    ):
        if name:
            position.place(front, name)
    return position.place(11, "DE 11", "AH 1").place(9, "AH 3", "RU 1").place(10, "AH 5").place(1, "FR 1")


@pytest.mark.parametrize("turn", [1, 2, 4])
@pytest.mark.parametrize("rules", [(), ("schlieffen",)], ids=["printed", "schlieffen"])
def test_r9_1_on_turn_1_german_armies_attack_on_fronts_1_2_and_3_only(
    rules: tuple[str, ...], turn: int
) -> None:
    position = with_german_armies_everywhere(*rules, turn=turn)
    limited = bool(rules) and turn == 1
    for front in (1, 2, 3, 4, 7, 8):
        found = army_names(1, may_attack(position.state, position.table, 2, front - 1))
        assert found == (position.armies(front, "CENTRAL_POWERS") if not limited or front <= 3 else set())
    for front in (9, 10, 11):
        found = army_names(1, may_attack(position.state, position.table, 3, front - 1))
        everyone = position.armies(front, "CENTRAL_POWERS")
        assert found == ({name for name in everyone if name.startswith("AH")} if limited else everyone)


def test_r9_1_binds_the_german_armies_only() -> None:
    position = with_german_armies_everywhere("schlieffen", turn=1)
    assert army_names(0, may_attack(position.state, position.table, 0, 0)) == {"FR 1"}
    assert army_names(0, may_attack(position.state, position.table, 1, 8)) == {"RU 1"}
    assert position.attack("GA", 9, "AH 3")["defenders"] == ["RU 1"]
    position = with_german_armies_everywhere("schlieffen", turn=1)
    assert "fault" in position.attack("GA", 9, "AH 3", "DE 9")


def test_r9_1_in_whole_games() -> None:
    match = prepare(None, 4, ["schlieffen"], "random", 1914)
    fronts = set()
    for index in range(60):
        for event in tell(match, index):
            if event["event"] == "combat" and event["turn"] == 1:
                german = [name for name in event["attackers"] if name.startswith("DE")]
                fronts |= {event["front"]} if german else set()
    assert fronts == {1, 2, 3}


# R9.2


def variable() -> Position:
    return Position("variable_order", turn=2)


def order(position: Position) -> Any:
    return position.order()


def value(face: Any) -> int:
    return 0 if face == "S" else int(face)


def test_r9_2_ranks_follow_the_rolls_and_ties_are_rolled_again_among_the_tied() -> None:
    lengths: Counter[int] = Counter()
    for _, event in variable().sample(order, 400):
        rolls = event["rolls"]
        assert list(rolls[0]) == list(FACTIONS)
        # Any order of choosing must agree with the first roll, and within a tie with the later ones.
        keys = {faction: [value(rolls[0][faction])] for faction in FACTIONS}
        for group in rolls[1:]:
            assert len({tuple(keys[faction]) for faction in group}) == 1  # these were tied
            tied = [faction for faction in FACTIONS if keys[faction] == keys[next(iter(group))]]
            assert list(group) == tied  # and all of them
            for faction, face in group.items():
                keys[faction].append(value(face))
        expected = sorted(FACTIONS, key=lambda faction: keys[faction], reverse=True)
        assert len({tuple(key) for key in keys.values()}) == 4
        assert [choice["faction"] for choice in event["choices"]] == expected
        lengths[len(rolls)] += 1
    assert lengths[1] > 10
    assert sum(lengths[n] for n in lengths if n >= 3) > 10


def test_r9_2_both_orders_are_permutations_chosen_separately() -> None:
    pairs = set()
    deployments: Counter[tuple[str, ...]] = Counter()
    for after, event in variable().sample(order, 1_200):
        assert sorted(event["deployment"]) == sorted(event["rounds"]) == sorted(FACTIONS)
        for choice in event["choices"]:
            assert event["deployment"][choice["deployment"] - 1] == choice["faction"]
            assert event["rounds"][choice["round"] - 1] == choice["faction"]
        assert [FACTIONS[faction] for faction in after.state.deployment_order] == event["deployment"]
        assert [FACTIONS[faction] for faction in after.state.round_order] == event["rounds"]
        deployments[tuple(event["deployment"])] += 1
        pairs.add((event["choices"][0]["deployment"], event["choices"][0]["round"]))
    assert set(deployments) == set(permutations(FACTIONS))
    assert len(pairs) == 16
    expected = deployments.total() / 24
    assert sum((count - expected) ** 2 / expected for count in deployments.values()) < 23 + 6 * 46**0.5


def test_r9_2_worked_example_5_ea_rolls_highest_deploys_last_and_plays_second() -> None:
    wanted = {"faction": "EA", "deployment": 4, "round": 2}

    def first_choice(position: Position) -> Any:
        event = position.order()
        return {**event, "first": event["choices"][0]}

    _, event = variable().until(first_choice, first=wanted)
    highest = max(value(face) for face in event["rolls"][0].values())
    assert value(event["rolls"][0]["EA"]) == highest
    assert event["deployment"][3] == "EA"
    assert event["rounds"][1] == "EA"


def test_r9_2_the_order_holds_for_the_turn_in_all_four_cycles_from_turn_2_on() -> None:
    match = prepare(None, 4, ["variable_order"], "random", 1914)
    changed = 0
    for index in range(40):
        deployment, rounds = ["GA", "EA", "WA", "DE"], ["DE", "WA", "EA", "GA"]
        events = list(tell(match, index))
        for event in events:
            if event["event"] == "order":
                assert event["turn"] >= 2
                deployment, rounds = event["deployment"], event["rounds"]
                changed += 1
            if "round" in event:
                assert event["faction"] == rounds[(event["round"] - 1) % 4]
        assert sum(event["event"] == "order" for event in events) == events[-1]["turn"] - 1
        last = [event["faction"] for event in events if event["event"] == "deploy"][-4:]
        assert last == deployment
    assert changed > 40


def test_r9_2_without_the_rule_the_printed_order_holds() -> None:
    match = prepare(None, 4, [], "random", 1914)
    for index in range(10):
        assert not any(event["event"] == "order" for event in tell(match, index))


# R9.3


def test_r9_3_the_historical_set_up_places_the_armies_of_turn_1() -> None:
    position = Position("historical_setup", start=True)
    begin_turn(position.state, position.table)
    for faction in ("GA", "EA", "WA", "DE"):
        position.deploy(faction)
    for placement in box().placements:
        assert position.armies(placement.front) == set(placement.armies)
    assert position.armies(5) == position.armies(6) == position.armies(11) == set()
    assert position.waiting() == set()
    assert position.armies(10) == {"SB 1", "SB 2", "MN", "AH 5", "AH 6"}


def test_r9_3_dummies_are_still_deployed_by_their_faction() -> None:
    position = Position("historical_setup", start=True)
    begin_turn(position.state, position.table)
    places = set()
    for after, event in position.sample(lambda trial: trial.deploy("WA"), 40):
        assert sum(event["dummies"].values()) == box().dummies["WA"]
        places |= set(after.dummies("WA"))
    assert places == {1, 2, 3, 4, 5, 6}


def test_r9_3_later_turns_are_deployed_freely() -> None:
    position = Position("historical_setup", turn=2).wait("FR 1")
    fronts = {
        after.where("FR 1")[0]
        for after, _ in position.place(1, "FR 2")
        .place(2, "FR 3")
        .place(3, "FR 5")
        .place(4, "FR 4")
        .sample(lambda trial: trial.deploy("WA"), 80)
    }
    assert fronts == {"1", "2", "3", "4"}


def test_r9_3_in_whole_games() -> None:
    match = prepare(None, 2, ["historical_setup"], "random", 7)
    for index in range(5):
        deployed: dict[str, int] = {}
        for event in tell(match, index):
            if event["event"] == "deploy" and event["turn"] == 1:
                deployed |= event["armies"]
        assert deployed == {name: place.front for place in box().placements for name in place.armies}
