"""A best response is the best of several searches and of their starts, chosen on dice that no search met."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fwwsim.experiments import best_response as module
from fwwsim.experiments.best_response import best_response, games_of_response
from fwwsim.experiments.players import Arena, Profile, find_profile, open_arena
from fwwsim.experiments.training import Entry, Lesson, Training, plan_search, play, train

TRAINING = Training(games=30, generations=3, population=4, seed=7, per="candidate", fixed=("city",))


def names_of(profile: Profile) -> set[str]:
    return {policy.name for policy in profile.values()}


@pytest.fixture(scope="module")
def arena() -> Arena:
    return open_arena("first_world_war", 4, (), "", 7, "random")


@pytest.fixture(scope="module")
def lesson(arena: Arena) -> Lesson:
    own, other = (find_profile(name, arena.contest, {}, "x") for name in ("balanced", "cautious"))
    return Lesson(1, arena.contest.factions["CENTRAL_POWERS"], own, (Entry("cautious", other, 1.0),), (), 0.5)


def test_the_best_of_all_is_taken(arena: Arena, lesson: Lesson, tmp_path: Path) -> None:
    """Played again on the same dice, none of the searches and starts does better."""
    starts = [find_profile(name, arena.contest, {}, "x") for name in ("balanced", "tuned")]
    found, *others = best_response(arena, lesson, starts, TRAINING, tmp_path, 2, None)
    candidates = [*starts]
    for start in starts:
        begun = replace(lesson, start=start)
        candidates.append(
            train(arena, begun, TRAINING, plan_search(begun, TRAINING, ""), tmp_path, 1, None)[0]
        )
    games, first = 4 * 30, 120  # a generation's; searches met the dice of games 0 to 89
    points = [
        play(arena, lesson, profile, lesson.opponents[0].profile, games, first, 1, None).mean()
        for profile in candidates
    ]
    assert found in candidates
    assert others == [profile for profile in candidates[2:] if profile != found]
    assert points[candidates.index(found)] == max(points) > min(points)


def test_no_more_is_kept_than_asked_for_and_it_is_the_best(
    arena: Arena, lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches that find nothing but end at their starts, and a judge who likes them in another order."""
    names = ("cautious", "tuned", "balanced", "aggressive")
    starts = [find_profile(name, arena.contest, {}, "x") for name in names]
    liked = [0.3, 0.9, 0.1, 0.4]
    monkeypatch.setattr(module, "train", lambda _, begun, *others: (begun.start, None))
    monkeypatch.setattr(module, "score_profiles", lambda *_: liked + [0.0] * 4)
    for most, expected in [
        (0, ["tuned", "cautious", "balanced", "aggressive"]),
        (1, ["tuned"]),
        (3, ["tuned", "cautious", "aggressive"]),
        (9, ["tuned", "cautious", "balanced", "aggressive"]),
    ]:
        found = best_response(arena, lesson, starts, TRAINING, tmp_path, 1, None, most)
        assert [names_of(profile) for profile in found] == [{name} for name in expected]


def test_a_start_that_no_search_improves_on_stays(
    arena: Arena, lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`random` moves, whatever its weights: here a search that has ended far below its start."""
    starts = [find_profile(name, arena.contest, {}, "x") for name in ("cautious", "tuned")]
    bad = find_profile("random", arena.contest, {}, "x")
    monkeypatch.setattr(module, "train", lambda *_: (bad, None))
    assert names_of(best_response(arena, lesson, starts, TRAINING, tmp_path, 1, None)[0]) == {"tuned"}
    assert best_response(arena, lesson, starts[1:], TRAINING, tmp_path, 1, None) == (bad,)


def test_the_choice_is_made_on_dice_of_its_own(
    arena: Arena, lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[tuple[int, int]] = []

    def noted(*words: Any) -> Any:
        games, first = words[4:6]
        met.append((first, first + games))
        return np.zeros(games)

    monkeypatch.setattr("fwwsim.experiments.training.play", noted)
    best_response(arena, lesson, [lesson.start] * 2, TRAINING, tmp_path, 1, None)
    searched, chosen = met[: 3 * 4], met[3 * 4 :]  # the second search is the first one, kept
    assert len(chosen) == 4
    assert set(searched) == {(0, 30), (30, 60), (60, 90)}
    assert set(chosen) == {(120, 240)}
    assert games_of_response(TRAINING, 1, 30) == 3 * 4 * 30
    assert games_of_response(TRAINING, 2, 30) == 2 * (3 * 4 * 30 + 2 * 120)
