"""``fwwsim odds napoleon``: what it prints, how it fails, and that it stays light."""

import json
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fwwsim.games.age_of_napoleon.dataset import FILE, SHIPPED

EXAMPLE = ("--attack", "18", "--defend", "12")
HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "rich")


@pytest.fixture
def napoleon(command: Any) -> Any:
    """`command` for ``fwwsim odds napoleon``."""
    return partial(command, "odds", "napoleon")


def rows_of(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_battle_for_the_reader(napoleon: Any) -> None:
    code, out, err = napoleon(*EXAMPLE)
    assert (code, err) == (0, "")
    rows = rows_of(out)
    assert "attack wins 49/72 68.06" in rows
    assert "by tie-break 7/24 29.17" in rows
    assert "defence wins 23/72 31.94" in rows
    text = " ".join(rows)
    assert "5 are stated (strength 12: die 4, tie-break; strength 18: die 4, die 6, tie-break)" in text
    assert text.count("reconstructed by this project") == 1
    assert max(map(len, out.splitlines())) <= 110


def test_json_has_floats_and_exact_fractions(napoleon: Any) -> None:
    code, out, err = napoleon("--attack", "18x4", "--defend", "12x2", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["exact"]["attack_wins"] == "49/72"
    assert document["attack_wins"] == 49 / 72
    for role in ("attack", "defence"):
        losses = document["exact"][role]["losses"]
        for kind, distribution in losses.items():
            assert sum(map(Fraction, distribution.values())) == 1
            for number, text in distribution.items():
                assert document[role]["losses"][kind][number] == float(Fraction(text))
        parts = sum(
            Fraction(document["exact"][role]["mean"][kind]) for kind in ("permanent", "prisoners", "reserve")
        )
        assert Fraction(document["exact"][role]["mean"]["battle"]) == parts
    assert max(map(int, document["defence"]["losses"]["battle"])) == 2
    assert document["cells_stated"] == 5
    assert document["readings"]["sea"] == "landed"
    assert {"attack_gone", "defence_gone", "both_gone"} <= set(document)
    assert "check" not in document


def test_ratings_and_options_say_the_same(napoleon: Any) -> None:
    inline = json.loads(napoleon("--attack", "2: 5/3h,4h,3l @1", "--defend", "3h,3,1o", "--json")[1])
    options = ("--attack-home", "2", "--attack-command", "2", "--attack-causes", "1", "--home", "1")
    spelt = json.loads(
        napoleon("--attack", "5/3,4,3l", "--defend", "3,3", *options, "--defend-corps", "3", "--json")[1]
    )
    assert inline["exact"]["attack_wins"] == spelt["exact"]["attack_wins"]
    assert inline["exact"]["defence"]["losses"] == spelt["exact"]["defence"]["losses"]


def test_march_attrition_is_shown_and_permanent_in_winter(napoleon: Any) -> None:
    words = ("--attack", "5/3,4/2,3/1", "--attack-causes", "2", "--defend", "6")
    rows = rows_of(napoleon(*words)[1])
    assert any(row.endswith("march 0.861, to the prisoners' box") for row in rows)
    assert any(
        row.endswith("march 0.861, permanent in winter") for row in rows_of(napoleon(*words, "--winter")[1])
    )


def test_converging_armies_with_and_without_interior_lines(napoleon: Any) -> None:
    words = ("--armies", "8: 5/3,4/2; 3,2", "--defend", "4/2,4")
    joined = " ".join(rows_of(napoleon(*words)[1]))
    assert "The attacking armies fight as one, at most 8 corps of them." in joined
    rows = rows_of(napoleon(*words, "--interior-lines")[1])
    assert rows[0] == "Age of Napoleon: 2 armies against interior lines, exact odds"
    assert any(row.startswith("battle 1 100.00 ") for row in rows)
    assert any("in the order given [U]" in row for row in rows)
    assert any("--spent-less 1" in row for row in rows)
    document = json.loads(napoleon(*words, "--interior-lines", "--json")[1])
    assert document["exact"]["battles"][0]["fought"] == "1"
    lost = sum(Fraction(battle["lost_by_defender"]) for battle in document["exact"]["battles"])
    assert lost == Fraction(document["exact"]["attack_wins"])


def test_readings_are_named_only_where_they_matter(napoleon: Any) -> None:
    assert "Reading" not in napoleon(*EXAMPLE)[1]
    assert "--sea attacked" in napoleon("--attack", "5l,4", "--defend", "9", "--sea", "attacked")[1]
    assert "--absent die" in napoleon("--attack", "0x2", "--defend", "9", "--absent", "die")[1]


def test_check_has_the_simulated_rates_and_z(napoleon: Any) -> None:
    code, out, err = napoleon(*EXAMPLE, "--check", "20000", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    check = json.loads(out)["check"]
    assert (check["engagements"], check["seed"]) == (20_000, 3)
    for row in check["rates"].values():
        assert row["z"] is not None
        assert abs(row["z"]) < 4.5
        assert row["low"] <= row["simulated"] <= row["high"]
    text = napoleon(*EXAMPLE, "--check", "20000")[1]
    assert "Check: the compiled rules, 20,000 times, seed 1914" in text
    assert "attack wins by tie-break" in text


def test_a_data_set_of_ones_own(napoleon: Any, tmp_path: Path) -> None:
    lines = []
    for line in (SHIPPED / FILE).read_text().splitlines():
        if line.startswith(("stated", "tie_break_stated")):
            continue
        if line.startswith("losses_inflicted"):
            lines += ["stated = [1, 2, 3, 4, 5, 6]", "tie_break_stated = true"]
        lines.append(line)
    (tmp_path / FILE).write_text("\n".join(lines).replace("reconstruction-1", "mine"))
    text = " ".join(rows_of(napoleon(*EXAMPLE, "--data", str(tmp_path))[1]))
    assert "All 14 table cells behind this answer are stated in data set mine." in text
    marched = " ".join(rows_of(napoleon("--attack", "5,4,3@1", "--defend", "9", "--data", str(tmp_path))[1]))
    assert "the other 6 are not marked as stated in data set mine." in marched


def test_the_table_as_a_player_aid(napoleon: Any) -> None:
    code, out, err = napoleon("--table")
    assert (code, err) == (0, "")
    assert "13-18 0* 1* 1* 1 1* 2 +3" in rows_of(out)
    assert "3 2* 1 0* 0* 0* 0*" in rows_of(out)
    assert "cells without a mark are stated for these strengths only: 7-12: at 12; 13-18: at 18" in out
    assert json.loads(napoleon("--table", "--json")[1])["battle"][2]["tie_break"] == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "--attack: found nothing; allowed: a strength such as 18"),
        (("--attack", "18"), "--defend: found nothing"),
        (("--attack", "x", "--defend", "1"), "--attack: found corps 'x'; allowed: RATING[/SPENT]"),
        (("--attack", "9,1", "--defend", "1"), "attack: found battle rating 9; allowed: 1 to 8"),
        ((*EXAMPLE, "--attack-causes", "1"), "give the army corps by corps"),
        ((*EXAMPLE, "--attack-command", "3"), "a commander limits which corps fight"),
        ((*EXAMPLE, "--attack-corps", "0"), "attack: found 0 corps; allowed: 1 to 40"),
        ((*EXAMPLE, "--home", "-1"), "defence: found -1 corps at home; allowed: 0 to 40"),
        (("--attack", "18x4", "--attack-corps", "3", "--defend", "1"), "--attack-corps: found 3 beside 4"),
        (("--attack", "5,4", "--attack-corps", "1", "--defend", "1"), "--attack-corps: found 1; allowed: 2"),
        (
            ("--attack", "5,4", "--attack-home", "3", "--defend", "1"),
            "--attack-home: found 3; allowed: 0 to 2",
        ),
        (
            ("--attack", "5,4@1", "--attack-corps", "3", "--defend", "1"),
            "allowed with causes of attrition: 2",
        ),
        (("--attack", "500", "--defend", "1"), "strength: found 500; allowed by data set reconstruction-1"),
        ((*EXAMPLE, "--armies", "5;4"), "--attack: found beside --armies; allowed: one or the other"),
        (("--armies", "5;4", "--defend", "1", "--attack-home", "1"), "--attack-home: found beside --armies"),
        (("--armies", ";", "--defend", "1"), "attacking armies: found 0; allowed: 1 to 3"),
        (("--armies", "1;2;3;4", "--defend", "1"), "attacking armies: found 4; allowed: 1 to 3"),
        (("--armies", "5;4", "--defend", "9", "--interior-lines"), "give it corps by corps"),
        ((*EXAMPLE, "--sea", "both"), "--sea: found 'both'; allowed: landed or attacked"),
        ((*EXAMPLE, "--spent-less", "8"), "--spent-less: found 8; allowed: 0 to 7"),
        ((*EXAMPLE, "--check", "0"), "--check: found 0; allowed: 1 to"),
        ((*EXAMPLE, "--table"), "--attack: found beside --table"),
        ((*EXAMPLE, "--png", "x.png"), "--png: found beside odds (only --table writes a file)"),
        (("--table", "--png", "/nowhere/x.png"), "--png /nowhere/x.png: no such folder"),
        ((*EXAMPLE, "--data", "/nowhere"), "/nowhere: no such folder"),
        ((*EXAMPLE, "--attack-corps", "x"), "Invalid value for '--attack-corps'"),
    ],
)
def test_every_error_is_one_line(napoleon: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = napoleon(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_help_tells_how_an_army_is_written(napoleon: Any) -> None:
    code, out, _ = napoleon("--help")
    assert code == 0
    assert "8: 5/3h,4l @2" in out
    assert "A cause of march attrition" in out


def test_exact_odds_import_nothing_heavy() -> None:
    code = (
        "import sys; from fwwsim.cli.main import run\n"
        f"sys.argv = ['fwwsim', 'odds', 'napoleon', *{EXAMPLE!r}, '--json']\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        f"sys.exit(', '.join(name for name in {HEAVY!r} if name in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
