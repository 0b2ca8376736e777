"""An imagined position: what a faction cannot know is dealt anew, at random, from what is public.

Known to a faction are its own counters, all of its alliance's on its home fronts, its hand, and whatever has been
revealed and not mixed since. Of the other counters it knows how many of each colour lie on each front and which
armies are among them; of the other hands how many chits they hold and which ones they and the cup hold together.
The result depends on nothing else, so that a faction that imagines never peeks.
"""

from typing import Any

from fwwsim.engine.bits import draw_member, first_bit, popcount
from fwwsim.engine.dice import below
from fwwsim.games.first_world_war.names import FRONTS
from fwwsim.jit import kernel

ANYWHERE = (1 << FRONTS) - 1


@kernel
def redeal(state: Any, table: Any, faction: int, room: Any) -> None:
    """Deal hidden counters and hands anew, from the event that is open; `room` holds a number for each front."""
    for colour in range(4):
        if colour != faction:
            redeal_counters(state, table, faction, colour, room)
    for alliance in range(2):
        redeal_hands(state, table, faction, alliance)


@kernel
def redeal_counters(state: Any, table: Any, faction: int, colour: int, room: Any) -> None:
    """The face-down counters of one colour change places: armies that fit few fronts first, then the others."""
    armies = pick_up(state, table, faction, colour, room)
    alliance = colour >> 1
    for fronts in range(FRONTS + 1):
        rest = armies
        while rest:
            army = first_bit(rest)
            rest &= rest - 1
            stands = (
                table.fronts_of[state.turn, 0, alliance, army]
                | table.fronts_of[state.turn, 1, alliance, army]
            )
            if popcount(stands) == fronts:
                front = draw_place(state, room, stands)
                armies &= ~(1 << army)
                room[front] -= 1
                state.armies[alliance, front] |= 1 << army
        if armies == 0:
            break
    for front in range(FRONTS):
        state.dummies[colour, front] += room[front]


@kernel
def pick_up(state: Any, table: Any, faction: int, colour: int, room: Any) -> int:
    """Take the counters of a colour whose faces `faction` does not know; `room` counts them by front."""
    alliance, armies = colour >> 1, 0
    for front in range(FRONTS):
        room[front] = 0
        if table.home[faction >> 1, front] == faction and alliance == faction >> 1:
            continue
        hidden = state.armies[alliance, front] & table.colour[colour] & ~state.revealed[alliance]
        room[front] = popcount(hidden) + state.dummies[colour, front]
        armies |= hidden
        state.armies[alliance, front] &= ~hidden
        state.dummies[colour, front] = 0
    return armies


@kernel
def draw_place(state: Any, room: Any, fronts: int) -> int:
    """The front of a uniform free place on `fronts`, or anywhere if these have none."""
    free = 0
    for front in range(FRONTS):
        if fronts >> front & 1:
            free += room[front]
    if free == 0:
        fronts = ANYWHERE
        for front in range(FRONTS):
            free += room[front]
    rank = below(state, free)
    for front in range(FRONTS):
        if fronts >> front & 1:
            rank -= room[front]
            if rank < 0:
                return front
    return 0


@kernel
def redeal_hands(state: Any, table: Any, faction: int, alliance: int) -> None:
    """Each hand of an alliance but the own one gets as many chits as it holds, from the cup and those hands."""
    unknown = state.cup[alliance]
    for owner in range(2 * alliance, 2 * alliance + 2):
        if owner != table.hand_of[faction]:
            unknown |= state.hand[owner]
    for owner in range(2 * alliance, 2 * alliance + 2):
        if owner != table.hand_of[faction]:
            size, hand = popcount(state.hand[owner]), 0
            for _ in range(size):
                chit = draw_member(state, unknown)
                unknown &= ~(1 << chit)
                hand |= 1 << chit
            state.hand[owner] = hand
    state.cup[alliance] = unknown
