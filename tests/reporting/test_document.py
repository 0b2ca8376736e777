"""Documents and their files: nothing without a caption or a definition, the same bytes each time, no network."""

import csv
import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fwwsim.errors import SpecError
from fwwsim.reporting.document import (
    Bullets,
    Column,
    Document,
    Figure,
    Listing,
    Section,
    Table,
    Text,
    terms_of,
)
from fwwsim.reporting.figures.plots import Distributions, Forest, HeatMap, Lines, Plot, Series, Shares
from fwwsim.reporting.write_report import write_document
from fwwsim.stats.intervals import Interval, wilson

NEVER = Interval(0.0, 0.0, 0.0, 50)
PLOTS: dict[str, Plot] = {
    "forest": Forest(
        (("Allies", wilson(30, 50)), ("one game", Interval(1, -math.inf, math.inf, 1))), "%", 0.5, 100
    ),
    "lines": Lines(
        ("1", "2"), (Series("Allies", (wilson(3, 9), None)), Series("Germany", (0.5, 0.5))), "turn", "%"
    ),
    "heat": HeatMap(("1", "2"), ("a", "b"), ((1.0, None), (-2.0, 0.0)), "x", "y", "points", 1, 0.0, True),
    "flat": HeatMap(("1",), ("a",), ((None,),), "x", "y", "points"),
    "shares": Shares(("2", "3"), (Series("Allies", (0.7, 1.0)), Series("nobody", (0.3, 0.0))), "%"),
    "spread": Distributions(3, (Series("Allies", (10.0, 90.0)),), "victory points", "games, %"),
}
COLUMNS = (
    Column("who", "who"),
    Column("won", "won, %", "win rate", scale=100),
    Column("p", "p", "p-value", chance=True),
    Column("games", "games", "games"),
)
ROWS = (("<Allies>", wilson(30, 50), 1e-9, 50), ("nobody|", NEVER, None, 50))


def document(**changes: Any) -> Document:
    figures = tuple(
        Figure(name, f"Figure {name}.", f"about {name}", ("win rate",), plot) for name, plot in PLOTS.items()
    )
    return replace(
        Document(
            title="A & B",
            question="Who wins?",
            answer="The Allies win 60 % of the games.",
            takeaways=("One.",),
            sections=(
                Section("Tables", (Text("See <below>."), Table("rates", "Who won.", COLUMNS, ROWS))),
                Section("Figures", (*figures, Listing(("$ fwwsim play",)), Bullets(("a", "b")))),
            ),
            notes=("Nothing is certain.",),
            facts=(("Seed", "7"),),
            definitions={"win rate": "won of all", "p-value": "chance", "games": "played", "unused": "no"},
        ),
        **changes,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report")
    write_document(document(), path)
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_files_are_complete_and_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    figures = {f"figures/{name}.{ending}" for name in PLOTS for ending in ("svg", "png")}
    assert set(files_of(folder)) == {"report.html", "report.md", "data.json", "tables/rates.csv", *figures}
    write_document(document(), tmp_path)
    assert files_of(tmp_path) == files_of(folder)


def test_figures_are_small_and_their_text_is_text(folder: Path) -> None:
    for name in PLOTS:
        svg = (folder / "figures" / f"{name}.svg").read_text()
        root = ElementTree.fromstring(svg)
        words = "".join(root.itertext())
        assert len(svg) < 60_000
        assert "<image" not in svg
        assert any(word in words for word in ("Allies", "points"))
        assert (folder / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_is_whole_and_needs_no_network(folder: Path) -> None:
    page = (folder / "report.html").read_text()
    assert not re.search(r'(?:src|href)="(?!#)', re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    assert "<script" not in page
    assert "@import" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)
    assert page.count('role="img"') == len(PLOTS)
    assert "&lt;Allies&gt;" in page
    assert "See &lt;below&gt;." in page
    body = page[page.index("<body>") : page.index("</html>")]
    ElementTree.fromstring(body.replace("&nbsp;", " "))  # every element is closed


def test_the_order_is_answer_first(folder: Path) -> None:
    text = (folder / "report.md").read_text()
    marks = ("# A & B", "**The Allies win 60 %", "## Key takeaways", "## Tables", "## Figures")
    marks += ("## What cannot be concluded", "## Definitions", "## What was played")
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    assert "| nobody\\| | 0 (0 to 0) | – | 50 |" in text
    assert "unused" not in text


def test_tables_and_data_keep_full_precision(folder: Path) -> None:
    with (folder / "tables" / "rates.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["who", "won", "won_low", "won_high", "p", "games"]
    assert float(rows[0]["won_low"]) == wilson(30, 50).low
    data = json.loads((folder / "data.json").read_text())
    assert data["sections"][0]["blocks"][1]["rows"][0][1]["high"] == wilson(30, 50).high
    forest = data["sections"][1]["blocks"][0]["plot"]
    assert forest["kind"] == "forest"
    assert forest["rows"][1][1] == {"estimate": 1, "low": None, "high": None, "n": 1}
    assert set(data["definitions"]) == {"win rate", "p-value", "games"} == set(terms_of(document()))


def test_a_shorter_report_leaves_nothing_of_the_longer_one(tmp_path: Path) -> None:
    write_document(document(), tmp_path)
    (tmp_path / "figures" / "mine.txt").write_text("kept")
    write_document(document(sections=(Section("Text", (Text("Only this."),)),)), tmp_path)
    assert set(files_of(tmp_path)) == {"report.html", "report.md", "data.json", "figures/mine.txt"}


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ((Section("A", (Table("t", "no sentence", COLUMNS, ()),)),), "caption"),
        ((Section("A", (Table("t", "T.", (Column("x", "x", "mystery"),), ()),)),), "mystery"),
        ((Section("A", (Table("t", "T.", COLUMNS, (("one",),)),)),), "cells"),
        ((Section("A", (Figure("f", "F.", "", ("games",), PLOTS["heat"]),)),), "alternative"),
        ((Section("A", (Figure("f", "F.", "alt", (), PLOTS["heat"]),)),), "statistic"),
        ((Section("A", ()), Section("A", ())), "twice"),
    ],
)
def test_a_document_that_explains_too_little_cannot_be_made(sections: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        document(sections=sections)


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(SpecError, match="cannot be made"):
        write_document(document(), tmp_path / "taken")
