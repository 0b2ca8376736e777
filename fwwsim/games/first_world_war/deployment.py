"""Deployment: reinforcements, replacements and dummies take the board (R3.3, R4.2.1, R9.3)."""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.engine.journal import note
from fwwsim.games.first_world_war import events
from fwwsim.games.first_world_war import journal as rows
from fwwsim.games.first_world_war.lines import has_monastir
from fwwsim.games.first_world_war.names import FRONTS
from fwwsim.games.first_world_war.operating import army_fronts, dummy_fronts
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.state import BAD_COVER, BAD_DEPLOYMENT
from fwwsim.jit import kernel


@kernel
def begin_turn(state: Any, table: Any) -> None:
    """All counters turn face down; reinforcements of this turn join those that wait (R3.1, R4.2.1)."""
    state.revealed[:] = 0
    for alliance in range(2):
        state.waiting[alliance] |= table.enters[state.turn, alliance]


@kernel
def deploy(state: Any, table: Any, journal: Any, faction: int) -> None:
    """One faction places all that is available to it; what no front takes now waits (R4.2.1)."""
    note(state, journal, rows.DEPLOY, faction)
    if state.turn == 1 and table.historical_setup:
        deploy_historically(state, table, journal, faction)  # R9.3
    decide.survey(state, table, faction)
    if state.turn > 1:
        cover_garrisons(state, table, journal, faction)
    decide.begin_deployment(state, table, faction, events.DEPLOY_ARMIES)
    armies = state.waiting[faction >> 1] & table.colour[faction]
    while armies:
        army = first_bit(armies)
        armies &= armies - 1
        fronts = army_fronts(state, table, faction >> 1, army)
        if fronts:
            front = decide.deploy_army(state, table, faction, army, fronts)
            place_army(state, table, journal, faction >> 1, army, front)
    deploy_dummies(state, table, journal, faction)


@kernel
def deploy_dummies(state: Any, table: Any, journal: Any, faction: int) -> None:
    """The dummies that left the board return to it, each to a front where it may be (R5.0)."""
    fronts = dummy_fronts(state, table, faction)
    if fronts == 0:
        return
    decide.begin_deployment(state, table, faction, events.DEPLOY_DUMMIES)
    for _ in range(state.dummies_off[faction]):
        front = decide.deploy_dummy(state, table, faction, fronts)
        if fronts >> front & 1 == 0:
            state.fault = BAD_DEPLOYMENT
            return
        state.dummies[faction, front] += 1
        note(state, journal, rows.DEPLOYED_DUMMY, faction, front)
    state.dummies_off[faction] = 0


@kernel
def place_army(state: Any, table: Any, journal: Any, alliance: int, army: int, front: int) -> None:
    """Put a waiting army on a front where it may operate."""
    member = 1 << army
    if army_fronts(state, table, alliance, army) >> front & state.waiting[alliance] >> army & 1 == 0:
        state.fault = BAD_DEPLOYMENT
        return
    state.waiting[alliance] &= ~member
    state.armies[alliance, front] |= member
    note(state, journal, rows.DEPLOYED_ARMY, alliance, army, front)


@kernel
def deploy_historically(state: Any, table: Any, journal: Any, faction: int) -> None:
    """The printed set-up of the armies of turn 1 (R9.3)."""
    alliance = faction >> 1
    for front in range(FRONTS):
        armies = table.historical[alliance, front] & table.colour[faction]
        while armies:
            place_army(state, table, journal, alliance, first_bit(armies), front)
            armies &= armies - 1


@kernel
def cover_garrisons(state: Any, table: Any, journal: Any, faction: int) -> None:
    """Minimum garrison: the greatest possible number of empty garrison fronts gets an army (R4.2.1)."""
    alliance = faction >> 1
    empty = empty_garrisons(state, table, faction)
    while empty:
        front = first_bit(empty)
        empty &= empty - 1
        armies = useful_cover(state, table, faction, front, empty)
        if armies:
            army = decide.cover(state, table, faction, front, armies)
            if armies >> army & 1 == 0:
                state.fault = BAD_COVER
                return
            place_army(state, table, journal, alliance, army, front)


@kernel
def empty_garrisons(state: Any, table: Any, faction: int) -> int:
    """The garrison fronts of `faction` without a real army of its colour (R4.2.1)."""
    fronts, empty = table.garrison[faction], 0
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        if state.armies[faction >> 1, front] & table.colour[faction] == 0:
            empty |= 1 << front
    return empty


@kernel
def useful_cover(state: Any, table: Any, faction: int, front: int, others: int) -> int:
    """The waiting armies that may cover `front` and leave the greatest possible number of fronts coverable.

    By Hall's theorem the waiting armies can cover all but D of a set of fronts, where D is the largest excess
    of fronts over armies in a subset. If D is the same with `front` as without it, covering `front` must not
    take an army from a subset of the others with that excess; otherwise any army will do.
    """
    alliance = faction >> 1
    entry = table.may_enter[state.turn, has_monastir(state, table), alliance]
    waiting = state.waiting[alliance] & table.colour[faction]
    candidates = waiting & entry[front]
    if candidates == 0 or others == 0:
        return candidates
    excess, needed, excess_with_front = 0, 0, 1 - popcount(candidates)
    chosen = others
    while chosen:  # every non-empty set of the other fronts
        union, rest = 0, chosen
        while rest:
            union |= waiting & entry[first_bit(rest)]
            rest &= rest - 1
        shortage = popcount(chosen) - popcount(union)
        if shortage > excess:
            excess, needed = shortage, union
        elif shortage == excess:
            needed |= union
        with_front = popcount(chosen) + 1 - popcount(union | candidates)
        excess_with_front = max(excess_with_front, with_front)
        chosen = (chosen - 1) & others
    return candidates if excess_with_front > excess else candidates & ~needed
