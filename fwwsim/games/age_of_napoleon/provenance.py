"""Which table cells an answer rests on, and who vouches for each: a source, or only this project."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fwwsim.games.age_of_napoleon.dataset import DICE, Tables

BATTLE, TIE_BREAK, MARCH = "battle", "tie-break", "attrition"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its table, the strength or size of army, the die (0: the tie-break row), its value, its grade."""

    table: str
    key: int
    die: int
    value: int
    stated: bool


def battle_cells(tables: Tables, strengths: Iterable[int]) -> Iterator[Cell]:
    """The six cells of each strength.

    >>> from fwwsim.games.age_of_napoleon.dataset_check import load_tables
    >>> [cell.die for cell in battle_cells(load_tables(), [18]) if cell.stated]
    [4, 6]
    """
    for strength in strengths:
        band = tables.band(strength)
        for die in DICE:
            stated = die in band.stated and band.is_vouched(strength)
            yield Cell(BATTLE, strength, die, band.inflicts[die - 1], stated)


def tie_break_cells(tables: Tables, strengths: Iterable[int]) -> Iterator[Cell]:
    """The tie-break modifier of each strength."""
    for strength in strengths:
        band = tables.band(strength)
        yield Cell(
            TIE_BREAK, strength, 0, band.tie_break, band.tie_break_stated and band.is_vouched(strength)
        )


def march_cells(tables: Tables, sizes: Iterable[int]) -> Iterator[Cell]:
    """The six cells of each size of army."""
    for size in sizes:
        row = tables.march_row(size)
        for die in DICE:
            yield Cell(MARCH, size, die, row.lost[die - 1], die in row.stated)


def summary(tables: Tables) -> tuple[str, ...]:
    """A checked data set in two lines, for ``data check``.

    >>> from fwwsim.games.age_of_napoleon.dataset_check import load_tables
    >>> summary(load_tables())[1]
    '7 battle columns (42 cells, 3 stated; 7 tie-breaks, 2 stated), 12 attrition rows (72 cells, 1 stated)'
    """
    battle = sum(len(band.stated) for band in tables.bands)
    ties = sum(band.tie_break_stated for band in tables.bands)
    march = sum(len(row.stated) for row in tables.march)
    bands, rows = len(tables.bands), len(tables.march)
    return (
        f"ok: {tables.id} (hash {tables.hash})",
        f"{bands} battle columns ({6 * bands} cells, {battle} stated; {bands} tie-breaks, {ties} stated), "
        f"{rows} attrition rows ({6 * rows} cells, {march} stated)",
    )
