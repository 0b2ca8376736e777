"""The victory check, the treaty and the winners: R8."""

from typing import Any

import pytest
from positions import Position, army_names, box

from fwwsim.engine.records import blank
from fwwsim.games.first_world_war.eligibility import may_attack, must_defend
from fwwsim.games.first_world_war.log import winners
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS
from fwwsim.games.first_world_war.operating import garrisons_stand, may_leave
from fwwsim.games.first_world_war.state import OUTCOME, REASONS
from fwwsim.games.first_world_war.turn import write_outcome

CITIES_OF = {front: {city.id for city in box().cities if city.front == front} for front in range(1, 12)}


def check(position: Position) -> Any:
    """The victory check, with what it makes of the game."""
    event = position.check()
    return {**event, **result(position)}


def result(position: Position) -> dict[str, Any]:
    outcome = blank(OUTCOME)
    write_outcome(position.state, outcome)
    reason = REASONS[outcome.reason] if outcome.reason >= 0 else None
    alliance = ALLIANCES[outcome.alliance] if outcome.alliance >= 0 else None
    told = winners(int(outcome.alliance), int(outcome.winner_3), int(outcome.winner_4))
    assert outcome.winner_2 == outcome.alliance
    return {"reason": reason, "alliance": alliance, "winners": told}


# R8.1: captures and points.


def test_r8_1_each_front_held_by_one_alliance_alone_gives_a_city_in_the_order_of_the_fronts() -> None:
    position = (
        Position(turn=4).place(11, "AH 1").place(1, "FR 1").place(8, "RU 1").place(3, "DE 1").place(6, "DE 2")
    )
    event = position.check()
    taken = [(capture["front"], capture["faction"], capture["city"]) for capture in event["captures"]]
    assert taken == [
        (1, "WA", "aachen"),
        (3, "DE", "verdun"),
        (6, "GA", "udine"),
        (8, "EA", "breslau"),
        (11, "GA", "bucuresti"),
    ]
    assert event["vp"] == position.vp == {"WA": 5, "EA": 6, "DE": 5, "GA": 8}
    assert position.armies(6) == {"DE 2"}


@pytest.mark.parametrize("names", [(), ("FR 1", "DE 1")])
def test_r8_1_nothing_happens_where_nobody_or_both_are(names: tuple[str, ...]) -> None:
    position = Position().place(1, *names)
    event = position.check()
    assert (event["captures"], event["surrender_points"]) == ([], [])
    assert position.vp == dict.fromkeys(FACTIONS, 6)


def test_r8_1_dummies_are_not_armies_and_stay_on_the_board() -> None:
    position = Position().place(1, "DE 1").put_dummies(1, WA=3, DE=1).put_dummies(4, WA=2)
    event = position.check()
    assert [capture["city"] for capture in event["captures"]] == ["liege"]
    assert position.dummies("WA") == {1: 3, 4: 2}
    assert position.dummies("DE") == {1: 1}


def test_r8_1_one_city_a_front_is_taken() -> None:
    position = Position().place(2, "DE 1").control("DE", "sedan")
    assert [capture["city"] for capture in position.check()["captures"]] == ["reims"]
    assert "paris" in position.cities("ALLIES")


def test_r8_1_a_point_for_the_absent_home_faction_when_the_base_is_reached() -> None:
    position = Position(turn=2).place(9, "DE 1").control("GA", "rovno", "kiev").place(6, "IT 1")
    event = position.check()
    assert event["captures"] == []
    assert event["surrender_points"] == [{"front": 9, "faction": "EA"}]
    assert event["surrender"] == {"WA": 0, "EA": 1, "DE": 0, "GA": 0}


def test_r8_1_once_a_front_a_turn_and_a_city_first() -> None:
    position = (
        Position().control("DE", *CITIES_OF[7], "minsk", "brest-litowsk").place(7, "DE 1").place(8, "DE 2")
    )
    first = position.copy().check()
    assert first["surrender_points"] == [{"front": 7, "faction": "EA"}]
    assert [capture["city"] for capture in first["captures"]] == ["warszawa"]
    position.state.pointed[1] = 1 << 6  # a combat gave it this turn
    assert position.check()["surrender_points"] == []


def test_r8_1_points_of_several_fronts_add_up() -> None:
    position = Position(turn=2).control("DE", *CITIES_OF[7], *CITIES_OF[8]).place(7, "DE 1").place(8, "DE 2")
    assert position.check()["surrender"]["EA"] == 2


