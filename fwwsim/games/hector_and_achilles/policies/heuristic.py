"""The heuristic family: each decision by an estimate of both scores (:mod:`judge`) and the weights of its policy.

Of equal choices it takes the first, so it draws nothing except to stand firm (`bluff`).
"""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.engine.dice import DECISION, below
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles.board import ANTICLOCKWISE, CLOCKWISE, points, turned
from fwwsim.games.hector_and_achilles.names import (
    CARDS,
    CARDS_PER_COLOUR,
    EDGES,
    HEROES,
    HOME,
    LEAST_PILE,
    PILES,
    ROUNDS,
)
from fwwsim.games.hector_and_achilles.policies.judge import (
    chance,
    expected_points,
    judge_colours,
    lead,
    spread,
)
from fwwsim.games.hector_and_achilles.policies.weights import (
    BLUFF,
    BOLDNESS,
    HERO,
    MATCH,
    PRESS,
    SHAME,
    SHOW,
    SWAP,
    TOKEN,
)
from fwwsim.games.hector_and_achilles.state import (
    NO_OPTION,
    PLAY_HERO,
    REINFORCE,
    RETREAT,
    SWAP_CARD,
    SWAP_HERO,
)
from fwwsim.jit import kernel

ROW = 5.0  # cards that a battle fought to the end costs its loser
PERMILLE = 1000


@kernel
def heuristic_vanguard(state: Any, side: int) -> int:
    """The largest pile: it can best spare a card."""
    best = 0
    for pile in range(1, PILES):
        if popcount(state.pile[side, pile]) > popcount(state.pile[side, best]):
            best = pile
    return best


@kernel
def heuristic_fight(state: Any, table: Any, side: int, piles: int) -> int:
    """Where many own cards stand against few of the enemy."""
    best, most = -1, 0.0
    for pile in range(PILES):
        if piles >> pile & 1:
            enemy = pile if state.pile[1 - side, pile] else HOME
            few = table.weights[side, PRESS] * popcount(state.pile[1 - side, enemy])
            balance = popcount(state.pile[side, pile]) - few
            if best < 0 or balance > most:
                best, most = pile, balance
    return best


@kernel
def heuristic_facing(state: Any, table: Any, side: int) -> int:
    """The edge that promises most for the vanguard, all that there is to see."""
    best, most = 0, 0.0
    for edge in range(EDGES):
        state.facing = (edge + 2 * side) % EDGES
        judge_colours(state, table, side, ROUNDS)
        ahead = lead(state, table, side)
        if edge == 0 or ahead > most:
            best, most = edge, ahead
    return best


@kernel
def heuristic_option(state: Any, table: Any, side: int, options: int) -> int:
    """Retreat if fighting on costs more; else the option that promises most, if any promises anything."""
    judge_colours(state, table, side, ROUNDS - state.round_number)
    ahead, width = lead(state, table, side), spread(state, side)
    if retreats(state, table, side, chance(ahead, width)):
        return RETREAT
    best, most = NO_OPTION, 0.0
    if options >> SWAP_CARD & 1 and worth_of_swap(state, table, side, ahead, width) > most:
        best, most = SWAP_CARD, worth_of_swap(state, table, side, ahead, width)
    if options >> SWAP_HERO & 1 and worth_of_other_hero(state, table, side, ahead, width) > most:
        best, most = SWAP_HERO, worth_of_other_hero(state, table, side, ahead, width)
    if options >> PLAY_HERO & 1 and worth_of_hero(state, table, side, ahead, width) > most:
        best, most = PLAY_HERO, worth_of_hero(state, table, side, ahead, width)
    if options >> REINFORCE & 1 and worth_of_token(state, table, side, ahead, width) > most:
        best = REINFORCE
    choose_object(state, table, side, best)
    return best


@kernel
def stake(state: Any, table: Any, side: int, cards: float) -> float:
    """What `side` loses with its row, a played hero and the tokens on cards."""
    tokens = popcount(state.reinforced[side])
    return cards + state.hero_played[side] * table.weights[side, HERO] + tokens * table.weights[side, TOKEN]


@kernel
def retreats(state: Any, table: Any, side: int, winning: float) -> bool:
    """Whether a retreat costs less than fighting on with this chance to win (5.4)."""
    winning += table.weights[side, BOLDNESS]
    fought = winning * ROW - (1.0 - winning) * stake(state, table, side, ROW)
    cost = stake(state, table, side, popcount(state.row[side]) + state.shame[side])
    if state.shame[side] < table.most_shame:
        cost += table.weights[side, SHAME]
    cost += ROW * pile_falls(state, side, popcount(state.row[side]) + state.shame[side])
    fought -= (1.0 - winning) * ROW * pile_falls(state, side, 5)
    if fought >= -cost:
        return False
    events.open_event(
        state, DECISION, events.STAND_FIRM, events.FIRST_TURN + 2 * state.round_number + side, side
    )
    return below(state, PERMILLE) >= PERMILLE * table.weights[side, BLUFF]


@kernel
def pile_falls(state: Any, side: int, loss: int) -> int:
    """Whether the fighting pile falls when that many cards of battle and pile are lost (5.5)."""
    fighting = popcount(state.pile[side, state.fighting[side]] | state.row[side] | state.hand[side])
    return int(fighting - loss < LEAST_PILE)


@kernel
def worth(ahead: float, width: float, gain: float) -> float:
    """Cards that `gain` points more are worth: the rise of the chance to win times what is at stake."""
    return (chance(ahead + gain, width) - chance(ahead, width)) * 2.0 * ROW


