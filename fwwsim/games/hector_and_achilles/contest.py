"""*Hector and Achilles* as a contest of its two sides: seats, wins and counts for leagues and tuning."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.game import Contest, Match
from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.policies.assign import BASES, find_policies, seat_policies
from fwwsim.games.hector_and_achilles.state import NOBODY, REASONS
from fwwsim.policies.catalogue import Policy

NONE = "none"


def seat(match: Match, chosen: Mapping[str, Policy]) -> Match:
    """The same match, on the same cards, with other policies."""
    rows = np.zeros(1, match.table.dtype).view(np.recarray)
    rows[0] = match.table
    seat_policies(rows[0], chosen)
    names = {side: chosen[side].name for side in SIDES}
    return replace(match, table=rows[0], description=match.description | {"policies": names})


def won(outcomes: NDArray[Any], side: int) -> NDArray[np.bool_]:
    """Games that a side won."""
    return np.asarray(outcomes["winner"] == side)


def won_by(outcomes: NDArray[Any], faction: str, players: int) -> NDArray[np.bool_]:
    """Games that a side won, by its name."""
    del players  # always two
    return won(outcomes, SIDES.index(faction))


def count(outcomes: NDArray[Any], players: int) -> dict[str, dict[str, int]]:
    """Games by winning side and by end.

    Examples
    --------
    >>> from fwwsim.games.hector_and_achilles.state import OUTCOME
    >>> count(np.zeros(3, OUTCOME), 2)["side"]
    {'ACHAEAN': 3, 'TROJAN': 0, 'none': 0}
    """
    del players
    truths = {
        "side": {name: won(outcomes, side) for side, name in enumerate(SIDES)}
        | {NONE: outcomes["winner"] == NOBODY},
        "end": {reason: outcomes["reason"] == code for code, reason in enumerate(REASONS)},
    }
    return {
        question: {word: int(np.count_nonzero(games)) for word, games in words.items()}
        for question, words in truths.items()
    }


CONTEST = Contest(
    sides=(SIDES[0], SIDES[1]),
    factions={side: (side,) for side in SIDES},
    bases=BASES,
    find=find_policies,
    seat=seat,
    won=won,
    won_by=won_by,
    count=count,
)
