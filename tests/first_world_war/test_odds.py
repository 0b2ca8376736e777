"""The exact combat against ten given cases, a brute-force twin, the rulebook's example and its symmetries."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fwwsim.errors import FwwsimError, RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import Combat, Combatant, CombatOdds, Side, combat_odds, resolve_combat
from fwwsim.games.first_world_war.resolution import DEFENCE_WINS, outcome, total

FACES = ("S", "S", 1, 2, 3, 4)
CASES = json.loads(Path(__file__).with_name("cases_odds.json").read_text("utf-8"))["combats"]
SIZES = {-1: (1, 2), 0: (1, 1), 1: (3, 1)}  # superiority of the attack -> numbers of armies

values = st.lists(st.integers(0, 3), min_size=1, max_size=5)
chits = st.integers(-2, 2)


@pytest.fixture(scope="module")
def box() -> Dataset:
    return load_dataset()


def side(values: list[int], chit: int = 0) -> Side:
    return Side(tuple(map(Combatant, values)), values.index(max(values)), chit)


def odds(
    attackers: list[int], defenders: list[int], attack_chit: int = 0, defence_chit: int = 0
) -> CombatOdds:
    return combat_odds(Combat(side(attackers, attack_chit), side(defenders, defence_chit)), FACES)


def brute_force(attack_bonus: int, defence_bonus: int) -> tuple[dict[str, Fraction], dict[int, Fraction]]:
    """Results and margins counted over the 36 pairs of faces; written without the package."""
    results = {"attack_wins": Fraction(0), "tie": Fraction(0), "defence_wins": Fraction(0)}
    margins: dict[int, Fraction] = {}
    for attack_die, defence_die in product((0, 0, 1, 2, 3, 4), repeat=2):
        margin = attack_bonus + attack_die - defence_bonus - defence_die
        result = "attack_wins" if margin > 0 else "defence_wins" if margin < 0 else "tie"
        results[result] += Fraction(1, 36)
        margins[margin] = margins.get(margin, Fraction(0)) + Fraction(1, 36)
    return results, margins


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['attackers']}-{case['defenders']}")
def test_given_cases(case: dict[str, Any]) -> None:
    found = odds(case["attackers"], case["defenders"], case["attack_chit"], case["defence_chit"])
    assert {key: str(getattr(found, key)) for key in case["exact"]} == case["exact"]
    assert {str(margin): str(value) for margin, value in found.margin.items()} == case["margin"]


@pytest.mark.parametrize("superiority", SIZES)
def test_every_combat_equals_the_brute_force_twin(superiority: int) -> None:
    attackers, defenders = SIZES[superiority]
    for attack_lead, defence_lead in product(range(4), repeat=2):
        for attack_chit, defence_chit in product(range(-2, 3), repeat=2):
            found = odds([attack_lead] * attackers, [defence_lead] * defenders, attack_chit, defence_chit)
            results, margins = brute_force(
                attack_lead + (superiority == 1) + attack_chit,
                defence_lead + (superiority == -1) + defence_chit,
            )
            assert {key: getattr(found, key) for key in results} == results
            assert found.margin == margins
            assert found.attack_lead_eliminated == 1 - results["attack_wins"]
            assert found.defence_lead_eliminated == 1 - results["defence_wins"]
            assert found.mean_margin == sum(margin * value for margin, value in margins.items())
            assert found.attack_draws == found.defence_draws == Fraction(1, 3)


def test_worked_example_of_the_rulebook(box: Dataset) -> None:
    """Example 1: with dice 2 and 3 the totals are 6 and 7, and Germany's lead army is eliminated."""
    combat = resolve_combat(box, "DE 1, DE 2", "BR 1", defence_chit="Machine Guns")
    attack, defence = combat.attack, combat.defence
    attack_total = total(attack.lead_army.value, combat.superiority[0], attack.chit, 2)
    defence_total = total(defence.lead_army.value, combat.superiority[1], defence.chit, 3)
    assert (attack_total, defence_total) == (6, 7)
    assert outcome(attack_total, defence_total) == DEFENCE_WINS
    assert defence == Side((Combatant(3, "BR 1", "BR"),), chit=1, chit_name="Machine Guns")
    exact = combat_odds(combat, box.faces)
    assert (exact.attack_wins, exact.tie, exact.defence_wins) == (
        Fraction(7, 18),
        Fraction(2, 9),
        Fraction(7, 18),
    )


