"""The land battle: dogfight, air supremacy, one simultaneous round, losses. Rules: L1 to L10."""

from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from fwwsim.games.axis_and_allies_1914.battle import Battle
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.forces import Counts
from fwwsim.games.axis_and_allies_1914.names import BOMBARDING_UNIT, FIGHTER, SEA_UNITS, TANK
from fwwsim.games.axis_and_allies_1914.odds.dogfight import dogfight
from fwwsim.games.axis_and_allies_1914.odds.weights import hit_weights
from fwwsim.games.axis_and_allies_1914.resolution import fill_land_dice, supremacy, take_losses, unabsorbed
from fwwsim.odds.pmf import Pmf

BOMBARDMENT = SEA_UNITS.index(BOMBARDING_UNIT)


class LandEnd(NamedTuple):
    """What a land battle leaves: hits scored in the round of fire, and both armies."""

    attack_hits: int
    defence_hits: int
    attack: Counts
    defence: Counts


@lru_cache(maxsize=20000)
def land_dice(
    army: Counts, role_values: Counts, faces: int, attacking: bool, supreme: int, extra: int, extra_value: int
) -> tuple[int, ...]:
    """Weights of the hits of one side in the round of fire; `extra` shots of a bombardment at `extra_value`.

    >>> land_dice((3, 1, 0, 0), (2, 3, 2, 2), 6, True, 0, 0, 0)  # A1
    (4, 12, 13, 6, 1)
    """
    pool = [0] * (faces + 1)
    fill_land_dice(pool, army, role_values, attacking, supreme)
    pool[extra_value] += extra
    return hit_weights(tuple(pool))


@lru_cache(maxsize=20000)
def after_losses(army: Counts, order: Counts, hits: int, keeping: bool) -> Counts:
    """The army without `hits` units.

    >>> after_losses((1, 3, 0, 0), (0, 1, 2, 3), 3, True)  # A11
    (1, 0, 0, 0)
    """
    left = list(army)
    take_losses(left, order, hits, keeping)
    return tuple(left)


def with_fighters(army: Counts, fighters: int) -> Counts:
    """The army with this number of fighters.

    >>> with_fighters((1, 0, 0, 2), 1)
    (1, 0, 0, 1)
    """
    return (*army[:FIGHTER], fighters)


def round_dice(
    attack: Counts, defence: Counts, values: Values, bombardment: int = 0
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Weights of the hits of attack and defence once the dogfight is over."""
    return (
        land_dice(
            attack,
            values.land_attack,
            values.faces,
            True,
            supremacy(attack[FIGHTER], defence[FIGHTER]),
            bombardment,
            values.sea_attack[BOMBARDMENT],
        ),
        land_dice(
            defence,
            values.land_defence,
            values.faces,
            False,
            supremacy(defence[FIGHTER], attack[FIGHTER]),
            0,
            0,
        ),
    )


def land_ends(battle: Battle) -> Pmf[LandEnd]:
    """The distribution of the ends of a land battle.

    >>> from fwwsim.games.axis_and_allies_1914.battle import Side
    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> one = Side((1, 0, 0, 0))
    >>> ends = land_ends(Battle(one, one, load_dataset().values()))
    >>> ends.map(lambda end: (sum(end.attack), sum(end.defence))).weights  # A8
    {(1, 1): 2, (0, 1): 2, (1, 0): 1, (0, 0): 1}
    """
    return fight_on_land(
        battle.attack.army,
        battle.defence.army,
        (battle.attack.land_order, battle.defence.land_order),
        battle.values,
        battle.keeping,
    )


@dataclass(frozen=True, slots=True)
class Volley:
    """The round of fire once the dogfight is over: both armies by the hits they take, and weights of the hits."""

    weight: int
    attack_hits: tuple[int, ...]
    defence_hits: tuple[int, ...]
    attack_left: tuple[Counts, ...]
    defence_left: tuple[Counts, ...]

    @property
    def total(self) -> int:
        """The sum of the weights of all pairs of hits."""
        return sum(self.attack_hits) * sum(self.defence_hits)


def volleys(
    attack: Counts,
    defence: Counts,
    orders: tuple[Counts, Counts],
    values: Values,
    keeping: bool,
    bombardment: int = 0,
) -> list[Volley]:
    """The rounds of fire that may follow the dogfight, with its weights."""
    fights = dogfight(
        attack[FIGHTER],
        defence[FIGHTER],
        values.land_attack[FIGHTER],
        values.land_defence[FIGHTER],
        values.faces,
    )
    found = []
    for (own_fighters, enemy_fighters), weight in fights.weights.items():
        attackers, defenders = with_fighters(attack, own_fighters), with_fighters(defence, enemy_fighters)
        own, enemy = round_dice(attackers, defenders, values, bombardment)
        attack_left = by_hits(attackers, orders[0], len(enemy), True, keeping)
        defence_left = by_hits(defenders, orders[1], len(own), False, keeping)
        found.append(Volley(weight, own, enemy, attack_left, defence_left))
    return found


@lru_cache(maxsize=20000)
def by_hits(army: Counts, order: Counts, most: int, attacking: bool, keeping: bool) -> tuple[Counts, ...]:
    """The army after 0, 1, 2, ... (fewer than `most`) hits; attacking tanks absorb theirs.

    >>> by_hits((2, 0, 1, 0), (0, 1, 2, 3), 3, True, True)
    ((2, 0, 1, 0), (2, 0, 1, 0), (1, 0, 1, 0))
    """
    return tuple(
        after_losses(army, order, unabsorbed(hits, army[TANK], attacking), keeping) for hits in range(most)
    )


@lru_cache(maxsize=256)
def fight_on_land(
    attack: Counts,
    defence: Counts,
    orders: tuple[Counts, Counts],
    values: Values,
    keeping: bool,
    bombardment: int = 0,
) -> Pmf[LandEnd]:
    """The distribution of the ends of a land battle between two armies; the defending one may be empty."""
    rounds = volleys(attack, defence, orders, values, keeping, bombardment)
    scale = lcm(*(volley.total for volley in rounds))
    weights: dict[LandEnd, int] = {}
    for volley in rounds:
        share = volley.weight * (scale // volley.total)
        for attack_hits, own_weight in enumerate(volley.attack_hits):
            part = share * own_weight
            for defence_hits, enemy_weight in enumerate(volley.defence_hits):
                if part and enemy_weight:
                    end = LandEnd(
                        attack_hits,
                        defence_hits,
                        volley.attack_left[defence_hits],
                        volley.defence_left[attack_hits],
                    )
                    weights[end] = weights.get(end, 0) + part * enemy_weight
    return Pmf(weights)
