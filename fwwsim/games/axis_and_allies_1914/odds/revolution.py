"""The Russian Revolution: its chance by round, when each territory falls with given odds. Rules: V1.

Between two ends of Russian turns a Russian territory becomes contested or Central, and a contested one Central,
with its own odds, independently of the others; nothing is won back. So the conditions, once met, stay met,
and only the fall of Moscow can come before them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.axis_and_allies_1914.names import FAR_HOME, MOSCOW, NEAR_MOSCOW, REVOLUTION_FROM_ROUND
from fwwsim.games.axis_and_allies_1914.options import Rules

MOST_ROUNDS = 30
NEEDED = 3
RUSSIAN, CONTESTED, CENTRAL = range(3)
STATUS = ("russian", "contested", "central")
HOME = (*NEAR_MOSCOW, *FAR_HOME, MOSCOW)

Chances = tuple[Fraction, Fraction, Fraction]
NEVER = Fraction(0)


@dataclass(frozen=True, slots=True)
class Territory:
    """What may become of one home territory: its status at the start, and its odds in each round.

    Attributes
    ----------
    status : int
        RUSSIAN, CONTESTED or CENTRAL before round 1.
    falls : Fraction
        From Russian or contested to Central, a round.
    contested : Fraction
        From Russian to contested, a round.

    >>> Territory(falls=Fraction(2, 3), contested=Fraction(1, 2))
    Traceback (most recent call last):
    fwwsim.errors.SpecError: odds of a territory: found 2/3 to fall and 1/2 to be contested; allowed: at most 1 together
    """

    status: int = RUSSIAN
    falls: Fraction = NEVER
    contested: Fraction = NEVER

    def __post_init__(self) -> None:
        if not (self.falls >= 0 and self.contested >= 0 and self.falls + self.contested <= 1):
            raise SpecError(
                f"odds of a territory: found {self.falls} to fall and {self.contested} to be contested; "
                "allowed: at most 1 together"
            )

    def chances(self, rounds: int) -> Chances:
        """The probabilities to be Russian, contested and Central after so many rounds.

        >>> Territory(falls=Fraction(1, 2)).chances(2)
        (Fraction(1, 4), Fraction(0, 1), Fraction(3, 4))
        """
        now = [Fraction(int(self.status == status)) for status in range(3)]
        stays = 1 - self.falls - self.contested
        for _ in range(rounds):
            russian, contested, central = now
            now = [
                russian * stays,
                russian * self.contested + contested * (1 - self.falls),
                central + (russian + contested) * self.falls,
            ]
        return now[0], now[1], now[2]


@dataclass(frozen=True, slots=True)
class RevolutionOdds:
    """After each round from 1 on: revolution in that round, by then, and Moscow fallen before it."""

    in_round: tuple[Fraction, ...]
    by_round: tuple[Fraction, ...]
    moscow_first: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Russia:
    """The ten home territories; those not named never fall.

    Raises
    ------
    SpecError
        An unknown territory.
    RuleError
        Moscow Central at the start.
    """

    territories: Mapping[str, Territory]
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        for name in self.territories:
            if name not in HOME:
                raise SpecError(f"territory: found {name!r}; allowed: {', '.join(HOME)}")
        if self.of(MOSCOW).status == CENTRAL:
            raise RuleError("Moscow: found central at the start; allowed: russian or contested (V1)")

    def of(self, name: str) -> Territory:
        """The territory called `name`."""
        return self.territories.get(name, Territory())


def revolution_odds(russia: Russia, rounds: int) -> RevolutionOdds:
    """The chance of the revolution by round.

    Parameters
    ----------
    russia : Russia
    rounds : int
        1 to 30.

    >>> half = {name: Territory(falls=Fraction(1, 2)) for name in HOME if name != MOSCOW}
    >>> odds = revolution_odds(Russia(half), 4)
    >>> [f"{float(chance):.3f}" for chance in odds.by_round]
    ['0.000', '0.000', '0.000', '0.998']
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SpecError(f"--rounds: found {rounds}; allowed: 1 to {MOST_ROUNDS}")
    moscow = russia.of(MOSCOW)
    by, first = [], []
    ended = fallen = NEVER  # Moscow fell by now: after a revolution, and before one
    for number in range(1, rounds + 1):
        russian, contested, _ = moscow.chances(number - 1)
        for status, chance in ((RUSSIAN, russian), (CONTESTED, contested)):
            losing = losing_chance(russia, number - 1, status)
            ended += chance * moscow.falls * losing
            fallen += chance * moscow.falls * (1 - losing)
        russian, contested, _ = moscow.chances(number)
        by.append(
            ended
            + russian * losing_chance(russia, number, RUSSIAN)
            + contested * losing_chance(russia, number, CONTESTED)
        )
        first.append(fallen)
    in_round = [now - last for now, last in zip(by, [NEVER, *by[:-1]], strict=True)]
    return RevolutionOdds(tuple(in_round), tuple(by), tuple(first))


