"""The search for the equilibrium of all policies of a family: best responses join the pool until they gain no more.

Double oracle: H. B. McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML 2003; with trained responses: M. Lanctot et al., "A unified game-theoretic approach to multiagent
reinforcement learning", NeurIPS 2017. Responses are trained against the logit equilibrium of the pool instead of the
linear programme's, which stands on few policies and is easy to exploit (Y. Wang and M. P. Wellman, "Regularization
for strategy exploration in empirical game-theoretic analysis", 2023), or, with a `slack`, against the most even
mixtures that the pool takes no more from. A response looks better than it is until somebody has answered it: with
`counters`, every second step answers the newest response alone, before mixtures rely on it.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from fwwsim.engine.simulate import Progress
from fwwsim.errors import SpecError
from fwwsim.experiments.best_response import best_response, check_starts, games_of_response
from fwwsim.experiments.exploit import in_words
from fwwsim.experiments.league import MOST_GAMES, League, LeagueSpec, plan_league, play_league
from fwwsim.experiments.players import Arena, Profile, Variant, facts_of, find_profile, identity, open_arena
from fwwsim.experiments.pool import POINT, Mixtures, Pool, Shares, can_learn, factions_of, pool_of
from fwwsim.experiments.spec import setting, unknown_word
from fwwsim.experiments.standings import mix, shares_of
from fwwsim.experiments.store import open_folder, read_json, write_json
from fwwsim.experiments.training import (
    Entry,
    Gain,
    Lesson,
    Training,
    Trial,
    joined_policy,
    measure_mixture,
)
from fwwsim.experiments.tune import base_name_of, check_name, points
from fwwsim.policies.catalogue import Policy
from fwwsim.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class EquilibriumSpec:
    """What ``fwwsim equilibrium`` reads."""

    training: Training
    test: Trial
    policies: tuple[str, ...] = setting()  # the first pool
    games: int = setting(least=2, most=MOST_GAMES)  # of each two policies of the pool
    seed: int = setting()  # of these games
    steps: int = setting(least=1, most=1000)  # at most; each trains responses of both sides
    target: float = setting(3.0, least=0.0, most=100.0)  # points: ends when no response gains more
    patience: int = setting(
        1, least=1, most=100
    )  # steps in a row that must have the target: one search may miss
    counters: bool = setting(True)  # whether every second step answers the newest response alone
    temperature: float = setting(0.4, least=0.01, most=100.0)  # points: how far mixtures spread
    temperatures: dict[str, float] = field(  # side -> its own, if it has one
        default_factory=dict, metadata={"least": 0.01, "most": 100.0}
    )
    slack: float = setting(
        0.0, least=0.0, most=100.0
    )  # points: above 0, the most even mixtures that concede no more to the pool, instead of the logit ones
    rarest: float = setting(0.01, least=0.0, most=0.5)  # share: what plays less is left out of a mixture
    memory: int = setting(1, least=1, most=1000)  # equilibria, the newest, whose mean the mixtures are
    warm_up: int = setting(0, least=0, most=1000)  # first steps, whose equilibria no mean takes in
    starts: tuple[str, ...] = setting(())  # policies where searches begin
    best: int = setting(
        1, least=0, most=100
    )  # as many policies of the pool, that do best, where they begin, too
    join: int = setting(0, least=0, most=100)  # most responses of a step that join the pool; 0: all
    name: str = setting("response")  # of the responses: NAME_1, NAME_2, ...
    game: str = setting("first_world_war")
    players: int = setting(4)
    rules: tuple[str, ...] = setting(())
    data: str = setting("")
    draw: float = setting(0.5, least=0.0, most=1.0)  # what a game without a winner counts for the first side
    variants: dict[str, Variant] = field(default_factory=dict)

    def league_of(self, names: tuple[str, ...]) -> LeagueSpec:
        """The league of a pool."""
        return LeagueSpec(
            names, self.games, self.seed, self.game, self.players, self.rules, self.data, self.draw
        )


@dataclass(frozen=True, slots=True)
class Search:
    """A search ready to run: the game, the first pool, and where searches begin at every step."""

    spec: EquilibriumSpec
    arena: Arena
    profiles: tuple[Profile, ...]
    starts: tuple[Profile, ...]

    @property
    def temperatures(self) -> tuple[float, float]:
        """How far the mixtures spread, by side; in points."""
        first, second = (
            self.spec.temperatures.get(side, self.spec.temperature) for side in self.arena.contest.sides
        )
        return first, second

    def pool(self, league: League) -> Pool:
        """The pool of a league, which begins with the first pool."""
        return pool_of(self.arena, league, len(self.profiles))

    def mixtures_of(self, pool: Pool) -> tuple[Shares, Shares]:
        """The mixtures that the spec asks for, by side."""
        return pool.even(self.spec.slack) if self.spec.slack else pool.equilibrium(self.temperatures)

    @property
    def games(self) -> int:
        """About how many games in all if every step is needed; a league's cells are counted at each step."""
        spec, pool = self.spec, len(self.profiles)
        cells = sum((pool + step) ** 2 for step in range(spec.steps))
        return cells * spec.games + spec.steps * _games_of(spec)


