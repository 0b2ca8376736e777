"""Odds of the battle under way: against brute force, against samples of the same kernels, and bad input."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from hector_brute import Ambiguous, brute_odds
from hector_positions import BOX, SYNTHETIC

from fwwsim.errors import FwwsimError
from fwwsim.games.hector_and_achilles.battle_odds import battle_odds
from fwwsim.games.hector_and_achilles.hidden import hidden_hands
from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.options import Rules
from fwwsim.games.hector_and_achilles.situation import Camp, Situation, read_situation
from fwwsim.games.hector_and_achilles.tables import build_table

DECK = [BOX.card(card) for card in range(48)]
TOM = Camp(row=("yellow 3", "yellow 4", "yellow 2", "red 1", "blue 2"), hero="Aias")
LIN = Camp(
    row=("blue 1", "purple 3", "green 1", "red 4", "blue 3"),
    hero="Acamas",
    cover="blue 1",
    tokens=("purple 3", "red 4"),
    favour=1,
)
TOM_SEES = Situation("ACHAEAN", "ACHAEAN", SYNTHETIC, TOM, LIN, fate_done=True)


def random_situation(rng: np.random.Generator, least: int, most: int) -> Situation:
    """A battle in which each side has played `least` to `most` cards; some heroes are on the table."""
    played = int(rng.integers(least, most + 1))
    side, attacker = (SIDES[int(rng.integers(2))] for _ in range(2))
    ahead = int(rng.integers(2)) if played < 4 else 0  # the attacker may have played one more
    camps = []
    for who in (side, SIDES[1 - SIDES.index(side)]):
        own = played + (ahead if who == attacker else 0)
        cards = [DECK[card] for card in rng.permutation(48)]
        row, hand, gone = cards[: own + 1], cards[own + 1 : 5], cards[5 : 5 + int(rng.integers(0, 15))]
        heroes = [hero.name for hero in BOX.heroes[SIDES.index(who)]]
        order = [heroes[number] for number in rng.permutation(6)]
        camp = Camp(
            row=tuple(row),
            gone=tuple(gone),
            heroes_gone=tuple(order[4 : int(rng.integers(4, 7))]),
            favour=int(rng.integers(0, 3)),
            shame=int(rng.integers(0, 4)),
        )
        if who == side:
            camp = replace(camp, hand=tuple(hand), hero=order[0])
        if rng.integers(2):
            camp = replace(
                camp, hero=order[0], cover=row[0], tokens=(row[1],) if own and rng.integers(2) else ()
            )
        camps.append(camp)
    tile = tuple(BOX.colours[number] for number in rng.permutation(6)[:4])
    return Situation(side, attacker, tile, camps[0], camps[1], fate_done=played == 4)


def plain_score(camp: Camp, hero: Any, colour: str) -> int:
    """The score of a finished row, in words."""
    rest, covered = list(camp.row), camp.cover
    if covered:
        rest.remove(covered)
    colours = {colour, hero.colour if hero else colour}
    score = hero.value if hero and covered else 0
    score += sum(int(card.split()[1]) for card in rest if card.split()[0] in colours)
    return int(score + sum(card.split()[0] in colours for card in camp.tokens))


def plain_odds(situation: Situation) -> tuple[Fraction, Fraction]:
    """Win and tie after the last fate phase, over the heroes that the enemy may have."""
    side = SIDES.index(situation.side)
    own_hero = next((hero for hero in BOX.heroes[side] if hero.name == situation.own.hero), None)
    own = plain_score(situation.own, own_hero, situation.tile[0])
    enemies: list[Any] = [
        hero for hero in BOX.heroes[1 - side] if hero.name not in situation.enemy.heroes_gone
    ]
    if situation.enemy.hero:
        enemies = [hero for hero in enemies if hero.name == situation.enemy.hero]
    scores = [plain_score(situation.enemy, hero, situation.tile[2]) for hero in enemies or [None]]
    n = len(scores)
    return Fraction(sum(own > score for score in scores), n), Fraction(
        sum(own == score for score in scores), n
    )


def test_the_example_of_the_rulebook() -> None:
    odds = battle_odds(TOM_SEES, BOX)
    assert (odds.exact, odds.wins, odds.ties, odds.losses) == (True, 0, 0, 1)
    assert (odds.own.cards, odds.enemy.cards, odds.own.heroes) == (5, 0, 0)
    lin_sees = Situation(
        "TROJAN", "ACHAEAN", ("blue", "green", "yellow", "red"), LIN, replace(TOM, hero=""), True
    )
    assert battle_odds(lin_sees, BOX).hidden_hands == 6
    assert (battle_odds(lin_sees, BOX).win, *plain_odds(lin_sees)) == (
        Fraction(5, 6),
        Fraction(5, 6),
        Fraction(1, 6),
    )


def test_the_last_score_against_brute_force() -> None:
    rng = np.random.default_rng(4)
    uncertain = 0
    for _ in range(60):
        situation = random_situation(rng, 4, 4)
        odds = battle_odds(situation, BOX)
        assert odds.exact
        assert (odds.win, Fraction(odds.ties, odds.games)) == plain_odds(situation)
        uncertain += 0 < odds.win < 1
    assert uncertain > 5


def few_unseen(rng: np.random.Generator, played: int) -> Situation:
    """A battle with that many rounds over in which most of the enemy's cards have left the game."""
    situation = replace(random_situation(rng, played, played), fate_done=False)
    enemy = situation.enemy
    free = list(DECK)
    for name in enemy.row:
        free.remove(name)
    order = [free[card] for card in rng.permutation(len(free))]
    return replace(situation, enemy=replace(enemy, gone=tuple(order[int(rng.integers(5, 9)) :])))


