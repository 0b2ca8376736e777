"""Axis & Allies 1914 by brute force: every face of every die, units as letters; written without the package's rules.

Letters: i a t f (infantry, artillery, tank, fighter), S T C B b (submarine, transport, cruiser, battleship, damaged).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product

ATTACK = {"i": 2, "a": 3, "t": 2, "f": 2, "S": 2, "T": 0, "C": 3, "B": 4, "b": 4}
DEFENCE = {"i": 3, "a": 3, "t": 1, "f": 2, "S": 2, "T": 0, "C": 3, "B": 4, "b": 4}
FACES = range(1, 7)
Odds = dict[int, Fraction]


@cache
def roll(values: tuple[int, ...]) -> Odds:
    """Hits of dice that hit on these values or less, by counting all throws."""
    count = Counter(
        sum(face <= value for face, value in zip(faces, values, strict=True))
        for faces in product(FACES, repeat=len(values))
    )
    return {hits: Fraction(number, 6 ** len(values)) for hits, number in count.items()}


def attack_values(units: str, supreme: bool) -> tuple[int, ...]:
    """The value of each attacking unit: one that is not artillery or fighter is raised while artillery is left."""
    helpers, values = units.count("a"), []
    for unit in sorted(units, key="itaf".index):
        value = ATTACK[unit]
        if unit in "it" and helpers:
            helpers, value = helpers - 1, value + 1
        values.append(value + (unit == "a" and supreme))
    return tuple(values)


def defence_values(units: str, supreme: bool) -> tuple[int, ...]:
    return tuple(DEFENCE[unit] + (unit == "a" and supreme) for unit in units)


@cache
def dogfight(own: int, enemy: int) -> dict[tuple[int, int], Fraction]:
    """Fighters left on both sides."""
    if not own or not enemy:
        return {(own, enemy): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    still = Fraction(0)
    for (given, one), (taken, other) in product(roll((2,) * own).items(), roll((2,) * enemy).items()):
        after = max(own - taken, 0), max(enemy - given, 0)
        if after == (own, enemy):
            still += one * other
            continue
        for end, odds in dogfight(*after).items():
            found[end] = found.get(end, Fraction(0)) + one * other * odds
    return {end: odds / (1 - still) for end, odds in found.items()}


def lose(units: str, hits: int, order: str, keep: bool = True) -> str:
    """Units left: the first of the order goes, the last infantry after all else."""
    for _ in range(min(hits, len(units))):
        candidates = [unit for unit in order if unit in units]
        if keep and units.count("i") == 1 and len(units) > 1:
            candidates = [unit for unit in candidates if unit != "i"]
        units = units.replace(candidates[0], "", 1)
    return units


def land(own: str, enemy: str, orders: tuple[str, str], keep: bool = True, bombard: int = 0) -> dict:
    """(units of both sides left as sorted letters) -> odds."""
    found: dict[tuple[str, str], Fraction] = {}
    for (mine, yours), odds in dogfight(own.count("f"), enemy.count("f")).items():
        us = own.replace("f", "") + "f" * mine
        them = enemy.replace("f", "") + "f" * yours
        fire = roll(attack_values(us, bool(mine and not yours)) + (4,) * bombard)
        answer = roll(defence_values(them, bool(yours and not mine)))
        for (given, one), (taken, other) in product(fire.items(), answer.items()):
            taken = max(taken - us.count("t"), 0)
            end = (
                "".join(sorted(lose(us, taken, orders[0], keep))),
                "".join(sorted(lose(them, given, orders[1], keep))),
            )
            found[end] = found.get(end, Fraction(0)) + odds * one * other
    return found


def hit_ships(ships: str, hits: int, order: str) -> str:
    """Ships left; in the order, "B" is the first hit on a battleship and "b" the one that sinks it."""
    for _ in range(hits):
        target = next((step for step in order if step in ships), None)
        if target is not None:
            ships = ships.replace(target, "b" if target == "B" else "", 1)
    return ships


def alone(ships: str, enemy: str) -> str:
    """Transports without a warship die when the enemy has one."""
    return ships if set(ships) - {"T"} or not set(enemy) - {"T"} else ""


def sea(own: str, enemy: str, orders: tuple[str, str], leave: Callable[[str, str], bool]) -> dict:
    """(result, ships of both sides left) -> odds."""

    @cache
    def ends(us: str, them: str, fought: bool) -> dict:
        us, them = alone(us, them), alone(them, us)
        if not us or not them:
            result = "both_sunk" if us == them else "defender_wins" if not us else "attacker_wins"
            return {(result, us, them): Fraction(1)}
        if not (set(us) | set(them)) - {"T"}:
            return {("standoff", us, them): Fraction(1)}
        if fought and leave(us, them):
            return {("broken_off", us, them): Fraction(1)}
        found: dict[tuple[str, str, str], Fraction] = {}
        still = Fraction(0)
        fire, answer = roll(tuple(ATTACK[ship] for ship in us)), roll(tuple(DEFENCE[ship] for ship in them))
        for (given, one), (taken, other) in product(fire.items(), answer.items()):
            if not given and not taken and not leave(us, them):
                still += one * other
                continue
            after = (
                "".join(sorted(hit_ships(us, taken, orders[0]))),
                "".join(sorted(hit_ships(them, given, orders[1]))),
            )
            for end, odds in ends(*after, True).items():
                found[end] = found.get(end, Fraction(0)) + one * other * odds
        return {end: odds / (1 - still) for end, odds in found.items()}

    return ends("".join(sorted(own)), "".join(sorted(enemy)), False)


def letters(counts: Iterable[int], names: str) -> str:
    """Numbers as sorted letters."""
    return "".join(sorted(name * number for name, number in zip(names, counts, strict=True)))
