"""The engine's `random` games against an independent simulator in plain Python, by their distributions.

Every mean is compared as z = difference / standard error. Both samples have the same distribution if the engine is
right, so the standard error takes its variance from the larger sample, for a rare event may not occur in the smaller
one at all; one event more or less there is granted. With 34 figures, independent or nearly so, |z| > 4.2 has a chance
below 1 in 1,000; the seeds are fixed, so the test is repeatable.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import reference

from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS, TURNS
from fwwsim.games.first_world_war.state import REASONS

LARGEST_Z = 4.2
ALL_RULES = [
    "schlieffen",
    "variable_order",
    "historical_setup",
    "hand_scope=player",
    "uncontested_base=point",
    "mef_or_reach=front_11_only",
    "treaty_garrison=ignored",
    "transfer_source=one_front",
    "surrender_from_turn=3",
    "six_front_end=wins",
]

Result = dict[str, Any]


def figures() -> dict[str, tuple[Callable[[Result], float], Callable[[Any], Any]]]:
    """Name -> (from a result of the reference, from the outcomes of the engine)."""
    found: dict[str, tuple[Callable[[Result], float], Callable[[Any], Any]]] = {
        "treaty": (lambda result: bool(result["treaty"]), lambda rows: rows.treaty > 0),
        "contested": (lambda result: result["combats"], lambda rows: rows.contested.sum(axis=1)),
        "captures": (lambda result: result["captures"], lambda rows: rows.captures.sum(axis=1)),
        "eliminated": (lambda result: result["eliminated"], lambda rows: rows.eliminated.sum(axis=1)),
        "chits drawn": (lambda result: result["chits_drawn"], lambda rows: rows.chits_drawn.sum(axis=1)),
    }
    for number, reason in enumerate(REASONS):
        found[reason] = (
            lambda result, reason=reason: result["reason"] == reason,
            lambda rows, number=number: rows.reason == number,
        )
    for turn in range(1, TURNS + 1):
        found[f"ends on turn {turn}"] = (
            lambda result, turn=turn: result["end_turn"] == turn,
            lambda rows, turn=turn: rows.end_turn == turn,
        )
    for number, alliance in enumerate(ALLIANCES):
        found[f"{alliance} win"] = (
            lambda result, alliance=alliance: result["alliance"] == alliance,
            lambda rows, number=number: rows.alliance == number,
        )
    for number, faction in enumerate(FACTIONS):
        found[f"VP of {faction}"] = (
            lambda result, faction=faction: result["vp"][faction],
            lambda rows, number=number: rows.vp[:, number],
        )
        found[f"VP of {faction}, squared"] = (
            lambda result, faction=faction: result["vp"][faction] ** 2,
            lambda rows, number=number: rows.vp[:, number].astype(float) ** 2,
        )
        found[f"{faction} wins with 4"] = (
            lambda result, faction=faction: result["winners"]["4"] == faction,
            lambda rows, number=number: rows.winner_4 == number,
        )
        found[f"{faction} surrenders"] = (
            lambda result, faction=faction: faction in result["surrendered"],
            lambda rows, number=number: rows.surrendered[:, number],
        )
    return found


def check_distributions(players: int, rules: list[str], games: int) -> None:
    match = prepare(None, players, rules, "random", 2024)
    chance = random.Random(7)
    dataset, settings = match.description["source"], match.description["rules"]
    results = [reference.play(dataset, settings, players, chance) for _ in range(games)]
    outcomes = simulate(match, 400_000, threads=2).outcomes
    for name, (of_reference, of_engine) in figures().items():
        ours = np.asarray(of_engine(outcomes), float)
        theirs = np.asarray([of_reference(result) for result in results], float)
        error = (ours.var() * (1 / len(ours) + 1 / len(theirs)) + len(theirs) ** -2) ** 0.5
        difference = ours.mean() - theirs.mean()
        assert abs(difference) <= LARGEST_Z * error, (name, ours.mean(), theirs.mean(), difference / error)


@pytest.mark.parametrize(("players", "rules"), [(4, []), (2, ALL_RULES)])
def test_random_games(players: int, rules: list[str]) -> None:
    check_distributions(players, rules, 2_500)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [[], ALL_RULES, *([rule] for rule in ALL_RULES)], ids=",".join)
def test_random_games_at_length(players: int, rules: list[str]) -> None:
    check_distributions(players, rules, 5_000)
