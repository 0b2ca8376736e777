"""The components: what ships, and every problem of a bad data set at once."""

from pathlib import Path

import pytest

from fwwsim.errors import DataError
from fwwsim.games.hector_and_achilles.dataset import FILE, SHIPPED, load_dataset

TEXT = (SHIPPED / FILE).read_text()
EDGES = 'edges = ["red", "green", "blue", "yellow"]'
COLOURS = '["red", "green", "blue", "yellow", "purple", "brown"]'
AIAS = 'name = "Aias"\ncolour = "green"'


def problems_of(folder: Path, text: str) -> str:
    (folder / FILE).write_text(text)
    with pytest.raises(DataError) as caught:
        load_dataset(folder)
    return "\n".join(caught.value.problems)


def test_the_shipped_components() -> None:
    box = load_dataset()
    assert sorted(box.values) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [len(heroes) for heroes in box.heroes] == [6, 6]
    stated = {
        (hero.name, hero.colour, hero.value)
        for side in box.heroes
        for hero in side
        if hero.source == "stated"
    }
    assert stated == {("Aias", "green", 5), ("Acamas", "purple", 4)}
    assert box.sources.count("reconstructed") == 16
    assert box.card(0) == "red 1"
    assert box.card(47) == "brown 4"


def test_a_tile_may_have_a_back(tmp_path: Path) -> None:
    front = 'edges = ["red", "green", "blue", "yellow"]   # north, east, south, west'
    (tmp_path / FILE).write_text(
        TEXT.replace(front, front + '\nback = ["red", "blue", "green", "yellow"]', 1)
    )
    assert load_dataset(tmp_path).tiles[0].back == ("red", "blue", "green", "yellow")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (AIAS, 'name = "Aias"\ncolour = "red"', "heroes of ACHAEAN in green: found 0; allowed: 1"),
        (AIAS, 'name = "Aias"\ncolour = "gren"', "hero Aias: colour: found 'gren'; allowed: red, green"),
        ("value = 6", "value = 60", "hero Achilles: value: found 60; allowed: 1 to 9"),
        ("value = 6", "", "hero Achilles: value: missing"),
        ("value = 6", "valu = 6", "hero Achilles: valu: unknown key; allowed: colour, name"),
        ('name = "Paris"', 'name = "Hector"', "hero Hector: given 2 times"),
        ('side = "TROJAN"', 'side = "GREEK"', "hero Acamas: side: found 'GREEK'; allowed: ACHAEAN, TROJAN"),
        ("[1, 1, 2, 2, 3, 3, 4, 4]", "[1, 1, 2, 2, 3, 3, 4, 5]", "army: values: found"),
        (COLOURS, '["red", "red"]', "army: colours: found"),
        (EDGES, 'edges = ["red", "red", "blue", "yellow"]', "fate_tile 1: edges: found"),
        (EDGES, 'edges = ["red", "pink", "blue", "yellow"]', "found 'pink'"),
        ("favour_per_side = 3", "favour_per_side = 30", "tokens: favour_per_side: found 30; allowed: 0 to 3"),
        ('source = "stated"', 'source = "guessed"', "army: source: found 'guessed'; allowed: stated, reconstructed"),
        ("[tokens]", "[token]", "tokens: found None; allowed: a table with"),
        ("[tokens]", "[token]", "token: unknown; allowed: dataset, army"),
        ("[army]", "[army", "damaged TOML"),
    ],
)  # fmt: skip
def test_problems(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in TEXT
    assert problem in problems_of(tmp_path, TEXT.replace(old, new, 1))


def test_all_problems_at_once(tmp_path: Path) -> None:
    text = TEXT.replace("value = 6", "value = 60").replace("favour_per_side = 3", "favour_per_side = -1")
    found = problems_of(tmp_path, text.replace('edges = ["brown"', 'edges = ["pink"'))
    assert len(found.splitlines()) == 4


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        load_dataset(tmp_path / "no")