@given(values, values, chits, chits)
def test_probabilities_sum_to_one(
    attackers: list[int], defenders: list[int], first: int, second: int
) -> None:
    found = odds(attackers, defenders, first, second)
    assert found.attack_wins + found.tie + found.defence_wins == 1
    assert sum(found.margin.values()) == 1
    assert list(found.margin) == sorted(found.margin)


@given(values, values, chits, chits)
def test_swapping_the_sides_mirrors_the_odds(
    attackers: list[int], defenders: list[int], first: int, second: int
) -> None:
    here, there = odds(attackers, defenders, first, second), odds(defenders, attackers, second, first)
    assert (here.attack_wins, here.tie) == (there.defence_wins, there.tie)
    assert here.attack_lead_eliminated == there.defence_lead_eliminated
    assert here.margin == {-margin: value for margin, value in there.margin.items()}


@given(st.integers(0, 2), values, chits, chits)
def test_a_better_lead_never_hurts(lead: int, defenders: list[int], first: int, second: int) -> None:
    worse, better = odds([lead], defenders, first, second), odds([lead + 1], defenders, first, second)
    assert better.attack_wins >= worse.attack_wins
    assert better.attack_lead_eliminated <= worse.attack_lead_eliminated
    assert better.mean_margin == worse.mean_margin + 1


def test_a_die_of_the_data_set_is_used() -> None:
    combat = Combat(side([1]), side([1]))
    assert combat_odds(combat, ("S",)).tie == 1
    assert combat_odds(combat, ("S",)).attack_draws == 1
    assert combat_odds(combat, (1, 2)).attack_draws == 0


def test_the_best_army_leads_and_the_first_of_equals(box: Dataset) -> None:
    assert resolve_combat(box, "1,3,3", "0").attack.lead == 1
    assert resolve_combat(box, "DE 3,DE 2,DE 1", "0").attack.lead_army.name == "DE 2"


def test_a_chit_limits_who_may_lead(box: Dataset) -> None:
    """R6.1.2: Kaisertreu names AH only, so the better German army does not lead."""
    combat = resolve_combat(box, "DE 1,AH 1", "RU 8", attack_chit="kaisertreu")
    assert combat.attack.lead_army.name == "AH 1"
    assert (combat.attack.chit, combat.attack.chit_name) == (-1, "Kaisertreu")


def test_an_explicit_lead_is_taken(box: Dataset) -> None:
    combat = resolve_combat(box, "DE 1,DE 3", "3,1,1", attack_lead="de 3", defence_lead="1")
    assert (combat.attack.lead, combat.defence.lead) == (1, 1)


@pytest.mark.parametrize(
    ("attackers", "defenders", "text", "name"),
    [
        ("DE 1", "BR 1", "machine guns", "Machine Guns"),
        ("BR 1", "DE 1", "MACHINE  GUNS", "Machine Guns"),
        ("BR 1", "DE 1", "central-hindenburg", "Hindenburg"),
        ("3", "3", "Machine Guns", "Machine Guns"),
        ("DE 1", "BR 1", "allied-rumours", "Rumours"),
    ],
)
def test_chits_by_name_or_id(box: Dataset, attackers: str, defenders: str, text: str, name: str) -> None:
    assert resolve_combat(box, attackers, defenders, defence_chit=text).defence.chit_name == name


def test_a_number_is_a_chit_that_anyone_may_carry(box: Dataset) -> None:
    combat = resolve_combat(box, "DE 1", "3", attack_chit="+2", defence_chit="-1")
    assert (combat.attack.chit, combat.defence.chit) == (2, -1)
    assert (combat.attack.chit_name, combat.defence.chit_name) == ("", "")


