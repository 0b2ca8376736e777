"""What a heuristic policy makes of a battle: which colours will score, both scores, the chance to win.

It looks at its own cards and hero, both rows, the tile, tokens, the sizes of hands and piles, and at which cards and
heroes have left the game in sight of both. `state.scores` holds its notes.
"""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.games.hector_and_achilles.board import has_hero, points
from fwwsim.games.hector_and_achilles.names import CARDS, COLOURS, EDGES, HEROES, ROUNDS
from fwwsim.games.hector_and_achilles.policies.weights import FEAR
from fwwsim.games.hector_and_achilles.state import NO_HERO
from fwwsim.jit import kernel

SPREAD, SPREAD_A_CARD = 1.5, 0.75  # of a difference of scores: at the end, and for each card still hidden


@kernel
def judge_colours(state: Any, table: Any, side: int, phases: int) -> None:
    """Fill in `state.scores`: for each side and colour the chance to score, as `side` sees it.

    After an even number of `phases` to come the tile has the same edge or the opposite one towards a player, after
    an odd number one of the other two; each with even chances. With none to come the edge is known.
    """
    state.scores[:] = 0.0
    for owner in range(2):
        edge = state.facing + 2 * owner + phases
        first = table.edge[state.face, state.tile, edge % EDGES]
        other = first if phases == 0 else table.edge[state.face, state.tile, (edge + 2) % EDGES]
        state.scores[owner, first] += 0.5
        state.scores[owner, other] += 0.5
    own, enemy = state.hero[side], 1 - side
    if own != NO_HERO:
        state.scores[side, table.hero_colour[side, own]] = 1.0
    if state.hero_played[enemy]:
        state.scores[enemy, table.hero_colour[enemy, state.hero[enemy]]] = 1.0
    elif state.hero[enemy] != NO_HERO:
        expect_hero(state, table, enemy)


@kernel
def expect_hero(state: Any, table: Any, side: int) -> None:
    """The hidden hero of `side` is any that it has not lost, all alike."""
    left = HEROES - popcount(state.hero_lost[side])
    for hero in range(HEROES):
        if not state.hero_lost[side] >> hero & 1:
            colour = table.hero_colour[side, hero]
            state.scores[side, colour] += (1.0 - state.scores[side, colour]) / left


@kernel
def expected_points(state: Any, table: Any, side: int, cards: int) -> float:
    """What some cards of `side` score on average."""
    total = 0.0
    for colour in range(COLOURS):
        if state.scores[side, colour] > 0.0:
            total += state.scores[side, colour] * points(table, cards & table.colour[colour])
    return total


@kernel
def expected_tokens(state: Any, table: Any, side: int) -> float:
    """What the favour tokens on cards of `side` score on average."""
    total = 0.0
    for colour in range(COLOURS):
        total += state.scores[side, colour] * popcount(state.reinforced[side] & table.colour[colour])
    return total


@kernel
def own_score(state: Any, table: Any, side: int) -> float:
    """The own score to expect: row and hand, for all of the hand will be played."""
    cards = state.row[side] & ~state.covered[side] | state.hand[side]
    score = expected_points(state, table, side, cards) + expected_tokens(state, table, side)
    if state.hero_played[side]:
        score += table.hero_value[side, state.hero[side]]
    return score


@kernel
def enemy_score(state: Any, table: Any, enemy: int, fear: float) -> float:
    """The enemy's score to expect: what lies open, and average cards for the hand."""
    shown = state.row[enemy] & ~state.covered[enemy]
    score = expected_points(state, table, enemy, shown) + expected_tokens(state, table, enemy)
    score += fear * (points(table, shown) - expected_points(state, table, enemy, shown))
    if state.hero_played[enemy]:
        score += table.hero_value[enemy, state.hero[enemy]]
    hidden = popcount(state.hand[enemy])
    if hidden:
        unseen = ((1 << CARDS) - 1) & ~(state.lost[enemy] | state.row[enemy])
        score += hidden * expected_points(state, table, enemy, unseen) / popcount(unseen)
    return score


@kernel
def lead(state: Any, table: Any, side: int) -> float:
    """By how much `side` expects to be ahead, after `judge_colours`."""
    fear = table.weights[side, FEAR]
    return own_score(state, table, side) - enemy_score(state, table, 1 - side, fear)


@kernel
def spread(state: Any, side: int) -> float:
    """How far the difference of scores may still move."""
    hidden = popcount(state.hand[1 - side]) + (has_hero(state, 1 - side) != 0)
    return SPREAD + SPREAD_A_CARD * (hidden + 0.5 * (ROUNDS - state.round_number))


@kernel
def chance(ahead: float, width: float) -> float:
    """The chance to win when that far ahead: one half at 0, towards 0 and 1 far out."""
    scaled = ahead / width
    return 0.5 + 0.5 * scaled / (1.0 + abs(scaled))
