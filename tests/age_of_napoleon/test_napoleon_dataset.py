"""The data set of Age of Napoleon: what is shipped, what is fixed, and every mistake as one line."""

import copy
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fwwsim.data import read_documents
from fwwsim.errors import DataError
from fwwsim.games.age_of_napoleon.dataset import FILE, FILES, SHIPPED
from fwwsim.games.age_of_napoleon.dataset_check import (
    FIELDS,
    STATED_CELLS,
    STATED_MARCH,
    STATED_TIE_BREAKS,
    check_document,
    load_tables,
)
from fwwsim.games.age_of_napoleon.provenance import battle_cells, march_cells, summary, tie_break_cells

SOURCE = read_documents(SHIPPED, FILES)[0][FILE]


def test_the_stated_cells_of_the_shipped_data_are_fixed() -> None:
    tables = load_tables()
    assert {(s, d): tables.band(s).inflicts[d - 1] for s, d in ((18, 4), (18, 6), (12, 4))} == {
        (18, 4): 1,
        (18, 6): 2,
        (12, 4): 1,
    }
    assert (tables.band(18).tie_break, tables.band(12).tie_break) == (3, 2)
    assert tables.march_row(3).lost[1] == 1
    assert len(STATED_CELLS) + len(STATED_TIE_BREAKS) + len(STATED_MARCH) == 6


def test_exactly_these_cells_of_the_shipped_data_are_marked_as_stated() -> None:
    tables = load_tables()
    strengths = range(100)
    stated = [(c.key, c.die, c.value) for c in battle_cells(tables, strengths) if c.stated]
    assert sorted(stated) == sorted(STATED_CELLS)
    ties = [(c.key, c.value) for c in tie_break_cells(tables, strengths) if c.stated]
    assert sorted(ties) == sorted(STATED_TIE_BREAKS)
    assert [(c.key, c.die, c.value) for c in march_cells(tables, range(1, 13)) if c.stated] == [(3, 2, 1)]


def test_the_shipped_data_fit_the_play_report_of_vienna() -> None:
    tables = load_tables()
    assert tables.band(15).inflicts[4] == 1
    assert 2 in tables.band(27).inflicts


def test_the_shipped_tables_do_not_decrease() -> None:
    tables = load_tables()
    for weak, strong in itertools.pairwise(tables.bands):
        assert all(one <= other for one, other in zip(weak.inflicts, strong.inflicts, strict=True))
    assert all(list(band.inflicts) == sorted(band.inflicts) for band in tables.bands)


def test_summary() -> None:
    assert summary(load_tables())[0].startswith("ok: reconstruction-1 (hash ")


def changed(change: Callable[[dict[str, Any]], Any]) -> list[str]:
    document = copy.deepcopy(SOURCE)
    change(document)
    return check_document(document)


