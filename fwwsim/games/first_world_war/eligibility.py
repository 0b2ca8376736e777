"""Who takes part in a combat and with what: attackers, defenders, chits and leads (R6.0 to R6.2, R8.1, R9.1)."""

from typing import Any

from fwwsim.engine.bits import first_bit
from fwwsim.games.first_world_war.lines import has_monastir
from fwwsim.games.first_world_war.names import (
    ALLIES,
    DE,
    ROMANIA,
    SCHLIEFFEN_FRONTS,
    SCHLIEFFEN_TURN,
    TREATY_FRONTS,
)
from fwwsim.games.first_world_war.state import NO_CHIT
from fwwsim.jit import kernel


@kernel
def closed_by_treaty(state: Any, front: int) -> bool:
    """Whether `front` is 7, 8 or 9 and the treaty is in force (R8.1)."""
    return state.treaty != 0 and front in TREATY_FRONTS


@kernel
def may_attack(state: Any, table: Any, faction: int, front: int) -> int:
    """The armies with which `faction` may attack on `front` (R6.0, R5.1, R5.4, R8.1, R9.1)."""
    alliance = faction >> 1
    if table.home[alliance, front] != faction or closed_by_treaty(state, front):  # R5.1, R8.1
        return 0
    armies = state.armies[alliance, front]
    if state.treaty:  # R8.1
        if alliance == ALLIES:
            armies &= ~table.peaceful
            if front == ROMANIA:
                armies &= table.expeditions
        elif front == ROMANIA and state.armies[ALLIES, front] & table.expeditions == 0:
            return 0
    if front == ROMANIA and alliance == ALLIES and not has_monastir(state, table):  # R5.4
        armies &= ~table.expeditions
    if table.schlieffen and state.turn == SCHLIEFFEN_TURN and front not in SCHLIEFFEN_FRONTS:  # R9.1
        armies &= ~table.colour[DE]
    return armies


@kernel
def must_defend(state: Any, table: Any, alliance: int, front: int) -> int:
    """The real armies of `alliance` that defend `front`: all of them, less those at peace (R6.0, R8.1)."""
    armies = state.armies[alliance, front]
    if state.treaty and alliance == ALLIES:
        armies &= ~table.peaceful
        if front == ROMANIA:
            armies &= table.expeditions
    return armies


@kernel
def layable_chits(table: Any, hand: int, alliance: int, armies: int, attacking: bool) -> int:
    """The chits of `hand` that a side may lay: the use fits, and an army that takes part is named (R6.1.1).

    If a mandatory chit may be laid, only the mandatory ones are returned: one of them must be (R6.2.2).
    """
    chits = hand & (table.for_attack[alliance] if attacking else table.for_defence[alliance])
    fitting = chits
    while chits:
        chit = first_bit(chits)
        chits &= chits - 1
        if table.chit_armies[alliance, chit] & armies == 0:
            fitting &= ~(1 << chit)
    forced = fitting & table.mandatory[alliance]
    return forced if forced else fitting


@kernel
def may_lead(table: Any, alliance: int, armies: int, chit: int) -> int:
    """The armies of a side that may lead: any, or those of a nation named on the chit laid (R6.1.2)."""
    return armies if chit == NO_CHIT else armies & table.chit_armies[alliance, chit]
