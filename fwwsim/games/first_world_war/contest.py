"""*The First World War* as a contest of two alliances: seats, wins and counts for leagues and tuning."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.game import Contest, Match
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    ALLIES,
    CENTRAL_POWERS,
    FACTION_ALLIANCE,
    FACTIONS,
)
from fwwsim.games.first_world_war.policies.assign import BASES, find_policies, seat_policies
from fwwsim.games.first_world_war.state import NOBODY, REASONS
from fwwsim.policies.catalogue import Policy

NONE = "none"


def seat(match: Match, chosen: Mapping[str, Policy]) -> Match:
    """The same match, on the same dice, with other policies."""
    rows = np.zeros(1, match.table.dtype).view(np.recarray)
    rows[0] = match.table
    seat_policies(rows[0], chosen)
    names = {faction: chosen[faction].name for faction in FACTIONS}
    return replace(match, table=rows[0], description=match.description | {"policies": names})


def won(outcomes: NDArray[Any], side: int) -> NDArray[np.bool_]:
    """Games that an alliance won; after a mutual surrender neither has (R8.3)."""
    return np.asarray(outcomes["alliance"] == side)


def won_by(outcomes: NDArray[Any], faction: str, players: int) -> NDArray[np.bool_]:
    """Games won by the player of a faction: with 2 players an alliance, with 3 the Allies are one player."""
    number = FACTIONS.index(faction)
    side = FACTION_ALLIANCE[number]
    if players == 2 or (players == 3 and side == ALLIES):
        return won(outcomes, side)
    return np.asarray(outcomes[f"winner_{players}"] == number)


def count(outcomes: NDArray[Any], players: int) -> dict[str, dict[str, int]]:
    """Games by winning alliance, by winning player's faction if there are more than 2 players, and by end.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.state import OUTCOME
    >>> count(np.zeros(3, OUTCOME), 2)["side"]
    {'ALLIES': 3, 'CENTRAL_POWERS': 0, 'none': 0}
    """
    sides = {name: won(outcomes, side) for side, name in enumerate(ALLIANCES)}
    truths = {"side": sides | {NONE: outcomes["alliance"] == NOBODY}}
    if players > 2:
        winners = {faction: won_by(outcomes, faction, players) for faction in FACTIONS}
        if players == 3:
            allies, central = ALLIANCES[ALLIES], FACTIONS[2 * CENTRAL_POWERS :]
            winners = {allies: sides[allies], **{faction: winners[faction] for faction in central}}
        truths["winner"] = winners | {NONE: truths["side"][NONE]}
    truths["end"] = {reason: outcomes["reason"] == code for code, reason in enumerate(REASONS)}
    return {
        question: {word: int(np.count_nonzero(games)) for word, games in words.items()}
        for question, words in truths.items()
    }


CONTEST = Contest(
    sides=(ALLIANCES[ALLIES], ALLIANCES[CENTRAL_POWERS]),
    factions={
        side: tuple(faction for number, faction in enumerate(FACTIONS) if FACTION_ALLIANCE[number] == index)
        for index, side in enumerate(ALLIANCES)
    },
    bases=BASES,
    find=find_policies,
    seat=seat,
    won=won,
    won_by=won_by,
    count=count,
)
