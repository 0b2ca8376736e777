"""The order of a turn: printed, or variable (R4.2, R9.2)."""

from typing import Any

from fwwsim.engine.dice import NATURE, below, open_event
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import events
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import BAD_ORDER
from fwwsim.jit import kernel

ALL_PLACES = 0b1111
HIGHEST = 3  # ranks are 3, 2, 1, 0; tied factions share the lowest of theirs


@kernel
def set_order(state: Any, table: Any, journal: Any) -> None:
    """Each faction rolls; the highest chooses its places first, then the next; ties roll again (R9.2)."""
    rank_factions(state, table, journal)
    places, rounds = ALL_PLACES, ALL_PLACES
    for rank in range(HIGHEST, -1, -1):
        faction = faction_of_rank(state, rank)
        place = decide.order_place(state, table, faction, places, False)
        round_place = decide.order_place(state, table, faction, rounds, True)
        if places >> place & rounds >> round_place & 1 == 0:
            state.fault = BAD_ORDER
            return
        places &= ~(1 << place)
        rounds &= ~(1 << round_place)
        state.deployment_order[place] = faction
        state.round_order[round_place] = faction
        note(state, journal, rows.CHOOSE_ORDER, faction, place, round_place)


@kernel
def rank_factions(state: Any, table: Any, journal: Any) -> None:
    """Roll until no two factions share a rank; the highest tie is rolled off first."""
    open_event(state, NATURE, events.ORDER_DIE, events.ORDER_SLOT, 0)
    state.rank[:] = 0
    group, tied = 0, ALL_PLACES
    while tied:
        for faction in range(4):
            state.rank[faction] *= len(table.die)
            if tied >> faction & 1:
                die = table.die[below(state, 6)]
                state.rank[faction] += die
                note(state, journal, rows.ROLL_ORDER, faction, die, group)
        rank_densely(state)
        tied = highest_tie(state)
        group += 1


@kernel
def rank_densely(state: Any) -> None:
    """Replace each rank by the number of factions below it."""
    packed = 0
    for faction in range(4):
        below_it = 0
        for other in range(4):
            below_it += state.rank[other] < state.rank[faction]
        packed |= below_it << 4 * faction
    for faction in range(4):
        state.rank[faction] = packed >> 4 * faction & 15


@kernel
def highest_tie(state: Any) -> int:
    """The factions that share the highest shared rank, or none."""
    for rank in range(HIGHEST, -1, -1):
        members, count = 0, 0
        for faction in range(4):
            if state.rank[faction] == rank:
                members |= 1 << faction
                count += 1
        if count > 1:
            return members
    return 0


@kernel
def faction_of_rank(state: Any, rank: int) -> int:
    """The one faction with this rank."""
    for faction in range(4):
        if state.rank[faction] == rank:
            return faction
    return 0
