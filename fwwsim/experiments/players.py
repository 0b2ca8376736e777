"""Who meets whom: names in a spec become policies by faction, and two of them a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fwwsim import jit
from fwwsim.errors import SpecError
from fwwsim.experiments.spec import setting, unknown_word
from fwwsim.experiments.store import fingerprint
from fwwsim.game import Contest, Game, Match
from fwwsim.games import load_game
from fwwsim.policies.catalogue import Policy

Profile = Mapping[str, Policy]
"""One policy a faction."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A policy `of` which some weights are replaced: ``[variants.NAME]`` in a spec."""

    of: str = setting()
    weights: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arena:
    """A game on which policies meet: everything but the policies is fixed."""

    game: Game
    contest: Contest
    match: Match
    players: int

    def seat(self, first: Profile, second: Profile) -> Match:
        """The match of the first side played by `first` against the second side played by `second`."""
        one, two = (self.contest.factions[side] for side in self.contest.sides)
        return self.contest.seat(
            self.match, {name: first[name] for name in one} | {name: second[name] for name in two}
        )

    def facts(self) -> dict[str, Any]:
        """What decides the outcomes besides policies and indices of games."""
        about = self.match.description
        kept = ("game", "version", "dataset", "dataset_hash", "players", "rules", "seed")
        return {key: about[key] for key in kept} | {"sources": jit.source_hash()}


def open_arena(game: str, players: int, rules: tuple[str, ...], data: str, seed: int, start: str) -> Arena:
    """A game with its rules and dice.

    Parameters
    ----------
    game, players, rules, seed
        As on the command line.
    data : str
        Folder of a data set, "" for the shipped one.
    start : str
        Some policy; others are seated later.

    Raises
    ------
    FwwsimError
    """
    loaded = load_game(game)
    if loaded.contest is None:
        raise SpecError(f"game: {game} has no leagues and no tuning yet")
    match = loaded.prepare(Path(data) if data else None, players, list(rules), start, seed)
    return Arena(loaded, loaded.contest, match, players)


def find_profile(name: str, contest: Contest, variants: Mapping[str, Variant], where: str) -> Profile:
    """The policies by faction that a name in a spec means; `where` begins the message of an error."""
    try:
        if name not in variants:
            return contest.find(name)
        variant = variants[name]
        found = contest.find(variant.of)
    except SpecError as error:
        raise SpecError(f"{where}: {str(error).removeprefix('--policy: ')}") from None
    return {
        faction: change_weights(policy, faction, name, variant.weights, where)
        for faction, policy in found.items()
    }


def change_weights(
    policy: Policy, faction: str, name: str, changes: Mapping[str, float], where: str
) -> Policy:
    """The policy of one faction with some weights replaced, under another name."""
    names = policy.base.weights
    for weight in changes:
        if weight not in names:
            raise SpecError(f"{where}: variants.{name}: {unknown_word(weight, 'weight', names)}")
    old = policy.weights_of(faction)
    weights = tuple(changes.get(weight, value) for weight, value in zip(names, old, strict=True))
    imagined = {**policy.by_faction, faction: weights} if policy.settings else {}  # how it sees the others
    return replace(policy, name=name, weights=weights, by_faction=imagined)


def facts_of(profile: Profile, factions: tuple[str, ...]) -> list[Any]:
    """What decides how these factions play."""
    return [_facts(profile[faction], faction) for faction in factions]


def _facts(policy: Policy, faction: str) -> list[Any]:
    facts = [faction, policy.base.id, policy.weights_of(faction), policy.settings]
    return [*facts, dict(policy.by_faction)] if policy.settings else facts  # it looks ahead with all of them


def identity(arena: Arena, *facts: Any) -> str:
    """A fingerprint of games: equal exactly if the same games are played."""
    return fingerprint([arena.facts(), facts])
