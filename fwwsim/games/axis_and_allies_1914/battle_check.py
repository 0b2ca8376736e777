"""A Monte Carlo check of the exact odds: the same rule functions, compiled, with drawn dice.

One kernel plays a battle of any kind in sequence: mines, sea battle, coastal fire, bombardment, dogfight, round.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import NATURE, STREAMS, below, open_event
from fwwsim.games.axis_and_allies_1914 import resolution, resolution_sea
from fwwsim.games.axis_and_allies_1914.battle import Battle
from fwwsim.games.axis_and_allies_1914.battle_spec import (
    ATTACK,
    DEFENCE,
    KIND_LAND,
    KIND_SEA,
    LAND_SIZE,
    STATE,
    battle_spec,
)
from fwwsim.games.axis_and_allies_1914.names import (
    ARTILLERY,
    ATTACKER_WINS,
    BATTLESHIP,
    CLASSES,
    DAMAGED,
    DEFENDER_WINS,
    FIGHTER,
    GOES_ON,
    MINE_FACES,
    NOT_LANDED,
    RESULTS,
    RESULTS_OF,
    SUBMARINE,
    TANK,
    TRANSPORT,
)
from fwwsim.jit import kernel

CHUNK = 1_000_000  # battles between two chances for Ctrl-C
MINES, AT_SEA, COAST, AIR, GROUND = range(5)  # kinds of events of chance

dogfight_goes_on = kernel(resolution.dogfight_goes_on)
supremacy = kernel(resolution.supremacy)
fill_land_dice = kernel(resolution.fill_land_dice)
unabsorbed = kernel(resolution.unabsorbed)
take_losses = kernel(resolution.take_losses)
land_result = kernel(resolution.land_result)
coastal_shots = kernel(resolution.coastal_shots)
coastal_value = kernel(resolution.coastal_value)
may_land = kernel(resolution.may_land)
bombardment_shots = kernel(resolution.bombardment_shots)
warships = kernel(resolution_sea.warships)
surface_warships = kernel(resolution_sea.surface_warships)
fill_sea_dice = kernel(resolution_sea.fill_sea_dice)
take_sea_hits = kernel(resolution_sea.take_sea_hits)
sink_unescorted = kernel(resolution_sea.sink_unescorted)
breaks_off = kernel(resolution_sea.breaks_off)
strength = kernel(resolution_sea.strength)
sea_verdict = kernel(resolution_sea.sea_verdict)
sink_loads = kernel(resolution_sea.sink_loads)


@dataclass(frozen=True, slots=True)
class BattleCounts:
    """How often each result came up in `battles` simulated battles, and the mean hits of both sides."""

    battles: int
    results: dict[str, int]
    attack_hits: float
    defence_hits: float


def simulate_battle(battle: Battle, battles: int, seed: int) -> BattleCounts:
    """Fight `battle` `battles` times with the compiled rules; battle i is that of game i of the seed.

    Parameters
    ----------
    battle : Battle
    battles : int
        At least 1.
    seed : int
    """
    spec, state = battle_spec(battle), np.zeros(1, STATE).view(np.recarray)
    state[0].turn = 1
    state[0].key[:] = np.array([key_of(seed, stream) for stream in range(STREAMS)], np.uint64)
    counts, hits, pool = np.zeros(len(RESULTS), np.int64), np.zeros(2, np.int64), _pool(battle)
    for first in range(0, battles, CHUNK):
        fight_many(first, min(first + CHUNK, battles), counts, hits, pool, state, spec)
    found = {RESULTS[result]: int(counts[result]) for result in RESULTS_OF[battle.kind]}
    return BattleCounts(battles, found, int(hits[0]) / battles, int(hits[1]) / battles)


def _pool(battle: Battle) -> NDArray[np.int64]:
    return np.zeros(battle.values.faces + 1, np.int64)


@kernel
def fight_many(first: int, end: int, counts: Any, hits: Any, pool: Any, states: Any, spec: Any) -> None:
    """Fight the battles of games first to end - 1; adds to the counts of results and to the hits of both sides."""
    state = states[0]
    for game in range(first, end):
        state.game = game
        for role in range(2):
            for unit in range(LAND_SIZE):
                state.army[role, unit] = spec.army[role, unit]
            for ship in range(CLASSES):
                state.fleet[role, ship] = spec.fleet[role, ship]
        state.attack_hits = 0
        state.defence_hits = 0
        counts[fight(state, spec, pool)] += 1
        hits[0] += state.attack_hits
        hits[1] += state.defence_hits


@kernel
def fight(state: Any, spec: Any, pool: Any) -> int:
    """One battle of any kind; its result."""
    if spec.kind == KIND_LAND:
        return fight_on_land(state, spec, pool, 0)
    cross_mines(state, spec)  # S7
    if spec.kind == KIND_SEA:
        return fight_at_sea(state, spec, pool)
    return land(state, spec, pool)


@kernel
def roll_pool(state: Any, pool: Any, faces: int) -> int:
    """Roll every die of `pool`, and empty it; the number of hits."""
    hits = 0
    for value in range(len(pool)):
        for _ in range(pool[value]):
            hits += below(state, faces) < value
        pool[value] = 0
    return hits


@kernel
def cross_mines(state: Any, spec: Any) -> None:
    """Each ship of the attacker rolls alone in each mined zone (S7)."""
    for transport in range(spec.transports):
        state.afloat[transport] = 1
    for zone in range(spec.mines):
        open_event(state, NATURE, MINES, 0, zone)
        for ship in range(CLASSES):
            if ship != TRANSPORT:
                for _ in range(state.fleet[ATTACK, ship]):
                    state.fleet[ATTACK, ship] -= below(state, spec.faces) < MINE_FACES
        for transport in range(spec.transports):
            if state.afloat[transport] == 1 and below(state, spec.faces) < MINE_FACES:
                state.afloat[transport] = 0
                state.fleet[ATTACK, TRANSPORT] -= 1


@kernel
def fight_at_sea(state: Any, spec: Any, pool: Any) -> int:
    """Rounds until the verdict (S1 to S6); counts the hits that the enemy suffered."""
    own, enemy = state.fleet[ATTACK], state.fleet[DEFENCE]
    under = enemy[SUBMARINE] if spec.submerge else 0  # S8
    enemy[SUBMARINE] -= under
    if own.sum() == 0:
        enemy[SUBMARINE] += under
        return DEFENDER_WINS
    own_before, enemy_before = toughness(own), toughness(enemy)
    open_event(state, NATURE, AT_SEA, 0, 0)
    leaving = False
    while True:
        own_warships, enemy_warships = warships(own), warships(enemy)
        sink_unescorted(own, own_warships, enemy_warships)  # S4
        sink_unescorted(enemy, enemy_warships, own_warships)
        power, enemy_power = strength(own, spec.sea_value[ATTACK]), strength(enemy, spec.sea_value[DEFENCE])
        if leaving:
            leaving = breaks_off(spec.condition, spec.least, own_warships, power, enemy_power)  # S5
        verdict = sea_verdict(own.sum(), enemy.sum(), power, enemy_power, leaving)  # S6
        if verdict != GOES_ON:
            break
        fill_sea_dice(pool, own, spec.sea_value[ATTACK])
        given = roll_pool(state, pool, spec.faces)
        fill_sea_dice(pool, enemy, spec.sea_value[DEFENCE])
        taken = roll_pool(state, pool, spec.faces)
        take_sea_hits(enemy, spec.sea_order[DEFENCE], given)
        take_sea_hits(own, spec.sea_order[ATTACK], taken)
        leaving = True
    state.attack_hits += enemy_before - toughness(enemy)
    state.defence_hits += own_before - toughness(own)
    enemy[SUBMARINE] += under
    return verdict


@kernel
def toughness(fleet: Any) -> int:
    """How many hits sink the whole fleet."""
    return fleet.sum() + fleet[BATTLESHIP]


@kernel
def land(state: Any, spec: Any, pool: Any) -> int:
    """From the mines to the end of a landing (M1 to M5)."""
    fought = surface_warships(state.fleet[DEFENCE]) > 0
    won = fight_at_sea(state, spec, pool) == ATTACKER_WINS if fought else True
    state.attack_hits = 0
    state.defence_hits = 0
    embark(state, spec)
    if not won or not may_land(state.army[ATTACK], spec.keeping):
        return NOT_LANDED
    fire_from_the_coast(state, spec, pool)
    army = state.army[ATTACK]
    if not may_land(army, spec.keeping):
        return land_result(0, state.army[DEFENCE].sum())
    battleships = state.fleet[ATTACK, BATTLESHIP] + state.fleet[ATTACK, DAMAGED]
    landed = army.sum() - army[FIGHTER]
    shots = bombardment_shots(battleships, landed, fought, spec.bombard_after_sea_battle, spec.reinforcing)
    return fight_on_land(state, spec, pool, shots)


@kernel
def embark(state: Any, spec: Any) -> None:
    """The attacker's army is what the transports still afloat carry, and the fighters (M1)."""
    floating = 0
    for transport in range(spec.transports):
        floating += state.afloat[transport]
    sink_loads(state.afloat[: spec.transports], floating - state.fleet[ATTACK, TRANSPORT])
    for unit in range(3):
        carried = 0
        for transport in range(spec.transports):
            carried += state.afloat[transport] * spec.loads[transport, unit]
        state.army[ATTACK, unit] = carried


