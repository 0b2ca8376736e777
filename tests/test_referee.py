"""The referee accepts the games of the plain reference under every rule, and rejects logs that break one.

Each mutation in :mod:`referee_mutations_board` and :mod:`referee_mutations_combat` breaks one rule in an otherwise
correct log; the first violation that the referee finds must cite that rule.
"""

import functools
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import referee
import referee_mutations_board
import referee_mutations_combat
import reference
from referee_mutations import MUTATIONS, Log, Mutation, dataset, fights, of

OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "six_front_end": ("wins",),
    "hand_scope": ("player",),
    "uncontested_base": ("point",),
    "mef_or_reach": ("front_11_only",),
    "treaty_garrison": ("ignored",),
    "transfer_source": ("one_front",),
    "surrender_from_turn": (2, 3),
    "schlieffen": (True,),
    "variable_order": (True,),
    "historical_setup": (True,),
}
SINGLE = [{field: value} for field, values in OTHER_VALUES.items() for value in values]
ALL = {field: values[-1] for field, values in OTHER_VALUES.items()}
CONFIGURATIONS: list[dict[str, Any]] = [
    {},
    *SINGLE,
    *({"surrender_from_turn": 3, **rule} for rule in SINGLE),
    ALL,
]


@functools.lru_cache(maxsize=4096)
def game_as_text(rules: str, players: int, seed: int) -> str:
    log: Log = []
    reference.play(dataset(), json.loads(rules), players, Random(seed), log)
    return "\n".join(json.dumps(event) for event in log)


def game(rules: dict[str, Any], players: int, seed: int) -> Log:
    """A fresh log of a game, as a reader of JSON sees it."""
    text = game_as_text(json.dumps(rules, sort_keys=True), players, seed)
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=str)
def test_reference_games_have_no_violation(rules: dict[str, Any]) -> None:
    for players in (2, 3, 4):
        events = [event for seed in range(8) for event in game(rules, players, seed)]
        assert referee.check_log(events, dataset()) == []


@pytest.mark.parametrize(
    "mutation", MUTATIONS, ids=lambda mutation: f"{mutation.rule}-{mutation.mutate.__name__}"
)
def test_mutated_log_is_rejected(mutation: Mutation) -> None:
    for seed in range(400):
        log = game(mutation.rules, mutation.players, seed)
        if mutation.mutate(log):
            first = next(iter(referee.check_log(log, dataset())), "no violation")
            assert f": {mutation.rule}: " in first, f"seed {seed}: {first}"
            assert mutation.words in first
            return
    pytest.fail("no game offers anything to break")


def test_mutations_are_registered_and_cover_the_rules() -> None:
    for module in (referee_mutations_board, referee_mutations_combat):
        assert sum(mutation.mutate.__module__ == module.__name__ for mutation in MUTATIONS) >= 25
    assert len({mutation.rule for mutation in MUTATIONS}) >= 20


def test_reference_sums_up_what_its_log_shows() -> None:
    for seed in range(20):
        log: Log = []
        result = reference.play(dataset(), {"surrender_from_turn": 3}, 4, Random(seed), log)
        checks, fought = of(log, "check"), fights(log)
        taken = sum(1 for event in of(log, "combat") if event["city"])
        assert result["combats"] == len(fought)
        assert result["captures"] == taken + sum(len(event["captures"]) for event in checks)
        assert result["eliminated"] == sum(len(event["eliminated"]) for event in fought)
        assert result["chits_drawn"] == sum(len(event["drawn"]) for event in fought)
        assert result["treaty"] == any(event["treaty"] and event["treaty"]["accepted"] for event in checks)
        assert result["surrendered"] == checks[-1]["surrendered"]
        assert result["end_turn"] == log[-1]["turn"]
        assert all(result[field] == log[-1][field] for field in ("reason", "alliance", "vp", "winners"))


def test_reference_repeats_a_seed_with_and_without_a_log() -> None:
    for seed in range(5):
        silent = reference.play(dataset(), {}, 2, Random(seed))
        assert silent == reference.play(dataset(), {}, 2, Random(seed), [])


@pytest.mark.parametrize(("die", "code"), [("as it fell", 0), (5, 1)])
def test_command_line(tmp_path: Path, die: str | int, code: int) -> None:
    log = game({"surrender_from_turn": 3}, 4, 1)
    if die == 5:
        fights(log)[0]["attack_die"] = die
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(json.dumps(event) for event in log), encoding="utf-8")
    command = [sys.executable, referee.__file__, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert done.stdout.endswith("violations in 1 games\n")
