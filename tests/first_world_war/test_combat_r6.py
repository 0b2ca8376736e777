"""Combat, R6: who takes part, chits, leads, totals, losses, draws, cities and bases."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from positions import (
    ARMIES,
    CHITS,
    CITIES,
    Position,
    army_names,
    army_word,
    box,
    chits_in,
    cities_in,
    quiet_journal,
)

from fwwsim.engine.dice import NATURE, below, open_event
from fwwsim.games.first_world_war import combat, events
from fwwsim.games.first_world_war.combat import attack
from fwwsim.games.first_world_war.eligibility import layable_chits, may_attack, may_lead
from fwwsim.games.first_world_war.lines import reaches_base, take_city, takeable
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.state import BAD_ATTACK, BAD_CITY, FAULTS, NO_CHIT

ALLIES, CENTRAL = 0, 1
MACHINE_GUNS = "allied-machine-guns"
FACES = (0, 0, 1, 2, 3, 4)


def de(position: Position) -> Any:
    """Germany attacks on front 1 with all it has there."""
    return position.attack("DE", 1, *position.armies(1, "CENTRAL_POWERS"))


# R6.0: who takes part.


def test_r6_0_the_attackers_and_all_real_armies_of_the_enemy_take_part() -> None:
    position = Position().place(1, "DE 1", "DE 2", "DE 3", "BE 1", "BR 1", "FR 1").place(2, "FR 2", "DE 4")
    event = position.attack("DE", 1, "DE 1", "DE 3")
    assert event["attackers"] == ["DE 1", "DE 3"]
    assert event["defenders"] == ["BE 1", "BR 1", "FR 1"]
    assert event["attack_lead"] in ("DE 1", "DE 3")
    assert event["defence_lead"] in ("BE 1", "BR 1", "FR 1")


@pytest.mark.parametrize(
    ("faction", "front", "names"),
    [
        ("DE", 1, ()),  # nobody
        ("DE", 1, ("DE 5",)),  # not there
        ("DE", 1, ("DE 1", "DE 5")),
        ("DE", 9, ("DE 2",)),  # R5.1: under GA
        ("GA", 8, ("DE 3",)),  # R5.1: under Germany
        ("WA", 9, ("RU 1",)),
        ("EA", 1, ("BE 1",)),
    ],
)
def test_r6_0_an_attack_by_armies_that_may_not_is_a_fault(
    faction: str, front: int, names: tuple[str, ...]
) -> None:
    position = Position().place(1, "DE 1", "BE 1").place(9, "DE 2", "RU 1").place(8, "DE 3").place(2, "DE 5")
    before = position.copy()
    assert FAULTS[position.attack(faction, front, *names)["fault"]] == FAULTS[BAD_ATTACK]
    assert position.armies(front) == before.armies(front)
    assert position.state.combats.tolist() == [0, 0, 0, 0]


def test_r6_0_dummies_of_the_defender_leave_the_board_and_the_attacker_s_stay() -> None:
    position = Position(turn=2).place(9, "RU 1", "DE 1").put_dummies(9, EA=2, DE=1, GA=3).put_dummies(8, DE=2)
    event = position.attack("EA", 9, "RU 1")
    assert event["dummies_removed"] == {"DE": 1, "GA": 3}
    assert (position.dummies("EA"), position.dummies("DE"), position.dummies("GA")) == ({9: 2}, {8: 2}, {})
    assert position.state.dummies_off.tolist() == [0, 0, 1, 3]
    position.at(3).deploy("DE")
    assert sum(position.dummies("DE").values()) == 3


def test_r6_0_without_a_real_defender_the_attacker_takes_a_city_and_the_action_ends() -> None:
    position = Position().place(1, "DE 1").put_dummies(1, WA=2).hand("DE", "central-big-bertha")
    event = de(position)
    assert event["defenders"] == []
    assert event["dummies_removed"] == {"WA": 2}
    assert event["city"] == "liege"
    assert not {"attack_die", "attack_chit", "attack_lead"} & set(event)
    assert position.vp == {"WA": 5, "EA": 6, "DE": 7, "GA": 6}
    assert position.chits("DE") == {"central-big-bertha"}
    assert position.state.captures.tolist() == [0, 0, 1, 0]


def test_r6_0_an_idle_attack_is_legal() -> None:
    """Neither an enemy nor a city to take: front 5 before the line Verona - Trento opens."""
    position = Position(turn=2).place(5, "IT 1")
    before = position.copy()
    event = position.attack("WA", 5, "IT 1")
    assert (event["city"], event["surrender_point"], event["defenders"]) == (None, None, [])
    assert position.vp == before.vp
    assert position.surrender == {}


def test_r6_0_all_armies_stay_where_they_are_but_the_eliminated() -> None:
    position = Position().place(1, "DE 1", "DE 2", "BR 1", "FR 1")
    for after, event in position.sample(de, 100):
        assert after.armies(1) == {"DE 1", "DE 2", "BR 1", "FR 1"} - set(event["eliminated"])
        assert after.lost() == set(event["eliminated"])


# R6.1: chits and leads.


@pytest.mark.parametrize("chit", CHITS)
def test_r6_1_1_a_chit_may_be_laid_if_its_use_fits_and_an_army_that_takes_part_is_named(chit: str) -> None:
    row = next(row for row in box().chits if row.id == chit)
    alliance, number = CHITS[chit]
    position = Position()
    for army in box().armies:
        if ARMIES[army.name][0] == alliance:
            for attacking, use in ((True, "attack"), (False, "defence")):
                found = layable_chits(position.table, 1 << number, alliance, army_word(army.name), attacking)
                assert (found == 1 << number) == (row.use in (use, "either") and army.nation in row.nations)


def test_r6_1_1_one_named_army_among_many_is_enough() -> None:
    position = Position().place(1, "BE 1", "FR 1", "BR 1", "DE 1").hand("WA", "allied-british-rifles")
    _, event = position.until(de, defence_chit="allied-british-rifles")
    assert event["defence_lead"] == "BR 1"


def test_r6_1_1_no_chit_when_the_named_army_does_not_take_part() -> None:
    position = Position().place(1, "BR 1", "FR 1", "DE 1").hand("WA", "allied-field-guns")
    position.never(lambda trial: trial.attack("WA", 1, "BR 1"), attack_chit="allied-field-guns")
    position.until(lambda trial: trial.attack("WA", 1, "BR 1", "FR 1"), attack_chit="allied-field-guns")


def test_r6_1_1_a_chit_for_attack_does_not_defend_nor_the_reverse() -> None:
    position = Position().place(1, "FR 1", "DE 1").hand("WA", "allied-field-guns", "allied-forts")
    assert {e["defence_chit"] for _, e in position.sample(de, 100)} == {None, "allied-forts"}
    found = {e["attack_chit"] for _, e in position.sample(lambda trial: trial.attack("WA", 1, "FR 1"), 100)}
    assert found == {None, "allied-field-guns"}


def test_r6_1_1_a_chit_for_either_does_both_and_each_side_lays_one_at_most() -> None:
    position = (
        Position().place(1, "FR 1", "DE 1").hand("WA", "allied-rumours").hand("DE", "central-interior-lines")
    )
    found = {(e["attack_chit"], e["defence_chit"]) for _, e in position.sample(de, 100)}
    assert found == set(product((None, "central-interior-lines"), (None, "allied-rumours")))
    after, event = position.until(lambda trial: trial.attack("WA", 1, "FR 1"), attack_chit="allied-rumours")
    assert "allied-rumours" not in after.chits("WA")
    assert event["defence_chit"] in (None, "central-interior-lines")


def test_r6_1_1_only_the_hand_of_the_home_faction_serves() -> None:
    position = Position().place(1, "FR 1", "DE 1").hand("EA", MACHINE_GUNS).hand("GA", "central-mackensen")
    assert {(e["attack_chit"], e["defence_chit"]) for _, e in position.sample(de, 60)} == {(None, None)}


def test_r6_1_2_the_lead_is_of_a_nation_named_on_the_chit() -> None:
    position = Position().place(1, "BE 1", "BR 1", "FR 1", "FR 2", "DE 1").hand("WA", "allied-field-guns")
    leads: dict[Any, set[str]] = {None: set(), "allied-field-guns": set()}
    armies = ("BE 1", "BR 1", "FR 1", "FR 2")
    for _, event in position.sample(lambda trial: trial.attack("WA", 1, *armies), 300):
        leads[event["attack_chit"]].add(event["attack_lead"])
    assert leads == {None: set(armies), "allied-field-guns": {"FR 1", "FR 2"}}


@pytest.mark.parametrize("chit", CHITS)
def test_r6_1_2_who_may_lead(chit: str) -> None:
    row = next(row for row in box().chits if row.id == chit)
    alliance, number = CHITS[chit]
    everyone = [army for army in box().armies if ARMIES[army.name][0] == alliance]
    table, word = Position().table, army_word(*(army.name for army in everyone))
    named = {army.name for army in everyone if army.nation in row.nations}
    assert army_names(alliance, may_lead(table, alliance, word, number)) == named
    assert army_names(alliance, may_lead(table, alliance, word, NO_CHIT)) == {army.name for army in everyone}


def expected_total(event: dict[str, Any], side: str, own: int, enemy: int) -> int:
    army = next(row for row in box().armies if row.name == event[f"{side}_lead"])
    chit = next((row.value for row in box().chits if row.id == event[f"{side}_chit"]), 0)
    die = 0 if event[f"{side}_die"] == "S" else event[f"{side}_die"]
    return army.value + (own > enemy) + chit + die


def test_r6_1_totals_and_losses_of_mixed_combats() -> None:
    position = Position(turn=3).place(1, "BE 1", "BR 1", "FR 1", "DE 1", "DE 3", "DE AA")
    position.hand("WA", MACHINE_GUNS, "allied-british-rifles", "allied-rumours")
    position.hand("DE", "central-big-bertha", "central-mackensen", "central-hindenburg")
    outcomes = Counter()
    for size in (1, 2, 3):
        names = ("DE 1", "DE AA", "DE 3")[:size]
        defending = position.copy().remove(1, *("BE 1", "BR 1")[: 2 * (size == 3)])
        for after, event in defending.sample(lambda trial, n=names: trial.attack("DE", 1, *n), 200):
            mine, theirs = len(event["attackers"]), len(event["defenders"])
            attack_total = expected_total(event, "attack", mine, theirs)
            defence_total = expected_total(event, "defence", theirs, mine)
            assert (event["attack_total"], event["defence_total"]) == (attack_total, defence_total)
            lost = {event["defence_lead"]} if attack_total >= defence_total else set()
            lost |= {event["attack_lead"]} if attack_total <= defence_total else set()
            assert set(event["eliminated"]) == lost
            assert (event["city"] is not None) == (attack_total > defence_total)
            assert after.lost() == lost
            outcomes[(attack_total > defence_total) - (attack_total < defence_total)] += 1
    assert min(outcomes[result] for result in (1, 0, -1)) > 10


@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [(1, 1, (0, 0)), (2, 1, (1, 0)), (3, 1, (1, 0)), (1, 2, (0, 1)), (1, 3, (0, 1)), (2, 2, (0, 0))],
)
def test_r6_1_3_the_larger_side_adds_1_however_many_more(
    attackers: int, defenders: int, expected: tuple[int, int]
) -> None:
    """All leads have the value 2; German armies that stay out do not count."""
    german, french = ("DE 3", "DE 6", "DE 7"), ("FR 1", "FR 2", "FR 3")
    position = Position().place(1, *german, *french[:defenders])
    for _, event in position.sample(lambda trial: trial.attack("DE", 1, *german[:attackers]), 40):
        for side, more in zip(("attack", "defence"), expected, strict=True):
            die = 0 if event[f"{side}_die"] == "S" else event[f"{side}_die"]
            assert event[f"{side}_total"] == 2 + die + more


def test_r6_1_3_dummies_do_not_count() -> None:
    position = Position().place(1, "DE 3", "FR 1").put_dummies(1, DE=4, WA=4)
    for _, event in position.sample(de, 20):
        dice = [0 if event[f"{side}_die"] == "S" else event[f"{side}_die"] for side in ("attack", "defence")]
        assert [event["attack_total"], event["defence_total"]] == [2 + dice[0], 2 + dice[1]]


def test_r6_1_worked_example_1() -> None:
    """3 + 1 + 2 = 6 against 3 + 3 + 1 = 7: Germany's lead army is eliminated."""
    position = Position().place(1, "DE 1", "DE 2", "BR 1").hand("WA", MACHINE_GUNS)
    after, event = position.until(de, attack_die=2, defence_die=3, defence_chit=MACHINE_GUNS)
    assert (event["attack_total"], event["defence_total"]) == (6, 7)
    assert event["eliminated"] == [event["attack_lead"]]
    assert after.lost() == {event["attack_lead"]}
    assert (event["city"], event["surrender_point"]) == (None, None)
    assert after.vp == dict.fromkeys(FACTIONS, 6)