@kernel
def fire_from_the_coast(state: Any, spec: Any, pool: Any) -> None:
    """Defending artillery fires once at what lands, which loses units before it fires (M2)."""
    army, guns = state.army[ATTACK], state.army[DEFENCE]
    supreme = supremacy(guns[FIGHTER], army[FIGHTER])
    value = spec.land_value[DEFENCE, ARTILLERY]
    value = coastal_value(value, spec.faces, supreme, spec.coastal_supremacy)
    pool[value] += coastal_shots(guns[ARTILLERY], spec.reinforcing, spec.coastal_at_reinforcement)
    open_event(state, NATURE, COAST, 0, 0)
    hits = roll_pool(state, pool, spec.faces)
    fighters = army[FIGHTER]
    army[FIGHTER] = 0
    left = unabsorbed(hits, army[TANK], spec.tanks_absorb_coastal)
    take_losses(army, spec.land_order[ATTACK], left, spec.keeping)
    army[FIGHTER] = fighters


@kernel
def fight_on_land(state: Any, spec: Any, pool: Any, bombardment: int) -> int:
    """Dogfight, one round of fire, losses, result (L3 to L9)."""
    own, enemy = state.army[ATTACK], state.army[DEFENCE]
    faces = spec.faces
    open_event(state, NATURE, AIR, 0, 0)
    can_hit = spec.land_value[ATTACK, FIGHTER] + spec.land_value[DEFENCE, FIGHTER] > 0
    while can_hit and dogfight_goes_on(own[FIGHTER], enemy[FIGHTER]):
        pool[spec.land_value[ATTACK, FIGHTER]] += own[FIGHTER]
        given = roll_pool(state, pool, faces)
        pool[spec.land_value[DEFENCE, FIGHTER]] += enemy[FIGHTER]
        taken = roll_pool(state, pool, faces)
        enemy[FIGHTER] -= min(given, enemy[FIGHTER])
        own[FIGHTER] -= min(taken, own[FIGHTER])
    open_event(state, NATURE, GROUND, 0, 0)
    pool[spec.sea_value[ATTACK, BATTLESHIP]] += bombardment  # M3: what it hits fires back
    fill_land_dice(pool, own, spec.land_value[ATTACK], True, supremacy(own[FIGHTER], enemy[FIGHTER]))
    given = roll_pool(state, pool, faces)
    fill_land_dice(pool, enemy, spec.land_value[DEFENCE], False, supremacy(enemy[FIGHTER], own[FIGHTER]))
    taken = roll_pool(state, pool, faces)
    state.attack_hits += given
    state.defence_hits += taken
    take_losses(enemy, spec.land_order[DEFENCE], unabsorbed(given, enemy[TANK], False), spec.keeping)
    take_losses(own, spec.land_order[ATTACK], unabsorbed(taken, own[TANK], True), spec.keeping)
    return land_result(own.sum(), enemy.sum())
