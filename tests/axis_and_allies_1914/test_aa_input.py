"""Armies, fleets, orders and readings in words; battles the rules forbid; mistakes in a data set."""

from pathlib import Path
from typing import Any

import pytest

from fwwsim.errors import DataError, FwwsimError
from fwwsim.games.axis_and_allies_1914 import setup
from fwwsim.games.axis_and_allies_1914.battle import Battle, BreakOff, Side
from fwwsim.games.axis_and_allies_1914.check import check_data_set
from fwwsim.games.axis_and_allies_1914.dataset import FILE, SHIPPED, load_dataset
from fwwsim.games.axis_and_allies_1914.forces import check_round, read_army, read_fleet, read_orders
from fwwsim.games.axis_and_allies_1914.names import LAND, LANDING, SEA
from fwwsim.games.axis_and_allies_1914.options import Rules, describe

VALUES = load_dataset().values()


def test_armies_and_fleets_in_words() -> None:
    assert read_army("INF, 2 Artillery,1 infantry, fig", "--attack") == (2, 2, 0, 1)
    assert read_army("", "--attack") == read_army("none", "--attack") == (0, 0, 0, 0)
    assert read_fleet("2 subs, 1 damaged battleship, 3 battleships", "--attack") == (2, 0, 0, 3, 1)
    assert read_army("2 tanks", "--more", needs_infantry=False) == (0, 0, 2, 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("3 cavalry", "no unit 'cavalry' (nearest: artillery); allowed: infantry, artillery, tank, fighter"),
        ("3 infntry", "(nearest: infantry)"),
        ("-1 infantry", "infantry: found -1; allowed: 0 to 200"),
        ("999 infantry", "infantry: found 999; allowed: 0 to 200"),
        ("2 artillery", "2 artillery without infantry; allowed: armies with at least one infantry (L2)"),
        ("1 infantry, 1 cruiser", "cruiser: ships do not fight on land"),
        ("3", "no unit '3'"),
    ],
)
def test_armies_that_cannot_be(words: str, message: str) -> None:
    with pytest.raises(FwwsimError) as error:
        read_army(words, "--attack")
    assert message in str(error.value)


def test_soldiers_do_not_swim() -> None:
    with pytest.raises(FwwsimError, match="fighter: only ships fight at sea"):
        read_fleet("1 fighter", "--attack")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("infantry, infantry", "infantry given twice"),
        ("transport", "transports are lost last"),
        ("horse", "no unit 'horse'"),
    ],
)
def test_orders_that_cannot_be(words: str, message: str) -> None:
    with pytest.raises(FwwsimError, match=message):
        read_orders(words, "--loss-order")


def test_tanks_from_round_4_on() -> None:
    army = [("--attack", (1, 0, 2, 0))]
    check_round(4, army)
    check_round(None, army)
    with pytest.raises(FwwsimError, match="2 tank in round 3; allowed: tanks from round 4 on"):
        check_round(3, army)


@pytest.mark.parametrize("words", ["never", "ships<2", "strength<10", "outgunned"])
def test_break_off_in_words(words: str) -> None:
    assert BreakOff.parse(words).text == words


@pytest.mark.parametrize("words", ["ships", "ships<", "ships<x", "ships<-1", "luck<1", "ships>2"])
def test_break_off_that_cannot_be(words: str) -> None:
    with pytest.raises(FwwsimError, match="allowed: never, ships<N, strength<N, outgunned"):
        BreakOff.parse(words)


ARMY, FLEET = Side((1, 0, 0, 0)), Side(fleet=(0, 0, 1, 0, 0))


@pytest.mark.parametrize(
    ("battle", "message"),
    [
        ({"attack": Side(), "defence": ARMY}, "found no units"),
        ({"attack": Side((61, 0, 0, 0)), "defence": ARMY}, "allowed: 60 units and 24 ships"),
        ({"attack": FLEET, "defence": Side(fleet=(25, 0, 0, 0, 0))}, "25 ships"),
        ({"attack": Side((0, 1, 0, 0)), "defence": ARMY}, "attack: an army without infantry"),
        ({"attack": ARMY, "defence": Side((0, 0, 1, 0))}, "defence: an army without infantry"),
        ({"attack": ARMY, "defence": FLEET}, "a fleet defends against a land battle"),
        ({"attack": FLEET, "defence": ARMY}, "an army defends at sea"),
        ({"attack": Side((3, 0, 0, 0), (0, 1, 0, 0, 0)), "defence": ARMY}, "3 units on 1 transport"),
        ({"attack": FLEET, "defence": FLEET, "mines": 10}, "--mines: found 10; allowed: 0 to 9"),
    ],
)
def test_battles_that_cannot_be(battle: dict[str, Any], message: str) -> None:
    with pytest.raises(FwwsimError) as error:
        Battle(values=VALUES, **battle)
    assert message in str(error.value)


