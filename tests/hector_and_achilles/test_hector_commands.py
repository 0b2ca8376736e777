"""The commands on Hector and Achilles: simulate, play, odds hector."""

import json
from pathlib import Path
from typing import Any

import hector_referee as referee
import pandas as pd
import pytest

from fwwsim.games import load_game
from fwwsim.games.hector_and_achilles.dataset import SHIPPED

GAME = ("--game", "hector_and_achilles")
BATTLE = (
    "odds", "hector", "--tile", "yellow,red,blue,green", "--row", "yellow 3,yellow 4", "--hand",
    "yellow 2,red 1,blue 2", "--hero", "aias", "--enemy-row", "blue 1, purple 3",
)  # fmt: skip


def test_simulate(command: Any, tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    words = ("simulate", *GAME, "--games", "500", "--policy", "random", "--threads", "1")
    code, text, err = command(*words, "--rule", "home_limit=6", "--out", str(out))
    assert (code, err) == (0, "")
    rows = [" ".join(line.split()) for line in text.splitlines()]
    for line in (
        "Hector and Achilles: 500 games for 2 players",
        "Rules our reading of the rulebook, but home_limit = 6",
        "Policies random, both sides",
        "Win rate (n = 500)",
        "Heroes played, mean (n = 500)",
    ):
        assert line in rows
    assert max(map(len, text.splitlines())) <= 80
    frame = pd.read_parquet(out)
    assert len(frame) == 500
    assert {"winner", "reason", "end_battle", "attacks_TROJAN", "cards_ACHAEAN"} <= set(frame.columns)
    summary = json.loads(command(*words, "--json", "--rule", "home_limit=6")[1])
    assert summary["winners"] == {
        name: int((frame["winner"] == name).sum()) for name in ("ACHAEAN", "TROJAN", "none")
    }
    assert summary["end_battle"] == pytest.approx(frame["end_battle"].mean())
    assert summary["retreats"]["TROJAN"] == pytest.approx(frame["retreats_TROJAN"].mean())
    assert summary["intervals"]["winners"]["ACHAEAN"]["low"] > 0.4


def test_play(command: Any) -> None:
    code, text, err = command("play", *GAME, "--index", "3")
    assert (code, err) == (0, "")
    assert text.startswith("Hector and Achilles: seed 1914, game 3\n")
    assert "Policies  greedy, both sides" in text
    code, log, err = command("play", *GAME, "--index", "3..4", "--log", "-", "--policy", "bluffer")
    assert (code, err) == (0, "")
    events = [json.loads(line) for line in log.splitlines()]
    begin = [number for number, event in enumerate(events) if event["event"] == "game"]
    assert referee.check_log(events[: begin[1]], SHIPPED) == []
    assert referee.check_log(events[begin[1] :], SHIPPED) == []


def test_odds(command: Any) -> None:
    code, text, err = command(*BATTLE)
    assert (code, err) == (0, "")
    assert "exact: all 15,180 hands and heroes that the enemy may have; policy steady" in text
    assert "A retreat now costs 2 army cards and a shame token" in text
    assert max(map(len, text.splitlines())) <= 90
    found = json.loads(command(*BATTLE, "--json")[1])
    win, part = found["win_fraction"].split("/")
    assert found["win"]["estimate"] == pytest.approx(int(win) / int(part))
    assert found["win"]["estimate"] + found["tie"]["estimate"] + found["loss"]["estimate"] == pytest.approx(1)
    sampled = json.loads(command(*BATTLE, "--json", "--policy", "bluffer", "--games", "5000")[1])
    assert (sampled["exact"], sampled["n"]) == (False, 5000)
    assert sampled["win"]["low"] < sampled["win"]["estimate"] < sampled["win"]["high"]
    assert (
        "5,000 samples, 95 % Wilson intervals"
        in command(*BATTLE, "--policy", "bluffer", "--games", "5000")[1]
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("simulate", *GAME, "--players", "3"), "--players: found 3; allowed: 2"),
        (("simulate", *GAME, "--policy", "balanced"), "unknown policy 'balanced'; allowed: random, greedy"),
        (("simulate", *GAME, "--rule", "schlieffen"), "--rule schlieffen: unknown rule"),
        (("play", *GAME, "--data", "/no/such"), "/no/such: no such folder"),
        (("simulate", "--game", "chess"), "game: found 'chess'; known: first_world_war, hector_and_achilles"),
        ((*BATTLE, "--side", "greek"), "--side: found 'GREEK'"),
        ((*BATTLE, "--enemy-hero", "Hector"), "--enemy-hero-over: found ''; allowed: a card of the row"),
    ],
)
def test_bad_input_is_one_line(command: Any, words: tuple[str, ...], problem: str) -> None:
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1


def test_data_check(command: Any, tmp_path: Path) -> None:
    code, out, err = command("data", "check", str(SHIPPED))
    assert (code, err) == (0, "")
    assert "48 army cards a side, 12 heroes, 6 fate tiles" in out
    text = (SHIPPED / "components.toml").read_text().replace("value = 6", "value = 60")
    (tmp_path / "components.toml").write_text(text)
    code, out, err = command("data", "check", str(tmp_path))
    assert (code, out, len(err.splitlines())) == (2, "", 2)


def test_help_names_both_games(command: Any) -> None:
    for name in ("simulate", "play"):
        _, out, _ = command(name, "--help")
        assert "hector_and_achilles" in out
        assert "home_limit=5|6" in out
    assert load_game("hector_and_achilles").players == (2,)
