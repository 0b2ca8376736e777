"""What a battle's ends mean for a player: results, hits, losses, IPC lost on both sides, and the swing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.forces import Counts, cost
from fwwsim.games.axis_and_allies_1914.names import RESULTS, RESULTS_OF, SEA
from fwwsim.games.axis_and_allies_1914.odds.landing import battle_ends
from fwwsim.games.axis_and_allies_1914.odds.sea import first_salvos
from fwwsim.odds.pmf import Pmf

Spread = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class SideOdds:
    """Of one side: hits it scores, units it loses, IPC it loses (a damaged battleship costs nothing).

    `salvo` is the first round of a sea battle, otherwise None.
    """

    hits: Spread
    losses: Spread
    ipc_lost: Spread
    salvo: Spread | None


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The exact odds of a battle.

    Attributes
    ----------
    kind : str
        land, sea or landing.
    results : dict
        Every possible kind of result with its probability, 0 included.
    attack, defence : SideOdds
    swing : dict
        Defender's IPC lost less attacker's.
    """

    kind: str
    results: dict[str, Fraction]
    attack: SideOdds
    defence: SideOdds
    swing: Spread


def battle_odds(battle: Battle) -> BattleOdds:
    """Exact odds of a land battle, a sea battle or a landing.

    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> odds = battle_odds(Battle(Side((3, 1, 0, 0)), Side((2, 0, 0, 0)), load_dataset().values()))
    >>> odds.results["captured"], mean(odds.attack.hits)
    (Fraction(5, 9), Fraction(5, 3))
    """
    ends = battle_ends(battle)
    attack_ipc, defence_ipc = worth(battle.attack, battle.values), worth(battle.defence, battle.values)
    tally: list[dict[int, int]] = [{} for _ in range(8)]
    for end, weight in ends.weights.items():
        attack_lost = attack_ipc - left_worth(end.attack_army, end.attack_fleet, battle.values)
        defence_lost = defence_ipc - left_worth(end.defence_army, end.defence_fleet, battle.values)
        measures = (
            end.result,
            end.attack_hits,
            battle.attack.units - sum(end.attack_army) - sum(end.attack_fleet),
            attack_lost,
            end.defence_hits,
            battle.defence.units - sum(end.defence_army) - sum(end.defence_fleet),
            defence_lost,
            defence_lost - attack_lost,
        )
        for weights, value in zip(tally, measures, strict=True):
            weights[value] = weights.get(value, 0) + weight
    results, *numbers = (Pmf(weights) for weights in tally)
    hits, losses, ipc, enemy_hits, enemy_losses, enemy_ipc, swing = (
        dict(sorted(pmf.probabilities().items())) for pmf in numbers
    )
    salvos = tuple(map(_weights_spread, first_salvos(battle))) if battle.kind == SEA else (None, None)
    return BattleOdds(
        battle.kind,
        {RESULTS[result]: results.probability(result) for result in RESULTS_OF[battle.kind]},
        SideOdds(hits, losses, ipc, salvos[0]),
        SideOdds(enemy_hits, enemy_losses, enemy_ipc, salvos[1]),
        swing,
    )


def worth(side: Side, values: Values) -> int:
    """What a side costs in IPC."""
    return left_worth(side.army, side.fleet, values)


def left_worth(army: Counts, fleet: Counts, values: Values) -> int:
    """What an army and a fleet cost in IPC."""
    return cost(army, values.land_cost) + cost(fleet, values.sea_cost)


def mean(spread: Spread) -> Fraction:
    """The expected value.

    >>> mean({0: Fraction(1, 2), 4: Fraction(1, 2)})
    Fraction(2, 1)
    """
    return sum((value * odds for value, odds in spread.items()), Fraction(0))


def at_least(spread: Spread) -> Spread:
    """The probabilities of a value or more.

    >>> at_least({0: Fraction(1, 4), 2: Fraction(3, 4)})
    {0: Fraction(1, 1), 2: Fraction(3, 4)}
    """
    total, found = Fraction(0), {}
    for value in sorted(spread, reverse=True):
        total += spread[value]
        found[value] = total
    return dict(sorted(found.items()))


def _weights_spread(weights: Sequence[int]) -> Spread:
    return Pmf(dict(enumerate(weights))).probabilities()
