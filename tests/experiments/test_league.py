"""``fwwsim league`` at tiny sizes: its matrix is that of direct simulation, it resumes, and it stops cleanly."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from on_disk import files_of

from fwwsim.engine.simulate import simulate
from fwwsim.experiments import league
from fwwsim.experiments.league import Cell, League, LeagueSpec, plan_league, play_league
from fwwsim.experiments.spec import build
from fwwsim.experiments.standings import stand
from fwwsim.games.first_world_war.match import prepare

GAMES = 60
POLICIES = ("random", "balanced", "timid", "WA=fortress,EA=balanced,DE=aggressive,GA=random")
SPEC = f"""
policies = {json.dumps(POLICIES)}
games = {GAMES}
seed = 5
players = 3
rules = ["schlieffen"]
draw = 0.25

[variants.timid]
of = "balanced"
weights = {{ boldness = -1e9 }}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(SPEC)
    return path


def test_the_matrix_is_that_of_direct_simulation(command: Any, spec: Path, tmp_path: Path) -> None:
    code, out, err = command("league", str(spec), "--out", str(tmp_path), "--threads", "2")
    assert (code, err) == (0, "")
    content = json.loads((tmp_path / "tiny" / "league.json").read_text())
    assert len(content["payoff"]) == 16
    cells = {(cell["ALLIES"], cell["CENTRAL_POWERS"]): cell for cell in content["payoff"]}
    for first, second, text in (
        ("balanced", "random", "WA=balanced,EA=balanced,DE=random,GA=random"),
        ("random", POLICIES[3], "WA=random,EA=random,DE=aggressive,GA=random"),
        (POLICIES[3], "balanced", "WA=fortress,EA=balanced,DE=balanced,GA=balanced"),
    ):
        outcomes = simulate(prepare(None, 3, ["schlieffen"], text, 5), GAMES).outcomes
        cell = cells[first, second]
        won, lost = (int((outcomes.alliance == side).sum()) for side in (0, 1))
        assert (cell["won"], cell["lost"], cell["drawn"]) == (won, lost, GAMES - won - lost)
        assert cell["share"]["estimate"] == pytest.approx((won + 0.25 * (GAMES - won - lost)) / GAMES)
        assert cell["counts"]["winner"]["DE"] == (outcomes.winner_3 == 2).sum()
    assert out.startswith("# League: random, balanced, timid, WA=fortress")
    assert f"Written to {tmp_path / 'tiny'}" in out
    rows = list(csv.DictReader((tmp_path / "tiny" / "tables" / "payoff.csv").read_text().splitlines()))
    assert [row["won"] for row in rows] == [str(cell["won"]) for cell in content["payoff"]]
    for name in ("payoff.png", "payoff.svg"):
        assert (tmp_path / "tiny" / "figures" / name).stat().st_size > 5000


def test_a_variant_plays_its_own_weights(tmp_path: Path) -> None:
    """Who never attacks takes no city but at a victory check."""
    spec = build(
        LeagueSpec,
        {
            "policies": ["timid", "random"],
            "games": 40,
            "seed": 1,
            "variants": {"timid": {"of": "balanced", "weights": {"boldness": -1e9}}},
        },
    )
    arena, profiles = plan_league(spec, "x")
    outcomes = simulate(arena.seat(profiles[0], profiles[1]), 40).outcomes
    assert outcomes.combats[:, :2].sum() == 0
    assert outcomes.combats[:, 2:].sum() > 0


def test_standings_hold_together(tmp_path: Path) -> None:
    spec = build(LeagueSpec, {"policies": ["cautious", "balanced", "aggressive"], "games": 400, "seed": 2})
    arena, profiles = plan_league(spec, "x")
    played = play_league(spec, arena, profiles, tmp_path, 2)
    standings = stand(played)
    payoff = np.array([[cell.estimate for cell in row] for row in standings.shares])
    game = standings.equilibrium
    assert (np.array(game.row) @ payoff).min() == pytest.approx(game.value, abs=1e-9)
    assert (payoff @ np.array(game.column)).max() == pytest.approx(game.value, abs=1e-9)
    assert standings.value.estimate == pytest.approx(game.value, abs=1e-9)
    assert standings.value.low < game.value < standings.value.high
    assert payoff[standings.lowest] == payoff.min()
    assert payoff[standings.highest] == payoff.max()
    for words in standings.rates.values():
        assert sum(rate.estimate for rate in words.values()) == pytest.approx(1.0)
    side = standings.rates["side"]
    assert side["ALLIES"].estimate + 0.5 * side["none"].estimate == pytest.approx(game.value, abs=1e-9)
    assert sum(player.estimate for player in standings.ratings.players) == pytest.approx(0.0, abs=1e-6)


def test_the_equilibrium_and_the_range_of_a_known_matrix() -> None:
    """Wins of 100 games, so chosen that either side mixes 3 to 4 and 2 to 5 (value 1/7 with pay-offs 3, -1, -2, 1)."""
    spec = build(LeagueSpec, {"policies": ["random", "balanced"], "games": 100, "seed": 1})
    arena, profiles = plan_league(spec, "x")
    wins = ((80, 40), (30, 60))
    cells = tuple(
        Cell(
            row,
            column,
            "",
            {"side": {"ALLIES": wins[row][column], "CENTRAL_POWERS": 100 - wins[row][column]}},
        )
        for row in range(2)
        for column in range(2)
    )
    standings = stand(League(spec, arena, profiles, cells))
    np.testing.assert_allclose(standings.equilibrium.row, [3 / 7, 4 / 7], atol=1e-9)
    np.testing.assert_allclose(standings.equilibrium.column, [2 / 7, 5 / 7], atol=1e-9)
    assert standings.value.estimate == pytest.approx(0.5 + 0.1 / 7, abs=1e-9)
    assert (standings.lowest, standings.highest) == ((1, 0), (0, 0))
    assert standings.value.n == 400