# R8.2: six fronts and turn 6.


@pytest.mark.parametrize(("alliance", "other"), [ALLIANCES, ALLIANCES[::-1]])
@pytest.mark.parametrize("fronts", [(1, 2, 3, 4, 5, 6), (1, 3, 5, 7, 9, 11), (6, 7, 8, 9, 10, 11, 1)])
def test_r8_2_all_cities_of_six_fronts_end_the_game(
    alliance: str, other: str, fronts: tuple[int, ...]
) -> None:
    position = Position(turn=2)
    for front in fronts:
        position.control(alliance, *CITIES_OF[front])
    event = check(position)
    assert (event["six_fronts"], event["reason"]) == (alliance, "six_fronts")
    missing = Position(turn=2)
    for front in fronts[:6]:
        missing.control(alliance, *CITIES_OF[front])
    missing.control(other, min(CITIES_OF[fronts[0]]))
    event = check(missing)
    assert (event["six_fronts"], event["reason"]) == (None, None)


def test_r8_2_a_city_taken_at_the_check_counts() -> None:
    position = Position(turn=2).place(1, "FR 1")
    for front in (1, 2, 3, 4, 5, 6):
        position.control("ALLIES", *CITIES_OF[front])
    position.control("DE", "aachen")
    event = check(position)
    assert [capture["city"] for capture in event["captures"]] == ["aachen"]
    assert event["reason"] == "six_fronts"


@pytest.mark.parametrize(("switch", "winner"), [("score", "CENTRAL_POWERS"), ("wins", "ALLIES")])
def test_r8_2_the_switch_six_front_end(switch: str, winner: str) -> None:
    position = Position(f"six_front_end={switch}", turn=3).score(WA=1, EA=1, DE=9, GA=9)
    for front in (1, 2, 3, 4, 5, 6):
        position.control("ALLIES", *CITIES_OF[front])
    assert check(position)["alliance"] == winner


def test_r8_2_six_fronts_come_before_turn_6() -> None:
    position = Position(turn=6)
    for front in (1, 2, 3, 4, 5, 6):
        position.control("ALLIES", *CITIES_OF[front])
    assert check(position)["reason"] == "six_fronts"


@pytest.mark.parametrize("turn", range(1, 7))
def test_r8_2_the_game_ends_on_turn_6(turn: int) -> None:
    event = check(Position(turn=turn))
    assert event["reason"] == ("turn_6" if turn == 6 else None)
    assert event["alliance"] == ("CENTRAL_POWERS" if turn == 6 else None)


@pytest.mark.parametrize("six", [True, False], ids=["six-fronts", "turn-6"])
def test_r8_3_nobody_rolls_for_surrender_when_the_game_has_ended(six: bool) -> None:
    position = Position(turn=3 if six else 6)
    position.state.surrender[:] = 5
    if six:
        for front in (1, 2, 3, 4, 5, 6):
            position.control("ALLIES", *CITIES_OF[front])
    for _, event in position.sample(check, 20):
        assert event["rolls"] == {}
        assert event["surrendered"] == []
        assert event["reason"] == ("six_fronts" if six else "turn_6")


# R8.3: surrender.


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("points", range(6))
def test_r8_3_a_number_not_above_the_points_is_surrender_and_s_is_safe(faction: str, points: int) -> None:
    position = Position(turn=3)
    position.state.surrender[FACTIONS.index(faction)] = points
    faces = set()
    for _, event in position.sample(check, 60):
        if points == 0:
            assert (event["rolls"], event["surrendered"], event["reason"]) == ({}, [], None)
            continue
        face = event["rolls"][faction]
        assert set(event["rolls"]) == {faction}
        beaten = face != "S" and face <= points
        assert event["surrendered"] == ([faction] if beaten else [])
        assert event["reason"] == ("surrender" if beaten else None)
        other = "CENTRAL_POWERS" if faction in ("WA", "EA") else "ALLIES"
        assert event["alliance"] == (other if beaten else None)
        faces.add(face)
    assert faces == (set() if points == 0 else {"S", 1, 2, 3, 4})


def test_r8_3_s_comes_up_in_a_third_of_the_rolls() -> None:
    games = 3_000
    position = Position(turn=3)
    position.state.surrender[0] = 1
    safe = sum(event["rolls"]["WA"] == "S" for _, event in position.sample(check, games))
    assert abs(safe - games / 3) < 6 * (games * 2 / 9) ** 0.5


