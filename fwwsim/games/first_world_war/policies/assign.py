"""Which policy plays which faction: the shipped policies, and their place in the table."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.lookahead.values import shipped_prospect
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.odds import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.policies.decide import HEURISTIC, RANDOM
from fwwsim.games.first_world_war.policies.weights import NAMES, NEUTRAL
from fwwsim.games.first_world_war.tables import DIFFERENCES, LEAST_DIFFERENCE
from fwwsim.policies.catalogue import Base, Policy, choose_policies, load_policies

BASES = {
    "random": Base(RANDOM, ()),
    "heuristic": Base(HEURISTIC, NAMES, neutral=NEUTRAL),
    "rollout": Base(HEURISTIC, NAMES, ("samples", "width", "caution"), NEUTRAL),
}
POLICIES_FILE = Path(__file__).parent / "policies.toml"


@cache
def shipped_policies() -> dict[str, Policy]:
    """The policies of ``policies.toml`` by name."""
    return read_policies(POLICIES_FILE)


def read_policies(path: Path) -> dict[str, Policy]:
    """The policies of a TOML file of the user's, by name."""
    return load_policies(path, BASES, FACTIONS)


def find_policies(text: str) -> dict[str, Policy]:
    """One policy a faction from one name for all or ``WA=..,EA=..,DE=..,GA=..``; a name may be ``name@file.toml``."""
    return choose_policies(text, FACTIONS, shipped_policies(), read_policies)


def seat_policies(table: Any, chosen: Mapping[str, Policy]) -> None:
    """Write id, weights and settings of each faction's policy into `table`, in place of those that are there."""
    for faction, name in enumerate(FACTIONS):
        policy = chosen[name]
        weights = policy.weights_of(name)
        table.policy[faction] = policy.base.id
        table.weights[faction] = 0.0
        table.weights[faction, : len(weights)] = weights
        for setting in (setting for base in BASES.values() for setting in base.settings):
            table[setting][faction] = 0
        for setting, value in zip(policy.base.settings, policy.settings, strict=True):
            table[setting][faction] = value
        _seat_model(table, faction, policy)


def _seat_model(table: Any, faction: int, policy: Policy) -> None:
    """How a policy that looks ahead imagines each faction to play: as itself in its place."""
    table.model[faction] = 0.0
    if policy.base.settings:
        for other, name in enumerate(FACTIONS):
            weights = policy.weights_of(name)
            table.model[faction, other, : len(weights)] = weights


def assign_policies(table: Any, dataset: Dataset, policies: str) -> dict[str, str]:
    """Write ids and weights of each faction's policy, and the odds that policies use, into `table`.

    Parameters
    ----------
    table : record of TABLE
    dataset : Dataset
    policies : str
        As `find_policies` reads it.

    Returns
    -------
    dict
        Faction -> name of its policy.
    """
    chosen = find_policies(policies)
    seat_policies(table, chosen)
    table.prospect[:] = shipped_prospect()
    for row in range(DIFFERENCES):
        even = (Combatant(0),)
        odds = combat_odds(Combat(Side(even, chit=row + LEAST_DIFFERENCE), Side(even)), dataset.faces)
        table.odds[row] = float(odds.attack_wins), float(odds.tie)
    return {name: policy.name for name, policy in chosen.items()}
