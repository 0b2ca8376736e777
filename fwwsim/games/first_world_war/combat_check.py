"""A Monte Carlo check of the exact odds: the simulation's own combat kernel, run on one combat many times."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import STREAMS
from fwwsim.engine.journal import new_journal
from fwwsim.engine.records import Record, blank
from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.combat import resolve
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS
from fwwsim.games.first_world_war.odds import SIGNAL, Combat, Side
from fwwsim.games.first_world_war.state import NO_CHIT, STATE
from fwwsim.games.first_world_war.tables import MAX_ARMIES, TABLE
from fwwsim.jit import kernel

ATTACK, DEFENCE = ALLIES, CENTRAL_POWERS  # who is who makes no difference to the kernel
FRONT = CHIT = 0
CHUNK = 1_000_000  # combats between two chances for Ctrl-C


@dataclass(frozen=True, slots=True)
class CombatCounts:
    """How often each result came up in `combats` simulated combats."""

    combats: int
    attack_wins: int
    tie: int
    defence_wins: int


def simulate_combat(combat: Combat, faces: Iterable[str | int], combats: int, seed: int) -> CombatCounts:
    """Resolve `combat` `combats` times with the compiled kernel of the simulation.

    The cups are empty, so that no chit is drawn; combat i is that of game i of the seed.

    Parameters
    ----------
    combat : Combat
    faces : iterable of str or int
        The six faces of the die.
    combats : int
        At least 1.
    seed : int

    Raises
    ------
    SpecError
        More armies on a side than the kernel has room for.
    """
    table, start = blank(TABLE), np.zeros(1, STATE).view(np.recarray)
    table.die[:] = [0 if face == SIGNAL else face for face in faces]
    table.home[:, FRONT] = 2 * ATTACK, 2 * DEFENCE
    start[0].turn = 1
    start[0].key[:] = np.array([key_of(seed, stream) for stream in range(STREAMS)], np.uint64)
    for alliance, side in ((ATTACK, combat.attack), (DEFENCE, combat.defence)):
        _place(table, start[0], alliance, side)
    counts, scratch, journal = np.zeros(3, np.int64), start.copy(), new_journal(0)
    for first in range(0, combats, CHUNK):
        resolve_many(first, min(first + CHUNK, combats), counts, scratch, start, table, journal)
    defence_wins, tie, attack_wins = (int(count) for count in counts)
    return CombatCounts(combats, attack_wins, tie, defence_wins)


def _place(table: Record, state: Record, alliance: int, side: Side) -> None:
    """One side's armies on the front, its chit on the table, its lead named."""
    if len(side.armies) > MAX_ARMIES:
        raise SpecError(
            f"armies of a side: found {len(side.armies)}; allowed with --check: 1 to {MAX_ARMIES}"
        )
    everyone = (1 << len(side.armies)) - 1
    table.value[alliance, : len(side.armies)] = [army.value for army in side.armies]
    table.colour[2 * alliance] = everyone
    table.chit_value[alliance, CHIT] = side.chit
    state.armies[alliance, FRONT] = state.fighting[alliance] = everyone
    state.lead[alliance] = side.lead
    state.laid[alliance] = CHIT if side.chit or side.chit_name else NO_CHIT


@kernel
def resolve_many(
    first: int, end: int, counts: Any, scratch: Any, start: Any, table: Any, journal: Any
) -> None:
    """Resolve the combat of games first to end - 1; counts lost, tied and won attacks (R6.1)."""
    for game in range(first, end):
        scratch[0] = start[0]
        state = scratch[0]
        state.game = game
        counts[1 + resolve(state, table, journal, ATTACK, FRONT)] += 1
