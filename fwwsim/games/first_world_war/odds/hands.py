"""Hands of chits in a player's words, what a cup can hold, and what a side may lay and lead (R6.1, R6.2)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Chit, Dataset
from fwwsim.games.first_world_war.dataset_problems import nearest
from fwwsim.games.first_world_war.names import HAND_LIMIT
from fwwsim.games.first_world_war.odds.single import Combatant
from fwwsim.games.first_world_war.odds.situation import ALLIANCE_NAMES
from fwwsim.games.first_world_war.restrictions import first_turn_of_chit

NONE = "none"


@dataclass(frozen=True, slots=True)
class HeldChit:
    """A chit in a hand; one given by its value alone has no id, and any army may carry it.

    >>> HeldChit.of_value(1).label, HeldChit.of_value(1).may_lead(Combatant(3, "DE 1", "DE"))
    ('+1', True)
    """

    label: str
    value: int
    use: str = "either"
    nations: tuple[str, ...] = ()
    mandatory: bool = False
    id: str = ""

    @classmethod
    def of(cls, chit: Chit) -> "HeldChit":
        """A chit of the data set."""
        return cls(chit.name, chit.value, chit.use, chit.nations, chit.mandatory, chit.id)

    @classmethod
    def of_value(cls, value: int) -> "HeldChit":
        """A chit of which only the value is stated."""
        return cls(f"{value:+d}", value)

    def fits(self, role: str) -> bool:
        """Whether its use is for "attack" or "defence", as `role` says. Rules: R6.1.1."""
        return self.use in (role, "either")

    def may_lead(self, army: Combatant) -> bool:
        """Whether `army` may lead with it; an army without a nation may with any. Rules: R6.1.2."""
        return not self.id or not army.nation or army.nation in self.nations


@dataclass(frozen=True, slots=True)
class Lead:
    """Armies of a side that make no difference as leads: one value, and the same chits allow them."""

    value: int
    armies: tuple[Combatant, ...]

    @property
    def label(self) -> str:
        """Their names, or their value: "DE 1 or DE 2"."""
        return " or ".join(dict.fromkeys(army.label for army in self.armies))


@dataclass(frozen=True, slots=True)
class Lay:
    """Chits of a hand that make no difference, or none; `leads` are positions among the side's leads."""

    value: int
    leads: tuple[int, ...]
    chits: tuple[HeldChit, ...] = ()

    @property
    def label(self) -> str:
        """The chits' names, or "none"."""
        return " or ".join(dict.fromkeys(chit.label for chit in self.chits)) or NONE


@dataclass(frozen=True, slots=True)
class Options:
    """What a side may lay, and who may lead. `idle` are chits held that it may not lay in this combat."""

    leads: tuple[Lead, ...]
    lays: tuple[Lay, ...]
    idle: tuple[HeldChit, ...]


def options_of(armies: Sequence[Combatant], hand: Sequence[HeldChit], role: str) -> Options:
    """What a side of these `armies` that holds `hand` may lay and lead.

    If a mandatory chit may be laid, one of the mandatory ones must be. Rules: R6.1.1, R6.1.2, R6.2.2.

    >>> armies = (Combatant(3, "DE 1", "DE"), Combatant(3, "DE 2", "DE"), Combatant(2, "AH 1", "AH"))
    >>> gas = HeldChit("Gas", 1, "attack", ("DE",), id="central-gas")
    >>> options = options_of(armies, (gas,), "attack")
    >>> [(lay.label, [options.leads[lead].label for lead in lay.leads]) for lay in options.lays]
    [('none', ['DE 1 or DE 2', 'AH 1']), ('Gas', ['DE 1 or DE 2'])]
    """
    layable = [chit for chit in hand if chit.fits(role) and any(map(chit.may_lead, armies))]
    forced = [chit for chit in layable if chit.mandatory]
    usable = forced or layable
    groups: dict[tuple[int, tuple[bool, ...]], list[Combatant]] = {}
    for army in armies:
        groups.setdefault((army.value, tuple(chit.may_lead(army) for chit in usable)), []).append(army)
    ordered = sorted(groups.items(), key=lambda group: -group[0][0])
    leads = tuple(Lead(value, tuple(members)) for (value, _), members in ordered)
    alike: dict[tuple[int, tuple[int, ...]], list[HeldChit]] = {}
    for number, chit in enumerate(usable):
        allowed = tuple(lead for lead, ((_, may), _) in enumerate(ordered) if may[number])
        alike.setdefault((chit.value, allowed), []).append(chit)
    lays = [Lay(value, allowed, tuple(chits)) for (value, allowed), chits in alike.items()]
    if not forced:
        lays.insert(0, Lay(0, tuple(range(len(leads)))))
    return Options(leads, tuple(lays), tuple(chit for chit in hand if chit not in usable))


