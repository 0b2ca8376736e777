"""The rules configuration: each point that the rulebook leaves open is a field, our reading first.

Standard library only; :mod:`fwwsim.games.hector_and_achilles.tables` turns it into numbers for the kernels.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, cast

from fwwsim.errors import SpecError


def _choice(summary: str, *values: str | int) -> Any:
    return field(default=values[0], metadata={"values": values, "summary": summary})


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play the game. Every field has two values; the default is our reading of the rulebook.

    >>> Rules.parse(["home_limit=6", "both_fall"]).changed()
    {'both_fall': 'draw', 'home_limit': 6}
    """

    both_fall: str = _choice(
        "both sides fulfil a losing condition in one closing: who wins the game (A1)", "battle_winner", "draw"
    )
    missing_pile: str = _choice(
        "one side lacks the named pile: it alone fights with its home pile, or both do (A2)", "own", "both"
    )
    short_pile: str = _choice(
        "the fighting front pile has too few cards for a hand: the rest comes from home, or is missing (A3)",
        "home",
        "fewer",
    )
    home_limit: int = _choice("a home pile that fought with fewer cards than this loses the game (A4)", 5, 6)
    tile_faces: str = _choice(
        "fate tiles have one arrangement, or two, and chance decides which is up (A5)", "one", "two"
    )

    @classmethod
    def parse(cls, settings: Iterable[str]) -> "Rules":
        """Rules from ``NAME`` or ``NAME=VALUE`` settings; a bare name takes the other reading.

        Raises
        ------
        SpecError
            Unknown name (the nearest known one is named), unknown value, or a name given twice.
        """
        chosen: dict[str, str | int] = {}
        for setting in settings:
            name, sign, value = setting.partition("=")
            name = name.strip().replace("-", "_")
            if name in chosen:
                raise SpecError(f"--rule {name}: given twice")
            chosen[name] = cls._value(name, value.strip() if sign else None)
        return cls(**cast(Any, chosen))

    @classmethod
    def _value(cls, name: str, text: str | None) -> str | int:
        allowed = allowed_values().get(name)
        if allowed is None:
            near = get_close_matches(name, allowed_values(), 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise SpecError(f"--rule {name}: unknown rule; {hint}known: {', '.join(allowed_values())}")
        if text is None:
            return allowed[1]
        words = {str(value): value for value in allowed}
        if text.lower() not in words:
            raise SpecError(f"--rule {name}: found {text!r}; allowed: {', '.join(words)}")
        return words[text.lower()]

    def changed(self) -> dict[str, str | int]:
        """The fields that differ from the default."""
        base = asdict(Rules())
        return {name: value for name, value in asdict(self).items() if value != base[name]}


def allowed_values() -> dict[str, tuple[str | int, ...]]:
    """Field -> its allowed values, the default first."""
    return {entry.name: entry.metadata["values"] for entry in fields(Rules)}


def describe() -> list[tuple[str, str, str]]:
    """For each field: its name, its values (default first) and what it decides."""
    return [
        (entry.name, " | ".join(map(str, entry.metadata["values"])), entry.metadata["summary"])
        for entry in fields(Rules)
    ]
