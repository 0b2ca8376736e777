"""The engine's `random` games against an independent simulator in plain Python, by their distributions.

Every mean is compared as z = difference / standard error, as in ``test_reference.py`` of The First World War: the
standard error takes its variance from the larger sample, for a rare event may not occur in the smaller one at all, and
one event more or less there is granted. With 43 figures a case, |z| > 4.2 has a chance below 1.2 in 1,000; seeds are
fixed, so the test is repeatable.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import hector_reference as reference
import numpy as np
import pytest
from hector_positions import EVERY_RULE

from fwwsim.engine.simulate import simulate
from fwwsim.games.hector_and_achilles.match import prepare
from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.state import REASONS

LARGEST_Z = 4.2
BATTLES = range(4, 20, 2)

Result = dict[str, Any]


def figures() -> Iterator[tuple[str, Callable[[Result], float], Callable[[Any], Any]]]:
    """Name, from a result of the reference, from the outcomes of the engine."""
    yield "battles", lambda result: result["end_battle"], lambda rows: rows.end_battle
    yield "ties", lambda result: result["ties"], lambda rows: rows.ties
    for battle in BATTLES:
        yield (
            f"over by battle {battle}",
            lambda result, battle=battle: result["end_battle"] <= battle,
            lambda rows, battle=battle: rows.end_battle <= battle,
        )
    for number, reason in enumerate(REASONS[:3]):
        yield (
            reason,
            lambda result, reason=reason: result["reason"] == reason,
            lambda rows, number=number: rows.reason == number,
        )
    for number, side in enumerate(SIDES):
        yield (
            f"{side} wins",
            lambda result, side=side: result["winner"] == side,
            lambda rows, number=number: rows.winner == number,
        )
        for name in (*reference.COUNTED, "shame", "favour", "cards"):
            yield (
                f"{name} of {side}",
                lambda result, side=side, name=name: result["sides"][side][name],
                lambda rows, number=number, name=name: rows[name][:, number],
            )
        for name in ("cards", "attacks", "favour"):
            yield (
                f"{name} of {side}, squared",
                lambda result, side=side, name=name: result["sides"][side][name] ** 2,
                lambda rows, number=number, name=name: rows[name][:, number].astype(float) ** 2,
            )


def check_distributions(rules: list[str], games: int) -> None:
    match = prepare(None, 2, rules, "random", 2026)
    chance = random.Random(7)
    dataset, settings = match.description["source"], match.description["rules"]
    results = [reference.play(dataset, settings, chance) for _ in range(games)]
    outcomes = simulate(match, 400_000, threads=2).outcomes
    for name, of_reference, of_engine in figures():
        ours = np.asarray(of_engine(outcomes), float)
        theirs = np.asarray([of_reference(result) for result in results], float)
        error = (ours.var() * (1 / len(ours) + 1 / len(theirs)) + len(theirs) ** -2) ** 0.5
        difference = ours.mean() - theirs.mean()
        assert abs(difference) <= LARGEST_Z * error, (name, ours.mean(), theirs.mean(), difference / error)


@pytest.mark.parametrize("rules", [[], EVERY_RULE], ids=["none", "all"])
def test_random_games(rules: list[str]) -> None:
    check_distributions(rules, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [[], EVERY_RULE, *([rule] for rule in EVERY_RULE)], ids=",".join)
def test_random_games_at_length(rules: list[str]) -> None:
    check_distributions(rules, 40_000)


def test_cards_and_heroes_of_the_reference_are_conserved() -> None:
    """Between battles no card, hero or token is where it should not be."""
    dataset = prepare(None, 2, [], "random", 1).description["source"]
    for seed in range(30):
        game = reference.Game(dataset, {}, random.Random(seed))
        game.play()
        for side in game.sides.values():
            cards = [card for pile in side.piles.values() for card in pile]
            assert len(set(map(id, cards))) == len(cards) <= 48
            assert not any(card.token for card in cards)
            assert len(side.heroes) + side.count["heroes_lost"] == 6
            assert len({hero.name for hero in side.heroes}) == len(side.heroes)
            assert 0 <= side.favour <= 3
