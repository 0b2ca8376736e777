"""The tally of a game: its course turn by turn, its luck, its leads. Kept as things happen; no rule reads it.

Luck is what chance gave less what it gives on average, counted when the dice fall. A sum of such differences has
expectation 0 whatever the policies do and whenever the game ends.
"""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS, DE, EA, FRONTS, GA, WA
from fwwsim.games.first_world_war.state import NOBODY
from fwwsim.games.first_world_war.tables import DIFFERENCES, LEAST_DIFFERENCE
from fwwsim.jit import kernel

NOT_PLAYED = -1  # what the figures of a turn are until it is played, and a roll if there was none


@kernel
def clear_tally(state: Any) -> None:
    """Nothing has happened yet."""
    state.vp_by_turn[:] = NOT_PLAYED
    state.allied_cities[:] = NOT_PLAYED
    state.points[:] = NOT_PLAYED
    state.rolls[:] = NOT_PLAYED
    state.leader = NOBODY
    state.first_city = NOBODY


@kernel
def tally_turn(state: Any, table: Any) -> None:
    """How things stand when the victory check of a turn closes."""
    tally_lead(state)
    turn = state.turn - 1
    for faction in range(4):
        state.vp_by_turn[turn, faction] = state.vp[faction]
        state.points[turn, faction] = state.surrender[faction]
    for front in range(FRONTS):
        state.allied_cities[turn, front] = popcount(state.cities[ALLIES] & table.front_cities[front])


@kernel
def tally_lead(state: Any) -> None:
    """Who leads now, and by how much each alliance has been behind.

    It is asked after a capture in combat and after a victory check, whose captures count as one: on their way the
    order of the fronts would show.
    """
    ahead = state.vp[WA] + state.vp[EA] - state.vp[DE] - state.vp[GA]
    if ahead == 0:
        return
    leader = ALLIES if ahead > 0 else CENTRAL_POWERS
    state.lead_changes += state.leader == 1 - leader
    state.leader = leader
    trailing = 1 - leader
    state.largest_deficit[trailing] = max(state.largest_deficit[trailing], abs(ahead))


@kernel
def tally_capture(state: Any, alliance: int) -> None:
    """A city was taken by a combat action."""
    tally_lead(state)
    if state.first_city == NOBODY:
        state.first_city = alliance


@kernel
def tally_die(state: Any, table: Any, alliance: int, value: int) -> None:
    """A combat die: its value less the mean of its faces, times six."""
    state.dice_luck[alliance] += 6 * value - table.die_sum


@kernel
def tally_result(state: Any, table: Any, alliance: int, difference: int, result: int) -> None:
    """The result of a combat for the attacker less its expectation, once leads and chits are laid.

    Parameters
    ----------
    alliance : int
        The attacker.
    difference : int
        Of the totals without the dice; a combat outside the table of odds, which no data set has, is not counted.
    result : int
        1 attack wins, 0 tie, -1 defence wins.
    """
    row = difference - LEAST_DIFFERENCE
    if 0 <= row < DIFFERENCES:
        attack_wins, tie = table.odds[row, 0], table.odds[row, 1]
        state.combat_luck[alliance] += result - (2.0 * attack_wins + tie - 1.0)


@kernel
def tally_surrender(state: Any, table: Any, faction: int, value: int, surrendered: bool) -> None:
    """A surrender roll: the die, and six times what came of it less its probability."""
    state.rolls[state.turn - 1, faction] = value
    faces = 0
    for face in table.die:
        faces += 0 < face <= state.surrender[faction]
    state.surrender_luck[faction] += 6 * surrendered - faces


@kernel
def write_tally(state: Any, outcome: Any) -> None:
    """What is kept of the tally when a game has ended."""
    outcome.vp_by_turn[:] = state.vp_by_turn
    outcome.allied_cities[:] = state.allied_cities
    outcome.points[:] = state.points
    outcome.rolls[:] = state.rolls
    outcome.lead_changes = state.lead_changes
    outcome.first_city = state.first_city
    outcome.forced = state.forced
    for alliance in range(2):
        outcome.dice_luck[alliance] = state.dice_luck[alliance]
        outcome.combat_luck[alliance] = state.combat_luck[alliance]
        outcome.largest_deficit[alliance] = state.largest_deficit[alliance]
    for faction in range(4):
        outcome.surrender_luck[faction] = state.surrender_luck[faction]
