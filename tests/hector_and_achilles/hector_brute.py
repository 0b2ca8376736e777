"""Odds of a battle of Hector and Achilles by brute force: every hidden hand and hero, played on in plain Python.

Written from the rules page and from the definition of the policy `steady`; shares nothing with the engine but the rows
of the data set. Cards are numbers 0 to 47, 8 a colour; hidden hands are sets of cards, equal ones apart.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from fwwsim.games.hector_and_achilles.dataset import Dataset, Hero
from fwwsim.games.hector_and_achilles.situation import Camp, Situation

SIDES = ("ACHAEAN", "TROJAN")
HERO, TOKEN, SHOW = 2.0, 0.5, 0.2  # weights of `steady`
CLOSE = 1e-9  # differences that rounding may decide


class Ambiguous(Exception):
    """Two choices are alike but for rounding, and lead to different results."""


@dataclass
class Player:
    """One side; `unlost` are the heroes that have not left the game in sight of both."""

    row: list[int]
    hand: list[int]
    lost: frozenset[int]
    favour: int
    unlost: tuple[Hero, ...]
    hero: Hero | None = None
    played: bool = False
    covered: int = -1
    tokens: frozenset[int] = frozenset()

    def shown(self) -> list[int]:
        return [card for card in self.row if card != self.covered]


@dataclass
class Result:
    """Weights of the results over all hidden hands, and what each side lost in all."""

    total: int = 0
    won: Counter[str] = field(default_factory=Counter)  # by side, or "tie"
    lost: Counter[tuple[str, str]] = field(default_factory=Counter)

    def rate(self, who: str) -> Fraction:
        return Fraction(self.won[who], self.total)

    def mean(self, side: str, what: str) -> Fraction:
        return Fraction(self.lost[side, what], self.total)


def brute_odds(situation: Situation, dataset: Dataset) -> Result:
    """The odds from here on if both sides play by `steady` and every hidden hand and hero is as likely.

    Raises
    ------
    Ambiguous
    """
    me = situation.side
    enemy = next(side for side in SIDES if side != me)
    camps = {me: situation.own, enemy: situation.enemy}
    players, unseen = {}, {}
    for side in SIDES:
        players[side], unseen[side] = _player(camps[side], dataset, SIDES.index(side))
    theirs = players[enemy]
    heroes: list[Hero | None] = [theirs.hero] if theirs.hero else [*theirs.unlost] or [None]
    result = Result()
    for hand in combinations(sorted(unseen[enemy]), 5 - len(theirs.row)):
        for hero in heroes:
            seats = {me: replace(players[me]), enemy: replace(theirs, hand=list(hand), hero=hero)}
            for seat in seats.values():
                seat.row, seat.hand = [*seat.row], [*seat.hand]
            Battle(situation, dataset, seats).play(result)
    return result


def _player(camp: Camp, dataset: Dataset, number: int) -> tuple[Player, set[int]]:
    """One side's open things, and its cards that nobody has seen."""
    free = set(range(48))

    def take(name: str) -> int:
        card = min(card for card in free if dataset.card(card) == name)
        free.remove(card)
        return card

    row, hand = [take(name) for name in camp.row], [take(name) for name in camp.hand]
    gone = frozenset(take(name) for name in camp.gone)
    heroes = dataset.heroes[number]
    unlost = tuple(hero for hero in heroes if hero.name not in camp.heroes_gone)
    hero = next((hero for hero in heroes if hero.name == camp.hero), None)
    left = [*zip(camp.row, row, strict=True)]
    covered = -1
    if camp.cover:
        pair = next(pair for pair in left if pair[0] == camp.cover)
        left.remove(pair)
        covered = pair[1]
    tokens = set()
    for name in camp.tokens:
        pair = next(pair for pair in left if pair[0] == name)
        left.remove(pair)
        tokens.add(pair[1])
    player = Player(row, hand, gone, camp.favour, unlost, hero, bool(camp.cover), covered, frozenset(tokens))
    return player, free


