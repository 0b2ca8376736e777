"""Battles of Hector and Achilles set up by hand, in words instead of bits."""

from collections.abc import Iterable
from typing import Any

from fwwsim.engine.journal import new_journal
from fwwsim.engine.records import Record
from fwwsim.games.hector_and_achilles.dataset import load_dataset
from fwwsim.games.hector_and_achilles.names import CARDS, HOME
from fwwsim.games.hector_and_achilles.options import Rules
from fwwsim.games.hector_and_achilles.policies.assign import assign_policies
from fwwsim.games.hector_and_achilles.setup import start_state
from fwwsim.games.hector_and_achilles.tables import build_table

BOX = load_dataset()
SYNTHETIC = ("yellow", "red", "blue", "green")  # edges north to west of a tile that is in no box
POLICIES = ("random", "greedy", "bluffer", "steady", "tuned", "ACHAEAN=greedy,TROJAN=random")
EVERY_RULE = ["both_fall", "missing_pile", "short_pile", "home_limit", "tile_faces"]


def members(word: int) -> list[int]:
    """The indices in a bit set."""
    return [index for index in range(63) if int(word) >> index & 1]


class Battle:
    """A state with both sides' cards named; sides are 0 (Achaean) and 1 (Trojan)."""

    def __init__(self, *rules: str, policies: str = "random", seed: int = 1) -> None:
        self.table: Record = build_table(BOX, Rules.parse(rules))
        self.table.edge[0, 0] = [BOX.colours.index(colour) for colour in SYNTHETIC]
        assign_policies(self.table, policies)
        self.state: Record = start_state(self.table, seed)
        self.state.battle = 1
        self.journal: Any = new_journal(0)
        self.free = [list(range(CARDS)), list(range(CARDS))]

    def cards(self, side: int, names: Iterable[str]) -> int:
        """Take cards by name out of the box."""
        word = 0
        for name in names:
            card = next(card for card in self.free[side] if BOX.card(card) == name)
            self.free[side].remove(card)
            word |= 1 << card
        return word

    def any(self, side: int, number: int) -> int:
        """Take any cards out of the box."""
        taken, self.free[side] = self.free[side][:number], self.free[side][number:]
        return sum(1 << card for card in taken)

    def row(self, side: int, *names: str) -> int:
        """Lay a row."""
        self.state.row[side] = self.cards(side, names)
        return int(self.state.row[side])

    def card(self, side: int, place: int, *names: str) -> int:
        """The bit of the row card with this name; `place` chooses among equal ones."""
        found = [card for card in members(self.state.row[side]) if BOX.card(card) in names]
        return 1 << found[place]

    def hero(self, side: int, name: str, covered: str = "") -> None:
        """Give a hero into the hand, or play it over a row card."""
        number = [hero.name for hero in BOX.heroes[side]].index(name)
        self.state.hero[side] = number
        self.state.hero_pile[side] &= ~(1 << number)
        if covered:
            self.state.hero_played[side] = 1
            self.state.covered[side] = self.card(side, 0, covered)

    def piles(self, side: int, *sizes: int) -> None:
        """Fill the piles 1 to 3 and home with any cards."""
        for pile, size in enumerate(sizes):
            self.state.pile[side, pile] = self.any(side, size)

    def sizes(self, side: int) -> list[int]:
        """How many cards the piles have."""
        return [len(members(self.state.pile[side, pile])) for pile in range(HOME + 1)]


def tom_and_lin(lin_plays_hero: bool = True) -> Battle:
    """The rulebook's example: Tom is the Achaean, Lin the Trojan; all cards are played."""
    battle = Battle()
    battle.row(0, "yellow 3", "yellow 4", "yellow 2", "red 1", "blue 2")
    battle.hero(0, "Aias")
    battle.row(1, "blue 1", "purple 3", "green 1", "red 4", "blue 3")
    battle.hero(1, "Acamas", "blue 1" if lin_plays_hero else "")
    if lin_plays_hero:
        battle.state.reinforced[1] = battle.card(1, 0, "purple 3") | battle.card(1, 0, "red 4")
        battle.state.favour[1] = 1
    battle.state.round_number = 4
    return battle
