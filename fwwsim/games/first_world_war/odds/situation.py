"""A combat in a player's words, read and checked against the rules: armies, chits and leads."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Army, Chit, Dataset
from fwwsim.games.first_world_war.dataset_problems import nearest
from fwwsim.games.first_world_war.names import ALLIANCES, FACTION_ALLIANCE, FACTIONS
from fwwsim.games.first_world_war.odds.single import Combat, Combatant, Side

ATTACK, DEFENCE = "attack", "defence"
VALUES = range(4)
ALLIANCE_NAMES = dict(zip(ALLIANCES, ("the Allies", "the Central Powers"), strict=True))


def resolve_combat(
    dataset: Dataset,
    attackers: str,
    defenders: str,
    *,
    attack_chit: str | None = None,
    defence_chit: str | None = None,
    attack_lead: str | None = None,
    defence_lead: str | None = None,
) -> Combat:
    """The combat that a player describes in words, checked against the rules as far as they can be.

    Parameters
    ----------
    dataset : Dataset
        Where armies and chits are looked up, whatever their case.
    attackers, defenders : str
        Separated by commas: names (``"DE 1, DE 2"``) or values 0 to 3 (``"3, 3"``).
    attack_chit, defence_chit : str, optional
        A chit's id or name, or a number such as ``"+1"``, which any army may carry. For a side given by
        values a named chit stands for its value and use only.
    attack_lead, defence_lead : str, optional
        One of the armies. By default the highest value that the chit allows, the first of equals.

    Raises
    ------
    SpecError
        Something that does not exist, is given twice, or is not given.
    RuleError
        A combat or a chit that the rules forbid; the message names the rule.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> combat = resolve_combat(load_dataset(), "DE 3, DE 1", "2", attack_chit="big bertha")
    >>> combat.attack.lead_army.name, combat.attack.chit, combat.superiority
    ('DE 1', 1, (1, 0))
    """
    attack, defence = read_parties(dataset, attackers, defenders)
    return Combat(_side(attack, attack_chit, attack_lead), _side(defence, defence_chit, defence_lead))


def read_parties(dataset: Dataset, attackers: str, defenders: str) -> "tuple[Party, Party]":
    """Both sides of a combat in words, before chits and leads are known; errors as of :func:`resolve_combat`.

    Rules: R5.0, R6.0.
    """
    attack = read_party(dataset, ATTACK, attackers)
    defence = read_party(dataset, DEFENCE, defenders)
    if attack.alliance and attack.alliance == defence.alliance:
        raise RuleError(
            f"attackers and defenders all belong to {ALLIANCE_NAMES[attack.alliance]}; "
            "a combat is between the two alliances (R6.0)"
        )
    _check_front(dataset, attack.armies + defence.armies)
    return attack, defence


@dataclass(frozen=True, slots=True)
class Party:
    """One side before chit and lead are known; `alliance` is "" if its armies are given by value."""

    dataset: Dataset
    role: str
    alliance: str
    armies: tuple[Combatant, ...]


def read_party(dataset: Dataset, role: str, text: str) -> Party:
    """The armies in `text`, all by name or all by value. Rules: R6.0."""
    people = "attackers" if role == ATTACK else "defenders"
    words = [" ".join(word.split()) for word in text.split(",") if word.strip()]
    if not words:
        why = "an attack needs an army" if role == ATTACK else "without a real defender there is no roll"
        raise SpecError(
            f"no {people}: {why} (R6.0); give names such as 'DE 1,DE 2' or values 0 to 3 such as '3,2'"
        )
    numbers = [word for word in words if re.fullmatch(r"[+-]?[0-9]+", word)]
    if numbers and len(numbers) < len(words):
        raise SpecError(f"{people} mix names and values; give all armies of a side in one way")
    if numbers:
        return Party(dataset, role, "", tuple(Combatant(_value(people, word)) for word in words))
    armies = [_named_army(dataset, people, word) for word in words]
    for index, army in enumerate(armies):
        if army in armies[:index]:
            raise SpecError(f"{people} name {army.name} twice; every army is one counter (R6.0)")
    alliance = _alliance(people, armies)
    return Party(
        dataset, role, alliance, tuple(Combatant(army.value, army.name, army.nation) for army in armies)
    )


def _value(people: str, word: str) -> int:
    if word not in map(str, VALUES):
        raise SpecError(f"{people}: {word} is not a combat value; allowed are 0, 1, 2 and 3 (R6.1.2)")
    return int(word)


def _named_army(dataset: Dataset, people: str, word: str) -> Army:
    folded = word.casefold()
    army = dataset.army(word) or next((a for a in dataset.armies if a.name.casefold() == folded), None)
    if army is None:
        names = [army.name for army in dataset.armies]
        family = [army.name for army in dataset.armies if army.nation.casefold() == folded.split()[0]]
        raise SpecError(
            f"{people}: no army {word!r} in data set {dataset.id}{nearest(word, names)}; "
            f"allowed are values 0 to 3 and names such as {', '.join(family or names[:5])} (R6.0)"
        )
    return army


def _alliance(people: str, armies: Iterable[Army]) -> str:
    """The one alliance of all `armies`. Rules: R6.0."""
    examples: dict[str, str] = {}
    for army in armies:
        examples.setdefault(ALLIANCES[FACTION_ALLIANCE[FACTIONS.index(army.faction)]], army.name)
    if len(examples) > 1:
        found = " and ".join(f"{name} of {ALLIANCE_NAMES[alliance]}" for alliance, name in examples.items())
        raise RuleError(f"{people} are {found}; all armies of a side are of one alliance (R6.0)")
    return next(iter(examples))


def _check_front(dataset: Dataset, armies: Iterable[Combatant]) -> None:
    """Some front must list the nations of all named armies. Rules: R5.0."""
    nations = list(dict.fromkeys(army.nation for army in armies if army.nation))
    if any(set(nations) <= set(front.nations) for front in dataset.fronts):
        return
    where = "; ".join(
        f"{nation} on {', '.join(str(front.number) for front in dataset.fronts if nation in front.nations)}"
        for nation in nations
    )
    raise RuleError(f"no front lists {', '.join(nations)} together (R5.0); allowed: {where}")


def _side(party: Party, chit_text: str | None, lead_text: str | None) -> Side:
    """One side with its chit and lead army."""
    text = " ".join((chit_text or "0").split())
    if re.fullmatch(r"[+-]?[0-9]{1,3}", text):
        return Side(party.armies, _lead(party, lead_text, None), int(text))
    chit = _chit(party, text)
    return Side(party.armies, _lead(party, lead_text, chit), chit.value, chit.name)


def _chit(party: Party, text: str) -> Chit:
    """The chit with the id or name `text` that this side may lay. Rules: R6.1.1."""
    chits, key = party.dataset.chits, text.casefold()
    usable = [
        chit for chit in chits if _is_own(party, chit) and _fits(party, chit) and _may_carry(party, chit)
    ]
    names = dict.fromkeys(["a number such as +1", *(chit.name for chit in usable)])
    allowed = f"allowed: {', '.join(names)} (R6.1.1)"
    found = [chit for chit in chits if chit.id.casefold() == key]
    found = found or [chit for chit in chits if chit.name.casefold() == key]
    if not found:
        near = nearest(text, [chit.name for chit in chits])
        raise SpecError(f"no chit {text!r} in data set {party.dataset.id}{near}; {allowed}")
    name, whose = found[0].name, ALLIANCE_NAMES[found[0].alliance]
    if not (found := [chit for chit in found if _is_own(party, chit)]):
        raise RuleError(f"{name} is a chit of {whose}, the {party.role} is not; {allowed}")
    use, nations = found[0].use, ", ".join(found[0].nations)
    if not (found := [chit for chit in found if _fits(party, chit)]):
        raise RuleError(f"{name} is for use in {use}, not in {party.role}; {allowed}")
    if not (found := [chit for chit in found if _may_carry(party, chit)]):
        raise RuleError(f"{name} needs an army of {nations}, and the {party.role} has none; {allowed}")
    if len({(chit.value, chit.nations if party.alliance else ()) for chit in found}) > 1:
        raise SpecError(f"{name} is more than one chit; give an id: {', '.join(chit.id for chit in found)}")
    return found[0]


def _is_own(party: Party, chit: Chit) -> bool:
    """Whether `chit` is of the side's alliance, as far as that is known."""
    return party.alliance in ("", chit.alliance)


