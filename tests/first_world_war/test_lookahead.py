"""The policy rollout: legal, without peeking, reproducible, and better than the policy that it looks ahead from."""

from typing import Any

import numpy as np
import pytest
import referee
from test_policies import EVERY_RULE, copy_of, hide_again, positions, start_of

from fwwsim.engine.dice import DECISION, NATURE
from fwwsim.engine.simulate import simulate
from fwwsim.errors import DataError, SpecError
from fwwsim.experiments.players import Variant, find_profile
from fwwsim.games.first_world_war.contest import CONTEST, seat
from fwwsim.games.first_world_war.lookahead.choose import choose_action, choose_emphasis
from fwwsim.games.first_world_war.lookahead.desk import new_desk
from fwwsim.games.first_world_war.lookahead.imagine import imagine, surrender_chance
from fwwsim.games.first_world_war.lookahead.prospect import NAMES
from fwwsim.games.first_world_war.lookahead.values import prospect_text, read_prospect, shipped_prospect
from fwwsim.games.first_world_war.match import Match, prepare, tell
from fwwsim.games.first_world_war.policies.assign import find_policies
from fwwsim.games.first_world_war.state import COMBAT

QUICK = "rollout:samples=4:width=4"


def action_of(state: Any, match: Match, faction: int) -> tuple[Any, ...]:
    desk = new_desk(match.table)
    kind = choose_action(state, match.table, match.journal, faction, desk)
    gains = desk.notes[0].gain.tolist()
    if kind == COMBAT:
        return (kind, int(state.front), int(state.fighting[faction >> 1]), gains)
    return (kind, state.plan[: state.planned].tolist(), gains)


def emphasis_of(state: Any, match: Match, faction: int) -> tuple[int, list[float]]:
    desk = new_desk(match.table)
    place = state.deployment_order.tolist().index(faction)
    return choose_emphasis(state, match.table, match.journal, faction, place, desk), desk.notes[
        0
    ].gain.tolist()


@pytest.mark.parametrize(("players", "rules"), [(4, []), (2, ["hand_scope=player", "variable_order"])])
def test_no_peeking(players: int, rules: list[str]) -> None:
    """Enemy values and dummies, hands and partners' counters permuted: the same choice for the same reasons."""
    match = prepare(None, players, rules, QUICK, 11)
    rng = np.random.default_rng(3)
    compared = changed = 0
    for index in range(4):
        for what, faction, state in positions(match, index):
            if what == "treaty":
                continue
            other = hide_again(state, match.table, faction, rng)
            changed += not np.array_equal(other.armies, state.armies)
            choose = emphasis_of if what == "deploy" else action_of
            assert choose(copy_of(other), match, faction) == choose(copy_of(state), match, faction)
            compared += 1
    assert compared > 100
    assert changed > 50


def test_an_imagined_position_keeps_what_is_public() -> None:
    """Counters of each colour on each front, what lies in the hands, and all that the faction knows."""
    match = prepare(None, 4, [], "balanced", 5)
    table = match.table
    room = np.zeros(11, np.int64)
    differ = 0
    for _, faction, state in positions(match, 2):
        world = copy_of(state)
        imagine(world, state, table, faction, room)
        for colour in range(4):
            side = colour >> 1
            known = np.array(
                [
                    int(state.armies[side, front])
                    & (-1 if table.home[faction >> 1, front] == faction and side == faction >> 1 else 0)
                    | int(state.armies[side, front]) & int(state.revealed[side])
                    for front in range(11)
                ]
            )
            own = int(table.colour[colour])
            for front in range(11):
                here, there = int(state.armies[side, front]) & own, int(world.armies[side, front]) & own
                assert (
                    here.bit_count() + state.dummies[colour, front]
                    == there.bit_count() + world.dummies[colour, front]
                )
                assert known[front] & own == known[front] & there
            assert (
                np.bitwise_or.reduce(state.armies[side]) == np.bitwise_or.reduce(world.armies[side])
            ).all()
            assert state.dummies[colour].sum() == world.dummies[colour].sum()
            assert int(state.hand[colour]).bit_count() == int(world.hand[colour]).bit_count()
        assert np.array_equal(
            state.armies[faction >> 1] & table.colour[faction],
            world.armies[faction >> 1] & table.colour[faction],
        )
        assert state.hand[faction] == world.hand[faction]
        differ += not np.array_equal(state.armies, world.armies)
    assert differ > 10


