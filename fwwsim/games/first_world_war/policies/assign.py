"""Which policy plays which faction."""

from typing import Any

from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.names import FACTIONS


def assign_policies(table: Any, dataset: Dataset, policies: str) -> dict[str, str]:
    """Write the policy of each faction into `table`; returns faction -> name."""
    return dict.fromkeys(FACTIONS, policies)
