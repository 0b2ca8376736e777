"""When an attacker breaks off a campaign, in words and as a condition."""

from dataclasses import dataclass

from fwwsim.errors import SpecError

SWITCHES, NUMBERS = ("cleared", "point"), ("cities", "losses")
ALLOWED = "cleared, point, cities=N, losses=N with N of 1 or more, or several of them joined by commas"


@dataclass(frozen=True, slots=True)
class StopWhen:
    """The attacker makes no further attack once one of these holds; by default it goes on.

    Attributes
    ----------
    cleared : bool
        No defender is left.
    point : bool
        A surrender point was inflicted.
    cities, losses : int or None
        At least so many cities taken, attackers lost.

    >>> StopWhen.parse("cleared, losses=2")
    StopWhen(cleared=True, point=False, cities=None, losses=2)
    """

    cleared: bool = False
    point: bool = False
    cities: int | None = None
    losses: int | None = None

    @classmethod
    def parse(cls, text: str) -> "StopWhen":
        """The condition in `text`.

        Raises
        ------
        SpecError
            Something unknown, given twice, or without its number.
        """
        switches: dict[str, bool] = {}
        numbers: dict[str, int] = {}
        for part in (part.strip() for part in text.split(",") if part.strip()):
            name, _, number = (word.strip() for word in part.partition("="))
            if name in switches or name in numbers:
                raise SpecError(f"--stop-when {name}: given twice")
            if part in SWITCHES:
                switches[part] = True
            elif name in NUMBERS and number.isdecimal() and number.isascii() and int(number[:9]) > 0:
                numbers[name] = int(number[:9])
            else:
                raise SpecError(f"--stop-when: found {part!r}; allowed: {ALLOWED}")
        return cls(
            switches.get("cleared", False),
            switches.get("point", False),
            numbers.get("cities"),
            numbers.get("losses"),
        )

    def holds(self, defenders_left: int, cities: int, point: int, losses: int) -> bool:
        """Whether the attacker stops.

        >>> StopWhen(cities=2).holds(3, cities=1, point=0, losses=0)
        False
        """
        return (
            (self.cleared and defenders_left == 0)
            or (self.point and point > 0)
            or (self.cities is not None and cities >= self.cities)
            or (self.losses is not None and losses >= self.losses)
        )