@pytest.mark.parametrize(("dice", "lost"), [((4, 1), "defence"), ((1, 4), "attack"), ((2, 2), "both")])
def test_r6_1_5_who_is_eliminated(dice: tuple[int, int], lost: str) -> None:
    position = Position().place(1, "DE 3", "FR 1")
    after, event = position.until(de, attack_die=dice[0], defence_die=dice[1])
    expected = {"defence": {"FR 1"}, "attack": {"DE 3"}, "both": {"DE 3", "FR 1"}}[lost]
    assert after.lost() == expected
    assert (event["city"] == "liege") == (lost == "defence")
    counts = [int(name in expected) for name in ("FR 1", "DE 3")]
    assert after.state.eliminated.tolist() == [counts[0], 0, counts[1], 0]


@pytest.mark.parametrize("alliance", [ALLIES, CENTRAL])
def test_r6_1_resolve_equals_the_formula_for_every_combat_and_all_36_face_pairs(alliance: int) -> None:
    """Leads 0 to 3, superiority either way, chits -1 to 2, each pair of faces forced."""
    enemy, front = 1 - alliance, 0
    position = Position().own_table()
    table, journal = position.table, quiet_journal()
    table.value[:] = 0
    table.chit_value[:] = 0
    position.state.front, position.state.slot = front, 5
    games = games_by_faces(position, front)
    assert set(games) == set(product(range(6), repeat=2))
    by_pair = [(game, FACES[one], FACES[other]) for (one, other), game in games.items()]
    sizes = {1: (3, 1), 0: (2, 2), -1: (1, 2)}
    cells = position.cells
    for (superior, (attackers, defenders)), attack_lead, defence_lead in product(
        sizes.items(), range(4), range(4)
    ):
        table.value[alliance, 2], table.value[enemy, 0] = attack_lead, defence_lead
        position.state.fighting[alliance] = 0b111 >> 3 - attackers << 2
        position.state.fighting[enemy] = (1 << defenders) - 1
        position.state.lead[alliance], position.state.lead[enemy] = 2, 0
        position.state.armies[alliance, front] = position.state.fighting[alliance]
        position.state.armies[enemy, front] = position.state.fighting[enemy]
        for attack_chit, defence_chit in product(range(-1, 3), repeat=2):
            table.chit_value[alliance, 1], table.chit_value[enemy, 2] = attack_chit, defence_chit
            position.state.laid[alliance] = 1 if attack_chit else NO_CHIT
            position.state.laid[enemy] = 2 if defence_chit else NO_CHIT
            fixed = attack_lead + attack_chit + superior - defence_lead - defence_chit
            for game, attack_die, defence_die in by_pair:
                scratch = cells.copy()
                state = scratch[0]
                state.game = game
                found = combat.resolve(state, table, journal, alliance, front)
                margin = fixed + attack_die - defence_die
                assert found == (margin > 0) - (margin < 0)
                assert (state.lost[enemy], state.lost[alliance]) == (margin >= 0, (margin <= 0) << 2)


