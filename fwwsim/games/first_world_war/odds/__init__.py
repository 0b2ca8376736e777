"""Exact odds: the standard library only, except where a module says otherwise.

:mod:`single` one combat, :mod:`situation` a combat in words, :mod:`context` where and when, :mod:`explain` and
:mod:`sensitivity` one combat taken apart, :mod:`campaign` successive attacks.
"""

from fwwsim.games.first_world_war.odds.context import Context, check_context
from fwwsim.games.first_world_war.odds.single import (
    SIGNAL,
    Combat,
    Combatant,
    CombatOdds,
    Side,
    combat_odds,
)
from fwwsim.games.first_world_war.odds.situation import resolve_combat

__all__ = [
    "SIGNAL",
    "Combat",
    "CombatOdds",
    "Combatant",
    "Context",
    "Side",
    "check_context",
    "combat_odds",
    "resolve_combat",
]
