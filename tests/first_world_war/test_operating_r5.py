"""Where counters may operate, and who commands them: R5."""

from itertools import product

import pytest
from positions import ARMIES, Position, army_names, box, dummy_may_be, fronts_in, may_be

from fwwsim.games.first_world_war.eligibility import may_attack, must_defend
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.operating import army_fronts, dummy_fronts

REACHES = ("front_11_needs_monastir", "front_11_only")
EVERYWHERE = frozenset(range(1, 12))
# R5, by nation, with Monastir allied: on turns 1 to 3, and from turn 4 on.
OPERATES = {
    "BE": ({1}, {1}),
    "BR": ({1, 2}, {1, 2, 5, 6}),
    "FR": ({1, 2, 3, 4}, {1, 2, 3, 4, 5}),
    "IT": ({5, 6}, {5, 6}),
    "US": ({1, 2, 3, 4}, {1, 2, 3, 4}),
    "DE": ({1, 2, 3, 4, 7, 8, 9, 10, 11}, EVERYWHERE),
    "RU": ({7, 8, 9, 11}, {7, 8, 9, 11}),
    "SB": ({10}, {10}),
    "MN": ({10}, {10}),
    "RO": ({11}, {11}),
    "GR": ({10}, {10}),
    "MEF": ({10, 11}, {10, 11}),
    "OR": ({10, 11}, {10, 11}),
    "ITB": ({10}, {10}),
    "AH": ({5, 6, 9, 10, 11}, {5, 6, 9, 10, 11}),
    "BU": ({10, 11}, {10, 11}),
}
DUMMIES = {
    "WA": ({1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}),
    "EA": ({7, 8, 9, 10, 11}, {7, 8, 9, 10, 11}),
    "DE": ({1, 2, 3, 4, 7, 8, 9, 10, 11}, EVERYWHERE),
    "GA": ({5, 6, 9, 10, 11}, {5, 6, 9, 10, 11}),
}


def at(turn: int, monastir: bool, reach: str = REACHES[0]) -> Position:
    position = Position(f"mef_or_reach={reach}", turn=turn)
    return position if monastir else position.control("CENTRAL_POWERS", "monastir")


@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("monastir", [True, False], ids=["monastir", "without"])
@pytest.mark.parametrize("turn", range(1, 7))
def test_r5_every_army_and_front(turn: int, monastir: bool, reach: str) -> None:
    position = at(turn, monastir, reach)
    for name, (alliance, army) in ARMIES.items():
        found = fronts_in(army_fronts(position.state, position.table, alliance, army))
        assert found == {front for front in EVERYWHERE if may_be(name, front, turn, monastir, reach)}, name


@pytest.mark.parametrize("turn", range(1, 7))
@pytest.mark.parametrize("nation", OPERATES)
def test_r5_0_r5_3_fronts_of_each_nation(nation: str, turn: int) -> None:
    position = at(turn, True)
    for army in box().armies:
        if army.nation == nation:
            found = fronts_in(army_fronts(position.state, position.table, *ARMIES[army.name]))
            assert found == OPERATES[nation][turn >= 4]


@pytest.mark.parametrize(
    ("monastir", "reach", "expected"),
    [
        (True, REACHES[0], {10, 11}),
        (False, REACHES[0], {10}),
        (True, REACHES[1], {11}),
        (False, REACHES[1], set()),
    ],
)
def test_r5_4_mef_and_or_need_monastir(monastir: bool, reach: str, expected: set[int]) -> None:
    for turn, name in product(range(3, 7), ("MEF", "OR")):
        position = at(turn, monastir, reach)
        assert fronts_in(army_fronts(position.state, position.table, *ARMIES[name])) == expected


@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("monastir", [True, False], ids=["monastir", "without"])
@pytest.mark.parametrize("turn", range(1, 7))
def test_r5_0_dummies(turn: int, monastir: bool, reach: str) -> None:
    position = at(turn, monastir, reach)
    for number, faction in enumerate(FACTIONS):
        found = fronts_in(dummy_fronts(position.state, position.table, number))
        assert found == DUMMIES[faction][turn >= 4]
        assert found == {front for front in EVERYWHERE if dummy_may_be(faction, front, turn, monastir, reach)}


def test_r5_0_there_is_no_stacking_limit() -> None:
    names = [army.name for army in box().armies if army.nation == "FR"]
    position = Position(turn=2).wait(*names)
    position.state.dummies_off[0] = 6
    _, event = position.until(lambda trial: trial.deploy("WA"), dummies={"1": 4, "2": 2})
    assert len(event["armies"]) == len(names)


@pytest.mark.parametrize("front", [5, 6, 9, 10, 11])
def test_r5_1_german_counters_are_under_ga(front: int) -> None:
    position = Position(turn=4).place(front, "DE 1", "AH 1").put_dummies(front, DE=1)
    attackers = [
        army_names(1, may_attack(position.state, position.table, faction, front - 1)) for faction in (2, 3)
    ]
    assert attackers == [set(), {"DE 1", "AH 1"}]
    by_germany = {event["event"] for _, event in position.sample(lambda trial: trial.act("DE"), 100)}
    assert by_germany == {"pass"}
    moved_by_ga = set()
    for _, event in position.sample(lambda trial: trial.act("GA"), 400):
        moved_by_ga |= {step["army"] for step in event.get("armies", ())}
        moved_by_ga |= {step["faction"] for step in event.get("dummies", ())}
    assert moved_by_ga == {"DE 1", "AH 1", "DE"}