def test_r8_3_both_alliances_surrender_and_everybody_loses() -> None:
    position = Position(turn=3).score(WA=20, DE=15)
    position.state.surrender[:] = (4, 0, 4, 0)
    kinds = set()
    for _, event in position.sample(check, 150):
        beaten = set(event["surrendered"])
        kinds.add(frozenset(beaten))
        if beaten == {"WA", "DE"}:
            assert (event["reason"], event["alliance"]) == ("mutual_surrender", None)
            assert event["winners"] == {"2": None, "3": None, "4": None}
        elif beaten:
            assert event["reason"] == "surrender"
            assert event["alliance"] == ("CENTRAL_POWERS" if beaten == {"WA"} else "ALLIES")
    assert len(kinds) == 4


def test_r8_3_two_factions_of_one_alliance_are_one_surrender() -> None:
    position = Position(turn=3).score(WA=30)
    position.state.surrender[:] = (4, 4, 0, 0)
    _, event = position.until(check, surrendered=["WA", "EA"])
    assert (event["reason"], event["alliance"]) == ("surrender", "CENTRAL_POWERS")


@pytest.mark.parametrize("start", [1, 2, 3])
@pytest.mark.parametrize("turn", range(1, 6))
def test_r8_3_the_switch_surrender_from_turn(start: int, turn: int) -> None:
    position = Position(f"surrender_from_turn={start}", turn=turn)
    position.state.surrender[:] = 4
    rolled = {bool(event["rolls"]) for _, event in position.sample(check, 30)}
    assert rolled == {turn >= start}
    ended = {event["reason"] for _, event in position.sample(check, 30)}
    assert ended <= ({None, "surrender", "mutual_surrender"} if turn >= start else {None})


# R8: the winners.

WINNERS = [
    # WA, EA, DE, GA, treaty: two, three, four
    ((7, 6, 6, 6), False, ("ALLIES", "ALLIES", "WA")),
    ((6, 7, 6, 6), False, ("ALLIES", "ALLIES", "EA")),
    ((7, 7, 6, 6), False, ("ALLIES", "ALLIES", "EA")),
    ((8, 7, 6, 6), False, ("ALLIES", "ALLIES", "WA")),
    ((8, 7, 6, 6), True, ("ALLIES", "ALLIES", "EA")),
    ((15, 7, 6, 6), True, ("ALLIES", "ALLIES", "EA")),
    ((16, 7, 6, 6), True, ("ALLIES", "ALLIES", "WA")),
    ((6, 6, 6, 6), False, ("CENTRAL_POWERS", "GA", "GA")),
    ((6, 6, 7, 5), False, ("CENTRAL_POWERS", "GA", "GA")),
    ((6, 6, 8, 6), False, ("CENTRAL_POWERS", "GA", "GA")),
    ((6, 6, 9, 6), False, ("CENTRAL_POWERS", "DE", "DE")),
    ((6, 6, 10, 6), False, ("CENTRAL_POWERS", "DE", "DE")),
    ((6, 6, 6, 9), False, ("CENTRAL_POWERS", "GA", "GA")),
    ((6, 6, 9, 6), True, ("CENTRAL_POWERS", "DE", "DE")),
]


