"""A mirrored data set: the board is its own image, and no alliance is favoured when the order is drawn.

Every mean is compared with its value by symmetry as z = difference / standard error; with the fixed seeds and some
20 means a case, |z| > 4.2 has a chance below 1 in 1,000 if the engine is right.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.engine.records import digest
from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.mirror import mirrored
from fwwsim.games.first_world_war.options import Rules
from fwwsim.games.first_world_war.state import NOBODY, REASONS
from fwwsim.games.first_world_war.tables import build_table

LARGEST_Z = 4.2
IMAGE_OF_FACTION = [2, 3, 0, 1]
IMAGE_OF_FRONT = [0, 1, 2, 3, 6, 7, 4, 5, 8, 9, 10]
BY_FACTION = ("vp", "surrendered", "combats", "contested", "captures", "eliminated", "chits_drawn")
EVERYTHING = f"everything@{Path(__file__).parent / 'features.toml'}"  # a policy that uses every weight
GAMES = {"random": 150_000, "balanced": 20_000, EVERYTHING: 10_000}


@cache
def play(policies: str, *rules: str) -> Any:
    players = (
        2 if policies == EVERYTHING else 4
    )  # the race between partners is not the same on both sides (R8)
    match = prepare(None, players, list(rules), policies, 1914, ["mirrored"])
    return simulate(match, GAMES[policies], threads=2).outcomes


def share_of_the_allies(outcomes: Any) -> Any:
    """1 for a game that the Allies won, 0 for a lost one, 1/2 if VP were level at the end or all lost."""
    level = outcomes["vp"][:, :2].sum(axis=1) == outcomes["vp"][:, 2:].sum(axis=1)
    scored = np.isin(outcomes["reason"], [REASONS.index("turn_6"), REASONS.index("six_fronts")])
    drawn = (outcomes["alliance"] == NOBODY) | (scored & level)
    return np.where(drawn, 0.5, outcomes["alliance"] == 0)


def z(values: Any, mean: float = 0.0) -> Any:
    return (values.mean(axis=0) - mean) / (values.std(axis=0) / len(values) ** 0.5)


@pytest.mark.parametrize("rules", [(), ("six_front_end=wins", "surrender_from_turn=3", "hand_scope=player")])
@pytest.mark.parametrize("policies", ["random", "balanced", EVERYTHING])
def test_with_a_drawn_order_no_alliance_is_favoured(policies: str, rules: tuple[str, ...]) -> None:
    outcomes = play(policies, "variable_order", *rules)
    assert abs(z(share_of_the_allies(outcomes), 0.5)) < LARGEST_Z
    for field in BY_FACTION:
        figures = outcomes[field].astype(np.float64)
        assert np.abs(z(figures[:, :2] - figures[:, 2:])).max() < LARGEST_Z, field
    for field in ("dice_luck", "combat_luck", "largest_deficit"):
        figures = outcomes[field].astype(np.float64)
        assert abs(z(figures[:, 0] - figures[:, 1])) < LARGEST_Z, field


def test_the_printed_order_favours_one_and_is_found_out() -> None:
    assert abs(z(share_of_the_allies(play("balanced")), 0.5)) > 2 * LARGEST_Z


def test_level_points_are_what_the_central_powers_win_more() -> None:
    """R8 gives them the tie; without it both alliances win as often."""
    outcomes = play("random", "variable_order")
    won = np.array([(outcomes["alliance"] == side).mean() for side in range(2)])
    level = (share_of_the_allies(outcomes) == 0.5) & (outcomes["alliance"] != NOBODY)
    assert won[1] - won[0] > 0.05
    assert abs(z((outcomes["alliance"] == 0) * 1.0 - ((outcomes["alliance"] == 1) & ~level))) < LARGEST_Z


def test_the_treaty_is_never_offered_and_nothing_happens_on_turn_1() -> None:
    outcomes = play("random", "variable_order")
    assert not outcomes["treaty"].any()
    assert (outcomes["vp_by_turn"][:, 0] == 6).all()
    assert (outcomes["end_turn"] > 1).all()


@pytest.mark.parametrize("rule", ["schlieffen", "historical_setup", "mef_or_reach=front_11_only"])
def test_a_rule_that_can_change_nothing_changes_nothing(rule: str) -> None:
    base, other = (play("balanced", "variable_order", *rules) for rules in ((), (rule,)))
    assert digest(base) == digest(other)


def swap(table: Any, field: str, *axes: str) -> Any:
    """A field of the table in the mirror: alliances, factions and fronts exchanged along its axes."""
    values = np.asarray(table[field])
    orders = {"alliance": [1, 0], "faction": IMAGE_OF_FACTION, "front": IMAGE_OF_FRONT}
    for axis, name in enumerate(axes):
        if name in orders:
            values = np.take(values, orders[name], axis=axis)
    return values


def test_the_table_is_its_own_image() -> None:
    """Armies and chits have the same bits in both alliances, so words of them need no change."""
    table = build_table(mirrored(load_dataset()), Rules(), 4)
    for field, axes in {
        "value": ("alliance", "army"),
        "of_value": ("alliance", "value"),
        "colour": ("faction",),
        "enters": ("turn", "alliance"),
        "historical": ("alliance", "front"),
        "dummies": ("faction",),
        "may_enter": ("turn", "monastir", "alliance", "front"),
        "can_step": ("turn", "monastir", "alliance", "front"),
        "can_transfer": ("turn", "monastir", "alliance", "front"),
        "chit_value": ("alliance", "chit"),
        "chit_armies": ("alliance", "chit"),
        "for_attack": ("alliance",),
        "for_defence": ("alliance",),
        "mandatory": ("alliance",),
        "chits_enter": ("turn", "alliance"),
        "playable": ("faction",),
    }.items():
        assert np.array_equal(swap(table, field, *axes), table[field]), field
    homes = np.array(IMAGE_OF_FACTION)[swap(table, "home", "alliance", "front")]
    assert np.array_equal(homes, table["home"])
    counts = np.vectorize(lambda word: int(word).bit_count())
    assert np.array_equal(
        counts(swap(table, "at_base", "turn", "alliance", "front")), counts(table["at_base"])
    )
    replacements = table["replacements"].copy()
    for faction in range(4):
        replacements[faction] -= int(
            table["owned"][1 - (faction >> 1)] & table["centres"][faction]
        ).bit_count()
    assert replacements.tolist() == [4, 4, 4, 4]
