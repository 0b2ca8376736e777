"""Replacements, R7."""

from itertools import combinations
from typing import Any

import pytest
from positions import Position

from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.replacement import allowance

NUMBER = {"WA": 4, "EA": 5, "DE": 4, "GA": 4}
CENTRES = {
    "DE": ("aachen", "metz", "berlin", "breslau"),
    "GA": ("trieste", "wien", "budapest", "lemberg"),
    "WA": ("calais", "paris", "nancy", "venezia"),
    "EA": ("riga", "warszawa", "minsk", "kiev", "odessa"),
}
ENEMY = {"WA": "CENTRAL_POWERS", "EA": "CENTRAL_POWERS", "DE": "ALLIES", "GA": "ALLIES"}
LOSSES = {
    "WA": ("FR 1", "FR 2", "FR 3", "FR 4", "FR 5", "BR 1"),
    "EA": ("RU 1", "RU 2", "RU 3", "RU 4", "RU 5", "SB 1"),
    "DE": ("DE 1", "DE 2", "DE 3", "DE 4", "DE 5", "DE 6"),
    "GA": ("AH 1", "AH 2", "AH 3", "AH 4", "AH 5", "BU 1"),
}
CAPTURES = [(f, lost) for f in FACTIONS for size in range(6) for lost in combinations(CENTRES[f], size)]


def number(position: Position, faction: str) -> int:
    return int(allowance(position.state, position.table, FACTIONS.index(faction)))


@pytest.mark.parametrize(("faction", "captured"), CAPTURES, ids=str)
def test_r7_0_r7_1_one_less_for_each_own_centre_in_enemy_hands(
    faction: str, captured: tuple[str, ...]
) -> None:
    position = Position(turn=2).control(ENEMY[faction], *captured).lose(*LOSSES[faction])
    expected = NUMBER[faction] - len(captured)
    assert number(position, faction) == expected
    assert all(number(position, other) == NUMBER[other] for other in FACTIONS if other != faction)
    returned = position.replace()[faction]
    assert len(returned) == expected
    assert returned <= set(LOSSES[faction])


@pytest.mark.parametrize("faction", FACTIONS)
def test_r7_1_other_cities_cost_nothing_and_captured_centres_give_nothing(faction: str) -> None:
    position = Position()
    own = position.cities("ALLIES" if faction in ("WA", "EA") else "CENTRAL_POWERS")
    every_centre = {city for centres in CENTRES.values() for city in centres}
    position.control(ENEMY[faction], *(own - every_centre))
    assert number(position, faction) == NUMBER[faction]
    friend = "ALLIES" if faction in ("WA", "EA") else "CENTRAL_POWERS"
    position.control(friend, *(every_centre - set(CENTRES[faction])))
    assert number(position, faction) == NUMBER[faction]


def test_r7_0_the_number_is_never_below_0() -> None:
    """More centres than N can be lost only if N is smaller: a table with N = 2 shows the floor."""
    position = Position().own_table()
    position.table.replacements[:] = 2
    for faction in FACTIONS:
        position.control(ENEMY[faction], *CENTRES[faction])
        assert number(position, faction) == 0


def test_r7_worked_example_2_aachen_costs_germany_one_replacement() -> None:
    position = Position().place(1, "BE 1")
    assert number(position, "DE") == 4
    assert position.attack("WA", 1, "BE 1")["city"] == "aachen"
    assert number(position, "DE") == 3
    assert number(position, "WA") == 4


@pytest.mark.parametrize("faction", FACTIONS)
def test_r7_0_every_choice_of_armies_is_possible_and_the_rest_stays_lost(faction: str) -> None:
    position = Position(turn=2).lose(*LOSSES[faction])
    chosen = set()
    for after, event in position.sample(lambda trial: trial.replace(), 200):
        assert {name for name, armies in event.items() if armies} == {faction}
        assert after.waiting() == event[faction]
        assert after.lost() == set(LOSSES[faction]) - event[faction]
        chosen.add(frozenset(event[faction]))
    assert len(chosen) == {4: 15, 5: 6}[NUMBER[faction]]


@pytest.mark.parametrize("faction", FACTIONS)
def test_r7_0_unused_replacements_are_lost(faction: str) -> None:
    position = Position(turn=2).lose(LOSSES[faction][0])
    assert position.replace()[faction] == {LOSSES[faction][0]}
    position.lose(*LOSSES[faction])
    assert len(position.replace()[faction]) == NUMBER[faction]


def test_r7_0_armies_left_in_the_losses_may_be_chosen_on_a_later_turn() -> None:
    position = Position(turn=2).lose(*LOSSES["DE"])
    first = position.replace()["DE"]
    second = position.replace()["DE"]
    assert first | second == set(LOSSES["DE"])
    assert len(second) == 2
    assert position.lost() == set()


def test_r7_0_they_deploy_on_the_next_turn() -> None:
    position = Position(turn=2).lose("FR 1", "RU 1", "DE 1", "AH 1")
    position.next_turn()
    assert position.state.turn == 3
    for faction, name in (("GA", "AH 1"), ("EA", "RU 1"), ("WA", "FR 1"), ("DE", "DE 1")):
        assert position.where(name) == ["waiting"]
        assert name in position.deploy(faction)["armies"]


def test_r7_0_the_order_of_the_factions() -> None:
    assert list(Position().lose("FR 1").replace()) == ["GA", "EA", "WA", "DE"]


WESTERN_POOL = {"FR 1", "FR 2", "FR 3", "ITB", "MEF", "OR"}


def test_r7_2_itb_mef_and_or_use_the_number_of_wa() -> None:
    east = {"RU 1", "RU 2", "RU 3", "RU 4", "RU 5", "SB 1", "GR"}
    position = Position(turn=5).lose(*WESTERN_POOL, *east)
    seen = set()
    for after, event in position.sample(lambda trial: trial.replace(), 300):
        pool = (event["WA"] | event["EA"]) & WESTERN_POOL
        assert len(pool) == 4
        assert event["WA"] == pool - {"ITB", "MEF", "OR"}
        assert len(event["EA"] & east) == 5
        assert after.lost() == (WESTERN_POOL | east) - event["WA"] - event["EA"]
        seen.add(frozenset(pool))
    assert len(seen) == 15


def test_r7_2_the_number_of_ea_returns_none_of_them() -> None:
    position = Position(turn=5).lose("ITB", "MEF", "OR", "RU 1").control("DE", *CENTRES["WA"])
    expected: dict[str, Any] = {"GA": set(), "EA": {"RU 1"}, "WA": set(), "DE": set()}
    assert position.replace() == expected
    assert position.lost() == {"ITB", "MEF", "OR"}


def test_r7_2_the_number_of_wa_returns_them_without_any_of_ea() -> None:
    position = Position(turn=5).lose("ITB", "MEF", "OR", "RU 1").control("DE", *CENTRES["EA"])
    assert position.replace()["EA"] == {"ITB", "MEF", "OR"}
    assert position.lost() == {"RU 1"}


def test_r7_2_a_replaced_expedition_is_deployed_by_ea() -> None:
    position = Position(turn=4).lose("MEF", "OR")
    position.replace()
    assert position.deploy("WA")["armies"] == {}
    assert set(position.deploy("EA")["armies"]) == {"MEF", "OR"}


def test_r7_0_german_armies_lost_under_ga_use_germany_s_number() -> None:
    position = Position().lose(*LOSSES["DE"], *LOSSES["GA"]).control("ALLIES", *CENTRES["DE"])
    event = position.replace()
    assert event["DE"] == set()
    assert len(event["GA"]) == 4
    assert event["GA"] <= set(LOSSES["GA"])
