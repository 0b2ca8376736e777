"""Odds of the battle under way from one player's view.

Every hand and hero that the enemy may have is as likely as any other (nothing is read into what he has played).
For each of them the kernels of the game play the battle to its end, both sides by named policies. If no policy
draws by chance and nobody swaps, that is exact, by enumeration of the hidden cards; otherwise they are sampled.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.journal import new_journal
from fwwsim.errors import SpecError
from fwwsim.games.hector_and_achilles.dataset import Dataset
from fwwsim.games.hector_and_achilles.hidden import RESULT, hidden_hands, play_hidden, play_sampled
from fwwsim.games.hector_and_achilles.names import HEROES, SIDES
from fwwsim.games.hector_and_achilles.options import Rules
from fwwsim.games.hector_and_achilles.policies.assign import assign_policies
from fwwsim.games.hector_and_achilles.policies.decide import HEURISTIC
from fwwsim.games.hector_and_achilles.policies.weights import BLUFF
from fwwsim.games.hector_and_achilles.situation import Position, Situation, read_situation
from fwwsim.games.hector_and_achilles.state import NO_HERO, NOBODY, STATE
from fwwsim.games.hector_and_achilles.tables import build_table

POLICY = "steady"
MOST_GAMES = 100_000_000


@dataclass(frozen=True, slots=True)
class Losses:
    """What one side loses on average: army cards, heroes, favour tokens."""

    cards: Fraction
    heroes: Fraction
    tokens: Fraction


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """Odds of a battle; with `exact` false they are shares of `games` sampled ones.

    `wins`, `ties` and `losses` add up to `games`, which counts hidden hands (weighted) or samples.
    """

    exact: bool
    games: int
    wins: int
    ties: int
    losses: int
    own: Losses
    enemy: Losses
    enemy_retreats: int
    retreat_cards: int
    hidden_hands: int

    @property
    def win(self) -> Fraction:
        """The chance to win, or its estimate."""
        return Fraction(self.wins, self.games)

    @property
    def balance(self) -> Fraction:
        """Enemy cards lost less own cards lost on average, if the battle goes on."""
        return self.enemy.cards - self.own.cards

    @property
    def worth_of_retreat(self) -> Fraction:
        """By how many army cards a retreat now is better than fighting on; negative: worse."""
        return -self.retreat_cards - self.balance


def battle_odds(
    situation: Situation,
    dataset: Dataset,
    *,
    rules: Rules | None = None,
    policies: str = POLICY,
    games: int = 100_000,
    seed: int = 1914,
    exact: bool = True,
) -> BattleOdds:
    """The odds of a battle from here on.

    Parameters
    ----------
    situation : Situation
    dataset : Dataset
    rules : Rules, optional
    policies : str
        Who decides: one name for both sides, or ``ACHAEAN=..,TROJAN=..``.
    games : int
        Samples, where the odds cannot be exact.
    seed : int
        Of the samples.
    exact : bool
        Enumerate if possible.

    Raises
    ------
    FwwsimError
        A situation that cannot be, an unknown name, a number out of range.
    """
    if not 1 <= games <= MOST_GAMES:
        raise SpecError(f"--games: found {games}; allowed: 1 to {MOST_GAMES}")
    table = build_table(dataset, rules or Rules())
    assign_policies(table, policies)
    position = read_situation(situation, dataset, table, seed)
    side = SIDES.index(situation.side)
    if exact and all(
        table.policy[who] == HEURISTIC and table.weights[who, BLUFF] in (0.0, 1.0) for who in range(2)
    ):
        odds = _enumerate(position, dataset, table, side)
        if odds is not None:
            return odds
    return _sample(position, table, side, games)


def _enumerate(position: Position, dataset: Dataset, table: Any, side: int) -> BattleOdds | None:
    """The exact odds, or None if somebody would swap: what he draws is chance."""
    hands, ways = hidden_hands(dataset, position.unseen, position.hidden)
    heroes = [hero for hero in range(HEROES) if position.heroes >> hero & 1] or [NO_HERO]
    results = np.zeros(len(hands) * len(heroes), RESULT).view(np.recarray)
    start, scratch = _records(position)
    every_hand = np.repeat(hands, len(heroes))
    every_hero = np.tile(np.array(heroes, np.int64), len(hands))
    play_hidden(
        start, scratch, table, new_journal(0), position.first, 1 - side, every_hand, every_hero, results
    )
    if results.swaps.any():
        return None
    return _odds(position, side, results, np.repeat(ways, len(heroes)), exact=True)


def _sample(position: Position, table: Any, side: int, games: int) -> BattleOdds:
    results = np.zeros(games, RESULT).view(np.recarray)
    start, scratch = _records(position)
    play_sampled(
        start,
        scratch,
        table,
        new_journal(0),
        position.first,
        1 - side,
        position.unseen,
        position.hidden,
        results,
    )
    return _odds(position, side, results, np.ones(games, np.int64), exact=False)


def _records(position: Position) -> tuple[Any, Any]:
    start = np.zeros(1, STATE).view(np.recarray)
    start[0] = position.state
    return start, start.copy()


def _odds(position: Position, side: int, results: Any, ways: NDArray[np.int64], *, exact: bool) -> BattleOdds:
    if results.fault.any():
        raise SpecError("the battle cannot be played on from here: a policy broke a rule")
    total = int(ways.sum())

    def mean(values: Any) -> Fraction:
        return Fraction(int((values.astype(np.int64) * ways).sum()), total)

    def count(chosen: Any) -> int:
        return int(ways[chosen].sum())

    parts = ("cards", "heroes", "tokens")
    sides = [Losses(*(mean(results[part][:, who]) for part in parts)) for who in range(2)]
    state = position.state
    return BattleOdds(
        exact=exact,
        games=total,
        wins=count(results.winner == side),
        ties=count(results.winner == NOBODY),
        losses=count(results.winner == 1 - side),
        own=sides[side],
        enemy=sides[1 - side],
        enemy_retreats=count(results.retreated == 1 - side),
        retreat_cards=int(state.row[side]).bit_count() + int(state.shame[side]),
        hidden_hands=len(results),
    )
