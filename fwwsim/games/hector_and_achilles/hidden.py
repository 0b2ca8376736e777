"""A battle whose hidden cards are filled in, again and again: by enumeration or by chance."""

from collections import Counter
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.bits import draw_member, draw_subset, popcount
from fwwsim.engine.dice import NATURE
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles.battle import play_rounds
from fwwsim.games.hector_and_achilles.dataset import Dataset
from fwwsim.games.hector_and_achilles.fate import hold_fate_phase
from fwwsim.games.hector_and_achilles.names import CARDS, HOME
from fwwsim.games.hector_and_achilles.situation import FATE_LEFT
from fwwsim.games.hector_and_achilles.state import NO_HERO
from fwwsim.games.hector_and_achilles.victory import settle
from fwwsim.jit import kernel

RESULT = np.dtype(
    [
        ("winner", np.int8),
        ("retreated", np.int8),
        ("swaps", np.int8),
        ("cards", np.int8, 2),  # side -> army cards lost
        ("heroes", np.int8, 2),
        ("tokens", np.int8, 2),
        ("fault", np.int8),
    ]
)


@kernel
def finish(state: Any, table: Any, journal: Any, first: int) -> None:
    """Play the battle from here to its settlement."""
    if first >= 0:
        play_rounds(state, table, journal, first)
    elif first == FATE_LEFT:
        hold_fate_phase(state, table, journal)
    if state.fault == 0:
        settle(state, table, journal)


@kernel
def write_result(before: Any, state: Any, result: Any) -> None:
    """What the battle has changed since `before`."""
    result.winner = state.battle_winner
    result.retreated = state.retreated
    result.swaps = state.swaps[0] + state.swaps[1]
    result.fault = state.fault
    for side in range(2):
        gone = popcount(state.lost[side] | state.thrown[side])
        result.cards[side] = gone - popcount(before.lost[side] | before.thrown[side])
        result.heroes[side] = popcount(state.hero_lost[side]) - popcount(before.hero_lost[side])
        spent = popcount(before.reinforced[side]) + before.favour[side] - state.favour[side]
        result.tokens[side] = spent


@kernel
def play_hidden(
    start: Any,
    scratch: Any,
    table: Any,
    journal: Any,
    first: int,
    side: int,
    hands: Any,
    heroes: Any,
    results: Any,
) -> None:
    """Finish the battle once for each hidden hand and hero of `side`."""
    for number in range(len(hands)):
        scratch[0] = start[0]
        state = scratch[0]
        hide(state, side, hands[number], heroes[number])
        finish(state, table, journal, first)
        write_result(start[0], state, results[number])


@kernel
def hide(state: Any, side: int, hand: int, hero: int) -> None:
    """Give `side` a hidden hand and hero out of its piles; the sizes are those after a hand from the fighting pile."""
    pile = state.fighting[side]
    size = popcount(state.pile[side, pile]) - popcount(hand)
    state.pile[side, HOME] &= ~hand
    state.pile[side, pile] &= ~hand
    while popcount(state.pile[side, pile]) > max(size, 0):
        card = state.pile[side, pile] & -state.pile[side, pile]
        state.pile[side, pile] ^= card
        state.pile[side, HOME] |= card
    state.hand[side] = hand
    if hero != NO_HERO:
        state.hero[side] = hero
        state.hero_pile[side] &= ~(1 << hero)


@kernel
def play_sampled(
    start: Any,
    scratch: Any,
    table: Any,
    journal: Any,
    first: int,
    side: int,
    unseen: int,
    hidden: int,
    results: Any,
) -> None:
    """Finish the battle with random hidden cards of both sides; sample `number` is game `number` of the seed."""
    for number in range(len(results)):
        scratch[0] = start[0]
        state = scratch[0]
        state.game = number
        shuffle(state, 1 - side)
        state.battle = 0
        events.open_event(state, NATURE, events.DRAW_HAND, events.SETUP, side)
        hand = draw_subset(state, unseen, hidden)
        hero = NO_HERO
        if state.hero[side] == NO_HERO and state.hero_pile[side]:
            events.open_event(state, NATURE, events.DRAW_HERO, events.SETUP, side)
            hero = draw_member(state, state.hero_pile[side])
        hide(state, side, hand, hero)
        shuffle(state, side)
        state.battle = 1
        finish(state, table, journal, first)
        write_result(start[0], state, results[number])


@kernel
def shuffle(state: Any, side: int) -> None:
    """Spread the unseen cards of `side` over fighting and home pile, as many as there were."""
    battle = state.battle
    state.battle = 0
    events.open_event(state, NATURE, events.DEAL, events.SETUP, side)
    pile = state.fighting[side]
    size = popcount(state.pile[side, pile])
    cards = state.pile[side, pile] | state.pile[side, HOME]
    state.pile[side, pile] = draw_subset(state, cards, size)
    state.pile[side, HOME] = cards & ~state.pile[side, pile]
    state.battle = battle


def hidden_hands(dataset: Dataset, unseen: int, hidden: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every hand of `hidden` cards out of `unseen` up to equal cards, and how many ways there are to hold it."""
    kinds: dict[str, list[int]] = {}
    for card in range(CARDS):
        if unseen >> card & 1:
            kinds.setdefault(dataset.card(card), []).append(card)
    hands: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # word, number of cards -> ways
    for cards in kinds.values():
        more = Counter(hands)
        for ((word, size), ways), these in product(hands.items(), range(1, len(cards) + 1)):
            if size + these <= hidden:
                more[word | sum(1 << card for card in cards[:these]), size + these] = ways * comb(
                    len(cards), these
                )
        hands = more
    full = [(word, ways) for (word, size), ways in hands.items() if size == hidden]
    return np.array([word for word, _ in full]), np.array([ways for _, ways in full])
