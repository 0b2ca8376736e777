"""Rules, policies, sides and cards in words for a reader."""

from collections.abc import Iterable
from typing import Any

from fwwsim.games.hector_and_achilles.names import SIDE_NAMES, SIDES
from fwwsim.games.hector_and_achilles.options import Rules

NAMES = dict(zip(SIDES, SIDE_NAMES, strict=True))
DEFAULT = "our reading of the rulebook"


def rules_in_words(rules: dict[str, Any]) -> str:
    """What of a rules configuration differs from the default.

    >>> rules_in_words({}), rules_in_words({"home_limit": 6})
    ('our reading of the rulebook', 'our reading of the rulebook, but home_limit = 6')
    """
    words = [f"{name} = {value}" for name, value in Rules(**rules).changed().items()]
    return f"{DEFAULT}, but {', '.join(words)}" if words else DEFAULT


def policies_in_words(policies: dict[str, str]) -> str:
    """Who plays by which policy.

    >>> policies_in_words({"ACHAEAN": "greedy", "TROJAN": "greedy"})
    'greedy, both sides'
    >>> policies_in_words({"ACHAEAN": "greedy", "TROJAN": "random"})
    'Achaeans greedy, Trojans random'
    """
    if len(set(policies.values())) == 1:
        return f"{next(iter(policies.values()))}, both sides"
    return ", ".join(f"{NAMES[side]} {name}" for side, name in policies.items())


def pile_in_words(pile: str) -> str:
    """``pile 2``, or ``the home pile``."""
    return "the home pile" if pile == "home" else f"pile {pile}"


def listed(words: Iterable[str]) -> str:
    """Words with commas; nothing is "none"."""
    return ", ".join(words) or "none"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
