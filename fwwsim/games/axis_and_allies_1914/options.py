"""The readings of Axis & Allies 1914: what the rules that we know leave unknown [U] or ambiguous [A].

Each is a field with a short list of values, our default first; outputs name those that bear on the answer.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from fwwsim.errors import SpecError
from fwwsim.games.axis_and_allies_1914.names import LAND, LANDING, SEA

REVOLUTION = "revolution"


def _choice(summary: str, grade: str, where: tuple[str, ...], *values: str) -> Any:
    metadata = {"values": values, "summary": summary, "grade": grade, "where": where}
    return field(default=values[0], metadata=metadata)


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to read the rules.

    >>> Rules.parse(["defending_submarines=submerge"]).changed()
    {'defending_submarines': 'submerge'}
    >>> Rules.parse(["last_infantri=free"])
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --rule last_infantri: unknown rule; did you mean last_infantry? known: \
last_infantry, defending_submarines, coastal_supremacy, coastal_at_reinforcement, tanks_absorb_coastal, \
bombard_after_sea_battle, contested_moscow
    """

    last_infantry: str = _choice(
        "an army's last infantry: kept until all else is lost, or free to go in the owner's order",
        "A",
        (LAND, LANDING),
        "kept",
        "free",
    )
    defending_submarines: str = _choice(
        "submarines of the defender: fight to the end, or submerge unhurt before the first round",
        "U",
        (SEA, LANDING),
        "fight",
        "submerge",
    )
    coastal_supremacy: str = _choice(
        "coastal artillery gets +1 when only the defender brings fighters", "U", (LANDING,), "no", "yes"
    )
    coastal_at_reinforcement: str = _choice(
        "coastal artillery fires at a landing on own or contested land", "U", (LANDING,), "no", "yes"
    )
    tanks_absorb_coastal: str = _choice(
        "landing tanks absorb hits of coastal artillery too", "A", (LANDING,), "no", "yes"
    )
    bombard_after_sea_battle: str = _choice(
        "battleships bombard after a sea battle", "A", (LANDING,), "no", "yes"
    )
    contested_moscow: str = _choice(
        "a contested Moscow is itself the further home territory of the revolution",
        "A",
        (REVOLUTION,),
        "no",
        "yes",
    )

    @classmethod
    def parse(cls, settings: Iterable[str]) -> "Rules":
        """Rules from ``NAME=VALUE`` settings.

        Raises
        ------
        SpecError
            Unknown name (the nearest known one is named), unknown value, or a name given twice.
        """
        allowed = {entry.name: entry.metadata["values"] for entry in fields(cls)}
        chosen: dict[str, str] = {}
        for setting in settings:
            name, _, value = (part.strip() for part in setting.partition("="))
            name, value = name.replace("-", "_"), value.lower()
            if name not in allowed:
                from difflib import get_close_matches  # 5 ms; only a mistake pays for it

                near = get_close_matches(name, allowed, 1)
                hint = f"did you mean {near[0]}? " if near else ""
                raise SpecError(f"--rule {name}: unknown rule; {hint}known: {', '.join(allowed)}")
            if name in chosen:
                raise SpecError(f"--rule {name}: given twice")
            if value not in allowed[name]:
                raise SpecError(f"--rule {name}: found {value!r}; allowed: {', '.join(allowed[name])}")
            chosen[name] = value
        return cls(**chosen)

    def changed(self) -> dict[str, str]:
        """The fields that differ from our default."""
        base = asdict(Rules())
        return {name: value for name, value in asdict(self).items() if value != base[name]}

    def readings(self, where: str) -> dict[str, str]:
        """The fields that bear on a battle of this kind, with their values.

        >>> Rules().readings("land")
        {'last_infantry': 'kept'}
        """
        values = asdict(self)
        return {entry.name: values[entry.name] for entry in fields(self) if where in entry.metadata["where"]}

    @property
    def keeping(self) -> bool:
        """Whether the last infantry goes last."""
        return self.last_infantry == "kept"


def describe() -> list[tuple[str, str, str]]:
    """For each field: its name, its values (default first), and what it decides with its grade."""
    return [
        (
            entry.name,
            "|".join(entry.metadata["values"]),
            f"{entry.metadata['summary']} [{entry.metadata['grade']}]",
        )
        for entry in fields(Rules)
    ]


def grades() -> dict[str, str]:
    """Field -> U (unknown) or A (ambiguous)."""
    return {entry.name: entry.metadata["grade"] for entry in fields(Rules)}
