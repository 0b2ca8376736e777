"""With the JIT off the very same games; no chance address serves twice; illegal decisions are refused."""

import hashlib
import json
import os
import subprocess
import sys
from itertools import product
from typing import Any

import numpy as np
import pytest
from hector_positions import EVERY_RULE

from fwwsim.engine.dice import DECISION, GAME_SHIFT, MAX_GAMES
from fwwsim.engine.journal import JOURNAL
from fwwsim.engine.records import digest
from fwwsim.engine.simulate import simulate
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles.hidden import RESULT
from fwwsim.games.hector_and_achilles.match import prepare, tell
from fwwsim.games.hector_and_achilles.state import MOST_BATTLES, OUTCOME, STATE
from fwwsim.games.hector_and_achilles.tables import TABLE

GAMES = 12
SEED = 1914
CASES: list[tuple[str, list[str]]] = [
    ("random", []),
    ("random", EVERY_RULE),
    ("greedy", []),
    ("bluffer", ["tile_faces"]),
]
# decision -> an answer that no rule allows, and the fault it must give (as in state.FAULTS)
ILLEGAL = {
    "vanguard": (7, 1), "fight": (-1, 2), "facing": (4, 3), "option": (9, 4), "thrown": (-1, 5),
    "covered": (63, 5), "reinforced": (-1, 5), "card": (-1, 5), "direction": (2, 6),
}  # fmt: skip
PLAY = """
import hashlib, json, sys
from fwwsim import jit
from fwwsim.engine import dice
from fwwsim.engine.records import digest
from fwwsim.engine.simulate import simulate
from fwwsim.games.hector_and_achilles.battle import play_many
from fwwsim.games.hector_and_achilles.match import prepare, tell
from fwwsim.games.hector_and_achilles.policies import decide
from fwwsim.games.hector_and_achilles.state import OUTCOME
import numpy as np

assert not jit.ENABLED
games, seed, cases, illegal = json.loads(sys.argv[1])
answers = []
for policies, rules in cases:
    match = prepare(None, 2, rules, policies, seed)
    heard = []
    dice.recorder.append(lambda stream, cursor: heard.append((stream, cursor)))
    outcomes = simulate(match, games).outcomes
    dice.recorder.clear()
    log = json.dumps(list(tell(match, 0)))
    answers.append({
        "digest": digest(outcomes),
        "games": len({cursor >> dice.GAME_SHIFT for _, cursor in heard}),
        "draws": len(heard),
        "repeated": len(heard) - len(set(heard)),
        "log": hashlib.sha256(log.encode()).hexdigest(),
    })
faults = {}
match = prepare(None, 2, [], "random", seed)
for name, (answer, _) in illegal.items():
    kept = getattr(decide, name)
    setattr(decide, name, lambda *arguments: answer)
    outcomes = np.zeros(4, OUTCOME).view(np.recarray)
    play_many(0, outcomes, match.start.copy(), match.start, match.table, match.journal)
    faults[name] = sorted(set(outcomes.fault.tolist()))
    setattr(decide, name, kept)
print(json.dumps([answers, faults]))
"""


@pytest.fixture(scope="module")
def plain() -> list[Any]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", PLAY, json.dumps([GAMES, SEED, CASES, ILLEGAL])]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("case", range(len(CASES)))
def test_plain_python_equals_the_compiled_kernels(plain: list[Any], case: int) -> None:
    policies, rules = CASES[case]
    match = prepare(None, 2, rules, policies, SEED)
    assert plain[0][case]["digest"] == digest(simulate(match, GAMES).outcomes)
    log = json.dumps(list(tell(match, 0)))
    assert plain[0][case]["log"] == hashlib.sha256(log.encode()).hexdigest()


@pytest.mark.parametrize("case", range(len(CASES)))
def test_no_address_of_chance_is_used_twice(plain: list[Any], case: int) -> None:
    assert plain[0][case]["repeated"] == 0
    assert plain[0][case]["games"] == GAMES
    assert plain[0][case]["draws"] > 100 * GAMES


@pytest.mark.parametrize("decision", ILLEGAL)
def test_an_illegal_decision_is_a_fault(plain: list[Any], decision: str) -> None:
    """Some game comes to the decision and stops there; no game stops for another reason."""
    fault = ILLEGAL[decision][1]
    assert plain[1][decision] in ([fault], [0, fault])


@pytest.mark.parametrize("layout", [STATE, TABLE, JOURNAL, OUTCOME, RESULT])
def test_no_field_hides_behind_an_attribute_of_numpy_records(layout: np.dtype[Any]) -> None:
    assert [name for name in layout.names or () if hasattr(np.record, name)] == []


def test_addresses_of_different_events_are_distinct_and_stay_within_their_game() -> None:
    state = prepare(None, 2, [], "random", 1).start.copy()[0]
    state.game = MAX_GAMES - 1
    found = []
    for battle, slot, kind, side in product((0, 1, 2, MOST_BATTLES), range(15), range(11), range(2)):
        state.battle = battle
        events.open_event(state, DECISION, kind, slot, side)
        found.append(int(state.cursor))
    assert min(np.diff(sorted(found))) >= 1 << events.DRAW_BITS
    assert {cursor >> GAME_SHIFT for cursor in found} == {MAX_GAMES - 1}
    assert max(found) < 2**63
