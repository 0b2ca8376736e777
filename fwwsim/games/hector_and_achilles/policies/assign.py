"""Which policy plays which side: the shipped policies, and their place in the table."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.policies.decide import HEURISTIC, RANDOM
from fwwsim.games.hector_and_achilles.policies.weights import NAMES
from fwwsim.policies.catalogue import Base, Policy, choose_policies, load_policies

BASES = {"random": Base(RANDOM, ()), "heuristic": Base(HEURISTIC, NAMES)}
POLICIES_FILE = Path(__file__).parent / "policies.toml"


@cache
def shipped_policies() -> dict[str, Policy]:
    """The policies of ``policies.toml`` by name."""
    return read_policies(POLICIES_FILE)


def read_policies(path: Path) -> dict[str, Policy]:
    """The policies of a TOML file of the user's, by name."""
    return load_policies(path, BASES, SIDES)


def find_policies(text: str) -> dict[str, Policy]:
    """One policy a side from one name for both or ``ACHAEAN=..,TROJAN=..``; a name may be ``name@file.toml``.

    Examples
    --------
    >>> find_policies("ACHAEAN=greedy,TROJAN=random")["TROJAN"].name
    'random'
    """
    return choose_policies(text, SIDES, shipped_policies(), read_policies)


def seat_policies(table: Any, chosen: Mapping[str, Policy]) -> None:
    """Write id and weights of each side's policy into `table`, in place of those that are there."""
    for side, name in enumerate(SIDES):
        weights = chosen[name].weights_of(name)
        table.policy[side] = chosen[name].base.id
        table.weights[side] = 0.0
        table.weights[side, : len(weights)] = weights


def assign_policies(table: Any, policies: str) -> dict[str, str]:
    """Write ids and weights of each side's policy into `table`.

    Parameters
    ----------
    table : record of TABLE
    policies : str
        As `find_policies` reads it.

    Returns
    -------
    dict
        Side -> name of its policy.
    """
    chosen = find_policies(policies)
    seat_policies(table, chosen)
    return {name: policy.name for name, policy in chosen.items()}
