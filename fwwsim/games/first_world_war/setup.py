"""The set-up of a run: the start state that every game copies (R3)."""

import numpy as np

from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import STREAMS
from fwwsim.engine.records import Record, blank
from fwwsim.games.first_world_war.names import DEPLOYMENT_ORDER, FIRST_VP, ROUND_ORDER
from fwwsim.games.first_world_war.state import NO_CHIT, NOBODY, PLAYING, STATE
from fwwsim.games.first_world_war.tally import clear_tally


def start_state(table: Record, seed: int) -> Record:
    """The state before turn 1: empty board, 6 VP each, chits of the first year in the cups (R3.1 to R3.3)."""
    state = blank(STATE)
    state.turn = 1
    state.key[:] = np.array([key_of(seed, stream) for stream in range(STREAMS)], np.uint64)
    state.dummies_off[:] = table.dummies
    state.cities[:] = table.owned
    state.vp[:] = FIRST_VP
    state.cup[:] = table.chits_enter[1]
    state.deployment_order[:] = DEPLOYMENT_ORDER
    state.round_order[:] = ROUND_ORDER
    state.laid[:] = NO_CHIT
    state.reason = PLAYING
    state.winner = NOBODY
    clear_tally(state)
    return state