@dataclass(frozen=True, slots=True)
class Step:
    """Mixtures of a pool, and what the best responses to them gain.

    Attributes
    ----------
    alone : bool
        Whether the mixtures are not the pool's equilibrium but its newest response alone.
    value : Interval
        The share of the first side at the mixtures.
    mixtures : dict
        Side -> policy -> share.
    equilibrium : dict
        As `mixtures`: the pool's own, before it was averaged with those of earlier steps.
    gains : dict
        Side -> what its response gains over its mixture against the other's.
    policies : tuple of Policy
        The responses of all factions; first the best ones, then what other searches found.
    """

    alone: bool
    value: Interval
    mixtures: Mixtures
    equilibrium: Mixtures
    gains: dict[str, Gain]
    policies: tuple[Policy, ...]

    @property
    def exploitability(self) -> Interval:
        """The gain of the side that gains more."""
        return max((gain.gain for gain in self.gains.values()), key=lambda gain: gain.estimate)


@dataclass(frozen=True, slots=True)
class Searched:
    """The steps of a search, and the league of its last pool."""

    plan: Search
    steps: tuple[Step, ...]
    league: League
    base_name: str

    @property
    def reached(self) -> bool:
        """Whether the last steps have the target."""
        return _is_reached(self.steps, self.plan.spec)

    @property
    def best(self) -> int:
        """Which step has the mixtures that are exploited least; the last one if it has the target.

        What exploits them is their own responses and, by the cells of the last pool, the responses of all steps.
        """
        if self.reached:
            return len(self.steps) - 1
        numbers = [number for number, step in enumerate(self.steps) if not step.alone]
        pool = self.plan.pool(self.league)
        return min(
            numbers,
            key=lambda number: max(
                self.steps[number].exploitability.estimate, pool.exploit(self.steps[number].mixtures)
            ),
        )


def plan_equilibrium(spec: EquilibriumSpec, where: str) -> Search:
    """Check a spec.

    Raises
    ------
    FwwsimError
        Something in the spec that cannot be used; `where` begins the message.
    """
    check_name(spec.name, where)
    _check_seeds(spec, where)
    arena, profiles = plan_league(replace(spec.league_of(spec.policies), variants=spec.variants), where)
    taken = [name for name in spec.policies if re.fullmatch(rf"{re.escape(spec.name)}_\d+", name)]
    if taken:
        raise SpecError(
            f"{where}: name: found {spec.name!r}, and among the policies {taken[0]}; allowed: a name of no policy "
            "of the pool"
        )
    for name in spec.temperatures:
        if name not in arena.contest.sides:
            raise SpecError(f"{where}: temperatures.{unknown_word(name, 'side', arena.contest.sides)}")
    if spec.slack and spec.temperatures:
        raise SpecError(
            f"{where}: temperatures: found beside slack = {spec.slack:g}; allowed: one of the two, for mixtures are "
            "either logit or even"
        )
    starts = tuple(
        find_profile(name, arena.contest, spec.variants, f"{where}: starts") for name in spec.starts
    )
    able = [profile for profile in profiles if can_learn(profile)] if spec.best else []
    if spec.best and not able:
        raise SpecError(f"{where}: policies: none of them has weights to tune")
    if not starts and not able:
        raise SpecError(
            f"{where}: starts: found none, and best = 0; allowed: one or more, or best of 1 or more"
        )
    for side in range(2):
        lesson = Lesson(side, factions_of(arena, side), (*starts, *able)[0], (), (), spec.draw)
        check_starts(lesson, (*starts, *able), spec.training, where)
    return Search(spec, arena, profiles, starts)


