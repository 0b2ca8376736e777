"""What a player wants from a combat, in numbers: the worth of cities, armies, surrender points and chits."""

from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction

from fwwsim.errors import SpecError

NAMES = ("city", "army0", "army1", "army2", "army3", "point", "chit")


@dataclass(frozen=True, slots=True)
class Objective:
    """Worths, exact; the attacker gains what the defender loses.

    Attributes
    ----------
    city : Fraction
        Of a city taken.
    armies : tuple of 4 Fraction
        Of an army eliminated, by combat value 0 to 3.
    point : Fraction
        Of a surrender point inflicted.
    chit : Fraction
        Of keeping a chit, for each point of its value (nothing for 0 or less).

    >>> Objective().armies[3]
    Fraction(1, 2)
    """

    city: Fraction = Fraction(1)
    armies: tuple[Fraction, Fraction, Fraction, Fraction] = (
        Fraction(1, 5),
        Fraction(3, 10),
        Fraction(2, 5),
        Fraction(1, 2),
    )
    point: Fraction = Fraction(2)
    chit: Fraction = Fraction(1, 10)

    @classmethod
    def parse(cls, text: str) -> "Objective":
        """Worths from ``city=1,army3=0.5,point=2,chit=1/10``; what is not named keeps its default.

        Raises
        ------
        SpecError
            An unknown name, a name given twice, or no number.

        >>> Objective.parse("point=3, army0=1/4").point
        Fraction(3, 1)
        """
        given: dict[str, Fraction] = {}
        for part in (part.strip() for part in text.split(",") if part.strip()):
            name, sign, number = (word.strip() for word in part.partition("="))
            if name not in NAMES:
                near = get_close_matches(name, NAMES, 1)
                hint = f"did you mean {near[0]}? " if near else ""
                raise SpecError(f"--worth {part!r}: unknown name; {hint}allowed: {', '.join(NAMES)}")
            if name in given:
                raise SpecError(f"--worth {name}: given twice")
            try:
                given[name] = Fraction(number)
            except (ValueError, ZeroDivisionError):
                found = number if sign else "no number"
                raise SpecError(
                    f"--worth {name}: found {found!r}; allowed: a number such as 2, 0.5 or 1/3"
                ) from None
        base = cls()
        armies = [given.get(f"army{value}", worth) for value, worth in enumerate(base.armies)]
        return cls(
            given.get("city", base.city),
            (armies[0], armies[1], armies[2], armies[3]),
            given.get("point", base.point),
            given.get("chit", base.chit),
        )
