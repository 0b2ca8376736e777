"""``fwwsim odds at``: a battle from a simulated game, in text and JSON, and that its words are defined."""

import json
import re
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from glossary import defined, plain, undefined

from fwwsim.games.first_world_war.match import prepare, tell

GAME = ("--seed", "7", "--index", "3")
RULES = ("rules", "policies")  # their keys are rules and factions, no statistics


@pytest.fixture
def at(command: Any) -> Any:
    """`command` for ``fwwsim odds at``."""
    return partial(command, "odds", "at")


def test_text(at: Any) -> None:
    code, out, err = at(*GAME, "--turn", "2", "--round", "6", "--front", "2")
    assert (code, err) == (0, "")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    for row in (
        "The First World War: game 3 of seed 7, 4 players, turn 2, before round 6",
        "To act: Western Allies (policy balanced)",
        "Front 2 (Marne)",
        "Attackers BR 1 (3), BR 2 (2), FR 6 (2)",
        "Really no real army",
        "no real defender 5/18 27.78 1 100.00",
        "attack wins 143/324 44.14 0 0.00",
        "What the policy did in this round:",
        "The Western Allies take Trier.",
    ):
        assert row in rows
    assert "Front 1 (Flanders)" not in out


def test_every_front_without_one_named(at: Any) -> None:
    code, out, _ = at(*GAME, "--turn", "2", "--round", "6")
    assert code == 0
    assert re.findall(r"^Front (\d+)", out, re.MULTILINE) == ["1", "2", "3", "4"]


def test_json(at: Any) -> None:
    code, out, _ = at(*GAME, "--turn", "2", "--round", "6", "--json")
    assert code == 0
    document = json.loads(out)
    assert (document["faction"], document["turn"], document["round"]) == ("WA", 2, 6)
    for battle in document["battles"]:
        for attack in battle["attacks"]:
            for odds in (attack["seen"], attack["everything_known"]):
                assert sum(map(Fraction, odds["exact"].values())) == 1
            certain = attack["everything_known"]["exact"]["no_real_defender"]
            assert certain == ("0" if battle["defenders"] else "1")
    events = [event for event in tell(prepare(None, 4, [], "balanced", 7), 3) if event.get("round") == 6]
    assert document["played"] == [event for event in events if event["turn"] == 2]


def test_other_players_rules_and_policies(at: Any) -> None:
    words = ("--players", "2", "--policy", "random", "--rule", "variable_order", "--turn", "2", "--json")
    document = json.loads(at("--seed", "5", "--index", "1", *words)[1])
    assert document["players"] == 2
    assert document["rules"]["variable_order"] is True
    assert set(document["policies"].values()) == {"random"}


def test_every_name_is_defined(at: Any) -> None:
    document = json.loads(at(*GAME, "--turn", "2", "--round", "6", "--json")[1])
    document = {key: value for key, value in document.items() if key not in (*RULES, "played")}
    assert undefined(document) == set()
    assert {plain(key) for key in (*RULES, "played")} <= set(defined())
    for printed in (
        "no real defender",
        "attack wins",
        "tie",
        "defence wins",
        "attackers",
        "seen",
        "revealed",
    ):
        assert plain(printed) in defined()


ERRORS = [
    (
        ("--seed", "7", "--index", "1", "--turn", "5"),
        "seed 7, game 1 ended on turn 2 .*before turn 5, round 1",
    ),
    ((*GAME, "--turn", "7"), "--turn: found 7; allowed: 1 to 6"),
    ((*GAME, "--round", "17"), "--round: found 17; allowed: 1 to 16"),
    ((*GAME, "--front", "12"), "--front: found 12; allowed: 1 to 11"),
    ((*GAME, "--front", "11"), r"--front 11: Germany may not attack there now \(R6\.0, R5\.1\)"),
    (("--index", "-1"), "--index: found -1"),
    (("--players", "5"), "--players: found 5"),
    (("--policy", "clever"), "--policy: unknown policy"),
]


@pytest.mark.parametrize(("words", "message"), ERRORS, ids=lambda item: str(item)[:50])
def test_errors_are_one_line(at: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = at(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert re.search(message, err)
