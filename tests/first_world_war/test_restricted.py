"""Restricted play: an ability taken away by its weight never shows in a log, and shows while it is there."""

from collections.abc import Iterator

import pytest
import referee

from fwwsim.game import Match
from fwwsim.games.first_world_war.log import Event
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.policies.weights import NAMES

GAMES = 25
EAST = range(7, 12)
ABILITIES = ("transfers", "moves", "attacks_east", "makes_peace", "draws_chits")


def match_of(players: int = 4, **weights: float) -> Match:
    """Balanced against itself with other weights; it makes peace whenever it may."""
    match = prepare(None, players, ["surrender_from_turn=3", "treaty_garrison=ignored"], "balanced", 41)
    for name, value in ({"treaty": 50.0, "relocate": 3.0} | weights).items():
        match.table.weights[:, NAMES.index(name)] = value
    return match


def events_of(match: Match) -> Iterator[Event]:
    for index in range(GAMES):
        yield from tell(match, index)


def uses(ability: str, event: Event) -> bool:
    """Whether an event is one that only a faction with the ability brings about."""
    kind = event["event"]
    if ability == "transfers":
        return bool(kind == "transfer")
    if ability == "moves":
        return bool(kind == "move")
    if ability == "attacks_east":
        return kind == "combat" and event["front"] in EAST
    if ability == "makes_peace":
        return kind == "check" and event["treaty"] is not None
    return kind == "combat" and bool(event.get("drawn"))


@pytest.mark.parametrize("ability", ABILITIES)
def test_an_ability_taken_away_is_never_used(ability: str) -> None:
    others = {"transfers": 0.0} if ability == "moves" else {}  # a transfer is nearly always worth more
    assert any(uses(ability, event) for event in events_of(match_of(**others)))
    without = match_of(**others, **{ability: 0.0})
    assert not any(uses(ability, event) for event in events_of(without))
    for index in range(5):
        assert referee.check_log(tell(without, index), without.description["source"]) == []


def test_refused_peace() -> None:
    """With 4 players EA alone may lack the ability: Germany offers and EA refuses."""
    match = match_of()
    match.table.weights[1, NAMES.index("makes_peace")] = 0.0
    treaties = [
        event["treaty"] for event in events_of(match) if event["event"] == "check" and event["treaty"]
    ]
    assert treaties
    assert not any(treaty["accepted"] for treaty in treaties)


def bluffing(match: Match) -> int:
    """Dummies deployed where their owner has no real army of its colour, of all in the first deployments."""
    bluffs = 0
    for event in events_of(match):
        if event["event"] == "deploy" and event["turn"] == 1:
            manned = set(event["armies"].values())
            bluffs += sum(number for front, number in event["dummies"].items() if int(front) not in manned)
    return bluffs


def test_dummies_that_do_not_bluff_stand_with_real_armies() -> None:
    bold = {"cover": 0.0, "defend": 0.0, "attack": 0.0}  # leaves fronts without an army
    assert bluffing(match_of(**bold)) > 0
    assert bluffing(match_of(**bold, bluffs=0.0)) == 0