def games_by_faces(position: Position, front: int) -> dict[tuple[int, int], int]:
    """A game index for each pair of attack and defence face."""
    state = position.copy().state
    found: dict[tuple[int, int], int] = {}
    for game in range(2_000):
        state.game = game
        faces = []
        for kind in (events.ATTACK_DIE, events.DEFENCE_DIE):
            open_event(state, NATURE, kind, state.slot, front)
            faces.append(below(state, 6))
        found.setdefault((faces[0], faces[1]), game)
    return found


def test_r6_1_4_the_dice_of_both_sides_are_fair_and_independent() -> None:
    games = 4_000
    position = Position().place(1, "DE 1", "FR 1")
    pairs = Counter((event["attack_die"], event["defence_die"]) for _, event in position.sample(de, games))
    weight = {"S": 2, 1: 1, 2: 1, 3: 1, 4: 1}
    square = 0.0
    for one, other in product(weight, repeat=2):
        expected = games * weight[one] * weight[other] / 36
        square += (pairs[one, other] - expected) ** 2 / expected
    assert square < 24 + 6 * (2 * 24) ** 0.5


# R6.2: drawing and returning chits.


def test_r6_2_only_a_side_that_rolled_s_draws_one_chit_from_its_own_cup() -> None:
    position = Position().place(1, "DE 1", "FR 1").cup("allied-forts", MACHINE_GUNS)
    position.cup("central-gas", "central-big-bertha")
    seen = set()
    for after, event in position.sample(de, 200):
        expected = {f for f, side in (("DE", "attack"), ("WA", "defence")) if event[f"{side}_die"] == "S"}
        assert set(event["drawn"]) == expected
        for faction in ("WA", "DE"):
            drawn = {event["drawn"][faction]} if faction in expected else set()
            assert after.chits(faction) == drawn
        assert after.chits("EA") == after.chits("GA") == set()
        seen.add(frozenset(expected))
        assert after.cupful("ALLIES") | after.chits("WA") == {"allied-forts", MACHINE_GUNS}
        assert after.cupful("CENTRAL_POWERS") | after.chits("DE") == {"central-gas", "central-big-bertha"}
        assert after.state.chits_drawn.tolist() == [int(f in expected) for f in FACTIONS]
    assert len(seen) == 4