class Battle:
    """A battle with nothing hidden but from the players."""

    def __init__(self, situation: Situation, dataset: Dataset, players: dict[str, Player]) -> None:
        self.situation, self.players = situation, players
        self.values = [dataset.values[card % 8] for card in range(48)]
        self.colours = [dataset.colours[card // 8] for card in range(48)]
        # four colours clockwise, the one that faces the Achaeans first
        own = 0 if situation.side == "ACHAEAN" else 2
        self.tile = [*situation.tile[own:], *situation.tile[:own]]

    def other(self, side: str) -> str:
        return SIDES[1 - SIDES.index(side)]

    def play(self, result: Result) -> None:
        """The turns that are left, the fate phases, the settlement."""
        attacker = self.situation.attacker
        order = (attacker, self.other(attacker))
        tokens_before = {side: player.favour + len(player.tokens) for side, player in self.players.items()}
        done = self.situation.fate_done
        while not done:
            cards = {side: len(player.row) - 1 for side, player in self.players.items()}
            phase = min(cards.values())  # rounds over
            if phase == 4:
                self.fate(0)
                break
            for side in order:
                if cards[side] == phase:
                    self.turn(side, 4 - phase)
            self.fate(3 - phase)
            done = phase == 3
        scores = {side: self.score(side) for side in SIDES}
        best = max(scores.values())
        winners = [side for side in SIDES if scores[side] == best]
        result.total += 1
        result.won[winners[0] if len(winners) == 1 else "tie"] += 1
        if len(winners) == 1:
            self.lose(self.other(winners[0]), tokens_before, result)

    def lose(self, side: str, tokens_before: dict[str, int], result: Result) -> None:
        """The loser's row, tokens and hero; `steady` saves a hero if it can."""
        player = self.players[side]
        result.lost[side, "cards"] += len(player.row)
        left = player.favour
        if player.played:
            saved = left > 0
            left -= saved
            result.lost[side, "heroes"] += not saved
        result.lost[side, "tokens"] += tokens_before[side] - left

    def score(self, side: str) -> int:
        """Cards in the colour of the tile's edge or of the hero, tokens on them, a played hero."""
        player = self.players[side]
        colours = {self.tile[2 * SIDES.index(side)]} | ({player.hero.colour} if player.hero else set())
        cards = [card for card in player.shown() if self.colours[card] in colours]
        return self.sum_up(player, cards)

    def sum_up(self, player: Player, cards: list[int]) -> int:
        hero = player.hero.value if player.hero and player.played else 0
        return hero + sum(self.values[card] + (card in player.tokens) for card in cards)

    def fate(self, phases: int) -> None:
        """The higher total turns the tile the better way, clockwise if both are alike; `phases` follow."""
        totals = [self.sum_up(player, player.shown()) for player in self.players.values()]
        sides = list(self.players)
        if totals[0] == totals[1]:
            return
        side = sides[totals.index(max(totals))]
        tile, leads, ends = self.tile, [], []
        for quarter in (1, 3):  # clockwise: what lay to the left of the edge comes in front of the player
            self.tile = tile[-quarter:] + tile[:-quarter]
            leads.append(self.lead(side, phases))
            ends.append([self.score(name) for name in SIDES])
        clockwise = leads[0] >= leads[1]
        if leads[0] != leads[1] and abs(leads[0] - leads[1]) < CLOSE and (phases or ends[0] != ends[1]):
            raise Ambiguous
        quarter = 1 if clockwise else 3
        self.tile = tile[-quarter:] + tile[:-quarter]

    def turn(self, side: str, phases: int) -> None:
        """The hero or a token if that promises anything, then the card of the best mix."""
        player = self.players[side]
        shares = self.shares(side, side, phases)
        ahead = self.lead(side, phases)
        enemy = self.players[self.other(side)]
        hidden = len(enemy.hand) + (enemy.hero is not None and not enemy.played)
        width = 1.5 + 0.75 * (hidden + 0.5 * phases)

        def promising(gain: float, stake: float) -> bool:
            chances = [0.5 + 0.5 * (x / width) / (1 + abs(x / width)) for x in (ahead, ahead + gain)]
            worth = (chances[1] - chances[0]) * 10 - (1 - chances[1]) * stake
            if abs(worth) < CLOSE:
                raise Ambiguous
            return worth > 0

        if player.hero and not player.played:
            worst = min(sorted(player.row), key=lambda card: shares[self.colours[card]] * self.values[card])
            if promising(player.hero.value - shares[self.colours[worst]] * self.values[worst], HERO):
                player.played, player.covered = True, worst
        elif player.played and player.favour:
            free = sorted(set(player.shown()) - player.tokens)
            if free:
                best = max(free, key=lambda card: shares[self.colours[card]])
                if promising(shares[self.colours[best]], TOKEN):
                    player.tokens |= {best}
                    player.favour -= 1
        chosen = max(
            sorted(player.hand), key=lambda card: self.values[card] * (SHOW + shares[self.colours[card]])
        )
        player.hand.remove(chosen)
        player.row.append(chosen)

    def shares(self, viewer: str, owner: str, phases: int) -> Counter[str]:
        """Colour -> the chance that it scores for `owner`, as `viewer` sees it before `phases` fate phases."""
        shares: Counter[str] = Counter()
        edge = 2 * SIDES.index(owner) + phases
        for place in (edge, edge + 2 if phases else edge):
            shares[self.tile[place % 4]] += 0.5  # type: ignore[assignment]
        player = self.players[owner]
        if player.hero and (player.played or viewer == owner):
            shares[player.hero.colour] = 1
        elif player.hero:
            for hero in player.unlost:
                shares[hero.colour] += (1 - shares[hero.colour]) / len(player.unlost)  # type: ignore[assignment]
        return shares

    def lead(self, side: str, phases: int) -> float:
        """By how much `side` expects to be ahead."""
        scores = []
        for owner in (side, self.other(side)):
            player, shares = self.players[owner], self.shares(side, owner, phases)

            def mean(cards: list[int], shares: Counter[str] = shares) -> float:
                return sum(shares[self.colours[card]] * self.values[card] for card in cards)

            score = mean(player.shown()) + sum(shares[self.colours[card]] for card in player.tokens)
            score += player.hero.value if player.hero and player.played else 0
            if owner == side:
                score += mean(player.hand)
            elif player.hand:
                unseen = [card for card in range(48) if card not in player.lost and card not in player.row]
                score += len(player.hand) * mean(unseen) / len(unseen)
            scores.append(score)
        return scores[0] - scores[1]
