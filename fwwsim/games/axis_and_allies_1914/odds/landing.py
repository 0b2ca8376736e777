"""Landings in sequence: mines, sea battle, coastal fire, bombardment, land battle. Rules: M1 to M5."""

from collections import Counter
from functools import partial
from operator import add
from typing import NamedTuple

from fwwsim.games.axis_and_allies_1914.battle import Battle, End
from fwwsim.games.axis_and_allies_1914.forces import Counts
from fwwsim.games.axis_and_allies_1914.names import (
    ARTILLERY,
    ATTACKER_WINS,
    BATTLESHIP,
    DAMAGED,
    FIGHTER,
    LANDING,
    NOT_LANDED,
    SEA,
    TANK,
    TRANSPORT,
)
from fwwsim.games.axis_and_allies_1914.odds.land import (
    LandEnd,
    after_losses,
    fight_on_land,
    land_ends,
    with_fighters,
)
from fwwsim.games.axis_and_allies_1914.odds.sea import after_mines, mine_survivors, sail_into, sea_ends
from fwwsim.games.axis_and_allies_1914.odds.weights import binomial_weights, mixture
from fwwsim.games.axis_and_allies_1914.resolution import (
    bombardment_shots,
    coastal_shots,
    coastal_value,
    land_result,
    may_land,
    supremacy,
    unabsorbed,
)
from fwwsim.games.axis_and_allies_1914.resolution_sea import sink_loads, surface_warships
from fwwsim.odds.pmf import Pmf

Loads = tuple[Counts, ...]


class Ashore(NamedTuple):
    """What reaches the coast: the army to land, shots of the bombardment, and both fleets; else `landing` is false."""

    landing: bool
    army: Counts
    battleships: int
    fought: bool
    attack_fleet: Counts
    defence_fleet: Counts


def battle_ends(battle: Battle) -> Pmf[End]:
    """The distribution of the ends of a battle of any kind.

    >>> from fwwsim.games.axis_and_allies_1914.battle import Side
    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> ends = battle_ends(Battle(Side((3, 1, 0, 0)), Side((2, 0, 0, 0)), load_dataset().values()))
    >>> ends.map(lambda end: end.result).weights  # A1: captured, contested
    {2: 4, 0: 5}
    """
    attack, defence = battle.attack, battle.defence
    if battle.kind == SEA:
        return sea_ends(battle).map(
            lambda end: End(
                end.result,
                end.attack_hits,
                end.defence_hits,
                attack.army,
                defence.army,
                end.attack,
                end.defence,
            )
        )
    if battle.kind == LANDING:
        return landing_ends(battle)
    return land_ends(battle).map(lambda end: _landed(end, attack.fleet, defence.fleet))


def _landed(end: LandEnd, attack_fleet: Counts, defence_fleet: Counts) -> End:
    result = land_result(sum(end.attack), sum(end.defence))
    return End(
        result, end.attack_hits, end.defence_hits, end.attack, end.defence, attack_fleet, defence_fleet
    )


def landing_ends(battle: Battle) -> Pmf[End]:
    """The distribution of the ends of a landing, everything before it included."""
    reached: list[tuple[int, Pmf[Ashore]]] = []
    fleet = battle.attack.fleet
    escort = (*fleet[:TRANSPORT], 0, *fleet[TRANSPORT + 1 :])
    passed = after_mines(escort, battle.mines, battle.values.faces)
    for loads, load_weight in surviving_loads(battle).weights.items():
        for left, weight in passed.weights.items():
            arriving = (*left[:TRANSPORT], len(loads), *left[TRANSPORT + 1 :])
            reached.append((load_weight * weight, approach(battle, arriving, loads)))
    shore = mixture(reached)
    return mixture((weight, go_ashore(battle, ashore)) for ashore, weight in shore.weights.items())


def surviving_loads(battle: Battle) -> Pmf[Loads]:
    """The distribution of what the transports that pass the mines carry, the least worth first. Rules: S7."""
    total: Pmf[Loads] = Pmf({(): 1})
    for load, number in Counter(battle.loads()).items():
        passing = Pmf(dict(enumerate(mine_survivors(number, battle.mines, battle.values.faces))))
        total = total.combine(passing.map(partial(_alike, load)), add)
    return total