def _fits(party: Party, chit: Chit) -> bool:
    return chit.use in (party.role, "either")


def _may_carry(party: Party, chit: Chit) -> bool:
    return any(_may_lead(army, chit) for army in party.armies)


def _may_lead(army: Combatant, chit: Chit | None) -> bool:
    """Whether `army` may lead with `chit`; an army without a nation may with any. Rules: R6.1.2."""
    return chit is None or not army.nation or army.nation in chit.nations


def _lead(party: Party, text: str | None, chit: Chit | None) -> int:
    """The index of the lead army: the one called `text`, or the best that the chit allows. Rules: R6.1.2."""
    armies = party.armies
    leads = [index for index, army in enumerate(armies) if _may_lead(army, chit)]
    if text is None:
        return max(leads, key=lambda index: armies[index].value)
    key = " ".join(text.split()).casefold()
    chosen = next((index for index, army in enumerate(armies) if army.label.casefold() == key), None)
    allowed = f"allowed: {', '.join(dict.fromkeys(armies[index].label for index in leads))} (R6.1.2)"
    if chosen is None:
        raise RuleError(f"lead {text!r} is not among the armies of the {party.role}; {allowed}")
    if chit is not None and chosen not in leads:
        raise RuleError(f"{armies[chosen].name} may not lead with {chit.name}; {allowed}")
    return chosen
