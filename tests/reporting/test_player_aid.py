"""The printed pages: their numbers are the exact ones, they have one page, and no text runs into another."""

from pathlib import Path

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.dataset import SHIPPED
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import Context
from fwwsim.games.first_world_war.odds.matrix import front_matrix
from fwwsim.games.first_world_war.odds.single import combat_odds
from fwwsim.games.first_world_war.odds.table import chit_differences, combat_of, odds_table
from fwwsim.reporting.page import save
from fwwsim.reporting.player_aid import heat_map, player_aid

BOX = load_dataset()


@pytest.fixture(scope="module")
def aid() -> Figure:
    return player_aid(odds_table(BOX.faces, chit_differences(BOX)), BOX)


def texts(figure: Figure) -> list[str]:
    return [
        text.get_text() for text in figure.findobj(lambda part: hasattr(part, "get_text")) if text.get_text()
    ]  # type: ignore[attr-defined]


def test_every_cell_of_the_aid_is_the_exact_combat(aid: Figure) -> None:
    for axes, superior in zip(aid.axes, (1, 0, -1), strict=False):
        numbers = [text.get_text() for text in axes.texts]
        assert len(numbers) == 7 * 6 * 3
        for row, lead in enumerate(range(3, -4, -1)):
            for column, chit in enumerate(range(-3, 3)):
                odds = combat_odds(combat_of(lead, superior, chit), BOX.faces)
                place = 3 * (6 * row + column)
                exact = [36 * odds.attack_wins, 36 * odds.tie, 36 * odds.defence_wins]
                assert numbers[place : place + 3] == [str(number) for number in exact]


def test_the_aid_explains_itself(aid: Figure) -> None:
    said = " ".join(" ".join(texts(aid)).split())
    for words in ("R6.1.2", "R6.1.3", "R6.1.5", "36ths", "break-even", "attack wins", "defence wins", "tie"):
        assert words in said
    assert "data set" not in said  # its die is the printed one


def test_another_die_is_named(tmp_path: Path) -> None:
    for file in SHIPPED.glob("*.toml"):
        text = file.read_text("utf-8").replace('["S", "S", 1, 2, 3, 4]', '["S", 1, 1, 2, 3, 5]')
        (tmp_path / file.name).write_text(text.replace('"reconstruction-1"', '"mine"'), "utf-8")
    mine = load_dataset(tmp_path)
    figure = player_aid(odds_table(mine.faces, chit_differences(mine)), mine)
    assert any("special die of data set mine: S 1 1 2 3 5" in text for text in texts(figure))


def overlaps(figure: Figure) -> list[tuple[str, str]]:
    """Pairs of texts whose boxes on the page overlap, and texts that leave the page."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    parts = [text for text in figure.findobj(lambda part: hasattr(part, "get_text")) if text.get_text()]  # type: ignore[attr-defined]
    boxes = [
        (text.get_text(), text.get_window_extent(canvas.get_renderer()))
        for text in parts
        if text.get_visible()
    ]  # type: ignore[attr-defined]
    page = figure.bbox
    found = [
        (name, "page")
        for name, box in boxes
        if box.x0 < 0 or box.x1 > page.x1 or box.y0 < 0 or box.y1 > page.y1
    ]
    for number, (one, box) in enumerate(boxes):
        for other, another in boxes[number + 1 :]:
            if box.x0 < another.x1 and another.x0 < box.x1 and box.y0 < another.y1 and another.y0 < box.y1:
                found.append((one, other))
    return found


def test_the_aid_has_room_for_many_chits() -> None:
    assert overlaps(player_aid(odds_table(BOX.faces, range(-6, 7)), BOX)) == []


def test_overlaps_are_found() -> None:
    figure = Figure()
    figure.text(0.5, 0.5, "one")
    figure.text(0.51, 0.5, "other")
    figure.text(0.99, 0.1, "beyond")
    assert overlaps(figure) == [("beyond", "page"), ("one", "other")]


def test_no_text_overlaps_on_the_aid(aid: Figure) -> None:
    assert overlaps(aid) == []


@pytest.mark.parametrize(
    ("front", "turn", "factions", "players_view"),
    [(1, 6, ("WA", "DE"), False), (9, 6, ("GA",), False), (10, 4, ("EA", "GA"), True)],
)
def test_heat_maps(front: int, turn: int, factions: tuple[str, ...], players_view: bool) -> None:
    matrices = [front_matrix(BOX, Context(front, turn), faction, players_view) for faction in factions]
    figure = heat_map(matrices, BOX)
    for axes, matrix in zip(figure.axes, matrices, strict=True):
        numbers = [f"{float(100 * cell.no_loss):.0f}" for line in matrix.cells for cell in line]
        assert [text.get_text() for text in axes.texts] == numbers
    assert overlaps(figure) == []


def test_files_have_one_page(aid: Figure, tmp_path: Path) -> None:
    pdf, png = tmp_path / "aid.pdf", tmp_path / "aid.png"
    save(aid, "--pdf", pdf)
    save(aid, "--png", png)
    content = pdf.read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Type /Page ") + content.count(b"/Type /Page\n") == 1
    height, width = imread(png).shape[:2]
    assert (width, height) == (1654, 2338)  # A4 at 200 dots an inch
    assert sorted(path.name for path in tmp_path.iterdir()) == ["aid.pdf", "aid.png"]


def test_a_file_that_cannot_be_written(aid: Figure, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"--png .*cannot be written"):
        save(aid, "--png", tmp_path / "missing" / "aid.png")
