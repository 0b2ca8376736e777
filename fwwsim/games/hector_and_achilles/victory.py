"""Who wins a battle, and what it costs (5.4)."""

from typing import Any

from fwwsim.engine.bits import draw_subset, popcount
from fwwsim.engine.dice import NATURE
from fwwsim.engine.journal import note
from fwwsim.games.hector_and_achilles import events
from fwwsim.games.hector_and_achilles import journal as rows
from fwwsim.games.hector_and_achilles.board import facing_colour, points
from fwwsim.games.hector_and_achilles.names import HOME
from fwwsim.games.hector_and_achilles.policies import decide
from fwwsim.games.hector_and_achilles.state import NO_HERO, NOBODY
from fwwsim.jit import kernel


@kernel
def score(state: Any, table: Any, side: int) -> int:
    """What the row scores: cards in the colour that faces `side` or in its hero's colour (5.4).

    A hero gives his colour played or not, and his value only if he was played.
    """
    cards = table.colour[facing_colour(state, table, side)]
    hero = state.hero[side]
    if hero != NO_HERO:
        cards |= table.colour[table.hero_colour[side, hero]]
    cards &= state.row[side] & ~state.covered[side]
    result = points(table, cards) + popcount(cards & state.reinforced[side])
    if state.hero_played[side]:
        result += table.hero_value[side, hero]
    return result


@kernel
def name_winner(state: Any, table: Any, journal: Any) -> None:
    """The side that did not retreat, or the higher score (5.4)."""
    if state.retreated != NOBODY:
        state.battle_winner = 1 - state.retreated
        state.retreats[state.retreated] += 1
        return
    achaean, trojan = score(state, table, 0), score(state, table, 1)
    note(state, journal, rows.SCORES, achaean, trojan)
    state.battle_winner = NOBODY if achaean == trojan else (0 if achaean > trojan else 1)


@kernel
def settle(state: Any, table: Any, journal: Any) -> None:
    """Find the winner and give back or take away (5.4)."""
    name_winner(state, table, journal)
    winner = state.battle_winner
    note(state, journal, rows.SETTLED, winner, state.retreated)
    if winner == NOBODY:
        state.ties += 1
    elif winner == state.attacker:
        state.attacks_won[winner] += 1
    else:
        state.defences_won[winner] += 1
    for side in range(2):
        if winner == 1 - side:
            lose_row(state, table, journal, side)
        give_back(state, side)
        if state.retreated == side:
            bear_shame(state, table, journal, side)


@kernel
def lose_row(state: Any, table: Any, journal: Any, side: int) -> None:
    """Row, tokens on it and a played hero are lost; a favour token saves the hero (5.4)."""
    note(state, journal, rows.LOST, side, state.row[side], popcount(state.reinforced[side]))
    state.lost[side] |= state.row[side]
    state.row[side] = state.reinforced[side] = 0
    if state.hero_played[side]:
        hero = state.hero[side]
        saved = state.favour[side] > 0 and decide.saves_hero(state, table, side)
        if saved:
            state.favour[side] -= 1
            state.heroes_saved[side] += 1
        else:
            state.hero_lost[side] |= 1 << hero
            state.hero[side] = NO_HERO
        note(state, journal, rows.LOST_HERO, side, hero, int(saved))


@kernel
def give_back(state: Any, side: int) -> None:
    """What `side` still has of row, hand, tokens and hero goes back where it belongs (5.4)."""
    state.pile[side, state.fighting[side]] |= state.row[side] | state.hand[side]
    state.favour[side] += popcount(state.reinforced[side])
    state.row[side] = state.hand[side] = state.covered[side] = state.reinforced[side] = 0
    if state.hero[side] != NO_HERO:
        state.hero_pile[side] |= 1 << state.hero[side]
    for place in range(state.bottom_first[side], state.bottom_end[side]):
        state.hero_pile[side] |= 1 << state.bottom[side, place]
    state.bottom_first[side] = state.bottom_end[side] = 0
    state.hero[side] = NO_HERO
    state.hero_played[side] = 0


@kernel
def bear_shame(state: Any, table: Any, journal: Any, side: int) -> None:
    """A retreat costs as many cards more as there were shame tokens, then brings another token (5.4)."""
    pile, extra = state.fighting[side], state.shame[side]
    if extra:
        events.open_event(state, NATURE, events.SHAME_LOSS, events.SETTLING, side)
        cards = draw_subset(state, state.pile[side, pile], min(extra, popcount(state.pile[side, pile])))
        state.pile[side, pile] &= ~cards
        extra -= popcount(cards)
        home = draw_subset(state, state.pile[side, HOME], min(extra, popcount(state.pile[side, HOME])))
        state.pile[side, HOME] &= ~home
        state.thrown[side] |= cards | home
        note(state, journal, rows.SHAMED, side, cards, home)
    state.shame[side] = min(state.shame[side] + 1, table.most_shame)
    note(state, journal, rows.SHAME, side, state.shame[side])
