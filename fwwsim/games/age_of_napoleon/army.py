"""Armies before a battle, as a player describes them, and as the tables of corps that the rules work on."""

from dataclasses import dataclass

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.age_of_napoleon.dataset import Tables
from fwwsim.games.age_of_napoleon.options import Readings

ATTACK, DEFENCE = "attack", "defence"
RATINGS = range(1, 9)
UNLIMITED = 99  # command of an army whose commander is not given
MOST_ARMIES, MOST_CORPS, MOST_CAUSES = 3, 40, 5

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Corps:
    """A corps: battle ratings of its fresh and spent side (None: not given), and how it comes to the battle.

    `turned`: it lies on its spent side; `home`: the area is its home; `sea`: it came by sea; `out`: it stays out.
    """

    fresh: int
    spent: int | None = None
    turned: bool = False
    home: bool = False
    sea: bool = False
    out: bool = False


RESERVE = Corps(
    1, 1, out=True
)  # one that is there and stays out, of unknown ratings: the first to be given up


@dataclass(frozen=True, slots=True)
class Army:
    """One army: corps by corps, or by its strength alone.

    Attributes
    ----------
    corps : tuple of Corps
        Empty if only the strength is known.
    strength : int or None
        The strength of the fighting corps; 0 if none fights.
    size : int or None
        Corps in the area, if only the strength is given; None: not known, losses are then not capped.
    home, sea : int
        Fighting corps at home and corps that came by sea, if only the strength is given.
    command : int or None
        Highest command rating: at most so many corps fight. None: not given, all of them may.
    causes : int
        Causes of march attrition, one die each.
    """

    corps: tuple[Corps, ...] = ()
    strength: int | None = None
    size: int | None = None
    home: int = 0
    sea: int = 0
    command: int | None = None
    causes: int = 0

    @property
    def number(self) -> int | None:
        """How many corps it has, None if that is not known.

        >>> Army((Corps(5), Corps(4))).number, Army(strength=18).number
        (2, None)
        """
        return len(self.corps) if self.corps else self.size

    def rows(self, tables: Tables, role: str, readings: Readings, column: int = 0) -> Rows:
        """The army as a table of corps (:mod:`fwwsim.games.age_of_napoleon.resolution`).

        An army given by its strength is one corps of that rating with companions worth nothing.
        """
        penalised = role == (ATTACK if readings.sea == "landed" else DEFENCE)  # battle.3 [A]
        if self.corps:
            return tuple(
                (
                    corps.fresh,
                    max(corps.fresh - readings.spent_less, 1) if corps.spent is None else corps.spent,
                    int(corps.turned),
                    int(corps.home),
                    int(corps.sea and penalised),
                    int(corps.out),
                    column,
                    1,
                    0,
                    0,
                )
                for corps in self.corps
            )
        strength, idle = self.strength or 0, int(not self.strength)
        total = strength + self.home - 2 * self.sea * penalised
        size = tables.most_losses if self.size is None else self.size
        return tuple(
            (total if slot == 0 else 0,) * 2 + (0, 0, 0, idle, column, 1, 0, 0) for slot in range(size)
        )


@dataclass(frozen=True, slots=True)
class Engagement:
    """Up to three armies that attack one: joined in one battle, or one after another (interior lines).

    Raises
    ------
    SpecError, RuleError
        What cannot be, or cannot be computed from what is given.
    """

    attackers: tuple[Army, ...]
    defender: Army
    interior_lines: bool = False
    winter: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.attackers) <= MOST_ARMIES:
            raise RuleError(
                f"attacking armies: found {len(self.attackers)}; allowed: 1 to {MOST_ARMIES} (Grosser Feldzug)"
            )
        if self.interior_lines and len(self.attackers) < 2:
            raise RuleError("--interior-lines: found one attacking army; allowed: 2 or 3 (Innere Linie)")
        for army in self.attackers:
            _check_army(ATTACK, army)
        _check_army(DEFENCE, self.defender)
        if sum(len(army.corps) or army.size or 0 for army in self.attackers) > MOST_CORPS:
            raise SpecError(f"attacking corps: found more than {MOST_CORPS}; allowed: up to {MOST_CORPS}")
        if self.interior_lines and not self.defender.corps:
            raise SpecError(
                "--interior-lines: the defender changes from battle to battle, so give it corps by corps, "
                "such as '5/3,4/2,3/2'"
            )
        if (
            not self.interior_lines
            and any(army.command is not None for army in self.attackers)
            and not all(army.corps for army in self.attackers)
        ):
            raise SpecError("armies that join under a commander: give each of them corps by corps")

    @property
    def battles(self) -> tuple[tuple[Army, ...], ...]:
        """The armies of each battle in order."""
        return tuple((army,) for army in self.attackers) if self.interior_lines else (self.attackers,)

    @property
    def attackers_number(self) -> int | None:
        """How many corps attack in all, None if that is not known."""
        numbers = [army.number for army in self.attackers]
        return None if None in numbers else sum(number or 0 for number in numbers)


def command_of(armies: tuple[Army, ...]) -> int:
    """The command that counts for armies that fight together: the highest, not the sum. Rules: battle.2.

    >>> command_of((Army(command=8), Army(command=4), Army()))
    8
    """
    return max((army.command for army in armies if army.command is not None), default=UNLIMITED)


def _check_army(role: str, army: Army) -> None:
    if army.corps and len(army.corps) > MOST_CORPS:
        raise SpecError(f"{role}: found {len(army.corps)} corps; allowed: 1 to {MOST_CORPS}")
    for corps in army.corps:
        for rating in (corps.fresh, corps.spent):
            if rating is not None and rating not in RATINGS:
                raise SpecError(f"{role}: found battle rating {rating}; allowed: 1 to 8")
    if not 0 <= army.causes <= MOST_CAUSES:
        raise SpecError(f"{role}: found {army.causes} causes of attrition; allowed: 0 to {MOST_CAUSES}")
    if army.command is not None and army.command not in RATINGS:
        raise SpecError(f"{role}: found command rating {army.command}; allowed: 1 to 8")
    if army.corps:
        return
    if army.strength is None or army.strength < 0:
        raise SpecError(f"{role}: found no corps and no strength; allowed: '18', '18x4' or '5/3,4/2,3'")
    if army.size is not None and not 1 <= army.size <= MOST_CORPS:
        raise SpecError(f"{role}: found {army.size} corps; allowed: 1 to {MOST_CORPS}")
    if army.causes or army.command is not None:
        what = "march attrition changes" if army.causes else "a commander limits"
        raise SpecError(
            f"{role}: {what} which corps fight, so give the army corps by corps, such as '5/3,4/2,3/2', "
            f"not by its strength {army.strength}"
        )
    for count, where in ((army.home, "at home"), (army.sea, "from the sea")):
        most = MOST_CORPS if army.size is None else army.size
        if not 0 <= count <= most:
            raise SpecError(f"{role}: found {count} corps {where}; allowed: 0 to {most}")
