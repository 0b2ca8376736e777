"""What an experiment can vary in each game beside rules and policies that a spec names."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from fwwsim.errors import SpecError
from fwwsim.game import Match


@dataclass(frozen=True, slots=True)
class Variations:
    """What can be varied.

    Attributes
    ----------
    switches : dict
        Rule that the rulebook leaves open -> its values, our reading first.
    pieces : callable
        ``(match) -> names`` of armies, chits and the like that a game can be played without.
    combats : tuple of (turn, front)
        Where the result of a combat can be forced.
    has_grades : bool
        Whether the data set tells which of its values are reconstructed, and so can be perturbed.
    """

    switches: dict[str, tuple[Any, ...]]
    pieces: Callable[[Match], tuple[str, ...]]
    combats: tuple[tuple[int, int], ...]
    has_grades: bool


PRINTED = ("surrender_from_turn", "schlieffen", "variable_order", "historical_setup")
"""Rules of The First World War whose values the rulebook states; the others are readings of it."""


def variations_of(game: str) -> Variations:
    """The variations of a game.

    Examples
    --------
    >>> list(variations_of("first_world_war").switches)[:2], len(variations_of("first_world_war").combats)
    (['six_front_end', 'hand_scope'], 66)
    >>> variations_of("hector_and_achilles").combats
    ()
    """
    values = import_module(f"fwwsim.games.{game}.options").allowed_values()
    if game != "first_world_war":
        return Variations(values, lambda match: (), (), False)
    from fwwsim.games.first_world_war.names import FRONTS, TURNS

    return Variations(
        switches={name: choices for name, choices in values.items() if name not in PRINTED},
        pieces=_armies_and_chits,
        combats=tuple((turn, front) for turn in range(1, TURNS + 1) for front in range(1, FRONTS + 1)),
        has_grades=True,
    )


def force(match: Match, turn: int, front: int, result: int) -> Match:
    """The match in which the first contested combat of that turn and front ends with `result` for the attacker.

    Raises
    ------
    SpecError
        The game has no forced combats, or a number is out of range.
    """
    game = match.description["game"]
    if game != "first_world_war":
        raise SpecError(f"force: found {game}; allowed: first_world_war")
    found: Match = import_module("fwwsim.games.first_world_war.forced").force_combat(
        match, turn, front, result
    )
    return found


def _armies_and_chits(match: Match) -> tuple[str, ...]:
    dataset = match.description["source"]
    return (*(army.name for army in dataset.armies), *(chit.id for chit in dataset.chits))
