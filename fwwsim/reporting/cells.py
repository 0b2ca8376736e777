"""Cells of tables: as text for readers, and as plain numbers for files."""

from typing import Any

from fwwsim.reporting.document import Column, Table, Value
from fwwsim.reporting.numbers import DASH, chance, number, with_interval
from fwwsim.stats.intervals import Interval


def cells_of(table: Table) -> list[list[str]]:
    """The rows as text.

    >>> columns = (Column("who", "who"), Column("won", "won, %", "win rate", scale=100))
    >>> cells_of(Table("t", "Wins.", columns, (("Allies", Interval(0.758, 0.757, 0.759, 9)),)))
    [['Allies', '75.8 (75.7 to 75.9)']]
    """
    return [
        [_text(column, value) for column, value in zip(table.columns, row, strict=True)] for row in table.rows
    ]


def _text(column: Column, value: Value) -> str:
    if value is None:
        return DASH
    if isinstance(value, str):
        return value
    if isinstance(value, Interval):
        return with_interval(value, column.scale, column.signed)
    if column.chance:
        return chance(value)
    return number(column.scale * value, column.places, column.signed)


def file_rows(table: Table) -> list[list[Any]]:
    """The rows in full precision, the first with the names of the columns; an interval takes three.

    >>> columns = (Column("who", "who"), Column("won", "won, %", "win rate", scale=100))
    >>> file_rows(Table("t", "Wins.", columns, (("Allies", Interval(0.758, 0.757, 0.759, 9)),)))
    [['who', 'won', 'won_low', 'won_high'], ['Allies', 0.758, 0.757, 0.759]]
    """
    wide = [
        any(isinstance(row[place], Interval) for row in table.rows) for place in range(len(table.columns))
    ]
    head: list[Any] = []
    for column, intervals in zip(table.columns, wide, strict=True):
        head += [column.name, f"{column.name}_low", f"{column.name}_high"] if intervals else [column.name]
    return [head, *(_file_row(row, wide) for row in table.rows)]


def _file_row(row: tuple[Value, ...], wide: list[bool]) -> list[Any]:
    cells: list[Any] = []
    for value, intervals in zip(row, wide, strict=True):
        if isinstance(value, Interval):
            cells += [value.estimate, value.low, value.high]
        else:
            cells += [value, None, None] if intervals else [value]
    return cells
