"""Events as text: every kind of event in a sentence, and many whole games without a stumble."""

import json
from typing import Any

import pytest

from fwwsim.games.first_world_war.contract import GAME
from fwwsim.games.first_world_war.narrate import narrate
from fwwsim.games.first_world_war.wording import WIDTH

VP = {"WA": 8, "EA": 7, "DE": 3, "GA": 6}
CALM = {
    "event": "check", "turn": 4, "captures": [], "surrender_points": [], "six_fronts": None, "rolls": {},
    "surrendered": [], "treaty": None, "vp": VP, "surrender": dict.fromkeys(VP, 0),
}  # fmt: skip
COMBAT = {
    "event": "combat", "turn": 5, "round": 2, "faction": "WA", "front": 1, "attackers": ["BR 1", "FR 1"],
    "defenders": ["DE 1"], "dummies_removed": {"DE": 1}, "defence_chit": "central-machine-guns",
    "attack_chit": None, "attack_lead": "BR 1", "defence_lead": "DE 1", "attack_die": 4, "defence_die": "S",
    "attack_total": 8, "defence_total": 4, "eliminated": ["DE 1"], "drawn": {"DE": "central-gas"},
    "returned": {"DE": ["central-mackensen"]}, "city": "aachen", "surrender_point": None,
}  # fmt: skip


def told(*events: dict[str, Any]) -> str:
    """The text of some events, on one line, without headings."""
    return " ".join(
        " ".join(line.split()) for line in narrate(events) if line.startswith("  ") or "END" in line
    )


def test_a_combat_with_everything() -> None:
    assert told(COMBAT) == (
        "2 The Western Allies attack Flanders (1) with BR 1 and FR 1 against DE 1; 1 dummy of Germany leaves "
        "the board. Attack BR 1 value 3, superiority +1, die 4: 8; defence DE 1 value 3, Machine Guns +1, "
        "die S: 4. The attack wins, DE 1 is eliminated; the Western Allies take Aachen; "
        "Germany draws Gas and returns Mackensen."
    )


def test_a_tie_a_lost_attack_and_a_surrender_point() -> None:
    lost = {**COMBAT, "drawn": {}, "returned": {}, "dummies_removed": {}, "city": None}
    tie = {**lost, "attack_total": 4, "eliminated": ["DE 1", "BR 1"]}
    assert told(tie).endswith("A tie, DE 1 and BR 1 are eliminated.")
    assert told({**lost, "attack_total": 3, "eliminated": ["BR 1"]}).endswith(
        "The defence wins, BR 1 is eliminated."
    )
    assert told({**lost, "surrender_point": "DE"}).endswith("eliminated; Germany gets a surrender point.")


def test_an_undefended_front() -> None:
    empty = {key: COMBAT[key] for key in ("event", "turn", "round", "faction", "front", "attackers")}
    empty |= {"defenders": [], "dummies_removed": {"DE": 1, "GA": 1}, "city": None, "surrender_point": None}
    assert told(empty) == (
        "2 The Western Allies attack Flanders (1) with BR 1 and FR 1 and no army defends; 1 dummy of Germany "
        "and 1 dummy of the German Allies leave the board. No city is taken."
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"captures": [{"front": 2, "faction": "DE", "city": "sedan"}]},
            "Germany takes Sedan: nobody defends Marne (2).",
        ),
        (
            {"surrender_points": [{"front": 7, "faction": "EA"}]},
            "The Eastern Allies get a surrender point for Baltic (7).",
        ),
        ({"six_fronts": "CENTRAL_POWERS"}, "The Central Powers hold all cities of six or more fronts."),
        (
            {"rolls": {"DE": "S"}, "surrender": {**CALM["surrender"], "DE": 2}},
            "Germany rolls S with 2 surrender points and fights on.",
        ),
        (
            {"rolls": {"EA": 1}, "surrendered": ["EA"], "surrender": {**CALM["surrender"], "EA": 1}},
            "The Eastern Allies roll 1 with 1 surrender point and surrender.",
        ),
        (
            {"treaty": {"offered": True, "accepted": False}},
            "Germany offers the treaty of Brest-Litovsk; the Eastern Allies refuse.",
        ),
        ({"treaty": {"offered": True, "accepted": True}}, "the Eastern Allies accept."),
        ({}, "Victory points WA 8, EA 7, DE 3, GA 6 (Allies 15, Central Powers 9)."),
    ],
)
def test_what_a_victory_check_finds(changes: dict[str, Any], words: str) -> None:
    assert words in told({**CALM, **changes})


def test_the_end_names_who_gave_up() -> None:
    check = {**CALM, "surrendered": ["WA", "DE"], "rolls": {"WA": 1, "DE": 1}}
    nobody = {"2": None, "3": None, "4": None}
    end = {
        "event": "end",
        "turn": 4,
        "reason": "mutual_surrender",
        "alliance": None,
        "vp": VP,
        "winners": nobody,
    }
    assert "THE END in turn 4: surrender on both sides, of the Western Allies and Germany." in told(
        check, end
    )
    lines = list(
        narrate([check, {**end, "reason": "surrender", "winners": {"2": "ALLIES", "3": "ALLIES", "4": "EA"}}])
    )
    assert (
        lines[-1]
        == "Winner: with 2 players the Allies, with 3 players the Allies, with 4 players the Eastern Allies."
    )


def test_the_end_by_six_fronts_names_their_holder_even_if_the_score_says_otherwise() -> None:
    winners = {"2": "CENTRAL_POWERS", "3": "GA", "4": "GA"}
    end = {
        "event": "end",
        "turn": 4,
        "reason": "six_fronts",
        "alliance": "CENTRAL_POWERS",
        "vp": VP,
        "winners": winners,
    }
    assert "THE END in turn 4: the Allies hold all cities" in told({**CALM, "six_fronts": "ALLIES"}, end)


def test_order_chits_and_voluntary_returns() -> None:
    order = {
        "event": "order", "turn": 2, "rolls": [{"WA": "S", "DE": 4}],
        "choices": [{"faction": "DE", "deployment": 4, "round": 1}], "deployment": [], "rounds": [],
    }  # fmt: skip
    assert told(order) == "Rolls: WA S, DE 4 Germany deploys fourth and acts first."
    assert (
        told({"event": "chits", "turn": 3, "added": ["central-gas"]})
        == "Into the cup of the Central Powers: Gas."
    )
    back = {"event": "return_chit", "turn": 3, "faction": "EA", "chit": "allied-trenches"}
    assert told(back) == "The Eastern Allies return Trenches to the cup."


@pytest.mark.parametrize("rules", [[], ["variable_order", "historical_setup", "uncontested_base=point"]])
def test_whole_games_read_well_and_survive_the_log(rules: list[str]) -> None:
    match = GAME.prepare(None, 4, rules, "random", 11)
    for index in range(60):
        events = list(GAME.tell(match, index))
        lines = list(GAME.narrate(events))
        assert lines == list(GAME.narrate(json.loads(json.dumps(event)) for event in events))
        assert max(map(len, lines)) <= WIDTH
        assert sum(line.startswith("TURN ") for line in lines) == events[-1]["turn"]
        rounds = [int(line.split()[0]) for line in lines if line[:4].strip().isdigit()]
        assert rounds == [*range(1, 17)] * events[-1]["turn"]
        said = [line for line in lines if line.startswith("   ") and not line.lstrip().startswith("Rolls:")]
        assert not [line for line in said if "None" in line or "  " in line.strip(" 0123456789")]
