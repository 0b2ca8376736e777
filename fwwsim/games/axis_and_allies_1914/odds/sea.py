"""Mines, and the sea battle to the end or until the attacker breaks off. Rules: S1 to S7.

With a fixed order of losses a fleet is what is left of it after so many hits: a battle is a chain over two numbers.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

from fwwsim.games.axis_and_allies_1914.battle import Battle, BreakOff
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.forces import Counts
from fwwsim.games.axis_and_allies_1914.names import (
    BATTLESHIP,
    BROKEN_OFF,
    DEFENDER_WINS,
    GOES_ON,
    MINE_FACES,
    SUBMARINE,
    TRANSPORT,
)
from fwwsim.games.axis_and_allies_1914.odds.weights import (
    Square,
    capped,
    hit_weights,
    mixture,
    run_chain,
)
from fwwsim.games.axis_and_allies_1914.resolution_sea import (
    breaks_off,
    fill_sea_dice,
    sea_verdict,
    sink_unescorted,
    strength,
    take_sea_hits,
    warships,
)
from fwwsim.odds.pmf import Pmf


class SeaEnd(NamedTuple):
    """What a sea battle leaves: the verdict, hits each side scored that counted, and both fleets."""

    result: int
    attack_hits: int
    defence_hits: int
    attack: Counts
    defence: Counts


def after_mines(fleet: Counts, mines: int, faces: int) -> Pmf[Counts]:
    """The distribution of what is left of a fleet that enters `mines` mined zones. Rules: S7.

    >>> after_mines((0, 0, 1, 0, 0), 1, 6).weights
    {(0, 0, 1, 0, 0): 5, (0, 0, 0, 0, 0): 1}
    """
    survivors = [mine_survivors(ships, mines, faces) for ships in fleet]
    weights = {}
    for left in product(*(range(ships, -1, -1) for ships in fleet)):
        weight = 1
        for ships, each in zip(left, survivors, strict=True):
            weight *= each[ships]
        weights[left] = weight
    return Pmf(weights)


@lru_cache(maxsize=1024)
def mine_survivors(ships: int, mines: int, faces: int) -> tuple[int, ...]:
    """Weights of how many of some ships pass `mines` mined zones.

    >>> mine_survivors(3, 1, 6)  # A12
    (1, 15, 75, 125)
    """
    safe, all_rolls = (faces - MINE_FACES) ** mines, faces**mines
    return tuple(
        comb(ships, left) * safe**left * (all_rolls - safe) ** (ships - left) for left in range(ships + 1)
    )


def salvo(fleet: Counts, values: Counts, faces: int) -> tuple[int, ...]:
    """Weights of the hits of one round of a fleet.

    >>> salvo((0, 0, 2, 1, 0), (2, 0, 3, 4, 4), 6)  # A15
    (1, 4, 5, 2)
    """
    pool = [0] * (faces + 1)
    fill_sea_dice(pool, fleet, values)
    return hit_weights(tuple(pool))


def submerged(battle: Battle, fleet: Counts) -> int:
    """How many submarines of the defender take no part. Rules: S8."""
    return fleet[SUBMARINE] if battle.rules.defending_submarines == "submerge" else 0


def sea_ends(battle: Battle) -> Pmf[SeaEnd]:
    """The distribution of the ends of a sea battle, mines first.

    >>> from fwwsim.games.axis_and_allies_1914.battle import Side
    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> duel = Battle(Side(fleet=(0, 0, 0, 1, 0)), Side(fleet=(0, 0, 1, 0, 0)), load_dataset().values())
    >>> sea_ends(duel).map(lambda end: (end.attack, end.defence)).weights[(0, 0, 0, 0, 1), (0, 0, 0, 0, 0)]  # A14
    12
    """
    passed = after_mines(battle.attack.fleet, battle.mines, battle.values.faces)
    return mixture((weight, sail_into(battle, fleet)) for fleet, weight in passed.weights.items())


def sail_into(battle: Battle, fleet: Counts) -> Pmf[SeaEnd]:
    """The sea battle of `battle` when `fleet` is what the mines left of the attack."""
    enemy = battle.defence.fleet
    under = submerged(battle, enemy)
    if not sum(fleet):
        return Pmf({SeaEnd(DEFENDER_WINS, 0, 0, fleet, enemy): 1})
    above = (enemy[SUBMARINE] - under, *enemy[1:])
    ends = fight_at_sea(
        fleet, above, battle.attack.sea_order, battle.defence.sea_order, battle.values, battle.break_off
    )
    if not under:
        return ends
    return ends.map(lambda end: end._replace(defence=(end.defence[SUBMARINE] + under, *end.defence[1:])))


def states(fleet: Counts, order: Counts) -> list[Counts]:
    """The fleet after 0, 1, 2, ... hits.

    >>> states((0, 0, 0, 1, 0), (4, 0, 2, 3, 1))
    [(0, 0, 0, 1, 0), (0, 0, 0, 0, 1), (0, 0, 0, 0, 0)]
    """
    left, found = list(fleet), [fleet]
    for _ in range(sum(fleet) + fleet[BATTLESHIP]):
        take_sea_hits(left, order, 1)
        found.append(tuple(left))
    return found


@lru_cache(maxsize=512)
def fight_at_sea(
    attack: Counts,
    defence: Counts,
    attack_order: Counts,
    defence_order: Counts,
    values: Values,
    rule: BreakOff,
) -> Pmf[SeaEnd]:
    """The distribution of the ends of a sea battle between two fleets."""
    own, enemy = states(attack, attack_order), states(defence, defence_order)
    own_dice = [salvo(fleet, values.sea_attack, values.faces) for fleet in own]
    enemy_dice = [salvo(fleet, values.sea_defence, values.faces) for fleet in enemy]
    own_strength = [strength(fleet, values.sea_attack) for fleet in own]
    enemy_strength = [strength(fleet, values.sea_defence) for fleet in enemy]
    own_ships, enemy_ships = [warships(fleet) for fleet in own], [warships(fleet) for fleet in enemy]
    last = (len(own) - 1, len(enemy) - 1)

    def settled(square: Square) -> Square:
        """The square once transports without a warship are sunk."""
        hurt, done = min(square[0], last[0]), min(square[1], last[1])
        own_left, enemy_left = list(own[hurt]), list(enemy[done])
        sink_unescorted(own_left, own_ships[hurt], enemy_ships[done])
        sink_unescorted(enemy_left, enemy_ships[done], own_ships[hurt])
        return hurt + own[hurt][TRANSPORT] - own_left[TRANSPORT], done + enemy[done][TRANSPORT] - enemy_left[
            TRANSPORT
        ]

    start = settled((0, 0))

    def leaves(hurt: int, done: int) -> bool:
        return breaks_off(
            rule.condition, rule.least, own_ships[hurt], own_strength[hurt], enemy_strength[done]
        )

    def ending(square: Square) -> int:
        hurt, done = square
        leaving = square != start and leaves(hurt, done)
        return sea_verdict(
            sum(own[hurt]), sum(enemy[done]), own_strength[hurt], enemy_strength[done], leaving
        )

    def dice(square: Square) -> tuple[tuple[int, ...], tuple[int, ...]]:
        hurt, done = square
        return capped(enemy_dice[done], last[0] - hurt), capped(own_dice[hurt], last[1] - done)

    def move(square: Square, taken: int, given: int) -> Square:
        return settled((square[0] + taken, square[1] + given))

    still = BROKEN_OFF if leaves(*start) else None  # asked after every round, also one without losses
    ends = run_chain(start, dice, move, ending, GOES_ON, still)
    return Pmf(
        {
            SeaEnd(result, done, hurt, own[hurt], enemy[done]): weight
            for ((hurt, done), result), weight in sorted(ends.items())
        }
    )


def first_salvos(battle: Battle) -> tuple[Sequence[int], Sequence[int]]:
    """Weights of the hits of both fleets in the first round, if no mine sank a ship."""
    enemy = battle.defence.fleet
    above = (enemy[SUBMARINE] - submerged(battle, enemy), *enemy[1:])
    values = battle.values
    return salvo(battle.attack.fleet, values.sea_attack, values.faces), salvo(
        above, values.sea_defence, values.faces
    )
