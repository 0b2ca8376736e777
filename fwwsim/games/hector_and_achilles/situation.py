"""A battle as one player sees it: from words to a state whose hidden cards are still to be filled in."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from fwwsim.engine.records import Record
from fwwsim.errors import RuleError, SpecError
from fwwsim.games.hector_and_achilles.dataset import Dataset
from fwwsim.games.hector_and_achilles.names import CARDS, EDGES, HAND, HEROES, HOME, ROUNDS, SIDES
from fwwsim.games.hector_and_achilles.setup import start_state
from fwwsim.games.hector_and_achilles.state import NO_HERO

FRONT_PILE = 0  # the fighting pile of a described battle; which one makes no difference


@dataclass(frozen=True, slots=True)
class Camp:
    """What the player knows of one side; cards are names such as "red 3", of the enemy only what lies open.

    `hero` is the hero in hand or played, of the enemy only a played one; `cover` is the row card under it.
    `pile` counts the cards left in the fighting pile, `gone` names cards that left the game.
    """

    row: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    hero: str = ""
    cover: str = ""
    tokens: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    heroes_gone: tuple[str, ...] = ()
    favour: int = 3
    shame: int = 0
    pile: int = 7


@dataclass(frozen=True, slots=True)
class Situation:
    """A battle from the view of `side`; `tile` is the four colours clockwise from the edge that faces him."""

    side: str
    attacker: str
    tile: tuple[str, ...]
    own: Camp = field(default_factory=Camp)
    enemy: Camp = field(default_factory=Camp)
    fate_done: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A situation as numbers.

    Attributes
    ----------
    state : record of STATE
        Without the enemy's hand and unplayed hero.
    first : int
        Side whose turn it is; -1 if only the fate phase is left, -2 if nothing is.
    unseen : int
        Cards of the enemy that may be in his hand.
    hidden : int
        How many are.
    heroes : int
        Heroes that the enemy may have in hand, as bits; 0 if none is hidden.
    """

    state: Record
    first: int
    unseen: int
    hidden: int
    heroes: int


FATE_LEFT, NOTHING_LEFT = -1, -2


class _Reader:
    """Turns the names of one side into bits; each physical card is used once."""

    def __init__(self, dataset: Dataset, side: int, option: str) -> None:
        self.dataset, self.side, self.option = dataset, side, option
        self.free: dict[str, list[int]] = {}
        for card in range(CARDS):
            self.free.setdefault(dataset.card(card), []).append(card)

    def cards(self, names: Iterable[str], what: str) -> list[int]:
        """Cards that are not used yet."""
        cards = []
        for name in names:
            words = " ".join(name.lower().split())
            if words not in self.free:
                raise SpecError(f"{self.option}{what}: unknown card {name!r}; allowed: such as red 3")
            if not self.free[words]:
                raise SpecError(f"{self.option}{what}: {name!r} is there more often than in the box")
            cards.append(self.free[words].pop(0))
        return cards

    def hero(self, name: str, what: str) -> int:
        """A hero of this side."""
        heroes = [hero.name for hero in self.dataset.heroes[self.side]]
        found = [number for number, hero in enumerate(heroes) if hero.lower() == name.strip().lower()]
        if not found:
            raise SpecError(f"{self.option}{what}: unknown hero {name!r}; allowed: {', '.join(heroes)}")
        return found[0]


def read_situation(situation: Situation, dataset: Dataset, table: Record, seed: int = 0) -> Position:
    """The position of a situation; its tile is written into `table` as tile 1.

    Raises
    ------
    SpecError
        An unknown name, or a card that is there too often.
    RuleError
        A situation that cannot arise.
    """
    for word, found in (("--side", situation.side), ("--attacker", situation.attacker)):
        if found not in SIDES:
            raise SpecError(f"{word}: found {found!r}; allowed: {', '.join(SIDES)}")
    side, attacker = SIDES.index(situation.side), SIDES.index(situation.attacker)
    state = start_state(table, seed)
    state.battle, state.attacker = 1, attacker
    _lay_tile(situation.tile, dataset, table)
    state.facing = 2 * side
    state.tiles = 0
    _fill(state, side, situation.own, dataset, "--", len(situation.own.hand))
    enemy = 1 - side
    played = len(situation.enemy.row) - 1
    hidden = HAND - played
    unseen = _fill(state, enemy, situation.enemy, dataset, "--enemy-", hidden)
    own_played = len(situation.own.row) - 1
    if len(situation.own.hand) != HAND - own_played:
        raise RuleError(
            f"--hand: found {len(situation.own.hand)} cards; with {own_played + 1} in the row the hand has "
            f"{HAND - own_played} (5.1, 5.2)"
        )
    by_attacker, by_defender = (own_played, played) if side == attacker else (played, own_played)
    if by_attacker - by_defender not in (0, 1):
        raise RuleError(
            f"--row: the attacker has played {by_attacker} cards, the defender {by_defender}; allowed: the same "
            "number, or one more for the attacker, who begins each round (5.2)"
        )
    state.round_number = min(by_defender, ROUNDS - 1)
    first = attacker if by_attacker == by_defender else 1 - attacker
    if by_defender == ROUNDS:
        first = NOTHING_LEFT if situation.fate_done else FATE_LEFT
    heroes = 0
    if state.hero[enemy] == NO_HERO:
        heroes = int(state.hero_pile[enemy])
    return Position(state, first, unseen, hidden, heroes)


