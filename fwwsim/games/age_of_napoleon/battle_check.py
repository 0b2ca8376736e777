"""A Monte Carlo check of the exact odds: the same rule functions, compiled, with drawn dice."""

from collections import Counter
from typing import Any

import numpy as np

from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import NATURE, STREAMS, below, open_event
from fwwsim.engine.records import Record, blank
from fwwsim.games.age_of_napoleon import resolution as rules
from fwwsim.games.age_of_napoleon.army import (
    ATTACK,
    DEFENCE,
    MOST_ARMIES,
    MOST_CORPS,
    UNLIMITED,
    Engagement,
    Rows,
    command_of,
)
from fwwsim.games.age_of_napoleon.dataset import DICE, Tables
from fwwsim.games.age_of_napoleon.odds.engagement import NO_BATTLE, Outcome, Toll
from fwwsim.games.age_of_napoleon.options import Readings
from fwwsim.games.age_of_napoleon.resolution import (
    ALL_COLUMNS,
    ATTACK_WINS,
    DEFENCE_WINS,
    FIELDS,
    TIE,
)
from fwwsim.jit import kernel

DEFENDER = MOST_ARMIES  # the last army of the table
MOST_ROWS = MOST_CORPS + 3 * 12  # armies of unknown size have as many rows as they can lose
MOST_STRENGTH, FACES = 200, len(DICE)
CHUNK = 1_000_000  # engagements between two chances for Ctrl-C
BITS = 6  # of a count in the code of an outcome
MARCH_EVENT, BATTLE_EVENT, TIE_EVENT = range(3)

TABLE = np.dtype(
    [
        ("inflicts", np.int64, (MOST_STRENGTH, FACES)),
        ("tie_break", np.int64, MOST_STRENGTH),
        ("march", np.int64, (MOST_CORPS + 1, FACES)),
        ("armies", np.int64, (MOST_ARMIES + 1, MOST_ROWS, FIELDS)),
        ("rows", np.int64, MOST_ARMIES + 1),
        ("causes", np.int64, (MOST_ARMIES + 1, MOST_ARMIES)),
        ("command", np.int64, MOST_ARMIES + 1),
        ("battles", np.int64),
        ("strongest", np.int64),
        ("absent_rolls", np.int64),
    ]
)
STATE = np.dtype(
    [
        ("game", np.int64),
        ("turn", np.int64),
        ("stream", np.int64),
        ("cursor", np.int64),
        ("key", np.uint64, STREAMS),
        ("winner", np.int64),
        ("by_tie_break", np.int64),
        ("battles", np.int64),
        ("toll", np.int64, (2, 4)),
        ("armies", np.int64, (MOST_ARMIES + 1, MOST_ROWS, FIELDS)),
    ]
)

rate = kernel(rules.rate)
send = kernel(rules.send)
strength = kernel(rules.strength)
present = kernel(rules.present)
inflicted = kernel(rules.inflicted)
outcome = kernel(rules.outcome)
tie_sum = kernel(rules.tie_sum)
tie_outcome = kernel(rules.tie_outcome)
losses = kernel(rules.losses)
permanent = kernel(rules.permanent)
lose = kernel(rules.lose)
turn_fighters = kernel(rules.turn_fighters)
lowest = kernel(rules.lowest)
march = kernel(rules.march)


