"""The victory check: captures of empty fronts, six fronts, surrender rolls, the treaty, the score (R8)."""

from typing import Any

from fwwsim.engine.dice import NATURE, below, open_event
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import events
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.combat import capture
from fwwsim.games.first_world_war.eligibility import closed_by_treaty
from fwwsim.games.first_world_war.lines import inflict_point, reaches_base
from fwwsim.games.first_world_war.names import (
    ALLIES,
    CENTRAL_POWERS,
    DE,
    EA,
    FOUR_PLAYERS,
    FRONTS,
    GA,
    LEAD_OF_GERMANY,
    LEAD_OF_WEST,
    ROMANIA,
    SIX,
    TREATY_BONUS,
    TREATY_FROM_TURN,
    TURNS,
    WA,
)
from fwwsim.games.first_world_war.operating import garrisons_stand
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import (
    MUTUAL_SURRENDER,
    NOBODY,
    PLAYING,
    SIX_FRONTS,
    SURRENDER,
    TURN_6,
)
from fwwsim.games.first_world_war.tally import tally_surrender, tally_turn
from fwwsim.jit import kernel


@kernel
def check_victory(state: Any, table: Any, journal: Any) -> None:
    """Step 3 of a turn, in the order of the rulebook; sets `state.reason` if the game has ended."""
    note(state, journal, rows.CHECK)
    check_fronts(state, table, journal)
    if state.reason == PLAYING:
        roll_for_surrender(state, table, journal)
    if state.reason == PLAYING and state.turn >= TREATY_FROM_TURN and state.treaty == 0:
        negotiate(state, table, journal)
    tally_turn(state, table)
    for faction in range(4):
        note(state, journal, rows.STANDING, faction, state.vp[faction], state.surrender[faction])


@kernel
def check_fronts(state: Any, table: Any, journal: Any) -> None:
    """The fronts that one alliance holds alone, and the ends by six fronts and after turn 6 (R8.1, R8.2)."""
    for front in range(FRONTS):
        if not passed_over(state, front):
            occupy(state, table, journal, front)
    holder = six_front_holder(state, table)
    if holder != NOBODY:
        note(state, journal, rows.SIX, holder)
        state.reason = SIX_FRONTS
        state.winner = holder if table.six_fronts_win else leading_alliance(state)
    elif state.turn == TURNS:
        state.reason = TURN_6
        state.winner = leading_alliance(state)


@kernel
def passed_over(state: Any, front: int) -> bool:
    """Whether the treaty takes `front` out of the check: 7, 8, 9 and 11 (R8.1)."""
    return closed_by_treaty(state, front) or (state.treaty != 0 and front == ROMANIA)


@kernel
def occupy(state: Any, table: Any, journal: Any, front: int) -> None:
    """Where one alliance alone has a real army it takes a city, or the absent side gets a point (R8.1)."""
    allied, central = state.armies[ALLIES, front], state.armies[CENTRAL_POWERS, front]
    if (allied == 0) == (central == 0):
        return
    alliance = ALLIES if allied else CENTRAL_POWERS
    if not capture(state, table, journal, alliance, front, events.CHECK_SLOT) and reaches_base(
        state, table, alliance, front
    ):
        inflict_point(state, table, journal, alliance, front)


@kernel
def six_front_holder(state: Any, table: Any) -> int:
    """The alliance that controls all the cities of six or more fronts, or NOBODY (R8.2)."""
    for alliance in range(2):
        held = 0
        for front in range(FRONTS):
            held += state.cities[1 - alliance] & table.front_cities[front] == 0
        if held >= SIX:
            return alliance
    return NOBODY


@kernel
def leading_alliance(state: Any) -> int:
    """The alliance with more VP; the Central Powers if they are equal (R8)."""
    return ALLIES if state.vp[WA] + state.vp[EA] > state.vp[DE] + state.vp[GA] else CENTRAL_POWERS


@kernel
def roll_for_surrender(state: Any, table: Any, journal: Any) -> None:
    """Each faction with surrender points rolls; a number not above them is surrender, S is safe (R8.3)."""
    if state.turn < table.surrender_from:
        return
    for faction in range(4):
        if state.surrender[faction] == 0:
            continue
        open_event(state, NATURE, events.SURRENDER_DIE, events.CHECK_SLOT, faction)
        value = table.die[below(state, 6)]
        note(state, journal, rows.SURRENDER_ROLL, faction, value)
        surrenders = 0 < value <= state.surrender[faction]
        tally_surrender(state, table, faction, value, surrenders)
        if surrenders:
            state.surrendered |= 1 << faction
            note(state, journal, rows.SURRENDERED, faction)
    allied, central = state.surrendered & 0b0011, state.surrendered & 0b1100
    if allied and central:
        state.reason, state.winner = MUTUAL_SURRENDER, NOBODY
    elif state.surrendered:
        state.reason, state.winner = SURRENDER, CENTRAL_POWERS if allied else ALLIES


@kernel
def negotiate(state: Any, table: Any, journal: Any) -> None:
    """From turn 4 Germany may offer the treaty; EA must accept it with 2 or 3 players (R8.4, R8.1)."""
    if table.garrison_required and not garrisons_stand(state, table):
        return
    if not decide.offers_treaty(state, table):
        return
    accepted = table.players < FOUR_PLAYERS or decide.accepts_treaty(state, table)
    if accepted:
        state.treaty = state.turn
    note(state, journal, rows.TREATY, accepted)


@kernel
def winner_of_three(state: Any) -> int:
    """With 3 players: NOBODY stands for the Allies' one player, else the winning Central Power (R8)."""
    if state.winner != CENTRAL_POWERS:
        return NOBODY
    return DE if state.vp[DE] >= state.vp[GA] + LEAD_OF_GERMANY else GA


@kernel
def winner_of_four(state: Any) -> int:
    """With 4 players: the winning faction, or NOBODY if all lost (R8)."""
    if state.winner != ALLIES:
        return winner_of_three(state)
    bonus = TREATY_BONUS if state.treaty else 0  # R8.1
    return WA if state.vp[WA] >= state.vp[EA] + bonus + LEAD_OF_WEST else EA
