"""Who decides: each decision of the game goes to the policy of the faction that takes it.

Every function gets the legal choices from the rule that asks, and opens the address of its chance.
"""

from typing import Any

from fwwsim.engine.bits import draw_member, draw_subset
from fwwsim.engine.dice import DECISION, below, open_event
from fwwsim.games.first_world_war import events
from fwwsim.games.first_world_war.names import DE, EA
from fwwsim.games.first_world_war.policies import heuristic, random
from fwwsim.games.first_world_war.policies.relocation import carry_out_plan
from fwwsim.games.first_world_war.state import MOVE, NO_CHIT
from fwwsim.jit import kernel

RANDOM, HEURISTIC = 0, 1


@kernel
def survey(state: Any, table: Any, faction: int) -> None:
    """Let the policy look at the board before a deployment."""
    if table.policy[faction] == HEURISTIC:
        heuristic.survey(state, table, faction)


@kernel
def cover(state: Any, table: Any, faction: int, front: int, armies: int) -> int:
    """Which of `armies` covers a garrison front (R4.2)."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_cover(state, table, faction, front, armies)
    open_event(state, DECISION, events.COVER, events.DEPLOYMENT_SLOT + faction, front)
    return draw_member(state, armies)


@kernel
def begin_deployment(state: Any, table: Any, faction: int, kind: int) -> None:
    """Open the event of a whole deployment; the next two functions draw from it."""
    open_event(state, DECISION, kind, events.DEPLOYMENT_SLOT + faction, faction)


@kernel
def deploy_army(state: Any, table: Any, faction: int, army: int, fronts: int) -> int:
    """The front of an army that is deployed."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_deployment(state, table, faction, army, fronts)
    return draw_member(state, fronts)


@kernel
def deploy_dummy(state: Any, table: Any, faction: int, fronts: int) -> int:
    """The front of a dummy that is deployed."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_dummy(state, table, faction, fronts)
    return draw_member(state, fronts)


@kernel
def action(state: Any, table: Any, faction: int) -> int:
    """The kind of action; for a combat also `state.front` and the attackers in `state.fighting`."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_action(state, table, faction)
    open_event(state, DECISION, events.CHOOSE_ACTION, state.slot, faction)
    return random.random_action(state, table, faction)


@kernel
def relocate(state: Any, table: Any, journal: Any, faction: int, kind: int) -> None:
    """Carry out the Move or Strategic transfer that `action` chose."""
    if table.policy[faction] == HEURISTIC:
        carry_out_plan(state, table, journal, faction)
        return
    open_event(state, DECISION, events.RELOCATE, state.slot, faction)
    if kind == MOVE:
        random.random_move(state, table, journal, faction)
    else:
        random.random_transfer(state, table, journal, faction)


@kernel
def chit(state: Any, table: Any, faction: int, chits: int, attacking: bool) -> int:
    """The chit laid, of those that may be, or NO_CHIT if none must be."""
    if chits == 0:
        return NO_CHIT
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_chit(state, table, faction, chits, attacking)
    open_event(
        state, DECISION, events.ATTACK_CHIT if attacking else events.DEFENCE_CHIT, state.slot, state.front
    )
    return random.random_chit(state, table, faction >> 1, chits)


@kernel
def lead(state: Any, table: Any, faction: int, armies: int, attacking: bool) -> int:
    """The lead army, of those that may lead."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_lead(state, table, faction, armies, attacking)
    open_event(
        state, DECISION, events.ATTACK_LEAD if attacking else events.DEFENCE_LEAD, state.slot, state.front
    )
    return draw_member(state, armies)


@kernel
def draws(state: Any, table: Any, faction: int) -> bool:
    """Whether a faction that rolled S draws a chit (R6.2)."""
    return table.policy[faction] == RANDOM or heuristic.heuristic_draws(state, table, faction)


@kernel
def surplus(state: Any, table: Any, faction: int, chits: int, attacking: bool) -> int:
    """Which of the three old chits a full hand returns (R6.2.1)."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_surplus(state, table, faction, chits)
    kind = events.ATTACK_SURPLUS if attacking else events.DEFENCE_SURPLUS
    open_event(state, DECISION, kind, state.slot, state.front)
    return draw_member(state, chits)


@kernel
def returns_unplayable(state: Any, table: Any, faction: int, chit: int) -> bool:
    """Whether a chit that can never be played goes back: asked when it is drawn, and before each action (R6.2.1)."""
    return table.policy[faction] == RANDOM or heuristic.heuristic_returns(state, table, faction, chit)


@kernel
def city(state: Any, table: Any, faction: int, cities: int, slot: int, front: int) -> int:
    """The city taken, of those that may be; a policy may decline with NOBODY in a combat."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_city(state, table, faction, cities, front)
    open_event(state, DECISION, events.CITY, slot, front)
    return draw_member(state, cities)


@kernel
def replacements(state: Any, table: Any, faction: int, armies: int, size: int, place: int) -> int:
    """Which `size` of the lost `armies` return (R7.0)."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_replacements(table, faction >> 1, armies, size)
    open_event(state, DECISION, events.REPLACE, events.REPLACEMENT_SLOT, place)
    return draw_subset(state, armies, size)


@kernel
def offers_treaty(state: Any, table: Any) -> bool:
    """Whether Germany offers the treaty of Brest-Litovsk (R8.1)."""
    if table.policy[DE] == HEURISTIC:
        return heuristic.east_is_lost(state, table, DE)
    open_event(state, DECISION, events.OFFER_TREATY, events.CHECK_SLOT, 0)
    return below(state, 2) == 0


@kernel
def accepts_treaty(state: Any, table: Any) -> bool:
    """Whether EA accepts it, with 4 players (R8.1)."""
    if table.policy[EA] == HEURISTIC:
        return heuristic.east_is_lost(state, table, EA)
    open_event(state, DECISION, events.ACCEPT_TREATY, events.CHECK_SLOT, 0)
    return below(state, 2) == 0


@kernel
def order_place(state: Any, table: Any, faction: int, places: int, rounds: bool) -> int:
    """The place (0..3) in the order of deployment, or of the rounds, of those left (R9.2)."""
    if table.policy[faction] == HEURISTIC:
        return heuristic.heuristic_place(table, faction, places)
    open_event(state, DECISION, events.PLACE, events.ORDER_SLOT + rounds, faction)
    return draw_member(state, places)