@pytest.mark.parametrize("front", [1, 2, 3, 4, 7, 8])
def test_r5_1_german_counters_elsewhere_are_under_germany(front: int) -> None:
    position = Position(turn=4).place(front, "DE 1").put_dummies(front, DE=1)
    attackers = [
        army_names(1, may_attack(position.state, position.table, faction, front - 1)) for faction in (2, 3)
    ]
    assert attackers == [{"DE 1"}, set()]
    assert {event["event"] for _, event in position.sample(lambda trial: trial.act("GA"), 60)} == {"pass"}


def test_r5_1_a_german_army_eliminated_under_ga_goes_to_germany_s_losses() -> None:
    position = Position(turn=2).place(9, "DE AA", "RU 8")
    after, event = position.until(lambda trial: trial.attack("GA", 9, "DE AA"), eliminated=["DE AA"])
    assert event["attack_lead"] == "DE AA"
    assert after.where("DE AA") == ["lost"]
    assert after.state.eliminated.tolist() == [0, 0, 1, 0]
    assert after.state.combats.tolist() == [0, 0, 0, 1]
    after.control("ALLIES", "trieste", "wien", "budapest", "lemberg")  # GA's replacements are 0
    assert after.replace() == {"GA": set(), "EA": set(), "WA": set(), "DE": {"DE AA"}}


def test_r5_1_ga_uses_its_own_chits_for_german_armies() -> None:
    position = Position(turn=2).place(9, "DE 1", "RU 1").hand("DE", "central-big-bertha")
    position.never(lambda trial: trial.attack("GA", 9, "DE 1"), attack_chit="central-big-bertha")
    position.hand("GA", "central-heavy-howitzers")
    position.until(lambda trial: trial.attack("GA", 9, "DE 1"), attack_chit="central-heavy-howitzers")


def test_r5_2_ga_may_send_a_german_army_back_by_move_or_transfer() -> None:
    position = Position(turn=2).place(9, "DE 1")
    moves = [event for _, event in position.sample(lambda trial: trial.act("GA"), 300)]
    targets = {(event["event"], event["armies"][0]["to"]) for event in moves if event.get("armies")}
    assert {("move", 8), ("transfer", 1), ("transfer", 7), ("transfer", 8)} <= targets


def test_r5_3_armies_are_sent_to_italy_from_turn_4_only() -> None:
    for turn in range(1, 7):
        position = Position(turn=turn).place(1, "BR 1", "FR 1", "DE 1", "DE 2")
        reached = {1: set(), 2: set()}
        for faction, side in (("WA", 1), ("DE", 2)):
            for _, event in position.sample(lambda trial, f=faction: trial.act(f), 250):
                reached[side] |= {step["to"] for step in event.get("armies", ())}
        assert ({5, 6} <= reached[1], {5, 6} <= reached[2]) == (turn >= 4, turn >= 4)
        assert bool({5, 6} & (reached[1] | reached[2])) == (turn >= 4)


def romania(monastir: bool, *rules: str) -> Position:
    position = Position(*rules, turn=4).place(11, "MEF", "OR", "RO 1", "AH 1")
    return position if monastir else position.control("GA", "monastir")


@pytest.mark.parametrize("reach", REACHES)
def test_r5_4_mef_and_or_attack_on_front_11_only_with_monastir(reach: str) -> None:
    for monastir in (True, False):
        position = romania(monastir, f"mef_or_reach={reach}")
        found = army_names(0, may_attack(position.state, position.table, 1, 10))
        assert found == ({"MEF", "OR", "RO 1"} if monastir else {"RO 1"})


def test_r5_4_mef_and_or_attack_on_front_10_without_monastir() -> None:
    position = Position(turn=4).place(10, "MEF", "OR").control("GA", "monastir")
    assert army_names(0, may_attack(position.state, position.table, 1, 9)) == {"MEF", "OR"}


def test_r5_4_without_monastir_those_already_there_defend() -> None:
    position = romania(False)
    assert army_names(0, must_defend(position.state, position.table, 0, 10)) == {"MEF", "OR", "RO 1"}
    for _, event in position.sample(lambda trial: trial.attack("GA", 11, "AH 1"), 40):
        assert event["defenders"] == ["MEF", "OR", "RO 1"]
    position.until(lambda trial: trial.attack("GA", 11, "AH 1"), defence_lead="MEF")


def test_r5_4_without_monastir_those_already_there_count_in_the_victory_check() -> None:
    position = Position(turn=4).place(11, "MEF").control("GA", "monastir")
    for _, event in position.sample(lambda trial: trial.check(), 20):
        assert [(capture["front"], capture["faction"]) for capture in event["captures"]] == [(11, "EA")]
        assert event["captures"][0]["city"] in ("hermannstadt", "sofia")
    position.place(11, "AH 1")
    assert position.check()["captures"] == []


def test_r5_4_without_monastir_those_already_there_may_leave_but_not_return() -> None:
    position = romania(False)
    targets = set()
    for _, event in position.sample(lambda trial: trial.act("EA"), 300):
        targets |= {(step["from"], step["to"]) for step in event.get("armies", ())}
    assert targets == {(11, 10)}
    away = Position(turn=4).place(10, "MEF", "OR").control("GA", "monastir")
    assert not any(event.get("armies") for _, event in away.sample(lambda trial: trial.act("EA"), 200))


def test_r5_4_a_deployment_to_front_11_needs_monastir() -> None:
    for monastir in (True, False):
        position = at(3, monastir).wait("MEF", "OR")
        fronts = set()
        for _, event in position.sample(lambda trial: trial.deploy("EA"), 100):
            fronts |= set(event["armies"].values())
        assert fronts == ({10, 11} if monastir else {10})