def test_rounds_to_play_against_brute_force() -> None:
    """100 battles in every stage: result and losses are those of every hidden hand and hero played on in turn."""
    rng = np.random.default_rng(13)
    compared, uncertain = Counter[int](), 0
    for case in range(100):
        situation = few_unseen(rng, case % 5)
        try:
            expected = brute_odds(situation, BOX)
        except Ambiguous:
            continue
        odds = battle_odds(situation, BOX)
        assert odds.exact
        assert odds.games == expected.total
        assert odds.win == expected.rate(situation.side), case
        assert Fraction(odds.ties, odds.games) == expected.rate("tie"), case
        for camp, side in ((odds.own, situation.side), (odds.enemy, SIDES[1 - SIDES.index(situation.side)])):
            for what in ("cards", "heroes", "tokens"):
                assert getattr(camp, what) == expected.mean(side, what), (case, side, what)
        compared[case % 5] += 1
        uncertain += 0 < odds.win < 1
    assert compared.total() >= 90
    assert min(compared[stage] for stage in range(5)) >= 15
    assert uncertain > 40


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_hidden_hands_against_brute_force(hidden: int) -> None:
    unseen = 0b1011_0000_1110_0101_0011_1101
    members = [card for card in range(48) if unseen >> card & 1]
    hands, ways = hidden_hands(BOX, unseen, hidden)
    assert ways.sum() == comb(len(members), hidden)
    found = {
        tuple(sorted(DECK[card] for card in range(48) if hand >> card & 1)): way
        for hand, way in zip(hands.tolist(), ways.tolist(), strict=True)
    }
    expected: dict[tuple[str, ...], int] = {}
    for cards in combinations(members, hidden):
        names = tuple(sorted(DECK[card] for card in cards))
        expected[names] = expected.get(names, 0) + 1
    assert found == expected


def test_exact_odds_against_samples() -> None:
    """100 battles in all stages: win and tie within 4 standard errors, losses in step."""
    rng = np.random.default_rng(11)
    games = 10_000
    for case in range(100):
        situation = random_situation(rng, 1 if case < 10 else 2, 4)
        exact = battle_odds(situation, BOX)
        sampled = battle_odds(situation, BOX, games=games, seed=case, exact=False)
        assert (exact.exact, sampled.exact) == (True, False)
        assert exact.wins + exact.ties + exact.losses == exact.games
        for name in ("wins", "ties", "losses"):
            rate = getattr(exact, name) / exact.games
            found = getattr(sampled, name) / games
            assert abs(found - rate) <= 4 * sqrt(rate * (1 - rate) / games) + 1e-12, (case, name)
        assert abs(float(exact.balance - sampled.balance)) < 4 * 5 / sqrt(games)


def test_a_retreat_is_worth_what_it_saves() -> None:
    """A lost battle after the vanguards: a retreat costs 1 card instead of 5."""
    own = Camp(
        row=("brown 1",),
        hand=("brown 1", "purple 1", "purple 1", "brown 2"),
        heroes_gone=tuple(hero.name for hero in BOX.heroes[0]),
    )
    enemy = Camp(row=("blue 4",))
    odds = battle_odds(Situation("ACHAEAN", "ACHAEAN", SYNTHETIC, own, enemy), BOX)
    assert odds.win < Fraction(1, 100)
    assert odds.retreat_cards == 1
    assert odds.worth_of_retreat > Fraction(7, 2)
    assert (
        battle_odds(
            Situation("ACHAEAN", "ACHAEAN", SYNTHETIC, replace(own, shame=2), enemy), BOX
        ).retreat_cards
        == 3
    )


