"""A turn: at most one optional action, then one army card (5.2)."""

from typing import Any

from fwwsim.engine.bits import draw_member
from fwwsim.engine.dice import NATURE
from fwwsim.engine.journal import note
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.board import has_hero, source_pile, take_card
from fwwsim.games.hector_and_achilles.names import HOME
from fwwsim.games.hector_and_achilles.policies import decide
from fwwsim.games.hector_and_achilles.state import (
    BAD_CARD,
    BAD_OPTION,
    NO_OPTION,
    PLAY_HERO,
    REINFORCE,
    RETREAT,
    SWAP_CARD,
    SWAP_HERO,
)
from fwwsim.jit import kernel


@kernel
def open_options(state: Any, side: int) -> int:
    """The optional actions that `side` may take now, as bits (5.2)."""
    options = 1 << NO_OPTION | 1 << RETREAT
    own_piles = state.pile[side, state.fighting[side]] | state.pile[side, HOME]
    options |= (state.hand[side] != 0 and own_piles != 0) << SWAP_CARD
    if has_hero(state, side):
        fresh = state.hero_pile[side] != 0 or state.bottom_first[side] < state.bottom_end[side]
        options |= fresh << SWAP_HERO
        options |= (state.row[side] != 0) << PLAY_HERO
    elif state.favour[side] > 0 and reinforceable(state, side):
        options |= 1 << REINFORCE
    return options


@kernel
def reinforceable(state: Any, side: int) -> int:
    """The row cards that may get a favour token: none before the hero is played (5.2)."""
    if state.hero_played[side] == 0:
        return 0
    return state.row[side] & ~state.covered[side] & ~state.reinforced[side]


@kernel
def take_turn(state: Any, table: Any, journal: Any, side: int) -> None:
    """One turn of `side` (5.2)."""
    options = open_options(state, side)
    option = decide.option(state, table, side, options)
    if option < 0 or not options >> option & 1:
        state.fault = BAD_OPTION
        return
    note(state, journal, rows.TURN, side, option, state.round_number)
    if option == RETREAT:
        state.retreated = side
        return
    if option == SWAP_CARD:
        swap_card(state, table, journal, side)
    elif option == SWAP_HERO:
        swap_hero(state, journal, side)
    elif option == PLAY_HERO:
        play_hero(state, table, journal, side)
    elif option == REINFORCE:
        reinforce(state, table, journal, side)
    if state.fault == 0 and state.hand[side]:
        play_card(state, table, journal, side)


@kernel
def is_in(card: int, cards: int) -> bool:
    """Whether a card that a policy named is one of `cards`."""
    return card >= 0 and (cards >> card & 1) != 0


@kernel
def swap_card(state: Any, table: Any, journal: Any, side: int) -> None:
    """Throw a card away for good, draw another one (5.2)."""
    card = decide.thrown(state, table, side)
    if not is_in(card, state.hand[side]):
        state.fault = BAD_CARD
        return
    pile = source_pile(state, side)
    events.open_event(
        state, NATURE, events.DRAW_CARD, events.FIRST_TURN + 2 * state.round_number + side, side
    )
    drawn = take_card(state, side, pile)
    state.hand[side] ^= 1 << card | 1 << drawn
    state.thrown[side] |= 1 << card
    state.swaps[side] += 1
    note(state, journal, rows.SWAPPED_CARD, card, drawn, pile)


@kernel
def swap_hero(state: Any, journal: Any, side: int) -> None:
    """The hero goes under the hero pile, the top one comes (5.2)."""
    hero = state.hero[side]
    state.bottom[side, state.bottom_end[side]] = hero
    state.bottom_end[side] += 1
    if state.hero_pile[side]:
        slot = events.FIRST_TURN + 2 * state.round_number + side
        events.open_event(state, NATURE, events.DRAW_HERO, slot, side)
        drawn = draw_member(state, state.hero_pile[side])
        state.hero_pile[side] &= ~(1 << drawn)
    else:  # the pile has been through: its order is known from here on
        drawn = state.bottom[side, state.bottom_first[side]]
        state.bottom_first[side] += 1
    state.hero[side] = drawn
    state.swaps[side] += 1
    note(state, journal, rows.SWAPPED_HERO, hero, drawn)


@kernel
def play_hero(state: Any, table: Any, journal: Any, side: int) -> None:
    """The hero covers a card of the own row and counts from now on (5.2)."""
    card = decide.covered(state, table, side)
    if not is_in(card, state.row[side]):
        state.fault = BAD_CARD
        return
    state.hero_played[side] = 1
    state.covered[side] = 1 << card
    state.heroes_played[side] += 1
    note(state, journal, rows.PLAYED_HERO, state.hero[side], card)


@kernel
def reinforce(state: Any, table: Any, journal: Any, side: int) -> None:
    """A favour token on an army card, one a card (5.2)."""
    card = decide.reinforced(state, table, side, reinforceable(state, side))
    if not is_in(card, reinforceable(state, side)):
        state.fault = BAD_CARD
        return
    state.favour[side] -= 1
    state.reinforced[side] |= 1 << card
    note(state, journal, rows.REINFORCED, card)


@kernel
def play_card(state: Any, table: Any, journal: Any, side: int) -> None:
    """One army card from the hand to the row (5.2)."""
    card = decide.card(state, table, side)
    if not is_in(card, state.hand[side]):
        state.fault = BAD_CARD
        return
    state.hand[side] ^= 1 << card
    state.row[side] |= 1 << card
    note(state, journal, rows.PLAYED, card)
