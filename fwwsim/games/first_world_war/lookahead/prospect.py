"""What a position between two turns promises: P(the Allies win), from counts that stand on the board.

A logistic regression for each turn on the features below, fitted to games of the heuristic policies by
:mod:`fwwsim.games.first_world_war.lookahead.fit`; ``value.toml`` holds the result and where it comes from. It is
asked only of imagined positions, in which every counter and hand is known.
"""

import math
from typing import Any

from fwwsim.engine.bits import first_bit, popcount
from fwwsim.games.first_world_war.lines import reaches_base, takeable
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS, FACTIONS, FRONTS
from fwwsim.jit import kernel

BY_FRONT = (
    "allied cities",
    "Allies one victory from a point",
    "Central Powers one victory from a point",
    "allied armies",
    "central armies",
    "allied values",
    "central values",
    "allied share of strength",
    "allied share, Allies one victory from a point",
    "central share, Central Powers one victory from a point",
    "1 / (1 + central cities)",
    "1 / (1 + allied cities)",
)
BY_FACTION = ("VP", "armies waiting", "values waiting", "armies lost", "chits in hand", "values in hand")
OVERALL = ("Allies lead", "fronts held by the Allies", "fronts held by the Central Powers", "treaty")
NAMES = (
    *(f"front {front + 1}: {name}" for front in range(FRONTS) for name in BY_FRONT),
    *(f"{faction}: {name}" for faction in FACTIONS for name in BY_FACTION),
    *OVERALL,
    "constant",
)
FEATURES = len(NAMES)
HALF = 0.5  # strength of a combat value point, against 1 for an army


@kernel
def prospect(state: Any, table: Any, features: Any) -> float:
    """P(the Allies win) when the turn of `state` is over, replacements included, and nobody has won.

    Nobody's victory counts one half. `features` is room for FEATURES numbers.
    """
    describe(state, table, features)
    weights = table.prospect[state.turn]
    total = 0.0
    for number in range(len(features)):
        total += weights[number] * features[number]
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def describe(state: Any, table: Any, features: Any) -> None:
    """Fill in the features, in the order of NAMES; lines are those of the next turn."""
    state.turn += 1
    place, allied_fronts, central_fronts = 0, 0, 0
    for front in range(FRONTS):
        cities = table.front_cities[front]
        allied_cities = popcount(state.cities[ALLIES] & cities)
        central_cities = popcount(state.cities[CENTRAL_POWERS] & cities)
        allied_fronts += central_cities == 0
        central_fronts += allied_cities == 0
        allied_point = one_victory_from_a_point(state, table, ALLIES, front)
        central_point = one_victory_from_a_point(state, table, CENTRAL_POWERS, front)
        allied, central = state.armies[ALLIES, front], state.armies[CENTRAL_POWERS, front]
        allied_values = sum_of_values(table, ALLIES, allied)
        central_values = sum_of_values(table, CENTRAL_POWERS, central)
        strength = popcount(allied) + HALF * allied_values
        share = (strength + 0.5) / (strength + popcount(central) + HALF * central_values + 1.0)
        features[place] = allied_cities
        features[place + 1] = allied_point
        features[place + 2] = central_point
        features[place + 3] = popcount(allied)
        features[place + 4] = popcount(central)
        features[place + 5] = allied_values
        features[place + 6] = central_values
        features[place + 7] = share
        features[place + 8] = share * allied_point
        features[place + 9] = (1.0 - share) * central_point
        features[place + 10] = 1.0 / (1.0 + central_cities)
        features[place + 11] = 1.0 / (1.0 + allied_cities)
        place += len(BY_FRONT)
    for faction in range(4):
        alliance = faction >> 1
        waiting = state.waiting[alliance] & table.colour[faction]
        hand = state.hand[faction]
        features[place] = state.vp[faction]
        features[place + 1] = popcount(waiting)
        features[place + 2] = sum_of_values(table, alliance, waiting)
        features[place + 3] = popcount(state.lost[alliance] & table.colour[faction])
        features[place + 4] = popcount(hand)
        features[place + 5] = sum_of_chits(table, alliance, hand)
        place += len(BY_FACTION)
    features[place] = state.vp[0] + state.vp[1] > state.vp[2] + state.vp[3]
    features[place + 1] = allied_fronts
    features[place + 2] = central_fronts
    features[place + 3] = state.treaty != 0
    features[place + 4] = 1.0
    state.turn -= 1


@kernel
def one_victory_from_a_point(state: Any, table: Any, alliance: int, front: int) -> bool:
    """Whether the next victory of `alliance` on `front` would give a surrender point (R6.5)."""
    return takeable(state, table, alliance, front) == 0 and reaches_base(state, table, alliance, front)


@kernel
def sum_of_values(table: Any, alliance: int, armies: int) -> int:
    """The sum of the combat values of a set of armies."""
    total = 0
    for value in range(1, 4):
        total += value * popcount(armies & table.of_value[alliance, value])
    return total


@kernel
def sum_of_chits(table: Any, alliance: int, chits: int) -> int:
    """The sum of the values of a set of chits."""
    total = 0
    while chits:
        total += table.chit_value[alliance, first_bit(chits)]
        chits &= chits - 1
    return total
