"""Campaigns: given cases, a twin that counts dice sequences, and a minimax over real subsets of armies."""

import json
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import Combat, Combatant, Context, Side, combat_odds
from fwwsim.games.first_world_war.odds.campaign import campaign_odds, mean
from fwwsim.games.first_world_war.odds.campaign_model import Campaign, Dice, State, count
from fwwsim.games.first_world_war.odds.campaign_optimal import Plan
from fwwsim.games.first_world_war.odds.campaign_words import resolve_campaign
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.odds.stopping import StopWhen

Faces = tuple[str | int, ...]
FACES: Faces = ("S", "S", 1, 2, 3, 4)
CASES = json.loads(Path(__file__).with_name("cases_odds.json").read_text("utf-8"))["campaigns"]

armies = st.lists(st.integers(0, 3), min_size=1, max_size=4)
few = st.lists(st.integers(0, 3), min_size=1, max_size=3)
stops = st.builds(
    StopWhen,
    st.booleans(),
    st.booleans(),
    st.none() | st.integers(1, 3),
    st.none() | st.integers(1, 3),
)
dice = st.sampled_from(
    [(FACES, 1), (FACES, 2), (("S", 1, 3), 3), (("S", 2, 4), 3), (("S", 1), 4), ((1, 4), 5)]
)
worths = st.builds(
    lambda city, army, point: Objective(city, (army[0], army[1], army[2], army[3]), point),
    st.fractions(0, 3, max_denominator=6),
    st.lists(st.fractions(0, 2, max_denominator=6), min_size=4, max_size=4),
    st.fractions(0, 3, max_denominator=6),
)


@pytest.fixture(scope="module")
def box() -> Dataset:
    return load_dataset()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['attackers']}-{case['defenders']}")
def test_given_cases(case: dict[str, Any]) -> None:
    campaign = Campaign(count(case["attackers"]), count(case["defenders"]), case["attacks"], case["cities"])
    found = campaign_odds(campaign, FACES).final
    assert {str(cities): str(odds) for cities, odds in found.cities_taken.items()} == case["cities_taken"]
    assert str(found.surrender_point) == case["surrender_point"]
    assert str(mean(found.attackers_left)) == case["attackers_left_mean"]
    assert str(mean(found.defenders_left)) == case["defenders_left_mean"]


def pips(face: str | int) -> int:
    return 0 if face == "S" else int(face)


def play(campaign: Campaign, attackers: list[int], defenders: list[int], rolls: Any) -> tuple[Any, ...]:
    """One campaign with given dice, on lists of armies; written without the package's model."""
    own, enemy, cities, point, made = sorted(attackers), sorted(defenders), 0, 0, 0
    stop = campaign.stop_when
    for attack_die, defence_die in rolls:
        halted = (
            (stop.cleared and not enemy)
            or (stop.point and point == 1)
            or (stop.cities is not None and cities >= stop.cities)
            or (stop.losses is not None and len(attackers) - len(own) >= stop.losses)
        )
        if not own or halted or (not enemy and not campaign.attacks_empty):
            break
        made += 1
        won, empty = True, not enemy
        if enemy:
            attack = own[-1] + (len(own) > len(enemy)) + pips(attack_die)
            defence = enemy[-1] + (len(enemy) > len(own)) + pips(defence_die)
            won = attack > defence
            if attack <= defence:
                own = own[:-1]
            if attack >= defence:
                enemy = enemy[:-1]
        if won and cities < campaign.cities:
            cities += 1
        elif won and (not empty or campaign.uncontested_point):
            point = 1
    return tuple(own), tuple(enemy), cities, point, made


def twin(campaign: Campaign, attackers: list[int], defenders: list[int], faces: Faces) -> dict[Any, Fraction]:
    """The end of the campaign, counted over every sequence of dice."""
    ends: dict[Any, Fraction] = {}
    sequences = list(product(product(faces, repeat=2), repeat=campaign.attacks))
    for rolls in sequences:
        end = play(campaign, attackers, defenders, rolls)
        ends[end] = ends.get(end, Fraction(0)) + Fraction(1, len(sequences))
    return ends


