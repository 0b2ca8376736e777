"""The options of a round that are worth a thought: what the heuristic would do, and its runners-up."""

from typing import Any

from fwwsim.engine.bits import first_bit
from fwwsim.games.first_world_war.eligibility import may_attack
from fwwsim.games.first_world_war.lookahead.desk import OPTIONS
from fwwsim.games.first_world_war.names import ITALY
from fwwsim.games.first_world_war.policies.assault import attack_worth, needed_attackers
from fwwsim.games.first_world_war.policies.heuristic import boldness, heuristic_action
from fwwsim.games.first_world_war.policies.relocation import plan_move, plan_transfer, surveyed_fronts
from fwwsim.games.first_world_war.policies.weights import ATTACKS_EAST, EFFORT, RELOCATE
from fwwsim.games.first_world_war.policies.worth import assess_front
from fwwsim.games.first_world_war.state import COMBAT, MOVE, PASS, TRANSFER
from fwwsim.jit import kernel

FIRST = 1e9  # the score of the heuristic's own choice


@kernel
def list_options(state: Any, table: Any, mind: Any, faction: int, notes: Any) -> None:
    """Note the options of `faction`: first what the heuristic does, then by falling score at most `width` in all."""
    notes.count = 0
    kind = heuristic_action(state, mind, faction)
    add_option(state, notes, faction, kind, FIRST)
    add_combats(state, mind, faction, notes)
    add_relocations(state, mind, faction, notes)
    add_option(state, notes, faction, PASS, mind.weights[faction, EFFORT])
    keep_best(notes, table.width[faction])


@kernel
def add_combats(state: Any, mind: Any, faction: int, notes: Any) -> None:
    """The best combat of each front; needs the look around that the heuristic's choice began with."""
    alliance = faction >> 1
    fronts = surveyed_fronts(mind, faction)
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        assess_front(state, mind, faction, front)
        attackers = may_attack(state, mind, faction, front)
        if attackers and (front <= ITALY[1] or mind.weights[faction, ATTACKS_EAST] > 0.0):
            attackers = needed_attackers(state, mind, alliance, attackers)
            worth = attack_worth(state, mind, faction, front, attackers)
            state.front = front
            state.fighting[alliance] = attackers
            add_option(state, notes, faction, COMBAT, worth + boldness(state, mind, faction))


@kernel
def add_relocations(state: Any, mind: Any, faction: int, notes: Any) -> None:
    """The best transfer, and the best Move from each front; needs the fronts assessed."""
    factor = mind.weights[faction, RELOCATE]
    gain = plan_transfer(state, mind, faction)
    if state.planned:
        add_option(state, notes, faction, TRANSFER, gain * factor)
    fronts = mind.home_fronts[faction]
    while fronts:
        front = first_bit(fronts)
        fronts &= fronts - 1
        gain = plan_move(state, mind, faction, front)
        if state.planned:
            add_option(state, notes, faction, MOVE, gain * factor)


@kernel
def add_option(state: Any, notes: Any, faction: int, kind: int, score: float) -> None:
    """Note the action that stands in `state`, unless it is noted already."""
    number = notes.count
    if number == OPTIONS:
        return
    for other in range(number):
        if is_option(state, notes, faction, kind, other):
            return
    notes.kind[number] = kind
    notes.score[number] = score
    notes.front[number] = state.front
    notes.attackers[number] = state.fighting[faction >> 1]
    notes.planned[number] = 0
    if kind in (MOVE, TRANSFER):
        notes.planned[number] = state.planned
        for row in range(state.planned):
            for column in range(3):
                notes.plan[number, row, column] = state.plan[row, column]
    notes.count = number + 1


@kernel
def is_option(state: Any, notes: Any, faction: int, kind: int, number: int) -> bool:
    """Whether the action that stands in `state` is the option of this number."""
    if kind != notes.kind[number]:
        return False
    if kind == PASS:
        return True
    if kind == COMBAT:
        return notes.front[number] == state.front and notes.attackers[number] == state.fighting[faction >> 1]
    if notes.planned[number] != state.planned:
        return False
    for row in range(state.planned):
        for column in range(3):
            if notes.plan[number, row, column] != state.plan[row, column]:
                return False
    return True


@kernel
def keep_best(notes: Any, width: int) -> None:
    """Sort the options by falling score and forget all but the first `width`."""
    for number in range(1, min(notes.count, width)):
        best = number
        for other in range(number + 1, notes.count):
            if notes.score[other] > notes.score[best]:
                best = other
        if best != number:
            swap(notes, number, best)
    notes.count = min(notes.count, width)


@kernel
def swap(notes: Any, one: int, other: int) -> None:
    """Exchange two options."""
    for values in (notes.kind, notes.front, notes.attackers, notes.planned):
        values[one], values[other] = values[other], values[one]
    notes.score[one], notes.score[other] = notes.score[other], notes.score[one]
    for row in range(max(notes.planned[one], notes.planned[other])):
        for column in range(3):
            kept = notes.plan[one, row, column]
            notes.plan[one, row, column] = notes.plan[other, row, column]
            notes.plan[other, row, column] = kept


@kernel
def take_option(state: Any, notes: Any, faction: int, number: int) -> int:
    """Let an option stand in `state` as the heuristic's choice would; returns its kind."""
    state.front = notes.front[number]
    state.fighting[faction >> 1] = notes.attackers[number]
    state.planned = notes.planned[number]
    for row in range(state.planned):
        for column in range(3):
            state.plan[row, column] = notes.plan[number, row, column]
    return notes.kind[number]