@kernel
def mean_unseen(state: Any, table: Any, side: int) -> float:
    """What a card drawn from the own piles scores on average, as far as the owner knows."""
    known = state.lost[side] | state.thrown[side] | state.row[side] | state.hand[side]
    unseen = ((1 << CARDS) - 1) & ~known
    return expected_points(state, table, side, unseen) / max(1, popcount(unseen))


@kernel
def worst_of(state: Any, table: Any, side: int, cards: int) -> int:
    """The card of `cards` that scores least on average."""
    worst, least = -1, 0.0
    while cards:
        card = first_bit(cards)
        cards &= cards - 1
        score = state.scores[side, card // CARDS_PER_COLOUR] * table.value[card]
        if worst < 0 or score < least:
            worst, least = card, score
    return worst


@kernel
def score_of(state: Any, table: Any, side: int, card: int) -> float:
    """What a card scores on average."""
    return state.scores[side, card // CARDS_PER_COLOUR] * table.value[card]


@kernel
def worth_of_swap(state: Any, table: Any, side: int, ahead: float, width: float) -> float:
    """Of throwing the worst hand card away for an average one; it costs a card."""
    card = worst_of(state, table, side, state.hand[side])
    gain = mean_unseen(state, table, side) - score_of(state, table, side, card)
    return worth(ahead, width, gain) - 1.0 - table.weights[side, SWAP]


@kernel
def worth_of_other_hero(state: Any, table: Any, side: int, ahead: float, width: float) -> float:
    """Of taking one of the other heroes instead of the one in hand, all alike."""
    cards = state.row[side] | state.hand[side]
    own = table.hero_colour[side, state.hero[side]]
    tile = edge_chance(state, table, side, own)
    state.scores[side, own] = tile
    lost = (1.0 - tile) * points(table, cards & table.colour[own])
    gain, others = 0.0, 0
    for hero in range(HEROES):
        if hero != state.hero[side] and not state.hero_lost[side] >> hero & 1:
            colour = table.hero_colour[side, hero]
            gain += (1.0 - state.scores[side, colour]) * points(table, cards & table.colour[colour])
            others += 1
    state.scores[side, own] = 1.0
    if others == 0:
        return -1.0
    return worth(ahead, width, gain / others - lost) - table.weights[side, SWAP]


@kernel
def edge_chance(state: Any, table: Any, side: int, colour: int) -> float:
    """The chance that the tile alone makes a colour score."""
    edge = state.facing + 2 * side + ROUNDS - state.round_number
    first = table.edge[state.face, state.tile, edge % EDGES]
    other = table.edge[state.face, state.tile, (edge + 2) % EDGES]
    return 0.5 * (first == colour) + 0.5 * (other == colour)


@kernel
def worth_of_hero(state: Any, table: Any, side: int, ahead: float, width: float) -> float:
    """Of playing the hero over the worst row card; he may be lost."""
    card = worst_of(state, table, side, state.row[side])
    gain = table.hero_value[side, state.hero[side]] - score_of(state, table, side, card)
    losing = 1.0 - chance(ahead + gain, width)
    return worth(ahead, width, gain) - losing * table.weights[side, HERO]


@kernel
def best_to_reinforce(state: Any, side: int) -> int:
    """The row card whose colour scores most surely."""
    cards = state.row[side] & ~state.covered[side] & ~state.reinforced[side]
    best, most = -1, 0.0
    while cards:
        card = first_bit(cards)
        cards &= cards - 1
        if best < 0 or state.scores[side, card // CARDS_PER_COLOUR] > most:
            best, most = card, state.scores[side, card // CARDS_PER_COLOUR]
    return best


@kernel
def worth_of_token(state: Any, table: Any, side: int, ahead: float, width: float) -> float:
    """Of a favour token on the best card; it may be lost."""
    gain = state.scores[side, best_to_reinforce(state, side) // CARDS_PER_COLOUR]
    losing = 1.0 - chance(ahead + gain, width)
    return worth(ahead, width, gain) - losing * table.weights[side, TOKEN]


@kernel
def choose_object(state: Any, table: Any, side: int, option: int) -> None:
    """Leave the card that goes with the option in `state.choice`."""
    if option == SWAP_CARD:
        state.choice = worst_of(state, table, side, state.hand[side])
    elif option == PLAY_HERO:
        state.choice = worst_of(state, table, side, state.row[side])
    elif option == REINFORCE:
        state.choice = best_to_reinforce(state, side)


@kernel
def heuristic_card(state: Any, table: Any, side: int) -> int:
    """The card with the highest mix of value and promise."""
    judge_colours(state, table, side, ROUNDS - state.round_number)
    show, match = table.weights[side, SHOW], table.weights[side, MATCH]
    cards = state.hand[side]
    best, most = -1, 0.0
    while cards:
        card = first_bit(cards)
        cards &= cards - 1
        mix = show * table.value[card] + match * score_of(state, table, side, card)
        if best < 0 or mix > most:
            best, most = card, mix
    return best


@kernel
def heuristic_direction(state: Any, table: Any, side: int) -> int:
    """The direction that leaves the better lead, the tile's last turn known, others by chance."""
    facing, phases = state.facing, ROUNDS - 1 - state.round_number
    state.facing = turned(facing, CLOCKWISE)
    judge_colours(state, table, side, phases)
    clockwise = lead(state, table, side)
    state.facing = turned(facing, ANTICLOCKWISE)
    judge_colours(state, table, side, phases)
    anticlockwise = lead(state, table, side)
    state.facing = facing
    return CLOCKWISE if clockwise >= anticlockwise else ANTICLOCKWISE


@kernel
def heuristic_saving(table: Any, side: int) -> bool:
    """Save the hero if he is worth more than a token."""
    return table.weights[side, HERO] > table.weights[side, TOKEN]