def collect(ends: dict[Any, Fraction], what: Callable[[Any], int]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for end, odds in ends.items():
        found[what(end)] = found.get(what(end), Fraction(0)) + odds
    return dict(sorted(found.items()))


@settings(max_examples=300, deadline=None)
@given(armies, armies, dice, st.integers(0, 4), stops, st.booleans(), st.booleans())
def test_greedy_equals_the_count_of_all_dice_sequences(
    attackers: list[int],
    defenders: list[int],
    die: tuple[Faces, int],
    cities: int,
    stop: StopWhen,
    point: bool,
    empty: bool,
) -> None:
    campaign = Campaign(count(attackers), count(defenders), die[1], cities, stop, point, empty)
    ends, found = twin(campaign, attackers, defenders, die[0]), campaign_odds(campaign, die[0])
    final = found.final
    assert final.cities_taken == collect(ends, lambda end: end[2])
    assert final.surrender_point == sum(odds for end, odds in ends.items() if end[3])
    assert final.front_cleared == sum(odds for end, odds in ends.items() if not end[1])
    assert final.attackers_left == collect(ends, lambda end: len(end[0]))
    assert final.defenders_left == collect(ends, lambda end: len(end[1]))
    assert found.attacks_made_mean == sum(end[4] * odds for end, odds in ends.items())
    for value, lost in found.attackers_lost.items():
        assert lost == collect(ends, lambda end, value=value: attackers.count(value) - end[0].count(value))
    for value, lost in found.defenders_lost.items():
        assert lost == collect(ends, lambda end, value=value: defenders.count(value) - end[1].count(value))


@settings(max_examples=300, deadline=None)
@given(armies, armies, st.integers(-2, 2), st.integers(-2, 2), st.data())
def test_combats_equal_icepool(
    attackers: list[int], defenders: list[int], attack_chit: int, defence_chit: int, data: st.DataObject
) -> None:
    leads = (
        data.draw(st.sampled_from(range(len(attackers)))),
        data.draw(st.sampled_from(range(len(defenders)))),
    )
    attack = Side(tuple(map(Combatant, attackers)), leads[0], attack_chit)
    defence = Side(tuple(map(Combatant, defenders)), leads[1], defence_chit)
    die = icepool.Die([pips(face) for face in FACES])
    fixed = attackers[leads[0]] + attack_chit - defenders[leads[1]] - defence_chit
    fixed += (len(attackers) > len(defenders)) - (len(defenders) > len(attackers))
    margin = die - die + fixed
    found = combat_odds(Combat(attack, defence), FACES)
    assert found.margin == {outcome: margin.probability(outcome) for outcome in margin.outcomes()}
    assert found.attack_wins == margin.probability(">", 0)
    assert found.tie == margin.probability("==", 0)
    assert found.mean_margin == margin.mean()


def minimax(
    campaign: Campaign, faces: Faces, worth: Objective, attackers: list[int], defenders: list[int]
) -> Fraction:
    """The value of a campaign over every subset of armies and every lead, in fractions."""
    rolls = [(pips(one), pips(other)) for one, other in product(faces, repeat=2)]

    def reward(own: tuple[int, ...], enemy: tuple[int, ...], cities: int, point: int, left: int) -> Fraction:
        if cities < campaign.cities:
            return worth.city + value(own, enemy, cities + 1, point, left)
        return (worth.point if point == 0 else 0) + value(own, enemy, cities, 1, left)

    def without(side: tuple[int, ...], lead: int) -> tuple[int, ...]:
        at = side.index(lead)
        return side[:at] + side[at + 1 :]

    @cache
    def value(own: tuple[int, ...], enemy: tuple[int, ...], cities: int, point: int, left: int) -> Fraction:
        if left == 0 or not own:
            return Fraction(0)
        if not enemy:
            nothing = cities == campaign.cities and not campaign.uncontested_point
            after = value(own, enemy, cities, point, left - 1) if nothing else None
            return max(Fraction(0), reward(own, enemy, cities, point, left - 1) if after is None else after)
        choices = [Fraction(0)]
        for size in range(1, len(own) + 1):
            for chosen in set(combinations(own, size)):
                for lead in set(chosen):
                    answers = [fight(own, enemy, cities, point, left, size, lead, met) for met in set(enemy)]
                    choices.append(min(answers))
        return max(choices)

    def fight(
        own: tuple[int, ...],
        enemy: tuple[int, ...],
        cities: int,
        point: int,
        left: int,
        size: int,
        lead: int,
        met: int,
    ) -> Fraction:
        total = Fraction(0)
        for one, other in rolls:
            attack = lead + (size > len(enemy)) + one
            defence = met + (len(enemy) > size) + other
            if attack > defence:
                total += worth.armies[met] + reward(own, without(enemy, met), cities, point, left - 1)
            elif attack == defence:
                total += worth.armies[met] - worth.armies[lead]
                total += value(without(own, lead), without(enemy, met), cities, point, left - 1)
            else:
                total += value(without(own, lead), enemy, cities, point, left - 1) - worth.armies[lead]
        return total / len(rolls)

    return value(tuple(sorted(attackers)), tuple(sorted(defenders)), 0, 0, campaign.attacks)


@settings(max_examples=150, deadline=None)
@given(few, few, st.integers(1, 3), st.integers(0, 2), st.booleans(), worths)
def test_optimal_equals_minimax_over_all_subsets(
    attackers: list[int], defenders: list[int], attacks: int, cities: int, point: bool, worth: Objective
) -> None:
    faces = FACES if attacks < 3 else ("S", 1, 3)
    campaign = Campaign(count(attackers), count(defenders), attacks, cities, uncontested_point=point)
    found = campaign_odds(campaign, faces, "optimal", worth)
    assert found.advice is not None
    assert found.advice.value == minimax(campaign, faces, worth, attackers, defenders)


@settings(max_examples=150, deadline=None)
@given(armies, armies, st.integers(1, 5), st.integers(0, 3), stops, worths)
def test_optimal_is_what_it_says_and_never_worse_than_all_out(
    attackers: list[int], defenders: list[int], attacks: int, cities: int, stop: StopWhen, worth: Objective
) -> None:
    campaign = Campaign(count(attackers), count(defenders), attacks, cities, stop)
    best = campaign_odds(campaign, FACES, "optimal", worth)
    assert best.advice is not None
    assert best.exchange == best.advice.value >= 0
    assert best.advice.gain >= 0
    all_out = Plan(campaign, Dice(FACES), worth, all_out=True).value(campaign.start, attacks)
    assert all_out <= campaign_odds(campaign, FACES, "greedy", worth).exchange  # the defence's best lead errs
    for stage in best.stages:
        for odds in (stage.cities_taken, stage.attackers_left, stage.defenders_left):
            assert sum(odds.values()) == 1


@given(armies, armies, st.integers(1, 5), st.integers(0, 3), st.integers(0, 3))
def test_more_cities_or_attacks_never_take_fewer(
    attackers: list[int], defenders: list[int], attacks: int, cities: int, more: int
) -> None:
    few_taken = campaign_odds(Campaign(count(attackers), count(defenders), attacks, cities), FACES)
    more_taken = campaign_odds(
        Campaign(count(attackers), count(defenders), attacks + more, cities + more), FACES
    )
    for least, odds in few_taken.cities_at_least.items():
        assert more_taken.cities_at_least[least] >= odds
    assert next(iter(few_taken.cities_at_least)) == 0
    assert few_taken.cities_at_least[0] == 1


def test_a_weak_army_had_better_stay_at_home() -> None:
    campaign = Campaign(count([0]), count([3]), 3, 1)
    advice = campaign_odds(campaign, FACES, "optimal", Objective.parse("army0=2")).advice
    assert advice is not None
    assert (advice.first, advice.party, advice.value) == (None, (), 0)
    assert advice.stops == (1, 1, 1)
    assert advice.gain > 0


def test_of_equally_good_attacks_that_with_fewer_armies() -> None:
    """With a die that only shows S the lesser lead wins alone; it costs nothing to send no one else."""
    advice = campaign_odds(Campaign(count([3, 2]), count([0]), 1, 1), ("S",), "optimal").advice
    assert advice is not None
    assert advice.party == (2,)


def test_of_companions_the_lowest_that_will_do() -> None:
    """Two are superior to one; the third adds nothing (R6.1.3)."""
    advice = campaign_odds(Campaign(count([3, 2, 1]), count([1]), 1, 1), FACES, "optimal").advice
    assert advice is not None
    assert advice.party == (3, 1)


def test_a_precious_lead_is_spared() -> None:
    """Where a 3 is worth too much to be risked, a 2 leads; greedy leads with the 3."""
    campaign = Campaign(count([3, 2]), count([1]), 1, 1)
    advice = campaign_odds(campaign, FACES, "optimal", Objective.parse("army3=9,army2=0")).advice
    assert advice is not None
    assert (advice.party, advice.other_lead) == ((2, 3), (1,))


def test_the_defence_may_answer_with_a_lesser_lead() -> None:
    campaign = Campaign(count([3, 3]), count([3, 0]), 1, 0)
    worth = Objective.parse("city=0,point=0,army3=9,army0=0")
    found = campaign_odds(campaign, FACES, "optimal", worth)
    assert found.advice is not None
    assert found.advice.first is None or found.advice.other_answer == (1,)


def test_the_treaty_keeps_the_central_powers_from_an_empty_front_11(box: Dataset) -> None:
    """R8.1: they may attack there only if MEF or OR is there."""
    treaty = Context(front=11, turn=5, treaty=True)
    campaign, _ = resolve_campaign(box, "DE 1,AH 1", "MEF", 4, context=treaty)
    assert not campaign.attacks_empty
    assert max(campaign_odds(campaign, box.faces).final.cities_taken) == 1
    free, _ = resolve_campaign(box, "DE 1,AH 1", "MEF", 4, context=Context(front=11, turn=5))
    assert free.attacks_empty
    allied, _ = resolve_campaign(box, "MEF,OR", "AH 1", 4, context=treaty)
    assert allied.attacks_empty
    with pytest.raises(SpecError, match=r"name an army.*R8\.1"):
        resolve_campaign(box, "1", "2", 4, context=treaty)


def test_words(box: Dataset) -> None:
    campaign, combat = resolve_campaign(
        box, "DE 1,DE 3", "2", 9, context=Context(front=1), stop_when="losses=1,cleared",
        rules=["uncontested_base=point"],
    )  # fmt: skip
    assert campaign.cities == sum(city.front == 1 for city in box.cities)
    assert campaign.stop_when == StopWhen(cleared=True, losses=1)
    assert campaign.uncontested_point
    assert campaign.start == State((0, 0, 1, 1), (0, 0, 1, 0), 0, 0)
    assert combat.attack.lead_army.name == "DE 1"


@pytest.mark.parametrize(
    ("kind", "message", "words"),
    [
        (SpecError, "attacks: found 0; allowed: 1 to 24", {"attacks": 0}),
        (SpecError, "attacks: found 25", {"attacks": 25}),
        (SpecError, "cities: found -1; allowed: 0 or more", {"cities": -1}),
        (RuleError, r"cities: found 9; front 1 has 4 \(R6\.4\)", {"cities": 9, "context": Context(front=1)}),
        (SpecError, "--rule hand_scope: makes no difference", {"rules": ["hand_scope=player"]}),
        (SpecError, "--stop-when: found 'tired'; allowed: cleared", {"stop_when": "tired"}),
        (SpecError, "--stop-when: found 'cities=0'", {"stop_when": "cities=0"}),
        (SpecError, "--stop-when: found 'losses'", {"stop_when": "losses"}),
        (SpecError, "--stop-when cleared: given twice", {"stop_when": "cleared,cleared"}),
        (SpecError, "policy: found 'bold'; allowed: greedy, optimal", {"policy": "bold"}),
    ],
    ids=str,
)
def test_errors(box: Dataset, kind: type[Exception], message: str, words: dict[str, Any]) -> None:
    def ask(attacks: int = 2, policy: str = "greedy", **more: Any) -> None:
        campaign, _ = resolve_campaign(box, "DE 1", "BR 1", attacks, **more)
        campaign_odds(campaign, box.faces, policy)

    with pytest.raises(kind, match=message):
        ask(**words)


def test_no_attacker_and_too_many_positions() -> None:
    with pytest.raises(RuleError, match=r"no attackers.*R6\.0"):
        campaign_odds(Campaign(count([]), count([1]), 1, 1), FACES)
    crowd = count([0, 1, 2, 3] * 4)
    with pytest.raises(SpecError, match=r"policy optimal: 9,375,000 positions; allowed: 300,000"):
        campaign_odds(Campaign(crowd, crowd, 24, 4), FACES, "optimal")


def test_six_against_six_with_eight_attacks_is_fast() -> None:
    side = count([3, 3, 2, 2, 1, 0])
    begin = time.process_time()
    campaign_odds(Campaign(side, side, 8, 8), FACES, "optimal")
    assert time.process_time() - begin < 1
