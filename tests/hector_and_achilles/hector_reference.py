"""A plain simulator of Hector and Achilles under the policy `random`, written from the rules page alone.

It is meant to be read and to be believed, not to be fast: piles are lists in their real order, the last card on top,
shuffled when the rules say so, with :class:`random.Random` for chance. It shares nothing with the engine but the rows
of the data set. Where the rulebook is silent it follows the rulings of RULES.md. Numbers are those of the rules page's
procedure.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from fwwsim.games.hector_and_achilles.dataset import Dataset, Hero

HOME = "home"
FRONT = ("1", "2", "3")
OTHER = {"ACHAEAN": "TROJAN", "TROJAN": "ACHAEAN"}
DEFAULT_RULES: dict[str, Any] = {
    "both_fall": "battle_winner",
    "missing_pile": "own",
    "short_pile": "home",
    "home_limit": 5,
    "tile_faces": "one",
}
COUNTED = (
    "attacks", "attacks_won", "defences_won", "retreats", "swaps", "heroes_played", "heroes_lost", "heroes_saved",
)  # fmt: skip


@dataclass(eq=False)
class Card:
    """An army card, one of two alike; `token` while a favour token lies on it."""

    colour: str
    value: int
    token: bool = False


@dataclass
class Side:
    """One player's things."""

    piles: dict[str, list[Card]]
    heroes: list[Hero]
    favour: int
    shame: int = 0
    fighting: str = ""
    hand: list[Card] = field(default_factory=list)
    row: list[Card] = field(default_factory=list)
    hero: Hero | None = None
    played: bool = False
    covered: Card | None = None
    count: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))

    def standing(self) -> list[str]:
        """The piles that have cards."""
        return [name for name, cards in self.piles.items() if cards]

    def shown(self) -> list[Card]:
        """The row without the card under the hero."""
        return [card for card in self.row if card is not self.covered]

    def cards(self) -> int:
        """Army cards that have not left the game, between battles."""
        return sum(map(len, self.piles.values()))


