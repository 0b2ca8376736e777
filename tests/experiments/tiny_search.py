"""A search for an equilibrium at a tiny size, what it writes, and a league of its pool."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SPEC = """
policies = ["balanced", "cautious", "random"]
games = 60
seed = 1
steps = 2
target = 0.0
counters = false
temperature = 5.0

[training]
games = 24
per = "candidate"
generations = 2
population = 4
seed = 30

[test]
games = 300
seed = 20
"""


def content_of(tmp_path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((tmp_path / "tiny" / "equilibrium.json").read_text())
    return content


def league_of(folder: Path) -> dict[str, Any]:
    """A league of the spec's pool, written to the folder."""
    (folder / "league.toml").write_text(
        'policies = ["balanced", "cautious", "random"]\ngames = 60\nseed = 1\n'
    )
    words = ["league", str(folder / "league.toml"), "--out", str(folder)]
    subprocess.run([sys.executable, "-m", "fwwsim", *words], check=True, stdout=subprocess.DEVNULL)
    league: dict[str, Any] = json.loads((folder / "league" / "league.json").read_text())
    return league
