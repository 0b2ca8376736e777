"""The rules configuration: the optional rules (R9) and each switch of the decision table, printed game first.

Standard library only; :mod:`fwwsim.games.first_world_war.tables` turns it into numbers for the kernels.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, cast

from fwwsim.errors import SpecError

ON, OFF = "on", "off"


def _choice(summary: str, *values: str | int | bool) -> Any:
    return field(default=values[0], metadata={"values": values, "summary": summary})


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play the game. Every field has a short list of values; the default is the printed base game.

    >>> Rules().hand_scope
    'faction'
    >>> Rules.parse(["schlieffen", "surrender_from_turn=3"]).changed()
    {'surrender_from_turn': 3, 'schlieffen': True}
    """

    six_front_end: str = _choice(
        "an alliance holding six fronts ends the game: scored, or won outright (R8.2)", "score", "wins"
    )
    hand_scope: str = _choice("whose hand holds three chits (R6.2.1)", "faction", "player")
    uncontested_base: str = _choice(
        "an attack without defenders and without a city to take reaches the base (R6.5)", "no_point", "point"
    )
    mef_or_reach: str = _choice(
        "where MEF and OR may operate (R5.4)", "front_11_needs_monastir", "front_11_only"
    )
    treaty_garrison: str = _choice("the garrisons of the treaty must stand (R8.1)", "required", "ignored")
    transfer_source: str = _choice(
        "fronts that the two counters of a transfer may leave (R4.3)", "any", "one_front"
    )
    surrender_from_turn: int = _choice("first turn with surrender rolls (R8.3)", 1, 2, 3)
    schlieffen: bool = _choice(
        "Schlieffen Plan: on turn 1 German armies attack on fronts 1 to 3 only (R9.1)", False, True
    )
    variable_order: bool = _choice(
        "variable order of deployment and rounds from turn 2 on (R9.2)", False, True
    )
    historical_setup: bool = _choice("historical set-up of the armies of turn 1 (R9.3)", False, True)

    @classmethod
    def parse(cls, settings: Iterable[str]) -> "Rules":
        """Rules from ``NAME`` or ``NAME=VALUE`` settings.

        Raises
        ------
        SpecError
            Unknown name (the nearest known one is named), unknown value, or a name given twice.
        """
        chosen: dict[str, str | int | bool] = {}
        for setting in settings:
            name, sign, value = setting.partition("=")
            name = name.strip().replace("-", "_")
            if name in chosen:
                raise SpecError(f"--rule {name}: given twice")
            chosen[name] = cls._value(name, value.strip() if sign else None)
        return cls(**cast(Any, chosen))

    @classmethod
    def _value(cls, name: str, text: str | None) -> str | int | bool:
        allowed = allowed_values().get(name)
        if allowed is None:
            near = get_close_matches(name, allowed_values(), 1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise SpecError(f"--rule {name}: unknown rule; {hint}known: {', '.join(allowed_values())}")
        words = {_word(value): value for value in allowed}
        if text is None and len(allowed) == 2:
            return allowed[1]
        if text is None or text.lower() not in words:
            found = "no value" if text is None else f"found {text!r}"
            raise SpecError(f"--rule {name}: {found}; allowed: {', '.join(words)}")
        return words[text.lower()]

    def changed(self) -> dict[str, str | int | bool]:
        """The fields that differ from the printed base game."""
        base = asdict(Rules())
        return {name: value for name, value in asdict(self).items() if value != base[name]}


def _word(value: str | int | bool) -> str:
    return {True: ON, False: OFF}[value] if isinstance(value, bool) else str(value)


def allowed_values() -> dict[str, tuple[str | int | bool, ...]]:
    """Field -> its allowed values, the default first."""
    return {entry.name: entry.metadata["values"] for entry in fields(Rules)}


def describe() -> list[tuple[str, str, str]]:
    """For each field: its name, its values (default first) and what it decides."""
    return [
        (entry.name, " | ".join(map(_word, entry.metadata["values"])), entry.metadata["summary"])
        for entry in fields(Rules)
    ]
