"""The columns of outcomes: every field described, and docs/outcomes.md as it is written from the descriptions.

When columns change, rewrite the page with ``python tests/first_world_war/test_outcome_columns.py``.
"""

from pathlib import Path

import numpy as np
import pytest

from fwwsim.games.first_world_war.outcomes import ABOUT, DERIVED, HIDDEN, WORDS, About, columns
from fwwsim.games.first_world_war.state import NOBODY, OUTCOME

PAGE = Path(__file__).parents[2] / "docs" / "outcomes.md"
HEAD = """# The columns of outcomes of The First World War

`fwwsim simulate --out games.parquet` and the stores of experiments have one row a game. The table is written from
`fwwsim/games/first_world_war/outcomes.py` by `python tests/first_world_war/test_outcome_columns.py`; a Parquet file has
the same dictionary, one entry a column, in its metadata under `fwwsim.columns`.

In a name, `T` stands for a turn 1 to 6, `F` for a faction `WA`, `EA`, `DE` or `GA`, `A` for an alliance `ALLIES` or
`CENTRAL_POWERS`, and `f` for a front 1 to 11: `vp_tT_F` is `vp_t1_WA`, `vp_t1_EA` ... Columns of words are categories.

Luck is what chance gave less what it gives on average. Its expectation is 0 whatever the policies do, so it serves as
a control variate, and its sign shows who was lucky.

| column | unit | meaning | words |
| --- | --- | --- | --- |
| `game` | index | index of the game under its seed | |
"""


def row(about: About, words: tuple[str, ...] = ()) -> str:
    """One family of columns as a row of the page."""
    name = "_".join((about.column, *(axis.sign for axis in about.axes)))
    meaning = about.meaning.format(*(f"`{axis.sign[-1]}`" for axis in about.axes))
    return f"| `{name}` | {about.unit} | {meaning} | {', '.join(f'`{word}`' for word in words)} |\n"


def page() -> str:
    """The page as it should be."""
    fields = (row(about, WORDS.get(field, ())) for field, about in ABOUT.items())
    return HEAD + "".join((*fields, *map(row, DERIVED.values())))


def test_every_field_of_an_outcome_is_described_in_order() -> None:
    assert [*ABOUT, *HIDDEN] == list(OUTCOME.names or ())
    for field, about in ABOUT.items():
        assert OUTCOME[field].shape == tuple(len(axis.labels) for axis in about.axes), field
        assert about.meaning.count("{}") == len(about.axes), field


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page()


def test_each_number_of_a_record_is_one_column() -> None:
    outcomes = np.zeros(2, OUTCOME)
    found = {column.name: column for column in columns(outcomes, 5)}
    numbers = sum(int(np.prod(OUTCOME[field].shape)) for field in ABOUT)
    assert len(found) == 1 + numbers + len(DERIVED)
    assert found["game"].values.tolist() == [5, 6]
    assert all(column.unit and column.meaning and "{" not in column.meaning for column in found.values())


@pytest.mark.parametrize(
    ("column", "field", "place"),
    [
        ("vp_t3_DE", "vp_by_turn", (2, 2)),
        ("allied_cities_t6_11", "allied_cities", (5, 10)),
        ("points_t1_EA", "points", (0, 1)),
        ("roll_t2_GA", "rolls", (1, 3)),
        ("dice_luck_CENTRAL_POWERS", "dice_luck", (1,)),
        ("combat_luck_ALLIES", "combat_luck", (0,)),
        ("surrender_luck_WA", "surrender_luck", (0,)),
        ("largest_deficit_ALLIES", "largest_deficit", (0,)),
        ("lead_changes", "lead_changes", ()),
    ],
)
def test_columns_read_the_right_number(column: str, field: str, place: tuple[int, ...]) -> None:
    outcomes = np.zeros(1, OUTCOME)
    outcomes[field][(0, *place)] = 7
    found = {found.name: found.values.tolist() for found in columns(outcomes)}
    before = {found.name: found.values.tolist() for found in columns(np.zeros(1, OUTCOME))}
    changed = {name for name in found if found[name] != before[name]}
    derived = {"deficit_overcome"} if column == "largest_deficit_ALLIES" else set()
    assert changed == {column} | derived
    assert found[column] == [7]


def test_names_are_words() -> None:
    outcomes = np.zeros(3, OUTCOME)
    outcomes["first_city"] = 0, 1, NOBODY
    outcomes["forced"] = 0, 1, 2
    found = {column.name: column for column in columns(outcomes)}
    for name, words in {
        "first_city": ["ALLIES", "CENTRAL_POWERS", "none"],
        "forced": ["none", "ALLIES", "CENTRAL_POWERS"],
    }.items():
        assert [found[name].words[code] for code in found[name].values] == words


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
