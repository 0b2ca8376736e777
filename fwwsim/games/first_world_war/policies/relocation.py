"""Plans of the heuristic family for Move and Strategic transfer: which armies are worth more elsewhere."""

from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.names import DE
from fwwsim.games.first_world_war.operating import (
    army_fronts,
    may_leave,
    relocate_army,
    steppers,
    travellers,
)
from fwwsim.games.first_world_war.policies.weights import MOVES, TRANSFERS
from fwwsim.games.first_world_war.policies.worth import army_strength, arrival_worth, departure_cost, shift
from fwwsim.jit import kernel

WORTH_A_MOVE = 3  # a Move is considered where more armies could step than a transfer carries
LEAST_GAIN = 1e-9


@kernel
def surveyed_fronts(table: Any, faction: int) -> int:
    """The fronts between which `faction` distributes its armies: its home fronts; Germany also GA's."""
    return table.home_fronts[faction] | (table.home_fronts[DE + 1] if faction == DE else 0)


@kernel
def plan_transfer(state: Any, table: Any, faction: int) -> float:
    """Plan the best transfer of one or two armies, greedily; returns its worth."""
    state.planned = 0
    if table.weights[faction, TRANSFERS] <= 0.0:
        return 0.0
    sources = table.home_fronts[faction]
    gain = plan_best(state, table, faction, sources)
    if gain > 0.0:
        if table.one_front:
            sources = 1 << state.plan[0, 1]
        gain += plan_best(state, table, faction, sources)
    undo_plan(state, table, faction)
    return gain


@kernel
def plan_best(state: Any, table: Any, faction: int, sources: int) -> float:
    """Add the best single transfer to the plan, if it gains anything; returns the gain."""
    alliance = faction >> 1
    best, best_army, best_source, best_target = LEAST_GAIN, -1, 0, 0
    while sources:
        source = first_bit(sources)
        sources &= sources - 1
        armies = travellers(state, table, alliance, source)
        if state.planned and state.plan[0, 1] == source:
            armies &= ~(1 << state.plan[0, 0])
        last_value, last_targets = -1, 0
        while armies:
            army = first_bit(armies)
            armies &= armies - 1
            value = table.value[alliance, army]
            targets = (
                army_fronts(state, table, alliance, army) & surveyed_fronts(table, faction) & ~(1 << source)
            )
            if value == last_value and targets == last_targets:
                continue  # like the army before it
            last_value, last_targets = value, targets
            strength = army_strength(table, faction, alliance, army)
            cost = departure_cost(state, table, faction, source, army, strength)
            while targets:
                target = first_bit(targets)
                targets &= targets - 1
                gain = arrival_worth(state, table, faction, target, army, strength) - cost
                if gain > best:
                    best, best_army, best_source, best_target = gain, army, source, target
    if best_army < 0:
        return 0.0
    add_to_plan(state, table, faction, best_army, best_source, best_target)
    return best


@kernel
def plan_move(state: Any, table: Any, faction: int, source: int) -> float:
    """Plan a Move from `source`: each army in turn goes where it gains most, if anywhere; returns its worth."""
    alliance = faction >> 1
    state.planned = 0
    total = 0.0
    armies = steppers(state, table, alliance, source)
    fewest = WORTH_A_MOVE if table.weights[faction, TRANSFERS] > 0.0 else 1
    if popcount(armies) < fewest or table.weights[faction, MOVES] <= 0.0:
        return total
    while armies:
        army = first_bit(armies)
        armies &= armies - 1
        strength = army_strength(table, faction, alliance, army)
        cost = departure_cost(state, table, faction, source, army, strength)
        targets = (
            army_fronts(state, table, alliance, army)
            & table.adjacent[source]
            & surveyed_fronts(table, faction)
        )
        best, best_target = LEAST_GAIN, -1
        while targets:
            target = first_bit(targets)
            targets &= targets - 1
            gain = arrival_worth(state, table, faction, target, army, strength) - cost
            if gain > best:
                best, best_target = gain, target
        if best_target >= 0:
            total += best
            add_to_plan(state, table, faction, army, source, best_target)
    undo_plan(state, table, faction)
    return total


@kernel
def add_to_plan(state: Any, table: Any, faction: int, army: int, source: int, target: int) -> None:
    """Write a change of front into the plan and count it as done."""
    row = state.planned
    state.plan[row, 0] = army
    state.plan[row, 1] = source
    state.plan[row, 2] = target
    state.planned = row + 1
    shift(state, table, faction, source, army, -1)
    shift(state, table, faction, target, army, 1)


@kernel
def undo_plan(state: Any, table: Any, faction: int) -> None:
    """Count the plan as not done again; it stays written."""
    for row in range(state.planned):
        army = state.plan[row, 0]
        shift(state, table, faction, state.plan[row, 1], army, 1)
        shift(state, table, faction, state.plan[row, 2], army, -1)


@kernel
def carry_out_plan(state: Any, table: Any, journal: Any, faction: int) -> None:
    """Relocate the armies of the plan, except any whose departure would now break a garrison (R8.1)."""
    alliance = faction >> 1
    for row in range(state.planned):
        army, source, target = state.plan[row, 0], state.plan[row, 1], state.plan[row, 2]
        if may_leave(state, table, alliance, source) >> army & 1:
            relocate_army(state, table, journal, alliance, army, source, target)
