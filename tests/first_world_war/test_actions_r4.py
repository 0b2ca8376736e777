"""The actions of R4.3: what each may do, seen in thousands of actions of the policy random."""

from collections import Counter
from typing import Any

import pytest
from positions import ARMIES, Position, army_word, box, dummy_may_be, may_be, word

from fwwsim.games.first_world_war.eligibility import may_attack
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.operating import relocate_army, relocate_dummy, steppers, travellers
from fwwsim.games.first_world_war.state import BAD_MOVE, MOVE, TRANSFER

ADJACENT = {
    1: {2}, 2: {1, 3}, 3: {2, 4}, 4: {3}, 5: {6}, 6: {5},
    7: {8}, 8: {7, 9}, 9: {8, 10, 11}, 10: {9, 11}, 11: {9, 10},
}  # fmt: skip
CONTROLLED = {
    "WA": {1, 2, 3, 4, 5, 6},
    "EA": {7, 8, 9, 10, 11},
    "DE": {1, 2, 3, 4, 7, 8},
    "GA": {5, 6, 9, 10, 11},
}
THEATRE = {front: "west" if front <= 4 else "italy" if front <= 6 else "east" for front in range(1, 12)}
ALLIANCE = {"WA": 0, "EA": 0, "DE": 1, "GA": 1}


def crowded(turn: int, *rules: str, monastir: bool = True) -> Position:
    """Armies of every faction and theatre, German ones under GA too, and dummies."""
    position = Position(*rules, turn=turn)
    position.place(1, "BE 1", "BR 1", "FR 1", "DE 1").place(2, "FR 2", "FR 3", "DE 2", "DE 3")
    position.place(3, "FR 4").place(4, "DE 4").place(5, "IT 1", "AH 1").place(6, "IT 2", "AH 3")
    position.place(7, "RU 1", "DE 5").place(8, "RU 2", "RU 3", "DE 6").place(9, "RU 4", "AH 4", "DE 7")
    position.place(10, "SB 1", "MEF", "ITB", "AH 5", "BU 1").place(11, "RO 1", "OR", "AH 6", "DE 8")
    position.put_dummies(1, WA=1, DE=1).put_dummies(2, DE=2).put_dummies(6, WA=1, GA=1).put_dummies(8, EA=2)
    position.put_dummies(9, GA=1, DE=1).put_dummies(10, EA=1).put_dummies(11, GA=1)
    return position if monastir else position.control("GA", "monastir")


def under_way(position: Position, faction: str, action: int) -> Position:
    """The position while `faction` carries out a Move or transfer."""
    position.state.slot = FACTIONS.index(faction)
    position.state.action = action
    return position


def faction_of(army: str) -> str:
    return next(row.faction for row in box().armies if row.name == army)


def check_legal(event: dict[str, Any], before: Position, faction: str, turn: int, monastir: bool) -> None:
    """R4.3 for one move or transfer, said plainly."""
    moved = [(step["army"], step["from"], step["to"]) for step in event["armies"]]
    dummies = [(step["faction"], step["from"], step["to"], step["number"]) for step in event["dummies"]]
    assert len({name for name, _, _ in moved}) == len(moved)
    for name, source, target in moved:
        assert before.where(name) == [str(source)]
        assert ALLIANCE[faction_of(name)] == ALLIANCE[faction]
        assert may_be(name, target, turn, monastir)
    for owner, _, target, _ in dummies:
        assert ALLIANCE[owner] == ALLIANCE[faction]
        assert dummy_may_be(owner, target, turn, monastir)
    for source, target in [*((s, t) for _, s, t in moved), *((s, t) for _, s, t, _ in dummies)]:
        assert source in CONTROLLED[faction]
        assert source != target
    number = len(moved) + sum(count for *_, count in dummies)
    assert number >= 1
    sources = {source for _, source, _ in moved} | {source for _, source, _, _ in dummies}
    left = Counter()
    for owner, source, _, count in dummies:
        left[owner, source] += count
    assert all(before.dummies(owner)[source] >= count for (owner, source), count in left.items())
    if event["event"] == "move":
        assert len(sources) == 1
        pairs = [(s, t) for _, s, t in moved] + [(s, t) for _, s, t, _ in dummies]
        assert all(t in ADJACENT[s] and THEATRE[s] == THEATRE[t] for s, t in pairs)
    else:
        assert number <= 2


