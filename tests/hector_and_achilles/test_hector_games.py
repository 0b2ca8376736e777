"""Whole games: the referee, conservation, what each option changes, and that a run is a function of its match."""

import json
from typing import Any

import hector_referee as referee
import numpy as np
import pytest
from hector_positions import EVERY_RULE, POLICIES

from fwwsim.engine.simulate import simulate
from fwwsim.errors import RuleError, SpecError
from fwwsim.games.hector_and_achilles.battle import play_battle
from fwwsim.games.hector_and_achilles.dataset import SHIPPED
from fwwsim.games.hector_and_achilles.match import prepare, tell
from fwwsim.games.hector_and_achilles.narrate import narrate
from fwwsim.games.hector_and_achilles.options import Rules, allowed_values, describe
from fwwsim.games.hector_and_achilles.setup import deal
from fwwsim.games.hector_and_achilles.state import PLAYING

ALL_CARDS, ALL_HEROES = (1 << 48) - 1, (1 << 6) - 1


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("rules", [[], EVERY_RULE, ["missing_pile"]], ids=["none", "all", "A2"])
def test_the_referee_finds_nothing(policy: str, rules: list[str]) -> None:
    match = prepare(None, 2, rules, policy, 17)
    for index in range(40):
        events = [json.loads(json.dumps(event)) for event in tell(match, index)]
        assert referee.check_log(events, SHIPPED) == []


def test_short_of_cards() -> None:
    """The rare openings: cards from home, fewer cards, different piles; all of them pass the referee."""
    seen = set()
    for rules in ([], ["short_pile"]):
        match = prepare(None, 2, rules, "random", 1914)
        for index in range(150):
            events = list(tell(match, index))
            assert referee.check_log(events, SHIPPED) == []
            for event in events:
                if event["event"] == "open":
                    seen |= {"from home"} if event["from_home"] else set()
                    seen |= {"split"} if len(set(event["fighting"].values())) == 2 else set()
                    seen |= {"fewer"} if min(map(len, event["hands"].values())) < 4 else set()
                seen |= {"shame from home"} if event.get("shamed", {}).get("home") else set()
    assert seen == {"from home", "split", "fewer", "shame from home"}


@pytest.mark.parametrize("policy", ["random", "greedy", "bluffer"])
def test_cards_heroes_and_tokens_are_conserved(policy: str) -> None:
    match = prepare(None, 2, EVERY_RULE, policy, 3)
    for game in range(25):
        state = match.start.copy()[0]
        state.game = game
        deal(state, match.journal)
        while state.reason == PLAYING:
            state.battle += 1
            before = state.favour.copy()
            play_battle(state, match.table, match.journal)
            assert state.fault == 0
            assert 0 <= state.tiles < 63
            for side in range(2):
                parts = [*map(int, state.pile[side]), int(state.lost[side]), int(state.thrown[side])]
                assert sum(parts) == ALL_CARDS
                assert np.bitwise_or.reduce(parts) == ALL_CARDS
                assert int(state.hero_pile[side]) + int(state.hero_lost[side]) == ALL_HEROES
                assert 0 <= state.favour[side] <= before[side]
                assert state.row[side] == state.hand[side] == state.reinforced[side] == 0
                assert state.battle_winner != side or state.favour[side] == before[side]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("chunk", [7, 4096])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int) -> None:
    match = prepare(None, 2, [], "bluffer", 8)
    whole = simulate(match, 200)
    other = simulate(match, 200, threads=threads, chunk=chunk)
    assert np.array_equal(whole.outcomes, other.outcomes)
    assert np.array_equal(simulate(match, 50, first=120).outcomes, whole.outcomes[120:170])


def test_the_log_is_the_game_that_is_counted() -> None:
    match = prepare(None, 2, [], "greedy", 4)
    outcomes = simulate(match, 30).outcomes
    for index, outcome in enumerate(outcomes):
        events = list(tell(match, index))
        end, close = events[-1], events[-2]
        assert end["winner"] == (None, "ACHAEAN", "TROJAN")[outcome.winner + 1]
        assert end["battle"] == outcome.end_battle
        assert sum(event.get("option") == "retreat" for event in events) == outcome.retreats.sum()
        for side, name in enumerate(("ACHAEAN", "TROJAN")):
            assert sum(close["piles"][name].values()) == outcome.cards[side]


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_each_option_changes_some_game(rule: str) -> None:
    base = simulate(prepare(None, 2, [], "random", 2), 20_000, threads=2).outcomes
    other = simulate(prepare(None, 2, [rule], "random", 2), 20_000, threads=2).outcomes
    changed = base != other
    assert changed.any()
    if rule == "both_fall":
        assert set(other.winner[other.reason == 2].tolist()) == {-1}
        assert (base.reason[changed] == 2).all()


