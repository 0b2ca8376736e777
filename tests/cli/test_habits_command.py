"""``fwwsim habits``: tables of how policies play, recounted here from the event logs."""

import json
import sys
from collections import Counter

import pytest

from fwwsim.cli import main

GAMES = 20


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["fwwsim", *words])
    status = 0
    try:
        main.run()
    except SystemExit as end:
        status = int(end.code or 0)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def rows_of(out: str, caption: str) -> list[list[str]]:
    """The cells of the table under a caption."""
    lines = out.split(f"\n{caption}\n\n")[1].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip(" |").split("|")] for line in lines if line.strip()]


def test_counts_are_those_of_the_logs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, log, _ = run(
        monkeypatch, capsys, "play", "--policy", "aggressive", "--index", f"0..{GAMES - 1}", "--log", "-"
    )
    events = [json.loads(line) for line in log.splitlines()]
    attacks = Counter(
        (event["turn"], event["front"])
        for event in events
        if event["event"] == "combat" and event["faction"] == "EA"
    )
    armies = Counter(
        (event["turn"], front)
        for event in events
        if event["event"] == "deploy" and event["faction"] == "EA"
        for front in event["armies"].values()
    )
    turns = Counter(
        event["turn"] for event in events if event["event"] == "deploy" and event["faction"] == "EA"
    )
    status, out, _ = run(
        monkeypatch, capsys, "habits", "--policy", "aggressive", "--games", str(GAMES), "--turns", "2"
    )
    assert status == 0
    assert f"turn 1: {turns[1]}, turn 2: {turns[2]}." in out
    rows = rows_of(out, "Eastern Allies: deployment and attacks")[2:]
    assert {row[0] for row in rows} == {"1", "2"}
    for turn, front, deployed, _, _, fought, _ in rows:
        place = (int(turn), int(front.rpartition("(")[2].strip(")")))
        for shown, counted in ((deployed, armies[place]), (fought, attacks[place])):
            number = shown.split(" (")[0]
            decimals = len(number.partition(".")[2])
            assert float(number) == pytest.approx(
                counted / turns[place[0]], abs=0.5 * 10**-decimals + 1e-9
            ), place


def test_actions_of_a_turn_are_four(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(monkeypatch, capsys, "habits", "--policy", "random", "--games", "30", "--turns", "1")
    (row,) = rows_of(out, "Germany: actions a turn")[2:]
    assert sum(float(cell.split(" (")[0]) for cell in row[1:]) == pytest.approx(4, abs=0.2)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--games", "1"), "--games: found 1; allowed: 2 to 100000"),
        (("--turns", "7"), "--turns: found 7; allowed: 1 to 6"),
        (("--policy", "balancd"), "balancd"),
    ],
)
def test_bad_input_costs_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], found: str
) -> None:
    status, out, err = run(monkeypatch, capsys, "habits", *words)
    assert (status, out) == (2, "")
    assert found in err
    assert len(err.splitlines()) == 1
