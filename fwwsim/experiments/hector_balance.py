"""The balance of *Hector and Achilles*: sides, attack, heroes and open questions of the rulebook, on the same cards.

Every arm plays the games of the base again with one thing changed (:mod:`fwwsim.games.hector_and_achilles.what_if`,
or a rule), so that the difference is taken game by game. What is kept of the games are small counts.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim import jit
from fwwsim.engine.simulate import Progress, simulate
from fwwsim.errors import SpecError
from fwwsim.experiments.spec import setting
from fwwsim.experiments.store import fingerprint, open_folder, read_json, write_json
from fwwsim.game import Match
from fwwsim.games.hector_and_achilles.dataset import Dataset, load_dataset
from fwwsim.games.hector_and_achilles.match import prepare_match
from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.options import Rules, allowed_values
from fwwsim.games.hector_and_achilles.state import NOBODY, REASONS
from fwwsim.games.hector_and_achilles.what_if import (
    with_attack,
    with_hero_value,
    with_rules,
    without_hero,
)
from fwwsim.stats.ratio import Sums, sums_of

MOST_GAMES = 10**9
BLOCK = 50_000  # games played at a time: bounds the memory, changes no result
RESULTS = (*SIDES, "none")
SHARES = ("attacker", "defender", "tie")


@dataclass(frozen=True, slots=True)
class BalanceSpec:
    """What ``fwwsim balance`` reads."""

    policies: tuple[str, ...] = setting()  # each plays both sides, or ACHAEAN=..,TROJAN=..
    games: int = setting(least=2, most=MOST_GAMES)  # of each arm and policy
    seed: int = setting()
    battles: int = setting(5, least=1, most=20)  # the worth of the attack is asked in the first so many
    game: str = setting("hector_and_achilles", allowed=("hector_and_achilles",))
    rules: tuple[str, ...] = setting(())
    data: str = setting("")


@dataclass(frozen=True, slots=True)
class Arm:
    """The games of the base played again; `change` makes its match from the base's.

    `kind` is ``without`` or ``least`` (a hero), ``option`` (a rule); `subject` the hero's or rule's name.
    """

    kind: str
    subject: str
    change: Callable[[Match], Match]

    @property
    def name(self) -> str:
        """Under which the counts are kept."""
        return f"{self.kind} {self.subject}"


@dataclass(frozen=True, slots=True)
class BalancePlan:
    """A report ready to be played: by policy the base match; the arms."""

    spec: BalanceSpec
    dataset: Dataset
    matches: dict[str, Match]
    arms: tuple[Arm, ...]

    @property
    def games(self) -> int:
        """Games in all."""
        return len(self.matches) * self.spec.games * (1 + len(self.arms) + 2 * self.spec.battles)


def plan_balance(spec: BalanceSpec, where: str) -> BalancePlan:
    """The matches and arms of a spec.

    Raises
    ------
    FwwsimError
        Something in the spec that cannot be used; `where` begins the message.
    """
    if not spec.policies:
        raise SpecError(f"{where}: policies: found none; allowed: one or more")
    twice = [name for place, name in enumerate(spec.policies) if name in spec.policies[:place]]
    if twice:
        raise SpecError(f"{where}: policies: {twice[0]} given twice")
    dataset = load_dataset(Path(spec.data) if spec.data else None)
    try:
        rules = Rules.parse(spec.rules)
        matches = {name: prepare_match(dataset, rules, name, spec.seed) for name in spec.policies}
    except SpecError as error:
        raise SpecError(f"{where}: {str(error).removeprefix('--policy: ')}") from None
    return BalancePlan(spec, dataset, matches, (*hero_arms(dataset), *option_arms(dataset, rules)))


def hero_arms(dataset: Dataset) -> tuple[Arm, ...]:
    """Two arms a hero: without him, and with the value of the least hero in the box (unless he has that).

    >>> [arm.name for arm in hero_arms(load_dataset())][:2]
    ['without Aias', 'least Aias']
    """
    least = min(hero.value for heroes in dataset.heroes for hero in heroes)
    arms = []
    for side, heroes in enumerate(dataset.heroes):
        for number, hero in enumerate(heroes):
            arms.append(Arm("without", hero.name, partial(without_hero, side=side, hero=number)))
            if hero.value > least:
                change = partial(with_hero_value, side=side, hero=number, value=least)
                arms.append(Arm("least", hero.name, change))
    return tuple(arms)


def option_arms(dataset: Dataset, rules: Rules) -> tuple[Arm, ...]:
    """An arm for each open question of the rulebook: its other reading.

    >>> [arm.subject for arm in option_arms(load_dataset(), Rules())]
    ['both_fall', 'missing_pile', 'short_pile', 'home_limit', 'tile_faces']
    """

    arms = []
    for name, values in allowed_values().items():
        other: Any = {name: next(value for value in values if value != getattr(rules, name))}
        arms.append(Arm("option", name, partial(with_rules, rules=replace(rules, **other))))
    return tuple(arms)


def play_balance(
    plan: BalancePlan, folder: Path, threads: int, progress: Progress | None = None
) -> dict[str, Any]:
    """Policy -> its counts (see `count_policy`); those that `folder` has are not played again.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; the counts of the policies done are kept.
    RuleError
        A policy broke a rule.
    """
    cells = open_folder(folder / "cells")
    counts = {}
    for policy, match in plan.matches.items():
        path = cells / f"{_key(plan, match)}.json"
        counts[policy] = read_json(path)
        if counts[policy] is None:
            counts[policy] = count_policy(plan, match, threads, progress)
            write_json(path, counts[policy])
        elif progress is not None:
            progress(plan.games // len(plan.matches))
    return counts


def count_policy(
    plan: BalancePlan, match: Match, threads: int, progress: Progress | None = None
) -> dict[str, Any]:
    """Play the base and every arm; plain counts, ready for JSON.

    Returns
    -------
    dict
        ``results``: games by result; ``reasons``: by end; ``battles``: the sums of `fwwsim.stats.ratio` for each
        of SHARES; ``arms``: arm -> games by result of the base and of the arm; ``changed``: option -> games of which
        any figure differs; ``attack``: for each battle number the games that reach it by result with the Trojans
        and with the Achaeans attacking.
    """
    games, battles = plan.spec.games, range(1, plan.spec.battles + 1)
    arms = {arm.name: arm.change(match) for arm in plan.arms}
    attacks = [[with_attack(match, battle, side) for side in range(2)] for battle in battles]
    results, reasons = np.zeros(len(RESULTS), np.int64), np.zeros(len(REASONS), np.int64)
    shares = {name: Sums() for name in SHARES}
    tables = {name: np.zeros((len(RESULTS), len(RESULTS)), np.int64) for name in arms}
    changed = {arm.name: 0 for arm in plan.arms if arm.kind == "option"}
    forced = [np.zeros((len(RESULTS), len(RESULTS)), np.int64) for _ in battles]
    for first in range(0, games, BLOCK):

        def played(arm: Match, first: int = first) -> NDArray[Any]:
            run = simulate(arm, min(BLOCK, games - first), first=first, threads=threads, progress=progress)
            if run.interrupted:
                raise KeyboardInterrupt
            return run.outcomes

        base = played(match)
        results += np.bincount(_result(base), minlength=len(RESULTS))
        reasons += np.bincount(base["reason"], minlength=len(REASONS))
        for name, sums in _battle_sums(base).items():
            shares[name] += sums
        for name, arm in arms.items():
            other = played(arm)
            tables[name] += pair(base, other)
            if name in changed:
                changed[name] += int(np.count_nonzero(base != other))
        for number, (achaean, trojan) in zip(battles, attacks, strict=True):
            one, two = played(trojan), played(achaean)
            reached = one["end_battle"] >= number  # up to that battle both play the same game
            forced[number - 1] += pair(one[reached], two[reached])
    return {
        "results": dict(zip(RESULTS, results.tolist(), strict=True)),
        "reasons": dict(zip(REASONS, reasons.tolist(), strict=True)),
        "battles": {name: asdict(sums) for name, sums in shares.items()},
        "arms": {name: table.tolist() for name, table in tables.items()},
        "changed": changed,
        "attack": [table.tolist() for table in forced],
    }


def pair(one: NDArray[Any], two: NDArray[Any]) -> NDArray[np.int64]:
    """Games by their result in one arm and in the other; (results, results).

    >>> from fwwsim.games.hector_and_achilles.state import OUTCOME
    >>> pair(np.zeros(4, OUTCOME), np.zeros(4, OUTCOME))[0].tolist()
    [4, 0, 0]
    """
    places = _result(one) * len(RESULTS) + _result(two)
    return np.bincount(places, minlength=len(RESULTS) ** 2).reshape(len(RESULTS), len(RESULTS))


def _result(outcomes: NDArray[Any]) -> NDArray[np.int64]:
    """Position in RESULTS."""
    winner = outcomes["winner"].astype(np.int64)
    return np.where(winner == NOBODY, len(SIDES), winner)


def _battle_sums(outcomes: NDArray[Any]) -> dict[str, Sums]:
    """Battles won by the attacker, by the defender and by nobody, of all battles."""
    battles = outcomes["end_battle"].astype(np.int64)
    attacker = outcomes["attacks_won"].sum(axis=1, dtype=np.int64)
    defender = outcomes["defences_won"].sum(axis=1, dtype=np.int64)
    ties = outcomes["ties"].astype(np.int64)
    parts = dict(zip(SHARES, (attacker, defender, ties), strict=True))
    return {name: sums_of(part, battles) for name, part in parts.items()}


def _key(plan: BalancePlan, match: Match) -> str:
    """A fingerprint of all that decides the counts of one policy."""
    about = match.description
    kept = {key: about[key] for key in ("version", "dataset_hash", "rules", "seed")}
    weights = [match.table.policy.tolist(), match.table.weights.tolist()]
    return fingerprint([kept, weights, plan.spec.games, plan.spec.battles, jit.source_hash()])