@pytest.mark.parametrize(("turn", "monastir"), [(2, True), (3, False), (4, True), (5, False)])
@pytest.mark.parametrize("faction", FACTIONS)
def test_r4_3_every_action_is_legal_and_every_kind_occurs(faction: str, turn: int, monastir: bool) -> None:
    before = crowded(turn, monastir=monastir)
    kinds: Counter[str] = Counter()
    for after, event in before.sample(lambda trial: trial.act(faction), 300):
        kinds[event["event"]] += 1
        assert event["faction"] == faction
        if event["event"] in ("move", "transfer"):
            check_legal(event, before, faction, turn, monastir)
            moved = {step["army"]: str(step["to"]) for step in event["armies"]}
            for name in ARMIES:
                assert after.where(name) == ([moved[name]] if name in moved else before.where(name))
            for owner in FACTIONS:
                expected = Counter(before.dummies(owner))
                for step in event["dummies"]:
                    if step["faction"] == owner:
                        expected[step["from"]] -= step["number"]
                        expected[step["to"]] += step["number"]
                assert after.dummies(owner) == +expected
        elif event["event"] == "combat":
            assert event["front"] in CONTROLLED[faction]
            assert set(event["attackers"]) <= before.armies(event["front"])
            assert all(ALLIANCE[faction_of(name)] == ALLIANCE[faction] for name in event["attackers"])
            assert event["attackers"]
    assert set(kinds) == {"combat", "move", "transfer", "pass"}
    assert min(kinds.values()) > 30


def test_r4_3_the_destinations_of_a_move_may_differ() -> None:
    moves = [
        {step["to"] for step in event["armies"]}
        for _, event in crowded(2).sample(lambda trial: trial.act("DE"), 500)
        if event["event"] == "move"
    ]
    assert {1, 3} in moves


def test_r4_3_worked_example_7_one_move_to_two_fronts() -> None:
    """Germany moves two armies from front 2 to front 1, two to front 3, and leaves one on front 2."""
    position = Position().place(2, "DE 1", "DE 2", "DE 3", "DE 4", "DE 5")
    shapes = set()
    for after, event in position.sample(lambda trial: trial.act("DE"), 1500):
        if event["event"] == "move":
            numbers = tuple(len(after.armies(front)) for front in (1, 2, 3))
            assert sum(numbers) == 5
            shapes.add(numbers)
    assert (2, 1, 2) in shapes
    assert (0, 5, 0) not in shapes


def test_r4_3_worked_example_7_by_the_rule_itself() -> None:
    position = under_way(Position().place(2, "DE 1", "DE 2", "DE 3", "DE 4", "DE 5"), "DE", MOVE)
    assert steppers(position.state, position.table, 1, 1) == army_word("DE 1", "DE 2", "DE 3", "DE 4", "DE 5")
    for name, target in (("DE 1", 1), ("DE 2", 1), ("DE 3", 3), ("DE 4", 3)):
        relocate_army(position.state, position.table, position.journal, 1, ARMIES[name][1], 1, target - 1)
    assert position.state.fault == 0
    assert (position.armies(1), position.armies(2), position.armies(3)) == (
        {"DE 1", "DE 2"},
        {"DE 5"},
        {"DE 3", "DE 4"},
    )


def relocated(position: Position, name: str, source: int, target: int) -> int:
    """Relocate an army by the rule itself; the fault that the state holds then."""
    alliance, army = ARMIES[name]
    relocate_army(position.state, position.table, position.journal, alliance, army, source - 1, target - 1)
    return int(position.state.fault)


def test_r4_3_move_to_a_front_not_adjacent_is_refused() -> None:
    position = under_way(Position().place(1, "DE 1"), "DE", MOVE)
    assert relocated(position, "DE 1", 1, 3) == BAD_MOVE
    assert position.where("DE 1") == ["1"]


def test_r4_3_move_from_a_second_front_is_refused() -> None:
    position = under_way(Position().place(1, "DE 1").place(3, "DE 2"), "DE", MOVE)
    assert relocated(position, "DE 1", 1, 2) == 0
    assert relocated(position, "DE 2", 3, 2) == BAD_MOVE


