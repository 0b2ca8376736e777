"""Exact odds, the standard library only: :mod:`engagement` march and battles, :mod:`situation` armies in words."""

from fwwsim.games.age_of_napoleon.odds.engagement import (
    NO_BATTLE,
    EngagementOdds,
    Outcome,
    Toll,
    engagement_odds,
    lowest_die,
    tie_break_odds,
)
from fwwsim.games.age_of_napoleon.odds.situation import complete_army, read_armies, read_army

__all__ = [
    "NO_BATTLE",
    "EngagementOdds",
    "Outcome",
    "Toll",
    "complete_army",
    "engagement_odds",
    "lowest_die",
    "read_armies",
    "read_army",
    "tie_break_odds",
]