def put(section: str, row: int, key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda document: document[section][row].__setitem__(key, value)


MISTAKES = [
    (lambda d: d.pop("battle"), "tables.toml: [[battle]]: table: found nothing; allowed one or more tables"),
    (lambda d: d.update(battle=[]), "[[battle]]: table: found []; allowed one or more tables"),
    (lambda d: d.update(dataset=3), "[dataset]: table: found 3; allowed one table"),
    (lambda d: d.update(winter={}), "top level: winter: found an unknown key; allowed dataset, battle"),
    (lambda d: d["dataset"].pop("id"), "[dataset]: id: found nothing; allowed a text of one line"),
    (lambda d: d["dataset"].update(title=" "), "[dataset]: title: found ' '; allowed a text of one line"),
    (lambda d: d["dataset"].update(non_decreasing=0), "non_decreasing: found 0; allowed true or false"),
    (lambda d: d["battle"].insert(0, 7), "battle row 1: table: found 7; allowed a table of fields"),
    (put("battle", 0, "colour", 1), "battle 0-6: colour: found an unknown key"),
    (put("battle", 0, "strength", [6, 0]), "battle row 1: strength: found [6, 0]; allowed two numbers"),
    (put("battle", 0, "strength", [0, True]), "strength: found [0, True]; allowed two numbers"),
    (put("battle", 0, "strength", [1, 6]), "battle 1-6: strength: found a band from 1; allowed one from 0"),
    (put("battle", 1, "strength", [8, 12]), "battle 8-12: strength: found a band from 8; allowed one from 7"),
    (put("battle", 0, "losses_inflicted", [0, 1]), "losses_inflicted: found [0, 1]; allowed a list of six"),
    (put("battle", 0, "losses_inflicted", [0] * 5 + [1.0]), "allowed a list of six numbers, 0 to 9, by die"),
    (put("battle", 0, "tie_break", "1"), "battle 0-6: tie_break: found '1'; allowed a number, -9 to 9"),
    (
        put("battle", 0, "stated", [1, 1]),
        "battle 0-6: stated: found [1, 1]; allowed a list of different dice",
    ),
    (put("battle", 0, "stated_at", [9]), "battle 0-6: stated_at: found 9; allowed 0 to 6"),
    (put("battle", 0, "losses_inflicted", [0, 0, 1, 0, 1, 1]), "none below that of a lower die (assumed;"),
    (
        put("battle", 0, "losses_inflicted", [1] * 6),
        "battle 7-12: losses_inflicted: found [0, 0, 1, 1, 1, 1]",
    ),
    (put("battle", 0, "tie_break", 3), "battle 7-12: tie_break: found 2; allowed 3 or more"),
    (
        put("battle", 1, "tie_break", 3),
        "tie_break: found 3; allowed 2, stated by the rulebook for strength 12",
    ),
    (
        put("battle", 2, "losses_inflicted", [0, 1, 1, 2, 2, 2]),
        "battle 13-18: losses_inflicted: found 2 for die 4; allowed 1, stated by the rulebook for strength 18",
    ),
    (lambda d: d.update(battle=d["battle"][:2]), "found a last band to 12; allowed one to 18 or more"),
    (put("attrition", 1, "corps", 3), "attrition of 3 corps: corps: found 3; allowed 2 in row 2"),
    (put("attrition", 0, "corps", 41), "attrition row 1: corps: found 41; allowed a number, 1 to 40"),
    (put("attrition", 0, "lost", [2, 0, 0, 0, 0, 0]), "lost: found 2; allowed 0 to 1, the size of the army"),
    (put("attrition", 0, "lost", [0, 1, 0, 0, 0, 0]), "none above that of a lower die (assumed;"),
    (put("attrition", 3, "lost", [1] * 6), "attrition of 5 corps: lost: found [3, 1, 1, 0, 0, 0]"),
    (put("attrition", 2, "lost", [2, 2, 0, 0, 0, 0]), "found 2 for lowest die 2; allowed 1, stated by the"),
    (lambda d: d.update(attrition=d["attrition"][:2]), "[[attrition]]: rows: found 2; allowed 3 or more"),
]


@pytest.mark.parametrize(("change", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_every_mistake_is_one_line(change: Callable[[dict[str, Any]], Any], message: str) -> None:
    problems = changed(change)
    assert any(message in problem for problem in problems), problems
    assert all(problem.startswith("tables.toml: ") and "\n" not in problem for problem in problems)
    assert len(set(problems)) == len(problems)


def test_all_problems_come_at_once() -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["dataset"].pop("id")
        document["battle"][3]["tie_break"] = None
        document["attrition"][5]["lost"] = [9] * 6

    assert len(changed(spoil)) >= 4


JUNK: list[Any] = [None, True, -1, 10**30, 1.5, "x\ny", [], [[]], {}, [None] * 6, [10**30] * 2, 10**5000]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize(("section", "key"), [(s, k) for s in FIELDS for k in FIELDS[s] if k != "note"])
def test_junk_never_raises(section: str, key: str, junk: Any) -> None:
    document = copy.deepcopy(SOURCE)
    row = document[section] if section == "dataset" else document[section][2]
    row[key] = junk
    assert all("\n" not in problem for problem in check_document(document))
    document[section] = junk
    assert all("\n" not in problem for problem in check_document(document))


def test_the_assumption_can_be_lifted(tmp_path: Path) -> None:
    text = (
        (SHIPPED / FILE)
        .read_text()
        .replace("losses_inflicted = [0, 0, 0, 1, 1, 1]", "losses_inflicted = [3, 3, 3, 0, 0, 0]")
    )
    (tmp_path / FILE).write_text(text)
    with pytest.raises(DataError, match="assumed"):
        load_tables(tmp_path)
    (tmp_path / FILE).write_text(text.replace("[dataset]\n", "[dataset]\nnon_decreasing = false\n"))
    assert load_tables(tmp_path).band(3).inflicts == (3, 3, 3, 0, 0, 0)


def test_a_folder_without_the_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"tables\.toml: cannot be read"):
        load_tables(tmp_path)
    with pytest.raises(DataError, match="no such folder"):
        load_tables(tmp_path / "none")