def test_games_end_long_before_the_limit() -> None:
    for policy in ("random", "steady"):
        outcomes = simulate(prepare(None, 2, [], policy, 6), 20_000, threads=2).outcomes
        assert outcomes.end_battle.max() < 60
        assert (outcomes.reason < 3).all()
        assert (outcomes.attacks.sum(axis=1) == outcomes.end_battle).all()
        fought = outcomes.attacks_won.sum(axis=1) + outcomes.defences_won.sum(axis=1) + outcomes.ties
        assert (fought == outcomes.end_battle).all()


def mutations(events: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    """Ways to falsify a log: kind of event, change."""

    def swap_winner(event: dict[str, Any]) -> None:
        event["winner"] = "TROJAN" if event["winner"] == "ACHAEAN" else "ACHAEAN"

    return [
        ("result", swap_winner),
        ("end", swap_winner),
        ("end", lambda event: event.update(reason="too_long")),
        ("fate", lambda event: event["totals"].update(ACHAEAN=event["totals"]["ACHAEAN"] + 1)),
        ("fate", lambda event: event.update(round=event["round"] % 4 + 1)),
        ("open", lambda event: event.update(attacker="TROJAN")),
        (
            "open",
            lambda event: event["fighting"].update(TROJAN="1" if event["fighting"]["TROJAN"] != "1" else "2"),
        ),
        ("open", lambda event: event["hands"]["ACHAEAN"].pop()),
        ("open", lambda event: event["facing"].update(TROJAN=event["facing"]["ACHAEAN"])),
        ("turn", lambda event: event.update(side="ACHAEAN" if event["side"] == "TROJAN" else "TROJAN")),
        ("turn", lambda event: event.update(option="reinforce", reinforces="red 9")),
        ("close", lambda event: event["piles"]["TROJAN"].update(home=99)),
        ("deal", lambda event: event["piles"]["ACHAEAN"]["1"].append("red 1")),
    ]


@pytest.mark.parametrize("number", range(13))
def test_the_referee_notices(number: int) -> None:
    match = prepare(None, 2, [], "greedy", 4)
    events = json.loads(json.dumps(list(tell(match, 0))))
    kind, change = mutations(events)[number]
    change(next(event for event in events if event["event"] == kind))
    assert referee.check_log(events, SHIPPED) != []


@pytest.mark.parametrize("policy", ["random", "bluffer"])
def test_every_event_is_told(policy: str) -> None:
    match = prepare(None, 2, ["tile_faces"], policy, 1)
    told = [line for index in range(30) for line in narrate(tell(match, index))]
    assert all(line == line.rstrip() for line in told)
    text = "\n".join(told)
    for words in (
        "attack",
        "covers",
        "favour token on",
        "retreat",
        "swap",
        "throw away",
        "turn the tile",
        "stays",
    ):
        assert words in text
    assert "None" not in text
    assert "tile_faces = two" in text


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (["home_limt=6"], "did you mean home_limit"),
        (["home_limit=7"], "found '7'; allowed: 5, 6"),
        (["tile_faces", "tile_faces=one"], "given twice"),
    ],
)
def test_bad_rules(settings: list[str], problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        Rules.parse(settings)


def test_options_are_described() -> None:
    assert [name for name, _, _ in describe()] == list(allowed_values())
    assert {summary[-4:] for _, _, summary in describe()} == {f"(A{n})" for n in range(1, 6)}


def test_players() -> None:
    with pytest.raises(SpecError, match="--players: found 3; allowed: 2"):
        prepare(None, 3, [], "random", 1)


def test_a_fault_is_an_error_that_names_battle_and_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = prepare(None, 2, [], "random", 1)

    def fail(first: int, outcomes: Any, *rest: Any) -> None:
        outcomes["fault"], outcomes["end_battle"] = 1, 3

    broken = type(match)(
        fail,
        match.start,
        match.table,
        match.journal,
        match.outcome,
        match.faults,
        match.description,
        match.clock,
    )
    with pytest.raises(RuleError, match=r"seed 1, game 0, battle 3: a policy took a vanguard"):
        simulate(broken, 1)
    with pytest.raises(RuleError, match=r"game 5, battle 3"):
        list(tell(broken, 5))
