"""Which policy plays which side: the shipped policies, and their place in the table."""

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
    return load_policies(POLICIES_FILE, BASES)


def assign_policies(table: Any, policies: str) -> dict[str, str]:
    """Write ids and weights of each side's policy into `table`.

    Parameters
    ----------
    table : record of TABLE
    policies : str
        One name for both sides, or ``ACHAEAN=..,TROJAN=..``.

    Returns
    -------
    dict
        Side -> name of its policy.
    """
    chosen = choose_policies(policies, SIDES, shipped_policies())
    for side, name in enumerate(SIDES):
        policy = chosen[name]
        table.policy[side] = policy.base.id
        table.weights[side, : len(policy.weights)] = policy.weights
    return {name: policy.name for name, policy in chosen.items()}
