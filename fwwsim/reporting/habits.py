"""How policies play, as tables: where each faction deploys and attacks, and what it does with its actions."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.habits import Habits
from fwwsim.games.first_world_war.names import FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.state import ACTIONS
from fwwsim.reporting.document import Column, Table, Value
from fwwsim.reporting.numbers import number
from fwwsim.stats.intervals import Interval, mean_interval, wilson
from fwwsim.stats.ratio import ratio_interval, sums_of

FRONT_COLUMNS = (
    Column("turn", "turn"),
    Column("front", "front"),
    Column("armies", "armies deployed", "mean"),
    Column("value", "their combat value", "mean"),
    Column("dummies", "dummies deployed", "mean"),
    Column("attacks", "attacks", "mean"),
    Column("won", "won, %", "rate", scale=100),
)
TURN_COLUMNS = (Column("turn", "turn"), *(Column(kind, kind, "mean") for kind in ACTIONS))
CHIT_COLUMNS = (
    Column("faction", "faction"),
    Column("attack", "chit laid in attack, %", "rate", scale=100),
    Column("attacks", "of combats", places=0),
    Column("defence", "chit laid in defence, %", "rate", scale=100),
    Column("defences", "of combats", places=0),
)


def tables(seen: Habits, dataset: Dataset, turns: int) -> Iterator[Table]:
    """Of each faction its fronts and its actions, turn by turn, then the chits of all.

    Means are over the games in which the turn was played; a front where a faction neither deploys nor attacks in
    that turn is left out. 95 % intervals: normal theory for means, Wilson for rates.
    """
    for faction, name in enumerate(FACTION_NAMES):
        rows = [row for turn in range(turns) for row in _fronts(seen, dataset, turn, faction)]
        yield Table(
            f"{FACTIONS[faction]}_fronts", f"{name}: deployment and attacks", FRONT_COLUMNS, tuple(rows)
        )
        actions = tuple(_actions(seen, turn, faction) for turn in range(turns) if _games(seen, turn))
        yield Table(f"{FACTIONS[faction]}_actions", f"{name}: actions a turn", TURN_COLUMNS, actions)
    chits = tuple(_chits(seen, faction) for faction in range(len(FACTIONS)))
    yield Table("chits", "Chits laid in combats between real armies, all turns", CHIT_COLUMNS, chits)


def played_in_words(seen: Habits, turns: int) -> str:
    """How many games the means are over.

    >>> played_in_words(Habits(np.ones((2000, 6), bool), *(np.zeros(0, int) for _ in range(3))), 2)
    'Games in which the turn was played: turn 1: 2,000, turn 2: 2,000.'
    """
    counts = (f"turn {turn + 1}: {number(_games(seen, turn))}" for turn in range(turns))
    return f"Games in which the turn was played: {', '.join(counts)}."


def _games(seen: Habits, turn: int) -> int:
    return int(np.count_nonzero(seen.played[:, turn]))


def _fronts(seen: Habits, dataset: Dataset, turn: int, faction: int) -> Iterator[tuple[Value, ...]]:
    played = seen.fronts[seen.played[:, turn], turn, faction]
    for front in dataset.fronts:
        counts = played[:, front.number - 1]
        if not counts.any():
            continue
        armies, strength, dummies, attacks, won = counts.T
        means = (mean_interval(values) for values in (armies, strength, dummies, attacks))
        yield (str(turn + 1), f"{front.name} ({front.number})", *means, _share(won, attacks))


def _share(won: NDArray[np.int64], attacks: NDArray[np.int64]) -> Value:
    """The share of attacks won; several in one game are not independent, which the interval allows for."""
    return ratio_interval(sums_of(won, attacks)) if attacks.any() and len(attacks) > 1 else None


def _actions(seen: Habits, turn: int, faction: int) -> tuple[Value, ...]:
    counts: Any = seen.actions[seen.played[:, turn], turn, faction]
    return (str(turn + 1), *(mean_interval(counts[:, kind]) for kind in range(len(ACTIONS))))


def _chits(seen: Habits, faction: int) -> tuple[Value, ...]:
    cells: list[Value] = [FACTION_NAMES[faction]]
    for combats, laid in seen.combats[faction]:
        rate: Interval | None = wilson(int(laid), int(combats)) if combats else None
        cells += [rate, int(combats)]
    return tuple(cells)
