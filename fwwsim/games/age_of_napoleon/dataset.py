"""The tables of the player aid as frozen rows: battle table with its tie-break, and march attrition.

The standard library only, so that the odds command starts at once. Checks are in
:mod:`fwwsim.games.age_of_napoleon.dataset_check`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fwwsim.errors import SpecError

NAME, TITLE = "age_of_napoleon", "Age of Napoleon 1805-1815"
FILE = "tables.toml"
FILES = (FILE,)
SHIPPED = Path(__file__).parent / "data"
DICE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Band:
    """One column of the battle table: strengths `low` to `high`.

    Attributes
    ----------
    inflicts : tuple of 6 int
        Losses inflicted by die 1..6.
    tie_break : int
        The tie-break modifier (TBM).
    stated : tuple of int
        Dice whose cell a source states.
    tie_break_stated : bool
    stated_at : tuple of int
        The strengths for which it does; empty for all of the band.
    """

    low: int
    high: int
    inflicts: tuple[int, ...]
    tie_break: int
    stated: tuple[int, ...] = ()
    tie_break_stated: bool = False
    stated_at: tuple[int, ...] = ()

    def is_vouched(self, strength: int) -> bool:
        """Whether what is stated in this band is stated for `strength`.

        >>> band = Band(13, 18, (0, 1, 1, 1, 1, 2), 3, stated=(4, 6), stated_at=(18,))
        >>> band.is_vouched(18), band.is_vouched(15)
        (True, False)
        """
        return not self.stated_at or strength in self.stated_at


@dataclass(frozen=True, slots=True)
class MarchRow:
    """March attrition of an army of `corps`: corps lost by lowest die 1..6, and the dice that a source states."""

    corps: int
    lost: tuple[int, ...]
    stated: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """A data set: bands from strength 0 up without a gap, march rows from 1 corps up without a gap."""

    id: str
    title: str
    bands: tuple[Band, ...]
    march: tuple[MarchRow, ...]
    hash: str
    directory: Path

    @property
    def strongest(self) -> int:
        """The highest strength of the battle table."""
        return self.bands[-1].high

    @property
    def largest(self) -> int:
        """The largest army of the attrition table."""
        return self.march[-1].corps

    @property
    def most_losses(self) -> int:
        """The most corps that a side can lose in one battle: the largest cell and one more for the loser."""
        return max(max(band.inflicts) for band in self.bands) + 1

    def band(self, strength: int) -> Band:
        """The column of the battle table for `strength`.

        Raises
        ------
        SpecError
            The table does not go so far.
        """
        for band in self.bands:
            if band.low <= strength <= band.high:
                return band
        raise SpecError(f"strength: found {strength}; allowed by data set {self.id}: 0 to {self.strongest}")

    def march_row(self, corps: int) -> MarchRow:
        """The row of the attrition table for an army of `corps`.

        Raises
        ------
        SpecError
            The table does not go so far.
        """
        if not 1 <= corps <= self.largest:
            raise SpecError(
                f"corps on the march: found {corps}; allowed by data set {self.id}: 1 to {self.largest}"
            )
        return self.march[corps - 1]


def from_document(document: dict[str, Any], digest: str, directory: Path) -> Tables:
    """Rows from a checked TOML document."""
    return Tables(
        id=document["dataset"]["id"],
        title=document["dataset"]["title"],
        bands=tuple(
            Band(
                row["strength"][0],
                row["strength"][1],
                tuple(row["losses_inflicted"]),
                row["tie_break"],
                tuple(row.get("stated", ())),
                row.get("tie_break_stated", False),
                tuple(row.get("stated_at", ())),
            )
            for row in document["battle"]
        ),
        march=tuple(
            MarchRow(row["corps"], tuple(row["lost"]), tuple(row.get("stated", ())))
            for row in document["attrition"]
        ),
        hash=digest,
        directory=directory,
    )