def test_armies_by_value_may_lay_any_chit_of_the_right_use(box: Dataset) -> None:
    assert resolve_combat(box, "2", "3", attack_chit="Brusilov").attack.chit == 2
    with pytest.raises(RuleError, match=r"Brusilov is for use in attack, not in defence; .*R6\.1\.1"):
        resolve_combat(box, "2", "3", defence_chit="Brusilov")


def test_names_are_found_whatever_their_case(box: Dataset) -> None:
    combat = resolve_combat(box, " de  sued ,DE bug", "rO 1, mef")
    assert [army.name for army in combat.attack.armies] == ["DE Sued", "DE Bug"]
    assert [army.name for army in combat.defence.armies] == ["RO 1", "MEF"]


ERRORS: list[tuple[type[FwwsimError], str, dict[str, str]]] = [
    (SpecError, r"no attackers: .*\(R6\.0\)", {"attackers": " , "}),
    (SpecError, r"no defenders: without a real defender there is no roll \(R6\.0\)", {"defenders": ""}),
    (SpecError, r"attackers: no army 'DE 77' .* DE 1, DE 2", {"attackers": "DE 77"}),
    (SpecError, r"attackers: no army 'MFE' in data set .*nearest: MEF.* values 0 to 3", {"attackers": "MFE"}),
    (SpecError, r"attackers name DE 1 twice; .*R6\.0", {"attackers": "DE 1,de 1"}),
    (SpecError, r"attackers mix names and values", {"attackers": "DE 1,3"}),
    (SpecError, r"defenders: 4 is not a combat value; allowed are 0, 1, 2 and 3", {"defenders": "4"}),
    (SpecError, r"defenders: -1 is not a combat value", {"defenders": "-1"}),
    (RuleError, r"DE 1 of the Central Powers and BR 1 of the Allies; .*R6\.0", {"attackers": "DE 1,BR 1"}),
    (RuleError, r"all belong to the Allies; .*R6\.0", {"attackers": "FR 1"}),
    (RuleError, r"no front lists DE, AH, BR, FR, RU together \(R5\.0\).*RU on 7, 8, 9, 11", {
        "attackers": "DE 1,AH 1", "defenders": "BR 1,FR 1,RU 1",
    }),
    (SpecError, r"no chit 'Machin Guns' .*nearest: Machine Guns.*R6\.1\.1", {"defence_chit": "Machin Guns"}),
    (SpecError, r"no chit '1\.5'", {"defence_chit": "1.5"}),
    (RuleError, r"Foch is a chit of the Allies.*allowed: .*Big Bertha.*R6\.1\.1", {"attack_chit": "Foch"}),
    (RuleError, r"for use in defence, not in attack.*R6\.1\.1", {"attack_chit": "Machine Guns"}),
    (RuleError, r"needs an army of FR, and the defence has none.*R6\.1\.1", {"defence_chit": "Petain"}),
    (RuleError, r"lead 'DE 9' is not among .*allowed: DE 1, DE 3 \(R6\.1\.2\)", {"attack_lead": "DE 9"}),
    (RuleError, r"lead '2' is not among .*allowed: 3 \(R6\.1\.2\)", {"defenders": "3", "defence_lead": "2"}),
    (RuleError, r"DE 1 may not lead with Kaisertreu; allowed: AH 1 \(R6\.1\.2\)", {
        "attackers": "DE 1,AH 1", "defenders": "RU 1", "attack_chit": "Kaisertreu", "attack_lead": "DE 1",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "message", "words"), ERRORS, ids=lambda item: str(item)[:60])
def test_errors_name_what_is_allowed(
    box: Dataset, kind: type[FwwsimError], message: str, words: dict[str, str]
) -> None:
    asked = {"attackers": "DE 1,DE 3", "defenders": "BR 1", **words}
    with pytest.raises(kind, match=message) as caught:
        resolve_combat(box, asked.pop("attackers"), asked.pop("defenders"), **asked)
    assert "\n" not in str(caught.value)
