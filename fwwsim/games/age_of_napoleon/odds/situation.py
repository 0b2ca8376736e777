"""Armies in a player's words: ``18``, ``18x4``, ``5,4,3``, ``8: 5/3h, 4/2, 3s @2``."""

import re
from dataclasses import replace

from fwwsim.errors import SpecError
from fwwsim.games.age_of_napoleon.army import RESERVE, Army, Corps

FORMS = "'18' (strength), '18x4' (of 4 corps), or ratings such as '5/3h,4/2' or '8: 5,4,3 @2'"
FLAGS = {"h": "home", "l": "sea", "s": "turned", "o": "out"}


def read_army(option: str, text: str) -> Army:
    """The army that `text` describes: ``[COMMAND:] STRENGTH[xCORPS] | RATING[/SPENT][hlso],... [@CAUSES]``.

    Parameters
    ----------
    option : str
        The option it was given for, for the message.
    text : str
        A single number is a strength. In a list each corps has its fresh battle rating, after a slash its spent
        one, and letters: h at home, l landed by sea, s spent now, o stays out. One corps: ``"5,"`` or ``"5/3"``.

    Raises
    ------
    SpecError
        It cannot be read.

    Examples
    --------
    >>> read_army("--attack", "18x4").strength, read_army("--attack", "18x4").size
    (18, 4)
    >>> army = read_army("--attack", "8: 5/3h, 4 @2")
    >>> army.corps[0], army.command, army.causes
    (Corps(fresh=5, spent=3, turned=False, home=True, sea=False, out=False), 8, 2)
    """
    found = re.fullmatch(r"(?:([0-9]{1,3}):)?([^:@]+)(?:@([0-9]{1,3}))?", "".join(text.split()), re.ASCII)
    if found is None:
        raise SpecError(f"{option}: found {text!r}; allowed: {FORMS}")
    command = None if found[1] is None else int(found[1])
    causes = int(found[3] or 0)
    total = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,3}))?", found[2])
    if total is not None:
        size = None if total[2] is None else int(total[2])
        return Army(strength=int(total[1]), size=size, command=command, causes=causes)
    words = found[2].removesuffix(",").split(",")
    return Army(tuple(_corps(option, word) for word in words), command=command, causes=causes)


def read_armies(option: str, text: str) -> tuple[Army, ...]:
    """Several armies, separated by semicolons.

    >>> [army.number for army in read_armies("--armies", "8: 5,4,3; 12x2; 4/2")]
    [3, 2, 1]
    """
    return tuple(read_army(option, part) for part in text.split(";") if part.strip())


def _corps(option: str, word: str) -> Corps:
    found = re.fullmatch(r"([0-9]{1,3})(?:/([0-9]{1,3}))?([hlso]*)", word)
    if found is None or len(set(found[3])) < len(found[3]):
        raise SpecError(f"{option}: found corps {word!r}; allowed: RATING[/SPENT] and letters h, l, s, o")
    flags = {FLAGS[letter]: True for letter in found[3]}
    return Corps(int(found[1]), None if found[2] is None else int(found[2]), **flags)


def complete_army(
    option: str,
    army: Army,
    *,
    corps: int | None = None,
    home: int = 0,
    sea: int = 0,
    command: int | None = None,
    causes: int = 0,
) -> Army:
    """`army` with what other options say about it; 0 and None say nothing.

    Parameters
    ----------
    option : str
        ``--attack`` or ``--defend``, the stem of the other options' names.
    corps : int, optional
        Corps in the area. With ratings: those beyond the list stay out of the battle.
    home, sea : int
        How many corps are at home or came by sea. With ratings: the first ones of the list.

    Raises
    ------
    SpecError
        Something is given twice, or does not fit.

    Examples
    --------
    >>> complete_army("--attack", read_army("--attack", "5,4,3"), home=2).corps[1]
    Corps(fresh=4, spent=None, turned=False, home=True, sea=False, out=False)
    """
    for name, found, given in (
        ("command", army.command, command),
        ("causes", army.causes, causes),
        ("corps", army.size, corps),
    ):
        if found and given:
            raise SpecError(
                f"{option}-{name}: found {given} beside {found} in {option}; allowed: one of them"
            )
    army = replace(army, command=army.command if command is None else command, causes=causes or army.causes)
    if not army.corps:
        return replace(army, size=army.size if corps is None else corps, home=home, sea=sea)
    listed = len(army.corps)
    _check(f"{option}-home", home, 0, listed)
    _check(f"{option}-sea", sea, 0, listed)
    people = tuple(
        replace(unit, home=unit.home or index < home, sea=unit.sea or index < sea)
        for index, unit in enumerate(army.corps)
    )
    if corps is not None and corps != listed:
        _check(f"{option}-corps", corps, listed, 40)
        if army.causes:
            raise SpecError(
                f"{option}-corps: found {corps}; allowed with causes of attrition: {listed}, as listed"
            )
        people += (RESERVE,) * (corps - listed)
    return replace(army, corps=people)


def _check(option: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        raise SpecError(f"{option}: found {found}; allowed: {least} to {most}")
