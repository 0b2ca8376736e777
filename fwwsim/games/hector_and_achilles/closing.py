"""The closing of a battle: piles that fall, and the end of the game (5.5)."""

from typing import Any

from fwwsim.engine.bits import popcount
from fwwsim.engine.journal import note
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.board import standing
from fwwsim.games.hector_and_achilles.names import HOME, LEAST_PILE, PILES
from fwwsim.games.hector_and_achilles.state import BOTH_FALL, FRONT_FALLS, HOME_FALLS, NOBODY, PLAYING
from fwwsim.jit import kernel

FRONT = (1 << HOME) - 1


@kernel
def close_battle(state: Any, table: Any, journal: Any) -> None:
    """Check both sides' fighting piles, then end the game or name the next attacker (5.5)."""
    achaean = check_piles(state, table, journal, 0)
    trojan = check_piles(state, table, journal, 1)
    for side in range(2):
        for pile in range(PILES):
            note(state, journal, rows.STANDING, side, pile, popcount(state.pile[side, pile]))
    if achaean and trojan:
        state.reason = BOTH_FALL
        state.winner = NOBODY if table.both_draw else state.battle_winner  # A1
    elif achaean or trojan:
        state.reason = achaean + trojan
        state.winner = 1 if achaean else 0
    elif state.battle_winner == NOBODY:
        state.attacker = 1 - state.attacker
    else:
        state.attacker = state.battle_winner


@kernel
def check_piles(state: Any, table: Any, journal: Any, side: int) -> int:
    """Take a fighting pile that is too small off the front; returns why `side` loses the game, or PLAYING."""
    pile = state.fighting[side]
    size = popcount(state.pile[side, pile])
    if pile == HOME:
        if size < table.home_limit:  # A4
            return HOME_FALLS
    elif size < LEAST_PILE:
        cards = state.pile[side, pile]
        state.pile[side, pile] = 0
        state.pile[side, HOME] |= cards
        note(state, journal, rows.FALLEN, side, pile, cards)
    return PLAYING if standing(state, side) & FRONT else FRONT_FALLS
