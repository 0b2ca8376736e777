"""The player aid of Age of Napoleon as files."""

import struct
from dataclasses import replace
from pathlib import Path

import pytest

from fwwsim.errors import SpecError
from fwwsim.games.age_of_napoleon.dataset_check import load_tables
from fwwsim.reporting.napoleon_aid import battle_cells_of, draw_aid, notes_of, table_text


def test_png_and_pdf_are_written_and_repeatable(tmp_path: Path) -> None:
    tables = load_tables()
    for kind, mark in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        first, second = tmp_path / f"one.{kind}", tmp_path / f"two.{kind}"
        draw_aid(tables, f"--{kind}", first)
        draw_aid(tables, f"--{kind}", second)
        assert first.read_bytes().startswith(mark)
        assert first.read_bytes() == second.read_bytes()
    width, height = struct.unpack(">II", (tmp_path / "one.png").read_bytes()[16:24])
    assert (width, height) == (1240, 1753)


def test_a_path_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="is a folder"):
        draw_aid(load_tables(), "--png", tmp_path)


def test_marks_of_a_data_set_that_is_wholly_stated(tmp_path: Path) -> None:
    tables = load_tables()
    bands = tuple(
        replace(b, stated=(1, 2, 3, 4, 5, 6), tie_break_stated=True, stated_at=()) for b in tables.bands
    )
    march = tuple(replace(row, stated=(1, 2, 3, 4, 5, 6)) for row in tables.march)
    owned = replace(tables, bands=bands, march=march, directory=tmp_path)
    assert notes_of(owned) == []
    assert "*" not in table_text(owned)
    assert battle_cells_of(owned)[2] == ["13-18", "0", "1", "1", "1", "1", "2", "+3"]
    half = replace(owned, march=tables.march)
    assert notes_of(half) == ["* not marked as stated in data set reconstruction-1"]
