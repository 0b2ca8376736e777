"""``fwwsim data check`` and ``fwwsim data show``: what they print, where to, and the exit code."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.testing import CliRunner

from fwwsim.cli.main import app
from fwwsim.games import REGISTRY
from fwwsim.games.first_world_war.dataset import FILES, SHIPPED
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.provenance import DEFINITION
from fwwsim.reporting.board import print_dataset
from fwwsim.reporting.components import SHOWN, show_data_set

GAMES = SHIPPED.parent.parent

runner = CliRunner()


def fwwsim(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    command = [sys.executable, "-m", "fwwsim", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


def copy_shipped(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The shipped files in `folder`; each change replaces a text of a file, every time it occurs."""
    for name in FILES:
        text = (SHIPPED / name).read_text(encoding="utf-8")
        for file, old, new in changes:
            if file == name:
                assert old in text
                text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def shown(width: int) -> str:
    """The shipped data set as shown on a terminal of `width` columns, without colours."""
    console = Console(file=io.StringIO(), width=width, highlight=False)
    with console.capture() as capture:
        print_dataset(load_dataset(), console)
    return capture.get()


def test_check_sums_up_a_good_data_set() -> None:
    result = runner.invoke(app, ["data", "check", str(SHIPPED)])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"ok: reconstruction-1 (hash {load_dataset().hash})",
        "11 fronts, 46 cities, 61 attack lines, 72 armies, 24 dummies, 30 chits",
    ]


def test_check_lists_every_problem_on_stderr(tmp_path: Path) -> None:
    folder = copy_shipped(
        tmp_path,
        ("board.toml", 'faces = ["S", "S"', 'faces = ["S", 0'),
        ("armies.toml", "WA = 6", "WA = 7"),
        ("setup_historical.toml", '"FR 1", "DE 7"', '"FR 1"'),
    )
    result = fwwsim("data", "check", str(folder))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        'board.toml: [die]: faces: found 0; allowed "S" or 1 to 6',
        "armies.toml: [dummies]: WA + EA + DE + GA: found 25; allowed 24 in all",
        'setup_historical.toml: army "DE 7": placement: found none; allowed exactly one of each turn 1 army',
    ]


def test_show_refuses_a_bad_data_set_in_one_line(tmp_path: Path) -> None:
    folder = copy_shipped(
        tmp_path, ("armies.toml", "WA = 6", "WA = 7"), ("chits.toml", "year = 1918", "year = 18")
    )
    result = fwwsim("data", "show", "--data", str(folder))
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith('fwwsim: chits.toml: chit "allied-foch": year: found 18; allowed 1914 to 1918')
    assert line.endswith("(and 3 more)")


@pytest.mark.parametrize("command", [("check",), ("show", "--data")])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"[[chit]\nid = 3", "chits.toml: damaged TOML", id="damaged"),
        pytest.param(b"id = 'Li\xe8ge'", "chits.toml: byte 8 is not UTF-8 text", id="latin-1"),
        pytest.param(b"\x00", "chits.toml: damaged TOML", id="binary"),
        pytest.param(b"id = " + b"[" * 20_000, "cannot be read", id="too-deep"),
        pytest.param(None, "chits.toml: cannot be read", id="missing"),
    ],
)
def test_a_broken_file_costs_one_line_and_no_traceback(
    tmp_path: Path, command: tuple[str, ...], content: bytes | None, expected: str
) -> None:
    copy_shipped(tmp_path)
    if content is None:
        (tmp_path / "chits.toml").unlink()
    else:
        (tmp_path / "chits.toml").write_bytes(content)
    result = fwwsim("data", *command, str(tmp_path))
    assert (result.returncode, result.stdout) == (2, "")
    assert expected in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [("check",), ("show", "--data")])