def test_r6_2_the_draw_is_uniform_over_the_cup() -> None:
    cup = ("allied-forts", MACHINE_GUNS, "allied-rumours", "allied-home-ground", "allied-field-guns")
    position = Position().place(1, "DE 1", "FR 1").cup(*cup)
    drawn = Counter(event["drawn"]["WA"] for _, event in position.sample(de, 1_500) if event["drawn"])
    assert set(drawn) == set(cup)
    expected = drawn.total() / 5
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < 4 + 6 * 8**0.5


def test_r6_2_the_cup_is_drawn_from_while_the_laid_chits_are_on_the_table() -> None:
    """The only chit is laid: the side that rolled S draws nothing, and the chit returns to the cup after it."""
    position = Position().place(1, "DE 1", "BR 1").hand("WA", MACHINE_GUNS)
    after, event = position.until(de, defence_die="S", defence_chit=MACHINE_GUNS)
    assert event["drawn"] == {}
    assert after.chits("WA") == set()
    assert after.cupful("ALLIES") == {MACHINE_GUNS}


def test_r6_2_a_laid_chit_is_never_the_one_drawn() -> None:
    position = Position().place(1, "DE 1", "BR 1").hand("WA", MACHINE_GUNS).cup("allied-forts")
    after, event = position.until(de, defence_die="S", defence_chit=MACHINE_GUNS)
    assert event["drawn"] == {"WA": "allied-forts"}
    assert after.chits("WA") == {"allied-forts"}
    assert after.cupful("ALLIES") == {MACHINE_GUNS}


def test_r6_2_from_an_empty_cup_nothing_is_drawn() -> None:
    position = Position().place(1, "DE 1", "BR 1").cup("allied-forts")
    _, event = position.until(de, attack_die="S", defence_die="S")
    assert event["drawn"] == {"WA": "allied-forts"}


def test_r6_2_a_drawn_chit_cannot_serve_in_this_combat() -> None:
    position = Position().place(1, "DE 1", "BR 1").cup(MACHINE_GUNS)
    after, event = position.until(de, defence_die="S")
    assert event["defence_chit"] is None
    assert event["defence_total"] == 3
    assert after.chits("WA") == {MACHINE_GUNS}


