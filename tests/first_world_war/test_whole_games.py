"""Whole games: what is conserved, what each rule changes, and that a run is a pure function of its match."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import (
    CHIT_NAMES,
    CITIES,
    Position,
    army_names,
    box,
    dummy_may_be,
    may_be,
    members,
    quiet_journal,
)

from fwwsim.engine.dice import MAX_GAMES
from fwwsim.engine.records import blank, digest, same
from fwwsim.engine.simulate import simulate
from fwwsim.errors import RuleError, SpecError
from fwwsim.game import Match
from fwwsim.games.first_world_war.actions import act
from fwwsim.games.first_world_war.check import check_victory
from fwwsim.games.first_world_war.deployment import begin_turn, deploy
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS, FRONTS, TURNS
from fwwsim.games.first_world_war.options import Rules, allowed_values
from fwwsim.games.first_world_war.order import set_order
from fwwsim.games.first_world_war.state import FAULTS, OUTCOME, PLAYING, REASONS
from fwwsim.games.first_world_war.turn import prepare_next_turn, write_outcome

SWITCHES = {
    f"{name}={str(value).lower().replace('true', 'on')}": (name, value)
    for name, values in allowed_values().items()
    for value in values[1:]
}
# The policies that play the games below: extend it with each policy that plays by the rules.
POLICIES = ("random", "balanced", "WA=balanced,EA=random,DE=random,GA=balanced")
HOME_ALLIES = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1)
HOME_CENTRAL = (2, 2, 2, 2, 3, 3, 2, 2, 3, 3, 3)


def some_rules(chosen: frozenset[str]) -> tuple[str, ...]:
    """At most one value a field of the switches chosen."""
    fields = {setting.partition("=")[0]: setting for setting in sorted(chosen)}
    return tuple(fields.values())


games_played = {
    "policies": st.sampled_from(POLICIES),
    "rules": st.frozensets(st.sampled_from(sorted(SWITCHES)), max_size=5).map(some_rules),
    "players": st.sampled_from((2, 3, 4)),
    "seed": st.integers(-(2**40), 2**40),
    "index": st.one_of(st.integers(0, 10_000), st.integers(MAX_GAMES - 10_000, MAX_GAMES - 1)),
}


def phases(position: Position) -> Iterator[str]:
    """Play a game step by step, as `turn.play_game` does, and stop before and after each step."""
    state, table, journal = position.state, position.table, quiet_journal()
    yield "start"
    for turn in range(1, TURNS + 1):
        state.turn = turn
        if table.variable_order and turn > 1:
            set_order(state, table, journal)
        begin_turn(state, table)
        yield "begin"
        for place in range(4):
            deploy(state, table, journal, state.deployment_order[place])
            yield "deploy"
        for cycle in range(4):
            for place in range(4):
                faction = int(state.round_order[place])
                state.slot = 4 * cycle + faction
                act(state, table, journal, faction)
                yield "act"
        check_victory(state, table, journal)
        yield "check"
        if state.reason != PLAYING:
            return
        prepare_next_turn(state, table, journal)
        yield "prepare"


@dataclass
class Witness:
    """Compares a game with itself one step before."""

    position: Position
    reach: str
    step: str = ""
    gone: int = 0

    def see(self, step: str) -> None:
        if step != "start":
            self.step = step
            self.check_armies()
            self.check_chits()
            self.check_cities_and_points()
            self.check_dummies()
            self.check_arrivals()
            assert self.position.state.fault == 0
        self.before = self.position.copy()

    def entered(self, field: str, alliance: int) -> int:
        state, entering = self.position.state, self.position.table[field]
        last = int(state.turn) + (self.step == "prepare" and field == "chits_enter")
        return sum(int(entering[turn, alliance]) for turn in range(1, last + 1))

    def check_armies(self) -> None:
        """Each army that has entered is in exactly one place."""
        state = self.position.state
        for alliance in range(2):
            places = [*state.armies[alliance], state.waiting[alliance], state.lost[alliance]]
            assert sum(map(int, places)) == np.bitwise_or.reduce(places)
            assert np.bitwise_or.reduce(places) == self.entered("enters", alliance)

    def check_chits(self) -> None:
        """Cup, hands, chits to come and mandatory ones that left make up the box; three in a hand."""
        state, table = self.position.state, self.position.table
        for alliance in range(2):
            factions = (2 * alliance, 2 * alliance + 1)
            used = {int(table.hand_of[faction]) for faction in factions}
            hands = [int(state.hand[faction]) for faction in factions]
            assert all(state.hand[faction] == 0 for faction in factions if faction not in used)
            held = [*hands, int(state.cup[alliance])]
            assert all(one & other == 0 for one, other in combinations(held, 2))
            assert all(len(members(hand)) <= 3 for hand in hands)
            missing = self.entered("chits_enter", alliance) & ~sum(held)
            assert missing & ~int(table.mandatory[alliance]) == 0
            assert sum(held) & ~self.entered("chits_enter", alliance) == 0

    def check_cities_and_points(self) -> None:
        """VP change with captures only, by R6.4, front after front; an action takes one city at most."""
        old, new = self.before.state, self.position.state
        assert new.cities[0] & new.cities[1] == 0
        assert new.cities[0] | new.cities[1] == (1 << len(CITIES)) - 1
        taken = [
            (int(self.position.table.city_front[city]), city)
            for city in members(old.cities[0] ^ new.cities[0])
        ]
        fronts = sorted(front for front, _ in taken)
        assert len(set(fronts)) == len(fronts)
        assert not taken or self.step in ("act", "check")
        assert self.step == "check" or len(taken) <= 1
        expected = list(map(int, old.vp))
        for front, city in sorted(taken):
            allied = int(new.cities[0]) >> city & 1
            taker, loser = (HOME_ALLIES, HOME_CENTRAL) if allied else (HOME_CENTRAL, HOME_ALLIES)
            expected[taker[front]] += 1
            expected[loser[front]] = max(0, expected[loser[front]] - 1)
        assert new.vp.tolist() == expected
        if new.treaty and self.step != "prepare" and old.treaty:
            assert not set(fronts) & {6, 7, 8}

    def check_dummies(self) -> None:
        state = self.position.state
        for faction, name in enumerate(FACTIONS):
            total = int(state.dummies[faction].sum()) + int(state.dummies_off[faction])
            assert total == box().dummies[name]
            assert state.dummies[faction].min() >= 0

    def check_arrivals(self) -> None:
        """R5: nobody arrives where it may not operate; who leaves a front is elsewhere or lost."""
        old, new = self.before.state, self.position.state
        turn, monastir = int(new.turn), bool(int(old.cities[0]) >> CITIES.index("monastir") & 1)
        for front in range(FRONTS):
            for alliance in range(2):
                arrived = int(new.armies[alliance, front]) & ~int(old.armies[alliance, front])
                for name in army_names(alliance, arrived):
                    assert may_be(name, front + 1, turn, monastir, self.reach)
                assert arrived == 0 or self.step in ("deploy", "act")
            for faction, name in enumerate(FACTIONS):
                if new.dummies[faction, front] > old.dummies[faction, front]:
                    assert self.step in ("deploy", "act")
                    assert dummy_may_be(name, front + 1, turn, monastir, self.reach)
        if self.step == "deploy":
            assert all((old.armies[a, f] & ~new.armies[a, f]) == 0 for a in range(2) for f in range(FRONTS))


@settings(max_examples=35, derandomize=True, deadline=None)
@given(**games_played)
def test_games_step_by_step(
    policies: str, rules: tuple[str, ...], players: int, seed: int, index: int
) -> None:
    """R3 to R9: conservation in every step; and the steps are the game that `simulate` plays."""
    position = Position(*rules, players=players, seed=seed, policies=policies, start=True)
    position.state.game = index
    witness = Witness(position, Rules.parse(rules).mef_or_reach)
    for step in phases(position):
        witness.see(step)
    played = blank(OUTCOME)
    write_outcome(position.state, played)
    simulated = simulate(prepare(None, players, list(rules), policies, seed), 1, first=index).outcomes[0]
    assert same(played, simulated) == []


def accounts(events: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """What an outcome counts, counted from the log."""
    found = {
        key: dict.fromkeys(FACTIONS, 0) for key in ("combats", "contested", "captures", "eliminated", "drawn")
    }
    colour = {army.name: army.faction for army in box().armies}
    for event in events:
        if event["event"] == "combat":
            found["combats"][event["faction"]] += 1
            found["contested"][event["faction"]] += bool(event["defenders"])
            found["captures"][event["faction"]] += event["city"] is not None
            for name in event.get("eliminated", ()):
                found["eliminated"][colour[name]] += 1
            for faction in event.get("drawn", ()):
                found["drawn"][faction] += 1
        elif event["event"] == "check":
            for capture in event["captures"]:
                found["captures"][capture["faction"]] += 1
    return found


@settings(max_examples=35, derandomize=True, deadline=None)
@given(**games_played)
def test_the_log_and_the_outcome_tell_the_same_game(
    policies: str, rules: tuple[str, ...], players: int, seed: int, index: int
) -> None:
    match = prepare(None, players, list(rules), policies, seed)
    outcome = simulate(match, 1, first=index).outcomes[0]
    events = list(tell(match, index))
    end, found = events[-1], accounts(events)
    assert end["vp"] == dict(zip(FACTIONS, map(int, outcome.vp), strict=True))
    assert end["turn"] == outcome.end_turn
    assert end["reason"] == REASONS[outcome.reason]
    assert end["alliance"] == (ALLIANCES[outcome.alliance] if outcome.alliance >= 0 else None)
    checks = [event for event in events if event["event"] == "check"]
    treaties = [event["turn"] for event in checks if event["treaty"] and event["treaty"]["accepted"]]
    assert [int(outcome.treaty)] == (treaties or [0])
    assert outcome.surrendered.tolist() == [int(f in checks[-1]["surrendered"]) for f in FACTIONS]
    for field in ("combats", "contested", "captures", "eliminated"):
        assert found[field] == dict(zip(FACTIONS, map(int, outcome[field]), strict=True))
    assert found["drawn"] == dict(zip(FACTIONS, map(int, outcome.chits_drawn), strict=True))
    assert list(tell(match, index)) == events


def test_r6_2_2_mandatory_chits_leave_the_game_once() -> None:
    mandatory = {chit.id for chit in box().chits if chit.mandatory}
    match = prepare(None, 4, [], "random", 1914)
    seen = set()
    for index in range(150):
        laid = [
            e[k] for e in tell(match, index) for k in ("attack_chit", "defence_chit") if e.get(k) in mandatory
        ]
        assert len(laid) == len(set(laid))
        seen |= set(laid)
    assert len(seen) >= 3
    assert seen <= set(CHIT_NAMES[0]) | set(CHIT_NAMES[1])


# Each rule changes some game, and its default changes none.

MANY = 20_000


@cache
def outcomes(settings_: tuple[str, ...], players: int, head_start: int = 0) -> Any:
    """MANY games; the Central Powers begin with more VP than printed by a head start."""
    match = prepare(None, players, list(settings_), "random", 1914)
    match.start[0].vp[2:] += head_start
    return simulate(match, MANY, threads=2).outcomes


@pytest.mark.parametrize("setting", SWITCHES)
def test_each_optional_rule_and_switch_changes_some_game(setting: str) -> None:
    """From the printed 6 VP only about 16 games in a million have six fronts and fewer VP in one hand."""
    head_start = 10 if setting == "six_front_end=wins" else 0
    base, changed = outcomes((), 2, head_start), outcomes((setting,), 2, head_start)
    differing = int((base != changed).sum())
    assert differing > 0
    assert base.fault.max() == changed.fault.max() == 0


@pytest.mark.parametrize("name", allowed_values())
def test_the_default_of_each_rule_changes_no_game(name: str) -> None:
    default = allowed_values()[name][0]
    word = {True: "on", False: "off"}[default] if isinstance(default, bool) else default
    again = simulate(prepare(None, 2, [f"{name}={word}"], "random", 1914), 2_000).outcomes
    assert np.array_equal(outcomes((), 2)[:2_000], again)


def test_hand_scope_changes_nothing_with_4_players_and_something_with_3() -> None:
    assert np.array_equal(outcomes((), 4), outcomes(("hand_scope=player",), 4))
    assert (outcomes((), 3) != outcomes(("hand_scope=player",), 3)).any()


def test_r8_1_the_fourth_player_may_refuse_the_treaty() -> None:
    three, four = outcomes((), 3), outcomes((), 4)
    assert (three.treaty > 0).sum() > (four.treaty > 0).sum() > 0
    assert set(three.treaty) == set(four.treaty) == {0, 4, 5}


def test_every_reason_and_winner_occurs() -> None:
    seen = outcomes((), 4)
    assert set(seen.reason) == set(range(len(REASONS)))
    assert set(seen.winner_2) == {-1, 0, 1}
    assert set(seen.winner_3) == {-1, 2, 3}
    assert set(seen.winner_4) == {-1, 0, 1, 2, 3}
    assert seen.end_turn.min() >= 1
    assert seen.end_turn.max() == TURNS
    assert (seen.vp >= 0).all()


# A run is a pure function of match and index.


@pytest.fixture(scope="module")
def match() -> Match:
    return prepare(None, 4, ["variable_order"], "random", 42)


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (1, 7), (2, 64), (3, 1000), (2, 5000)])
def test_threads_and_chunks_change_nothing(match: Match, threads: int, chunk: int) -> None:
    whole = simulate(match, 2_500)
    again = simulate(match, 2_500, threads=threads, chunk=chunk)
    assert digest(whole.outcomes) == digest(again.outcomes)
    assert not again.interrupted


@pytest.mark.parametrize(("first", "games"), [(0, 1), (0, 999), (1, 1), (1234, 500), (2499, 1)])
def test_any_range_alone_equals_the_slice(match: Match, first: int, games: int) -> None:
    whole = simulate(match, 2_500).outcomes
    alone = simulate(match, games, first=first)
    assert alone.first == first
    assert np.array_equal(alone.outcomes, whole[first : first + games])


def test_other_seeds_play_other_games(match: Match) -> None:
    other = prepare(None, 4, ["variable_order"], "random", 43)
    differing = simulate(match, 200).outcomes != simulate(other, 200).outcomes
    assert differing.mean() > 0.9


def test_progress_adds_up_to_all_games(match: Match) -> None:
    heard: list[int] = []
    simulate(match, 1_000, chunk=300, threads=2, progress=heard.append)
    assert sorted(heard) == [100, 300, 300, 300]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games: found 0"),
        ({"games": 1, "first": -1}, "first index: found -1"),
        ({"games": 2, "first": MAX_GAMES - 1}, "first index: found"),
        ({"games": 1, "threads": 0}, "threads: found 0"),
        ({"games": 1, "chunk": 0}, "chunk: found 0"),
    ],
)
def test_numbers_out_of_range(match: Match, arguments: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        simulate(match, **arguments)


def breaking(match: Match, index: int, fault: int) -> Match:
    """The same match, but the game `index` breaks a rule on turn 3."""

    def play_many(first: int, rows: Any, *others: Any) -> None:
        match.play_many(first, rows, *others)
        if first <= index < first + len(rows):
            rows[index - first].fault, rows[index - first].end_turn = fault, 3

    return replace(match, play_many=play_many)


@pytest.mark.parametrize("fault", range(1, len(FAULTS)))
def test_a_broken_rule_is_an_error_that_names_seed_game_and_turn(match: Match, fault: int) -> None:
    broken = breaking(match, 777, fault)
    with pytest.raises(RuleError) as error:
        simulate(broken, 1_000, chunk=100, threads=2)
    assert str(error.value) == f"seed 42, game 777, turn 3: a policy {FAULTS[fault]}"
    assert "(R" in FAULTS[fault]
    with pytest.raises(RuleError, match="seed 42, game 777, turn 3"):
        next(tell(broken, 777))
    assert len(simulate(broken, 700).outcomes) == 700


def interrupt(after: int) -> Callable[[int], None]:
    done = []

    def progress(games: int) -> None:
        done.append(games)
        if len(done) == after:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_run_keeps_the_games_before_the_first_one_that_is_missing(match: Match) -> None:
    run = simulate(match, 2_000, chunk=100, progress=interrupt(3))
    assert run.interrupted
    assert 300 <= len(run.outcomes) < 2_000
    assert np.array_equal(run.outcomes, simulate(match, 2_000).outcomes[: len(run.outcomes)])
