"""Exact odds: the standard library only, except where a module says otherwise.

:mod:`single` one combat, :mod:`situation` a combat in words.
"""

from fwwsim.games.first_world_war.odds.single import (
    SIGNAL,
    Combat,
    Combatant,
    CombatOdds,
    Side,
    combat_odds,
)
from fwwsim.games.first_world_war.odds.situation import resolve_combat

__all__ = ["SIGNAL", "Combat", "CombatOdds", "Combatant", "Side", "combat_odds", "resolve_combat"]
