"""The policy `random` of the rules page: every decision uniform and independent, exactly so.

Each function draws from the event that the rule which asks has opened.
"""

from typing import Any

from fwwsim.engine.bits import draw_member, draw_subset, first_bit, nth_bit, popcount
from fwwsim.engine.dice import below
from fwwsim.games.first_world_war.eligibility import may_attack
from fwwsim.games.first_world_war.operating import (
    army_fronts,
    dummy_fronts,
    may_leave,
    relocate_army,
    relocate_dummy,
    steppers,
    travellers,
)
from fwwsim.games.first_world_war.state import COMBAT, MOVE, NO_CHIT, PASS, TRANSFER
from fwwsim.jit import kernel


@kernel
def random_action(state: Any, table: Any, faction: int) -> int:
    """Uniform over the kinds of action that are possible now; a combat is chosen with it."""
    attackable, movable, transferable = 0, False, False
    fronts = table.home_fronts[faction]
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        attackable |= (may_attack(state, table, faction, front) != 0) << front
        movable = movable or can_move(state, table, faction, front)
        transferable = transferable or can_transfer(state, table, faction, front)
    kinds = 1 << PASS | (attackable != 0) << COMBAT | movable << MOVE | transferable << TRANSFER
    kind = draw_member(state, kinds)
    if kind == COMBAT:
        choose_combat(state, table, faction, attackable)
    return kind


@kernel
def choose_combat(state: Any, table: Any, faction: int, fronts: int) -> None:
    """A uniform front, a uniform number of attackers, a uniform subset of that size."""
    state.front = draw_member(state, fronts)
    armies = may_attack(state, table, faction, state.front)
    size = 1 + below(state, popcount(armies))
    state.fighting[faction >> 1] = draw_subset(state, armies, size)


@kernel
def can_move(state: Any, table: Any, faction: int, front: int) -> bool:
    """Whether some counter on `front` has a legal adjacent front."""
    alliance = faction >> 1
    if steppers(state, table, alliance, front):
        return True
    for owner in range(2 * alliance, 2 * alliance + 2):
        if state.dummies[owner, front] and dummy_fronts(state, table, owner) & table.adjacent[front]:
            return True
    return False


@kernel
def can_transfer(state: Any, table: Any, faction: int, front: int) -> bool:
    """Whether some counter on `front` has another legal front."""
    alliance = faction >> 1
    if travellers(state, table, alliance, front):
        return True
    for owner in range(2 * alliance, 2 * alliance + 2):
        if state.dummies[owner, front] and dummy_fronts(state, table, owner) & ~(1 << front):
            return True
    return False


@kernel
def random_move(state: Any, table: Any, journal: Any, faction: int) -> None:
    """A uniform source front; each counter stays with probability 1/2, else goes to a uniform front."""
    alliance = faction >> 1
    sources, fronts = 0, table.home_fronts[faction]
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        if can_move(state, table, faction, front):
            sources |= 1 << front
    source = draw_member(state, sources)
    armies = steppers(state, table, alliance, source)
    while armies:
        army = first_bit(armies)
        armies &= armies - 1
        if may_leave(state, table, alliance, source) >> army & 1:
            target = stay_or_go(state, army_fronts(state, table, alliance, army) & table.adjacent[source])
            if target >= 0:
                relocate_army(state, table, journal, alliance, army, source, target)
    for owner in range(2 * alliance, 2 * alliance + 2):
        targets = dummy_fronts(state, table, owner) & table.adjacent[source]
        if targets:
            for _ in range(state.dummies[owner, source]):
                target = stay_or_go(state, targets)
                if target >= 0:
                    relocate_dummy(state, table, journal, owner, source, target)


@kernel
def stay_or_go(state: Any, targets: int) -> int:
    """-1 (stay) with probability 1/2, else a uniform member of `targets`: one draw for both."""
    count = popcount(targets)
    drawn = below(state, 2 * count)
    return nth_bit(targets, drawn) if drawn < count else -1


@kernel
def random_transfer(state: Any, table: Any, journal: Any, faction: int) -> None:
    """One or two counters, each uniform among those with another legal front, to a uniform front."""
    twice = below(state, 2)
    state.brought_to = state.brought_army = state.brought_dummy = -1
    allowed = table.home_fronts[faction]
    transfer_one(state, table, journal, faction, allowed)
    if twice:
        if table.one_front:
            allowed = 1 << state.source
        transfer_one(state, table, journal, faction, allowed)


@kernel
def transferable_armies(state: Any, table: Any, alliance: int, front: int) -> int:
    """The armies on `front` with another legal front, except one that this transfer has brought."""
    armies = travellers(state, table, alliance, front)
    return armies if state.brought_army < 0 else armies & ~(1 << state.brought_army)


@kernel
def transferable_dummies(state: Any, table: Any, owner: int, front: int) -> int:
    """The number of dummies of `owner` on `front` with another legal front, less one that this transfer brought."""
    if dummy_fronts(state, table, owner) & ~(1 << front) == 0:
        return 0
    brought = state.brought_dummy == owner and state.brought_to == front
    return state.dummies[owner, front] - brought


@kernel
def transfer_one(state: Any, table: Any, journal: Any, faction: int, allowed: int) -> None:
    """Transfer one uniform counter from the fronts `allowed`, if there is one: armies first, then dummies."""
    alliance = faction >> 1
    total, fronts = 0, allowed
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        here = popcount(transferable_armies(state, table, alliance, front))
        here += transferable_dummies(state, table, 2 * alliance, front)
        here += transferable_dummies(state, table, 2 * alliance + 1, front)
        state.travellers[front] = here
        total += here
    if total == 0:
        return
    rank, front = below(state, total), first_bit(allowed)
    while rank >= state.travellers[front]:
        rank -= state.travellers[front]
        allowed &= allowed - 1
        front = first_bit(allowed)
    transfer_ranked(state, table, journal, alliance, front, rank)


@kernel
def transfer_ranked(state: Any, table: Any, journal: Any, alliance: int, source: int, rank: int) -> None:
    """Transfer the counter of `source` with this rank: armies in the order of the data set, then dummies."""
    others = ~(1 << source)
    armies = transferable_armies(state, table, alliance, source)
    count = popcount(armies)
    if rank < count:
        army = nth_bit(armies, rank)
        target = draw_member(state, army_fronts(state, table, alliance, army) & others)
        relocate_army(state, table, journal, alliance, army, source, target)
        state.brought_army = army
        return
    owner = 2 * alliance
    owner += rank - count >= transferable_dummies(state, table, owner, source)
    target = draw_member(state, dummy_fronts(state, table, owner) & others)
    relocate_dummy(state, table, journal, owner, source, target)
    state.brought_dummy, state.brought_to = owner, target


@kernel
def random_chit(state: Any, table: Any, alliance: int, chits: int) -> int:
    """Uniform among the mandatory chits that may be laid; without any, among none and those that may be laid."""
    if chits & table.mandatory[alliance]:
        return draw_member(state, chits)
    drawn = below(state, popcount(chits) + 1)
    return nth_bit(chits, drawn - 1) if drawn else NO_CHIT