@pytest.mark.parametrize(("vp", "treaty", "expected"), WINNERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_r8_scoring(vp: tuple[int, ...], treaty: bool, expected: tuple[str, ...], players: int) -> None:
    position = Position(turn=6, players=players).score(**dict(zip(FACTIONS, vp, strict=True)))
    if treaty:
        position.treaty()
    event = check(position)
    assert event["reason"] == "turn_6"
    assert event["winners"] == dict(zip("234", expected, strict=True))


@pytest.mark.parametrize(
    ("loser", "vp", "expected"),
    [
        ("WA", (20, 20, 1, 1), ("CENTRAL_POWERS", "GA", "GA")),
        ("EA", (20, 20, 4, 1), ("CENTRAL_POWERS", "DE", "DE")),
        ("DE", (1, 1, 20, 20), ("ALLIES", "ALLIES", "EA")),
        ("GA", (2, 1, 20, 20), ("ALLIES", "ALLIES", "WA")),
    ],
)
def test_r8_with_a_surrender_the_other_alliance_wins_whatever_the_score(
    loser: str, vp: tuple[int, ...], expected: tuple[str, ...]
) -> None:
    position = Position(turn=3).score(**dict(zip(FACTIONS, vp, strict=True)))
    position.state.surrender[FACTIONS.index(loser)] = 4
    _, event = position.until(check, surrendered=[loser])
    assert event["winners"] == dict(zip("234", expected, strict=True))


# R8.4 and R8.1: the treaty.


def offers(position: Position, games: int = 80) -> set[Any]:
    return {event["treaty"] and event["treaty"]["accepted"] for _, event in position.sample(check, games)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turn", range(1, 7))
def test_r8_4_the_treaty_may_be_offered_from_turn_4_while_the_game_goes_on(turn: int, players: int) -> None:
    position = Position(turn=turn, players=players).treaty_garrisons()
    accepted = {True, False} if players == 4 else {True}
    assert offers(position) == ({None} | accepted if turn in (4, 5) else {None})


def test_r8_4_r8_1_in_force_from_the_turn_of_acceptance_and_not_offered_again() -> None:
    position = Position(turn=5).treaty_garrisons()
    after, _ = position.until(check, treaty={"offered": True, "accepted": True})
    assert after.state.treaty == 5
    assert offers(after) == {None}
    refused, _ = position.at(4).until(check, treaty={"offered": True, "accepted": False})
    assert refused.state.treaty == 0
    assert offers(refused.at(5)) == {None, True, False}


def test_r8_4_no_offer_when_a_surrender_has_ended_the_game() -> None:
    position = Position(turn=4).treaty_garrisons()
    position.state.surrender[0] = 4
    for _, event in position.sample(check, 100):
        assert event["reason"] is None or event["treaty"] is None


GARRISON_LOSSES = [(7, "DE 1"), (8, "DE 2"), (9, "DE 3"), (9, "AH 1"), (9, "AH 3")]


@pytest.mark.parametrize(("front", "name"), GARRISON_LOSSES)
def test_r8_1_the_switch_treaty_garrison(front: int, name: str) -> None:
    required = Position(turn=4).treaty_garrisons().remove(front, name)
    assert not garrisons_stand(required.state, required.table)
    assert offers(required) == {None}
    ignored = Position("treaty_garrison=ignored", turn=4).treaty_garrisons().remove(front, name)
    assert offers(ignored) == {None, True, False}


def test_r8_1_german_armies_are_no_garrison_of_ga() -> None:
    position = Position(turn=4).treaty_garrisons().remove(9, "AH 1").place(9, "DE 4", "DE 5")
    assert not garrisons_stand(position.state, position.table)


def peace(*rules: str, monastir: bool = True) -> Position:
    position = Position(*rules, turn=5).treaty_garrisons().treaty()
    position.place(7, "RU 1").place(8, "RU 2").place(9, "RU 3").place(10, "SB 1", "MEF", "AH 4")
    position.place(11, "RU 4", "RO 1", "OR", "AH 5", "DE 4")
    return position if monastir else position.control("GA", "monastir")


@pytest.mark.parametrize("switch", ["required", "ignored"])
def test_r8_1_no_combat_on_fronts_7_8_9_and_ru_and_ro_do_not_attack(switch: str) -> None:
    position = peace(f"treaty_garrison={switch}")
    for front in (7, 8, 9):
        for faction in range(4):
            assert may_attack(position.state, position.table, faction, front - 1) == 0
    assert army_names(0, may_attack(position.state, position.table, 1, 10)) == {"OR"}
    assert army_names(0, may_attack(position.state, position.table, 1, 9)) == {"SB 1", "MEF"}
    assert army_names(1, may_attack(position.state, position.table, 3, 9)) == {"AH 4"}
    assert army_names(1, may_attack(position.state, position.table, 3, 10)) == {"AH 5", "DE 4"}


def test_r8_1_before_the_treaty_they_do() -> None:
    position = peace()
    position.state.treaty = 0
    attackers = [
        army_names(0, may_attack(position.state, position.table, 1, front)) for front in (6, 7, 8, 10)
    ]
    assert attackers == [{"RU 1"}, {"RU 2"}, {"RU 3"}, {"RU 4", "RO 1", "OR"}]


def test_r8_1_on_front_11_mef_and_or_defend_alone() -> None:
    position = peace()
    assert army_names(0, must_defend(position.state, position.table, 0, 10)) == {"OR"}
    for _, event in position.sample(lambda trial: trial.attack("GA", 11, "AH 5", "DE 4"), 60):
        assert event["defenders"] == ["OR"]
        assert event["defence_lead"] == "OR"
        die = 0 if event["attack_die"] == "S" else event["attack_die"]
        value = {"AH 5": 1, "DE 4": 3}[event["attack_lead"]]
        assert event["attack_total"] == value + 1 + die  # superior to OR, whatever RU and RO are there


def test_r8_1_the_central_powers_attack_on_front_11_only_if_mef_or_or_is_there() -> None:
    position = peace().remove(11, "OR")
    assert may_attack(position.state, position.table, 3, 10) == 0
    kinds = set()
    for _, event in position.remove(10, "AH 4").sample(lambda trial: trial.act("GA"), 200):
        kinds.add(event["event"])
    assert "combat" not in kinds


def test_r8_1_ea_attacks_on_front_11_also_where_nobody_defends() -> None:
    position = peace().remove(11, "AH 5", "DE 4")
    event = position.attack("EA", 11, "OR")
    assert event["defenders"] == []
    assert event["city"] in ("hermannstadt", "sofia")
    assert "fault" in peace().attack("EA", 11, "RU 4")
    assert "fault" in peace().attack("EA", 11, "RU 4", "OR")


def test_r8_1_r5_4_without_monastir_nobody_attacks_for_ea_on_front_11() -> None:
    position = peace(monastir=False)
    assert may_attack(position.state, position.table, 1, 10) == 0


def test_r8_1_the_victory_check_passes_over_fronts_7_8_9_and_11() -> None:
    position = (
        Position(turn=5).treaty_garrisons().treaty().place(11, "AH 4").place(10, "AH 5").place(1, "DE 4")
    )
    position.control("DE", "riga", "kowno")
    event = position.check()
    assert {capture["front"] for capture in event["captures"]} == {1, 10}
    assert event["surrender_points"] == []
    position.state.treaty = 0
    event = position.check()
    assert {capture["front"] for capture in event["captures"]} == {1, 8, 9, 10, 11}
    assert event["surrender_points"] == [{"front": 7, "faction": "EA"}]


@pytest.mark.parametrize("faction", ["DE", "GA"])
def test_r8_1_no_action_breaks_a_garrison(faction: str) -> None:
    position = (
        Position(turn=5)
        .treaty_garrisons()
        .treaty()
        .place(7, "DE 5")
        .place(8, "DE 6")
        .place(9, "AH 4", "DE 7")
    )
    left = set()
    for after, _ in position.sample(lambda trial: trial.act(faction), 600):
        assert garrisons_stand(after.state, after.table)
        left |= {(front, len(after.armies(front))) for front in (7, 8, 9)}
    assert left >= ({(7, 1), (8, 1)} if faction == "DE" else {(9, 4)})


@pytest.mark.parametrize("faction", ["DE", "GA"])
def test_r8_1_with_the_switch_ignored_garrisons_may_leave(faction: str) -> None:
    position = Position("treaty_garrison=ignored", turn=5).treaty_garrisons().treaty()
    broken = [
        not garrisons_stand(after.state, after.table)
        for after, _ in position.sample(lambda trial: trial.act(faction), 100)
    ]
    assert any(broken)


def test_r8_1_who_may_leave_a_garrison() -> None:
    position = Position(turn=5).treaty_garrisons().treaty().place(9, "RU 1")
    leaving = [army_names(1, may_leave(position.state, position.table, 1, front - 1)) for front in (7, 8, 9)]
    assert leaving == [set(), set(), set()]
    assert army_names(0, may_leave(position.state, position.table, 0, 8)) == {"RU 1"}
    position.place(9, "DE 4")
    assert army_names(1, may_leave(position.state, position.table, 1, 8)) == {"DE 3", "DE 4"}
    position.place(9, "AH 4").remove(9, "DE 4")
    assert army_names(1, may_leave(position.state, position.table, 1, 8)) == {"AH 1", "AH 2", "AH 3", "AH 4"}
    position.state.treaty = 0
    assert army_names(1, may_leave(position.state, position.table, 1, 6)) == {"DE 1"}


def test_r8_1_ea_moves_freely_under_the_treaty() -> None:
    position = Position(turn=5).treaty().treaty_garrisons().place(7, "RU 1").place(9, "RU 2")
    targets = set()
    for _, event in position.sample(lambda trial: trial.act("EA"), 200):
        targets |= {(step["from"], step["to"]) for step in event.get("armies", ())}
    assert targets >= {(7, 8), (9, 8), (9, 11), (7, 11)}
