"""Armies, fleets and orders of losses in a player's words, checked: ``"3 infantry, 1 artillery"``."""

import re
from collections.abc import Sequence
from functools import lru_cache

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.axis_and_allies_1914.names import (
    CLASSES,
    DAMAGE,
    INFANTRY,
    LAND_ORDER,
    LAND_UNITS,
    SEA_ORDER,
    SEA_STEPS,
    SEA_UNITS,
    TANK,
    TANKS_FROM_ROUND,
    TRANSPORT,
)

Counts = tuple[int, ...]

NO_ARMY: Counts = (0,) * len(LAND_UNITS)
NO_FLEET: Counts = (0,) * CLASSES
MOST_UNITS = 200  # of a kind
SHORTEST_PREFIX = 3


def read_army(text: str, what: str, *, needs_infantry: bool = True) -> Counts:
    """Numbers of infantry, artillery, tanks and fighters.

    Raises
    ------
    SpecError
        Something that is not a number and a unit.
    RuleError
        Ships, or an army without infantry.

    >>> read_army("3 infantry, 1 artillery", "--attack")
    (3, 1, 0, 0)
    >>> read_army("2 tanks", "--attack")
    Traceback (most recent call last):
    fwwsim.errors.RuleError: --attack: 2 tank without infantry; allowed: armies with at least one infantry (L2)
    """
    counts = _read(
        text, what, LAND_UNITS, SEA_UNITS, "ships do not fight on land; give a fleet with --landing"
    )
    army = tuple(counts[name] for name in LAND_UNITS)
    if needs_infantry and any(army) and not army[INFANTRY]:
        raise RuleError(
            f"{what}: {army_text(army)} without infantry; allowed: armies with at least one infantry (L2)"
        )
    return army


def read_fleet(text: str, what: str) -> Counts:
    """Numbers of submarines, transports, cruisers, undamaged and damaged battleships.

    ``damaged`` before ``battleship`` tells the last.

    >>> read_fleet("1 battleship, 2 cruisers, 1 damaged battleship", "--attack")
    (0, 0, 2, 1, 1)
    """
    counts = _read(text, what, (*SEA_UNITS, "damaged battleship"), LAND_UNITS, "only ships fight at sea")
    return tuple(counts[name] for name in (*SEA_UNITS, "damaged battleship"))


def _read(text: str, what: str, names: Sequence[str], foreign: Sequence[str], why: str) -> dict[str, int]:
    """Name -> number; a name of `foreign` is refused with `why`."""
    counts = dict.fromkeys(names, 0)
    for part in (part.strip() for part in text.split(",")):
        if not part or part.lower() == "none":
            continue
        match = re.fullmatch(r"([+-]?[0-9]{1,9})\s*(.+)", part, re.DOTALL)
        number, word = (int(match[1]), match[2]) if match else (1, part)
        name = find_unit(word, what, names, foreign)
        if name in foreign:
            raise RuleError(f"{what}: {name}: {why}; allowed: {', '.join(names)}")
        if number < 0 or counts[name] + number > MOST_UNITS:
            raise SpecError(f"{what}: {name}: found {number}; allowed: 0 to {MOST_UNITS}")
        counts[name] += number
    return counts


def find_unit(word: str, what: str, names: Sequence[str], foreign: Sequence[str] = ()) -> str:
    """The unit that `word` names: any case, plural, or its first letters.

    >>> find_unit("Tanks", "--attack", LAND_UNITS), find_unit("art", "--attack", LAND_UNITS)
    ('tank', 'artillery')
    >>> find_unit("cavalry", "--attack", LAND_UNITS)
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --attack: no unit 'cavalry' (nearest: artillery); allowed: \
infantry, artillery, tank, fighter
    """
    key = " ".join(word.lower().split())
    singular = key.removesuffix("s")
    for name in (*names, *foreign):
        if name in (key, singular) or (len(key) >= SHORTEST_PREFIX and name.startswith(singular)):
            return name
    from difflib import get_close_matches  # 5 ms; only a mistake pays for it

    near = get_close_matches(singular[:80], (*names, *foreign), 1, 0.3)
    hint = f" (nearest: {near[0]})" if near else ""
    raise SpecError(f"{what}: no unit {word[:80]!r}{hint}; allowed: {', '.join(names)}")


def read_orders(text: str, what: str) -> tuple[Counts, Counts]:
    """The land and the sea order of losses; what `text` does not name follows in the default order.

    Transports always go last (S4); ``damage`` is the first hit on a battleship, and comes first by default.

    >>> read_orders("artillery, infantry", "--attack-loss-order")[0]
    (1, 0, 2, 3)
    >>> read_orders("cruiser, damage", "--attack-loss-order")[1]
    (2, 4, 0, 3, 1)
    """
    land: list[int] = []
    sea: list[int] = []
    for word in (part.strip() for part in text.split(",")):
        if not word:
            continue
        name = find_unit(word, what, (*LAND_UNITS, *SEA_STEPS))
        chosen, index = (land, LAND_UNITS.index(name)) if name in LAND_UNITS else (sea, SEA_STEPS.index(name))
        if index in chosen:
            raise SpecError(f"{what}: {name} given twice")
        if chosen is sea and index == TRANSPORT:
            raise RuleError(
                f"{what}: transport: found in the list; allowed: not, transports are lost last (S4)"
            )
        chosen.append(index)
    land += [unit for unit in LAND_ORDER if unit not in land]
    if sea and DAMAGE not in sea:
        sea.insert(0, DAMAGE)
    sea += [step for step in SEA_ORDER if step not in sea]
    return tuple(land), tuple(sea)


def check_round(round_number: int | None, armies: Sequence[tuple[str, Counts]]) -> None:
    """Refuse tanks in the rounds before they can be bought.

    >>> check_round(3, [("--attack", (1, 0, 1, 0))])
    Traceback (most recent call last):
    fwwsim.errors.RuleError: --attack: 1 tank in round 3; allowed: tanks from round 4 on (L7)
    """
    if round_number is None or round_number >= TANKS_FROM_ROUND:
        return
    for what, army in armies:
        if army[TANK]:
            raise RuleError(
                f"{what}: {army[TANK]} tank in round {round_number}; "
                f"allowed: tanks from round {TANKS_FROM_ROUND} on (L7)"
            )


def army_text(army: Sequence[int]) -> str:
    """An army in words.

    >>> army_text((3, 0, 1, 0)), army_text((0, 0, 0, 0))
    ('3 infantry, 1 tank', 'none')
    """
    return _text(army, LAND_UNITS)


def fleet_text(fleet: Sequence[int]) -> str:
    """A fleet in words.

    >>> fleet_text((0, 1, 0, 0, 2))
    '1 transport, 2 damaged battleship'
    """
    return _text(fleet, (*SEA_UNITS, "damaged battleship"))


def order_text(order: Sequence[int], names: Sequence[str]) -> str:
    """An order of losses in words.

    >>> order_text((1, 0, 2, 3), LAND_UNITS)
    'artillery, infantry, tank, fighter'
    """
    return ", ".join(names[index] for index in order)


@lru_cache(maxsize=65536)
def cost(counts: Counts, costs: Counts) -> int:
    """What units cost in IPC.

    >>> cost((3, 1, 0, 0), (3, 4, 6, 6))  # A16
    13
    """
    return sum(number * each for number, each in zip(counts, costs, strict=True))


def _text(counts: Sequence[int], names: Sequence[str]) -> str:
    return (
        ", ".join(f"{number} {name}" for number, name in zip(counts, names, strict=True) if number) or "none"
    )