@pytest.mark.parametrize(("front", "faction"), [(9, "GA"), (5, "GA"), (8, "DE")])
def test_r6_2_the_chit_goes_to_the_hand_of_the_home_faction_that_led(front: int, faction: str) -> None:
    position = (
        Position(turn=4).place(front, "DE 1", "IT 1" if front == 5 else "RU 1").cup("central-mackensen")
    )
    after, event = position.until(lambda trial: trial.attack(faction, front, "DE 1"), attack_die="S")
    assert event["drawn"] == {faction: "central-mackensen"}
    assert after.chits(faction) == {"central-mackensen"}


@pytest.mark.parametrize(
    ("chit", "faction", "front", "army", "enemy"),
    [
        ("allied-pantalons-rouges", "WA", 2, "FR 1", "DE 1"),
        ("allied-shell-shortage", "WA", 2, "BR 1", "DE 1"),
        ("allied-shell-shortage", "EA", 8, "RU 1", "DE 1"),
        ("central-kaisertreu", "GA", 9, "AH 1", "RU 1"),
        ("central-ludendorff", "DE", 1, "DE 1", "FR 1"),
        ("central-ludendorff", "GA", 9, "DE 1", "RU 1"),
    ],
)
def test_r6_2_2_a_mandatory_chit_must_be_laid_and_leaves_the_game(
    chit: str, faction: str, front: int, army: str, enemy: str
) -> None:
    other = {"WA": "allied-rumours", "EA": "allied-rumours"}.get(faction, "central-interior-lines")
    alliance = "ALLIES" if chit.startswith("allied") else "CENTRAL_POWERS"
    position = Position(turn=3).place(front, army, enemy).hand(faction, chit, other)
    for after, event in position.sample(lambda trial: trial.attack(faction, front, army), 60):
        assert event["attack_chit"] == chit
        assert after.chits(faction) == {other}
        assert after.cupful(alliance) == set()


def test_r6_2_2_of_two_mandatory_chits_one_is_laid() -> None:
    position = Position(turn=3).place(2, "FR 1", "BR 1", "DE 1")
    position.hand("WA", "allied-pantalons-rouges", "allied-shell-shortage", "allied-field-guns")
    laid = {e["attack_chit"] for _, e in position.sample(lambda t: t.attack("WA", 2, "FR 1", "BR 1"), 80)}
    assert laid == {"allied-pantalons-rouges", "allied-shell-shortage"}


def test_r6_2_2_it_binds_only_where_it_may_be_laid() -> None:
    position = (
        Position().place(1, "BR 1", "FR 1", "DE 1").hand("WA", "allied-pantalons-rouges", "allied-rumours")
    )
    laid = {e["attack_chit"] for _, e in position.sample(lambda t: t.attack("WA", 1, "BR 1"), 60)}
    assert laid == {None, "allied-rumours"}  # no French army takes part
    assert {e["defence_chit"] for _, e in position.sample(de, 60)} == {
        None,
        "allied-rumours",
    }  # not a defence


def test_r6_2_other_laid_chits_return_to_the_cup() -> None:
    position = Position().place(1, "BR 1", "DE 1").hand("WA", MACHINE_GUNS).hand("DE", "central-big-bertha")
    wanted = {"defence_chit": MACHINE_GUNS, "attack_chit": "central-big-bertha"}
    after, _ = position.until(de, **wanted)
    assert (after.cupful("ALLIES"), after.cupful("CENTRAL_POWERS")) == (
        {MACHINE_GUNS},
        {"central-big-bertha"},
    )
    assert after.chits("WA") == after.chits("DE") == set()


FULL = ("allied-forts", "allied-british-rifles", "allied-field-guns")


def test_r6_2_1_who_draws_a_fourth_chit_returns_one_of_the_three_old_ones() -> None:
    position = Position().place(1, "DE 1", "BE 1").hand("WA", *FULL).cup("allied-rumours")
    returned = set()
    for after, event in position.sample(de, 300):
        if event["defence_die"] == "S" and event["defence_chit"] is None:
            (chit,) = event["returned"]["WA"]
            returned.add(chit)
            assert after.chits("WA") == {*FULL, "allied-rumours"} - {chit}
            assert after.cupful("ALLIES") == {chit}
    assert returned == set(FULL)


def test_r6_2_1_a_laid_chit_is_no_longer_in_the_hand() -> None:
    position = Position().place(1, "DE 1", "BE 1").hand("WA", *FULL).cup("allied-rumours")
    after, event = position.until(de, defence_die="S", defence_chit="allied-forts")
    assert event["returned"] == {}
    assert after.chits("WA") == {"allied-british-rifles", "allied-field-guns", "allied-rumours"}


def test_r6_2_1_worked_example_6_a_chit_that_can_never_be_played_goes_back() -> None:
    """EA draws British Rifles, puts it back and draws no other."""
    position = Position().place(8, "DE 1", "RU 1").cup("allied-british-rifles")
    after, event = position.until(lambda trial: trial.attack("DE", 8, "DE 1"), defence_die="S")
    assert event["drawn"] == {"EA": "allied-british-rifles"}
    assert event["returned"] == {"EA": ["allied-british-rifles"]}
    assert after.chits("EA") == set()
    assert after.cupful("ALLIES") == {"allied-british-rifles"}