class Game:
    """The state of one game, and its rules as methods."""

    def __init__(self, dataset: Dataset, rules: dict[str, Any], rng: Random) -> None:
        self.dataset, self.rules, self.rng = dataset, {**DEFAULT_RULES, **rules}, rng
        self.sides = {name: self.set_up(number) for number, name in enumerate(OTHER)}
        self.attacker = "ACHAEAN"  # 1
        self.tiles: list[Any] = []
        self.tile: list[str] = []  # colours clockwise from the edge that faces the Achaeans
        self.battle = self.ties = 0

    def set_up(self, number: int) -> Side:
        """2 to 4."""
        cards = [Card(colour, value) for colour in self.dataset.colours for value in self.dataset.values]
        self.rng.shuffle(cards)
        piles = {name: cards[12 * place : 12 * place + 12] for place, name in enumerate((*FRONT, HOME))}
        heroes = list(self.dataset.heroes[number])
        self.rng.shuffle(heroes)
        return Side(piles, heroes, self.dataset.favour)

    def play(self) -> dict[str, Any]:
        """Battles until somebody loses the game."""
        while True:
            self.battle += 1
            self.open()
            retreated = self.fight()
            winner = self.settle(retreated)
            end = self.close(winner)
            if end is not None:
                reason, victor = end
                return {
                    "winner": victor,
                    "reason": reason,
                    "end_battle": self.battle,
                    "ties": self.ties,
                    "sides": {
                        name: {
                            **side.count,
                            "shame": side.shame,
                            "favour": side.favour,
                            "cards": side.cards(),
                        }
                        for name, side in self.sides.items()
                    },
                }

    def open(self) -> None:
        """5 to 8."""
        own, enemy = self.sides[self.attacker], self.sides[OTHER[self.attacker]]
        own.count["attacks"] += 1
        vanguard = own.piles[self.rng.choice(own.standing())].pop()
        own.row = [vanguard]
        named = (*FRONT, HOME)[vanguard.value - 1]
        if vanguard.value == 4 and own.standing():
            named = self.rng.choice(own.standing())
        for side in self.sides.values():
            side.fighting = named if side.piles[named] else HOME
        if self.rules["missing_pile"] == "both" and {own.fighting, enemy.fighting} != {named}:
            own.fighting = enemy.fighting = HOME
        self.turn_up_tile()
        enemy.row = [enemy.piles[enemy.fighting].pop()] if enemy.piles[enemy.fighting] else []
        for side in self.sides.values():
            pile = side.piles[side.fighting]
            side.hand = [pile.pop() for _ in range(min(4, len(pile)))]
            if side.fighting != HOME and self.rules["short_pile"] == "home":
                home = side.piles[HOME]
                side.hand += [home.pop() for _ in range(min(4 - len(side.hand), len(home)))]
            side.hero = side.heroes.pop() if side.heroes else None
            side.played, side.covered = False, None

    def turn_up_tile(self) -> None:
        """6, and the reshuffle of 15."""
        if not self.tiles:
            self.tiles = list(self.dataset.tiles)
            self.rng.shuffle(self.tiles)
        tile = self.tiles.pop()
        faces = [tile.edges] if self.rules["tile_faces"] == "one" else [tile.edges, tile.back]
        edges = self.rng.choice(faces)
        first = self.rng.randrange(4)  # the edge that faces the attacker
        colours = [edges[(first + step) % 4] for step in range(4)]
        self.tile = colours if self.attacker == "ACHAEAN" else colours[2:] + colours[:2]

    def fight(self) -> str | None:
        """9 to 11; who retreats, if anybody."""
        for _ in range(4):
            for name in (self.attacker, OTHER[self.attacker]):
                if self.turn(self.sides[name]) == "retreat":
                    return name
            totals = [self.total(side) for side in self.sides.values()]
            if totals[0] != totals[1]:
                quarter = self.rng.choice((1, 3))
                self.tile = self.tile[quarter:] + self.tile[:quarter]
        return None

    def turn(self, side: Side) -> str:
        """10: an optional action, then a card."""
        in_hand = side.hero is not None and not side.played
        options = ["none", "retreat"]
        if side.hand and (side.piles[side.fighting] or side.piles[HOME]):
            options.append("swap card")
        if in_hand and side.heroes:
            options.append("swap hero")
        if in_hand and side.row:
            options.append("play hero")
        free = [card for card in side.shown() if not card.token]
        if side.played and side.favour and free:
            options.append("reinforce")
        option = self.rng.choice(options)
        if option == "retreat":
            return option
        if option == "swap card":
            side.hand.remove(self.rng.choice(side.hand))
            side.hand.append((side.piles[side.fighting] or side.piles[HOME]).pop())
        elif option == "swap hero":
            assert side.hero is not None
            side.heroes.insert(0, side.hero)
            side.hero = side.heroes.pop()
        elif option == "play hero":
            side.played, side.covered = True, self.rng.choice(side.row)
            side.count["heroes_played"] += 1
        elif option == "reinforce":
            self.rng.choice(free).token = True
            side.favour -= 1
        side.count["swaps"] += option.startswith("swap")
        if side.hand:
            card = self.rng.choice(side.hand)
            side.hand.remove(card)
            side.row.append(card)
        return option

    def total(self, side: Side) -> int:
        """11: whatever the colours."""
        hero = side.hero.value if side.hero is not None and side.played else 0
        return hero + sum(card.value + card.token for card in side.shown())

    def score(self, name: str) -> int:
        """12."""
        side = self.sides[name]
        colours = {self.tile[0 if name == "ACHAEAN" else 2]}
        score = 0
        if side.hero is not None:
            colours.add(side.hero.colour)
            score += side.hero.value if side.played else 0
        return score + sum(card.value + card.token for card in side.shown() if card.colour in colours)

    def settle(self, retreated: str | None) -> str | None:
        """13 and 14; who wins the battle, if anybody."""
        scores = {name: self.score(name) for name in self.sides}
        winner = OTHER[retreated] if retreated else max(scores, key=lambda name: scores[name])
        if not retreated and len(set(scores.values())) == 1:
            self.ties += 1
            for side in self.sides.values():
                self.take_back(side)
            return None
        self.sides[winner].count["attacks_won" if winner == self.attacker else "defences_won"] += 1
        loser = self.sides[OTHER[winner]]
        side = self.sides[winner]
        self.take_back(side)
        for card in loser.row:
            card.token = False
        loser.row = []
        if loser.played and loser.favour and self.rng.randrange(2):
            loser.favour -= 1
            loser.count["heroes_saved"] += 1
        elif loser.played:
            loser.hero = None
            loser.count["heroes_lost"] += 1
        self.take_back(loser)
        if retreated:
            loser.count["retreats"] += 1
            for _ in range(loser.shame):
                pile = loser.piles[loser.fighting] or loser.piles[HOME]
                if pile:
                    pile.pop()
            loser.shame = min(loser.shame + 1, self.dataset.shame)
        return winner

    def take_back(self, side: Side) -> None:
        """Row, hand, tokens and hero go back; fighting pile and hero pile are shuffled (15)."""
        for card in side.row:
            side.favour += card.token
            card.token = False
        side.piles[side.fighting] += side.row + side.hand
        side.row, side.hand = [], []
        if side.hero is not None:
            side.heroes.append(side.hero)
        side.hero, side.played, side.covered = None, False, None
        self.rng.shuffle(side.piles[side.fighting])
        self.rng.shuffle(side.heroes)

    def close(self, winner: str | None) -> tuple[str, str | None] | None:
        """15; how the game ends and who wins it, or None."""
        lost = {}
        for name, side in self.sides.items():
            pile = side.piles[side.fighting]
            if side.fighting == HOME and len(pile) < self.rules["home_limit"]:
                lost[name] = "home_falls"
                continue
            if side.fighting != HOME and len(pile) < 5:
                side.piles[HOME] += pile
                side.piles[side.fighting] = []
                self.rng.shuffle(side.piles[HOME])
            if not any(side.piles[front] for front in FRONT):
                lost[name] = "front_falls"
        if len(lost) == 2:
            return "both_fall", winner if self.rules["both_fall"] == "battle_winner" else None
        for name, reason in lost.items():
            return reason, OTHER[name]
        self.attacker = winner or OTHER[self.attacker]
        return None


def play(dataset: Dataset, rules: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Play one game to its end and sum it up.

    Parameters
    ----------
    dataset : Dataset
    rules : dict
        Fields of the rules configuration; those left out have their default.
    rng : Random
    """
    return Game(dataset, rules, rng).play()
