"""Where and when a combat may be: R3.1, R5.0, R5.3, R5.4, R8.1, R9.1, chits of a later year, counters enough."""

from typing import Any

import pytest

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS
from fwwsim.games.first_world_war.odds import Combatant, Context, Side, check_context, resolve_combat
from fwwsim.games.first_world_war.odds.context import ALLIANCE_OF, available_armies
from fwwsim.games.first_world_war.options import Rules
from fwwsim.games.first_world_war.restrictions import may_operate
from fwwsim.games.first_world_war.tables import build_table, index_armies


@pytest.fixture(scope="module")
def box() -> Dataset:
    return load_dataset()


def check(box: Dataset, attackers: str, defenders: str, chits: dict[str, str], **context: Any) -> None:
    check_context(box, resolve_combat(box, attackers, defenders, **chits), Context(**context))


ALLOWED: list[tuple[str, str, dict[str, Any]]] = [
    ("3,3", "3", {}),
    ("0", "0", {}),
    ("DE 1", "RU 1", {"front": 7, "turn": 1}),
    ("DE 1", "RU 1", {"front": 9, "schlieffen": True}),  # the turn is not known
    ("DE 1", "RU 1", {"front": 9, "schlieffen": True, "turn": 2}),
    ("RU 1", "DE 1", {"front": 7, "schlieffen": True, "turn": 1}),
    ("AH 1", "RU 1", {"front": 9, "schlieffen": True, "turn": 1}),
    ("DE 1", "FR 1", {"front": 3, "schlieffen": True, "turn": 1}),
    ("DE 1", "IT 1", {"front": 5, "turn": 4}),
    ("IT 1", "AH 1", {"front": 5, "turn": 3}),
    ("MEF", "BU 1", {"front": 11}),
    ("3,3,3", "RU 1", {"front": 7, "turn": 1}),
    ("MEF", "BU 1", {"front": 10, "monastir": False}),
    ("MEF", "BU 1", {"monastir": False}),  # on front 10
    ("BU 1", "MEF", {"front": 11, "monastir": False}),
    ("MEF,OR", "BU 1", {"front": 11, "turn": 5, "treaty": True}),
    ("BU 1", "2", {"front": 11, "turn": 5, "treaty": True}),
    ("DE 1", "FR 1", {"front": 2, "treaty": True}),
]


@pytest.mark.parametrize(("attackers", "defenders", "context"), ALLOWED, ids=str)
def test_allowed(box: Dataset, attackers: str, defenders: str, context: dict[str, Any]) -> None:
    check(box, attackers, defenders, {}, **context)


REFUSED: list[tuple[str, str, dict[str, Any], str]] = [
    ("DE 1", "3", {"front": 7, "treaty": True}, r"front 7 is closed .*7, 8, 9; .*\(R8\.1\)"),
    ("3", "3", {"front": 9, "treaty": True}, r"front 9 is closed .*R8\.1"),
    ("BU 1", "RO 1", {"front": 11, "treaty": True}, r"RO 1: RU and RO armies are not attacked.*R8\.1"),
    ("RO 1", "BU 1", {"front": 11, "treaty": True}, r"RO 1: RU and RO armies do not attack.*R8\.1"),
    ("DE 1", "RU 1", {"treaty": True}, r"R8\.1"),
    ("DE 1", "BR 1", {"front": 7}, r"BR 1: front 7 does not list BR; allowed: RU, DE \(R5\.0\)"),
    ("DE 1", "IT 1", {"front": 5, "turn": 3}, r"DE 1: DE may be on front 5 from turn 4 on only \(R5\.3\)"),
    ("BR 1", "AH 1", {"front": 6, "turn": 1}, r"BR 1: BR may be .*R5\.3"),
    ("BR 1,IT 1", "AH 1", {"turn": 3}, r"R5\.3"),  # on whatever front
    ("MEF", "BU 1", {"front": 11, "monastir": False}, r"MEF: .*Monastir \(R5\.4\)"),
    ("DE 1", "RU 1", {"front": 9, "schlieffen": True, "turn": 1}, r"DE 1: .*1, 2, 3 only .*R9\.1"),
    ("DE 1", "RU 1", {"schlieffen": True, "turn": 1}, r"R9\.1"),
    ("BU 1", "SB 1", {"front": 10, "turn": 2}, r"BU 1 enters on turn 3 and cannot fight on turn 2.*R3\.1"),
    ("DE 1", "2,2,2", {"front": 11, "treaty": True}, r"defenders: 3 armies.*2 at most on front 11.*R5\.0"),
    ("DE 1", "0", {"front": 1}, r"defenders: 1 of value 0.* the Allies 0 at most on front 1.*R5\.0"),
    ("BR 1", "0", {}, r"defenders: 1 of value 0.* the Central Powers 0 at most in all"),
    ("BR 1", "3,3,3,3,3,3,3,3,3,3,3", {}, r"11 of value 3.* 10 at most in all"),
    (",".join("2" * 41), "1", {}, r"attackers: 41 armies.* an alliance 40 at most in all.*R3\.1"),
    ("1", ",".join("2" * 20), {"front": 1, "turn": 1}, r"defenders: 20 armies.* on front 1 by turn 1"),
]