def _lay_tile(tile: tuple[str, ...], dataset: Dataset, table: Record) -> None:
    colours = [colour.strip().lower() for colour in tile]
    if len(colours) != EDGES or len(set(colours)) != EDGES or not set(colours) <= set(dataset.colours):
        raise SpecError(
            f"--tile: found {', '.join(tile)!r}; allowed: four of {', '.join(dataset.colours)}, clockwise from "
            "the edge that faces you"
        )
    table.edge[0, 0] = [dataset.colours.index(colour) for colour in colours]


def _fill(state: Record, side: int, camp: Camp, dataset: Dataset, option: str, hand: int) -> int:
    """Write one side into the state; returns its cards that nobody has seen."""
    reader = _Reader(dataset, side, option)
    if not 1 <= len(camp.row) <= 1 + HAND:
        raise RuleError(
            f"{option}row: found {len(camp.row)} cards; allowed: the vanguard and up to four (5.1)"
        )
    names = [" ".join(name.lower().split()) for name in camp.row]
    row = reader.cards(camp.row, "row")
    state.row[side] = sum(1 << card for card in row)
    held = reader.cards(camp.hand, "hand")
    state.hand[side] = sum(1 << card for card in held)
    state.lost[side] = sum(1 << card for card in reader.cards(camp.gone, "gone"))
    state.favour[side], state.shame[side] = camp.favour, camp.shame
    for name in camp.heroes_gone:
        state.hero_lost[side] |= 1 << reader.hero(name, "heroes-gone")
    state.hero_pile[side] = ((1 << HEROES) - 1) & ~int(state.hero_lost[side])
    state.hero[side] = NO_HERO
    if camp.hero:
        hero = reader.hero(camp.hero, "hero")
        if not state.hero_pile[side] >> hero & 1:
            raise RuleError(f"{option}hero: {camp.hero} has left the game (5.4)")
        state.hero[side] = hero
        state.hero_pile[side] &= ~(1 << hero)
    if camp.cover or (camp.hero and option == "--enemy-"):
        place = _place(names, camp.cover, f"{option}hero-over")
        state.hero_played[side], state.covered[side] = 1, 1 << row[place]
        if not camp.hero:
            raise RuleError(f"{option}hero-over: no hero is named that covers {camp.cover!r} (5.2)")
        names[place] = ""
    for name in camp.tokens:
        if not state.hero_played[side]:
            raise RuleError(f"{option}tokens: none may be laid before the hero is played (5.2)")
        place = _place(names, name, f"{option}tokens")
        state.reinforced[side] |= 1 << row[place]
        names[place] = ""
    state.fighting[side] = FRONT_PILE
    unseen = ((1 << CARDS) - 1) & ~int(state.row[side] | state.hand[side] | state.lost[side])
    left = [card for card in range(CARDS) if unseen >> card & 1]
    size = max(0, min(camp.pile + (hand if not camp.hand else 0), len(left)))
    state.pile[side, FRONT_PILE] = sum(1 << card for card in left[:size])
    state.pile[side, HOME] = sum(1 << card for card in left[size:])
    return unseen


def _place(names: list[str], name: str, option: str) -> int:
    """Where in the row a card lies that is neither covered nor reinforced."""
    words = " ".join(name.lower().split())
    if not words or words not in names:
        count = Counter(card for card in names if card)
        raise RuleError(f"{option}: found {name!r}; allowed: a card of the row: {', '.join(count)}")
    return names.index(words)
