"""Where the values of a data set come from: how many are stated, inferred or reconstructed.

A *value* is one field of one row that carries game information: something that the rules leave open, so that
another edition could have something else there (a list counts once). Not counted are

- the row's own handles and marks: the ids of cities and chits, `source` and `known`;
- what the rules fix for every data set: a front's number, theatre and home factions, which cities are
  replacement centres (R7.1), which chits are mandatory (R6.2.2);
- what follows from another field: a line's front from its ends, an army's faction and a chit's alliance from
  the nations;
- the historical set-up, which the rulebook prints (R9.3).

A value whose field is listed in its row's `known` counts as stated; any other has the grade of its row's
`source`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fwwsim.games.first_world_war.dataset import Army, Chit, City, Dataset, Front, Line
from fwwsim.games.first_world_war.names import GRADES

DEFINITION = "Value: a field the rules leave open; stated if `known`, else of its row's grade."

FRONT_VALUES = ("name", "nations", "adjacent")
CITY_VALUES = ("name", "front", "owner")
LINE_VALUES = ("ends", "opens")
ARMY_VALUES = ("nation", "id", "value", "turn")
CHIT_VALUES = ("name", "year", "nations", "use", "value")

GradedRow = Front | City | Line | Army | Chit


@dataclass(frozen=True, slots=True)
class GradeCount:
    """How many values of one kind of component have each grade."""

    component: str
    stated: int
    inferred: int
    reconstructed: int

    @property
    def total(self) -> int:
        """All values of the component."""
        return self.stated + self.inferred + self.reconstructed


def grade(row: GradedRow, field: str) -> str:
    """The grade of one value: stated if the row's `known` lists it, else the row's `source`.

    Examples
    --------
    >>> army = Army("DE", "4", "DE", 3, 1, known=("nation", "turn"), source="reconstructed")
    >>> grade(army, "turn"), grade(army, "value")
    ('stated', 'reconstructed')
    """
    known: tuple[str, ...] = getattr(row, "known", ())
    return "stated" if field in known else row.source


def count_grades(dataset: Dataset) -> tuple[GradeCount, ...]:
    """The values of a data set by component and grade, in the order of the files.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> counts = {count.component: count for count in count_grades(load_dataset())}
    >>> counts["armies"].total, counts["die"]
    (288, GradeCount(component='die', stated=1, inferred=0, reconstructed=0))
    """
    return (
        _count("calendar", [dataset.years_source]),
        _count("die", [dataset.faces_source]),
        _count("fronts", _grades(dataset.fronts, FRONT_VALUES)),
        _count("cities", _grades(dataset.cities, CITY_VALUES)),
        _count("attack lines", _grades(dataset.lines, LINE_VALUES)),
        _count("dummies", [dataset.dummies_source] * len(dataset.dummies)),
        _count("armies", _grades(dataset.armies, ARMY_VALUES)),
        _count("chits", _grades(dataset.chits, CHIT_VALUES)),
    )


def _grades(rows: Iterable[GradedRow], fields: tuple[str, ...]) -> Iterator[str]:
    return (grade(row, field) for row in rows for field in fields)


def _count(component: str, grades: Iterable[str]) -> GradeCount:
    found = list(grades)
    return GradeCount(component, *(found.count(name) for name in GRADES))
