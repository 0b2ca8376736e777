"""A whole game: set-up, turns and result (R3, R4.2), and many games for the driver."""

from typing import Any

from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.actions import act
from fwwsim.games.first_world_war.check import check_victory, winner_of_four, winner_of_three
from fwwsim.games.first_world_war.deployment import begin_turn, deploy
from fwwsim.games.first_world_war.names import CYCLES, TURNS
from fwwsim.games.first_world_war.order import set_order
from fwwsim.games.first_world_war.replacement import replace_losses
from fwwsim.games.first_world_war.state import PLAYING
from fwwsim.games.first_world_war.tally import write_tally
from fwwsim.jit import kernel


@kernel
def play_game(state: Any, table: Any, journal: Any) -> None:
    """Play from the set-up that `state` holds to the end; stops early at a fault."""
    for turn in range(1, TURNS + 1):
        state.turn = turn
        play_turn(state, table, journal)
        if state.fault or state.reason != PLAYING:
            break
        prepare_next_turn(state, table, journal)
        if state.fault:
            break
    note(state, journal, rows.END, state.reason, state.winner)


@kernel
def play_turn(state: Any, table: Any, journal: Any) -> None:
    """Deployment, rounds and victory check (R4.2, steps 1 to 3)."""
    note(state, journal, rows.TURN, state.turn)
    if table.variable_order and state.turn > 1:
        set_order(state, table, journal)
    begin_turn(state, table)
    for place in range(4):
        deploy(state, table, journal, state.deployment_order[place])
        if state.fault:
            return
    for cycle in range(CYCLES):
        for place in range(4):
            faction = state.round_order[place]
            state.slot = 4 * cycle + faction
            state.round_number = 4 * cycle + place
            act(state, table, journal, faction)
            if state.fault:
                return
    check_victory(state, table, journal)


@kernel
def prepare_next_turn(state: Any, table: Any, journal: Any) -> None:
    """Replacements, new chits, surrender points back to 0 (R4.2, steps 4 to 6)."""
    replace_losses(state, table, journal)
    for alliance in range(2):
        chits = table.chits_enter[state.turn + 1, alliance]
        state.cup[alliance] |= chits
        note(state, journal, rows.NEW_CHITS, alliance, chits)
    state.surrender[:] = 0
    state.pointed[:] = 0


@kernel
def play_many(first: int, outcomes: Any, scratch: Any, start: Any, table: Any, journal: Any) -> None:
    """Play games first, first + 1, ... and write one outcome each.

    Parameters
    ----------
    first : int
        Index of the first game.
    outcomes : (games,) array of OUTCOME
    scratch : (1,) array of STATE
        Working memory of this thread.
    start : (1,) array of STATE
        The set-up, with the keys of the run.
    table : record of TABLE
    journal : record of JOURNAL
        With limit 0 unless a game is to be told.
    """
    for number in range(len(outcomes)):
        scratch[0] = start[0]
        state = scratch[0]
        state.game = first + number
        play_game(state, table, journal)
        write_outcome(state, outcomes[number])


@kernel
def write_outcome(state: Any, outcome: Any) -> None:
    """What is kept of a game."""
    outcome.reason = state.reason - 1
    outcome.end_turn = state.turn
    outcome.alliance = state.winner
    outcome.winner_2 = state.winner
    outcome.winner_3 = winner_of_three(state)
    outcome.winner_4 = winner_of_four(state)
    outcome.treaty = state.treaty
    outcome.fault = state.fault
    for faction in range(4):
        outcome.vp[faction] = state.vp[faction]
        outcome.surrendered[faction] = state.surrendered >> faction & 1
        outcome.combats[faction] = state.combats[faction]
        outcome.contested[faction] = state.contested[faction]
        outcome.captures[faction] = state.captures[faction]
        outcome.eliminated[faction] = state.eliminated[faction]
        outcome.chits_drawn[faction] = state.chits_drawn[faction]
    write_tally(state, outcome)
