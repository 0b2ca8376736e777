"""The worked examples H1 to H14 of the rules page."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hector_positions import BOX, Battle, members, tom_and_lin

from fwwsim.games.hector_and_achilles.board import ANTICLOCKWISE, CLOCKWISE, facing_colour, turned
from fwwsim.games.hector_and_achilles.closing import close_battle
from fwwsim.games.hector_and_achilles.draws import matching_cards, sum_of_cards
from fwwsim.games.hector_and_achilles.fate import hold_fate_phase, total
from fwwsim.games.hector_and_achilles.opening import open_battle
from fwwsim.games.hector_and_achilles.setup import deal
from fwwsim.games.hector_and_achilles.state import NOBODY
from fwwsim.games.hector_and_achilles.victory import score, settle
from fwwsim.odds.pmf import Pmf

DECK = [value for _ in BOX.colours for value in BOX.values]


def compare(values: Pmf[int]) -> tuple[Fraction, Fraction]:
    """The odds of equal draws and of the first being higher, both sides alike."""
    difference = values.combine(values, lambda own, enemy: (own > enemy) - (own < enemy))
    return difference.probability(0), difference.probability(1)


def test_h1_an_unplayed_hero_gives_his_colour_only() -> None:
    battle = tom_and_lin()
    assert score(battle.state, battle.table, 0) == 9
    assert total(battle.state, battle.table, 0) == 12


def test_h2_hero_tokens_and_the_covered_card() -> None:
    battle = tom_and_lin()
    assert score(battle.state, battle.table, 1) == 11
    assert total(battle.state, battle.table, 1) == 17


def test_h3_what_the_battle_costs() -> None:
    battle = tom_and_lin()
    rows = [int(row) for row in battle.state.row]
    battle.piles(0, 12, 12, 12, 7)
    battle.piles(1, 12, 12, 12, 7)
    aias = int(battle.state.hero[0])
    settle(battle.state, battle.table, battle.journal)
    state = battle.state
    assert state.battle_winner == 1
    assert int(state.lost[0]) == rows[0]
    assert state.hero_pile[0] >> aias & 1
    assert state.favour.tolist() == [3, 3]
    assert state.hero_lost.tolist() == [0, 0]
    assert state.pile[1, state.fighting[1]] & rows[1] == rows[1]
    close_battle(state, battle.table, battle.journal)
    assert state.attacker == 1


def test_h4_without_the_hero_on_the_table() -> None:
    battle = tom_and_lin(lin_plays_hero=False)
    assert score(battle.state, battle.table, 1) == 7
    settle(battle.state, battle.table, battle.journal)
    assert battle.state.battle_winner == 0


def test_h5_the_stronger_row_turns_the_tile_and_a_tie_does_not() -> None:
    battle = tom_and_lin()
    for game in range(20):
        battle.state.game, battle.state.facing = game, 0
        hold_fate_phase(battle.state, battle.table, battle.journal)
        assert battle.state.facing in (1, 3)
    even = Battle()
    even.row(0, "yellow 4", "red 4", "blue 4")
    even.row(1, "green 4", "brown 4", "red 4")
    hold_fate_phase(even.state, even.table, even.journal)
    assert even.state.facing == 0


def test_h6_quarter_turns() -> None:
    battle = Battle()

    def colours(facing: int) -> tuple[str, ...]:
        battle.state.facing = facing
        return tuple(BOX.colours[facing_colour(battle.state, battle.table, side)] for side in range(2))

    assert colours(0) == ("yellow", "blue")
    assert colours(turned(0, CLOCKWISE)) == ("green", "red")
    assert colours(turned(0, ANTICLOCKWISE)) == ("red", "green")
    for quarter in (CLOCKWISE, ANTICLOCKWISE):
        facing = turned(turned(0, quarter), quarter)
        assert colours(facing) == ("blue", "yellow")
        assert turned(turned(facing, quarter), quarter) == 0


def lose_plainly(battle: Battle, vanguard_pile: int) -> None:
    """The Achaeans lose a fought battle with pile 1; their vanguard comes from `vanguard_pile`."""
    state = battle.state
    for pile, number in ((vanguard_pile, 1), (0, 4)):
        for card in members(state.pile[0, pile])[:number]:
            state.pile[0, pile] &= ~(1 << card)
            state.row[0] |= 1 << card
    battle.table.colour[:] = 0  # no card scores, so the Trojans' hero decides
    state.row[1] = 1 << members(state.pile[1, 0])[0]
    state.pile[1, 0] &= ~state.row[1]
    state.hero[1], state.hero_played[1], state.covered[1] = 3, 1, state.row[1]
    settle(state, battle.table, battle.journal)
    assert state.battle_winner == 1
    close_battle(state, battle.table, battle.journal)


def full_piles() -> Battle:
    """All cards in their piles."""
    battle = Battle()
    for side in range(2):
        battle.piles(side, 12, 12, 12, 12)
    return battle


def test_h7_the_life_of_a_pile() -> None:
    battle = full_piles()
    lose_plainly(battle, 0)
    assert battle.sizes(0) == [7, 12, 12, 12]
    lose_plainly(battle, 0)
    assert battle.sizes(0) == [0, 12, 12, 14]
    assert battle.sizes(1) == [12, 12, 12, 12]


def test_h7_with_a_vanguard_from_another_pile() -> None:
    battle = full_piles()
    lose_plainly(battle, 1)
    assert battle.sizes(0) == [8, 11, 12, 12]


@pytest.mark.parametrize(("tokens", "extra"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_h8_retreat_and_shame(tokens: int, extra: int) -> None:
    battle = Battle()
    state = battle.state
    battle.piles(0, 7, 12, 12, 12)
    state.row[0], state.hand[0] = battle.any(0, 3), battle.any(0, 2)
    state.shame[0], state.retreated = tokens, 0
    settle(state, battle.table, battle.journal)
    assert state.battle_winner == 1
    assert len(members(state.lost[0] | state.thrown[0])) == 3 + extra
    assert battle.sizes(0) == [9 - extra, 12, 12, 12]
    assert state.shame[0] == min(tokens + 1, 3)


def test_h8_shame_takes_from_home_what_the_fighting_pile_lacks() -> None:
    battle = Battle()
    battle.piles(0, 1, 12, 12, 12)
    battle.state.row[0] = battle.any(0, 5)
    battle.state.shame[0], battle.state.retreated = 3, 0
    settle(battle.state, battle.table, battle.journal)
    assert battle.sizes(0) == [0, 12, 12, 10]


def opened(games: int) -> list[tuple[int, int]]:
    """The values of both vanguards in the first battle of some games."""
    values = []
    for game in range(games):
        battle = Battle(seed=5)
        state = battle.state
        state.game, state.battle = game, 0
        deal(state, battle.journal)
        state.battle = 1
        open_battle(state, battle.table, battle.journal)
        values.append(tuple(int(battle.table.value[members(state.row[side])[0]]) for side in range(2)))
    return values


def test_h9_h10_vanguards() -> None:
    """Exactly, and as the engine turns them up: within 4 standard errors."""
    assert sum_of_cards(DECK, 1).probabilities() == dict.fromkeys((1, 2, 3, 4), Fraction(1, 4))
    assert compare(sum_of_cards(DECK, 1)) == (Fraction(1, 4), Fraction(3, 8))
    games = 2000
    values = opened(games)
    tolerance = 4 * np.sqrt(games * 3 / 16)
    for value in (1, 2, 3, 4):
        assert abs(Counter(own for own, _ in values)[value] - games / 4) < tolerance
    assert abs(sum(own == enemy for own, enemy in values) - games / 4) < tolerance
    assert abs(sum(own > enemy for own, enemy in values) - games * 3 / 8) < 4 * np.sqrt(games * 15 / 64)


def test_h11_two_cards_each() -> None:
    ways = (11, 24, 35, 48, 35, 24, 11)
    expected = {total: Fraction(way, 188) for total, way in zip(range(2, 9), ways, strict=True)}
    assert sum_of_cards(DECK, 2).probabilities() == expected
    assert compare(sum_of_cards(DECK, 2)) == (Fraction(1537, 8836), Fraction(7299, 17672))


def test_h12_five_cards_each() -> None:
    expected = Fraction(212237, 1829052), Fraction(1616815, 3658104)
    assert compare(sum_of_cards(DECK, 5)) == expected


def test_h13_cards_in_the_scoring_colours() -> None:
    found = [matching_cards(16, 32, 5).probability(hits) for hits in range(6)]
    parts = ((12586, 107019), (35960, 107019), (12400, 35673), (17360, 107019), (3640, 107019), (91, 35673))
    assert found == [Fraction(*part) for part in parts]
    mean = Fraction(sum(DECK), len(DECK))
    assert matching_cards(16, 32, 5).mean() * mean == Fraction(25, 6)
    assert matching_cards(8, 40, 5).probability(0) == Fraction(9139, 23782)
    assert matching_cards(8, 40, 5).mean() * mean == Fraction(25, 12)


def test_h14_a_tie_costs_nothing() -> None:
    battle = Battle()
    state = battle.state
    for side, colour in ((0, "yellow"), (1, "blue")):
        battle.row(side, f"{colour} 3", "brown 1")
        battle.piles(side, 6, 12, 12, 12)
    battle.hero(0, "Achilles", "brown 1")  # 6
    battle.hero(1, "Hector", "brown 1")  # 6
    settle(state, battle.table, battle.journal)
    assert state.battle_winner == NOBODY
    assert not state.lost.any()
    assert not state.hero_lost.any()
    assert battle.sizes(0) == battle.sizes(1) == [8, 12, 12, 12]
    close_battle(state, battle.table, battle.journal)
    assert state.attacker == 1
