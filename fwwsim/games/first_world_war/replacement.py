"""Replacements (R7): eliminated armies that return on the next turn."""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.names import DE, EA, GA, WA
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import BAD_REPLACEMENT
from fwwsim.jit import kernel

WESTERN_POOL = 4  # the place of the decision about all that WA's replacements may return


@kernel
def replace_losses(state: Any, table: Any, journal: Any) -> None:
    """Step 4 of a turn: GA, EA, WA, DE; ITB, MEF and OR are EA's but use WA's number (R7.0, R7.2)."""
    west = table.colour[WA] | table.by_west
    east = table.colour[EA] & ~table.by_west
    central = choose(state, table, GA, table.colour[GA], GA)
    eastern = choose(state, table, EA, east, EA)
    western = choose(state, table, WA, west, WESTERN_POOL)
    german = choose(state, table, DE, table.colour[DE], DE)
    bring_back(state, journal, GA, central)
    bring_back(state, journal, EA, eastern | (western & table.colour[EA]))
    bring_back(state, journal, WA, western & table.colour[WA])
    bring_back(state, journal, DE, german)


@kernel
def allowance(state: Any, table: Any, faction: int) -> int:
    """How many armies the replacements of `faction` return: its number less its centres in enemy hands (R7.0)."""
    lost = state.cities[1 - (faction >> 1)] & table.centres[faction]
    return max(0, table.replacements[faction] - popcount(lost))


@kernel
def choose(state: Any, table: Any, faction: int, armies: int, place: int) -> int:
    """The lost armies, of those given, that the replacements of `faction` return."""
    pool = state.lost[faction >> 1] & armies
    size = min(allowance(state, table, faction), popcount(pool))
    if size == 0:
        return 0
    chosen = decide.replacements(state, table, faction, pool, size, place)
    if chosen & ~pool or popcount(chosen) > size:
        state.fault = BAD_REPLACEMENT
    return chosen


@kernel
def bring_back(state: Any, journal: Any, faction: int, armies: int) -> None:
    """Armies leave the losses and wait for the next deployment."""
    alliance = faction >> 1
    state.lost[alliance] &= ~armies
    state.waiting[alliance] |= armies
    note(state, journal, rows.REPLACED, faction, armies)