def test_ctrl_c_keeps_the_cells_done_and_the_next_run_plays_the_rest(
    command: Any, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def count_and_stop(*words: Any, **names: Any) -> Any:
        if len(played) == stop_after:
            raise KeyboardInterrupt
        played.append(1)
        return simulate(*words, **names)

    monkeypatch.setattr(league, "simulate", count_and_stop)
    stop_after = 5
    code, out, err = command("league", str(spec), "--out", str(tmp_path / "a"))
    assert (code, out, err.count("\n")) == (130, "", 1)
    assert "run it again to go on" in err
    assert len(list((tmp_path / "a" / "tiny" / "cells").iterdir())) == 5
    stop_after = 1000
    assert command("league", str(spec), "--out", str(tmp_path / "a"))[0] == 0
    assert len(played) == 16
    assert command("league", str(spec), "--out", str(tmp_path / "b"), "--threads", "1")[0] == 0
    assert len(played) == 32
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    spec.write_text(SPEC.replace('"timid"', '"timid", "cautious"', 1))
    assert command("league", str(spec), "--out", str(tmp_path / "a"))[0] == 0
    assert len(played) == 32 + 9  # the new policy's cells only


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "games = 60",
            "gmaes = 60",
            "tiny.toml: gmaes: unknown key; did you mean games? allowed: policies, games",
        ),
        ("games = 60", "", "tiny.toml: games: missing; allowed: a whole number, 2 to"),
        ("games = 60", "games = 1", "tiny.toml: games: found 1; allowed: a whole number, 2 to"),
        ("games = 60", "games = 60.0", "tiny.toml: games: found 60.0; allowed: a whole number"),
        ("games = 60", "games = true", "tiny.toml: games: found True; allowed: a whole number"),
        ("seed = 5", 'seed = "five"', "tiny.toml: seed: found 'five'; allowed: a whole number"),
        ("draw = 0.25", "draw = 2", "tiny.toml: draw: found 2; allowed: a number, 0.0 to 1.0"),
        ("draw = 0.25", "draw = nan", "tiny.toml: draw: found nan; allowed: a number, 0.0 to 1.0"),
        ('"random", ', "3, ", "tiny.toml: policies[0]: found 3; allowed: a text"),
        ('"random", ', '"rnd", ', "tiny.toml: policies: unknown policy 'rnd'; allowed: random"),
        ('"random", ', '"timid", ', "tiny.toml: policies: timid given twice"),
        (
            'policies = ["random", "balanced"',
            'policies = ["random"] #',
            "policies: found 1; allowed: two or more",
        ),
        ("boldness", "bodlness", "variants.timid: bodlness: unknown weight; did you mean boldness?"),
        ("[variants.timid]", "[variants.timid]\nfrom = 1", "variants.timid.from: unknown key"),
        ("variants.timid", "variants.other", "variants.other: not among the policies"),
        ("[variants.timid]", "[[variants]]", "tiny.toml: variants: found [{"),
        ("players = 3", "players = 7", "--players: found 7"),
        ('"schlieffen"', '"schliefen"', "--rule schliefen: unknown rule; did you mean schlieffen?"),
        ("seed = 5", 'seed = 5\ndata = "/no/such"', "/no/such: no such folder"),
        ("seed = 5", 'seed = 5\ngame = "chess"', "game: found 'chess'"),
        ("seed = 5", "seed = ", "tiny.toml: damaged TOML"),
    ],
)
def test_every_error_of_a_spec_is_one_line(
    command: Any, spec: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in SPEC
    spec.write_text(SPEC.replace(old, new, 1))
    code, out, err = command("league", str(spec), "--out", str(tmp_path / "r"))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert message in err
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("league", "/no/such.toml"), "/no/such.toml: cannot be read: No such file"),
        (("league", "SPEC", "--threads", "0"), "--threads: found 0; allowed: 1 to"),
        (("league", "SPEC", "--out", "/proc/x"), "/proc/x"),
        (("league",), "Missing argument 'SPEC.toml'"),
    ],
)
def test_every_error_of_the_command_is_one_line(
    command: Any, spec: Path, words: tuple[str, ...], message: str
) -> None:
    code, out, err = command(*(str(spec) if word == "SPEC" else word for word in words))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert message in err


def test_a_damaged_cell_is_named(command: Any, spec: Path, tmp_path: Path) -> None:
    assert command("league", str(spec), "--out", str(tmp_path))[0] == 0
    cell = next((tmp_path / "tiny" / "cells").iterdir())
    cell.write_text("{")
    code, _, err = command("league", str(spec), "--out", str(tmp_path))
    assert (code, err.count("\n")) == (2, 1)
    assert f"{cell.name}: cannot be read" in err
    assert "delete it" in err
