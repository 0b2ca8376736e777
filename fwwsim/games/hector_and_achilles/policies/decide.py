"""Who decides: each decision of the game goes to the policy of the side that takes it.

Every function gets the legal choices, or finds them in the state, and opens the address of its chance.
"""

from typing import Any

from fwwsim.engine.bits import draw_member
from fwwsim.engine.dice import DECISION, below
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles.board import standing
from fwwsim.games.hector_and_achilles.names import EDGES
from fwwsim.games.hector_and_achilles.policies import heuristic
from fwwsim.jit import kernel

RANDOM, HEURISTIC = 0, 1


@kernel
def open_decision(state: Any, kind: int, side: int) -> None:
    """Open the chance of a decision in a turn of `side`."""
    events.open_event(state, DECISION, kind, events.FIRST_TURN + 2 * state.round_number + side, side)


@kernel
def vanguard(state: Any, table: Any, side: int) -> int:
    """The pile whose top card becomes the attacker's vanguard (5.1)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_vanguard(state, side)
    events.open_event(state, DECISION, events.CHOOSE_VANGUARD, events.OPENING, side)
    return draw_member(state, standing(state, side))


@kernel
def fight(state: Any, table: Any, side: int, piles: int) -> int:
    """The fighting pile that a vanguard of value 4 lets the attacker choose (5.1)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_fight(state, table, side, piles)
    events.open_event(state, DECISION, events.CHOOSE_FIGHT, events.OPENING, side)
    return draw_member(state, piles)


@kernel
def facing(state: Any, table: Any, side: int) -> int:
    """The edge of the fate tile that the attacker lays towards himself (5.1)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_facing(state, table, side)
    events.open_event(state, DECISION, events.CHOOSE_FACING, events.OPENING, side)
    return below(state, EDGES)


@kernel
def option(state: Any, table: Any, side: int, options: int) -> int:
    """The optional action, of those that are open (5.2)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_option(state, table, side, options)
    open_decision(state, events.CHOOSE_OPTION, side)
    return draw_member(state, options)


@kernel
def thrown(state: Any, table: Any, side: int) -> int:
    """The hand card that a swap throws away (5.2)."""
    if table.policy[side] == HEURISTIC:
        return state.choice
    open_decision(state, events.CHOOSE_THROWN, side)
    return draw_member(state, state.hand[side])


@kernel
def covered(state: Any, table: Any, side: int) -> int:
    """The row card that the hero covers (5.2)."""
    if table.policy[side] == HEURISTIC:
        return state.choice
    open_decision(state, events.CHOOSE_COVERED, side)
    return draw_member(state, state.row[side])


@kernel
def reinforced(state: Any, table: Any, side: int, cards: int) -> int:
    """The row card that gets a favour token, of those that may (5.2)."""
    if table.policy[side] == HEURISTIC:
        return state.choice
    open_decision(state, events.CHOOSE_REINFORCED, side)
    return draw_member(state, cards)


@kernel
def card(state: Any, table: Any, side: int) -> int:
    """The army card played (5.2)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_card(state, table, side)
    open_decision(state, events.CHOOSE_CARD, side)
    return draw_member(state, state.hand[side])


@kernel
def direction(state: Any, table: Any, side: int) -> int:
    """How the tile is turned: 1 or 3 quarters clockwise (5.3)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_direction(state, table, side)
    slot = events.FIRST_FATE + state.round_number
    events.open_event(state, DECISION, events.CHOOSE_DIRECTION, slot, side)
    return 1 + 2 * below(state, 2)


@kernel
def saves_hero(state: Any, table: Any, side: int) -> bool:
    """Whether the loser spends a favour token to keep his hero (5.4)."""
    if table.policy[side] == HEURISTIC:
        return heuristic.heuristic_saving(table, side)
    events.open_event(state, DECISION, events.CHOOSE_SAVING, events.SETTLING, side)
    return below(state, 2) == 0
