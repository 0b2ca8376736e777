"""With NUMBA_DISABLE_JIT=1 the very same games are played and told, and no chance address serves twice in a game."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.engine.journal import JOURNAL
from fwwsim.engine.records import digest
from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.state import OUTCOME, STATE
from fwwsim.games.first_world_war.tables import TABLE

SEED = 1914
EVERYTHING = f"everything@{Path(__file__).parents[1] / 'first_world_war' / 'features.toml'}"
# Policies, players, rules, games: extend it with each policy.
CASES: list[tuple[str, int, list[str], int]] = [
    ("random", 4, [], 15),
    ("random", 2, ["variable_order", "schlieffen", "hand_scope=player", "transfer_source=one_front"], 15),
    ("balanced", 3, ["variable_order", "historical_setup"], 15),
    (EVERYTHING, 4, ["surrender_from_turn=3"], 15),
    ("rollout:samples=1:width=2", 4, ["variable_order"], 1),
]
PLAY = """
import hashlib, json, sys
from fwwsim import jit
from fwwsim.engine import dice
from fwwsim.engine.records import digest
from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.lookahead.imagine import IMAGINED_GAMES
from fwwsim.games.first_world_war.match import prepare, tell

assert not jit.ENABLED
seed, cases = json.loads(sys.argv[1])
answers = []
for policies, players, rules, games in cases:
    match = prepare(None, players, rules, policies, seed)
    heard = []
    dice.recorder.append(lambda stream, cursor: heard.append((stream, cursor)))
    outcomes = simulate(match, games).outcomes
    dice.recorder.clear()
    log = json.dumps(list(tell(match, 0)))
    heard = [(stream, cursor) for stream, cursor in heard if cursor >> dice.GAME_SHIFT < IMAGINED_GAMES]
    played = {cursor >> dice.GAME_SHIFT for _, cursor in heard}
    answers.append({
        "digest": digest(outcomes),
        "games": len(played),
        "draws": len(heard),
        "repeated": len(heard) - len(set(heard)),
        "log": hashlib.sha256(log.encode()).hexdigest(),
    })
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def plain() -> list[dict[str, Any]]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", PLAY, json.dumps([SEED, CASES])]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("case", range(len(CASES)))
def test_plain_python_equals_the_compiled_kernels(plain: list[dict[str, Any]], case: int) -> None:
    policies, players, rules, games = CASES[case]
    match = prepare(None, players, rules, policies, SEED)
    assert plain[case]["digest"] == digest(simulate(match, games).outcomes)
    log = json.dumps(list(tell(match, 0)))
    assert plain[case]["log"] == hashlib.sha256(log.encode()).hexdigest()


@pytest.mark.parametrize("case", range(len(CASES)))
def test_no_address_of_chance_is_used_twice(plain: list[dict[str, Any]], case: int) -> None:
    assert plain[case]["repeated"] == 0
    assert plain[case]["games"] == CASES[case][3]
    assert plain[case]["draws"] > 20 * CASES[case][3]


@pytest.mark.parametrize(
    "layout", [STATE, TABLE, JOURNAL, OUTCOME], ids=["state", "table", "journal", "outcome"]
)
def test_no_field_hides_behind_an_attribute_of_numpy_records(layout: np.dtype[Any]) -> None:
    """With the JIT off ``record.round`` is the method of numpy, not a field of that name."""
    assert [name for name in layout.names or () if hasattr(np.record, name)] == []
