"""Small pieces of English about the game: who does what, lists, rules that differ from the printed game."""

import re
from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from fwwsim.games.first_world_war.names import FACTION_ALLIANCE, FACTIONS
from fwwsim.games.first_world_war.options import OFF, ON, Rules

WIDTH = 96  # columns of a line
PRINTED = "printed base game"
SUBJECTS = {
    "WA": "the Western Allies",
    "EA": "the Eastern Allies",
    "DE": "Germany",
    "GA": "the German Allies",
    "ALLIES": "the Allies",
    "CENTRAL_POWERS": "the Central Powers",
}
HARD_SPACE = "\u00a0"
UNCUT = re.compile(r"(?<=\b[A-Z]{2}) (?=[A-Z0-9])| (?=\(\d+\))")  # the spaces of "DE 1" and "Verdun (3)"


def fold(line: str) -> list[str]:
    """A line cut to WIDTH columns; what follows is indented by two more than its text.

    >>> fold("   4  Germany passes.")
    ['   4  Germany passes.']
    """
    indent = len(line) - len(line.lstrip(" 0123456789")) + 2
    folded = wrap(
        UNCUT.sub(HARD_SPACE, line),
        WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [part.replace(HARD_SPACE, " ") for part in folded] or [""]


def listing(words: Iterable[str]) -> str:
    """Words as a list in a sentence.

    >>> listing(["RU 1"]), listing(["RU 1", "RU 2", "SB 1"]), listing([])
    ('RU 1', 'RU 1, RU 2 and SB 1', '')
    """
    found = list(words)
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def conjugate(who: str, verb: str) -> str:
    """The verb as its subject asks: Germany takes, all others take.

    >>> conjugate("DE", "pass"), conjugate("DE", "take"), conjugate("WA", "take")
    ('passes', 'takes', 'take')
    """
    if who != "DE":
        return verb
    return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def says(who: str, verb: str) -> str:
    """Subject and verb.

    >>> says("DE", "win"), says("ALLIES", "win")
    ('Germany wins', 'the Allies win')
    """
    return f"{SUBJECTS[who]} {conjugate(who, verb)}"


def sentence(*words: str) -> str:
    """Words with spaces between, a capital and a full stop.

    >>> sentence("the Allies win", "at last")
    'The Allies win at last.'
    """
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def counted(number: int, one: str, many: str) -> str:
    """A number and its noun.

    >>> counted(1, "dummy", "dummies"), counted(3, "dummy", "dummies")
    ('1 dummy', '3 dummies')
    """
    return f"{number} {one if number == 1 else many}"


def ordinal(number: int) -> str:
    """First to fourth.

    >>> ordinal(2)
    'second'
    """
    return ("first", "second", "third", "fourth")[number - 1]


def standing(vp: dict[str, int]) -> str:
    """Victory points by faction, and by alliance.

    >>> standing({"WA": 8, "EA": 7, "DE": 3, "GA": 6})
    'WA 8, EA 7, DE 3, GA 6 (Allies 15, Central Powers 9)'
    """
    sums = [0, 0]
    for faction, number in vp.items():
        sums[FACTION_ALLIANCE[FACTIONS.index(faction)]] += number
    each = ", ".join(f"{faction} {number}" for faction, number in vp.items())
    return f"{each} (Allies {sums[0]}, Central Powers {sums[1]})"


def rules_in_words(rules: dict[str, Any]) -> str:
    """What of a rules configuration differs from the printed game.

    >>> rules_in_words({}), rules_in_words({"schlieffen": True, "surrender_from_turn": 3})
    ('printed base game', 'printed base game, but surrender_from_turn = 3, schlieffen = on')
    """
    changed = Rules(**rules).changed()
    words = [f"{name} = {_value(value)}" for name, value in changed.items()]
    return f"{PRINTED}, but {', '.join(words)}" if words else PRINTED


def _value(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return ON if value else OFF
    return str(value)


def policies_in_words(policies: dict[str, str]) -> str:
    """Who plays by which policy.

    >>> policies_in_words(dict.fromkeys(FACTIONS, "random"))
    'random, all factions'
    >>> policies_in_words({"WA": "random", "EA": "balanced"})
    'WA random, EA balanced'
    """
    if len(set(policies.values())) == 1:
        return f"{next(iter(policies.values()))}, all factions"
    return ", ".join(f"{faction} {name}" for faction, name in policies.items())
