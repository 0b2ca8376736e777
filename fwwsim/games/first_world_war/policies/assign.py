"""Which policy plays which faction: the shipped policies, and their place in the table."""

from functools import cache
from pathlib import Path
from typing import Any

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.odds import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.policies.decide import HEURISTIC, RANDOM
from fwwsim.games.first_world_war.policies.weights import NAMES
from fwwsim.games.first_world_war.tables import DIFFERENCES, LEAST_DIFFERENCE
from fwwsim.policies.catalogue import Base, Policy, choose_policies, load_policies

BASES = {"random": Base(RANDOM, ()), "heuristic": Base(HEURISTIC, NAMES)}
POLICIES_FILE = Path(__file__).parent / "policies.toml"


@cache
def shipped_policies() -> dict[str, Policy]:
    """The policies of ``policies.toml`` by name."""
    return load_policies(POLICIES_FILE, BASES)


def assign_policies(table: Any, dataset: Dataset, policies: str) -> dict[str, str]:
    """Write ids and weights of each faction's policy, and the odds that policies use, into `table`.

    Parameters
    ----------
    table : record of TABLE
    dataset : Dataset
    policies : str
        One name for all factions, or ``WA=..,EA=..,DE=..,GA=..``.

    Returns
    -------
    dict
        Faction -> name of its policy.
    """
    chosen = choose_policies(policies, FACTIONS, shipped_policies())
    for faction, name in enumerate(FACTIONS):
        policy = chosen[name]
        table.policy[faction] = policy.base.id
        table.weights[faction, : len(policy.weights)] = policy.weights
    for row in range(DIFFERENCES):
        even = (Combatant(0),)
        odds = combat_odds(Combat(Side(even, chit=row + LEAST_DIFFERENCE), Side(even)), dataset.faces)
        table.odds[row] = float(odds.attack_wins), float(odds.tie)
    return {name: policy.name for name, policy in chosen.items()}