def test_r6_2_1_an_old_chit_is_returned_also_when_the_fourth_cannot_be_played() -> None:
    old = ("allied-steamroller", MACHINE_GUNS, "allied-home-ground")
    position = Position().place(8, "DE 1", "RU 1").hand("EA", *old).cup("allied-british-rifles")
    after, event = position.until(
        lambda trial: trial.attack("DE", 8, "DE 1"), defence_die="S", defence_chit=None
    )
    first, second = event["returned"]["EA"]
    assert first in old
    assert second == "allied-british-rifles"
    assert after.chits("EA") == set(old) - {first}
    assert after.cupful("ALLIES") == {first, "allied-british-rifles"}


EVER = {
    "WA": {"FR", "BR", "BE", "IT", "US"},
    "EA": {"RU", "SB", "MN", "RO", "GR", "ITB", "MEF", "OR"},
    "DE": {"DE"},
    "GA": {"AH", "BU", "DE"},
}


def test_r6_2_1_chits_that_each_faction_could_ever_play() -> None:
    table = Position().table
    for number, faction in enumerate(FACTIONS):
        alliance = "ALLIES" if number < 2 else "CENTRAL_POWERS"
        expected = {c.id for c in box().chits if c.alliance == alliance and set(c.nations) & EVER[faction]}
        assert chits_in(number >> 1, table.playable[number]) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r6_2_1_hand_scope_player_chits_that_each_hand_could_ever_play(players: int) -> None:
    table = Position("hand_scope=player", players=players).table
    together = {2: [{"WA", "EA"}, {"DE", "GA"}], 3: [{"WA", "EA"}, {"DE"}, {"GA"}]}.get(players, [])
    for number, faction in enumerate(FACTIONS):
        owners = next((group for group in together if faction in group), {faction})
        nations = set().union(*(EVER[owner] for owner in owners))
        alliance = "ALLIES" if number < 2 else "CENTRAL_POWERS"
        expected = {c.id for c in box().chits if c.alliance == alliance and set(c.nations) & nations}
        assert chits_in(number >> 1, table.playable[table.hand_of[number]]) == expected
        others = {name for i, name in enumerate(FACTIONS) if table.hand_of[i] == table.hand_of[number]}
        assert others == owners


@pytest.mark.parametrize(("players", "kept"), [(2, True), (3, True), (4, False)])
def test_r6_2_1_hand_scope_player_ea_keeps_what_wa_can_play(players: int, kept: bool) -> None:
    position = (
        Position("hand_scope=player", players=players).place(8, "DE 1", "RU 1").cup("allied-british-rifles")
    )
    after, event = position.until(lambda trial: trial.attack("DE", 8, "DE 1"), defence_die="S")
    assert event["returned"] == ({} if kept else {"EA": ["allied-british-rifles"]})
    assert after.chits("EA") == ({"allied-british-rifles"} if kept else set())
    assert after.chits("WA") == after.chits("EA")


@pytest.mark.parametrize(("players", "kept"), [(2, True), (3, False), (4, False)])
def test_r6_2_1_hand_scope_player_germany_keeps_kaisertreu_only_with_ga(players: int, kept: bool) -> None:
    position = (
        Position("hand_scope=player", players=players).place(8, "DE 1", "RU 1").cup("central-kaisertreu")
    )
    after, _ = position.until(lambda trial: trial.attack("DE", 8, "DE 1"), attack_die="S")
    assert after.chits("DE") == ({"central-kaisertreu"} if kept else set())


def test_r6_2_1_hand_scope_player_one_hand_of_three_for_both_factions() -> None:
    position = Position("hand_scope=player", players=2).place(8, "DE 1", "RU 1")
    position.hand("WA", "allied-british-rifles", "allied-field-guns", "allied-petain").cup(
        "allied-steamroller"
    )
    after, event = position.until(lambda trial: trial.attack("DE", 8, "DE 1"), defence_die="S")
    assert len(event["returned"]["EA"]) == 1
    assert len(after.chits("EA")) == 3
    assert "allied-steamroller" in after.chits("WA")
    separate = Position(players=2).place(8, "DE 1", "RU 1").cup("allied-steamroller")
    separate.hand("WA", "allied-british-rifles", "allied-field-guns", "allied-petain")
    after, event = separate.until(lambda trial: trial.attack("DE", 8, "DE 1"), defence_die="S")
    assert event["returned"] == {}
    assert after.chits("EA") == {"allied-steamroller"}


def test_r6_2_2_hand_scope_player_a_mandatory_chit_binds_whichever_may_lay_it_first() -> None:
    position = (
        Position("hand_scope=player", players=2, turn=3).place(8, "DE 1", "RU 1").place(1, "BR 1", "DE 2")
    )
    position.hand("WA", "allied-shell-shortage", "allied-steamroller")
    for faction, front, army in (("EA", 8, "RU 1"), ("WA", 1, "BR 1")):
        for after, event in position.sample(lambda t, a=(faction, front, army): t.attack(*a), 30):
            assert event["attack_chit"] == "allied-shell-shortage"
            assert after.chits("WA") == {"allied-steamroller"}


