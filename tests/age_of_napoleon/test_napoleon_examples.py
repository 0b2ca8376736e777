"""The worked examples N1 to N14 of the rules page, on cells that the rulebook states."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from fwwsim.games.age_of_napoleon import resolution as rules
from fwwsim.games.age_of_napoleon.army import ATTACK, Army, Corps, Engagement, command_of
from fwwsim.games.age_of_napoleon.dataset import DICE, Band, MarchRow, Tables
from fwwsim.games.age_of_napoleon.movement import cards_drawn, evasions, march_causes
from fwwsim.games.age_of_napoleon.odds import (
    Outcome,
    Toll,
    engagement_odds,
    lowest_die,
    read_army,
    tie_break_odds,
)
from fwwsim.games.age_of_napoleon.odds.engagement import BattleResult, add_losses
from fwwsim.games.age_of_napoleon.options import Readings
from fwwsim.games.age_of_napoleon.resolution import ATTACK_WINS, DEFENCE_WINS, TIE

LOSSES = {18: {4: 1, 6: 2}, 12: {4: 1}}
MODIFIER = {18: 3, 12: 2}


def loaded(attack_die: int, defence_die: int, march: tuple[int, ...] = (0,) * 6) -> Tables:
    """Tables on which 12 and 18 inflict what they do with these dice, whatever is rolled."""
    bands = (
        Band(0, 12, (LOSSES[12][defence_die],) * 6, MODIFIER[12]),
        Band(13, 18, (LOSSES[18][attack_die],) * 6, MODIFIER[18]),
    )
    return Tables("stated", "stated", bands, tuple(MarchRow(n, march) for n in range(1, 5)), "", Path())


def odds_of(
    attack: Army, defence: Army, attack_die: int = 4, defence_die: int = 4
) -> dict[Outcome, Fraction]:
    return engagement_odds(loaded(attack_die, defence_die), Engagement((attack,), defence)).outcomes


FRENCH, COALITION = Army(strength=18), Army(strength=12)


def test_n1_one_loss_each_leads_to_the_tie_break() -> None:
    assert rules.outcome(LOSSES[18][4], LOSSES[12][4]) == TIE
    assert all(outcome.by_tie_break for outcome in odds_of(FRENCH, COALITION))
    assert rules.tie_sum(1, MODIFIER[18], True) == 4
    assert rules.tie_sum(1, MODIFIER[12], True) == 3


def test_n2_the_tie_break_as_attacker_and_as_defender() -> None:
    rolls = Counter((one + 3 > other + 2) - (one + 3 < other + 2) for one in DICE for other in DICE)
    assert rolls == {1: 21, 0: 5, -1: 10}
    assert tie_break_odds(3, 2) == Fraction(7, 12)
    assert 1 - tie_break_odds(2, 3) == Fraction(13, 18)
    attacking = sum(odds for found, odds in odds_of(FRENCH, COALITION).items() if found.winner == ATTACK_WINS)
    assert attacking == Fraction(7, 12)
    defending = sum(
        odds for found, odds in odds_of(COALITION, FRENCH).items() if found.winner == DEFENCE_WINS
    )
    assert defending == Fraction(13, 18)


def test_n3_two_losses_to_one_decide_and_cost_the_loser_one_more() -> None:
    expected = Outcome(ATTACK_WINS, False, 1, Toll(reserve=1), Toll(permanent=2, prisoners=1))
    assert odds_of(FRENCH, COALITION, attack_die=6) == {expected: 1}


def test_n4_after_a_tie_break_each_side_loses_one_corps_for_good() -> None:
    outcomes = odds_of(FRENCH, COALITION)
    assert outcomes == {
        Outcome(ATTACK_WINS, True, 1, Toll(permanent=1), Toll(permanent=1)): Fraction(7, 12),
        Outcome(DEFENCE_WINS, True, 1, Toll(permanent=1), Toll(permanent=1)): Fraction(5, 12),
    }


def test_n5_equal_sums_are_a_win_for_the_defender() -> None:
    french, coalition = rules.tie_sum(3, 3, True), rules.tie_sum(4, 2, True)
    assert (french, coalition) == (6, 6)
    assert rules.tie_outcome(french, coalition) == rules.tie_outcome(coalition, french) == DEFENCE_WINS


def test_n6_nobody_loses_more_corps_than_he_has() -> None:
    assert rules.losses(2, True, 2) == 2
    ((outcome, odds),) = odds_of(FRENCH, Army(strength=12, size=2), attack_die=6).items()
    assert odds == 1
    assert outcome.defence == Toll(permanent=1, prisoners=1)


def test_n7_the_split_into_permanent_and_temporary() -> None:
    assert [rules.permanent(lost, False) for lost in range(6)] == [0, 1, 1, 2, 2, 3]
    assert [rules.permanent(lost, True) for lost in range(6)] == [0, 0, 1, 1, 2, 2]
    lost = BattleResult(ATTACK_WINS, False, 3, 5)
    assert add_losses(Toll(), 3, lost, ATTACK_WINS) == Toll(permanent=1, reserve=2)
    assert add_losses(Toll(), 5, lost, DEFENCE_WINS) == Toll(permanent=3, prisoners=2)
    tied = lost._replace(by_tie_break=True)
    assert add_losses(Toll(), 3, tied, ATTACK_WINS) == Toll(permanent=2, reserve=1)


def test_n8_an_army_of_three_marches_four_areas_and_attacks() -> None:
    assert march_causes(4, attacks=True) == 2
    assert rules.lowest(rules.lowest(6, 2), 6) == 2
    army = read_army("--attack", "5/3,4/2,3/1")
    rows = [list(corps) for corps in army.rows(loaded(4, 4), ATTACK, Readings())]
    rules.rate(rows)
    rules.march(rows, 0, 1, False)
    assert rules.present(rows, 0) == 2
    assert all(corps[rules.TURNED] for corps in rows if corps[rules.PRESENT])
    rules.rate(rows)
    assert rules.send(rows, 8) == 2
    assert rules.strength(rows) == 3 + 2


def test_n8_corps_that_were_spent_go_first() -> None:
    army = read_army("--attack", "1/1,8/8s,3/1")
    rows = [list(corps) for corps in army.rows(loaded(4, 4), ATTACK, Readings())]
    rules.rate(rows)
    rules.march(rows, 0, 1, False)
    assert [corps[rules.PRESENT] for corps in rows] == [1, 0, 1]


def test_n9_the_lowest_of_several_dice() -> None:
    assert lowest_die(1).weights == dict.fromkeys(DICE, 1)
    assert lowest_die(2).weights == dict(zip(DICE, (11, 9, 7, 5, 3, 1), strict=True))
    assert lowest_die(3).weights == dict(zip(DICE, (91, 61, 37, 19, 7, 1), strict=True))
    assert lowest_die(2).map(lambda die: die <= 2).probability(True) == Fraction(5, 9)


@pytest.mark.parametrize(("words", "strength"), [("5h,4h,3", 14), ("5hl,4h,3", 12), ("5h,4h,3l", 12)])
def test_n10_strength_with_home_and_sea(words: str, strength: int) -> None:
    rows = [list(corps) for corps in read_army("--attack", words).rows(loaded(4, 4), ATTACK, Readings())]
    rules.rate(rows)
    rules.send(rows, 8)
    assert rules.strength(rows) == strength


def test_n10_the_other_reading_of_the_sea_penalty() -> None:
    army = read_army("--defend", "5,4,3l")
    for reading, role, strength in (
        ("landed", "attack", 10),
        ("landed", "defence", 12),
        ("attacked", "attack", 12),
        ("attacked", "defence", 10),
    ):
        rows = [list(corps) for corps in army.rows(loaded(4, 4), role, Readings(sea=reading))]
        rules.rate(rows)
        rules.send(rows, 8)
        assert rules.strength(rows) == strength


def test_n11_the_highest_command_of_three_armies_is_the_cap() -> None:
    armies = tuple(Army((Corps(2),) * 4, command=command) for command in (4, 8, 4))
    assert command_of(armies) == 8
    rows = [list(corps) for army in armies for corps in army.rows(loaded(4, 4), ATTACK, Readings())]
    rules.rate(rows)
    assert rules.send(rows, command_of(armies)) == 8
    assert rules.strength(rows) == 16


def test_n12_vienna_1805() -> None:
    """Weak: a play report of 27 against 15 whose die is fixed at 5, with T[27][die] = 2 and T[15][5] = 1."""
    bands = (Band(0, 18, (1,) * 6, 3), Band(19, 30, (2,) * 6, 5))
    tables = Tables("report", "report", bands, (), "", Path())
    odds = engagement_odds(tables, Engagement((Army(strength=27),), Army(strength=15)))
    expected = Outcome(ATTACK_WINS, False, 1, Toll(reserve=1), Toll(permanent=2, prisoners=1))
    assert odds.outcomes == {expected: 1}


def test_n13_cards_drawn() -> None:
    assert cards_drawn((4, 3, 2), rebelling=1, minor_cards=1) == 9
    assert cards_drawn((4, 3, 3, 3), minor_cards=2) == 10


def test_n14_evasions() -> None:
    assert evasions(3) == 3
    assert evasions(3, winter=True) == 2
