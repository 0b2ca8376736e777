"""A battle, a whole game, and many games for the driver."""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.engine.journal import note
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.closing import close_battle
from fwwsim.games.hector_and_achilles.fate import hold_fate_phase
from fwwsim.games.hector_and_achilles.names import CARDS, ROUNDS
from fwwsim.games.hector_and_achilles.opening import open_battle
from fwwsim.games.hector_and_achilles.rounds import take_turn
from fwwsim.games.hector_and_achilles.setup import deal
from fwwsim.games.hector_and_achilles.state import MOST_BATTLES, NOBODY, PLAYING, TOO_LONG
from fwwsim.games.hector_and_achilles.victory import settle
from fwwsim.jit import kernel


@kernel
def play_game(state: Any, table: Any, journal: Any) -> None:
    """Play from the set-up that `state` holds to the end; stops early at a fault."""
    deal(state, journal)
    while state.reason == PLAYING and state.fault == 0:
        state.battle += 1
        if state.battle == table.forced_battle:  # never in a game by the rules
            state.attacker = table.forced_attacker
        play_battle(state, table, journal)
        if state.reason == PLAYING and state.battle == MOST_BATTLES:
            state.reason = TOO_LONG
    note(state, journal, rows.END, state.reason, state.winner)


@kernel
def play_battle(state: Any, table: Any, journal: Any) -> None:
    """Opening, four rounds, victory, closing (5.0)."""
    open_battle(state, table, journal)
    if state.fault:
        return
    play_rounds(state, table, journal, state.attacker)
    if state.fault:
        return
    settle(state, table, journal)
    close_battle(state, table, journal)


@kernel
def play_rounds(state: Any, table: Any, journal: Any, first: int) -> None:
    """The rounds that are left, from the turn of side `first` on, until the last one or a retreat (5.2, 5.3)."""
    while state.round_number < ROUNDS:
        if first == state.attacker:
            take_turn(state, table, journal, state.attacker)
            if state.fault or state.retreated != NOBODY:
                return
        take_turn(state, table, journal, 1 - state.attacker)
        if state.fault or state.retreated != NOBODY:
            return
        first = state.attacker
        hold_fate_phase(state, table, journal)
        if state.fault:
            return
        state.round_number += 1


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
    outcome.winner = state.winner
    outcome.reason = state.reason - 1
    outcome.end_battle = state.battle
    outcome.ties = state.ties
    outcome.fault = state.fault
    for side in range(2):
        outcome.attacks[side] = state.attacks[side]
        outcome.attacks_won[side] = state.attacks_won[side]
        outcome.defences_won[side] = state.defences_won[side]
        outcome.retreats[side] = state.retreats[side]
        outcome.swaps[side] = state.swaps[side]
        outcome.heroes_played[side] = state.heroes_played[side]
        outcome.heroes_lost[side] = popcount(state.hero_lost[side])
        outcome.heroes_saved[side] = state.heroes_saved[side]
        outcome.shame[side] = state.shame[side]
        outcome.favour[side] = state.favour[side]
        outcome.cards[side] = CARDS - popcount(state.lost[side] | state.thrown[side])
