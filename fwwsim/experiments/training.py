"""One side learns: a search for weights that win more against fixed opponents, and an honest test of what it found."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.simulate import Progress, simulate
from fwwsim.errors import SpecError
from fwwsim.experiments.players import Arena, Profile, facts_of, identity
from fwwsim.experiments.spec import setting, unknown_word
from fwwsim.experiments.store import open_folder, read_json, write_json
from fwwsim.policies.catalogue import Policy
from fwwsim.policies.tuning import Found, Generation, Plan, Vectors, search
from fwwsim.stats.intervals import Interval, mean_interval, stratified_mean

VECTORS = ("faction", "side")
GAMES = ("opponent", "candidate")
DECIMALS = 4  # of the weights that are tested and written
CHUNKS = 2  # pieces of work a thread


@dataclass(frozen=True, slots=True)
class Training:
    """The table ``[training]`` of a spec."""

    games: int = setting(least=2, most=10**7)  # of a candidate: with each opponent, or with all of them
    generations: int = setting(least=1, most=100_000)
    population: int = setting(least=4, most=10_000)  # candidates a generation
    seed: int = setting()
    step: float = setting(0.3, least=0.001, most=10.0)
    fixed: tuple[str, ...] = setting(())  # weights that stay as they are: WEIGHT, or FACTION.WEIGHT
    vectors: str = setting(
        "faction", allowed=VECTORS
    )  # one vector a faction, or one for all that learn of a side
    per: str = setting(
        "opponent", allowed=GAMES
    )  # `games` are played with each opponent, or dealt out by their shares


@dataclass(frozen=True, slots=True)
class Trial:
    """The table ``[test]`` of a spec."""

    games: int = setting(least=2, most=10**8)  # against each opponent
    seed: int = setting()


@dataclass(frozen=True, slots=True)
class Entry:
    """A profile under its name in the spec, and its share of a mixture."""

    name: str
    profile: Profile
    share: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """One side's search.

    Attributes
    ----------
    side : int
    learners : tuple of str
        Factions whose weights are tuned; the side's others play by `start`.
    start : Profile
        Where the search begins.
    opponents : tuple of Entry
        Of the other side; shares of sum 1.
    reference : tuple of Entry
        Of the own side: what a gain is measured against; shares of sum 1.
    draw : float
        What a game without a winner counts for the first side.
    selfish : bool
        Whether games count that the learner's player won, instead of the side.
    """

    side: int
    learners: tuple[str, ...]
    start: Profile
    opponents: tuple[Entry, ...]
    reference: tuple[Entry, ...]
    draw: float
    selfish: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """Points (of 1 a game) of learners and reference against one opponent, or all; paired on the same dice."""

    opponent: str
    learnt: Interval
    reference: Interval
    gain: Interval


def check_training(training: Training, test: Trial, where: str) -> None:
    """Refuse a test on the dice of the training.

    Raises
    ------
    SpecError
    """
    if training.seed == test.seed:
        raise SpecError(
            f"{where}: test.seed: found {test.seed}, the seed of the training; allowed: any other"
        )


def plan_search(lesson: Lesson, training: Training, where: str) -> Plan:
    """The search of a lesson.

    Raises
    ------
    SpecError
        Policies without weights, weights of different families, or an unknown fixed weight.
    """
    first = lesson.start[lesson.learners[0]]
    names = first.base.weights
    if not names:
        raise SpecError(f"{where}: {first.name}: has no weights to tune")
    if any(policy.base != first.base for policy in lesson.start.values()):
        raise SpecError(f"{where}: policies of different families; allowed: one base for all factions")
    for weight in training.fixed:
        faction, dot, name = weight.rpartition(".")
        if name not in names:
            raise SpecError(f"{where}: training.fixed: {unknown_word(name, 'weight', names)}")
        if dot and (training.vectors != "faction" or faction not in lesson.start):
            factions = tuple(lesson.start) if training.vectors == "faction" else ()
            raise SpecError(f"{where}: training.fixed: {unknown_word(faction, 'faction', factions)}")
    blocks = lesson.learners if training.vectors == "faction" else lesson.learners[:1]
    start = tuple(weight for faction in blocks for weight in lesson.start[faction].weights_of(faction))
    fixed = training.fixed
    free = tuple(
        name not in fixed and f"{faction}.{name}" not in fixed for faction in blocks for name in names
    )
    return Plan(start, free, training.step, training.population, training.generations, training.seed)


def train(
    arena: Arena,
    lesson: Lesson,
    training: Training,
    plan: Plan,
    folder: Path,
    threads: int,
    progress: Progress | None,
) -> tuple[Profile, Found]:
    """Search, keeping each generation in `folder`; goes on where an earlier run of the same search was ended.

    The number of generations is not part of what makes a search the same: with more of them it is taken up again.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; the generations done are kept.
    """
    same = {name: value for name, value in asdict(plan).items() if name != "generations"}
    games = games_by_opponent(lesson, training)
    key = identity(arena, same, _lesson_facts(arena, lesson), games, training.vectors)
    path = open_folder(folder / "searches") / f"{key}.json"
    kept = [Generation(row["candidates"], tuple(row["scores"])) for row in read_json(path) or ()]
    if progress is not None and kept:
        progress(sum(games) * training.population * min(len(kept), plan.generations))

    def score(generation: int, vectors: Vectors) -> list[float]:
        profiles = [learnt_profile(lesson, vector) for vector in vectors]
        return score_profiles(arena, lesson, profiles, games, generation, threads, progress)

    def keep(generation: Generation) -> None:
        kept.append(generation)
        write_json(path, [asdict(row) for row in kept])

    found = search(plan, score, tuple(kept), keep)
    return learnt_profile(lesson, np.round(found.vector, DECIMALS)), found


def games_by_opponent(lesson: Lesson, training: Training) -> tuple[int, ...]:
    """How many games a candidate plays with each opponent of a lesson; at least one with each."""
    if training.per == "opponent":
        return (training.games,) * len(lesson.opponents)
    return tuple(max(1, round(training.games * entry.share)) for entry in lesson.opponents)


def score_profiles(
    arena: Arena,
    lesson: Lesson,
    profiles: Sequence[Profile],
    games: Sequence[int],
    generation: int,
    threads: int,
    progress: Progress | None,
) -> list[float]:
    """The mean points of each candidate; all of a generation meet the same dice, each generation new ones.

    A thread plays one candidate's games, for these are few.
    """

    def score(profile: Profile) -> float:
        points = 0.0
        for entry, number in zip(lesson.opponents, games, strict=True):
            found = play(arena, lesson, profile, entry.profile, number, generation * number, 1, None)
            points += entry.share * float(found.mean())
        return points

    scores = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for value in pool.map(score, profiles):
                scores.append(value)
                if progress is not None:
                    progress(sum(games))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return scores


def learnt_profile(lesson: Lesson, vector: NDArray[np.float64]) -> Profile:
    """The lesson's start with the learners' weights replaced: a vector of one block a learner, or one for all."""
    width = len(lesson.start[lesson.learners[0]].base.weights)
    profile = dict(lesson.start)
    for place, faction in enumerate(lesson.learners):
        block = vector.reshape(-1, width)[place if len(vector) > width else 0]
        policy = lesson.start[faction]
        profile[faction] = replace(policy, weights=tuple(map(float, block)), by_faction={})
    return profile


def play(
    arena: Arena,
    lesson: Lesson,
    own: Profile,
    other: Profile,
    games: int,
    first: int,
    threads: int,
    progress: Progress | None,
) -> NDArray[np.float64]:
    """The learning side's points of each game, 0 to 1."""
    match = arena.seat(own, other) if lesson.side == 0 else arena.seat(other, own)
    chunk = max(1, -(-games // (CHUNKS * threads))) if threads > 1 else games
    run = simulate(match, games, first=first, threads=threads, chunk=min(chunk, 4096), progress=progress)
    if run.interrupted:
        raise KeyboardInterrupt
    contest, outcomes = arena.contest, run.outcomes
    if lesson.selfish:
        return contest.won_by(outcomes, lesson.learners[0], arena.players).astype(np.float64)
    won, lost = contest.won(outcomes, lesson.side), contest.won(outcomes, 1 - lesson.side)
    draw = lesson.draw if lesson.side == 0 else 1 - lesson.draw
    return np.where(won, 1.0, np.where(lost, 0.0, draw))


def measure(
    arena: Arena, lesson: Lesson, learnt: Profile, games: int, threads: int, progress: Progress | None
) -> tuple[Gain, ...]:
    """What the learnt profile gains over the reference, opponent by opponent and over their mixture (the last row).

    All meet the same dice, so that the difference is taken game by game. `arena` has the seed of the test. The games
    with an opponent are dealt out to the references by their shares, to each a run of games.
    """
    rows = []
    dealt = deal(games, [reference.share for reference in lesson.reference])
    mixed = np.zeros(games), np.zeros(games)
    for entry in lesson.opponents:
        new = play(arena, lesson, learnt, entry.profile, games, 0, threads, progress)
        old = np.concatenate(
            [
                play(arena, lesson, reference.profile, entry.profile, number, first, threads, progress)
                for reference, (first, number) in zip(lesson.reference, dealt, strict=True)
                if number
            ]
        )
        rows.append(_gain(entry.name, new, old))
        mixed[0][:] += entry.share * new
        mixed[1][:] += entry.share * old
    return (*rows, _gain("all opponents", *mixed))


def deal(games: int, shares: Sequence[float]) -> list[tuple[int, int]]:
    """The first game and the number of games of each share, in their order; each share to within a game.

    >>> deal(10, [0.25, 0.5, 0.25])
    [(0, 2), (2, 6), (8, 2)]
    """
    ends = np.round(games * np.cumsum([0.0, *shares]) / sum(shares)).astype(int).tolist()
    return [(first, end - first) for first, end in pairwise(ends)]


def measure_mixture(
    arena: Arena, lesson: Lesson, learnt: Profile, games: int, threads: int, progress: Progress | None
) -> Gain:
    """What the learnt profile gains over the mixture of references, against the mixture of opponents.

    About `games` games are dealt out to the pairs of opponent and reference by their shares; both meet the same dice.
    """
    learnt_strata, reference_strata, gain_strata = [], [], []
    first = 0
    for opponent in lesson.opponents:
        for reference in lesson.reference:
            share = opponent.share * reference.share
            number = max(2, round(games * share))
            new, old = (
                play(arena, lesson, own, opponent.profile, number, first, threads, progress)
                for own in (learnt, reference.profile)
            )
            learnt_strata.append((share, new))
            reference_strata.append((share, old))
            gain_strata.append((share, new - old))
            first += number
    means = (stratified_mean(strata) for strata in (learnt_strata, reference_strata, gain_strata))
    return Gain("mixture", *means)


def mean_of(gains: list[tuple[Gain, ...]]) -> Interval:
    """The mean gain over sides; their tests are taken as dependent, so the ends are means of the ends."""
    last = [rows[-1].gain for rows in gains]
    estimate, low, high = (
        sum(getattr(gain, end) for gain in last) / len(last) for end in ("estimate", "low", "high")
    )
    return Interval(estimate, low, high, sum(gain.n for gain in last))


def games_of(lesson: Lesson, training: Training, test: Trial) -> int:
    """How many games a lesson and its test play."""
    searched = training.generations * training.population * sum(games_by_opponent(lesson, training))
    return searched + games_of_test(lesson, test)


def games_of_test(lesson: Lesson, test: Trial) -> int:
    """How many games the test of a lesson plays."""
    return 2 * len(lesson.opponents) * test.games


def joined_policy(name: str, idea: str, history: str, profile: Profile) -> Policy:
    """One policy with a vector a faction from a profile of one family."""
    some = next(iter(profile.values()))
    vectors = {faction: policy.weights_of(faction) for faction, policy in profile.items()}
    return Policy(name, some.base, idea, (), some.settings, vectors, history)


def _gain(opponent: str, new: NDArray[np.float64], old: NDArray[np.float64]) -> Gain:
    return Gain(opponent, mean_interval(new), mean_interval(old), mean_interval(new - old))


def _lesson_facts(arena: Arena, lesson: Lesson) -> list[Any]:
    own, other = (
        arena.contest.factions[arena.contest.sides[side]] for side in (lesson.side, 1 - lesson.side)
    )
    opponents = [[facts_of(entry.profile, other), entry.share] for entry in lesson.opponents]
    return [
        lesson.side,
        lesson.learners,
        facts_of(lesson.start, own),
        opponents,
        lesson.draw,
        lesson.selfish,
    ]
