"""Invented results: games drawn from simple chances, in the columns of The First World War, at no cost.

Cells of one seed share their chances, so that they pair; `tilts` says by how much the Allies' chance to win a game
departs from that of the base in a cell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.plan import Cell, Experiment
from fwwsim.experiments.question import Factor, Question
from fwwsim.game import Match
from fwwsim.games import load_game
from fwwsim.games.first_world_war.check import LEAD_OF_GERMANY, LEAD_OF_WEST, TREATY_BONUS
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS, FRONTS, TURNS
from fwwsim.games.first_world_war.outcomes import WORDS

CHANCE = 0.6  # of the Allies to win a game of the base
SHARD = 170


def cell(name: str, role: str = "arm", arm: str = "base", value: str = "", **changes: Any) -> Cell:
    """A cell of 4 players under the printed rules."""
    made = Cell(name, role, arm, value, "first_world_war", 7, 4, (), "balanced", "", (), 400)
    return replace(made, **changes)


def experiment(
    report: str, cells: Sequence[Cell], factors: tuple[Factor, ...] = (), levels: dict[str, Any] | None = None
) -> Experiment:
    """An experiment of these cells."""
    spec = Question(f"A test of {report}", "What does it do?", report, 7, games=cells[0].games)
    return Experiment(spec, "invented", "analyses/invented.toml", tuple(cells), factors, levels or {})


@dataclass(frozen=True)
class Invented:
    """What reports read of `Results`."""

    experiment: Experiment
    tilts: Mapping[str, float] = field(default_factory=dict)

    def games(self, name: str) -> int:
        return self.experiment.cell(name).games

    def digest(self, name: str) -> str:
        return f"{name:0<64}"

    def words(self, column: str) -> tuple[str, ...]:
        return WORDS.get(column, ())

    def cells(self, role: str, arm: str = "") -> tuple[Cell, ...]:
        return tuple(
            made for made in self.experiment.cells if made.role == role and (not arm or made.arm == arm)
        )

    def match(self, name: str) -> Match:
        return prepared(self.experiment.cell(name).rules)

    def shards(self, name: str, columns: Sequence[str]) -> Iterator[dict[str, NDArray[Any]]]:
        found = self.experiment.cell(name)
        games = invent(found.games, self.tilts.get(name, 0.0), found.force)
        for first in range(0, found.games, SHARD):
            yield {column: games[column][first : first + SHARD] for column in columns}


@lru_cache
def prepared(rules: tuple[str, ...]) -> Match:
    return load_game("first_world_war").prepare(None, 4, list(rules), "balanced", 7)


@lru_cache(maxsize=64)
def invent(n: int, tilt: float, force: tuple[int, int, int] | None) -> dict[str, NDArray[Any]]:
    """All columns of `n` games."""
    draws = np.random.default_rng(1918)
    found: dict[str, NDArray[Any]] = {"game": np.arange(n, dtype=np.int64)}
    end_turn = draws.integers(1, TURNS + 1, n)
    luck = draws.integers(-40, 41, (n, 2))
    chance = np.clip(CHANCE + tilt + 0.004 * (luck[:, 0] - luck[:, 1]), 0, 1)
    uniform, nobody = draws.random(n), draws.random(n) < 0.05
    attacker = draws.integers(0, 3, n)
    if force is not None:
        found["forced"] = np.where(draws.random(n) < 0.8, attacker, 0)
        chance = chance + np.array([0, 1, -1])[found["forced"]] * 0.1 * force[2]
    else:
        found["forced"] = np.zeros(n, np.int8)
    alliance = np.where(nobody, 2, np.where(uniform < chance, 0, 1))
    vp = np.cumsum(draws.integers(-1, 2, (n, TURNS, 4)), axis=1) + 12
    played = np.arange(1, TURNS + 1)[None, :] <= end_turn[:, None]
    cities = draws.integers(0, 4, (n, TURNS, FRONTS))
    points, rolls = draws.integers(0, 4, (n, TURNS, 4)), draws.integers(-1, 5, (n, TURNS, 4))
    for turn in range(TURNS):
        for place, faction in enumerate(FACTIONS):
            found[f"vp_t{turn + 1}_{faction}"] = np.where(played[:, turn], vp[:, turn, place], -1)
            found[f"points_t{turn + 1}_{faction}"] = np.where(played[:, turn], points[:, turn, place], -1)
            found[f"roll_t{turn + 1}_{faction}"] = np.where(played[:, turn], rolls[:, turn, place], -1)
        for front in range(FRONTS):
            held = np.where(played[:, turn], cities[:, turn, front], -1)
            found[f"allied_cities_t{turn + 1}_{front + 1}"] = held
    last = vp[np.arange(n), end_turn - 1]
    scored = (end_turn == TURNS) & ~nobody
    allied, central = last[:, :2].sum(axis=1), last[:, 2:].sum(axis=1)
    alliance = np.where(scored, np.where(allied + 40 * tilt > central, 0, 1), alliance)
    found["treaty"] = np.where(draws.random(n) < 0.2, 4, 0)
    bonus = np.where(found["treaty"] > 0, TREATY_BONUS, 0)
    west = last[:, 0] >= last[:, 1] + bonus + LEAD_OF_WEST
    german = last[:, 2] >= last[:, 3] + LEAD_OF_GERMANY
    found["alliance"] = found["winner_2"] = alliance
    found["winner_3"] = np.select([alliance == 2, alliance == 0, german], [3, 0, 1], 2)
    found["winner_4"] = np.select(
        [alliance == 2, (alliance == 0) & west, alliance == 0, german], [4, 0, 1, 2], 3
    )
    found["reason"] = np.select([nobody, scored], [3, 0], 2)
    found["end_turn"] = end_turn
    losers = draws.integers(0, 2, n)
    for place, faction in enumerate(FACTIONS):
        found[f"vp_{faction}"] = last[:, place]
        lost = (alliance == 1 - place // 2) & (losers == place % 2)
        found[f"surrendered_{faction}"] = np.where(scored, False, nobody | lost)
        found[f"surrender_luck_{faction}"] = draws.integers(-5, 6, n).astype(np.int8)
    for place, side in enumerate(ALLIANCES):
        found[f"dice_luck_{side}"] = luck[:, place].astype(np.int16)
        found[f"combat_luck_{side}"] = draws.normal(0, 2, n).astype(np.float32)
        found[f"largest_deficit_{side}"] = draws.integers(0, 12, n)
    found["lead_changes"] = draws.integers(0, 4, n)
    found["first_city"] = draws.integers(0, 3, n)
    return {
        name: column if column.dtype != np.int64 else column.astype(np.int32)
        for name, column in found.items()
    }