@pytest.mark.parametrize(("attackers", "defenders", "context", "message"), REFUSED, ids=str)
def test_refused(box: Dataset, attackers: str, defenders: str, context: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        check(box, attackers, defenders, {}, **context)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("attackers", "defenders", "chits", "turn", "message"),
    [
        ("DE 1", "FR 1", {"attack_chit": "Gas"}, 2, "Gas is a chit of 1915 .* before turn 3, not by turn 2"),
        ("DE 1", "FR 1", {"attack_chit": "Gas"}, 3, ""),
        ("2", "2", {"attack_chit": "Tanks"}, 4, "Tanks is a chit of 1917"),
        ("2", "2", {"attack_chit": "Tanks"}, 5, ""),
        ("DE 1", "FR 1", {"defence_chit": "Machine Guns"}, 1, ""),
        ("DE 1", "FR 1", {"defence_chit": "+2"}, 1, ""),
    ],
)
def test_chits_of_a_later_year(
    box: Dataset, attackers: str, defenders: str, chits: dict[str, str], turn: int, message: str
) -> None:
    if message:
        with pytest.raises(RuleError, match=message + r".*R4\.2"):
            check(box, attackers, defenders, chits, turn=turn)
    else:
        check(box, attackers, defenders, chits, turn=turn)


def test_an_attack_that_nobody_meets_under_the_treaty(box: Dataset) -> None:
    """R8.1: on front 11 the Central Powers need MEF or OR there; the Allies attack with MEF and OR only."""
    treaty = Context(front=11, treaty=True)
    nobody = Side(())
    with pytest.raises(RuleError, match=r"only if MEF or OR is there \(R8\.1\)"):
        check_context(box, (Side((Combatant(2, "BU 1", "BU"),)), nobody), treaty)
    check_context(box, (Side((Combatant(2, "MEF", "MEF"),)), nobody), treaty)


@pytest.mark.parametrize(
    ("kind", "context", "message"),
    [
        (SpecError, {"front": 0}, "front: found 0; allowed: 1 to 11"),
        (SpecError, {"turn": 7}, "turn: found 7; allowed: 1 to 6"),
        (RuleError, {"turn": 4, "treaty": True}, r"treaty cannot be in force on turn 4.*turn 5 or later"),
    ],
)
def test_no_such_context(kind: type[Exception], context: dict[str, Any], message: str) -> None:
    with pytest.raises(kind, match=message):
        Context(**context)


def test_available_armies_are_those_of_the_tables(box: Dataset) -> None:
    """Where armies may be according to the odds and to the kernels' table: one rule."""
    table, index = build_table(box, Rules(), 4), index_armies(box)
    for turn in range(1, 7):
        for front in box.fronts:
            for number, alliance in enumerate(ALLIANCES):
                found = {army.name for army in available_armies(box, alliance, Context(turn=turn), front)}
                there = int(table.may_enter[turn, 1, number, front.number - 1])
                entered = {
                    army.name
                    for army in box.armies
                    if army.turn <= turn
                    and index[army.name][0] == number
                    and there >> index[army.name][1] & 1
                }
                assert found == entered


def test_every_nation_has_its_alliance(box: Dataset) -> None:
    for army in box.armies:
        assert ALLIANCE_OF[army.nation] == ALLIANCES[FACTIONS.index(army.faction) // 2]


def test_front_11_only() -> None:
    assert may_operate("MEF", ["MEF"], 9, 3, monastir=True)
    assert not may_operate("MEF", ["MEF"], 9, 3, monastir=True, front_11_only=True)
    assert may_operate("MEF", ["MEF"], 10, 3, monastir=True, front_11_only=True)