def _alike(load: Counts, number: int) -> Loads:
    return (load,) * number


def approach(battle: Battle, fleet: Counts, loads: Loads) -> Pmf[Ashore]:
    """From the mines to the coast: the sea battle if the enemy has surface warships there. Rules: M1."""
    enemy = battle.defence.fleet
    if not surface_warships(enemy):
        return Pmf({_reach(battle, fleet, enemy, loads, False, True): 1})
    return sail_into(battle, fleet).map(
        lambda end: _reach(battle, end.attack, end.defence, loads, True, end.result == ATTACKER_WINS)
    )


def _reach(battle: Battle, fleet: Counts, enemy: Counts, loads: Loads, fought: bool, won: bool) -> Ashore:
    afloat = [1] * len(loads)
    sink_loads(afloat, len(loads) - fleet[TRANSPORT])
    carried = [load for load, floats in zip(loads, afloat, strict=True) if floats]
    army = tuple(sum(load[unit] for load in carried) for unit in range(3))
    army = (*army, battle.attack.army[FIGHTER])
    landing = won and may_land(army, battle.keeping)
    return Ashore(landing, army, fleet[BATTLESHIP] + fleet[DAMAGED], fought, fleet, enemy)


def go_ashore(battle: Battle, ashore: Ashore) -> Pmf[End]:
    """From the coast on: coastal fire, bombardment and the land battle. Rules: M2 to M5."""
    fleets = (ashore.attack_fleet, ashore.defence_fleet)
    defenders = battle.defence.army
    if not ashore.landing:
        return Pmf({End(NOT_LANDED, 0, 0, ashore.army, defenders, *fleets): 1})
    parts = []
    for army, weight in after_coastal_fire(battle, ashore.army).weights.items():
        if not may_land(army, battle.keeping):  # only fighters are left, which fly home
            parts.append(
                (weight, Pmf({End(land_result(0, sum(defenders)), 0, 0, army, defenders, *fleets): 1}))
            )
            continue
        shots = bombardment_shots(
            ashore.battleships,
            sum(army[:FIGHTER]),
            ashore.fought,
            battle.rules.bombard_after_sea_battle == "yes",
            battle.reinforcing,
        )
        ends = fight_on_land(
            army,
            defenders,
            (battle.attack.land_order, battle.defence.land_order),
            battle.values,
            battle.keeping,
            shots,
        )
        parts.append((weight, ends.map(lambda end: _landed(end, *fleets))))
    return mixture(parts)


def after_coastal_fire(battle: Battle, army: Counts) -> Pmf[Counts]:
    """The distribution of the army after the coastal artillery's shots; fighters cannot be hit. Rules: M2.

    >>> from fwwsim.games.axis_and_allies_1914.battle import Side
    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> shore = Side((1, 2, 0, 0))
    >>> fleet = (0, 2, 0, 0, 0)
    >>> landing = Battle(Side((4, 0, 0, 0), fleet), shore, load_dataset().values())
    >>> after_coastal_fire(landing, (4, 0, 0, 0)).weights  # A13
    {(4, 0, 0, 0): 1, (3, 0, 0, 0): 2, (2, 0, 0, 0): 1}
    """
    values, rules, guns = battle.values, battle.rules, battle.defence.army
    shots = coastal_shots(guns[ARTILLERY], battle.reinforcing, rules.coastal_at_reinforcement == "yes")
    value = coastal_value(
        values.land_defence[ARTILLERY],
        values.faces,
        supremacy(guns[FIGHTER], army[FIGHTER]),
        rules.coastal_supremacy == "yes",
    )
    weights: Counter[Counts] = Counter()
    for hits, weight in enumerate(binomial_weights(shots, value, values.faces)):
        left = unabsorbed(hits, army[TANK], rules.tanks_absorb_coastal == "yes")
        shot_at = after_losses(with_fighters(army, 0), battle.attack.land_order, left, battle.keeping)
        weights[with_fighters(shot_at, army[FIGHTER])] += weight
    return Pmf(weights)
