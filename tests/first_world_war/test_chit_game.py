"""Chits and leads as a game: against all pure strategies, written anew; must-play chits; dominated choices."""

from fractions import Fraction
from itertools import product
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from fwwsim.errors import FwwsimError, RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds.chit_dominance import (
    dominated_attacks,
    dominated_chits,
    dominated_leads,
)
from fwwsim.games.first_world_war.odds.chit_game import Equilibrium, solve
from fwwsim.games.first_world_war.odds.chit_model import ChitGame
from fwwsim.games.first_world_war.odds.gain import PRIZES, Laid, Stakes, advantage
from fwwsim.games.first_world_war.odds.hands import HeldChit, options_of, read_hand
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.odds.single import Combatant

FACES = ("S", "S", 1, 2, 3, 4)
NATIONS = ("A", "B")

armies = st.lists(
    st.builds(lambda value, nation: (value, nation), st.integers(0, 3), st.sampled_from(NATIONS)),
    min_size=1,
    max_size=2,
)
chit = st.tuples(
    st.integers(-1, 2),
    st.sampled_from(("attack", "defence", "either")),
    st.sampled_from((("A",), ("B",), NATIONS)),
    st.sampled_from((False, False, False, True)),
)
hands = st.lists(chit, max_size=2, unique=True)
worths = st.builds(
    lambda city, kept: Objective(city=Fraction(city, 2), chit=Fraction(kept, 10)),
    st.integers(0, 3),
    st.integers(0, 3),
)
cases = st.tuples(armies, armies, hands, hands, worths, st.sampled_from(PRIZES))


def people(rows: list[tuple[int, str]]) -> list[Combatant]:
    return [Combatant(value, f"{nation} {number}", nation) for number, (value, nation) in enumerate(rows)]


def held(rows: list[Any]) -> list[HeldChit]:
    return [
        HeldChit(f"chit {number}", value, use, nations, mandatory, f"id-{number}")
        for number, (value, use, nations, mandatory) in enumerate(rows)
    ]


def game_of(case: Any) -> ChitGame:
    attackers, defenders, attack_hand, defence_hand, objective, prize = case
    stakes = Stakes(FACES, objective, prize)
    return ChitGame(people(attackers), people(defenders), held(attack_hand), held(defence_hand), stakes)


def pays(case: Any, own: Any, enemy: Any, own_lead: int, enemy_lead: int) -> Fraction:
    """The attacker's gain over the 36 pairs of faces; written without the package."""
    attackers, defenders, _, _, objective, prize = case
    more = (len(attackers) > len(defenders)) - (len(attackers) < len(defenders))
    lead, other = attackers[own_lead][0], defenders[enemy_lead][0]
    mine, theirs = (own[0] if own else 0), (enemy[0] if enemy else 0)
    worth, total = objective.armies, Fraction(0)
    won = {"city": objective.city, "base": objective.point, "nothing": Fraction(0)}[prize]
    for first, second in product((0, 0, 1, 2, 3, 4), repeat=2):
        margin = lead + mine + more + first - other - theirs - second
        total += (worth[other] if margin >= 0 else 0) - (worth[lead] if margin <= 0 else 0)
        total += won if margin > 0 else 0
    return total / 36 - objective.chit * max(0, mine) + objective.chit * max(0, theirs)


def moves(rows: Any, hand: Any, role: str) -> list[tuple[Any, int]]:
    """(chit or None, lead) of a side, chit by chit and army by army (R6.1.1, R6.1.2, R6.2.2)."""
    fits = [c for c in hand if c[1] in (role, "either") and any(nation in c[2] for _, nation in rows)]
    forced = [c for c in fits if c[3]]
    return [
        (c, lead)
        for c in (forced or [None, *fits])
        for lead, (_, nation) in enumerate(rows)
        if c is None or nation in c[2]
    ]


def pure_strategies(case: Any) -> tuple[list[Any], list[Any]]:
    """The attacker's (move if none is seen, move if one is seen) and the defender's (chit, lead by what it sees)."""
    attackers, defenders, attack_hand, defence_hand, _, _ = case
    attacks = moves(attackers, attack_hand, "attack")
    replies = moves(defenders, defence_hand, "defence")
    seen = sorted({(c is not None, lead) for c, lead in attacks})
    defences = []
    for laid in dict.fromkeys(str(c) for c, _ in replies):
        options = [(c, lead) for c, lead in replies if str(c) == laid]
        for leads in product([lead for _, lead in options], repeat=len(seen)):
            defences.append((options[0][0], dict(zip(seen, leads, strict=True))))
    return list(product(attacks, attacks)), defences


def play(case: Any, attack: Any, defence: Any) -> Fraction:
    laid, leads = defence
    own, lead = attack[laid is not None]
    return pays(case, own, laid, lead, leads[own is not None, lead])