def simulate_engagement(
    tables: Tables, engagement: Engagement, engagements: int, seed: int, readings: Readings | None = None
) -> Counter[Outcome]:
    """How often each outcome came up in `engagements` simulated ones; number i is game i of the seed.

    Parameters
    ----------
    tables : Tables
    engagement : Engagement
        One that :func:`fwwsim.games.age_of_napoleon.odds.engagement_odds` accepts with these tables.
    engagements : int
        At least 1.
    seed : int
    readings : Readings, optional
    """
    table = _table(tables, engagement, readings or Readings())
    state = blank(STATE)
    state.key[:] = np.array([key_of(seed, stream) for stream in range(STREAMS)], np.uint64)
    found: Counter[Outcome] = Counter()
    for first in range(0, engagements, CHUNK):
        codes = np.zeros(min(CHUNK, engagements - first), np.int64)
        engage_many(first, codes, state, table)
        values, counts = np.unique(codes, return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            found[_decode(value)] += count
    return found


def _table(tables: Tables, engagement: Engagement, readings: Readings) -> Record:
    """Everything that is fixed for a run, as the kernels read it."""
    table = blank(TABLE)
    for band in tables.bands:
        table.inflicts[band.low : band.high + 1] = band.inflicts
        table.tie_break[band.low : band.high + 1] = band.tie_break
    for row in tables.march:
        table.march[row.corps] = row.lost
    for index, armies in enumerate(engagement.battles):
        rows = tuple(
            row for column, army in enumerate(armies) for row in army.rows(tables, ATTACK, readings, column)
        )
        _place(table, index, rows, [army.causes for army in armies], command_of(armies))
    defender = engagement.defender
    rows = defender.rows(tables, DEFENCE, readings)
    _place(table, DEFENDER, rows, [defender.causes], command_of((defender,)))
    table.battles = len(engagement.battles)
    table.strongest = readings.losses == "strongest"
    table.absent_rolls = readings.absent == "die"
    return table


def _place(table: Record, index: int, rows: Rows, causes: list[int], command: int) -> None:
    table.armies[index, : len(rows)] = rows
    table.rows[index] = len(rows)
    table.causes[index, : len(causes)] = causes
    table.command[index] = min(command, UNLIMITED)


def _decode(code: int) -> Outcome:
    """The outcome that `encode` made a number of."""
    tolls = []
    for _ in range(2):
        counts = []
        for _ in range(4):
            counts.append(code & (1 << BITS) - 1)
            code >>= BITS
        tolls.append(Toll(*counts))
    return Outcome((code & 3) - 1, bool(code >> 2 & 1), code >> 3, tolls[0], tolls[1])


@kernel
def encode(state: Any) -> int:
    """The outcome as one number: winner, tie-break, battles, then the tolls, the attack's in the low bits."""
    code = (state.battles << 1 | state.by_tie_break) << 2 | (state.winner + 1)
    for side in range(1, -1, -1):
        for kind in range(3, -1, -1):
            code = code << BITS | state.toll[side, kind]
    return code


@kernel
def engage_many(first: int, codes: Any, state: Any, table: Any) -> None:
    """Resolve engagements first, first + 1, ...: one code each."""
    for index in range(len(codes)):
        state.game = first + index
        engage(state, table)
        codes[index] = encode(state)


@kernel
def engage(state: Any, table: Any) -> None:
    """March of every army, then the battles, until the defender has lost one or is gone."""
    state.winner = NO_BATTLE
    state.by_tie_break = 0
    state.battles = 0
    state.toll[:] = 0
    for army in range(table.battles):
        state.armies[army, : table.rows[army]] = table.armies[army, : table.rows[army]]
        move(state, table, army, 0)
    state.armies[DEFENDER, : table.rows[DEFENDER]] = table.armies[DEFENDER, : table.rows[DEFENDER]]
    move(state, table, DEFENDER, 1)
    defence = state.armies[DEFENDER, : table.rows[DEFENDER]]
    for army in range(table.battles):
        attack = state.armies[army, : table.rows[army]]
        if state.winner != ATTACK_WINS and present(attack, ALL_COLUMNS) and present(defence, ALL_COLUMNS):
            fight(state, table, army)


@kernel
def move(state: Any, table: Any, army: int, side: int) -> None:
    """March attrition of each column of an army (march.1 to march.3)."""
    corps = state.armies[army, : table.rows[army]]
    for column in range(MOST_ARMIES):
        causes = table.causes[army, column]
        if causes == 0:
            continue
        open_event(state, NATURE, MARCH_EVENT, army, column)
        low = FACES
        for _ in range(causes):
            low = lowest(low, 1 + below(state, FACES))
        number = table.march[present(corps, column), low - 1]
        rate(corps)
        march(corps, column, number, table.strongest != 0)
        state.toll[side, 0] += number


@kernel
def fight(state: Any, table: Any, army: int) -> None:
    """One battle of an attacking army against the defender (battle.2 to battle.10)."""
    attack = state.armies[army, : table.rows[army]]
    defence = state.armies[DEFENDER, : table.rows[DEFENDER]]
    rate(attack)
    rate(defence)
    attackers = send(attack, table.command[army])
    defenders = send(defence, table.command[DEFENDER])
    own, enemy = strength(attack), strength(defence)
    open_event(state, NATURE, BATTLE_EVENT, army, 0)
    inflicts = inflicted(table.inflicts[own, below(state, FACES)], attackers)
    suffers = inflicted(table.inflicts[enemy, below(state, FACES)], defenders)
    winner = outcome(inflicts, suffers)
    tied = winner == TIE
    attack_losses = losses(suffers, winner == DEFENCE_WINS, present(attack, ALL_COLUMNS))
    defence_losses = losses(inflicts, winner == ATTACK_WINS, present(defence, ALL_COLUMNS))
    if tied:
        open_event(state, NATURE, TIE_EVENT, army, 0)
        absent = table.absent_rolls != 0
        own_sum = tie_sum(1 + below(state, FACES), table.tie_break[own], attackers > 0 or absent)
        enemy_sum = tie_sum(1 + below(state, FACES), table.tie_break[enemy], defenders > 0 or absent)
        winner = tie_outcome(own_sum, enemy_sum)
    state.winner = winner
    state.by_tie_break = 1 if tied else 0
    state.battles += 1
    pay(state, 0, attack_losses, winner == ATTACK_WINS, tied)
    pay(state, 1, defence_losses, winner == DEFENCE_WINS, tied)
    lose(defence, defence_losses, table.strongest != 0)
    turn_fighters(defence)


@kernel
def pay(state: Any, side: int, lost: int, won: bool, tied: bool) -> None:
    """Losses of one battle: for good, to the prisoners' box, or to the reserve (battle.9)."""
    gone = permanent(lost, won and not tied)
    state.toll[side, 1] += gone
    state.toll[side, 3 if won else 2] += lost - gone
