"""docs/glossary.md: each name once, each in a sentence or two, and those of the commands that have JSON."""

import json
import sys
from typing import Any

import pytest
from glossary import GLOSSARY, defined, plain, undefined

from fwwsim.cli import main
from fwwsim.games.axis_and_allies_1914.names import FAR_HOME, NEAR_MOSCOW

COMBAT = ("--attackers", "DE 1,DE 2", "--defenders", "BR 1")
ARMIES = ("--attack", "3 infantry, 1 artillery", "--defend", "2 infantry")
BATTLE = (
    "--tile", "yellow,red,blue,green", "--row", "yellow 3,yellow 4,yellow 2", "--hand", "red 1,blue 2",
    "--hero", "aias", "--enemy-row", "blue 1,purple 3,green 1",
)  # fmt: skip
COMMANDS = [
    ("odds", "fww", *COMBAT, "--json"),
    ("odds", "campaign", "--attackers", "3,2", "--defenders", "2", "--attacks", "2", "--json"),
    ("odds", "chits", *COMBAT, "--attack-hand", "Big Bertha", "--defence-hand", "Machine Guns", "--json"),
    ("odds", "hidden", "--attackers", "DE 1", "--stack", "WA=2", "--front", "1", "--turn", "2", "--json"),
    ("simulate", "--games", "3", "--json"),
    ("simulate", "--game", "hector_and_achilles", "--games", "3", "--json"),
    ("odds", "hector", *BATTLE, "--json"),
    ("odds", "aa1914", *ARMIES, "--check", "100", "--json"),
    ("odds", "aa1914", "--sea", "--attack", "1 battleship", "--defend", "1 cruiser", "--json"),
    ("odds", "aa1914", *ARMIES, "--landing", "2 transport", "--defend-fleet", "1 cruiser", "--json"),
    ("odds", "aa1914-campaign", *ARMIES, "--rounds", "2", "--json"),
    ("odds", "aa1914-need", "--defend", "2 infantry", "--json"),
    ("odds", "aa1914-matrix", "--attackers", "1 infantry", "--defenders", "1 infantry", "--json"),
    ("odds", "aa1914-revolution", "--odds", "all=40%", "--rounds", "6", "--json"),
    ("odds", "napoleon", "--attack", "18", "--defend", "12", "--check", "100", "--json"),
    ("odds", "napoleon", "--armies", "8: 5,4; 4: 4,3", "--defend", "6: 6,5 @1", "--interior-lines", "--json"),
    ("odds", "napoleon", "--table", "--json"),
]
TERRITORIES = {*NEAR_MOSCOW, *FAR_HOME}  # names, no statistics


def test_each_name_is_defined_once() -> None:
    lines = [line for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    names = [plain(name) for line in lines for name in line.split("|")[1].split(",")]
    names = [name for name in names if name not in ("name", "") and set(name) - set(" ")]
    twice = {name for name in names if names.count(name) > 1}
    assert twice <= {"name"}
    assert len(defined()) > 120


def test_each_meaning_is_short_and_a_sentence() -> None:
    for name, meaning in defined().items():
        assert meaning.endswith("."), name
        assert 10 <= len(meaning) <= 260, name


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_names_in_json_are_defined(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fwwsim", *words])
    main.run()
    document: Any = json.loads(capsys.readouterr().out)
    assert undefined(document, *TERRITORIES) == set()
