"""Deployment and the minimum garrison, R4.2.1."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import (
    ARMIES,
    ARMY_NAMES,
    Position,
    army_names,
    army_word,
    box,
    fronts_in,
    may_be,
    members,
    word,
)

from fwwsim.games.first_world_war.deployment import begin_turn, cover_garrisons, empty_garrisons, useful_cover
from fwwsim.games.first_world_war.names import FACTIONS

GARRISONS = {"WA": (1, 2, 3, 4), "DE": (1, 2, 3, 4), "EA": (7, 8, 9), "GA": (5, 6, 9, 10)}


def best_cover(fronts: list[Any], armies: frozenset[Any], fits: set[tuple[Any, Any]]) -> int:
    """The greatest number of fronts that the armies can cover, one each: every assignment is tried."""
    if not fronts:
        return 0
    front, rest = fronts[0], fronts[1:]
    used = (1 + best_cover(rest, armies - {army}, fits) for army in armies if (army, front) in fits)
    return max((best_cover(rest, armies, fits), *used))


def useful(front: Any, others: list[Any], armies: frozenset[Any], fits: set[tuple[Any, Any]]) -> set[Any]:
    """The armies that may cover `front` and keep the greatest possible number of fronts coverable."""
    most = best_cover([front, *others], armies, fits)
    return {
        army
        for army in armies
        if (army, front) in fits and 1 + best_cover(others, armies - {army}, fits) == most
    }


@settings(max_examples=250, derandomize=True, deadline=None)
@given(
    fits=st.sets(st.tuples(st.integers(0, 6), st.integers(0, 3))),
    armies=st.frozensets(st.integers(0, 6)),
    others=st.sets(st.integers(1, 3)),
)
def test_r4_2_1_useful_cover_equals_every_assignment_tried(
    fits: set[tuple[int, int]], armies: frozenset[int], others: set[int]
) -> None:
    """On invented operating tables, so that every shape of matching occurs."""
    position = INVENTED
    position.state.waiting[1] = word(armies)
    for front in range(4):
        entering = word(army for army, where in fits if where == front)
        position.table.may_enter[2, 1, 1, front] = entering
    found = useful_cover(position.state, position.table, FACTIONS.index("DE"), 0, word(others))
    assert set(members(found)) == useful(0, sorted(others), armies, fits)


def invented() -> Position:
    position = Position(turn=2).own_table()
    position.table.colour[2] = 0b1111111
    return position


INVENTED = invented()


@settings(max_examples=120, derandomize=True, deadline=None)
@given(
    faction=st.sampled_from(FACTIONS),
    turn=st.integers(2, 6),
    monastir=st.booleans(),
    there=st.dictionaries(st.sampled_from(sorted(ARMIES)), st.integers(1, 11), max_size=8),
    waiting=st.sets(st.sampled_from(sorted(ARMIES)), max_size=12),
    game=st.integers(0, 10_000),
)
def test_r4_2_1_a_deployment_covers_the_greatest_possible_number_of_fronts(
    faction: str, turn: int, monastir: bool, there: dict[str, int], waiting: set[str], game: int
) -> None:
    position = Position(turn=turn)
    position.state.game = game
    if not monastir:
        position.control("CENTRAL_POWERS", "monastir")
    colour = {army.name for army in box().armies if army.faction == faction}
    for name, front in there.items():
        position.place(front, name)
    position.wait(*(waiting - set(there)))
    own = frozenset((waiting - set(there)) & colour)
    empty = [front for front in GARRISONS[faction] if not position.armies(front) & colour]
    assert fronts_in(empty_garrisons(position.state, position.table, FACTIONS.index(faction))) == set(empty)

    fits = {(name, front) for name, front in product(own, empty) if may_be(name, front, turn, monastir)}
    held = cover_only(faction)(position.copy())
    alone = best_cover(empty, own, fits)
    assert sum(bool(held[front] & own) for front in empty) == alone
    before = {front: position.armies(front) for front in range(1, 12)}
    event = position.deploy(faction)
    assert sum(bool(position.armies(front) & own) for front in empty) >= alone
    assert set(event["armies"]) == {
        name for name in own if any(may_be(name, front, turn, monastir) for front in range(1, 12))
    }
    assert all(may_be(name, front, turn, monastir) for name, front in event["armies"].items())
    assert all(before[front] <= position.armies(front) for front in range(1, 12))
    assert position.waiting() == (waiting - set(there)) - set(event["armies"])


def cover_only(faction: str) -> Any:
    def play(position: Position) -> dict[str, Any]:
        cover_garrisons(position.state, position.table, position.journal, FACTIONS.index(faction))
        position.state.noted = 0
        alliance = FACTIONS.index(faction) >> 1
        return {
            front: army_names(alliance, position.state.armies[alliance, front - 1])
            for front in GARRISONS[faction]
        }

    return play


def test_r4_2_1_an_army_is_kept_for_the_front_that_only_it_can_cover() -> None:
    """BR 1 could take front 1, but then front 2 has nobody: BE 1 must."""
    position = Position(turn=2).place(3, "FR 1").place(4, "FR 2").wait("BR 1", "BE 1")
    for _, held in position.sample(cover_only("WA"), 50):
        assert (held[1], held[2]) == ({"BE 1"}, {"BR 1"})


def test_r4_2_1_a_chain_of_armies_each_of_which_has_one_place() -> None:
    position = Position(turn=2).place(4, "FR 2").wait("FR 1", "BR 1", "BE 1")
    for _, held in position.sample(cover_only("WA"), 50):
        assert (held[1], held[2], held[3]) == ({"BE 1"}, {"BR 1"}, {"FR 1"})


def test_r4_2_1_a_greedy_choice_would_fail_with_two_fronts_left_for_two_armies() -> None:
    position = Position(turn=2).wait("BR 1", "BR 2", "FR 1", "FR 2")
    seen = set()
    for _, held in position.sample(cover_only("WA"), 80):
        assert {*held[1], *held[2]} == {"BR 1", "BR 2"}
        assert {*held[3], *held[4]} == {"FR 1", "FR 2"}
        seen.add((*held[1], *held[3]))
    assert seen == {("BR 1", "FR 1"), ("BR 1", "FR 2"), ("BR 2", "FR 1"), ("BR 2", "FR 2")}


def test_r4_2_1_any_army_may_cover_when_the_number_stays_the_greatest() -> None:
    position = Position(turn=2).place(3, "FR 4").place(4, "FR 5").wait("BE 1", "BR 1", "FR 1")
    seen = {(*held[1], *held[2]) for _, held in position.sample(cover_only("WA"), 200)}
    assert seen == {("BE 1", "BR 1"), ("BE 1", "FR 1"), ("BR 1", "FR 1"), ("FR 1", "BR 1")}


@pytest.mark.parametrize("faction", FACTIONS)
def test_r4_2_1_garrison_fronts_of_each_faction(faction: str) -> None:
    position = Position(turn=2)
    found = empty_garrisons(position.state, position.table, FACTIONS.index(faction))
    assert fronts_in(found) == set(GARRISONS[faction])


def test_r4_2_1_only_armies_of_the_own_colour_are_a_garrison() -> None:
    position = Position(turn=2).place(9, "DE 1", "DE 2").place(5, "AH 1").place(6, "AH 3").place(10, "AH 4")
    position.wait("AH 5")
    for after, _ in position.sample(lambda trial: trial.deploy("GA"), 40):
        assert after.where("AH 5") == ["9"]


def test_r4_2_1_dummies_are_no_garrison() -> None:
    position = Position(turn=2).place(1, "FR 1").place(2, "FR 2").place(3, "FR 3").put_dummies(4, WA=3)
    position.wait("FR 4")
    for after, _ in position.sample(lambda trial: trial.deploy("WA"), 40):
        assert after.where("FR 4") == ["4"]


def test_r4_2_1_no_garrison_is_asked_for_on_turn_1() -> None:
    position = Position(turn=1).wait("FR 1", "FR 2", "FR 3", "FR 4")
    covered = {
        sum(bool(after.armies(front)) for front in (1, 2, 3, 4))
        for after, _ in position.sample(lambda trial: trial.deploy("WA"), 300)
    }
    assert covered == {1, 2, 3, 4}


@pytest.mark.parametrize("turn", [2, 3, 4, 5, 6])
def test_r4_2_1_from_turn_2_on_four_armies_cover_four_fronts(turn: int) -> None:
    position = Position(turn=turn).wait("FR 1", "FR 2", "FR 3", "FR 4")
    for after, _ in position.sample(lambda trial: trial.deploy("WA"), 60):
        assert all(len(after.armies(front)) == 1 for front in (1, 2, 3, 4))


def test_r4_2_1_an_army_that_no_front_takes_waits_for_a_later_turn() -> None:
    position = Position("mef_or_reach=front_11_only", turn=3).control("GA", "monastir")
    position.wait("MEF", "OR", "RU 1", "SB 1")
    for after, event in position.sample(lambda trial: trial.deploy("EA"), 40):
        assert set(event["armies"]) == {"RU 1", "SB 1"}
        assert after.waiting() == {"MEF", "OR"}
        after.at(4).control("EA", "monastir")
        assert after.deploy("EA")["armies"] == {"MEF": 11, "OR": 11}
        assert after.waiting() == set()


def test_r4_2_1_reinforcements_replacements_and_removed_dummies_are_deployed_together() -> None:
    position = Position(turn=3).wait("DE 1")
    position.state.dummies_off[2] = 4
    begin_turn(position.state, position.table)
    event = position.deploy("DE")
    assert set(event["armies"]) == {"DE 1", "DE 10", "DE 11", "DE 12", "DE Sued", "DE Bug"}
    assert sum(event["dummies"].values()) == sum(position.dummies("DE").values()) == 4
    assert position.state.dummies_off.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("faction", FACTIONS)
def test_r4_2_1_a_faction_deploys_its_own_colour_only(faction: str) -> None:
    position = Position(turn=4).wait("FR 1", "RU 1", "DE 1", "AH 1")
    position.state.dummies_off[:] = 2
    event = position.deploy(faction)
    assert [name[:2] for name in event["armies"]] == [
        {"WA": "FR", "EA": "RU", "DE": "DE", "GA": "AH"}[faction]
    ]
    off = {name: int(number) for name, number in zip(FACTIONS, position.state.dummies_off, strict=True)}
    assert off == {**dict.fromkeys(FACTIONS, 2), faction: 0}


def test_r4_2_1_what_is_on_the_board_stays() -> None:
    position = (
        Position(turn=3).place(1, "DE 1").place(9, "DE 2", "RU 1").put_dummies(8, DE=2).put_dummies(9, EA=1)
    )
    for after, _ in position.sample(lambda trial: trial.deploy("DE"), 20):
        assert (after.where("DE 1"), after.where("DE 2"), after.where("RU 1")) == (["1"], ["9"], ["9"])
        assert after.dummies("DE") == {8: 2}
        assert after.dummies("EA") == {9: 1}


def test_r4_2_1_all_counters_turn_face_down() -> None:
    position = Position(turn=2).place(1, "DE 1", "FR 1")
    position.state.revealed[:] = army_word("FR 1"), army_word("DE 1")
    begin_turn(position.state, position.table)
    assert position.state.revealed.tolist() == [0, 0]


def test_r5_3_r4_2_1_nobody_is_deployed_in_italy_before_turn_4() -> None:
    names = [name for name in ARMY_NAMES[0] if name[:2] in ("BR", "FR")]
    for turn in range(2, 7):
        position = Position(turn=turn).wait(*names, "DE 1", "DE 2", "DE 3", "DE 4", "DE 5", "DE 6", "DE 7")
        fronts = set()
        for after, event in position.sample(lambda trial: trial.deploy("WA"), 30):
            fronts |= set(event["armies"].values()) | set(after.deploy("DE")["armies"].values())
        assert ({5, 6} <= fronts) == (turn >= 4)
        assert ({5, 6} & fronts == set()) == (turn < 4)