def run_equilibrium(plan: Search, folder: Path, threads: int, progress: Progress | None = None) -> Searched:
    """Train responses and put them into the pool, until none gains more than the target or the steps are spent.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; cells, generations and steps done are kept in `folder`, and the next run goes on from them.
    """
    spec, names, profiles = plan.spec, plan.spec.policies, plan.profiles
    steps: list[Step] = []
    while True:
        league = play_league(spec.league_of(names), plan.arena, profiles, folder, threads, progress)
        steps.append(_step(plan, league, steps, folder, threads, progress))
        if _is_reached(steps, spec) or len(steps) == spec.steps:
            return Searched(plan, tuple(steps), league, base_name_of(plan.arena, steps[-1].policies[0]))
        factions = factions_of(plan.arena, 0) + factions_of(plan.arena, 1)
        names = (*names, *(policy.name for policy in steps[-1].policies))
        profiles = (*profiles, *(dict.fromkeys(factions, policy) for policy in steps[-1].policies))


def _step(
    plan: Search, league: League, before: list[Step], folder: Path, threads: int, progress: Progress | None
) -> Step:
    """The mixtures of a pool, or its newest response alone, and the best responses, trained, tested and kept."""
    spec, sides, number = plan.spec, plan.arena.contest.sides, len(before)
    alone = spec.counters and number % 2 == 1
    pool = plan.pool(league)
    own = (pool.alone(before[-1].policies[0].name),) * 2 if alone else plan.mixtures_of(pool)
    equilibrium = {side: pool.named(mixture) for side, mixture in zip(sides, own, strict=True)}
    past = [] if alone or number < spec.warm_up else _newest(before[spec.warm_up :], spec.memory - 1)
    row, column = (
        pool.mean([equilibrium[side], *(old[side] for old in past)], spec.rarest) for side in sides
    )
    lessons = _lesson(plan, pool, 0, column, row), _lesson(plan, pool, 1, row, column)
    starts = _starts(plan, pool, 0, column), _starts(plan, pool, 1, row)
    path = open_folder(folder / "steps") / f"{_key(plan, lessons, starts, number)}.json"
    kept = read_json(path)
    if kept is None:
        found = [
            _respond(plan, lesson, own, number, folder, threads, progress)
            for lesson, own in zip(lessons, starts, strict=True)
        ]
        kept = {
            "gains": [asdict(gain) for gain, _ in found],
            "vectors": [vectors for _, vectors in found],
        }
        write_json(path, kept)
    elif progress is not None:
        progress(_games_of(spec))
    mixtures = {side: pool.named(mixture) for side, mixture in zip(sides, (row, column), strict=True)}
    gains = {side: _gain_of(kept["gains"][place]) for place, side in enumerate(sides)}
    first = 1 + sum(len(step.policies) for step in before)
    policies = _policies(spec, lessons, first, mixtures, gains, kept["vectors"])
    return Step(alone, mix(np.outer(row, column), shares_of(league)), mixtures, equilibrium, gains, policies)


def _newest(steps: Sequence[Step], count: int) -> list[Mixtures]:
    """The equilibria of the last `count` steps that have one."""
    return [step.equilibrium for step in steps if not step.alone][::-1][:count]


def _lesson(plan: Search, pool: Pool, side: int, against: Shares, own: Shares) -> Lesson:
    """A side's search against the other's mixture."""
    factions = factions_of(plan.arena, side)
    some = next(profile for profile in (*plan.starts, *pool.profiles) if can_learn(profile))
    return Lesson(side, factions, some, pool.entries(against), pool.entries(own), plan.spec.draw)


def _starts(plan: Search, pool: Pool, side: int, against: Shares) -> tuple[Profile, ...]:
    """Where a side's searches begin: at the policies named, and at those of the pool that do best."""
    best = pool.best(side, against, plan.spec.best)
    return (*plan.starts, *(profile for profile in best if profile not in plan.starts))