def test_legal() -> None:
    """The independent referee finds nothing in whole games, under the printed rules and under all others."""
    for players, rules in ((4, []), (3, [*EVERY_RULE, "surrender_from_turn=3"])):
        match = prepare(None, players, rules, QUICK, 17)
        for index in range(12):
            assert referee.check_log(tell(match, index), match.description["source"]) == []


def test_reproducible() -> None:
    """The same games on one thread and on two, in other chunks, and from another first index."""
    match = prepare(None, 4, [], QUICK, 8)
    once = simulate(match, 24).outcomes
    assert np.array_equal(once, simulate(match, 24, threads=2, chunk=5).outcomes)
    assert np.array_equal(once[10:], simulate(match, 14, first=10).outcomes)


def test_imagined_chance_is_a_stream_of_its_own() -> None:
    """Another key of the game's dice changes the game but not what is imagined of a position, and the reverse."""
    match = prepare(None, 4, [], QUICK, 8)
    what, faction, state = next(positions(match, 0))
    assert what == "deploy"
    chosen = emphasis_of(copy_of(state), match, faction)
    state.key[NATURE] ^= np.uint64(2)
    state.key[DECISION] ^= np.uint64(2)
    assert emphasis_of(copy_of(state), match, faction) == chosen
    state.game = 1
    assert emphasis_of(copy_of(state), match, faction)[1] != chosen[1]


def test_beats_tuned() -> None:
    """600 paired games a seat: the mean gain of a win has a standard error of about 0.9 points, and is about 8."""
    match = prepare(None, 4, [], "tuned", 29)
    base, games = simulate(match, 600, threads=2).outcomes, 600
    gains = np.zeros(games)
    for side, factions in enumerate((("WA", "EA"), ("DE", "GA"))):
        chosen = find_policies("tuned") | {
            faction: find_policies("rollout:samples=16")[faction] for faction in factions
        }
        played = simulate(seat(match, chosen), games, threads=2).outcomes
        gains += (played.alliance == side) / 2.0 - (base.alliance == side) / 2.0
    assert gains.mean() > 0.02


def test_surrender_chance() -> None:
    """1 to 6 points against the die of two S and 1 to 4."""
    match = prepare(None, 4, [], "balanced", 1)
    state = start_of(match, 0)
    fatal = sorted(face for face in match.table.die.tolist() if face > 0)
    for points in range(5):
        state.surrender[2] = points
        expected = sum(face <= points for face in fatal) / 6
        assert surrender_chance(state, match.table, 2) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rollout:depth=3", "rollout: unknown setting 'depth'; allowed: samples, width, caution"),
        ("rollout:samples=0", "rollout: samples: found 0; allowed: a whole number above 0"),
        ("WA=tuned:samples=4,EA=tuned,DE=tuned,GA=tuned", "tuned: unknown setting 'samples'; allowed: none"),
        ("rollout:samples", "unknown policy 'rollout:samples'"),
    ],
)
def test_bad_settings(text: str, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        find_policies(text)


def test_a_variant_imagines_the_others_as_before() -> None:
    """Changed weights are those of the faction itself; its model of the other factions stays."""
    changed = find_profile("bold", CONTEST, {"bold": Variant("rollout", {"boldness": 9.0})}, "spec")["DE"]
    place, rollout = changed.base.weights.index("boldness"), find_policies("rollout")["DE"]
    assert changed.weights_of("DE")[place] == 9.0
    assert changed.weights_of("WA") == rollout.weights_of("WA")


def test_prospect_file(tmp_path: Any) -> None:
    """What is written is read again; other features are refused."""
    path = tmp_path / "prospect.toml"
    text = prospect_text(shipped_prospect(), ["where from"])
    path.write_text(text)
    assert np.allclose(read_prospect(path), shipped_prospect(), rtol=1e-3)
    path.write_text(text.replace(NAMES[0], "something else").replace("turn_2 = [", "turn_2 = [1,"))
    with pytest.raises(DataError) as caught:
        read_prospect(path)
    assert len(caught.value.problems) == 2
