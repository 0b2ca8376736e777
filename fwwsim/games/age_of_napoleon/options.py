"""Where the rules are ambiguous [A] or unknown [U]: one field a point, its default the reading we prefer."""

from dataclasses import dataclass, fields

from fwwsim.errors import SpecError

VALUES: dict[str, tuple[str, ...]] = {
    "sea": ("landed", "attacked"),
    "absent": ("no_die", "die"),
    "losses": ("weakest", "strongest"),
}
MEANINGS = {
    "sea": "-2 for each corps that attacks from the sea (landed), or that is attacked after a voyage (attacked) [A]",
    "absent": "a side of which no corps fights has no die and sum 0 in a tie-break (no_die), or rolls too (die) [A]",
    "losses": "which corps the owner gives up first: those worth least or most at that moment",
    "spent_less": "spent rating of a corps given without one: its fresh rating less this, at least 1 [U]",
}
MOST_SPENT_LESS = 7


@dataclass(frozen=True, slots=True)
class Readings:
    """How the rules are read; `MEANINGS` says what each field decides.

    Raises
    ------
    SpecError
        A value that a field cannot have.

    Examples
    --------
    >>> Readings().sea
    'landed'
    >>> Readings(sea="both")
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --sea: found 'both'; allowed: landed or attacked
    """

    sea: str = "landed"
    absent: str = "no_die"
    losses: str = "weakest"
    spent_less: int = 1

    def __post_init__(self) -> None:
        for field in fields(self):
            found = getattr(self, field.name)
            if field.name in VALUES and found not in VALUES[field.name]:
                raise SpecError(
                    f"--{field.name}: found {found!r}; allowed: {' or '.join(VALUES[field.name])}"
                )
        if not 0 <= self.spent_less <= MOST_SPENT_LESS:
            raise SpecError(f"--spent-less: found {self.spent_less}; allowed: 0 to {MOST_SPENT_LESS}")
