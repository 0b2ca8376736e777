"""What a stack of face-down counters may hold: a draw from a faction's counter mix, less what is known of it.

A counter face down shows its faction only. Each set of n counters of those that the faction can have on the
front on that turn is equally likely: armies entered by then that may operate there, and dummies (R3.1, R5.0).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Army, Dataset, Front
from fwwsim.games.first_world_war.dataset_problems import nearest
from fwwsim.games.first_world_war.names import FACTION_ALLIANCE, FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.odds.context import Context, available_armies
from fwwsim.games.first_world_war.odds.single import Combatant
from fwwsim.games.first_world_war.odds.situation import ALLIANCE_NAMES, DEFENCE
from fwwsim.games.first_world_war.restrictions import may_operate

DUMMY = "dummy"


@dataclass(frozen=True, slots=True)
class Stack:
    """`drawn` face-down counters of a faction, out of `armies` that would defend and `blanks` that would not.

    Blanks are dummies, and armies that the treaty keeps out of the combat (R8.1).
    """

    faction: str
    drawn: int
    armies: tuple[Combatant, ...]
    blanks: int

    @property
    def pool(self) -> int:
        """The number of counters that the stack is drawn from."""
        return len(self.armies) + self.blanks


def read_stack_sizes(text: str) -> dict[str, int]:
    """Faction -> number of face-down counters, from ``WA=3`` or ``GA=2,DE=1``.

    Raises
    ------
    SpecError
        An unknown faction, one given twice, or no number of counters.
    RuleError
        Factions of both alliances.

    >>> read_stack_sizes("GA=2, de=1")
    {'GA': 2, 'DE': 1}
    """
    sizes: dict[str, int] = {}
    for part in (part.strip() for part in text.split(",") if part.strip()):
        name, _, number = (word.strip() for word in part.partition("="))
        faction = name.upper()
        if faction not in FACTIONS:
            raise SpecError(
                f"--stack {part!r}: unknown faction; allowed: {', '.join(FACTIONS)}, such as WA=3"
            )
        if faction in sizes:
            raise SpecError(f"--stack {faction}: given twice")
        if not re.fullmatch(r"[1-9][0-9]?", number):
            raise SpecError(f"--stack {faction}: found {number or 'no number'!r}; allowed: 1 to 99 counters")
        sizes[faction] = int(number)
    if len({FACTION_ALLIANCE[FACTIONS.index(faction)] for faction in sizes}) > 1:
        raise RuleError(
            f"--stack: {' and '.join(sizes)} are enemies; all defenders are of one alliance (R6.0)"
        )
    return sizes


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Counters known not to be in the stack: army names, and dummies by faction."""

    armies: frozenset[str]
    dummies: dict[str, int]


def read_elsewhere(dataset: Dataset, texts: dict[str, str]) -> Elsewhere:
    """Counters in the words of a player: ``DE 4, DE 5, WA dummies=2``.

    Parameters
    ----------
    dataset : Dataset
    texts : dict of str to str
        Option -> its text.

    Raises
    ------
    SpecError
        A counter that does not exist, or is given twice.
    """
    armies: set[str] = set()
    dummies = dict.fromkeys(FACTIONS, 0)
    for option, text in texts.items():
        for word in (" ".join(word.split()) for word in text.split(",") if word.strip()):
            several = re.fullmatch(r"(wa|ea|de|ga) dumm(?:y|ies)(?: ?= ?([0-9]{1,2}))?", word.casefold())
            if several:
                dummies[several[1].upper()] += int(several[2] or 1)
                continue
            army = find_army(dataset, option, word)
            if army.name in armies:
                raise SpecError(f"{option}: {army.name} is given twice; every army is one counter (R6.0)")
            armies.add(army.name)
    for faction, number in dummies.items():
        if number > dataset.dummies[faction]:
            raise SpecError(
                f"{', '.join(texts)}: {number} dummies of {faction}; data set {dataset.id} has "
                f"{dataset.dummies[faction]} (R3.1)"
            )
    return Elsewhere(frozenset(armies), dummies)


def find_army(dataset: Dataset, option: str, word: str) -> Army:
    """The army called `word`, whatever its case.

    Raises
    ------
    SpecError
        There is none.
    """
    army = next((army for army in dataset.armies if army.name.casefold() == word.casefold()), None)
    if army is None:
        near = nearest(word, [army.name for army in dataset.armies])
        raise SpecError(
            f"{option}: no army {word!r} in data set {dataset.id}{near}; allowed: names such as "
            f"{dataset.armies[0].name}, and dummies such as 'WA dummies=2'"
        )
    return army


def stack_of(dataset: Dataset, faction: str, drawn: int, context: Context, elsewhere: Elsewhere) -> Stack:
    """What `drawn` face-down counters of `faction` are drawn from on the front and turn of `context`.

    Raises
    ------
    RuleError
        The faction cannot have so many counters there.
    """
    assert context.front is not None
    assert context.turn is not None
    front, turn = dataset.fronts[context.front - 1], context.turn
    mix = [army for army in dataset.armies if army.faction == faction and _operates(army, front, context)]
    here = [army for army in mix if army.turn <= turn and army.name not in elsewhere.armies]
    alliance = front.allied if faction in ("WA", "EA") else front.central
    fighting = {
        army.name for army in available_armies(dataset, _alliance_name(alliance), context, front, DEFENCE)
    }
    dummies = dataset.dummies[faction] - elsewhere.dummies[faction] if mix else 0
    armies = tuple(Combatant(army.value, army.name, army.nation) for army in here if army.name in fighting)
    stack = Stack(faction, drawn, armies, len(here) - len(armies) + dummies)
    if drawn > stack.pool:
        raise RuleError(
            f"--stack {faction}={drawn}: {FACTION_NAMES[FACTIONS.index(faction)]} can have {stack.pool} unknown "
            f"counters on front {front.number} on turn {turn}; allowed: {stack.pool} at most (R3.1, R5)"
        )
    return stack


def _alliance_name(faction: str) -> str:
    return list(ALLIANCE_NAMES)[FACTION_ALLIANCE[FACTIONS.index(faction)]]


def _operates(army: Army, front: Front, context: Context) -> bool:
    return may_operate(army.nation, front.nations, front.number - 1, context.turn or 1, context.monastir)


def read_truth(text: str, stacks: Sequence[Stack]) -> tuple[Combatant, ...]:
    """The armies that really are in the stacks, from ``FR 2, BR 1, dummy``.

    Raises
    ------
    SpecError
        A counter that cannot be in the stacks, or a number of counters that differs from theirs.
    """
    words = [" ".join(word.split()).casefold() for word in text.split(",") if word.strip()]
    names = [word for word in words if word != DUMMY]
    possible = {army.name.casefold(): army for stack in stacks for army in stack.armies}
    size = sum(stack.drawn for stack in stacks)
    if len(words) != size:
        raise SpecError(f"--truth: found {len(words)} counters; the stack has {size}")
    for number, name in enumerate(names):
        if name not in possible or name in names[:number]:
            allowed = ", ".join(army.name for army in possible.values())
            raise SpecError(f"--truth: found {name!r}; allowed, each once: {allowed}, or {DUMMY}")
    for stack in stacks:
        own = sum(army.name.casefold() in names for army in stack.armies)
        if own > stack.drawn:
            raise SpecError(f"--truth: {own} armies of {stack.faction}; its stack has {stack.drawn} counters")
    if len(words) - len(names) > sum(stack.blanks for stack in stacks):
        raise SpecError(f"--truth: more dummies than the stack can hold ({sum(s.blanks for s in stacks)})")
    return tuple(possible[name] for name in names)
