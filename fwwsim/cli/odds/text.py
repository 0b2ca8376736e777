"""How the odds commands print: rows of odds, fractions for JSON, and the word on reconstructed values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, Union

if TYPE_CHECKING:
    from fractions import Fraction

    from fwwsim.games.first_world_war.dataset import Dataset
    from fwwsim.games.first_world_war.odds import Side

Exact: TypeAlias = Union["Fraction", Mapping[Any, Any]]  # fractions, nested by keys
LONGEST = 13  # characters of a fraction in a table; a longer one is left to JSON


def row(name: str, fraction: str, per_cent: str) -> str:
    """One line of a table of odds."""
    return f"  {name:<36} {fraction:>9} {per_cent:>9}"


def odds_row(name: str, odds: Fraction) -> str:
    """A probability as a fraction and in per cent.

    >>> from fractions import Fraction
    >>> odds_row("tie", Fraction(2, 9)).split()
    ['tie', '2/9', '22.22']
    """
    return row(name, short(odds), f"{float(100 * odds):.2f}")


def number_row(name: str, number: Fraction) -> str:
    """A number as a fraction and as a decimal.

    >>> from fractions import Fraction
    >>> number_row("attackers left (mean)", Fraction(35, 24)).split()[-2:]
    ['35/24', '1.4583']
    """
    return row(name, short(number), f"{float(number):.4f}")


def short(value: Fraction) -> str:
    """The fraction, or "in JSON" where it is too long for a table.

    >>> from fractions import Fraction
    >>> short(Fraction(1, 3)), short(Fraction(1, 10**13))
    ('1/3', 'in JSON')
    """
    text = str(value)
    return text if len(text) <= LONGEST else "in JSON"


def fractions(value: Exact) -> Any:
    """Exact numbers for JSON, as strings, for no float is exact.

    >>> from fractions import Fraction
    >>> fractions({"tie": Fraction(2, 9), "margin": {0: Fraction(2, 4)}})
    {'tie': '2/9', 'margin': {'0': '1/2'}}
    """
    if isinstance(value, Mapping):
        return {str(key): fractions(part) for key, part in value.items()}
    return str(value)


def floats(value: Exact) -> Any:
    """The same numbers as floats, for programs that need no more.

    >>> from fractions import Fraction
    >>> floats({0: Fraction(2, 4)})
    {'0': 0.5}
    """
    if isinstance(value, Mapping):
        return {str(key): floats(part) for key, part in value.items()}
    return float(value)


def provenance(dataset: Dataset, sides: Iterable[Side]) -> str:
    """A warning when named armies or chits come from a data set with reconstructed rows, else ""."""
    named = any(side.chit_name or any(army.name for army in side.armies) for side in sides)
    sources = {army.source for army in dataset.armies} | {chit.source for chit in dataset.chits}
    if not named or "reconstructed" not in sources:
        return ""
    return (
        f"Army and chit values of data set {dataset.id} are reconstructed by this project, "
        "not the publisher's; --data DIR takes your own."
    )
