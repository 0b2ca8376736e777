"""Mirrored play: on a board whose two sides are images of each other, a policy meets itself and neither side is better.

The printed rules are not symmetric (order of play, EA's fifth replacement, garrisons, Germans under GA), so the
mirror is made in the table that kernels read: WA is the image of Germany, EA of GA, fronts 5 and 6 of 7 and 8.
What remains is the order of play and that equal victory points go to the Central Powers: half the games are
played in the mirrored order, and a tie in points counts half.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.game import Match
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.names import DE, EA, FRONTS, GA, WA
from fwwsim.games.first_world_war.setup import start_state
from fwwsim.games.first_world_war.state import NOBODY, SIX_FRONTS, TURN_6

EVERYTHING = f"everything@{Path(__file__).parent / 'features.toml'}"
IMAGE = (0, 1, 2, 3, 6, 7, 4, 5, 8, 9, 10)  # front -> front
PARTNERS = ((WA, DE), (EA, GA))
CHAIN = 4  # cities of each front: two of each side, from base to base
GAMES = 6000


def image(fronts: int) -> int:
    return sum(1 << IMAGE[front] for front in range(FRONTS) if fronts >> front & 1)


def mirror_board(table: Any) -> None:
    """Every front is a chain of four cities; those at a base are centres on fronts 1-4 and 9-11."""
    for field in ("front_cities", "city_front", "joined", "at_base", "owned", "centres"):
        table[field] = 0
    for front in range(FRONTS):
        chain = [1 << CHAIN * front + place for place in range(CHAIN)]
        table.front_cities[front] = sum(chain)
        table.city_front[CHAIN * front : CHAIN * (front + 1)] = front
        for place in range(CHAIN - 1):
            table.joined[:, CHAIN * front + place] |= chain[place + 1]
            table.joined[:, CHAIN * front + place + 1] |= chain[place]
        for alliance, end in enumerate((chain[0], chain[-1])):
            table.at_base[:, alliance, front] = end
            table.owned[alliance] |= sum(chain[:2] if alliance == 0 else chain[2:])
            if front not in (4, 5, 6, 7):
                table.centres[2 * alliance + (front > 4)] |= end
    table.adjacent[7] &= ~(1 << 8)
    table.adjacent[8] &= ~(1 << 7)


def mirror_counters(table: Any) -> None:
    """The Central Powers' armies, chits and numbers become those of the Allies; nothing hangs on Monastir or peace."""
    table.expeditions = table.by_west = table.peaceful = 0
    table.replacements[:] = 4
    for field in ("may_enter", "fronts_of", "dummy_fronts"):
        table[field][:, 0] = table[field][:, 1]
    for field in ("value", "of_value", "chit_value", "chit_armies", "for_attack", "for_defence", "mandatory"):
        table[field][1] = table[field][0]
    for field in ("enters", "chits_enter"):
        table[field][:, 1] = table[field][:, 0]
    for own, other in PARTNERS:
        table.playable[other] = table.playable[own]
        table.dummies[other] = table.dummies[own]
        table.colour[other] = table.colour[own]
        table.garrison[other] = image(int(table.garrison[own]))
        for turn in range(len(table.dummy_fronts)):
            table.dummy_fronts[turn, :, other] = image(int(table.dummy_fronts[turn, 1, own]))
    for place in np.ndindex(*table.fronts_of[:, :, 0].shape):
        turn, monastir, army = place
        table.fronts_of[turn, monastir, 1, army] = image(int(table.fronts_of[turn, monastir, 0, army]))
    for front in range(FRONTS):
        table.may_enter[:, :, 1, IMAGE[front]] = table.may_enter[:, :, 0, front]


def reach(table: Any) -> None:
    """Who can step and be transferred, from where armies may be."""
    for turn, monastir, alliance, front in np.ndindex(*table.may_enter.shape):
        fronts = table.fronts_of[turn, monastir, alliance]
        for field, others in (("can_step", table.adjacent[front]), ("can_transfer", ~(1 << front))):
            members = (1 << army for army in range(len(fronts)) if fronts[army] & others)
            table[field][turn, monastir, alliance, front] = sum(members)


def mirrored(policy: str, turned: bool) -> Match:
    """The match on the mirrored board; `turned`: in the mirrored order of play."""
    match = prepare(None, 2, ["surrender_from_turn=2"], policy, 51)
    mirror_board(match.table)
    mirror_counters(match.table)
    reach(match.table)
    match.start[0] = start_state(match.table, 51)
    if turned:
        for field in ("deployment_order", "round_order"):
            match.start[0][field] ^= 2
    return match


def allied_share(match: Match) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What each game counts for the Allies."""
    outcomes = simulate(match, GAMES, threads=2).outcomes
    share = np.where(outcomes.alliance == 0, 1.0, np.where(outcomes.alliance == NOBODY, 0.5, 0.0))
    level = outcomes.vp[:, :2].sum(axis=1) == outcomes.vp[:, 2:].sum(axis=1)
    counted = (outcomes.reason == SIX_FRONTS - 1) | (outcomes.reason == TURN_6 - 1)
    return np.where(level & counted, 0.5, share)


@pytest.mark.parametrize("policy", ["random", "balanced", EVERYTHING])
def test_mirrored_play_is_even(policy: str) -> None:
    """Over both orders of play the Allies win half; 12,000 games give a standard error below half a point."""
    shares = np.concatenate([allied_share(mirrored(policy, turned)) for turned in (False, True)])
    assert abs(shares.mean() - 0.5) < 4 * 0.5 / np.sqrt(len(shares))


def test_an_uneven_board_shows() -> None:
    """The same measure leaves half by far if one side alone has no replacements."""
    match = mirrored("balanced", False)
    match.table.replacements[:2] = 0
    assert abs(allied_share(match).mean() - 0.5) > 0.1