# R6.4: cities.


def test_r6_4_worked_example_2_wa_takes_aachen() -> None:
    position = Position().place(1, "BE 1")
    event = position.attack("WA", 1, "BE 1")
    assert event["city"] == "aachen"
    assert position.vp == {"WA": 7, "EA": 6, "DE": 5, "GA": 6}
    assert "aachen" in position.cities("ALLIES")
    assert "aachen" not in position.cities("CENTRAL_POWERS")


def test_r6_4_worked_example_4_bucuresti_and_odessa_before_and_after_turn_4() -> None:
    for turn in range(1, 7):
        position = Position(turn=turn)
        found = cities_in(takeable(position.state, position.table, CENTRAL, 10))
        assert found == ({"bucuresti"} if turn >= 4 else set())
        position.control("GA", "bucuresti")
        found = cities_in(takeable(position.state, position.table, CENTRAL, 10))
        assert found == ({"odessa"} if turn >= 4 else set())
        assert not reaches_base(position.state, position.table, CENTRAL, 10)


def naive_reach(position: Position, alliance: int, front: int) -> tuple[set[str], bool]:
    """R6.4 to R6.6 from the lines of the data set: cities that can be taken, and whether the base is reached."""
    own = position.cities(("ALLIES", "CENTRAL_POWERS")[alliance])
    bases = {"WA-base": 0, "EA-base": 0, "DE-base": 1, "GA-base": 1}
    reached, base = set(), False
    for line in box().lines:
        if line.front == front and line.opens <= position.state.turn:
            for one, other in (line.ends, line.ends[::-1]):
                mine = bases[one] == alliance if one in bases else one in own
                if mine and other in bases:
                    base |= bases[other] != alliance
                elif mine and other not in own:
                    reached.add(other)
    return reached, base


@pytest.mark.parametrize("turn", [1, 3, 4])
def test_r6_4_r6_5_r6_6_reach_by_every_division_of_each_front(turn: int) -> None:
    for front in range(1, 12):
        cities = [city.id for city in box().cities if city.front == front]
        for owners in product((0, 1), repeat=len(cities)):
            position = POSITION_OF_TURN[turn]
            for city, owner in zip(cities, owners, strict=True):
                position.control(("ALLIES", "CENTRAL_POWERS")[owner], city)
            for alliance in (0, 1):
                found = cities_in(takeable(position.state, position.table, alliance, front - 1))
                base = reaches_base(position.state, position.table, alliance, front - 1)
                assert (found, base) == naive_reach(position, alliance, front)


POSITION_OF_TURN = {turn: Position(turn=turn) for turn in (1, 3, 4)}


@pytest.mark.parametrize(
    ("front", "city", "alliance", "opens"),
    [(5, "trento", 0, 3), (6, "gorizia", 0, 3), (5, "verona", 1, 3), (10, "nis", 1, 3), (11, "sofia", 0, 4)],
)
def test_r6_6_a_line_is_closed_before_its_turn(front: int, city: str, alliance: int, opens: int) -> None:
    for turn in range(1, 7):
        position = Position(turn=turn)
        found = cities_in(takeable(position.state, position.table, alliance, front - 1))
        assert (city in found) == (turn >= opens)


def test_r6_4_one_city_of_those_that_can_be_taken() -> None:
    position = Position().place(10, "AH 5")
    taken = Counter(e["city"] for _, e in position.sample(lambda t: t.attack("GA", 10, "AH 5"), 200))
    assert set(taken) == {"beograd", "cetinje"}
    assert min(taken.values()) > 50


def test_r6_4_the_loser_never_has_less_than_0() -> None:
    position = Position().place(1, "DE 1").score(WA=0)
    assert de(position)["city"] == "liege"
    assert position.vp == {"WA": 0, "EA": 6, "DE": 7, "GA": 6}


def test_r6_4_the_home_faction_of_the_front_gains_also_when_german_armies_take_it() -> None:
    position = Position(turn=4).place(5, "DE 1").place(11, "DE 2")
    assert position.attack("GA", 5, "DE 1")["city"] == "verona"
    assert position.attack("GA", 11, "DE 2")["city"] == "bucuresti"
    assert position.vp == {"WA": 5, "EA": 5, "DE": 6, "GA": 8}


def test_r6_4_a_retaken_city_is_its_owner_s_again() -> None:
    position = Position().place(1, "DE 1", "BE 1")
    position.control("DE", "liege").score(WA=5, DE=7)
    position.remove(1, "DE 1")
    assert position.attack("WA", 1, "BE 1")["city"] == "liege"
    assert position.vp == {"WA": 6, "EA": 6, "DE": 6, "GA": 6}
    assert position.attack("WA", 1, "BE 1")["city"] == "aachen"


