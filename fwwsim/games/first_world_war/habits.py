"""How policies play *The First World War*: where they deploy and attack, and what they do with their actions.

It is counted from event logs, so it tells what an onlooker who may see everything would write down.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.game import Match
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.match import tell
from fwwsim.games.first_world_war.names import FACTIONS, FRONTS, TURNS
from fwwsim.games.first_world_war.state import ACTIONS

ON_FRONTS = ("armies", "strength", "dummies", "attacks", "won")
IN_COMBAT = ("contested", "chit")
SIDES = ("attack", "defence")


@dataclass(frozen=True, slots=True)
class Habits:
    """Counts of games 0, 1, ... of a match.

    Attributes
    ----------
    played : (games, 6) array of bool
        Whether a turn was played.
    fronts : (games, 6, 4, 11, 5) array of int64
        Game, turn, faction, front, and what is counted (`ON_FRONTS`): armies deployed, the sum of their combat
        values, dummies deployed, combat actions, and those in which the attacker won or met no army.
    actions : (games, 6, 4, 4) array of int64
        Game, turn, faction, kind of action (combat, move, transfer, pass).
    combats : (4, 2, 2) array of int64
        Faction, attack or defence, and what is counted (`IN_COMBAT`): combats between real armies, and those in
        which the faction laid a chit.
    """

    played: NDArray[np.bool_]
    fronts: NDArray[np.int64]
    actions: NDArray[np.int64]
    combats: NDArray[np.int64]


def watch(match: Match, games: int, progress: Callable[[int], None] | None = None) -> Habits:
    """Watch games 0 to `games` - 1.

    Raises
    ------
    RuleError
        A policy broke a rule.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.match import prepare
    >>> seen = watch(prepare(None, 4, [], "balanced", 1914), 2)
    >>> seen.fronts[0, 0, :, :, 0].sum(axis=1).tolist()
    [7, 10, 9, 5]
    """
    seen = Habits(
        np.zeros((games, TURNS), np.bool_),
        np.zeros((games, TURNS, 4, FRONTS, len(ON_FRONTS)), np.int64),
        np.zeros((games, TURNS, 4, len(ACTIONS)), np.int64),
        np.zeros((4, len(SIDES), len(IN_COMBAT)), np.int64),
    )
    dataset = match.description["source"]
    homes = [(FACTIONS.index(front.allied), FACTIONS.index(front.central)) for front in dataset.fronts]
    for game in range(games):
        for event in tell(match, game):
            kind = event["event"]
            if kind == "deploy":
                _deployment(seen, game, dataset, event)
            elif kind in ACTIONS:
                place = (game, event["turn"] - 1, FACTIONS.index(event["faction"]))
                seen.actions[(*place, ACTIONS.index(kind))] += 1
                if kind == "combat":
                    _combat(seen, place, homes[event["front"] - 1], event)
        if progress is not None:
            progress(1)
    return seen


def _deployment(seen: Habits, game: int, dataset: Dataset, event: dict[str, Any]) -> None:
    turn, faction = event["turn"] - 1, FACTIONS.index(event["faction"])
    seen.played[game, turn] = True
    here = seen.fronts[game, turn, faction]
    for name, front in event["armies"].items():
        army = dataset.army(name)
        here[front - 1, :2] += (1, army.value if army else 0)
    for front, number in event["dummies"].items():
        here[int(front) - 1, 2] += number


def _combat(seen: Habits, place: tuple[int, int, int], homes: tuple[int, int], event: dict[str, Any]) -> None:
    """`homes` are the factions that lay the chits on this front, the Allies' first (R6.1.1)."""
    here = seen.fronts[(*place, event["front"] - 1)]
    contested = bool(event["defenders"])
    here[3] += 1
    here[4] += not contested or event["attack_total"] > event["defence_total"]
    if not contested:
        return
    alliance = place[2] >> 1
    for side, (owner, chit) in enumerate(
        ((homes[alliance], event["attack_chit"]), (homes[1 - alliance], event["defence_chit"]))
    ):
        seen.combats[owner, side] += (1, chit is not None)
