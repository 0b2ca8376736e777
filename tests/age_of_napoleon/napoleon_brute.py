"""Age of Napoleon battles once more, die by die and without the package's rules: a reference for the tests.

Corps are dicts, dice are enumerated one by one, and nothing is imported from the game but the description of the
question and of the outcome. Equal situations are merged between battles.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from fwwsim.games.age_of_napoleon.army import Army, Engagement
from fwwsim.games.age_of_napoleon.dataset import Tables
from fwwsim.games.age_of_napoleon.odds import Outcome, Toll
from fwwsim.games.age_of_napoleon.options import Readings

DICE = (1, 2, 3, 4, 5, 6)
Unit = dict[str, Any]


def brute_outcomes(tables: Tables, question: Engagement, readings: Readings) -> dict[Outcome, Fraction]:
    """The chance of every outcome."""
    states: dict[Any, Fraction] = {}
    for lost, units, odds in marches(tables, [question.defender], "defence", readings):
        key = (0, False, 0, (0, 0, 0, 0), (lost, 0, 0, 0), freeze(units))
        states[key] = states.get(key, Fraction(0)) + odds
    groups = (
        [[army] for army in question.attackers] if question.interior_lines else [list(question.attackers)]
    )
    for group in groups:
        after: defaultdict[Any, Fraction] = defaultdict(Fraction)
        arrivals = list(marches(tables, group, "attack", readings))
        commands = [army.command for army in group if army.command is not None]
        for (won, tied, battles, own, enemy, frozen), odds in states.items():
            for lost, units, share in arrivals:
                paid = (own[0] + lost, *own[1:])
                defenders = thaw(frozen)
                if won == 1 or not units or not defenders:
                    after[won, tied, battles, paid, enemy, frozen] += odds * share
                    continue
                caps = max(commands, default=1000), question.defender.command or 1000
                for result, chance in battle(tables, units, defenders, caps, readings):
                    winner, tie, attack_toll, defence_toll, left = result
                    total = tuple(one + other for one, other in zip(paid, attack_toll, strict=True))
                    theirs = tuple(one + other for one, other in zip(enemy, defence_toll, strict=True))
                    after[winner, tie, battles + 1, total, theirs, left] += odds * share * chance
        states = after
    found: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    for (won, tied, battles, own, enemy, _), odds in states.items():
        found[Outcome(won, tied, battles, Toll(*own), Toll(*enemy))] += odds
    return dict(found)


def units_of(army: Army, role: str, readings: Readings) -> list[Unit]:
    """The corps of an army; one that is given by its strength must have its size."""
    suffers = {"landed": "attack", "attacked": "defence"}[readings.sea] == role
    if army.strength is not None:
        assert army.size is not None
        value = army.strength + army.home - (2 * army.sea if suffers else 0)
        rest = {"spent side": 0, "fresh side": 0, "spent": False, "extra": 0, "out": army.strength == 0}
        return [
            {**rest, "place": 0, "fresh side": value, "spent side": value},
            *({**rest, "place": place} for place in range(1, army.size)),
        ]
    units = []
    for place, corps in enumerate(army.corps):
        weak = corps.spent if corps.spent is not None else max(1, corps.fresh - readings.spent_less)
        extra = (1 if corps.home else 0) - (2 if corps.sea and suffers else 0)
        units.append(
            {
                "place": place,
                "fresh side": corps.fresh,
                "spent side": weak,
                "spent": corps.turned,
                "extra": extra,
                "out": corps.out,
            }
        )
    return units


def value(unit: Unit) -> int:
    """What a corps adds to the strength."""
    return int(unit["spent side" if unit["spent"] else "fresh side"] + unit["extra"])


def by_loss(units: list[Unit], readings: Readings) -> list[Unit]:
    """In the order in which the owner gives them up."""
    sign = 1 if readings.losses == "weakest" else -1
    return sorted(units, key=lambda unit: (sign * value(unit), sign * unit["spent side"], unit["place"]))


def marches(
    tables: Tables, armies: list[Army], role: str, readings: Readings
) -> Iterator[tuple[int, list[Unit], Fraction]]:
    """Corps lost, the corps that arrive, chance; for every roll of every die."""
    merged: dict[tuple[int, Any], Fraction] = {(0, ()): Fraction(1)}
    for number, army in enumerate(armies):
        after: defaultdict[tuple[int, Any], Fraction] = defaultdict(Fraction)
        for gone, units, share in march(tables, army, role, readings):
            arrived = freeze([{**unit, "place": unit["place"] + 100 * number} for unit in units])
            for (lost, others), odds in merged.items():
                after[lost + gone, others + arrived] += odds * share
        merged = dict(after)
    for (lost, frozen), odds in merged.items():
        yield lost, thaw(frozen), odds


def march(
    tables: Tables, army: Army, role: str, readings: Readings
) -> Iterator[tuple[int, list[Unit], Fraction]]:
    """The same for one army, unmerged."""
    share = Fraction(1, 6**army.causes)
    for dice in product(DICE, repeat=army.causes):
        units = units_of(army, role, readings)
        if not dice:
            yield 0, units, share
            continue
        row = next(row for row in tables.march if row.corps == len(units))
        gone = row.lost[min(dice) - 1]
        spent = by_loss([unit for unit in units if unit["spent"]], readings)
        fresh = by_loss([unit for unit in units if not unit["spent"]], readings)
        yield gone, [{**unit, "spent": True} for unit in (spent + fresh)[gone:]], share


def freeze(units: list[Unit]) -> Any:
    """Hashable, in the order of the counters."""
    return tuple(tuple(sorted(unit.items())) for unit in sorted(units, key=lambda unit: int(unit["place"])))


def thaw(frozen: Any) -> list[Unit]:
    """The units again."""
    return [dict(unit) for unit in frozen]


def column(tables: Tables, strength: int) -> tuple[tuple[int, ...], int]:
    """Cells and tie-break modifier of a strength."""
    band = next(band for band in tables.bands if band.low <= strength <= band.high)
    return band.inflicts, band.tie_break


def battle(
    tables: Tables, attack: list[Unit], defence: list[Unit], caps: tuple[int, int], readings: Readings
) -> Iterator[tuple[Any, Fraction]]:
    """Every roll of one battle: winner, tie-break, tolls, the defenders left."""
    chosen = []
    for units, cap in ((attack, caps[0]), (defence, caps[1])):
        able = sorted(
            (unit for unit in units if not unit["out"]), key=lambda unit: (-value(unit), unit["place"])
        )
        chosen.append([unit["place"] for unit in able[:cap]])
    strengths = [
        max(0, sum(value(unit) for unit in units if unit["place"] in places))
        for units, places in zip((attack, defence), chosen, strict=True)
    ]
    (own_cells, own_bonus), (enemy_cells, enemy_bonus) = (column(tables, strength) for strength in strengths)
    for own, enemy in product(DICE, DICE):
        hits = own_cells[own - 1] if chosen[0] else 0
        blows = enemy_cells[enemy - 1] if chosen[1] else 0
        if hits != blows:
            winner = 1 if hits > blows else -1
            yield settle(winner, False, hits, blows, attack, defence, chosen[1], readings), Fraction(1, 36)
            continue
        for again, reply in product(DICE, DICE):
            rolls = readings.absent == "die"
            own_sum = again + own_bonus if chosen[0] or rolls else 0
            enemy_sum = reply + enemy_bonus if chosen[1] or rolls else 0
            winner = 1 if own_sum > enemy_sum else -1
            result = settle(winner, True, hits, blows, attack, defence, chosen[1], readings)
            yield result, Fraction(1, 36 * 36)


def settle(
    winner: int,
    tied: bool,
    hits: int,
    blows: int,
    attack: list[Unit],
    defence: list[Unit],
    fought: list[int],
    readings: Readings,
) -> Any:
    """Losses of both sides, split one by one: P R P R for a loser or a winner by tie-break, else R P R P."""
    tolls = []
    for side, suffered, units in ((1, blows, attack), (-1, hits, defence)):
        lost = suffered + (1 if not tied and side != winner else 0)
        lost = min(lost, len(units))
        first = "R" if side == winner and not tied else "P"
        order = [(first if place % 2 == 0 else "PR".replace(first, "")) for place in range(lost)]
        back = order.count("R")
        tolls.append((0, order.count("P"), 0, back) if side == winner else (0, order.count("P"), back, 0))
    gone = sum(tolls[1])
    left = by_loss(defence, readings)[gone:]
    left = [{**unit, "spent": unit["spent"] or unit["place"] in fought} for unit in left]
    return winner, tied, tolls[0], tolls[1], freeze(left)
