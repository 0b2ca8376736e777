"""With NUMBA_DISABLE_JIT=1 the very same battles are fought, and no chance address serves twice in a battle."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from test_aa_monte_carlo import random_battle

from fwwsim.games.axis_and_allies_1914.battle_check import simulate_battle
from fwwsim.games.axis_and_allies_1914.battle_spec import SPEC, STATE

CASES = (0, 1, 2, 5, 8, 11)
BATTLES = 40
PLAY = """
import json, sys
sys.path.insert(0, sys.argv[1])
from test_aa_monte_carlo import random_battle
from fwwsim import jit
from fwwsim.engine import dice
from fwwsim.games.axis_and_allies_1914.battle_check import simulate_battle

assert not jit.ENABLED
answers = []
for case in json.loads(sys.argv[2]):
    heard = []
    dice.recorder.append(lambda stream, cursor: heard.append((stream, cursor)))
    found = simulate_battle(random_battle(case), int(sys.argv[3]), 7)
    dice.recorder.clear()
    answers.append([found.results, len(heard), len(set(heard))])
print(json.dumps(answers))
"""


def test_plain_python_equals_the_compiled_kernel() -> None:
    folder = os.path.dirname(__file__)
    command = [sys.executable, "-W", "error", "-c", PLAY, folder, json.dumps(CASES), str(BATTLES)]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    for case, (results, heard, distinct) in zip(CASES, json.loads(done.stdout), strict=True):
        assert results == simulate_battle(random_battle(case), BATTLES, 7).results
        assert heard == distinct > BATTLES


@pytest.mark.parametrize("layout", [STATE, SPEC], ids=["state", "spec"])
def test_no_field_hides_behind_an_attribute_of_numpy_records(layout: np.dtype) -> None:
    assert [name for name in layout.names or () if hasattr(np.record, name)] == []