def test_r6_4_only_a_winning_attacker_gains() -> None:
    position = Position().place(1, "DE 3", "FR 1").control("WA", "aachen")
    for after, event in position.sample(lambda trial: trial.attack("DE", 1, "DE 3"), 150):
        won = event["attack_total"] > event["defence_total"]
        assert (event["city"] == "aachen") == won
        assert after.surrender == {}
        assert after.vp == (dict.fromkeys(FACTIONS, 6) | ({"WA": 5, "DE": 7} if won else {}))


def test_r6_4_a_city_that_no_open_line_joins_is_a_fault() -> None:
    position = Position()
    before = position.cities("CENTRAL_POWERS")
    paris = CITIES.index("paris")
    take_city(position.state, position.table, position.journal, CENTRAL, 1, paris)
    assert position.state.fault == BAD_CITY
    assert position.cities("CENTRAL_POWERS") == before


# R6.5: bases.


def base_ahead() -> Position:
    """Germany controls every city of front 7."""
    return Position().control("DE", "riga", "kowno").place(7, "DE 1")


def test_r6_5_worked_example_3_a_point_in_combat_and_no_second_one_at_the_check() -> None:
    position = base_ahead().place(7, "RU 1")
    after, event = position.until(lambda trial: trial.attack("DE", 7, "DE 1"), eliminated=["RU 1"])
    assert (event["city"], event["surrender_point"]) == (None, "EA")
    assert after.surrender == {"EA": 1}
    check = after.at(1).check()
    assert check["surrender_points"] == []
    assert check["surrender"]["EA"] == 1
    assert after.vp == dict.fromkeys(FACTIONS, 6)


def test_r6_5_2_at_most_one_point_a_faction_a_front_a_turn() -> None:
    position = base_ahead().place(7, "RU 1", "RU 2").control("DE", "minsk", "brest-litowsk", "warszawa")
    position.place(8, "DE 2", "RU 3")
    after, _ = position.until(lambda trial: trial.attack("DE", 7, "DE 1"), surrender_point="EA")
    after, event = after.at(1, cycle=1).until(
        lambda trial: trial.attack("DE", 7, "DE 1"), attack_die=4, defence_die=1
    )
    assert (event["city"], event["surrender_point"]) == (None, None)
    assert after.surrender == {"EA": 1}
    after, _ = after.at(1, cycle=2).until(lambda trial: trial.attack("DE", 8, "DE 2"), surrender_point="EA")
    assert after.surrender == {"EA": 2}  # another front


def test_r6_5_no_point_while_a_city_can_be_taken_or_the_base_is_not_reached() -> None:
    city = base_ahead().control("EA", "riga").place(7, "RU 1")
    after, event = city.until(lambda trial: trial.attack("DE", 7, "DE 1"), eliminated=["RU 1"])
    assert (event["city"], event["surrender_point"]) == ("riga", None)
    assert after.surrender == {}
    closed = Position(turn=2).place(5, "IT 1", "AH 1")
    after, event = closed.until(lambda trial: trial.attack("WA", 5, "IT 1"), eliminated=["AH 1"])
    assert (event["city"], event["surrender_point"]) == (None, None)


def test_r6_5_the_loser_of_a_combat_and_a_tie_inflict_nothing() -> None:
    position = base_ahead().place(7, "RU 8")
    results = set()
    for after, event in position.sample(lambda trial: trial.attack("DE", 7, "DE 1"), 100):
        won = event["attack_total"] > event["defence_total"]
        assert after.surrender == ({"EA": 1} if won else {})
        results.add(len(event["eliminated"]) + won)
    assert len(results) > 1


@pytest.mark.parametrize(("rules", "point"), [((), False), (("uncontested_base=point",), True)])
def test_r6_5_the_switch_uncontested_base(rules: tuple[str, ...], point: bool) -> None:
    position = Position(*rules).control("DE", "riga", "kowno").place(7, "DE 1").put_dummies(7, EA=1)
    event = position.attack("DE", 7, "DE 1")
    assert (event["city"], event["surrender_point"]) == (None, "EA" if point else None)
    assert position.surrender == ({"EA": 1} if point else {})


def test_r6_5_the_switch_uncontested_base_takes_a_city_first() -> None:
    position = Position("uncontested_base=point").control("DE", "kowno").place(7, "DE 1")
    event = position.attack("DE", 7, "DE 1")
    assert (event["city"], event["surrender_point"]) == ("riga", None)
    idle = Position("uncontested_base=point", turn=2).place(5, "IT 1")
    assert idle.attack("WA", 5, "IT 1")["surrender_point"] is None


def test_r6_0_armies_that_may_attack_are_those_on_the_front() -> None:
    position = Position(turn=4).place(9, "DE 1", "AH 1", "RU 1")
    assert army_names(CENTRAL, may_attack(position.state, position.table, 3, 8)) == {"DE 1", "AH 1"}
    assert army_names(ALLIES, may_attack(position.state, position.table, 1, 8)) == {"RU 1"}


def test_r6_0_a_fault_stops_before_anything_changes() -> None:
    position = Position().place(1, "DE 1", "FR 1").put_dummies(1, WA=1)
    position.state.front, position.state.fighting[CENTRAL] = 0, 0
    attack(position.state, position.table, quiet_journal(), 2)
    assert position.state.fault == BAD_ATTACK
    assert position.dummies("WA") == {1: 1}
