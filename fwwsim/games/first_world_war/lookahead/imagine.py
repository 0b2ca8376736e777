"""Imagined play: from an imagined position to the end of the turn, and what that end is worth."""

from typing import Any

from fwwsim.engine.dice import IMAGINATION, below, open_event
from fwwsim.engine.journal import ROWS
from fwwsim.games.first_world_war import events
from fwwsim.games.first_world_war.actions import act
from fwwsim.games.first_world_war.check import check_fronts
from fwwsim.games.first_world_war.deployment import deploy
from fwwsim.games.first_world_war.lookahead.prospect import prospect
from fwwsim.games.first_world_war.lookahead.redeal import redeal
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS, DE, EA, GA, ROUNDS, WA
from fwwsim.games.first_world_war.replacement import replace_losses
from fwwsim.games.first_world_war.state import PLAYING
from fwwsim.jit import kernel

IMAGINED_GAMES = 1 << 36  # imagined games have numbers from here on, and keys of their own
APART = 1 << 30
SPACING = 64


@kernel
def open_mind(table: Any, mind: Any, faction: int) -> None:
    """Let `mind` be the table in which everybody plays as `faction` thinks."""
    mind.policy[:] = table.policy[faction]
    mind.weights[:] = table.model[faction]
    mind.forced_turn = 0  # it does not know of a combat whose result is given


@kernel
def first_imagined_game(state: Any, slot: int, faction: int) -> int:
    """The number of the first game that a faction imagines for one decision."""
    open_event(state, IMAGINATION, events.FIRST_IMAGINED, slot, faction)
    return IMAGINED_GAMES + below(state, APART - 1) * SPACING


@kernel
def imagine(world: Any, state: Any, table: Any, faction: int, room: Any) -> None:
    """Make of `world`, a copy of `state`, a position that `faction` cannot tell from it, with chance of its own.

    `world.game` is the number of the imagined game.
    """
    world.key[:] = state.key[IMAGINATION]
    world.noted = ROWS  # the journal hears nothing of it
    open_event(world, IMAGINATION, events.REDEAL, 0, 0)
    redeal(world, table, faction, room)


@kernel
def play_deployments(world: Any, mind: Any, journal: Any, place: int) -> None:
    """The deployments from this place in the order on."""
    for later in range(place, 4):
        deploy(world, mind, journal, world.deployment_order[later])


@kernel
def play_rounds(world: Any, mind: Any, journal: Any, played: int) -> None:
    """The rounds of the turn after so many."""
    for number in range(played, ROUNDS):
        faction = world.round_order[number % 4]
        world.slot = number // 4 * 4 + faction
        world.round_number = number
        act(world, mind, journal, faction)


@kernel
def worth_of_end(world: Any, mind: Any, journal: Any, features: Any) -> float:
    """P(the Allies win) once the rounds of a turn are over; nobody's victory counts one half.

    The surrender rolls are not rolled: their probabilities are exact (R8.3).
    """
    check_fronts(world, mind, journal)
    if world.reason != PLAYING:
        return 1.0 if world.winner == ALLIES else 0.0
    allied = either(surrender_chance(world, mind, WA), surrender_chance(world, mind, EA))
    central = either(surrender_chance(world, mind, DE), surrender_chance(world, mind, GA))
    decided = (1.0 - allied) * central + 0.5 * allied * central
    neither = (1.0 - allied) * (1.0 - central)
    if neither == 0.0:
        return decided
    replace_losses(world, mind, journal)
    return decided + neither * prospect(world, mind, features)


@kernel
def surrender_chance(state: Any, table: Any, faction: int) -> float:
    """P(a faction surrenders at this check): a number not above its points, S is safe (R8.3)."""
    if state.turn < table.surrender_from:
        return 0.0
    fatal = 0
    for face in range(6):
        fatal += 0 < table.die[face] <= state.surrender[faction]
    return fatal / 6.0


@kernel
def either(first: float, second: float) -> float:
    """P(one or both of two independent events).

    >>> either(0.5, 0.5)
    0.75
    """
    return first + second - first * second


@kernel
def for_side(faction: int, worth: float) -> float:
    """A probability that the Allies win as the alliance of `faction` sees it."""
    return 1.0 - worth if faction >> 1 == CENTRAL_POWERS else worth
