"""Where results come from: what was played, with which versions."""

import platform
from typing import Any

import numpy as np

from fwwsim import __version__, jit
from fwwsim.game import Match


def describe(match: Match) -> dict[str, Any]:
    """What was played and with what: enough to play the very same games again."""
    about = match.description
    return {
        "game": about["game"],
        "seed": about["seed"],
        "players": about["players"],
        "rules": about["rules"],
        "policies": about["policies"],
        "dataset": {
            "id": about["dataset"],
            "hash": about["dataset_hash"],
            "reconstructed": about["reconstructed"],
        },
        **{key: about[key] for key in ("edits", "force") if about.get(key)},
        "versions": versions(about["version"]),
    }


def versions(game: str) -> dict[str, str]:
    """Of this package, the game, and what decides numbers."""
    return {
        "fwwsim": __version__,
        "game": game,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": jit.VERSION,
    }
