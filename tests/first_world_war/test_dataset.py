"""The data set: the shipped one passes; every constraint is broken once, and the report read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from datasets import (
    Case,
    Documents,
    Mutation,
    both,
    mutated_documents,
    put,
    remove,
    row,
    rows,
    set_up,
    shipped_documents,
    without,
    write_dataset,
)
from mistakes_board import BOARD, STRUCTURE
from mistakes_counters import COUNTERS, SETUP

from fwwsim.errors import DataError
from fwwsim.games.first_world_war.dataset import FILES, SHIPPED
from fwwsim.games.first_world_war.dataset_check import check_documents, load_dataset
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.provenance import count_grades

CASES = [*STRUCTURE, *BOARD, *COUNTERS, *SETUP]


def _crowd_front_9(documents: Documents) -> None:
    """Six cities of other fronts move to front 9, which has seven."""
    for city in ("sarajevo", "beograd", "cetinje", "nis", "sofia", "hermannstadt"):
        row(documents, "city", id=city)["front"] = 9


def _crowd_allies(documents: Documents) -> None:
    """21 of the armies of the Central Powers become Russian: 61 armies for the Allies."""
    central = [army for army in rows(documents, "army") if army["faction"] in ("DE", "GA")]
    for number, army in enumerate(central[:21]):
        army.update(nation="RU", faction="EA", id=f"x{number}", turn=2)


AMONG_OTHERS = [
    pytest.param(_crowd_front_9, "board.toml: front 9: cities: found 13; allowed at most 12", id="13-cities"),
    pytest.param(
        put("city", {"id": "monastir"}, front=11),
        'board.toml: city "monastir": front: found 11; allowed 10 (R5.4)',
        id="monastir-front",
    ),
    pytest.param(
        _crowd_allies, "armies.toml: [[army]]: armies of ALLIES: found 61; allowed at most 60", id="61-allies"
    ),
    pytest.param(
        put("calendar", years=[1914, 1914, 1915, 1916, 1916, 1918]),
        'chits.toml: chit "allied-tanks": year: found 1917; '
        "allowed a year of the calendar: 1914, 1915, 1916 or 1918",
        id="chit-year",
    ),
    pytest.param(
        lambda documents: documents["setup_historical.toml"].update(placement=[]),
        'setup_historical.toml: army "MN": placement: found none; allowed exactly one of each turn 1 army',
        id="no-set-up",
    ),
]


def test_the_shipped_data_set_has_no_problem() -> None:
    assert check_documents(shipped_documents()) == []


def test_the_shipped_data_set_is_complete() -> None:
    dataset = load_dataset()
    assert [front.number for front in dataset.fronts] == list(range(1, 12))
    sizes = (len(dataset.cities), len(dataset.lines), len(dataset.armies), len(dataset.chits))
    assert sizes == (46, 61, 72, 30)
    assert tuple(dataset.dummies) == FACTIONS
    assert sum(dataset.dummies.values()) == 24
    assert dataset.faces == ("S", "S", 1, 2, 3, 4)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_is_reported_with_place_and_remedy(case: Case) -> None:
    assert check_documents(mutated_documents(case.mutation)) == list(case.expected)


@pytest.mark.parametrize(("mutation", "expected"), AMONG_OTHERS)
def test_a_mistake_with_consequences_is_reported_among_them(mutation: Mutation, expected: str) -> None:
    assert expected in check_documents(mutated_documents(mutation))


@pytest.mark.parametrize(
    "mutation",
    [
        pytest.param(without("dataset", {}, "note"), id="no-note"),
        pytest.param(put("die", faces=[1, 2, 3, 4, 5, 6]), id="ordinary-die"),
        pytest.param(put("dummies", WA=0, EA=0, DE=24, GA=0), id="dummies-of-one-faction"),
        pytest.param(put("chit", {"id": "central-ludendorff"}, name="LUDENDORFF"), id="capitals"),
        pytest.param(put("army", {"nation": "DE", "id": "4"}, value=0, known=[]), id="army"),
        pytest.param(lambda documents: rows(documents, "front").reverse(), id="order-of-fronts"),
        pytest.param(
            both(put("army", {"nation": "MEF"}, turn=1), set_up(11, "MEF")),
            id="MEF-while-EA-owns-Monastir",
        ),
    ],
)
def test_another_edition_may_differ(mutation: Mutation) -> None:
    assert check_documents(mutated_documents(mutation)) == []


def test_all_problems_are_listed_at_once() -> None:
    problems = check_documents(
        mutated_documents(
            put("army", {"nation": "DE", "id": "4"}, value=7, turn=True),
            put("front", {"number": 1}, nations=["BE", "BR", "FR", "US", "DE", "AH"]),
            remove("chit", id="central-gas"),
            put("placement", {"front": 4}, armies=["FR 1"]),
            lambda documents: documents["board.toml"].pop("die"),
        )
    )
    assert problems == [
        "board.toml: [die]: table: found nothing; allowed one table",
        'armies.toml: army "DE 4": value: found 7; allowed 0 to 3',
        'armies.toml: army "DE 4": turn: found true; allowed 1 to 6',
        'board.toml: front 1: nations: found "AH"; allowed BE, BR, FR, IT, US or DE on front 1 (R5.1)',
        "chits.toml: [[chit]]: chits of CENTRAL_POWERS: found 14; allowed exactly 15",
        'setup_historical.toml: army "DE 7": placement: found none; allowed exactly one of each turn 1 army',
    ]


def _every_table(documents: Documents) -> list[tuple[str, int | None]]:
    places: list[tuple[str, int | None]] = []
    for document in documents.values():
        for section, content in document.items():
            places += (
                [(section, i) for i in range(len(content))]
                if isinstance(content, list)
                else [(section, None)]
            )
    return places


def _table(documents: Documents, section: str, position: int | None) -> dict[str, Any]:
    (content,) = (document[section] for document in documents.values() if section in document)
    table: dict[str, Any] = content if position is None else content[position]
    return table


WRONG_VALUES: list[Any] = [None, True, -(10**6), 1.5, "?", [], [[]], {}, ["?", 1]]


@pytest.mark.parametrize("wrong", WRONG_VALUES, ids=repr)
def test_no_value_anywhere_stops_the_check(wrong: Any) -> None:
    """Each field of one row of each kind takes each wrong value in turn; None removes the field."""
    tried = 0
    for section, position in _every_table(shipped_documents()):
        if position not in (None, 0):
            continue
        for key in list(_table(shipped_documents(), section, position)):
            documents = shipped_documents()
            table = _table(documents, section, position)
            if wrong is None:
                del table[key]
            else:
                table[key] = wrong
            problems = check_documents(documents)
            may_pass = key in ("note", "known", "adjacent", "name", "title", "replacement_centre", "id")
            assert problems or may_pass or (section, key) == ("placement", "armies"), (section, key)
            assert all("\n" not in problem for problem in problems)
            tried += 1
    assert tried > 40


def test_a_written_copy_loads_as_the_same_data_set(tmp_path: Path) -> None:
    copy, shipped = load_dataset(write_dataset(tmp_path / "copy")), load_dataset()
    assert copy.armies == shipped.armies
    assert copy.lines == shipped.lines
    assert copy.hash != shipped.hash  # the text differs: no comments
    assert copy.directory == tmp_path / "copy"


def test_the_loader_names_the_first_problem_and_counts_the_rest(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path, put("die", faces=["T", "S", 1, 2, 3, 7]), put("dummies", WA=7))
    with pytest.raises(DataError) as caught:
        load_dataset(folder)
    assert str(caught.value) == 'board.toml: [die]: faces: found "T"; allowed "S" or 1 to 6 (and 2 more)'
    assert len(caught.value.problems) == 3


def _spoil(name: str, content: bytes) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return spoil


def _delete(folder: Path) -> None:
    (folder / "chits.toml").unlink()


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        pytest.param(
            lambda folder: (folder / "chits.toml").unlink(), "chits.toml: cannot be read", id="no-file"
        ),
        pytest.param(_spoil("chits.toml", b"[[chit]\n"), "chits.toml: damaged TOML", id="damaged"),
        pytest.param(
            _spoil("chits.toml", b"name = 'Li\xe8ge'"), "chits.toml: byte 10 is not UTF-8", id="latin-1"
        ),
        pytest.param(_spoil("chits.toml", b""), "chits.toml: [[chit]]: table: found nothing", id="empty"),
        pytest.param(_spoil("chits.toml", b"a = " + b"9" * 5000), "digits", id="number-too-long"),
        pytest.param(_spoil("chits.toml", b"a = " + b"[" * 20000), "recursion", id="too-deep"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    tmp_path: Path, spoil: Callable[[Path], None], expected: str
) -> None:
    spoil(write_dataset(tmp_path))
    with pytest.raises(DataError) as caught:
        load_dataset(tmp_path)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        load_dataset(tmp_path / "none")
    with pytest.raises(DataError, match="cannot be read"):
        load_dataset(tmp_path / ("long" * 100))


def test_the_files_of_a_data_set_are_those_shipped() -> None:
    assert sorted(path.name for path in SHIPPED.iterdir()) == sorted(FILES)


def test_grades_are_counted_value_by_value(tmp_path: Path) -> None:
    """Nation, id and turn of `DE 1` are stated by its `known`; its value has the grade of its row."""
    before = {count.component: count for count in count_grades(load_dataset())}
    folder = write_dataset(
        tmp_path,
        put("army", {"nation": "DE", "id": "1"}, known=[], source="inferred"),
        put("die", source="reconstructed"),
        put("dummies", source="stated"),
    )
    after = {count.component: count for count in count_grades(load_dataset(folder))}
    assert after["armies"].stated == before["armies"].stated - 3
    assert after["armies"].inferred == before["armies"].inferred + 4
    assert after["armies"].reconstructed == before["armies"].reconstructed - 1
    assert (after["die"].stated, after["die"].reconstructed) == (0, 1)
    assert (after["dummies"].stated, after["dummies"].total) == (4, 4)


def test_every_value_is_counted_once() -> None:
    """By hand: 11 fronts of 3 values, 46 cities of 3, 61 lines of 2, 72 armies of 4, 30 chits of 5."""
    totals = {count.component: count.total for count in count_grades(load_dataset())}
    assert totals == {
        "calendar": 1,
        "die": 1,
        "fronts": 33,
        "cities": 138,
        "attack lines": 122,
        "dummies": 4,
        "armies": 288,
        "chits": 150,
    }
