"""Hidden counters and chits: against every counter and chit one by one; views, value of knowing, Monte Carlo."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import FwwsimError, RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds.context import Context
from fwwsim.games.first_world_war.odds.gain import PRIZES, Laid, Stakes
from fwwsim.games.first_world_war.odds.hands import HeldChit
from fwwsim.games.first_world_war.odds.hidden import Cup, TooManyCases, Unknown
from fwwsim.games.first_world_war.odds.hidden_sample import sample
from fwwsim.games.first_world_war.odds.hidden_views import Answer, Question, answer
from fwwsim.games.first_world_war.odds.hidden_words import Words, read_question
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.odds.single import Combatant
from fwwsim.games.first_world_war.odds.stacks import Stack, read_stack_sizes
from fwwsim.stats.intervals import mean_interval

FACES = ("S", "S", 1, 2, 3, 4)
NATIONS = ("A", "B")
ERROR_LIMIT = 4  # standard errors

army = st.tuples(st.integers(0, 3), st.sampled_from(NATIONS))
chit = st.tuples(
    st.integers(-1, 2),
    st.sampled_from(("attack", "defence", "either")),
    st.sampled_from((("A",), ("B",), NATIONS)),
    st.sampled_from((False, False, False, True)),
)
stack = st.tuples(st.lists(army, max_size=4), st.integers(0, 2), st.integers(1, 3)).filter(
    lambda rows: rows[2] <= len(rows[0]) + rows[1]
)


@st.composite
def questions(draw: Any) -> Any:
    """(attackers, own hand, face up, stacks, cup, chits drawn, objective, prize), small."""
    cup = draw(st.lists(chit, max_size=4))
    return (
        draw(st.lists(army, min_size=1, max_size=3)),
        draw(st.lists(chit, max_size=2)),
        draw(st.lists(army, max_size=1)),
        draw(st.lists(stack, max_size=2)),
        cup,
        draw(st.integers(0, min(2, len(cup)))),
        Objective(city=Fraction(draw(st.integers(0, 2)), 2), chit=Fraction(draw(st.integers(0, 2)), 10)),
        draw(st.sampled_from(PRIZES)),
    )


def people(rows: Sequence[Any], tag: str) -> tuple[Combatant, ...]:
    return tuple(
        Combatant(value, f"{nation} {tag}{number}", nation) for number, (value, nation) in enumerate(rows)
    )


def held(rows: Sequence[Any], tag: str) -> list[HeldChit]:
    return [
        HeldChit(f"{tag} {number}", value, use, nations, mandatory, f"{tag}-{number}")
        for number, (value, use, nations, mandatory) in enumerate(rows)
    ]


def question_of(case: Any) -> Question:
    attackers, own, face_up, stacks, cup, drawn, objective, prize = case
    piles = tuple(
        Stack("WA", number, people(armies, f"s{place}-"), blanks)
        for place, (armies, blanks, number) in enumerate(stacks)
    )
    seen = people(face_up, "f")
    every = [*seen, *(one for pile in piles for one in pile.armies)]
    unknown = Unknown(seen, piles, Cup.of(held(cup, "cup"), drawn, every, "defence"))
    return Question(people(attackers, "a"), held(own, "own"), unknown, Stakes(FACES, objective, prize))


def moves(rows: Any, hand: Any, role: str) -> list[tuple[int, int]]:
    """(value of the chit, value of the lead) pairs of a side (R6.1.1, R6.1.2, R6.2.2)."""
    fits = [c for c in hand if c[1] in (role, "either") and any(nation in c[2] for _, nation in rows)]
    forced = [c for c in fits if c[3]]
    return [
        (c[0] if c else 0, value)
        for c in (forced or [None, *fits])
        for value, nation in rows
        if c is None or nation in c[2]
    ]


def fight(
    case: Any, own: tuple[int, int], defenders: Any, enemy: tuple[int, int] | None
) -> tuple[Any, Fraction]:
    """Odds (unopposed, wins, tie, loses) and gain of one attack, over the 36 pairs of faces."""
    attackers, objective, prize = case[0], case[6], case[7]
    if enemy is None:
        return (1, 0, 0, 0), objective.city if prize == "city" else Fraction(0)
    more = (len(attackers) > len(defenders)) - (len(attackers) < len(defenders))
    counts = [0, 0, 0, 0]
    for first, second in product((0, 0, 1, 2, 3, 4), repeat=2):
        margin = sum(own) + more + first - sum(enemy) - second
        counts[1 if margin > 0 else 2 if margin == 0 else 3] += 1
    odds = tuple(Fraction(count, 36) for count in counts)
    won = {"city": objective.city, "base": objective.point, "nothing": Fraction(0)}[prize]
    mine, theirs = objective.armies[own[1]], objective.armies[enemy[1]]
    gain = odds[1] * (theirs + won) + odds[2] * (theirs - mine) - odds[3] * mine
    return odds, gain + objective.chit * (max(0, enemy[0]) - max(0, own[0]))


def worlds(case: Any) -> list[tuple[Any, tuple[int, ...], Any]]:
    """Every equally likely (defenders, chits held, what the defence plays), counter by counter."""
    _, _, face_up, stacks, cup, drawn, _, _ = case
    piles = [
        [[one for one in some if one] for some in combinations([*armies, *[None] * blanks], number)]
        for armies, blanks, number in stacks
    ]
    found = []
    for some in product(*piles):
        defenders = [*face_up, *(one for pile in some for one in pile)]
        for hand in combinations(range(len(cup)), drawn):
            enemy = None
            if defenders:
                options = moves(defenders, [cup[number] for number in hand], "defence")
                enemy = max(options, key=lambda pair: (sum(pair), pair[1]))
            found.append((defenders, hand, enemy))
    return found


def best_gain(case: Any, some: Any) -> Fraction:
    """The gain of the best choice, no attack included, over equally likely worlds."""
    gains = [
        sum((fight(case, own, defenders, enemy)[1] for defenders, _, enemy in some), Fraction(0))
        for own in set(moves(case[0], case[1], "attack"))
    ]
    return max(Fraction(0), *gains) / len(some)


@settings(max_examples=220, deadline=None)
@given(questions())
def test_exact_as_counter_by_counter(case: Any) -> None:
    found, every = answer(question_of(case)), worlds(case)
    gains = {
        own: sum((fight(case, own, d, e)[1] for d, _, e in every), Fraction(0)) / len(every)
        for own in moves(case[0], case[1], "attack")
    }
    for one, gain in zip(found.question.attacks, found.gains, strict=True):
        assert gain == gains[one.laid.chit, one.laid.lead]
    assert found.worth == max(Fraction(0), *gains.values()) == best_gain(case, every)
    best = found.question.attacks[found.best].laid
    odds = [fight(case, (best.chit, best.lead), d, e)[0] for d, _, e in every]
    means = tuple(Fraction(sum(column), len(every)) for column in zip(*odds, strict=True))
    assert found.attacker_view().as_tuple() == means
    knowing, base = found.knowing(), found.worth
    assert knowing.everything == sum(best_gain(case, [one]) for one in every) / len(every) - base
    assert knowing.stack == _stack_value(case, every) - base
    assert knowing.chit == _chit_value(case, every) - base
    assert min(knowing.chit, knowing.stack, knowing.everything) >= 0
    assert knowing.everything >= max(knowing.chit, knowing.stack)


def _stack_value(case: Any, every: Any) -> Fraction:
    """What the best choice gains when the counters are seen: worlds come stack by stack, hands within."""
    hands = len(list(combinations(range(len(case[4])), case[5])))
    groups = [every[start : start + hands] for start in range(0, len(every), hands)]
    return sum((best_gain(case, group) for group in groups), Fraction(0)) / len(groups)


def _chit_value(case: Any, every: Any) -> Fraction:
    """What the best choice gains when one chit of the hand, at random, is seen."""
    if case[5] == 0:
        return best_gain(case, every)
    total = Fraction(0)
    for number in range(len(case[4])):
        some = [world for world in every if number in world[1]]
        total += Fraction(len(some), len(every) * case[5]) * best_gain(case, some)
    return total


@settings(max_examples=60, deadline=None)
@given(questions())
def test_nothing_hidden_is_worth_nothing(case: Any) -> None:
    attackers, own, _, _, cup, _, objective, prize = case
    open_case = (attackers, own, [(2, "A"), (1, "B")], [], cup, len(cup), objective, prize)
    found = answer(question_of(open_case))
    knowing = found.knowing()
    assert knowing.chit == knowing.stack == knowing.everything == 0
    assert found.attacker_view() == found.open_view().mean


@settings(max_examples=60, deadline=None)
@given(questions())
def test_views_are_probabilities(case: Any) -> None:
    found = answer(question_of(case))
    assert sum(found.attacker_view().as_tuple()) == 1
    for view in (found.defender_view(), found.open_view()):
        success = view.mean.unopposed + view.mean.attack_wins
        assert sum(view.mean.as_tuple()) == 1
        assert view.lowest <= success <= view.highest


def test_the_defender_sees_a_draw_of_the_attackers_chits() -> None:
    """One of two chits, +2 and a blank: half of the time the attack has +2."""
    unknown = Unknown((Combatant(3, "A 1", "A"),), (), Cup.of([], 0, [Combatant(3, "A 1", "A")], "defence"))
    own = [HeldChit("plus", 2, "attack", ("B",), id="plus")]
    cup = [*own, HeldChit("other", 1, "defence", ("B",), id="other")]
    found = answer(Question([Combatant(3, "B 1", "B")], own, unknown, Stakes(FACES), cup))
    results = [found.question.stakes.results(laid, Laid(3), 0) for laid in (Laid(3, 2), Laid(3))]
    assert found.defender_view().mean.as_tuple()[1:] == tuple(
        (one + other) / 2 for one, other in zip(*results, strict=True)
    )
    assert found.attacker_view().as_tuple()[1:] == results[0]


def test_knowing_the_stack_can_change_the_choice() -> None:
    """A counter that is a dummy or a 3 in equal parts: worth an attack only when it is the dummy."""
    pile = Stack("WA", 1, (Combatant(3, "A 1", "A"),), 1)
    unknown = Unknown((), (pile,), Cup.of([], 0, pile.armies, "defence"))
    objective = Objective(city=Fraction(1, 10))
    question = Question([Combatant(1)], [], unknown, Stakes(FACES, objective))
    knowing = answer(question).knowing()
    assert knowing.chit == 0
    assert knowing.stack == knowing.everything == Fraction(1, 20) - answer(question).worth > 0


def fixed_cases() -> list[Any]:
    """100 cases, the same every time."""
    random, cases = Random(1914), []
    while len(cases) < 100:
        armies = [(random.randrange(4), random.choice(NATIONS)) for _ in range(random.randint(1, 6))]
        blanks, cup = random.randint(0, 4), [
            (random.randint(-1, 2), random.choice(("attack", "defence", "either")), NATIONS[: random.randint(1, 2)],
             random.random() < 0.2)
            for _ in range(random.randint(0, 6))
        ]  # fmt: skip
        cases.append((
            [(random.randrange(4), random.choice(NATIONS)) for _ in range(random.randint(1, 4))],
            cup[:1],
            [(1, "B")] if random.random() < 0.3 else [],
            [(armies, blanks, random.randint(1, min(4, len(armies) + blanks)))],
            cup,
            random.randint(0, min(3, len(cup))),
            Objective(),
            random.choice(PRIZES),
        ))  # fmt: skip
    return cases


def test_monte_carlo_agrees_with_the_exact_odds_on_100_fixed_cases() -> None:
    samples = 5000
    for number, case in enumerate(fixed_cases()):
        question = question_of(case)
        exact, sampled = answer(question), sample(question, samples, number)
        if sampled.answer.best != exact.best:
            assert abs(exact.gains[exact.best] - exact.gains[sampled.answer.best]) < Fraction(1, 20)
        means = _odds_of(exact, sampled.answer.best)
        for chance, count in zip(means, sampled.counts, strict=True):
            error = sqrt(chance * (1 - chance) / samples)
            assert abs(count / samples - chance) <= ERROR_LIMIT * error + 1e-12, (number, case)


def _odds_of(exact: Answer, attack: int) -> tuple[float, ...]:
    laid = exact.question.attacks[attack].laid
    odds = [(share, exact.question.odds(laid, table).as_tuple()) for table, share in exact.tables.items()]
    return tuple(float(sum(share * chances[column] for share, chances in odds)) for column in range(4))


def test_monte_carlo_gains_and_values_of_knowing() -> None:
    for number, case in enumerate(fixed_cases()[:10]):
        question = question_of(case)
        exact, sampled = answer(question), sample(question, 20_000, number)
        knowing = exact.knowing()
        pairs = [
            (exact.gains[sampled.answer.best], mean_interval(sampled.gains)),
            (knowing.stack, mean_interval(sampled.knowing[1])),
            (knowing.everything, mean_interval(sampled.knowing[2])),
        ]
        for value, interval in pairs:
            error = (interval.high - interval.low) / (2 * 1.96)
            assert abs(interval.estimate - float(value)) <= ERROR_LIMIT * error + 0.003


def test_samples_do_not_depend_on_their_number() -> None:
    question = question_of(fixed_cases()[0])
    few, again = sample(question, 500, 7), sample(question, 500, 7)
    assert few.counts == again.counts
    assert few.answer.classes == again.answer.classes


def test_too_many_cases_are_refused() -> None:
    question = question_of(fixed_cases()[0])
    with pytest.raises(TooManyCases):
        answer(question, 1)


@pytest.fixture(scope="module")
def box() -> Dataset:
    return load_dataset()


def ask(box: Dataset, context: Context = Context(1, 2), **words: Any) -> Any:  # noqa: B008
    asked = {"attackers": "DE 1,DE 2", "stack": "WA=3", **words}
    return read_question(box, Words(**asked), context, Stakes(box.faces))


def test_the_counter_mix_of_a_stack(box: Dataset) -> None:
    """Front 1, turn 2: BE 1, BR 1 and 2, FR 1 to 8 less the one lost and one dummy known elsewhere."""
    (pile,) = ask(box, lost="FR 1", known="WA dummy").question.unknown.stacks
    names = {one.name for one in pile.armies}
    entered = {one.name for one in box.armies if one.faction == "WA" and one.turn <= 2}
    assert names == {name for name in entered if name[:2] in ("BE", "BR", "FR")} - {"FR 1"}
    assert pile.blanks == 5
    (east,) = ask(box, Context(11, 3), attackers="AH 1", stack="EA=1").question.unknown.stacks
    assert {one.nation for one in east.armies} == {"RU", "MEF", "OR"}
    (without,) = ask(
        box, Context(11, 3, monastir=False), attackers="AH 1", stack="EA=1"
    ).question.unknown.stacks
    assert {one.nation for one in without.armies} == {"RU"}


def test_under_the_treaty_russians_do_not_defend(box: Dataset) -> None:
    """R8.1: front 11 with MEF face up; RU and RO of the stack count as blanks."""
    context = Context(11, 5, treaty=True)
    (pile,) = ask(box, context, attackers="AH 1", stack="EA=2", defenders="MEF").question.unknown.stacks
    assert {one.name for one in pile.armies} == {"OR"}
    assert pile.blanks == 6 + sum(a.nation in ("RU", "RO") and a.turn <= 5 for a in box.armies)


def test_the_truth_replaces_the_draw(box: Dataset) -> None:
    asked = ask(box, stack="WA=2", truth="BR 1, dummy", unknown_chits=1, defence_hand="Machine Guns")
    assert list(asked.truth.values()) == [1]
    (table,) = asked.truth
    assert (table.armies, table.lead, table.chit) == (1, 3, 1)
    partly = ask(box, stack="WA=2", truth="BR 1, dummy", unknown_chits=1)
    assert sum(partly.truth.values()) == 1
    assert len(partly.truth) == 2


def test_chits_seen_leave_the_cup(box: Dataset) -> None:
    allied = [c for c in box.chits if c.alliance == "ALLIES" and c.year == 1914]
    cup = ask(box, unknown_chits=1).question.unknown.cup
    assert sum(cup.numbers) + cup.blanks == len(allied)
    fewer = ask(box, unknown_chits=1, seen="Machine Guns,Pantalons Rouges,Big Bertha").question
    assert sum(fewer.unknown.cup.numbers) + fewer.unknown.cup.blanks == len(allied) - 2
    assert "Big Bertha" not in [c.label for c in fewer.enemy_cup]


def test_stack_sizes() -> None:
    assert read_stack_sizes(" wa = 3 ") == {"WA": 3}


ERRORS: list[tuple[type[FwwsimError], str, dict[str, Any]]] = [
    (SpecError, r"--front and --turn are needed", {"context": Context(1)}),
    (SpecError, r"no attackers", {"attackers": ""}),
    (SpecError, r"no defenders: give --stack", {"stack": ""}),
    (SpecError, r"unknown faction; allowed: WA, EA, DE, GA", {"stack": "FR=2"}),
    (SpecError, r"--stack WA: given twice", {"stack": "WA=1,WA=2"}),
    (SpecError, r"--stack WA: found '0'; allowed: 1 to 99", {"stack": "WA=0"}),
    (SpecError, r"found 'no number'", {"stack": "WA"}),
    (RuleError, r"WA and DE are enemies.*R6\.0", {"stack": "WA=1,DE=1"}),
    (RuleError, r"all belong to the Central Powers.*R6\.0", {"stack": "DE=1"}),
    (RuleError, r"--stack and --defenders are enemies", {"defenders": "AH 1"}),
    (RuleError, r"can have 0 unknown counters on front 1 .*R5", {"stack": "EA=1"}),
    (RuleError, r"WA=30.*allowed: 17 at most", {"stack": "WA=30"}),
    (SpecError, r"--defenders are armies face up.*names", {"defenders": "3"}),
    (SpecError, r"--known: no army 'FR 99'", {"known": "FR 99"}),
    (SpecError, r"FR 1 is given twice", {"known": "FR 1", "lost": "fr 1"}),
    (SpecError, r"7 dummies of WA; .* has 6", {"lost": "WA dummies=7"}),
    (SpecError, r"BR 1 is both among --defenders", {"defenders": "BR 1", "known": "BR 1"}),
    (RuleError, r"found 4; allowed: 0 to 3 in a hand \(R6\.2\.1\)", {"unknown_chits": 4}),
    (SpecError, r"found 2, but --defence-hand has 1", {"unknown_chits": 2, "defence_hand": "Forts"}),
    (SpecError, r"Forts is not a chit that the hand can hold", {"seen": "Forts", "defence_hand": "Forts"}),
    (SpecError, r"Forts is given twice", {"seen": "Forts,forts"}),
    (SpecError, r"Big Bertha is in --attack-hand already", {"seen": "Big Bertha", "attack_hand": "Big Bertha"}),
    (RuleError, r"Gas is a chit of 1915 .*R4\.2", {"attack_hand": "Gas"}),
    (RuleError, r"Forts is a chit of the Allies", {"attack_hand": "Forts"}),
    (SpecError, r"--truth: found 1 counters; the stack has 3", {"truth": "FR 1"}),
    (SpecError, r"--truth: found 'us 1'", {"truth": "US 1,dummy,dummy"}),
    (RuleError, r"front 7 is closed under the treaty.*R8\.1", {
        "context": Context(7, 5, treaty=True), "stack": "EA=1",
    }),
    (RuleError, r"only if MEF or OR is there \(R8\.1\)", {
        "context": Context(11, 5, treaty=True), "stack": "EA=1", "attackers": "AH 1",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "message", "words"), ERRORS, ids=lambda item: str(item)[:60])
def test_errors_name_what_is_allowed(
    box: Dataset, kind: type[FwwsimError], message: str, words: dict[str, Any]
) -> None:
    with pytest.raises(kind, match=message) as caught:
        ask(box, **words)
    assert "\n" not in str(caught.value)