def test_policies_that_swap_or_bluff_are_sampled_and_repeat_themselves() -> None:
    situation = random_situation(np.random.default_rng(1), 1, 1)
    for policies in ("greedy", "bluffer", "random", "ACHAEAN=steady,TROJAN=random"):
        one, other = (battle_odds(situation, BOX, policies=policies, games=2000) for _ in range(2))
        assert one == other
        assert one.games == 2000 or one.exact
    assert not battle_odds(situation, BOX, policies="random", games=2000).exact


def test_a_good_hand_wins_more_often() -> None:
    enemy = Camp(row=("brown 2",))
    strong, weak = (
        battle_odds(
            Situation(
                "ACHAEAN",
                "TROJAN",
                SYNTHETIC,
                Camp(row=(hand[0],), hand=hand[1:], hero="Aias"),
                replace(enemy, row=("brown 2", "red 2")),
            ),
            BOX,
        )
        for hand in (
            ("green 4", "green 4", "green 3", "yellow 4", "blue 4"),
            ("purple 1", "purple 1", "brown 1", "brown 1", "red 1"),
        )
    )
    assert strong.win > Fraction(8, 10) > Fraction(4, 10) > weak.win


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"tile": ("red", "red", "blue", "green")}, "--tile: found 'red, red, blue, green'; allowed: four of red"),
        ({"side": "GREEK"}, "--side: found 'GREEK'; allowed: ACHAEAN, TROJAN"),
        ({"own": replace(TOM, row=TOM.row[:3])}, r"--hand: found 0 cards; with 3 in the row the hand has 2"),
        ({"own": replace(TOM, row=TOM.row[:2], hand=TOM.row[2:])}, "--row: the attacker has played 1 cards"),
        ({"own": replace(TOM, row=("pink 1", *TOM.row[1:]))}, "--row: unknown card 'pink 1'"),
        ({"own": replace(TOM, row=("red 1",) * 5)}, "--row: 'red 1' is there more often than in the box"),
        ({"own": replace(TOM, hero="Hector")}, "--hero: unknown hero 'Hector'; allowed: Aias"),
        ({"own": replace(TOM, heroes_gone=("Aias",))}, "--hero: Aias has left the game"),
        ({"own": replace(TOM, tokens=("red 1",))}, "--tokens: none may be laid before the hero is played"),
        ({"own": replace(TOM, hero="", cover="red 1")}, "--hero-over: no hero is named"),
        ({"enemy": replace(LIN, cover="red 1")}, "--enemy-hero-over: found 'red 1'; allowed: a card of the row"),
        ({"enemy": replace(LIN, cover="")}, "--enemy-hero-over: found ''"),
        ({"enemy": replace(LIN, tokens=("blue 1",))}, "--enemy-tokens: found 'blue 1'"),
        ({"enemy": replace(LIN, row=())}, "--enemy-row: found 0 cards"),
    ],
)  # fmt: skip
def test_bad_situations(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(FwwsimError, match=problem):
        battle_odds(replace(TOM_SEES, **change), BOX)


def test_whose_turn_it_is() -> None:
    def first(own: int, enemy: int, attacker: str = "ACHAEAN", **more: Any) -> int:
        situation = Situation(
            "ACHAEAN",
            attacker,
            SYNTHETIC,
            Camp(row=TOM.row[: own + 1], hand=TOM.row[own + 1 :]),
            Camp(row=LIN.row[: enemy + 1]),
            **more,
        )
        return read_situation(situation, BOX, build_table(BOX, Rules())).first

    assert [first(0, 0), first(1, 0), first(2, 2), first(4, 3)] == [0, 1, 0, 1]
    assert [first(0, 0, "TROJAN"), first(0, 1, "TROJAN")] == [1, 0]
    assert [first(4, 4), first(4, 4, fate_done=True)] == [-1, -2]


def test_numbers_out_of_range() -> None:
    with pytest.raises(FwwsimError, match="--games: found 0"):
        battle_odds(TOM_SEES, BOX, games=0)
