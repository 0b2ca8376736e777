"""Tuning: better weights for some factions against a pool of opponents, each side on its own."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fwwsim.engine.simulate import Progress
from fwwsim.errors import SpecError
from fwwsim.experiments.players import Arena, Profile, Variant, find_profile, open_arena
from fwwsim.experiments.spec import setting, unknown_word
from fwwsim.experiments.training import (
    Entry,
    Gain,
    Lesson,
    Training,
    Trial,
    check_training,
    games_by_opponent,
    games_of,
    joined_policy,
    mean_of,
    measure,
    plan_search,
    train,
)
from fwwsim.policies.catalogue import Policy
from fwwsim.policies.tuning import Plan
from fwwsim.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class TuneSpec:
    """What ``fwwsim tune`` reads."""

    training: Training
    test: Trial
    base: str = setting()  # the policy where the search begins
    factions: tuple[str, ...] = setting()  # whose weights are tuned
    opponents: tuple[str, ...] = setting()  # each with an equal share
    reference: str = setting("")  # the policy that the gain is measured against; "": base
    name: str = setting("tuned")  # of the policy written
    idea: str = setting("Weights found by fwwsim tune.")
    objective: str = setting("alliance", allowed=("alliance", "faction"))  # whose wins count
    game: str = setting("first_world_war")
    players: int = setting(4)
    rules: tuple[str, ...] = setting(())
    data: str = setting("")
    draw: float = setting(0.5, least=0.0, most=1.0)  # what a game without a winner counts for the first side
    variants: dict[str, Variant] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TunePlan:
    """A tuning ready to run: the arenas of training and test, and each side's lesson and search."""

    spec: TuneSpec
    where: str
    arena: Arena
    test_arena: Arena
    base: Profile
    lessons: tuple[tuple[Lesson, Plan], ...]

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(games_of(lesson, self.spec.training, self.spec.test) for lesson, _ in self.lessons)


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a tuning found: by side the gains on fresh dice, their mean over sides, and the policy."""

    plan: TunePlan
    gains: dict[str, tuple[Gain, ...]]
    mean: Interval
    policy: Policy
    base_name: str


def open_arenas(spec: Any, where: str) -> tuple[Arena, Arena]:
    """Where a spec of `tune` or `exploit` trains and where it tests: the same rules on other dice.

    Raises
    ------
    FwwsimError
        A name, seed or setting that cannot be used; `where` begins the message.
    """
    check_training(spec.training, spec.test, where)
    check_name(spec.name, where)
    training, test = (
        open_arena(spec.game, spec.players, spec.rules, spec.data, seed, "random")
        for seed in (spec.training.seed, spec.test.seed)
    )
    return training, test


def plan_tune(spec: TuneSpec, where: str) -> TunePlan:
    """The searches of a spec.

    Raises
    ------
    FwwsimError
        Something in the spec that cannot be used; `where` begins the message.
    """
    arenas = open_arenas(spec, where)
    contest = arenas[0].contest
    base = find_profile(spec.base, contest, spec.variants, f"{where}: base")
    reference = spec.reference or spec.base
    against = find_profile(reference, contest, spec.variants, f"{where}: reference")
    if not spec.opponents:
        raise SpecError(f"{where}: opponents: found none; allowed: one or more")
    opponents = tuple(
        Entry(
            name, find_profile(name, contest, spec.variants, f"{where}: opponents"), 1 / len(spec.opponents)
        )
        for name in spec.opponents
    )
    learners = _learners(spec, contest.factions, where)
    lessons = []
    for side, name in enumerate(contest.sides):
        if learners[name]:
            lesson = Lesson(
                side,
                learners[name],
                base,
                opponents,
                (Entry(reference, against, 1.0),),
                spec.draw,
                spec.objective == "faction",
            )
            lessons.append((lesson, plan_search(lesson, spec.training, where)))
    return TunePlan(spec, where, arenas[0], arenas[1], base, tuple(lessons))


def run_tune(plan: TunePlan, folder: Path, threads: int, progress: Progress | None = None) -> Tuned:
    """Search for each side in turn and test what was found.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; the generations done are kept in `folder`, and the next run goes on from them.
    """
    spec, profile, gains = plan.spec, dict(plan.base), {}
    for lesson, search in plan.lessons:
        learnt, _ = train(plan.arena, lesson, spec.training, search, folder, threads, progress)
        side = plan.arena.contest.sides[lesson.side]
        gains[side] = measure(plan.test_arena, lesson, learnt, spec.test.games, threads, progress)
        profile.update({faction: learnt[faction] for faction in lesson.learners})
    mean = mean_of(list(gains.values()))
    policy = joined_policy(spec.name, spec.idea, _history(plan, gains), profile)
    return Tuned(plan, gains, mean, policy, base_name_of(plan.arena, policy))


def base_name_of(arena: Arena, policy: Policy) -> str:
    """The name of a policy's family."""
    return next(name for name, base in arena.contest.bases.items() if base == policy.base)


def check_name(name: str, where: str) -> None:
    """Refuse a name that could not be written to TOML and to ``--policy`` as it stands.

    Raises
    ------
    SpecError

    Examples
    --------
    >>> check_name("my policy", "x.toml")
    Traceback (most recent call last):
    fwwsim.errors.SpecError: x.toml: name: found 'my policy'; allowed: letters, digits and _
    """
    if not (name.isascii() and name.replace("_", "a").isalnum()):
        raise SpecError(f"{where}: name: found {name!r}; allowed: letters, digits and _")


def points(gain: Interval) -> str:
    """A gain in points of a hundred games, with its interval.

    >>> points(Interval(0.1234, 0.11, 0.135, 1000))
    '+12.3 points (95 % interval +11.0 to +13.5)'
    """
    ends = (100 * gain.estimate, 100 * gain.low, 100 * gain.high)
    return "{:+.1f} points (95 % interval {:+.1f} to {:+.1f})".format(*ends)


def _learners(spec: TuneSpec, factions: dict[str, tuple[str, ...]], where: str) -> dict[str, tuple[str, ...]]:
    """Side -> its factions that learn."""
    every = tuple(faction for own in factions.values() for faction in own)
    for faction in spec.factions:
        if faction not in every:
            raise SpecError(f"{where}: factions: {unknown_word(faction, 'faction', every)}")
    if not spec.factions:
        raise SpecError(f"{where}: factions: found none; allowed: some of {', '.join(every)}")
    if spec.objective == "faction" and len(spec.factions) != 1:
        raise SpecError(
            f"{where}: objective: found 'faction' with {len(spec.factions)} factions; allowed: exactly one faction"
        )
    return {side: tuple(name for name in own if name in spec.factions) for side, own in factions.items()}


def _history(plan: TunePlan, gains: dict[str, tuple[Gain, ...]]) -> str:
    """What was trained against what, with how many games, and what it gained."""
    spec = plan.spec
    training, test = spec.training, spec.test
    candidates = training.generations * training.population
    searched = sum(candidates * sum(games_by_opponent(lesson, training)) for lesson, _ in plan.lessons)
    told = "; ".join(f"{side} {points(rows[-1].gain)}" for side, rows in gains.items())
    return (
        f"CMA-ES for {', '.join(spec.factions)} from {spec.base} against {', '.join(spec.opponents)}: "
        f"{training.generations} generations of {training.population}, {searched:,} games, "
        f"seed {training.seed}. "
        f"Gain over {spec.reference or spec.base} on {test.games:,} fresh games an opponent (seed {test.seed}): "
        f"{told}."
    )
