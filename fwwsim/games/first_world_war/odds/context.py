"""Where and when a combat takes place, and whether the rules allow it there.

A combat that they forbid is refused with the number of the rule. What is not known (no front, no turn, armies
by value of an alliance that no name tells) is not held against it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Army, Dataset, Front
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    ALLIES,
    CENTRAL_POWERS,
    DE,
    EXPEDITIONS,
    FACTION_ALLIANCE,
    FACTIONS,
    FRONTS,
    ITALY_FROM_TURN,
    NATIONS_OF,
    PEACEFUL,
    ROMANIA,
    SCHLIEFFEN_FRONTS,
    SCHLIEFFEN_TURN,
    TREATY_FROM_TURN,
    TREATY_FRONTS,
    TURNS,
)
from fwwsim.games.first_world_war.odds.single import Combat, Side
from fwwsim.games.first_world_war.odds.situation import ALLIANCE_NAMES, ATTACK, DEFENCE
from fwwsim.games.first_world_war.restrictions import (
    first_turn_of_chit,
    is_too_early_in_italy,
    needs_monastir,
)

ALLIANCE_OF = {
    nation: ALLIANCES[FACTION_ALLIANCE[FACTIONS.index(faction)]]
    for faction, nations in NATIONS_OF.items()
    for nation in nations
}
OTHER = dict(zip(ALLIANCES, ALLIANCES[::-1], strict=True))


@dataclass(frozen=True, slots=True)
class Context:
    """Where and when a combat takes place.

    Attributes
    ----------
    front : int or None
        As printed, 1 to 11; None: any that fits.
    turn : int or None
        1 to 6; None: any that fits.
    treaty : bool
        The treaty of Brest-Litovsk is in force (R8.1).
    monastir : bool
        The Allies control Monastir (R5.4).
    schlieffen : bool
        The optional rule R9.1 is played.

    Raises
    ------
    SpecError
        No such front or turn.
    RuleError
        The treaty cannot be in force on that turn.

    >>> Context(front=12)
    Traceback (most recent call last):
    fwwsim.errors.SpecError: front: found 12; allowed: 1 to 11
    """

    front: int | None = None
    turn: int | None = None
    treaty: bool = False
    monastir: bool = True
    schlieffen: bool = False

    def __post_init__(self) -> None:
        for name, found, most in (("front", self.front, FRONTS), ("turn", self.turn, TURNS)):
            if found is not None and not 1 <= found <= most:
                raise SpecError(f"{name}: found {found}; allowed: 1 to {most}")
        if self.treaty and self.turn is not None and self.turn <= TREATY_FROM_TURN:
            raise RuleError(
                f"the treaty cannot be in force on turn {self.turn}: it is offered at the victory check of turn "
                f"{TREATY_FROM_TURN} at the earliest (R8); allowed: turn {TREATY_FROM_TURN + 1} or later"
            )


def check_context(dataset: Dataset, combat_or_sides: Combat | tuple[Side, Side], context: Context) -> None:
    """Refuse a combat that the rules forbid there and then.

    Parameters
    ----------
    dataset : Dataset
    combat_or_sides : Combat or (Side, Side)
        Attack and defence; a defence without armies is an attack that nobody meets. Armies by value are
        compared with the counters that their alliance can have there and then, if any army of either side
        tells it; else only their number is compared, with that of the larger alliance.
    context : Context

    Raises
    ------
    RuleError
        The message names what is wrong, what is allowed, and the rule.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> from fwwsim.games.first_world_war.odds.situation import resolve_combat
    >>> box = load_dataset()
    >>> combat = resolve_combat(box, "DE 1", "RU 1")
    >>> check_context(box, combat, Context(front=7, turn=1))
    >>> check_context(box, combat, Context(front=7, turn=5, treaty=True))
    Traceback (most recent call last):
    fwwsim.errors.RuleError: front 7 is closed under the treaty: no combat on 7, 8, 9; allowed: another front (R8.1)
    """
    if isinstance(combat_or_sides, Combat):
        attack, defence = combat_or_sides.attack, combat_or_sides.defence
    else:
        attack, defence = combat_or_sides
    alliances = alliances_of(attack, defence)
    parties = ((ATTACK, attack, alliances[0]), (DEFENCE, defence, alliances[1]))
    for role, side, alliance in parties:
        _check_entry(dataset, side, context)
        _check_chit(dataset, role, side, alliance, context)
    _check_fronts(dataset, (attack, defence), context)
    for role, side, alliance in parties:
        _check_counters(dataset, role, side, alliance, context)


def alliances_of(attack: Side, defence: Side) -> tuple[str, str]:
    """The alliances of both sides, "" if no army tells; the one follows from the other. Rules: R6.0.

    >>> from fwwsim.games.first_world_war.odds.single import Combatant
    >>> alliances_of(Side((Combatant(3),)), Side((Combatant(3, "BR 1", "BR"),)))
    ('CENTRAL_POWERS', 'ALLIES')
    >>> alliances_of(Side((Combatant(3),)), Side((Combatant(3),)))
    ('', '')
    """
    attacker, defender = (
        next((ALLIANCE_OF[army.nation] for army in side.armies if army.nation), "")
        for side in (attack, defence)
    )
    return attacker or OTHER.get(defender, ""), defender or OTHER.get(attacker, "")


def is_forbidden_alone(front: int | None, attacker: str, context: Context) -> bool:
    """Whether the alliance `attacker` may not attack on `front`, as printed, when no enemy is there. Rules: R8.1.

    >>> is_forbidden_alone(11, "CENTRAL_POWERS", Context(treaty=True))
    True
    """
    return (
        context.treaty
        and front is not None
        and front - 1 == ROMANIA
        and attacker == ALLIANCES[CENTRAL_POWERS]
    )


def available_armies(
    dataset: Dataset, alliance: str, context: Context, front: Front | None = None, role: str = DEFENCE
) -> list[Army]:
    """The armies of `alliance` that can take part in `role` on `front`, or anywhere, on the turn of `context`.

    Rules: R3.1, R5.0, R5.3, R5.4, R8.1, R9.1.
    """
    return [
        army
        for army in dataset.armies
        if ALLIANCE_OF[army.nation] == alliance
        and (context.turn is None or army.turn <= context.turn)
        and (front is None or not next(_army_refusals(army.nation, front, role, context), ""))
    ]


def _check_entry(dataset: Dataset, side: Side, context: Context) -> None:
    """Armies that have not entered take no part. Rules: R3.1."""
    for combatant in side.armies:
        army = dataset.army(combatant.name) if combatant.name else None
        if army is not None and context.turn is not None and army.turn > context.turn:
            raise RuleError(
                f"{army.name} enters on turn {army.turn} and cannot fight on turn {context.turn}; "
                "allowed: armies that entered by then (R3.1)"
            )


def _check_chit(dataset: Dataset, role: str, side: Side, alliance: str, context: Context) -> None:
    """A named chit must have entered a cup. Rules: R4.2."""
    if not side.chit_name or context.turn is None:
        return
    named = [
        chit
        for chit in dataset.chits
        if chit.name == side.chit_name
        and chit.value == side.chit
        and alliance in ("", chit.alliance)
        and chit.use in (role, "either")
    ]
    year = min((chit.year for chit in named), default=dataset.years[0])
    first = first_turn_of_chit(dataset.years, year)
    if first > context.turn:
        raise RuleError(
            f"{side.chit_name} is a chit of {year} and enters the cup before turn {first}, not by turn "
            f"{context.turn}; allowed: chits of {dataset.years[context.turn - 1]} or earlier (R4.2)"
        )


def _check_fronts(dataset: Dataset, sides: tuple[Side, Side], context: Context) -> None:
    """The front of the context must allow the combat, or one that lists all the nations named. Rules: R5.0."""
    nations = {army.nation for army in chain(*(side.armies for side in sides)) if army.nation}
    if context.front is not None:
        fronts = [dataset.fronts[context.front - 1]]
    else:
        fronts = [front for front in dataset.fronts if nations <= set(front.nations)]
    if not fronts:
        raise RuleError(f"no front lists {', '.join(sorted(nations))} together (R5.0)")
    first_refusals = [next(_refusals(front, sides, context), None) for front in fronts]
    if all(first_refusals):
        raise RuleError(first_refusals[0])


def _refusals(front: Front, sides: tuple[Side, Side], context: Context) -> Iterator[str]:
    """What the rules have against the combat on `front`."""
    if context.treaty and front.number - 1 in TREATY_FRONTS:
        closed = ", ".join(str(index + 1) for index in TREATY_FRONTS)
        yield (
            f"front {front.number} is closed under the treaty: no combat on {closed}; "
            "allowed: another front (R8.1)"
        )
    if not sides[1].armies and is_forbidden_alone(front.number, alliances_of(*sides)[0], context):
        yield (
            f"under the treaty the Central Powers attack on front {front.number} only if "
            f"{' or '.join(EXPEDITIONS)} is there (R8.1)"
        )
    for role, side in zip((ATTACK, DEFENCE), sides, strict=True):
        for army in side.armies:
            if army.nation:
                for reason in _army_refusals(army.nation, front, role, context):
                    yield f"{army.label}: {reason}"


def _army_refusals(nation: str, front: Front, role: str, context: Context) -> Iterator[str]:
    """What the rules have against an army of `nation` in `role` on `front`."""
    index, listed = front.number - 1, ", ".join(front.nations)
    if nation not in front.nations:
        yield f"front {front.number} does not list {nation}; allowed: {listed} (R5.0)"
    if context.turn is not None and is_too_early_in_italy(nation, index, context.turn):
        yield f"{nation} may be on front {front.number} from turn {ITALY_FROM_TURN} on only (R5.3)"
    if context.treaty and nation in PEACEFUL:
        deed = "do not attack" if role == ATTACK else "are not attacked"
        yield f"{' and '.join(PEACEFUL)} armies {deed} under the treaty; allowed: other nations (R8.1)"
    elif (
        context.treaty
        and index == ROMANIA
        and ALLIANCE_OF[nation] == ALLIANCES[ALLIES]
        and nation not in EXPEDITIONS
    ):
        yield f"under the treaty only {' and '.join(EXPEDITIONS)} fight for the Allies on front 11 (R8.1)"
    if role == ATTACK and needs_monastir(nation, index) and not context.monastir:
        yield f"attacks on front {front.number} only while the Allies control Monastir (R5.4)"
    if (
        role == ATTACK
        and context.schlieffen
        and context.turn == SCHLIEFFEN_TURN
        and nation == FACTIONS[DE]
        and index not in SCHLIEFFEN_FRONTS
    ):
        allowed = ", ".join(str(allowed + 1) for allowed in SCHLIEFFEN_FRONTS)
        yield f"German armies attack on fronts {allowed} only on turn {SCHLIEFFEN_TURN} (R9.1)"


def _check_counters(dataset: Dataset, role: str, side: Side, alliance: str, context: Context) -> None:
    """Armies by value must be counters that an alliance can have there and then. Rules: R3.1, R5.0."""
    bare = Counter(army.value for army in side.armies if not army.name)
    if not bare:
        return
    front = None if context.front is None else dataset.fronts[context.front - 1]
    named = {army.name for army in side.armies if army.name}
    pools = {
        name: Counter(
            army.value
            for army in available_armies(dataset, name, context, front, role)
            if army.name not in named
        )
        for name in ([alliance] if alliance else ALLIANCES)
    }
    where = f" on front {front.number}" if front else " in all"
    when = f" by turn {context.turn}" if context.turn is not None else ""
    people = "attackers" if role == ATTACK else "defenders"
    most = max(pool.total() for pool in pools.values())
    if bare.total() > most:
        who = ALLIANCE_NAMES[alliance] if alliance else "an alliance"
        raise RuleError(
            f"{people}: {bare.total()} armies, but data set {dataset.id} gives {who} {most} at most"
            f"{where}{when} (R3.1, R5.0)"
        )
    if not alliance:
        return
    for value, number in sorted(bare.items()):
        if number > pools[alliance][value]:
            raise RuleError(
                f"{people}: {number} of value {value}, but data set {dataset.id} gives "
                f"{ALLIANCE_NAMES[alliance]} {pools[alliance][value]} at most{where}{when} (R3.1, R5.0)"
            )