def test_r4_3_third_counter_of_a_transfer_is_refused() -> None:
    position = under_way(Position().place(1, "DE 1", "DE 2").put_dummies(1, DE=1), "DE", TRANSFER)
    assert relocated(position, "DE 1", 1, 7) == 0
    assert relocated(position, "DE 2", 1, 4) == 0
    relocate_dummy(position.state, position.table, position.journal, 2, 0, 3)
    assert position.state.fault == BAD_MOVE
    assert position.dummies("DE") == {1: 1}


@pytest.mark.parametrize(("rules", "fault"), [((), 0), (("transfer_source=one_front",), BAD_MOVE)])
def test_r4_3_second_front_of_a_transfer(rules: tuple[str, ...], fault: int) -> None:
    position = under_way(Position(*rules).place(1, "DE 1").place(3, "DE 2"), "DE", TRANSFER)
    assert relocated(position, "DE 1", 1, 7) == 0
    assert relocated(position, "DE 2", 3, 8) == fault


def test_r5_1_counters_of_another_faction_are_refused() -> None:
    position = under_way(Position().place(9, "DE 1"), "DE", TRANSFER)
    assert relocated(position, "DE 1", 9, 8) == BAD_MOVE
    assert relocated(under_way(Position().place(9, "DE 1"), "GA", TRANSFER), "DE 1", 9, 8) == 0


def test_r6_2_1_chit_that_can_never_be_played_is_returned_before_an_action() -> None:
    """EA puts British Rifles back; a heuristic policy keeps a harmful one from its partner until crowded."""
    position = Position(policies="balanced").hand("EA", "allied-british-rifles")
    _, event = next(position.sample(lambda trial: trial.act("EA"), 1))
    assert event["event"] == "return_chit"
    assert event["chit"] == "allied-british-rifles"
    harmful = Position(policies="balanced").hand("EA", "allied-pantalons-rouges")
    after, event = next(harmful.sample(lambda trial: trial.act("EA"), 1))
    assert event["event"] != "return_chit"
    assert after.chits("EA") == {"allied-pantalons-rouges"}


def test_r4_3_only_pass_without_counters() -> None:
    for faction in FACTIONS:
        events = [event["event"] for _, event in Position().sample(lambda trial, f=faction: trial.act(f), 30)]
        assert set(events) == {"pass"}


def test_r4_3_combat_needs_a_real_army_that_may_attack() -> None:
    position = Position().put_dummies(1, DE=2).place(1, "FR 1").place(9, "DE 1")
    kinds = {event["event"] for _, event in position.sample(lambda trial: trial.act("DE"), 200)}
    assert kinds == {"move", "transfer", "pass"}


def test_r4_3_no_move_where_no_adjacent_front_takes_the_army() -> None:
    """BE 1 operates on front 1 only; SB 1 on front 10 only."""
    position = Position().place(1, "BE 1").place(10, "SB 1", "MN")
    for faction in ("WA", "EA"):
        kinds = {e["event"] for _, e in position.sample(lambda trial, f=faction: trial.act(f), 200)}
        assert kinds == {"combat", "pass"}


def test_r4_3_one_or_two_counters_from_any_fronts_are_transferred() -> None:
    position = Position().place(1, "DE 1", "DE 2").place(7, "DE 3").put_dummies(8, DE=1)
    numbers, distances, theatres = set(), set(), set()
    for _, event in position.sample(lambda trial: trial.act("DE"), 800):
        if event["event"] == "transfer":
            steps = [(s["from"], s["to"]) for s in event["armies"]]
            steps += [(s["from"], s["to"]) for s in event["dummies"]]
            number = len(event["armies"]) + sum(step["number"] for step in event["dummies"])
            numbers.add(number)
            distances.add(len({source for source, _ in steps}))
            theatres |= {(THEATRE[source], THEATRE[target]) for source, target in steps}
    assert numbers == {1, 2}
    assert distances == {1, 2}
    assert theatres >= {("west", "east"), ("east", "west"), ("east", "east"), ("west", "west")}