def read_hand(
    dataset: Dataset, whose: str, alliance: str, text: str, turn: int | None
) -> tuple[HeldChit, ...]:
    """The chits in `text`, separated by commas: ids, names, or numbers such as ``+1``.

    Parameters
    ----------
    dataset : Dataset
    whose : str
        Of which hand, for messages: "attack" or "defence".
    alliance : str
        "" if nothing tells it.
    text : str
    turn : int or None
        Chits that enter later are refused.

    Raises
    ------
    SpecError
        A chit that does not exist, is given twice, or is more than one.
    RuleError
        More than three (R6.2.1), a chit of the other alliance (R6.2) or of a later year (R4.2).
    """
    words = [" ".join(word.split()) for word in text.split(",") if word.strip()]
    if len(words) > HAND_LIMIT:
        raise RuleError(f"{whose} hand: found {len(words)} chits; a hand holds {HAND_LIMIT} at most (R6.2.1)")
    hand: list[HeldChit] = []
    for word in words:
        if re.fullmatch(r"[+-]?[0-9]{1,3}", word):
            hand.append(HeldChit.of_value(int(word)))
            continue
        chit = HeldChit.of(find_chit(dataset, f"{whose} hand", alliance, word, turn))
        if chit in hand:
            raise SpecError(f"{whose} hand: {chit.label} is given twice; every chit is one counter (R6.2)")
        hand.append(chit)
    return tuple(hand)


def find_chit(dataset: Dataset, where: str, alliance: str, word: str, turn: int | None) -> Chit:
    """The chit of `alliance` with the id or name `word` that has entered by `turn`.

    Raises
    ------
    SpecError
        None, or more than one.
    RuleError
        A chit of the other alliance, or of a later turn.
    """
    key = word.casefold()
    own = [chit for chit in dataset.chits if alliance in ("", chit.alliance)]
    found = [chit for chit in dataset.chits if chit.id.casefold() == key]
    found = found or [chit for chit in dataset.chits if chit.name.casefold() == key]
    if not found:
        near = nearest(word, [chit.name for chit in own])
        names = ", ".join(dict.fromkeys(chit.name for chit in own))
        raise SpecError(f"{where}: no chit {word!r} in data set {dataset.id}{near}; allowed: {names} (R6.2)")
    mine = [chit for chit in found if chit in own]
    if not mine:
        raise RuleError(
            f"{where}: {found[0].name} is a chit of {ALLIANCE_NAMES[found[0].alliance]}; "
            f"allowed: chits of {ALLIANCE_NAMES[alliance]}, {', '.join(chit.name for chit in own)} (R6.2)"
        )
    if len(mine) > 1 and len({(chit.value, chit.use, chit.mandatory) for chit in mine}) > 1:
        ids = ", ".join(chit.id for chit in mine)
        raise SpecError(f"{where}: {mine[0].name} is more than one chit; give an id: {ids}")
    chit = mine[0]
    if turn is not None and (first := first_turn_of_chit(dataset.years, chit.year)) > turn:
        raise RuleError(
            f"{where}: {chit.name} is a chit of {chit.year} and enters the cup before turn {first}, not by turn "
            f"{turn}; allowed: chits of {dataset.years[turn - 1]} or earlier (R4.2)"
        )
    return chit


def cup_chits(dataset: Dataset, alliance: str, turn: int, gone: Iterable[str]) -> list[HeldChit]:
    """The chits that the cup of `alliance`, or a hand filled from it, can hold on `turn`. Rules: R3.2, R4.2.5.

    `gone` are the ids of chits known to be elsewhere.
    """
    excluded = set(gone)
    return [
        HeldChit.of(chit)
        for chit in dataset.chits
        if chit.alliance == alliance
        and first_turn_of_chit(dataset.years, chit.year) <= turn
        and chit.id not in excluded
    ]