def _respond(
    plan: Search,
    lesson: Lesson,
    starts: tuple[Profile, ...],
    number: int,
    folder: Path,
    threads: int,
    progress: Progress | None,
) -> tuple[Gain, list[dict[str, tuple[float, ...]]]]:
    """Train one side's responses on the dice of its step and test the best on others."""
    spec = plan.spec
    training = replace(spec.training, seed=spec.training.seed + number)
    dice = _dice(spec, training.seed)
    learnt = best_response(dice, lesson, starts, training, folder, threads, progress, spec.join)
    test = _dice(spec, spec.test.seed + number)
    gain = measure_mixture(test, lesson, learnt[0], spec.test.games, threads, progress)
    return gain, [{name: profile[name].weights_of(name) for name in lesson.learners} for profile in learnt]


def _dice(spec: EquilibriumSpec, seed: int) -> Arena:
    return open_arena(spec.game, spec.players, spec.rules, spec.data, seed, "random")


def _games_of(spec: EquilibriumSpec) -> int:
    """About how many games a step's searches and tests play."""
    training, searches = spec.training, len(spec.starts) + spec.best
    return 2 * (games_of_response(training, searches, training.games) + 2 * spec.test.games)


def _key(
    plan: Search, lessons: tuple[Lesson, Lesson], starts: tuple[tuple[Profile, ...], ...], number: int
) -> str:
    """The fingerprint of a step: of all that decides its responses and their test."""
    facts = [
        [
            [facts_of(start, lesson.learners) for start in own],
            _facts(lesson.opponents),
            _facts(lesson.reference),
        ]
        for lesson, own in zip(lessons, starts, strict=True)
    ]
    return identity(
        plan.arena,
        facts,
        asdict(plan.spec.training),
        asdict(plan.spec.test),
        number,
        plan.spec.draw,
        plan.spec.join,
    )


def _facts(entries: tuple[Entry, ...]) -> list[Any]:
    return [[facts_of(entry.profile, tuple(entry.profile)), entry.share] for entry in entries]


def _policies(
    spec: EquilibriumSpec,
    lessons: tuple[Lesson, Lesson],
    first: int,
    mixtures: Mixtures,
    gains: dict[str, Gain],
    vectors: list[list[dict[str, list[float]]]],
) -> tuple[Policy, ...]:
    """The responses of a step, of both sides under one name, with their history; `vectors` by side, the best first."""
    told = "; ".join(f"{side} {points(gain.gain)}" for side, gain in gains.items())
    against = f"Best responses to {in_words(mixtures)}."
    policies = []
    for place in range(max(map(len, vectors))):
        weights = {name: own for found in vectors for name, own in found[min(place, len(found) - 1)].items()}
        profile = {
            name: replace(lesson.start[name], weights=tuple(weights[name]), by_faction={})
            for lesson in lessons
            for name in lesson.learners
        }
        history = (
            f"{against} Gain on {spec.test.games:,} fresh games: {told}."
            if place == 0
            else f"Found beside {spec.name}_{first}, by searches from other policies."
        )
        policies.append(
            joined_policy(
                f"{spec.name}_{first + place}", "Trained against one pair of mixtures only.", history, profile
            )
        )
    return tuple(policies)


def _gain_of(kept: dict[str, Any]) -> Gain:
    ends = {name: Interval(**kept[name]) for name in ("learnt", "reference", "gain")}
    return Gain(kept["opponent"], **ends)


def _is_reached(steps: Sequence[Step], spec: EquilibriumSpec) -> bool:
    """Whether no response of the last steps gains more than the target, by the upper ends of the intervals."""
    if steps[-1].alone:
        return False
    last = [step for step in steps if not step.alone][-spec.patience :]
    gains = [gain.gain.high for step in last for gain in step.gains.values()]
    return len(last) == spec.patience and max(gains) <= spec.target * POINT


def _check_seeds(spec: EquilibriumSpec, where: str) -> None:
    """Refuse training, tests and the league of the pool on the same dice; a step adds 1 to a seed."""
    used = {"seed": range(spec.seed, spec.seed + 1)}
    for name, first in (("training.seed", spec.training.seed), ("test.seed", spec.test.seed)):
        for other, seeds in used.items():
            if first < seeds.stop and seeds.start < first + spec.steps:
                raise SpecError(
                    f"{where}: {name}: found {first}, with {spec.steps} steps up to {first + spec.steps - 1}; "
                    f"allowed: apart from {other}, {seeds.start} to {seeds.stop - 1}"
                )
        used[name] = range(first, first + spec.steps)