def test_r4_3_the_switch_transfer_source_one_front_lets_two_counters_leave_one_front_only() -> None:
    position = Position("transfer_source=one_front").place(1, "DE 1", "DE 2").place(7, "DE 3", "DE 4")
    position.put_dummies(8, DE=2).put_dummies(9, DE=1)
    numbers = set()
    for _, event in position.sample(lambda trial: trial.act("DE"), 800):
        if event["event"] == "transfer":
            steps = event["armies"] + event["dummies"]
            assert len({step["from"] for step in steps}) == 1
            numbers.add(len(event["armies"]) + sum(step["number"] for step in event["dummies"]))
    assert numbers == {1, 2}


def test_r4_3_a_counter_is_transferred_once_in_an_action() -> None:
    """With one army and one dummy, two transferred counters are these two, never one of them twice."""
    position = Position().place(1, "DE 1").put_dummies(2, DE=1)
    both = 0
    for _, event in position.sample(lambda trial: trial.act("DE"), 600):
        if event["event"] == "transfer":
            assert len(event["armies"]) <= 1
            assert sum(step["number"] for step in event["dummies"]) <= 1
            assert all(step["from"] == 2 for step in event["dummies"])
            both += bool(event["armies"] and event["dummies"])
    assert both > 20


def test_r4_3_two_dummies_of_one_front_are_transferred_each_once() -> None:
    position = Position().put_dummies(9, GA=1, DE=1).put_dummies(10, GA=1)
    for after, event in position.sample(lambda trial: trial.act("GA"), 600):
        if event["event"] == "transfer":
            left = Counter()
            for step in event["dummies"]:
                left[step["faction"], step["from"]] += step["number"]
            assert all(position.dummies(owner)[source] >= count for (owner, source), count in left.items())
        assert sum(after.dummies("GA").values()) == 2
        assert sum(after.dummies("DE").values()) == 1


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [
        ("BE 1", 1, 2),  # R5.0
        ("FR 1", 1, 1),  # no change of front
        ("FR 1", 2, 3),  # not there
        ("FR 1", 1, 5),  # R5.3
        ("RU 1", 9, 10),  # R5.0
    ],
)
def test_r4_3_an_illegal_relocation_is_a_fault(name: str, source: int, target: int) -> None:
    position = Position(turn=3).place(1, "BE 1", "FR 1").place(9, "RU 1")
    alliance, army = ARMIES[name]
    relocate_army(position.state, position.table, position.journal, alliance, army, source - 1, target - 1)
    assert position.state.fault == BAD_MOVE
    assert position.armies(1) == {"BE 1", "FR 1"}
    assert position.armies(9) == {"RU 1"}


@pytest.mark.parametrize(
    ("faction", "source", "target"), [("WA", 1, 7), ("WA", 2, 1), ("WA", 1, 1), ("DE", 9, 6)]
)
def test_r4_3_an_illegal_relocation_of_a_dummy_is_a_fault(faction: str, source: int, target: int) -> None:
    position = Position(turn=3).put_dummies(1, WA=1).put_dummies(9, DE=1)
    number = FACTIONS.index(faction)
    relocate_dummy(position.state, position.table, position.journal, number, source - 1, target - 1)
    assert position.state.fault == BAD_MOVE
    assert (position.dummies("WA"), position.dummies("DE")) == ({1: 1}, {9: 1})


@pytest.mark.parametrize("turn", [2, 4])
def test_r4_3_who_can_move_and_who_can_be_transferred(turn: int) -> None:
    position = crowded(turn)
    for front in range(1, 12):
        for alliance, name in ((0, "ALLIES"), (1, "CENTRAL_POWERS")):
            here = position.armies(front, name)
            can_step = {a for a in here if any(may_be(a, to, turn) for to in ADJACENT[front])}
            can_go = {a for a in here if any(may_be(a, to, turn) for to in range(1, 12) if to != front)}
            words = [word(ARMIES[a][1] for a in names) for names in (can_step, can_go)]
            assert steppers(position.state, position.table, alliance, front - 1) == words[0]
            assert travellers(position.state, position.table, alliance, front - 1) == words[1]


def test_r4_3_r5_1_each_faction_attacks_on_its_home_fronts_only() -> None:
    position = crowded(4)
    for number, faction in enumerate(FACTIONS):
        for front in range(1, 12):
            found = may_attack(position.state, position.table, number, front - 1)
            side = position.armies(front, "CENTRAL_POWERS" if number >= 2 else "ALLIES")
            expected = side if front in CONTROLLED[faction] else set()
            assert found == word(ARMIES[name][1] for name in expected)
