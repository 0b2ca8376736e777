"""The set-up: the start state that every game copies, and the deal (3.0)."""

from typing import Any

import numpy as np

from fwwsim.engine.bits import draw_subset
from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import NATURE, STREAMS
from fwwsim.engine.journal import note
from fwwsim.engine.records import Record, blank
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.names import ACHAEAN, CARDS, HEROES, HOME, PILE_SIZE, PILES, TILES
from fwwsim.games.hector_and_achilles.state import NO_HERO, NOBODY, PLAYING, STATE
from fwwsim.jit import kernel


def start_state(table: Record, seed: int) -> Record:
    """The state before the deal: no shame, all favour, the Achaeans attack first."""
    state = blank(STATE)
    state.key[:] = np.array([key_of(seed, stream) for stream in range(STREAMS)], np.uint64)
    state.attacker = ACHAEAN
    state.favour[:] = table.favour
    state.tiles = (1 << TILES) - 1
    state.hero_pile[:] = (1 << HEROES) - 1
    state.hero[:] = NO_HERO
    state.retreated = state.battle_winner = state.winner = NOBODY
    state.reason = PLAYING
    return state


@kernel
def deal(state: Any, journal: Any) -> None:
    """Four piles of twelve a side, face down (3.0)."""
    for side in range(2):
        events.open_event(state, NATURE, events.DEAL, events.SETUP, side)
        rest = (1 << CARDS) - 1
        for pile in range(HOME):
            cards = draw_subset(state, rest, PILE_SIZE)
            rest &= ~cards
            state.pile[side, pile] = cards
        state.pile[side, HOME] = rest
        for pile in range(PILES):
            note(state, journal, rows.DEALT, side, pile, state.pile[side, pile])
