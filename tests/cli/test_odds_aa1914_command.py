"""``fwwsim odds aa1914`` and its sisters: what they print, how they fail, and that they stay light."""

import csv
import json
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fwwsim.games.axis_and_allies_1914.dataset import SHIPPED
from fwwsim.reporting.aa1914_figure import matrix_page

EXAMPLE = ("aa1914", "--attack", "3 infantry, 1 artillery", "--defend", "2 infantry")
LANDING = (
    "aa1914",
    "--attack",
    "4 infantry",
    "--landing",
    "2 transport, 1 battleship",
    "--defend",
    "1 infantry",
)
SEA = ("aa1914", "--sea", "--attack", "1 battleship", "--defend", "1 cruiser")
HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "rich")


@pytest.fixture
def odds(command: Any) -> Any:
    """`command` for ``fwwsim odds``."""
    return partial(command, "odds")


def rows(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_table_for_the_reader(odds: Any) -> None:
    code, out, err = odds(*EXAMPLE)
    assert (code, err) == (0, "")
    lines = rows(out)
    assert lines[:6] == [
        "Axis & Allies 1914: land battle, exact odds",
        "Attack 3 infantry, 1 artillery (13 IPC)",
        "loses infantry, artillery, tank, fighter",
        "Defence 2 infantry (6 IPC)",
        "loses infantry, artillery, tank, fighter",
        "Reading last_infantry=kept [A]",
    ]
    for row in (
        "captured 5/9 55.56",
        "held by the defender 0 0.00",
        "contested 4/9 44.44",
        "2 36.11 55.56 25.00 25.00",
        "mean 1.667 1.000",
        "2 25.00 25.00 55.56 55.56",
        "swing to the attacker 1.333 -3 0 6",
    ):
        assert row in lines
    assert max(map(len, out.splitlines())) <= 100


def test_json(odds: Any) -> None:
    document = json.loads(odds(*EXAMPLE, "--json")[1])
    assert document["game"] == "axis_and_allies_1914"
    assert document["readings"] == {"last_infantry": "kept"}
    assert document["results"]["captured"] == 5 / 9
    assert document["exact"] == {"captured": "5/9", "held": "0", "contested": "4/9", "both_gone": "0"}
    assert document["attack"]["cost"] == 13
    hits = document["attack"]["hits"]
    assert hits["exact"]["mean"] == "5/3"
    assert hits["exact"]["exactly"] == {"0": "1/9", "1": "1/3", "2": "13/36", "3": "1/6", "4": "1/36"}
    assert hits["at_least"]["2"] == 20 / 36
    assert document["swing"]["mean"] == pytest.approx(4 / 3)
    assert document["dataset"]["id"] == "second-source-1"


def test_a_sea_battle(odds: Any) -> None:
    code, out, _ = odds(*SEA)
    assert code == 0
    assert "Axis & Allies 1914: sea battle, exact odds" in out
    assert "Reading defending_submarines=fight [U]" in rows(out)
    assert "attacker wins 22/25 88.00" in rows(out)
    assert "both sunk 2/25 8.00" in rows(out)
    broken = json.loads(odds(*SEA, "--break-off", "outgunned", "--json")[1])
    assert broken["break_off"] == "outgunned"
    assert json.loads(odds(*SEA, "--json")[1])["attack"]["first_round"]["exact"]["mean"] == "2/3"


def test_a_landing_names_its_readings(odds: Any) -> None:
    code, out, _ = odds(
        *LANDING, "--defend-fleet", "1 cruiser", "--mines", "1", "--rule", "coastal_supremacy=yes"
    )
    assert code == 0
    assert "At sea breaks off: never; 1 mined zone" in rows(out)
    assert "Reading coastal_supremacy=yes [U] (changed)" in rows(out)
    assert any(row.startswith("nothing landed") for row in rows(out))


def test_mines_alone(odds: Any) -> None:
    found = json.loads(odds("aa1914", "--sea", "--attack", "3 cruisers", "--mines", "1", "--json")[1])
    assert found["attack"]["losses"]["exact"]["exactly"] == {
        "0": "125/216",
        "1": "25/72",
        "2": "5/72",
        "3": "1/216",
    }


def test_an_empty_territory_is_walked_into(odds: Any) -> None:
    found = json.loads(odds("aa1914", "--attack", "1 infantry", "--defend", "none", "--json")[1])
    assert found["exact"]["captured"] == "1"


def test_loss_orders_and_garrisons(odds: Any) -> None:
    words = ("aa1914", "--attack", "@Vienna", "--defend", "@serbia", "--attack-loss-order", "artillery")
    document = json.loads(odds(*words, "--json")[1])
    assert document["attack"]["army"] == "12 infantry, 2 artillery"
    assert document["defence"]["army"] == "3 infantry, 1 artillery"
    assert document["attack"]["loss_order"]["land"] == "artillery, infantry, tank, fighter"
    assert document["defence"]["loss_order"]["land"] == "infantry, artillery, tank, fighter"


def test_long_fractions_are_left_out(odds: Any) -> None:
    fleet = "6 submarine, 6 cruiser, 12 battleship"
    code, out, _ = odds("aa1914", "--sea", "--attack", fleet, "--defend", fleet, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["exact"]["attacker_wins"] is None
    assert document["exact"]["standoff"] == "0"
    assert document["results"]["attacker_wins"] == document["results"]["defender_wins"]


@pytest.mark.parametrize("words", [EXAMPLE, SEA, LANDING])
def test_check(odds: Any, words: tuple[str, ...]) -> None:
    code, out, err = odds(*words, "--check", "20000", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    check = document["check"]
    assert (check["battles"], check["seed"]) == (20_000, 3)
    for name, row in check["results"].items():
        assert row["exact"] == document["results"][name]
        assert row["low"] <= row["simulated"] <= row["high"]
        assert abs(row["z"]) < 4
    text = odds(*words, "--check", "1000")[1]
    assert "Check: the same rules, compiled, 1,000 battles, seed 1914" in text


def test_campaign(odds: Any) -> None:
    words = (
        "aa1914-campaign",
        "--attack",
        "4 infantry, 1 artillery",
        "--defend",
        "2 infantry",
        "--rounds",
        "3",
    )
    more = ("--attack-reinforcements", "1 infantry", "--defend-reinforcements", "1 infantry; 1 tank")
    code, out, _ = odds(*words, *more)
    assert code == 0
    assert "Attack 4 infantry, 1 artillery; reinforcements 1 infantry each turn; attacks always" in rows(out)
    assert "round captured held contested both gone" in rows(out)
    document = json.loads(odds(*words, *more, "--json")[1])
    assert [each["round"] for each in document["rounds"]] == [1, 2, 3]
    captured = [each["captured"] for each in document["rounds"]]
    assert captured == sorted(captured)
    assert document["rounds"][0]["exact"]["captured"].count("/") == 1


def test_need(odds: Any) -> None:
    code, out, _ = odds("aa1914-need", "--defend", "2 infantry", "--target", "5/9")
    assert code == 0
    assert "3 infantry, 1 artillery 13 5/9 55.56" in rows(out)
    document = json.loads(odds("aa1914-need", "--defend", "@Serbia", "--json")[1])
    assert document["target"] == 0.8
    assert all(each["captured"] >= 0.8 for each in document["purchases"])
    assert {each["cost"] for each in document["purchases"]} == {document["cost"]}


def test_matrix(odds: Any, tmp_path: Path) -> None:
    words = (
        "aa1914-matrix",
        "--attackers",
        "1 infantry; 3 infantry, 1 artillery",
        "--defenders",
        "2 infantry",
    )
    file = tmp_path / "cells.csv"
    code, out, _ = odds(*words, "--csv", str(file))
    assert code == 0
    assert "3 infantry, 1 artillery 55.56" in rows(out)
    table = list(csv.reader(file.read_text("utf-8").splitlines()))
    assert table[0] == ["attacker", "2 infantry"]
    assert float(table[2][1]) == 5 / 9
    assert json.loads(odds(*words, "--json")[1])["exact"] == [["0"], ["5/9"]]
    assert "swing, mean, exact odds" in odds(*words, "--measure", "swing")[1]


def test_matrix_on_paper(odds: Any, tmp_path: Path) -> None:
    """Both formats, the table all the same; many columns; a mean instead of a chance."""
    png, pdf = tmp_path / "m.png", tmp_path / "m.pdf"
    code, out, err = odds("aa1914-matrix", "--png", str(png), "--pdf", str(pdf))
    assert (code, err) == (0, "")
    assert "3 infantry, 1 artillery 88.89 2.60 0.00 0.00" in rows(out)
    assert out.endswith(f"Written: {pdf}, {png}\n")
    assert (png.read_bytes()[:4], pdf.read_bytes()[:4]) == (b"\x89PNG", b"%PDF")
    many = ";".join(f"{number} infantry" for number in range(1, 13))
    words = ("aa1914-matrix", "--defenders", many, "--measure", "swing", "--png", str(png), "--json")
    code, out, err = odds(*words)
    assert (code, err) == (0, "")
    assert len(json.loads(out)["cells"][0]) == 12


def test_the_page_says_what_the_table_says() -> None:
    cells = [[Fraction(1, 6), Fraction(0)], [Fraction(8, 9), Fraction(1, 2)]]
    page = matrix_page(
        "captured", ["1 infantry", "2 tank"], ["1 infantry", "1 fighter"], cells, ["a=b [U]"], True
    )
    axes = page.axes[0]
    assert [text.get_text() for text in axes.texts] == ["17", "0", "89", "50"]
    assert [text.get_weight() for text in axes.texts] == ["normal", "normal", "bold", "bold"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1 inf", "2 tank"]
    assert "a=b [U]" in page.texts[1].get_text()


def test_revolution(odds: Any) -> None:
    words = (
        "aa1914-revolution",
        "--odds",
        "all=50%",
        "--odds",
        "Moscow=10%/10%",
        "--start",
        "Poland=contested",
    )
    code, out, _ = odds(*words, "--rounds", "5")
    assert code == 0
    assert "Poland contested; a round 50.00 falls, 0.00 contested" in rows(out)
    assert "Reading contested_moscow=no [A]" in rows(out)
    document = json.loads(odds(*words, "--rounds", "5", "--json")[1])
    assert [each["by_round"] for each in document["rounds"][:3]] == [0, 0, 0]
    assert document["rounds"][3]["by_round"] > 0.5


BAD = [
    (("aa1914",), "--defend: found no units; allowed: units, or none"),
    (("aa1914", "--defend", "1 inf"), "--attack: found no units"),
    (("aa1914", "--sea", "--attack", "1 cruiser"), "--defend: found no units"),
    (("aa1914", "--attack", "3 cavalry", "--defend", "1 inf"), "no unit 'cavalry' (nearest: artillery)"),
    (("aa1914", "--attack", "2 tanks", "--defend", "1 inf"), "--attack: 2 tank without infantry"),
    (("aa1914", "--attack", "1 inf", "--defend", "1 artillery"), "--defend: 1 artillery without infantry"),
    (("aa1914", "--attack", "1 inf, 1 cruiser", "--defend", "1 inf"), "cruiser: ships do not fight on land"),
    (("aa1914", "--attack", "-1 infantry", "--defend", "1 inf"), "infantry: found -1"),
    ((*SEA, "--landing", "1 transport"), "--sea: found beside a landing"),
    (("aa1914", "--sea", "--attack", "1 infantry", "--defend", "1 cru"), "infantry: only ships fight at sea"),
    ((*EXAMPLE, "--mines", "1"), "found in a land battle"),
    ((*EXAMPLE, "--defend-fleet", "1 cruiser"), "found in a land battle"),
    ((*SEA, "--mines", "-1"), "--mines: found -1"),
    ((*SEA, "--break-off", "soon"), "--break-off: found 'soon'"),
    ((*EXAMPLE, "--rule", "luck=yes"), "--rule luck: unknown rule"),
    ((*EXAMPLE, "--loss-order", "tank", "--attack-loss-order", "tank"), "given beside --loss-order"),
    ((*EXAMPLE, "--loss-order", "transport"), "transports are lost last"),
    ((*EXAMPLE, "--round", "0"), "--round: found 0; allowed: 1 to 99"),
    (("aa1914", "--attack", "1 inf, 1 tank", "--defend", "1 inf", "--round", "3"), "1 tank in round 3"),
    ((*EXAMPLE, "--check", "0"), "--check: found 0"),
    ((*EXAMPLE, "--data", "/no/such/folder"), "no such folder"),
    (("aa1914", "--attack", "@Parris", "--defend", "1 inf"), "no territory 'Parris'"),
    (("aa1914", "--landing", "1 transport", "--defend", "1 inf"), "found no units to land"),
    (("aa1914", "--attack", "3 inf", "--landing", "1 transport", "--defend", "1 inf"), "3 units on 1 transport"),
    (("aa1914-campaign", "--attack", "1 inf", "--defend", "1 inf", "--rounds", "99"), "--rounds: found 99"),
    (
        (
            "aa1914-campaign", "--attack", "1 inf", "--defend", "1 inf", "--round", "1",
            "--attack-reinforcements", "none; 1 tank",
        ),
        "--attack-reinforcements: 1 tank in round 3",
    ),
    (("aa1914-need",), "--defend: found 0 units"),
    (("aa1914-need", "--defend", "1 inf", "--target", "100%"), "--target: found 1"),
    (("aa1914-need", "--defend", "1 inf", "--target", "x"), "--target: found 'x'"),
    (("aa1914-matrix", "--measure", "luck"), "--measure: found 'luck'"),
    (("aa1914-matrix", "--csv", "/no/such/folder/x.csv"), "--csv /no/such/folder/x.csv: no such folder: /no/such"),
    (("aa1914-matrix", "--png", "/no/such/folder/x.png"), "--png /no/such/folder/x.png: no such folder: /no/such"),
    (("aa1914-revolution", "--odds", "Ukrain=1"), "no home territory 'Ukrain' (nearest: Ukraine)"),
    (("aa1914-revolution", "--start", "Moscow=central"), "Moscow: found central at the start"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "message"), BAD)
def test_every_error_is_one_line(odds: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = odds(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("fwwsim: ")
    assert message in err


def test_your_own_units(odds: Any, tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "units.toml", tmp_path)
    text = (tmp_path / "units.toml").read_text("utf-8").replace("attack = 2", "attack = 6", 1)
    (tmp_path / "units.toml").write_text(text, "utf-8")
    words = ("aa1914", "--attack", "2 infantry", "--defend", "2 infantry", "--data", str(tmp_path), "--json")
    document = json.loads(odds(*words)[1])
    assert document["exact"]["captured"] == "3/4"


@pytest.mark.parametrize(
    "name", ["aa1914", "aa1914-campaign", "aa1914-need", "aa1914-matrix", "aa1914-revolution"]
)
def test_help_names_the_readings(odds: Any, name: str) -> None:
    code, out, _ = odds(name, "--help")
    assert code == 0
    assert "defending_submarines=fight|submerge" in out


@pytest.mark.parametrize("words", [EXAMPLE, SEA, LANDING, ("aa1914-need", "--defend", "1 infantry")])
def test_the_commands_import_nothing_heavy(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "fwwsim", "odds", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert "fwwsim.games.axis_and_allies_1914.odds.land" in modules
    assert {module for module in modules if module.split(".")[0] in HEAVY} == set()
