"""Matches that differ from a given one in one thing, on the same cards and draws.

For reports that ask what a hero, the attack in a battle, or an open question of the rulebook is worth.
"""

from dataclasses import asdict, replace
from typing import Any

import numpy as np

from fwwsim.game import Match
from fwwsim.games.hector_and_achilles.options import Rules
from fwwsim.games.hector_and_achilles.tables import build_table


def without_hero(match: Match, side: int, hero: int) -> Match:
    """The same match, but this hero of `side` has left the game before the first battle, and both sides know it.

    The hero pile is one card short, so its draws fall on the others; all other draws stay.

    Examples
    --------
    >>> from fwwsim.games.hector_and_achilles.match import prepare
    >>> bin(without_hero(prepare(None, 2, [], "random", 1), 0, 1).start[0].hero_pile[0])
    '0b111101'
    """
    start = match.start.copy()
    start["hero_pile"][0, side] &= ~(1 << hero)
    start["hero_lost"][0, side] |= 1 << hero
    return replace(match, start=start)


def with_hero_value(match: Match, side: int, hero: int, value: int) -> Match:
    """The same match, but this hero of `side` has another value; every draw stays.

    Examples
    --------
    >>> from fwwsim.games.hector_and_achilles.match import prepare
    >>> with_hero_value(prepare(None, 2, [], "random", 1), 0, 1, 3).table.hero_value[0].tolist()
    [5, 3, 4, 5, 3, 4]
    """
    table = _copy(match.table)
    table.hero_value[side, hero] = value
    return replace(match, table=table)


def with_attack(match: Match, battle: int, side: int) -> Match:
    """The same match, but `side` attacks in the battle of this number, whoever would by the rules; every draw stays.

    Examples
    --------
    >>> from fwwsim.games.hector_and_achilles.match import prepare
    >>> int(with_attack(prepare(None, 2, [], "random", 1), 3, 1).table.forced_battle)
    3
    """
    table = _copy(match.table)
    table.forced_battle, table.forced_attacker = battle, side
    return replace(match, table=table)


def with_rules(match: Match, rules: Rules) -> Match:
    """The same match under other rules; every draw that both rules ask for stays.

    Examples
    --------
    >>> from fwwsim.games.hector_and_achilles.match import prepare
    >>> int(with_rules(prepare(None, 2, [], "random", 1), Rules(home_limit=6)).table.home_limit)
    6
    """
    table = build_table(match.description["source"], rules)
    table.policy[:], table.weights[:] = match.table.policy, match.table.weights
    return replace(match, table=table, description=match.description | {"rules": asdict(rules)})


def _copy(table: Any) -> Any:
    rows = np.zeros(1, table.dtype).view(np.recarray)
    rows[0] = table
    return rows[0]
