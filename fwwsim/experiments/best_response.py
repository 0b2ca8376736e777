"""A side's best response: searches from several starts, and the best of what they found."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fwwsim.engine.simulate import Progress
from fwwsim.experiments.players import Arena, Profile
from fwwsim.experiments.training import (
    Lesson,
    Training,
    games_by_opponent,
    plan_search,
    score_profiles,
    train,
)


def check_starts(lesson: Lesson, starts: Sequence[Profile], training: Training, where: str) -> None:
    """Refuse starts that a search of this training cannot begin at.

    Raises
    ------
    SpecError
        As `plan_search`.
    """
    for start in starts:
        plan_search(replace(lesson, start=start), training, where)


def best_response(
    arena: Arena,
    lesson: Lesson,
    starts: Sequence[Profile],
    training: Training,
    folder: Path,
    threads: int,
    progress: Progress | None,
    most: int = 0,
) -> tuple[Profile, ...]:
    """Search from each start: what was found, and first of all the best of it.

    Of several searches, the best of what was found and of the starts comes first, and then what else was found, of
    which no more is kept than makes `most` profiles in all (the better ones; 0 keeps all).

    A search can end below another one's start, since it is short and sees noisy scores. The choice is made on dice
    that no generation met, a generation's games for each candidate; a test of its worth must take others still.
    What a single search found is taken as it is.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C; the generations done are kept in `folder`.
    """
    found = []
    for start in starts:
        begun = replace(lesson, start=start)
        learnt, _ = train(arena, begun, training, plan_search(begun, training, ""), folder, threads, progress)
        found.append(learnt)
    if len(found) == 1:
        return tuple(found)
    candidates = (*found, *starts)
    games = [training.population * number for number in games_by_opponent(lesson, training)]
    unseen = -(-training.generations // training.population)
    scores = score_profiles(arena, lesson, candidates, games, unseen, threads, progress)
    ranked = sorted(range(len(candidates)), key=lambda place: -scores[place])
    best, others = ranked[0], [place for place in ranked[1:] if place < len(found)]
    kept = sorted(others[: most - 1] if most else others)
    return (candidates[best], *(candidates[place] for place in kept))


def games_of_response(training: Training, starts: int, games: int) -> int:
    """How many games a best response takes, with `games` for each candidate of a generation."""
    generations = training.generations + (2 if starts > 1 else 0)
    return starts * generations * training.population * games
