"""Whole games in which some faction looks ahead, and which kernel plays a match.

A match without such a faction is played by :mod:`fwwsim.games.first_world_war.turn` alone: neither its speed nor the
time to compile it depends on anything here.
"""

from functools import wraps
from typing import Any

from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.actions import act, carry_out, return_unplayable
from fwwsim.games.first_world_war.check import check_victory
from fwwsim.games.first_world_war.deployment import begin_turn, deploy
from fwwsim.games.first_world_war.lookahead.choose import choose_action, choose_emphasis, emphasise
from fwwsim.games.first_world_war.lookahead.desk import new_desk
from fwwsim.games.first_world_war.names import CYCLES, TURNS
from fwwsim.games.first_world_war.order import set_order
from fwwsim.games.first_world_war.state import PLAYING
from fwwsim.games.first_world_war.turn import play_many as play_many_plainly
from fwwsim.games.first_world_war.turn import prepare_next_turn, write_outcome
from fwwsim.jit import kernel


@wraps(play_many_plainly)
def play_many(first: int, outcomes: Any, scratch: Any, start: Any, table: Any, journal: Any) -> None:
    """Play games first, first + 1, ... and write one outcome each, whoever plays (as `turn.play_many`)."""
    if table.samples.any():
        play_many_ahead(first, outcomes, scratch, start, table, journal, new_desk(table))
    else:
        play_many_plainly(first, outcomes, scratch, start, table, journal)


@kernel
def play_many_ahead(
    first: int, outcomes: Any, scratch: Any, start: Any, table: Any, journal: Any, desk: Any
) -> None:
    """As `turn.play_many`, with a desk for the factions that look ahead."""
    for number in range(len(outcomes)):
        scratch[0] = start[0]
        state = scratch[0]
        state.game = first + number
        play_game_ahead(state, table, journal, desk)
        write_outcome(state, outcomes[number])


@kernel
def play_game_ahead(state: Any, table: Any, journal: Any, desk: Any) -> None:
    """As `turn.play_game`."""
    for turn in range(1, TURNS + 1):
        state.turn = turn
        play_turn_ahead(state, table, journal, desk)
        if state.fault or state.reason != PLAYING:
            break
        prepare_next_turn(state, table, journal)
        if state.fault:
            break
    note(state, journal, rows.END, state.reason, state.winner)


@kernel
def play_turn_ahead(state: Any, table: Any, journal: Any, desk: Any) -> None:
    """As `turn.play_turn`: deployment, rounds and victory check (R4.2, steps 1 to 3)."""
    note(state, journal, rows.TURN, state.turn)
    if table.variable_order and state.turn > 1:
        set_order(state, table, journal)
    begin_turn(state, table)
    for place in range(4):
        deploy_ahead(state, table, journal, place, desk)
        if state.fault:
            return
    for cycle in range(CYCLES):
        for place in range(4):
            faction = state.round_order[place]
            state.slot = 4 * cycle + faction
            state.round_number = 4 * cycle + place
            act_ahead(state, table, journal, faction, desk)
            if state.fault:
                return
    check_victory(state, table, journal)


@kernel
def deploy_ahead(state: Any, table: Any, journal: Any, place: int, desk: Any) -> None:
    """The deployment at this place in the order, after a look ahead if the faction does so (R4.2.1)."""
    faction = state.deployment_order[place]
    if table.samples[faction]:
        number = choose_emphasis(state, table, journal, faction, place, desk)
        emphasise(table, desk.minds[0], faction, number)
        deploy(state, desk.minds[0], journal, faction)
    else:
        deploy(state, table, journal, faction)


@kernel
def act_ahead(state: Any, table: Any, journal: Any, faction: int, desk: Any) -> None:
    """One action of `faction`, after a look ahead if it does so (R4.3)."""
    if table.samples[faction]:
        return_unplayable(state, table, journal, faction)
        kind = choose_action(state, table, journal, faction, desk)
        carry_out(state, table, journal, faction, kind)
    else:
        act(state, table, journal, faction)
