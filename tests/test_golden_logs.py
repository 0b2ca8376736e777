"""Whole games as they were when their game's VERSION was last set, event for event.

When a game changes for the same seed and index, bump ``VERSION`` in its ``match.py`` and rewrite the files with
``python tests/test_golden_logs.py``. To add a game, add a row to GAMES.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fwwsim.games import REGISTRY, load_game

FOLDER = Path(__file__).parent / "golden"
FIRST_WORLD_WAR, HECTOR = "first_world_war", "hector_and_achilles"


@dataclass(frozen=True, slots=True)
class Golden:
    """One game: the file is named after it."""

    game: str
    name: str
    policies: str
    players: int
    rules: tuple[str, ...]
    seed: int
    index: int

    @property
    def path(self) -> Path:
        return FOLDER / self.game / f"{self.name}.jsonl"

    def lines(self) -> Iterator[str]:
        """The log as it is written today, one event a line."""
        game = load_game(self.game)
        match = game.prepare(None, self.players, list(self.rules), self.policies, self.seed)
        for event in game.tell(match, self.index):
            yield json.dumps(event, ensure_ascii=False, separators=(",", ":"))


EVERY_SWITCH = (
    "six_front_end=wins",
    "hand_scope=player",
    "uncontested_base=point",
    "mef_or_reach=front_11_only",
    "treaty_garrison=ignored",
    "transfer_source=one_front",
    "schlieffen",
    "historical_setup",
)
EVERY_AMBIGUITY = (
    "both_fall=draw",
    "missing_pile=both",
    "short_pile=fewer",
    "home_limit=6",
    "tile_faces=two",
)
MIXED = "WA=aggressive,EA=cautious,DE=balanced,GA=random"
GAMES = [
    Golden(FIRST_WORLD_WAR, "random-4-printed", "random", 4, (), 1914, 6),
    Golden(
        FIRST_WORLD_WAR,
        "random-3-variable-order",
        "random",
        3,
        ("variable_order", "surrender_from_turn=3"),
        1914,
        4,
    ),
    Golden(FIRST_WORLD_WAR, "random-2-every-switch", "random", 2, EVERY_SWITCH, 1918, 1),
    Golden(FIRST_WORLD_WAR, "balanced-4-printed", "balanced", 4, (), 1914, 3),
    Golden(
        FIRST_WORLD_WAR,
        "mixed-3-treaty",
        MIXED,
        3,
        ("surrender_from_turn=3", "treaty_garrison=ignored"),
        1914,
        37,
    ),
    Golden(HECTOR, "random-printed", "random", 2, (), 1914, 0),
    Golden(HECTOR, "greedy-bluffer", "ACHAEAN=greedy,TROJAN=bluffer", 2, (), 1914, 1),
    Golden(HECTOR, "tuned-every-switch", "tuned", 2, EVERY_AMBIGUITY, 1918, 2),
]


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: f"{golden.game}-{golden.name}")
def test_golden_log(golden: Golden) -> None:
    expected = golden.path.read_text("utf-8").splitlines()
    for number, (found, line) in enumerate(zip(golden.lines(), expected, strict=False), 1):
        assert found == line, f"{golden.path.name}:{number}; bump VERSION and rewrite if this change is meant"
    assert len(list(golden.lines())) == len(expected)


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: f"{golden.game}-{golden.name}")
def test_golden_log_is_of_this_version(golden: Golden) -> None:
    first = json.loads(golden.path.read_text("utf-8").splitlines()[0])
    assert first["version"] == load_game(golden.game).version
    assert (first["seed"], first["index"], first["players"]) == (golden.seed, golden.index, golden.players)


def test_every_golden_file_belongs_to_a_game() -> None:
    assert set(FOLDER.rglob("*.jsonl")) == {golden.path for golden in GAMES}


def test_every_game_that_is_played_has_one() -> None:
    assert {golden.game for golden in GAMES} == {name for name, entry in REGISTRY.items() if entry.contract}


def rewrite() -> None:
    """Write every file anew, and remove those of no game."""
    for path in FOLDER.rglob("*.jsonl"):
        path.unlink()
    for golden in GAMES:
        golden.path.parent.mkdir(parents=True, exist_ok=True)
        golden.path.write_text("".join(f"{line}\n" for line in golden.lines()), "utf-8")


if __name__ == "__main__":
    rewrite()