def normal_form(case: Any) -> np.ndarray[Any, Any]:
    attacks, defences = pure_strategies(case)
    return np.array([[float(play(case, attack, defence)) for defence in defences] for attack in attacks])


def value_of(matrix: np.ndarray[Any, Any]) -> float:
    """The value of a matrix game, by the textbook programme."""
    rows, columns = matrix.shape
    solved = linprog(
        [*[0.0] * rows, -1.0],
        np.hstack([-matrix.T, np.ones((columns, 1))]),
        np.zeros(columns),
        [[*[1.0] * rows, 0.0]],
        [1.0],
        [(0, None)] * rows + [(None, None)],
    )
    return -float(solved.fun)


def is_dominated(rows: np.ndarray[Any, Any], number: int) -> bool:
    """Whether a mixture of the other rows is better in every column, by 1e-9 at least."""
    others = np.delete(rows, number, axis=0)
    if len(others) == 0:
        return False
    return value_of(others - rows[number]) > 1e-9


@settings(max_examples=120, deadline=None)
@given(cases)
def test_the_value_is_that_of_all_pure_strategies(case: Any) -> None:
    solved, matrix = solve(game_of(case)), normal_form(case)
    assert solved.value == pytest.approx(value_of(matrix), abs=1e-8)
    assert 0 <= solved.exploitability <= Fraction(1, 10**9)
    assert float(solved.attack_pure.value) == pytest.approx(float(matrix.min(axis=1).max()), abs=1e-12)
    assert float(solved.defence_pure.value) == pytest.approx(float(matrix.max(axis=0).min()), abs=1e-12)
    assert solved.attack_pure.value <= solved.conceded
    assert solved.defence_pure.value >= solved.sure
    assert sum(solved.results) == pytest.approx(1)
    _check_plans(solved)


def _check_plans(solved: Equilibrium) -> None:
    for seen in {move.seen for move in solved.attack}:
        assert sum(m.probability for m in solved.attack if m.seen == seen) == pytest.approx(1)
    assert sum(move.probability for move in solved.defence_chits) == pytest.approx(1)
    groups: dict[Any, float] = {}
    for move in solved.defence_leads:
        key = move.seen, move.against, move.chit
        groups[key] = groups.get(key, 0.0) + move.probability
    assert all(total == pytest.approx(1) for total in groups.values())


@settings(max_examples=40, deadline=None)
@given(cases)
def test_dominated_choices_are_those_of_the_normal_form(case: Any) -> None:
    game = game_of(case)
    attackers, _, attack_hand, defence_hand, _, _ = case
    attacks, defences = moves(attackers, attack_hand, "attack"), pure_strategies(case)[1]
    found = dominated_attacks(game)
    for seen in game.hidden:
        plans = [defence for defence in defences if (defence[0] is not None) == seen]
        rows = np.array([[float(play(case, (own, own), plan)) for plan in plans] for own in attacks])
        expected = set()
        for number, (own, lead) in enumerate(attacks):
            copies = [n for n, row in enumerate(rows) if np.allclose(row, rows[number]) and n != number]
            if is_dominated(np.delete(rows, copies, axis=0), number - sum(n < number for n in copies)):
                expected.add((own and f"chit {attack_hand.index(own)}", f"{attackers[lead][1]} {lead}"))
        names = {(row.chit, row.lead) for row in found if row.seen == seen}
        told = {
            (None if one == "none" else one, other)
            for chits, leads in names
            for one, other in product(chits.split(" or "), leads.split(" or "))
        }
        assert told == expected
    _check_defence(case, game, defences, defence_hand)


def _check_defence(case: Any, game: ChitGame, defences: Any, hand: Any) -> None:
    """No chit is called dominated unless all plans that lay it are."""
    attacks = pure_strategies(case)[0]
    rows = -np.array([[float(play(case, attack, plan)) for attack in attacks] for plan in defences])
    for row in dominated_chits(game):
        labels = row.chit.split(" or ")
        laid = [
            number
            for number, (c, _) in enumerate(defences)
            if ("none" if c is None else f"chit {hand.index(c)}") in labels
        ]
        others = np.delete(rows, laid, axis=0)
        for number in laid:
            assert value_of(others - rows[number]) > 0
    for lead in dominated_leads(game):
        assert lead.loss > 1e-9


def test_a_dominated_lead_of_the_defence() -> None:
    """Alone against a 3 the higher value is better where armies cost nothing."""
    free = Objective(armies=(Fraction(0),) * 4)
    game = ChitGame([Combatant(3)], [Combatant(3), Combatant(1)], [], [], Stakes(FACES, free))
    (lead,) = dominated_leads(game)
    assert (lead.chit, lead.lead, lead.against, lead.seen) == ("none", "1", "3", False)
    assert dominated_chits(game) == dominated_attacks(game) == []


