"""The opening of a battle: vanguards, fighting piles, fate tile, hands (5.1)."""

from typing import Any

from fwwsim.engine.bits import draw_member, draw_subset, popcount
from fwwsim.engine.dice import NATURE, below
from fwwsim.engine.journal import note
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.board import standing, take_card
from fwwsim.games.hector_and_achilles.names import EDGES, HAND, HOME, MOST_VALUE, TILES
from fwwsim.games.hector_and_achilles.policies import decide
from fwwsim.games.hector_and_achilles.state import BAD_FACING, BAD_FIGHT, BAD_VANGUARD, NO_HERO, NOBODY
from fwwsim.jit import kernel


@kernel
def open_battle(state: Any, table: Any, journal: Any) -> None:
    """Everything before the first turn, in the order of the rulebook (5.1)."""
    attacker = state.attacker
    state.attacks[attacker] += 1
    state.retreated = state.battle_winner = NOBODY
    state.round_number = 0
    note(state, journal, rows.BATTLE, state.battle, attacker)
    name_fighting_pile(state, table, journal, attacker)
    if state.fault:
        return
    lay_tile(state, table, journal, attacker)
    if state.fault:
        return
    defender = 1 - attacker
    pile = state.fighting[defender]
    if state.pile[defender, pile]:  # else he has no card left to send ahead
        turn_up(state, journal, defender, pile)
    for side in range(2):
        draw_hand(state, table, journal, side)


@kernel
def turn_up(state: Any, journal: Any, side: int, pile: int) -> int:
    """The top card of a pile becomes the vanguard of `side`."""
    events.open_event(state, NATURE, events.VANGUARD, events.OPENING, side)
    card = take_card(state, side, pile)
    state.row[side] = 1 << card
    note(state, journal, rows.VANGUARD, side, card, pile)
    return card


@kernel
def name_fighting_pile(state: Any, table: Any, journal: Any, attacker: int) -> None:
    """The attacker's vanguard names the fighting pile by its value; a 4 lets him choose (5.1)."""
    pile = decide.vanguard(state, table, attacker)
    if pile < 0 or not standing(state, attacker) >> pile & 1:
        state.fault = BAD_VANGUARD
        return
    value = table.value[turn_up(state, journal, attacker, pile)]
    named = value - 1
    piles = standing(state, attacker)
    chosen = value == MOST_VALUE and piles != 0
    if chosen:
        named = decide.fight(state, table, attacker, piles)
        if named < 0 or not piles >> named & 1:
            state.fault = BAD_FIGHT
            return
    missing = False
    for side in range(2):
        state.fighting[side] = named if state.pile[side, named] else HOME
        missing = missing or state.fighting[side] != named
    if missing and table.both_home:  # A2
        state.fighting[:] = HOME
    for side in range(2):
        note(state, journal, rows.FIGHT, side, state.fighting[side], int(chosen))


@kernel
def lay_tile(state: Any, table: Any, journal: Any, attacker: int) -> None:
    """Turn up the next fate tile; the attacker chooses the edge that faces him (5.1)."""
    if state.tiles == 0:
        state.tiles = (1 << TILES) - 1  # 5.5: shuffled again after the last one
    events.open_event(state, NATURE, events.TILE, events.OPENING, 0)
    state.tile = draw_member(state, state.tiles)
    state.tiles &= ~(1 << state.tile)
    state.face = 0
    if table.two_faces:  # A5
        events.open_event(state, NATURE, events.FACE, events.OPENING, 0)
        state.face = below(state, 2)
    edge = decide.facing(state, table, attacker)
    if edge < 0 or edge >= EDGES:
        state.fault = BAD_FACING
        return
    state.facing = (edge + 2 * attacker) % EDGES
    note(state, journal, rows.TILE, state.tile, state.face, state.facing)


@kernel
def draw_hand(state: Any, table: Any, journal: Any, side: int) -> None:
    """Four army cards from the fighting pile, and the top hero (5.1)."""
    events.open_event(state, NATURE, events.DRAW_HAND, events.OPENING, side)
    pile = state.fighting[side]
    hand = draw_subset(state, state.pile[side, pile], min(HAND, popcount(state.pile[side, pile])))
    state.pile[side, pile] &= ~hand
    more = 0
    if not table.fewer and pile != HOME and popcount(hand) < HAND:  # A3
        more = draw_subset(
            state, state.pile[side, HOME], min(HAND - popcount(hand), popcount(state.pile[side, HOME]))
        )
        state.pile[side, HOME] &= ~more
    state.hand[side] = hand | more
    hero = NO_HERO
    if state.hero_pile[side]:
        events.open_event(state, NATURE, events.DRAW_HERO, events.OPENING, side)
        hero = draw_member(state, state.hero_pile[side])
        state.hero_pile[side] &= ~(1 << hero)
    state.hero[side] = hero
    note(state, journal, rows.HAND, side, state.hand[side], hero)
    if more:
        note(state, journal, rows.FROM_HOME, side, more)
