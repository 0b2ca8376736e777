"""What lies on the table: which piles stand, drawing from them, what cards are worth, how the fate tile lies."""

from typing import Any

from fwwsim.engine.bits import draw_member, popcount
from fwwsim.games.hector_and_achilles.names import EDGES, HOME, PILES
from fwwsim.games.hector_and_achilles.state import NO_HERO
from fwwsim.jit import kernel

CLOCKWISE, ANTICLOCKWISE = 1, 3  # quarter turns


@kernel
def standing(state: Any, side: int) -> int:
    """The piles of `side` that have cards; one without any is gone."""
    piles = 0
    for pile in range(PILES):
        piles |= (state.pile[side, pile] != 0) << pile
    return piles


@kernel
def take_card(state: Any, side: int, pile: int) -> int:
    """Take the top card of a pile that has one; draws from the event that is open."""
    card = draw_member(state, state.pile[side, pile])
    state.pile[side, pile] &= ~(1 << card)
    return card


@kernel
def source_pile(state: Any, side: int) -> int:
    """The pile that a swapped card comes from: the fighting pile, or home if that is empty (5.2)."""
    pile = state.fighting[side]
    return pile if state.pile[side, pile] else HOME


@kernel
def points(table: Any, cards: int) -> int:
    """The sum of the values of some army cards."""
    return popcount(cards & table.ones) + 2 * popcount(cards & table.twos) + 4 * popcount(cards & table.fours)


@kernel
def facing_colour(state: Any, table: Any, side: int) -> int:
    """The colour of the fate tile's edge that faces `side`."""
    return table.edge[state.face, state.tile, (state.facing + 2 * side) % EDGES]


@kernel
def has_hero(state: Any, side: int) -> bool:
    """Whether `side` has a hero in hand that it has not played."""
    return state.hero[side] != NO_HERO and state.hero_played[side] == 0


@kernel
def turned(facing: int, quarters: int) -> int:
    """The edge that faces the Achaeans after quarter turns clockwise: the one that lay anticlockwise of it."""
    return (facing - quarters) % EDGES
