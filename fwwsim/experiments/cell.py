"""A cell: games that share everything but their index; and the match that they are played by."""

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from fwwsim import jit
from fwwsim.experiments.store import fingerprint
from fwwsim.experiments.variations import force
from fwwsim.game import Match
from fwwsim.games import load_game

ARM, PLAYERS, SWITCH, POLICIES, DATA, KNOCK_OUT, FORCED = (
    "arm", "players", "switch", "policies", "data", "knock_out", "forced",
)  # fmt: skip
ROLES = (ARM, PLAYERS, SWITCH, POLICIES, DATA, KNOCK_OUT, FORCED)


@dataclass(frozen=True, slots=True)
class Cell:
    """Games that share everything but their index.

    Attributes
    ----------
    name : str
        Unique in its experiment: the name of an arm, or what differs from the arm.
    role : str
        Why it is played, one of ROLES.
    arm : str
        The arm that it departs from; its own name if it is an arm.
    value : str
        What differs from the arm: ``3``, ``hand_scope=player``, ``cautious``, ``perturbed 7``, ``without DE 1``,
        ``t2 f5 +1``.
    game, seed, players, rules, policies, data
        As on the command line.
    edits : tuple of str
        Changes of the data set in memory.
    games : int
        How many; with a target, at most so many.
    force : (turn, front, result) or None
        The combat whose result is forced.
    """

    name: str
    role: str
    arm: str
    value: str
    game: str
    seed: int
    players: int
    rules: tuple[str, ...]
    policies: str
    data: str
    edits: tuple[str, ...]
    games: int
    force: tuple[int, int, int] | None = None


def match_of(cell: Cell) -> Match:
    """The match of a cell; a process prepares it once.

    Raises
    ------
    FwwsimError
        A name, rule, policy, data set or number that cannot be used.
    """
    return _prepared(replace(cell, name="", role="", arm="", value="", games=0))


def key_of(match: Match) -> str:
    """The fingerprint of all that decides the games of a match: equal exactly if they are the same games.

    It covers the set-up and the table that the kernels read (and so data set, rules, policies and seed), the
    version of the game, and the sources of the kernels.
    """
    digest = hashlib.sha256(match.start.tobytes())
    digest.update(match.table.tobytes())
    about = match.description
    return fingerprint([about["game"], about["version"], jit.source_hash(), digest.hexdigest()])


@lru_cache(maxsize=4096)
def _prepared(cell: Cell) -> Match:
    if cell.force is not None:
        return force(match_of(replace(cell, force=None)), *cell.force)
    data = Path(cell.data) if cell.data else None
    prepare = load_game(cell.game).prepare
    return prepare(data, cell.players, list(cell.rules), cell.policies, cell.seed, cell.edits)