def test_a_mandatory_chit_must_be_laid() -> None:
    """R6.2.2: -1 instead of the +1 that is held too."""
    bad = HeldChit("Kaisertreu", -1, "attack", ("AH",), True, "k")
    good = HeldChit("Howitzers", 1, "attack", ("AH", "DE"), False, "h")
    own = [Combatant(2, "AH 1", "AH"), Combatant(3, "DE 1", "DE")]
    game = ChitGame(own, [Combatant(2)], [bad, good], [], Stakes(FACES))
    assert [(lay.label, lay.leads) for lay in game.attack.lays] == [("Kaisertreu", (1,))]
    assert [c.label for c in game.attack.idle] == ["Howitzers"]
    solved = solve(game)
    assert [(m.chit, m.lead, m.probability) for m in solved.attack] == [("Kaisertreu", "AH 1", 1.0)]
    assert solved.value == pytest.approx(float(game.stakes.gain(Laid(2, -1), Laid(2), 1)))
    free = ChitGame(own[1:], [Combatant(2)], [bad, good], [], Stakes(FACES))
    assert [lay.label for lay in free.attack.lays] == ["none", "Howitzers"]  # no AH army, so no duty


@pytest.mark.parametrize("value", range(4))
def test_equal_armies_without_prize_and_chits_are_worth_nothing(value: int) -> None:
    game = ChitGame([Combatant(value)], [Combatant(value)], [], [], Stakes(FACES, prize="nothing"))
    solved = solve(game)
    assert solved.sure == solved.conceded == 0
    assert solved.results[0] == pytest.approx(solved.results[2])


def test_mixing_pays() -> None:
    """Three equal armies with +1 against 3, 3, 2 with +2 and +1: a plan that the enemy knows costs something."""
    objective = Objective(city=Fraction(1, 2), chit=Fraction(1, 5))
    defenders = [Combatant(value) for value in (2, 3, 3)]
    chits = [HeldChit.of_value(value) for value in (2, 1)]
    solved = solve(ChitGame([Combatant(3)] * 3, defenders, chits[1:], chits, Stakes(FACES, objective)))
    assert solved.attack_pure_cost == pytest.approx(0.014)
    assert solved.defence_pure_cost == pytest.approx(49 / 9000)
    assert 0 < max(move.probability for move in solved.defence_chits) < 1


def test_equal_armies_and_chits_are_one_choice() -> None:
    chits = [HeldChit(name, 1, "attack", ("DE",), False, name) for name in ("Gas", "Big Bertha")]
    armies = [Combatant(3, f"DE {number}", "DE") for number in (1, 2)]
    options = options_of(armies, chits, "attack")
    assert [lead.label for lead in options.leads] == ["DE 1 or DE 2"]
    assert [lay.label for lay in options.lays] == ["none", "Gas or Big Bertha"]


def test_four_armies_and_three_chits_take_less_than_50_ms() -> None:
    rows = [Combatant(value) for value in (3, 2, 1, 0)]
    chits = [HeldChit.of_value(value) for value in (1, 2, 3)]
    times = []
    for _ in range(5):
        start = perf_counter()
        solve(ChitGame(rows, rows, chits, chits, Stakes(FACES)))
        times.append(perf_counter() - start)
    assert min(times) < 0.05


@pytest.mark.parametrize(("attackers", "defenders", "expected"), [(2, 1, 1), (1, 1, 0), (1, 3, -1)])
def test_advantage(attackers: int, defenders: int, expected: int) -> None:
    assert advantage(attackers, defenders) == expected


@pytest.fixture(scope="module")
def box() -> Dataset:
    return load_dataset()


@pytest.mark.parametrize(
    ("kind", "message", "alliance", "text", "turn"),
    [
        (RuleError, r"found 4 chits; a hand holds 3 at most \(R6\.2\.1\)", "", "+1,+1,+1,+1", None),
        (RuleError, r"Foch is a chit of the Allies.*R6\.2\)", "CENTRAL_POWERS", "Foch", None),
        (RuleError, r"Gas is a chit of 1915 .* turn 3, not by turn 2.*R4\.2", "CENTRAL_POWERS", "Gas", 2),
        (SpecError, r"no chit 'Gass'.*nearest: Gas", "CENTRAL_POWERS", "Gass", None),
        (SpecError, r"Gas is given twice", "CENTRAL_POWERS", "Gas,gas", None),
    ],
)
def test_hands_are_refused(
    box: Dataset, kind: type[FwwsimError], message: str, alliance: str, text: str, turn: int | None
) -> None:
    with pytest.raises(kind, match=message):
        read_hand(box, "attack", alliance, text, turn)


def test_hands_are_read(box: Dataset) -> None:
    hand = read_hand(box, "attack", "CENTRAL_POWERS", " big  bertha ,central-gas,+1", 3)
    assert [(c.label, c.value) for c in hand] == [("Big Bertha", 1), ("Gas", 1), ("+1", 1)]
    assert read_hand(box, "attack", "", "", None) == ()
    assert read_hand(box, "defence", "", "Machine Guns", None)[0].value == 1
