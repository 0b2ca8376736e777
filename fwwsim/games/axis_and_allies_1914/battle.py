"""A battle as exact odds and simulation see it: who fights, in which order losses go, and how it may end."""

from dataclasses import dataclass, field
from typing import NamedTuple

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.forces import NO_ARMY, NO_FLEET, Counts, cost
from fwwsim.games.axis_and_allies_1914.names import (
    INFANTRY,
    LAND,
    LAND_ORDER,
    LANDING,
    NEVER,
    OUTGUNNED,
    SEA,
    SEA_ORDER,
    SHIPS_BELOW,
    STRENGTH_BELOW,
    TRANSPORT,
    TRANSPORT_LOAD,
)
from fwwsim.games.axis_and_allies_1914.options import Rules

MOST_SHIPS = 24
MOST_ARMY = 60
MOST_MINES = 9
CONDITIONS = {"ships": SHIPS_BELOW, "strength": STRENGTH_BELOW}


@dataclass(frozen=True, slots=True)
class Side:
    """One side: an army, a fleet, and its owner's orders of losses."""

    army: Counts = NO_ARMY
    fleet: Counts = NO_FLEET
    land_order: Counts = LAND_ORDER
    sea_order: Counts = SEA_ORDER

    @property
    def units(self) -> int:
        """Land and air units and ships together."""
        return sum(self.army) + sum(self.fleet)


@dataclass(frozen=True, slots=True)
class BreakOff:
    """When the attacker breaks off a sea battle, asked after every round."""

    condition: int = NEVER
    least: int = 0

    @classmethod
    def parse(cls, text: str) -> "BreakOff":
        """``never``, ``ships<N``, ``strength<N`` (sum of attack values) or ``outgunned``.

        >>> BreakOff.parse("ships<2").text
        'ships<2'
        >>> BreakOff.parse("soon")
        Traceback (most recent call last):
        fwwsim.errors.SpecError: --break-off: found 'soon'; allowed: never, ships<N, strength<N, outgunned
        """
        word = "".join(text.lower().split())
        if word in ("", "never"):
            return cls()
        if word == "outgunned":
            return cls(OUTGUNNED)
        name, sign, number = word.partition("<")
        if not sign or name not in CONDITIONS or not number.isascii() or not number.isdecimal():
            allowed = "never, ships<N, strength<N, outgunned"
            raise SpecError(f"--break-off: found {text[:80]!r}; allowed: {allowed}")
        return cls(CONDITIONS[name], min(int(number[:9]), 1000))

    @property
    def text(self) -> str:
        """The rule in the words of `parse`."""
        if self.condition in (NEVER, OUTGUNNED):
            return "never" if self.condition == NEVER else "outgunned"
        return f"{'ships' if self.condition == SHIPS_BELOW else 'strength'}<{self.least}"


class End(NamedTuple):
    """How a battle may end: the result, the hits each side scored, and what is left of both.

    On land all hits of the one round count, also those for which no unit was left (a landing's with those of its
    bombardment); at sea those that the enemy suffered.
    """

    result: int
    attack_hits: int
    defence_hits: int
    attack_army: Counts
    defence_army: Counts
    attack_fleet: Counts
    defence_fleet: Counts


@dataclass(frozen=True, slots=True)
class Battle:
    """A land battle, a sea battle (no armies) or a landing (army and fleet attack), checked.

    Attributes
    ----------
    attack, defence : Side
    values : Values
    rules : Rules
    mines : int
        Mined zones that the attacker's fleet enters.
    break_off : BreakOff
    reinforcing : bool
        The landing is on own or already contested land.

    Raises
    ------
    SpecError
        A side is missing, or too large.
    RuleError
        An army without infantry, or transports too few for the landing.
    """

    attack: Side
    defence: Side
    values: Values
    rules: Rules = field(default_factory=Rules)
    mines: int = 0
    break_off: BreakOff = BreakOff()
    reinforcing: bool = False

    def __post_init__(self) -> None:
        for role, side in (("attack", self.attack), ("defence", self.defence)):
            if sum(side.army) > MOST_ARMY or sum(side.fleet) > MOST_SHIPS:
                raise SpecError(
                    f"{role}: found {sum(side.army)} units and {sum(side.fleet)} ships; "
                    f"allowed: {MOST_ARMY} units and {MOST_SHIPS} ships"
                )
            if any(side.army) and not side.army[INFANTRY]:
                raise RuleError(f"{role}: an army without infantry; allowed: at least one infantry (L2)")
        if not 0 <= self.mines <= MOST_MINES:
            raise SpecError(f"--mines: found {self.mines}; allowed: 0 to {MOST_MINES}")
        if not self.attack.units:
            raise SpecError("--attack: found no units; allowed: at least one unit")
        if self.kind == LAND and any(self.defence.fleet):
            raise RuleError("a fleet defends against a land battle; allowed: against a landing (--landing)")
        if self.kind == SEA and any(self.defence.army):
            raise RuleError("an army defends at sea; allowed: ships (--landing lands an army)")
        if self.kind == LANDING:
            self._check_transports()

    @property
    def kind(self) -> str:
        """LAND, SEA or LANDING, by what attacks."""
        if not sum(self.attack.fleet):
            return LAND
        return LANDING if sum(self.attack.army) else SEA

    @property
    def keeping(self) -> bool:
        """Whether the last infantry goes last."""
        return self.rules.keeping

    def loads(self) -> tuple[Counts, ...]:
        """What each transport of a landing carries, the least worth first.

        Units are dealt to the transports in turn, infantry first, so that it is spread; fighters fly.
        """
        if not (transports := self.attack.fleet[TRANSPORT]):
            return ()
        dealt = [[0, 0, 0, 0] for _ in range(transports)]
        units = [unit for unit in range(3) for _ in range(self.attack.army[unit])]
        for place, unit in enumerate(units):
            dealt[place % transports][unit] += 1
        return tuple(
            sorted(
                (tuple(load) for load in dealt),
                key=lambda load: (cost(load, self.values.land_cost), load),
            )
        )

    def _check_transports(self) -> None:
        landing = sum(self.attack.army[:3])
        room = TRANSPORT_LOAD * self.attack.fleet[TRANSPORT]
        if landing > room:
            raise RuleError(
                f"--landing: {landing} units on {self.attack.fleet[TRANSPORT]} transport; "
                f"allowed: {room} units, {TRANSPORT_LOAD} a transport (M1)"
            )
