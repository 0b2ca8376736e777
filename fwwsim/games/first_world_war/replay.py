"""One game of a match played again up to a round: the position that the event log passes through there."""

from typing import Any

from fwwsim.engine.journal import new_journal
from fwwsim.engine.records import Record
from fwwsim.errors import RuleError, SpecError
from fwwsim.game import Match
from fwwsim.games.first_world_war.actions import act
from fwwsim.games.first_world_war.check import check_victory
from fwwsim.games.first_world_war.deployment import begin_turn, deploy
from fwwsim.games.first_world_war.log import Event
from fwwsim.games.first_world_war.lookahead.desk import Desk, new_desk
from fwwsim.games.first_world_war.lookahead.play import act_ahead, deploy_ahead
from fwwsim.games.first_world_war.match import tell
from fwwsim.games.first_world_war.names import ROUNDS, TURNS
from fwwsim.games.first_world_war.order import set_order
from fwwsim.games.first_world_war.state import ACTIONS, FAULTS, PLAYING, REASONS
from fwwsim.games.first_world_war.turn import prepare_next_turn


def position_at(match: Match, index: int, turn: int, round_number: int) -> Record:
    """The state of game `index` just before a round: all that happened until then, and nothing of the round.

    The same kernels in the same order as :func:`fwwsim.games.first_world_war.turn.play_game`, and chance has
    addresses, so this is the position of the game that `simulate` counts and `tell` tells.

    Parameters
    ----------
    match : Match
    index : int
        Of the game.
    turn : int
        1 to 6.
    round_number : int
        1 to 16, in order of play.

    Returns
    -------
    record of STATE
        `slot` and `round_number` are those of the round; who acts is ``slot % 4``.

    Raises
    ------
    SpecError
        No such turn or round, or the game ended before it.
    RuleError
        A policy broke a rule.
    """
    for option, found, most in (("--turn", turn, TURNS), ("--round", round_number, ROUNDS)):
        if not 1 <= found <= most:
            raise SpecError(f"{option}: found {found}; allowed: 1 to {most}")
    state, table, journal = match.start.copy()[0], match.table, new_journal(0)
    state.game = index
    desk = new_desk(table) if table.samples.any() else None
    for current in range(1, turn):
        state.turn = current
        _deploy(state, table, journal, desk)
        _play_rounds(state, table, journal, ROUNDS, desk)
        _check_fault(match, state)
        check_victory(state, table, journal)
        if state.reason != PLAYING:
            raise SpecError(
                f"seed {match.description['seed']}, game {index} ended on turn {current} "
                f"({REASONS[state.reason - 1].replace('_', ' ')}), before turn {turn}, round {round_number}; "
                f"allowed: --turn 1 to {current}"
            )
        prepare_next_turn(state, table, journal)
        _check_fault(match, state)
    state.turn = turn
    _deploy(state, table, journal, desk)
    _play_rounds(state, table, journal, round_number - 1, desk)
    _check_fault(match, state)
    _open_round(state, round_number - 1)
    return state


def events_of_round(match: Match, index: int, turn: int, round_number: int) -> list[Event]:
    """What happened in a round as the event log tells it: the action, after chits returned freely.

    Parameters
    ----------
    match : Match
    index, turn, round_number : int
        As for `position_at`.
    """
    found: list[Event] = []
    returned: list[Event] = []
    for event in tell(match, index):
        if event["event"] == "return_chit":
            returned.append(event)
        elif event["event"] in ACTIONS:
            if (event["turn"], event["round"]) == (turn, round_number):
                found = [*returned, event]
            returned = []
    return found


def _deploy(state: Any, table: Any, journal: Any, desk: Desk | None) -> None:
    """Step 1 of a turn (R4.2), with the variable order of R9.2."""
    if table.variable_order and state.turn > 1:
        set_order(state, table, journal)
    begin_turn(state, table)
    for place, faction in enumerate(state.deployment_order):
        if desk is None:
            deploy(state, table, journal, int(faction))
        else:
            deploy_ahead(state, table, journal, place, desk)


def _play_rounds(state: Any, table: Any, journal: Any, rounds: int, desk: Desk | None) -> None:
    """The first `rounds` actions of a turn (R4.2)."""
    for played in range(rounds):
        _open_round(state, played)
        faction = int(state.slot) % 4
        if desk is None:
            act(state, table, journal, faction)
        else:
            act_ahead(state, table, journal, faction, desk)


def _open_round(state: Any, played: int) -> None:
    """The action after so many of this turn is under way."""
    cycle, place = divmod(played, 4)
    state.slot = 4 * cycle + int(state.round_order[place])
    state.round_number = played


def _check_fault(match: Match, state: Any) -> None:
    if state.fault:
        seed = match.description["seed"]
        raise RuleError(f"seed {seed}, game {state.game}, turn {state.turn}: {FAULTS[state.fault]}")