@pytest.mark.parametrize("name", ["none", "a-file", "long" * 100])
def test_a_folder_that_is_none_costs_one_line(tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    (tmp_path / "a-file").write_text("", encoding="utf-8")
    result = fwwsim("data", *command, str(tmp_path / name))
    assert (result.returncode, result.stdout) == (2, "")
    assert "no such folder" in result.stderr or "cannot be read" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_show_prints_every_component() -> None:
    result = runner.invoke(app, ["data", "show"])
    assert result.exit_code == 0
    dataset = load_dataset()
    for words in (
        *(f"{front.number} {front.name}  {front.theatre}, {front.allied}" for front in dataset.fronts),
        *(city.name for city in dataset.cities),
        *(army.name for army in dataset.armies),
        *(chit.name for chit in dataset.chits),
        "WA 6  EA 6  DE 6  GA 6  reconstructed",
        "S  S  1  2  3  4  stated",
        "1: 1914  2: 1914  3: 1915  4: 1916  5: 1917  6: 1918  inferred",
    ):
        assert words in result.stdout


def test_show_prints_the_facts_of_a_row_together() -> None:
    rows = [line.split() for line in shown(80).splitlines()]
    assert ["Venezia", "*", "WA", "stated", "WA", "base", "-", "Venezia", "turn", "1", "stated"] in rows
    assert ["Gorizia", "GA", "stated", "Udine", "-", "Gorizia", "turn", "3", "inferred"] in rows
    assert ["BR", "1", "3", "reconstructed", "nation,", "id,", "turn,", "value"] in rows
    assert ["Shell", "Shortage", "*", "BR", "RU", "attack", "-1", "reconstructed"] in [
        row[-8:] for row in rows
    ]
    assert ["10", "SB", "1,", "SB", "2,", "MN", "AH", "5,", "AH", "6"] in rows


def test_show_ends_with_the_count_of_grades_and_whose_work_it_is() -> None:
    text = shown(80)
    assert ["all", "values", "173", "71", "493", "737"] in [line.split() for line in text.splitlines()]
    assert DEFINITION in text.splitlines()  # one line, not wrapped
    flowing = " ".join(text.split())
    assert flowing.count("Reconstructed components are this project's own, not the publisher's.") == 1
    assert flowing.endswith("An owner of the game can replace them: fwwsim data show --data DIR.")


@pytest.mark.parametrize("width", [80, 120])
def test_show_fits_the_terminal_without_cutting_a_row(width: int) -> None:
    lines = shown(width).splitlines()
    assert max(map(cell_len, lines)) <= width
    assert not [line for line in lines if "…" in line]
    ends = ("stated", "inferred", "reconstructed")
    board = lines[lines.index("Board  * replacement centre") : lines.index("Armies  by turn of entry")]
    lines_of_board = [line for line in board if "turn " in line]
    assert len(lines_of_board) == len(load_dataset().lines)
    assert all(line.rstrip().endswith(ends) for line in lines_of_board)


def test_a_wide_terminal_also_shows_which_fields_of_a_chit_are_stated() -> None:
    assert "name, use, value" in shown(120)
    assert "name, use, value" not in shown(80)


def test_show_takes_another_data_set_and_trusts_no_markup_in_it(tmp_path: Path) -> None:
    folder = copy_shipped(
        tmp_path,
        ("board.toml", 'name = "Calais"', 'name = "[bold]X[/bold]"'),
        ("board.toml", 'id = "reconstruction-1"', 'id = "mine"'),
        *((name, '"reconstructed"', '"stated"') for name in ("board.toml", "armies.toml", "chits.toml")),
    )
    result = runner.invoke(app, ["data", "show", "--data", str(folder)])
    assert result.exit_code == 0
    assert "data set mine" in result.stdout
    assert "[bold]X[/bold] *" in result.stdout
    assert "this project's own, not the publisher's" not in result.stdout


def test_show_survives_an_encoding_without_the_cities_letters() -> None:
    command = [sys.executable, "-m", "fwwsim", "data", "show"]
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    result = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Bucure?ti" in result.stdout


@pytest.mark.parametrize(
    ("game", "counted"),
    [
        ("axis_and_allies_1914", "8 units"),
        ("age_of_napoleon", "7 battle columns"),
        ("first_world_war", "72 armies"),
    ],
)
def test_check_knows_each_game_by_its_files(game: str, counted: str) -> None:
    done = fwwsim("data", "check", str(GAMES / game / "data"))
    assert done.returncode == 0
    assert done.stdout.startswith("ok: ")
    assert counted in done.stdout


def test_check_lists_every_problem_of_another_game(tmp_path: Path) -> None:
    source = GAMES / "age_of_napoleon" / "data" / "tables.toml"
    text = (
        source.read_text("utf-8").replace("tie_break = 2", "tie_break = 5").replace("corps = 3", "corps = 33")
    )
    (tmp_path / "tables.toml").write_text(text, "utf-8")
    done = fwwsim("data", "check", str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) >= 2
    assert all(line.startswith("tables.toml: ") for line in done.stderr.splitlines())


def test_games_lists_what_can_be_asked() -> None:
    done = fwwsim("games")
    assert done.returncode == 0
    for title in ("The First World War", "Axis & Allies 1914", "Age of Napoleon"):
        assert title in done.stdout


SISTERS = ("hector_and_achilles", "axis_and_allies_1914", "age_of_napoleon")


@pytest.mark.parametrize("game", SISTERS)
def test_show_of_another_game_fits_the_terminal(game: str) -> None:
    """Every row on one line of 80 columns, with its grade; and the folder's files tell the game."""
    console = Console(width=80, file=io.StringIO())
    show_data_set(game, None, console)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert not [line for line in lines if "…" in line]
    assert "Values by grade" in lines
    folder = str(GAMES / game / "data")
    told = runner.invoke(app, ["data", "show", "--data", folder], env={"COLUMNS": "80"})
    assert told.exit_code == 0
    assert told.stdout.splitlines()[0] == lines[0]


def rows_of(game: str) -> list[list[str]]:
    result = runner.invoke(app, ["data", "show", "--game", game], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    return [line.split() for line in result.stdout.splitlines()]


def test_show_of_another_game_has_the_facts_and_their_grades() -> None:
    hector = rows_of("hector_and_achilles")
    assert ["Aias", "green", "5", "stated"] in hector
    assert ["Hector", "red", "6", "reconstructed"] in hector
    assert ["all", "values", "4", "16", "20"] in hector
    allies = rows_of("axis_and_allies_1914")
    assert ["tank", "land", "6", "2", "1", "1", "stated"] in [row[:7] for row in allies]
    assert ["Paris", "6", "6", "2", "1", "second-source"] in allies
    for income in ("26", "25", "35", "24", "30", "16", "14", "20"):  # A17
        assert any(row[:2] == ["all", income] for row in allies)
    napoleon = rows_of("age_of_napoleon")
    assert [
        "13-18",
        "0*",
        "1*",
        "1*",
        "1",
        "1*",
        "2",
        "+3",
        "4,",
        "6,",
        "tie-break",
        "(at",
        "18)",
    ] in napoleon
    assert ["3", "2*", "1", "0*", "0*", "0*", "0*", "2"] in napoleon


def test_show_knows_every_game_and_no_other() -> None:
    assert tuple(SHOWN) == tuple(REGISTRY)
    done = fwwsim("data", "show", "--game", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fwwsim: --game: found 'chess'; known: first_world_war")
