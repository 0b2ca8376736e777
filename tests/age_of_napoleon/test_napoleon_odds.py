"""Exact odds of Age of Napoleon: properties, an independent brute force, and the compiled rules."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from napoleon_brute import brute_outcomes
from napoleon_cases import random_case

from fwwsim.errors import FwwsimError, RuleError, SpecError
from fwwsim.games.age_of_napoleon import resolution as rules
from fwwsim.games.age_of_napoleon.army import MOST_CORPS, Army, Corps, Engagement
from fwwsim.games.age_of_napoleon.battle_check import simulate_engagement
from fwwsim.games.age_of_napoleon.dataset_check import load_tables
from fwwsim.games.age_of_napoleon.odds import (
    NO_BATTLE,
    EngagementOdds,
    Toll,
    engagement_odds,
    read_armies,
    read_army,
)
from fwwsim.games.age_of_napoleon.odds.engagement import Force, battle_results
from fwwsim.games.age_of_napoleon.options import Readings
from fwwsim.games.age_of_napoleon.resolution import ATTACK_WINS, DEFENCE_WINS

TABLES = load_tables()
GAMES = 20_000

cells = st.lists(st.integers(0, 4), min_size=6, max_size=6).map(tuple)
forces = st.builds(Force, cells, st.integers(0, 6), st.integers(1, 6), st.booleans())


def wins(odds: EngagementOdds, winner: int = ATTACK_WINS) -> Fraction:
    return odds.chance(lambda outcome: outcome.winner == winner)


def one(attack: str, defence: str, readings: Readings | None = None) -> EngagementOdds:
    engagement = Engagement((read_army("--attack", attack),), read_army("--defend", defence))
    return engagement_odds(TABLES, engagement, readings)


@given(forces, forces)
@settings(max_examples=100, deadline=None)
def test_swapped_sides_mirror_but_for_equal_sums(own: Force, enemy: Force) -> None:
    forth, back = battle_results(own, enemy).probabilities(), battle_results(enemy, own).probabilities()
    for tied in (False, True):
        for winner in (ATTACK_WINS, DEFENCE_WINS):
            mirrored = {
                (result.defence_losses, result.attack_losses): odds
                for result, odds in back.items()
                if result.by_tie_break == tied and result.winner == -winner
            }
            straight = {
                (result.attack_losses, result.defence_losses): odds
                for result, odds in forth.items()
                if result.by_tie_break == tied and result.winner == winner
            }
            if not tied:
                assert straight == mirrored
            elif winner == ATTACK_WINS:  # who attacks needs more, who defends needs no less
                assert all(odds <= mirrored.get(losses, 0) for losses, odds in straight.items())


@given(forces, forces)
@settings(max_examples=100, deadline=None)
def test_losses_never_exceed_the_corps_that_are_there(own: Force, enemy: Force) -> None:
    results = battle_results(own, enemy).probabilities()
    assert sum(results.values()) == 1
    assert all(result.attack_losses <= own.corps for result in results)
    assert all(result.defence_losses <= enemy.corps for result in results)


def test_more_strength_never_wins_less_often() -> None:
    for defence in (0, 6, 12, 18, 40):
        chances = [wins(one(str(attack), str(defence))) for attack in range(1, 60)]
        assert chances == sorted(chances)


SMALL = [(seed, 3, 1) for seed in range(60)]
LARGE = [(seed, 6, 3) for seed in (200, 201, 206, 207, 212, 215, 218, 225, 226, 227, 240, 241)]


@pytest.mark.parametrize(("seed", "most", "causes"), SMALL + LARGE)
def test_equal_to_an_independent_brute_force(seed: int, most: int, causes: int) -> None:
    engagement, readings = random_case(seed, most, causes)
    assert engagement_odds(TABLES, engagement, readings).outcomes == brute_outcomes(
        TABLES, engagement, readings
    )


def within(count: int, exact: Fraction) -> bool:
    """At most 4 standard errors apart; certain results exactly."""
    spread = math.sqrt(GAMES * float(exact * (1 - exact)))
    return abs(count - GAMES * float(exact)) <= 4 * spread


@pytest.mark.parametrize("seed", range(100, 200))
def test_the_compiled_rules_agree_within_four_standard_errors(seed: int) -> None:
    engagement, readings = random_case(seed)
    exact = engagement_odds(TABLES, engagement, readings)
    found = simulate_engagement(TABLES, engagement, GAMES, seed, readings)
    assert found.total() == GAMES
    assert set(found) <= set(exact.outcomes)
    for winner in (ATTACK_WINS, DEFENCE_WINS, NO_BATTLE):
        for tied in (False, True):
            count = sum(n for o, n in found.items() if (o.winner, o.by_tie_break) == (winner, tied))
            odds = exact.chance(lambda o, w=winner, t=tied: (o.winner, o.by_tie_break) == (w, t))
            assert within(count, odds)
    for side in ("attack", "defence"):
        for kind in Toll._fields:
            for lost, odds in exact.distribution(lambda o, s=side, k=kind: getattr(getattr(o, s), k)).items():
                assert within(
                    sum(n for o, n in found.items() if getattr(getattr(o, side), kind) == lost), odds
                )


def test_the_seed_chooses_the_dice_and_nothing_else() -> None:
    engagement = Engagement((Army(strength=18),), Army(strength=12))
    assert simulate_engagement(TABLES, engagement, 500, 5) == simulate_engagement(TABLES, engagement, 500, 5)
    assert simulate_engagement(TABLES, engagement, 500, 5) != simulate_engagement(TABLES, engagement, 500, 6)


def test_the_largest_armies_find_room_in_the_kernel() -> None:
    corps = (Corps(2, 1),) * (MOST_CORPS - 2)
    attackers = (Army(corps, command=8), Army((Corps(3, 2),)), Army((Corps(3, 2),)))
    engagement = Engagement(attackers, Army((Corps(2),) * MOST_CORPS))
    exact = engagement_odds(TABLES, engagement)
    found = simulate_engagement(TABLES, engagement, GAMES, 1)
    assert within(sum(n for o, n in found.items() if o.winner == ATTACK_WINS), wins(exact))


def test_armies_that_join_fight_as_one() -> None:
    joined = Engagement(read_armies("--armies", "5,4; 3,2"), read_army("--defend", "12"))
    assert wins(engagement_odds(TABLES, joined)) == wins(one("5,4,3,2", "12"))


def test_joined_armies_are_capped_by_the_highest_command() -> None:
    joined = Engagement(read_armies("--armies", "3: 5,4; 2: 8,2"), read_army("--defend", "12"))
    assert wins(engagement_odds(TABLES, joined)) == wins(one("8,5,4", "12"))


def test_interior_lines_end_with_the_first_defeat() -> None:
    armies = read_armies("--armies", "7,5; 8")
    engagement = Engagement(armies, read_army("--defend", "5/3,4/2"), interior_lines=True)
    odds = engagement_odds(TABLES, engagement)
    first = one("7,5", "5/3,4/2")
    assert odds.chance(lambda o: o.battles == 1 and o.winner == ATTACK_WINS) == wins(first)
    assert all(o.battles == 2 or o.winner == ATTACK_WINS or o.defence.battle == 2 for o in odds.outcomes)


def test_the_defender_on_interior_lines_fights_on_spent_and_without_its_losses() -> None:
    defence = "6/1,6/1"
    engagement = Engagement(read_armies("--armies", "0x1; 18x4"), read_army("--defend", defence), True)
    odds = engagement_odds(TABLES, engagement)
    assert odds.chance(lambda o: o.battles == 1) == 0  # nobody fights in the first army, so it cannot win
    assert wins(odds) == wins(one("18x4", "1,1"))


def test_an_army_may_be_gone_before_the_battle() -> None:
    odds = one("5/3 @1", "12x3")
    assert odds.chance(lambda o: o.winner == NO_BATTLE and o.attack.march == 1) == Fraction(1, 6)


def test_a_side_of_which_nobody_fights_inflicts_nothing_and_loses_a_tie() -> None:
    odds = one("18x4", "0x2")
    assert wins(odds) == 1
    assert odds.chance(lambda o: o.attack.battle > 0) == 0
    assert odds.chance(lambda o: o.by_tie_break) == Fraction(1, 6)
    rolling = one("18x4", "0x2", Readings(absent="die"))
    assert wins(rolling) == Fraction(5, 6) + Fraction(1, 6) * Fraction(26, 36)
    assert wins(one("0x2", "0x2")) == 0


def test_mutual_annihilation_is_possible() -> None:
    odds = one("6/3", "6/3")
    assert odds.chance(lambda o: o.attack.battle == o.defence.battle == 1) > 0


def test_strength_is_never_below_zero() -> None:
    assert wins(one("1l", "12x4")) == wins(one("2l", "12x4"))


def test_strengths_before_and_after_the_sea_and_home_options() -> None:
    total = Engagement((Army(strength=18, size=4, home=2, sea=1),), Army(strength=12, size=4))
    assert wins(engagement_odds(TABLES, total)) == wins(one("18x4", "12x4"))
    attacked = Readings(sea="attacked")
    assert wins(engagement_odds(TABLES, total, attacked)) == wins(one("20x4", "12x4"))


def test_the_cells_an_answer_rests_on() -> None:
    used = one("5/4,4/3 @1", "12").used
    assert used.march == {2}
    assert used.cells == {3, 4, 7, 12} - {3}
    assert one("18", "0x2").used.cells == {18}


@pytest.mark.parametrize(
    ("attackers", "defender", "interior", "message"),
    [
        ((), Army(strength=1), False, "attacking armies: found 0; allowed: 1 to 3"),
        ((Army(strength=1),) * 4, Army(strength=1), False, "attacking armies: found 4; allowed: 1 to 3"),
        ((Army(strength=1),), Army((Corps(1),)), True, "--interior-lines: found one attacking army"),
        ((Army(strength=1),) * 2, Army(strength=1), True, "give it corps by corps"),
        ((Army(),), Army(strength=1), False, "attack: found no corps and no strength"),
        ((Army((Corps(9),)),), Army(strength=1), False, "attack: found battle rating 9; allowed: 1 to 8"),
        ((Army((Corps(5, 0),)),), Army(strength=1), False, "attack: found battle rating 0; allowed: 1 to 8"),
        ((Army((Corps(5),), causes=6),), Army(strength=1), False, "found 6 causes of attrition"),
        ((Army((Corps(5),), command=9),), Army(strength=1), False, "found command rating 9"),
        ((Army(strength=5, causes=1),), Army(strength=1), False, "march attrition changes which corps fight"),
        ((Army(strength=5, command=1),), Army(strength=1), False, "a commander limits which corps fight"),
        ((Army(strength=5, size=0),), Army(strength=1), False, "attack: found 0 corps; allowed: 1 to 40"),
        ((Army(strength=5, size=2, home=3),), Army(strength=1), False, "found 3 corps at home"),
        ((Army((Corps(5),) * 41),), Army(strength=1), False, "attack: found 41 corps"),
        ((Army((Corps(5),) * 21),) * 2, Army(strength=1), False, "attacking corps: found more than 40"),
        (
            (Army((Corps(5),), command=3), Army(strength=5)),
            Army(strength=1),
            False,
            "armies that join under a commander",
        ),
    ],
)
def test_engagements_that_cannot_be(
    attackers: tuple[Army, ...], defender: Army, interior: bool, message: str
) -> None:
    with pytest.raises((RuleError, SpecError)) as caught:
        Engagement(attackers, defender, interior)
    assert message in str(caught.value)


def test_armies_beyond_the_tables() -> None:
    with pytest.raises(SpecError, match="strength: found 120; allowed by data set reconstruction-1: 0 to 99"):
        one("120", "5")
    large = Army((Corps(2),) * 13, causes=1)
    with pytest.raises(SpecError, match="corps on the march: found 13; allowed"):
        engagement_odds(TABLES, Engagement((large,), Army(strength=1)))


@pytest.mark.parametrize(
    "text", ["", "a", "18x", "5/", "5,,4", "5q", "5hh", "5@", "5@x", ":5", "8:", "5/3/2", "-5", "٥", "8:9:5"]
)
def test_words_that_are_no_army(text: str) -> None:
    with pytest.raises(FwwsimError, match=r"^--attack: found "):
        read_army("--attack", text)


def test_an_army_in_words() -> None:
    army = read_army("--attack", " 8: 5/3h, 4l , 3so @ 2")
    assert army == Army(
        (Corps(5, 3, home=True), Corps(4, sea=True), Corps(3, turned=True, out=True)), command=8, causes=2
    )
    assert read_army("--attack", "5,") == Army((Corps(5),))
    assert replace(read_army("--attack", "18 x 4"), size=None) == Army(strength=18)


def test_corps_that_did_not_fight_stay_fresh_for_the_next_battle() -> None:
    armies = read_armies("--armies", "0x1; 18x4")  # the first cannot inflict anything
    engagement = Engagement(armies, read_army("--defend", "1: 8/1,7/1"), interior_lines=True)
    assert wins(engagement_odds(TABLES, engagement)) == wins(one("18x4", "1: 7,1"))


def test_of_equal_corps_the_first_listed_fights_and_is_lost() -> None:
    rows = [[4, 4, 0, 0, 0, 0, 0, 1, 0, 4] for _ in range(3)]
    assert rules.send(rows, 2) == 2
    assert [corps[rules.FIGHTING] for corps in rows] == [1, 1, 0]
    rules.lose(rows, 1, False)
    rules.march(rows, 0, 1, False)
    assert [corps[rules.PRESENT] for corps in rows] == [0, 0, 1]


def test_a_sum_below_zero_is_strength_zero() -> None:
    assert rules.strength([[1, 1, 0, 0, 1, 0, 0, 1, 1, -1]]) == 0