def test_readings() -> None:
    assert Rules.parse(["last-infantry=free"]) == Rules(last_infantry="free")
    assert set(Rules().readings(LANDING)) > set(Rules().readings(LAND) | Rules().readings(SEA))
    assert len(describe()) == 7
    for setting, message in (
        ("x=1", "unknown rule"),
        ("last_infantry", "found ''"),
        ("last_infantry=no", "allowed: kept, free"),
    ):
        with pytest.raises(FwwsimError, match=message):
            Rules.parse([setting])
    with pytest.raises(FwwsimError, match="given twice"):
        Rules.parse(["last_infantry=free", "last_infantry=kept"])


def broken(tmp_path: Path, *changes: tuple[str, str], file: str = FILE) -> tuple[str, ...]:
    """The problems of the shipped file with these replacements."""
    text = (SHIPPED / file).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / file).write_text(text, "utf-8")
    with pytest.raises(DataError) as error:
        load_dataset(tmp_path) if file == FILE else setup.load_setup(tmp_path)
    return error.value.problems


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("cost = 3", "cost = 0"), 'unit "infantry": cost: found 0; allowed 1 to 100'),
        (("attack = 2", 'attack = "2"'), 'unit "infantry": attack: found "2"; allowed 0 to 6'),
        (("defence = 3", "defence = true"), 'unit "infantry": defence: found true; allowed 0 to 6'),
        (("attack = 2", "attack = 7"), 'unit "infantry": attack: found 7; allowed 0 to 6'),
        (("faces = 6", "faces = 1"), "[die]: faces: found 1; allowed 2 to 20"),
        (('kind = "land"', 'kind = "sea"'), 'unit "infantry": kind: found "sea"; allowed land'),
        (("move = 1", "speed = 1"), 'unit "infantry": move: found nothing; allowed 0 to 9'),
        (
            ('source = "stated"', 'source = "rumour"'),
            'unit "infantry": source: found "rumour"; allowed stated',
        ),
        (('name = "tank"', 'name = "infantry"'), 'unit "infantry": name: found again in row 3, as in row 1'),
        (('name = "tank"', 'name = "zeppelin"'), 'unit in row 3: name: found "zeppelin"; allowed infantry'),
        (("[die]", "[dice]"), "file: dice: found an unknown table"),
        (('id = "second-source-1"', 'id = " "'), '[dataset]: id: found " "; allowed a text of one line'),
        (('id = "second-source-1"', "id = {a = 1}"), "[dataset]: id: found a table"),
    ],
)
def test_every_mistake_is_named(tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    assert any(f"{FILE}: {problem}" in line for line in broken(tmp_path, change))


def test_all_problems_at_once(tmp_path: Path) -> None:
    problems = broken(
        tmp_path,
        ("cost = 3", "cost = 0"),
        ("attack = 3", "attack = -1"),
        ('name = "tank"', 'name = "zeppelin"'),
    )
    assert len(problems) == 4  # the last change also leaves no tank
    (tmp_path / FILE).write_text("unit = 3", "utf-8")
    with pytest.raises(DataError) as error:
        load_dataset(tmp_path)
    assert len(error.value.problems) == 3


def test_no_folder_no_file_no_toml(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        load_dataset(tmp_path / "none")
    with pytest.raises(DataError, match="cannot be read"):
        load_dataset(tmp_path)
    (tmp_path / FILE).write_text("[", "utf-8")
    with pytest.raises(DataError, match="damaged TOML"):
        load_dataset(tmp_path)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("income = 6", "income = -1"), 'territory "Vienna": income: found -1; allowed 0 to 99'),
        (('name = "Budapest"', 'name = "Vienna"'), 'territory "Vienna": name: found again in row 2'),
        (('power = "Russia"', 'power = "Rome"'), 'territory "Moscow": power: found "Rome"'),
        (("[dataset]", "[set]"), "file: set: found an unknown table"),
    ],
)
def test_mistakes_in_the_set_up(tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    assert any(f"{setup.FILE}: {problem}" in line for line in broken(tmp_path, change, file=setup.FILE))


def test_a_folder_without_a_set_up_has_the_shipped_one(tmp_path: Path) -> None:
    assert setup.load_setup(tmp_path) == setup.load_setup()
    (tmp_path / setup.FILE).write_text("territory = 1", "utf-8")
    with pytest.raises(DataError):
        setup.load_setup(tmp_path)


def test_a_check_reports_both_files_at_once(tmp_path: Path) -> None:
    assert check_data_set(SHIPPED) == check_data_set()
    (tmp_path / FILE).write_text((SHIPPED / FILE).read_text("utf-8"), "utf-8")
    assert check_data_set(tmp_path)[1].endswith("territories (shipped)")
    (tmp_path / FILE).write_text("", "utf-8")
    (tmp_path / setup.FILE).write_text("", "utf-8")
    with pytest.raises(DataError) as error:
        check_data_set(tmp_path)
    assert {line.split(":")[0] for line in error.value.problems} == {FILE, setup.FILE}
