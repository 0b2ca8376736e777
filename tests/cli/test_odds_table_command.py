"""``fwwsim odds table`` and ``odds matrix``: text, CSV, JSON, pages, refusals, and that their words are defined."""

import csv
import io
import json
import re
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from glossary import defined, plain, undefined


@pytest.fixture
def odds(command: Any) -> Any:
    """`command` for ``fwwsim odds``."""
    return partial(command, "odds")


FRONT = ("matrix", "--front", "9", "--turn", "3")


def test_text(odds: Any) -> None:
    code, out, err = odds("table")
    assert (code, err) == (0, "")
    assert out.count("Superiority") == 3
    assert "14/8/14+" in out
    code, out, err = odds(*FRONT)
    assert (code, err) == (0, "")
    assert "Front 9 (Galicia), turn 3: The Eastern Allies attack the German Allies" in out
    assert "Front 9 (Galicia), turn 3: The German Allies attack the Eastern Allies" in out


def test_one_direction_and_the_players_view(odds: Any) -> None:
    code, out, _ = odds(*FRONT, "--attacker", "ga", "--players-view")
    assert code == 0
    assert "Eastern Allies attack" not in out
    assert re.search(r"attack \\ defence +1c +2c +3c +4c", out)


def test_csv_on_stdout_and_in_a_file(odds: Any, tmp_path: Path) -> None:
    for words in (("table",), FRONT):
        path = tmp_path / f"{words[0]}.csv"
        code, out, err = odds(*words, "--csv", "-")
        assert (code, err) == (0, "")
        for row in csv.DictReader(io.StringIO(out)):
            assert Fraction(row["attack_wins"]) + Fraction(row["tie"]) + Fraction(row["defence_wins"]) == 1
        assert odds(*words, "--csv", str(path)) == (0, f"Written: {path}\n", "")
        assert path.read_text("utf-8") == out


def test_pages_and_json_together(odds: Any, tmp_path: Path) -> None:
    for words in (("table",), (*FRONT, "--attacker", "EA")):
        pdf, png = tmp_path / f"{words[0]}.pdf", tmp_path / f"{words[0]}.png"
        code, out, err = odds(*words, "--pdf", str(pdf), "--png", str(png), "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["dataset"]["id"] == "reconstruction-1"
        assert pdf.read_bytes().startswith(b"%PDF-")
        assert png.read_bytes().startswith(b"\x89PNG")


def test_every_name_is_defined(odds: Any) -> None:
    for words in (("table",), FRONT, (*FRONT, "--players-view")):
        document = json.loads(odds(*words, "--json")[1])
        assert undefined(document) == set()
        headings = odds(*words, "--csv", "-")[1].splitlines()[0].split(",")
        unknown = {name for name in headings if plain(name.removesuffix("_decimal")) not in defined()}
        assert unknown == set()
    for printed in (
        "lead",
        "chit",
        "superiority",
        "break-even",
        "attack wins",
        "tie",
        "defence wins",
        "stack",
    ):
        assert plain(printed) in defined()


ERRORS = [
    (("matrix", "--front", "12", "--turn", "1"), "--front: found 12; allowed: 1 to 11"),
    (("matrix", "--front", "1", "--turn", "7"), "--turn: found 7; allowed: 1 to 6"),
    (("matrix", "--front", "1"), "Missing option '--turn'"),
    ((*FRONT, "--attacker", "WA"), r"--attacker WA: on front 9 only EA and GA .*R5\.1"),
    (("matrix", "--front", "5", "--turn", "1"), r"no army of the Allies .*R3\.1"),
    (("matrix", "--front", "8", "--turn", "5", "--treaty"), r"front 8 is closed under the treaty.*R8\.1"),
    (("table", "--pdf", "/nowhere/aid.pdf"), "--pdf /nowhere/aid.pdf: no such folder"),
    (("table", "--csv", "/"), "--csv /: is a folder"),
    (("table", "--csv", "-", "--json"), "--csv - and --json both print"),
    (("table", "--data", "/nowhere"), "/nowhere"),
]


@pytest.mark.parametrize(("words", "message"), ERRORS, ids=lambda item: str(item)[:50])
def test_errors_are_one_line(odds: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = odds(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert re.search(message, err)


def test_one_path_for_two_files_is_refused(odds: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "aid")
    code, _, err = odds("table", "--pdf", path, "--png", path)
    assert code == 2
    assert "is the file of --pdf too" in err
    assert list(tmp_path.iterdir()) == []
