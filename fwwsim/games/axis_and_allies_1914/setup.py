"""The set-up on land: territories, their income, and the units that stand there, or that a minor power mobilises."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError, SpecError
from fwwsim.games.axis_and_allies_1914.dataset import SHIPPED
from fwwsim.games.axis_and_allies_1914.dataset_fields import Field, one_of, problem, read_row, whole
from fwwsim.games.axis_and_allies_1914.names import GRADES

FILE = "setup.toml"
POWERS = ("Austria-Hungary", "Russia", "Germany", "France", "Britain", "Ottomans", "Italy", "USA", "minor")


@dataclass(frozen=True, slots=True)
class Territory:
    """One territory; `power` is "minor" for a minor power's capital, whose units stand there once mobilised."""

    name: str
    power: str
    income: int
    infantry: int
    artillery: int
    fighter: int
    source: str

    @property
    def army(self) -> tuple[int, ...]:
        """Its units, indexed as in names.

        >>> find_territory(load_setup(), "paris").army
        (6, 2, 0, 1)
        """
        return self.infantry, self.artillery, 0, self.fighter


def load_setup(directory: Path | None = None) -> tuple[Territory, ...]:
    """The territories of ``setup.toml`` in `directory`, or of the shipped one where that folder has none.

    Raises
    ------
    DataError
        Every problem, one a line.
    """
    folder = directory if directory is not None and (directory / FILE).exists() else SHIPPED
    document = read_documents(folder, (FILE,))[0][FILE]
    if problems := list(check_document(document)):
        raise DataError(problems)
    return tuple(Territory(**row) for row in document["territory"])


def check_document(document: dict[str, Any]) -> Iterator[str]:
    """Every problem of a parsed ``setup.toml``, one a line."""
    text = Field("a text of one line", str, lambda value: bool(value.strip()) and value.isprintable())
    for name in document:
        if name not in ("dataset", "territory"):
            yield problem(FILE, "file", name, "an unknown table", "[dataset], [[territory]]")
    yield from read_row(FILE, "[dataset]", document.get("dataset"), {"id": text, "title": text})
    rows = document.get("territory")
    if not isinstance(rows, list):
        yield problem(FILE, "[[territory]]", "territory", "nothing", "a row a territory")
        return
    counts = dict.fromkeys(("infantry", "artillery", "fighter"), whole(0, 60))
    fields = {
        "name": text,
        "power": one_of(POWERS),
        "income": whole(0, 99),
        **counts,
        "source": one_of(GRADES),
    }
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        title = row.get("name") if isinstance(row, dict) else None
        label = f'territory "{title}"' if isinstance(title, str) else f"territory in row {number}"
        yield from read_row(FILE, label, row, fields)
        if not isinstance(title, str):
            continue
        if title in seen:
            yield problem(FILE, label, "name", f"again in row {number}, as in row {seen[title]}", "once")
        seen.setdefault(title, number)


def find_territory(territories: tuple[Territory, ...], word: str) -> Territory:
    """The territory called `word`, whatever its case.

    >>> find_territory(load_setup(), "parris")
    Traceback (most recent call last):
    fwwsim.errors.SpecError: no territory 'parris' in setup.toml (nearest: Paris); allowed: names of its territories
    """
    known = {territory.name.lower(): territory for territory in territories}
    key = " ".join(word.lower().split())
    if key in known:
        return known[key]
    from difflib import get_close_matches  # 5 ms; only a mistake pays for it

    near = get_close_matches(key[:80], known, 1)
    hint = f" (nearest: {known[near[0]].name})" if near else ""
    raise SpecError(f"no territory {word[:80]!r} in {FILE}{hint}; allowed: names of its territories")