def losing_chance(russia: Russia, number: int, moscow: int) -> Fraction:
    """The chance that Russia is losing at the end of its turn, when Moscow is RUSSIAN or CONTESTED then.

    At least three territories next to Moscow are Central, and one more home territory is Central or contested.
    """
    if number < REVOLUTION_FROM_ROUND:
        return NEVER
    near: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}  # Central ones; any contested
    for name in NEAR_MOSCOW:
        russian, contested, central = russia.of(name).chances(number)
        after: dict[tuple[int, bool], Fraction] = {}
        for (taken, disputed), chance in near.items():
            for key, factor in (
                ((taken, disputed), russian),
                ((taken, True), contested),
                ((taken + 1, disputed), central),
            ):
                after[key] = after.get(key, NEVER) + chance * factor
        near = after
    quiet = Fraction(1)
    for name in FAR_HOME:
        quiet *= russia.of(name).chances(number)[RUSSIAN]
    if moscow == CONTESTED and russia.rules.contested_moscow == "yes":
        quiet = NEVER
    total = NEVER
    for (taken, disputed), chance in near.items():
        if taken > NEEDED or (taken == NEEDED and disputed):
            total += chance
        elif taken == NEEDED:
            total += chance * (1 - quiet)
    return total


def read_territories(odds: Iterable[str], start: Iterable[str]) -> dict[str, Territory]:
    """Territories from ``NAME=FALLS`` or ``NAME=FALLS/CONTESTED`` (each 0.25 or 25%) and ``NAME=central``.

    ``all`` names every territory but Moscow; a later entry overrides it.

    >>> read_territories(["Ukraine=25%/50%"], ["Poland=central"])["Ukraine"].contested
    Fraction(1, 2)
    """
    chances: dict[str, tuple[Fraction, Fraction]] = {}
    for entry in odds:
        names, value = _entry(entry, "--odds", "NAME=FALLS or NAME=FALLS/CONTESTED")
        falls, _, contested = value.partition("/")
        pair = _probability(falls, entry), _probability(contested or "0", entry)
        chances.update(dict.fromkeys(names, pair))
    status: dict[str, int] = {}
    for entry in start:
        names, value = _entry(entry, "--start", "NAME=STATUS")
        if value not in STATUS:
            raise SpecError(f"--start {entry[:80]}: found {value[:80]!r}; allowed: {', '.join(STATUS)}")
        status.update(dict.fromkeys(names, STATUS.index(value)))
    return {
        name: Territory(status.get(name, RUSSIAN), *chances.get(name, (NEVER, NEVER)))
        for name in HOME
        if name in status or name in chances
    }


def _entry(entry: str, option: str, form: str) -> tuple[tuple[str, ...], str]:
    """The territories that an entry names, and what it says of them."""
    word, sign, value = (part.strip() for part in entry.partition("="))
    known = {name.lower(): (name,) for name in HOME} | {"all": (*NEAR_MOSCOW, *FAR_HOME)}
    if not sign or not value:
        raise SpecError(f"{option} {entry[:80]}: found no value; allowed: {form}")
    if word.lower() not in known:
        from difflib import get_close_matches  # 5 ms; only a mistake pays for it

        near = get_close_matches(word.lower()[:80], known, 1, 0.3)
        hint = f" (nearest: {known[near[0]][0]})" if near else ""
        raise SpecError(f"{option}: no home territory {word[:80]!r}{hint}; allowed: all, {', '.join(HOME)}")
    return known[word.lower()], value.lower()


def _probability(text: str, entry: str) -> Fraction:
    word = text.strip()
    try:
        if len(word) > 40 or "e" in word or "/" in word:
            raise ValueError
        value = Fraction(word.removesuffix("%").strip()) / (100 if word.endswith("%") else 1)
        if not 0 <= value <= 1:
            raise ValueError
    except ValueError:
        raise SpecError(
            f"--odds {entry[:80]}: found {word[:80]!r}; allowed: 0 to 1, as 0.25 or 25%"
        ) from None
    return value
