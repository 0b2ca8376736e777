"""``fwwsim equilibrium`` at tiny sizes: resumed byte for byte, its mixtures and gains counted again."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from on_disk import files_of, written
from tiny_search import SPEC, content_of, league_of

from fwwsim.experiments import equilibrium, pool
from fwwsim.experiments.best_response import best_response
from fwwsim.experiments.equilibrium import EquilibriumSpec, plan_equilibrium
from fwwsim.experiments.league import League
from fwwsim.experiments.players import Profile, find_profile
from fwwsim.experiments.pool import Pool
from fwwsim.experiments.spec import read_spec
from fwwsim.experiments.training import Entry, Gain, Lesson, Training, games_by_opponent
from fwwsim.games.first_world_war.policies.assign import read_policies, shipped_policies
from fwwsim.stats.intervals import Interval
from fwwsim.stats.logit_equilibrium import logit_equilibrium

INTERVAL = Interval(0.02, 0.01, 0.03, 100)


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the spec was run; tests only read it."""
    folder = tmp_path_factory.mktemp("searched")
    words = ["equilibrium", written(folder, SPEC), "--out", str(folder), "--threads", "2"]
    subprocess.run([sys.executable, "-m", "fwwsim", *words], check=True, stdout=subprocess.DEVNULL)
    return folder


def test_mixtures_are_the_logit_equilibrium_of_the_pool(searched: Path) -> None:
    """The first step's, from a league of the same pool; what is rarer than 1 % is left out."""
    league = league_of(searched)
    payoff = np.array([cell["share"]["estimate"] for cell in league["payoff"]]).reshape(3, 3)
    step = content_of(searched)["steps"][0]
    for side, mixture in zip(("ALLIES", "CENTRAL_POWERS"), logit_equilibrium(payoff, 0.05), strict=True):
        kept = np.where(mixture < 0.01, 0.0, mixture)
        found = [step["mixtures"][side].get(name, 0.0) for name in ("balanced", "cautious", "random")]
        assert found == pytest.approx((kept / kept.sum()).tolist())
    rows = [
        [step["mixtures"][side].get(name, 0.0) for name in league["ratings"]] for side in step["mixtures"]
    ]
    assert step["value"]["estimate"] == pytest.approx(np.array(rows[0]) @ payoff @ np.array(rows[1]))


def test_the_pool_grows_by_the_responses(searched: Path) -> None:
    content = content_of(searched)
    assert [step["responses"] for step in content["steps"]] == [["response_1"], ["response_2"]]
    policies = read_policies(searched / "tiny" / "policies.toml")
    assert list(policies) == ["response_1", "response_2"]
    assert "Best responses to ALLIES: " in policies["response_2"].history
    pool = [shipped_policies()[name] for name in ("balanced", "cautious")] + [policies["response_1"]]
    different = [
        1 + len({tuple(policy.weights_of(faction) for faction in side) for policy in pool})
        for side in (("WA", "EA"), ("DE", "GA"))
    ]  # random has no weights
    cells = len(list((searched / "tiny" / "cells").iterdir()))
    assert cells == np.prod(different) >= 9  # the last response is not played
    best = content["steps"][content["best_step"] - 1]
    gains = [max(gain["gain"]["estimate"] for gain in step["gains"].values()) for step in content["steps"]]
    assert content["best_step"] == 1 + gains.index(min(gains)) == 2
    for side, mixture in content["equilibrium"]["mixture"].items():
        assert [name.partition("@")[0] for name in mixture] == list(best["mixtures"][side])
        assert sum(mixture.values()) == pytest.approx(1)
    assert content["equilibrium"]["value"] == best["value"]
    sides = content["equilibrium"]["rates"]["side"]
    assert sum(rate["estimate"] for rate in sides.values()) == pytest.approx(1)
    points = sides["ALLIES"]["estimate"] + sides["none"]["estimate"] / 2
    assert points == pytest.approx(best["value"]["estimate"])


def test_a_gain_is_what_the_response_wins_more_than_the_mixture(searched: Path) -> None:
    """Played again, with far more games, on other dice: the intervals meet."""
    from fwwsim.experiments.players import open_arena
    from fwwsim.experiments.training import play

    content = content_of(searched)
    step = content["steps"][0]
    arena = open_arena("first_world_war", 4, (), "", 99, "random")
    side, other = "CENTRAL_POWERS", "ALLIES"
    entries = [
        [
            Entry(name, find_profile(name, arena.contest, {}, "x"), share)
            for name, share in step["mixtures"][one].items()
        ]
        for one in (side, other)
    ]
    response = find_profile(f"response_1@{searched}/tiny/policies.toml", arena.contest, {}, "x")
    lesson = Lesson(1, arena.contest.factions[side], response, (), (), 0.5)
    games = 4000
    new, old = np.zeros(games), np.zeros(games)
    for opponent in entries[1]:
        new += opponent.share * play(arena, lesson, response, opponent.profile, games, 0, 2, None)
        for own in entries[0]:
            share = opponent.share * own.share
            old += share * play(arena, lesson, own.profile, opponent.profile, games, 0, 2, None)
    gain = step["gains"][side]["gain"]
    error = (gain["high"] - gain["low"]) / (2 * 1.96)
    spread = np.hypot(error, (new - old).std() / np.sqrt(games))
    assert abs((new - old).mean() - gain["estimate"]) < 4 * spread
    n = step["gains"][side]["games"]
    assert 300 <= n <= 300 + 2 * len(entries[0]) * len(entries[1])


def test_more_steps_take_up_the_ones_that_are_there(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained: list[int] = []

    def counted(*arguments: Any) -> Any:
        trained.append(1)
        return best_response(*arguments)

    monkeypatch.setattr(equilibrium, "best_response", counted)
    assert (
        command("equilibrium", written(tmp_path, SPEC), "--out", str(tmp_path / "a"), "--threads", "1")[0]
        == 0
    )
    assert len(trained) == 4
    longer = written(tmp_path, SPEC.replace("steps = 2", "steps = 3"))
    assert command("equilibrium", longer, "--out", str(tmp_path / "a"), "--threads", "2")[0] == 0
    assert len(trained) == 6
    assert command("equilibrium", longer, "--out", str(tmp_path / "a"), "--threads", "1")[0] == 0
    assert len(trained) == 6
    assert command("equilibrium", longer, "--out", str(tmp_path / "b"), "--threads", "2")[0] == 0
    assert len(trained) == 12
    one, two = (files_of(tmp_path / name) for name in "ab")
    different = [name for name in one if one[name].replace(b"/a/", b"/b/") != two[name]]
    assert (list(one), different) == (list(two), [])


def test_goes_on_after_kill_9(command: Any, tmp_path: Path) -> None:
    spec = written(tmp_path, SPEC.replace("generations = 2", "generations = 40"))
    words = [
        sys.executable,
        "-m",
        "fwwsim",
        "equilibrium",
        spec,
        "--threads",
        "1",
        "--out",
        str(tmp_path / "a"),
    ]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    searches = tmp_path / "a" / "tiny" / "searches"
    deadline = time.monotonic() + 120
    while not any(path.stat().st_size > 300 for path in searches.glob("[!.]*.json")):
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    for name in "ab":
        assert command("equilibrium", spec, "--out", str(tmp_path / name))[0] == 0
    one, two = (
        {
            name: content.replace(b"/a/", b"/b/")
            for name, content in files_of(tmp_path / run).items()
            if not name.endswith(".part")
        }
        for run in "ab"
    )
    assert one == two


def test_it_stops_when_no_response_gains_more_than_the_target(command: Any, tmp_path: Path) -> None:
    easy = SPEC.replace("target = 0.0", "target = 99.0")
    code, out, err = command("equilibrium", written(tmp_path, easy), "--out", str(tmp_path))
    assert (code, err) == (0, "")
    assert "Stopped at step 1: no trained response gains more than 99 points, by the upper end" in out
    content = content_of(tmp_path)
    assert (content["reached"], content["best_step"], len(content["steps"])) == (True, 1, 1)


def test_a_target_that_is_missed_is_said_to_be(searched: Path) -> None:
    text = (searched / "tiny" / "equilibrium.md").read_text()
    assert "Stopped after 2 steps, as many as the spec allows; the target of 0 points is not reached." in text
    content = content_of(searched)
    for step in content["steps"]:
        for gain in step["gains"].values():
            assert gain["gain"]["low"] < gain["gain"]["estimate"] < gain["gain"]["high"]
    assert (searched / "tiny" / "figures" / "gains.png").read_bytes().startswith(b"\x89PNG")
    assert "Searches begin at the policy of the pool that does best." in text
    rows = (searched / "tiny" / "steps.csv").read_text().splitlines()
    assert rows[0] == "step,against,side,learnt,mixture,gain,low,high,games"
    assert len(rows) == 5


def test_every_second_step_answers_the_newest_response_alone(command: Any, tmp_path: Path) -> None:
    text = SPEC.replace("counters = false", "counters = true").replace("steps = 2", "steps = 3")
    code, out, _ = command("equilibrium", written(tmp_path, text), "--out", str(tmp_path))
    assert code == 0
    content = content_of(tmp_path)
    assert [step["alone"] for step in content["steps"]] == [False, True, False]
    alone = content["steps"][1]
    assert alone["mixtures"] == {side: {"response_1": 1.0} for side in ("ALLIES", "CENTRAL_POWERS")}
    assert "| 2 | response_1 alone |" in out
    assert content["best_step"] in (1, 3)
    assert "response_2" in read_policies(tmp_path / "tiny" / "policies.toml")
    pools = [step["mixtures"]["CENTRAL_POWERS"] for step in content["steps"]]
    assert not {"response_1", "response_2"} & set(pools[0])
    assert set(pools[2]) & {"response_1", "response_2"}


def test_a_step_against_a_response_alone_never_ends_the_search(tmp_path: Path) -> None:
    """What it gains says nothing of any mixture."""
    steps = [
        equilibrium.Step(alone, INTERVAL, {}, {}, {"ALLIES": Gain("mixture", *[INTERVAL] * 3)}, ())  # type: ignore[arg-type]
        for alone in (False, True)
    ]
    easy = SPEC.replace("target = 0.0", "target = 3.0")
    spec = read_spec(Path(written(tmp_path, easy)), EquilibriumSpec)
    assert [equilibrium._is_reached(steps[:number], spec) for number in (1, 2)] == [True, False]
    patient = read_spec(
        Path(written(tmp_path, easy.replace("steps", "patience = 2\nsteps"))), EquilibriumSpec
    )
    mixtures = steps[:1]
    assert [equilibrium._is_reached(mixtures * number, patient) for number in (1, 2, 3)] == [
        False,
        True,
        True,
    ]
    harder = replace(patient, target=2.5)
    assert not equilibrium._is_reached(mixtures * 2, harder)


def test_the_best_mixtures_stand_against_the_responses_of_all_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first step's own responses gain 1 point; but a policy that joined later gains 10 on its mixtures."""
    spec = read_spec(Path(written(tmp_path, SPEC.replace(', "random"', ""))), EquilibriumSpec)
    plan = plan_equilibrium(spec, "tiny.toml")

    def step(name: str, gain: float) -> equilibrium.Step:
        mixtures = {side: {name: 1.0} for side in ("ALLIES", "CENTRAL_POWERS")}
        gains = {side: Gain("mixture", *[Interval(gain, gain, gain, 100)] * 3) for side in mixtures}
        return equilibrium.Step(False, INTERVAL, mixtures, mixtures, gains, ())

    league = League(spec.league_of(spec.policies), plan.arena, plan.profiles, ())
    steps = (step("balanced", 0.01), step("cautious", 0.05))
    found = equilibrium.Searched(plan, steps, league, "base")
    for payoff, best in (([[0.5, 0.5], [0.6, 0.6]], 1), ([[0.5, 0.5], [0.5, 0.6]], 0)):
        cells = tuple(tuple(Interval(value, 0.0, 1.0, 100) for value in row) for row in payoff)
        monkeypatch.setattr(pool, "shares_of", lambda _, cells=cells: cells)
        assert found.best == best
    assert replace(found, plan=replace(plan, spec=replace(spec, target=9.0))).best == 1


def test_mixtures_may_be_the_mean_of_the_newest_equilibria(
    command: Any, tmp_path: Path, searched: Path
) -> None:
    """The first step is the same, so the pool of the second is, too."""
    text = SPEC.replace("steps = 2", "steps = 2\nmemory = 2")
    assert command("equilibrium", written(tmp_path, text), "--out", str(tmp_path))[0] == 0
    first, second = content_of(searched)["steps"]
    mean = content_of(tmp_path)["steps"]
    assert mean[0] == first
    for side in ("ALLIES", "CENTRAL_POWERS"):
        for name in second["mixtures"][side]:
            expected = (first["mixtures"][side].get(name, 0.0) + second["mixtures"][side][name]) / 2
            assert mean[1]["mixtures"][side].get(name, 0.0) == pytest.approx(expected, abs=0.011)


def test_no_mean_takes_in_the_equilibria_of_the_warm_up(command: Any, tmp_path: Path, searched: Path) -> None:
    """After one step of it, the second step begins the means, and plays as without memory."""
    text = SPEC.replace("steps = 2", "steps = 2\nmemory = 2\nwarm_up = 1")
    assert command("equilibrium", written(tmp_path, text), "--out", str(tmp_path))[0] == 0
    assert content_of(tmp_path)["steps"] == content_of(searched)["steps"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("", ["cautious"]),  # random does best, but cannot learn
        ("best = 2", ["cautious", "balanced"]),
        ('starts = ["tuned"]\nbest = 0', ["tuned"]),
        ('starts = ["tuned", "cautious"]\nbest = 2', ["tuned", "cautious", "balanced"]),
    ],
)
def test_searches_begin_where_the_spec_says(tmp_path: Path, keys: str, expected: list[str]) -> None:
    spec = read_spec(
        Path(written(tmp_path, SPEC.replace("steps = 2", f"steps = 2\n{keys}"))), EquilibriumSpec
    )
    plan = plan_equilibrium(spec, "tiny.toml")
    payoff = np.repeat([[0.0], [1.0], [2.0]], 3, axis=1)
    three = Pool(plan.arena, spec.policies, plan.profiles, payoff, 3)
    starts = equilibrium._starts(plan, three, 0, np.full(3, 1 / 3))
    assert [{policy.name for policy in start.values()} for start in starts] == [{name} for name in expected]


def test_join_bounds_how_many_responses_join_the_pool(command: Any, tmp_path: Path) -> None:
    text = SPEC.replace("steps = 2", 'steps = 2\npatience = 2\nstarts = ["cautious"]\nbest = 2\njoin = 1')
    code, out, _ = command("equilibrium", written(tmp_path, text), "--out", str(tmp_path), "--threads", "1")
    assert code == 0
    assert "the target of 0 points is not reached, in 2 steps in a row." in out
    assert "Searches begin at cautious, at the 2 policies of the pool that do best." in out
    names = [step["responses"] for step in content_of(tmp_path)["steps"]]
    assert names == [["response_1"], ["response_2"]]


def test_what_every_search_of_a_step_found_joins_the_pool(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best first; a side with one response less gives its last one again."""
    found: list[tuple[Profile, ...]] = []

    def noted(*arguments: Any) -> tuple[Profile, ...]:
        responses = best_response(*arguments)
        found.append(responses[: 2 + len(found) % 2])
        return found[-1]

    monkeypatch.setattr(equilibrium, "best_response", noted)
    text = SPEC.replace("steps = 2", "steps = 2\nbest = 2").replace("counters = false", "counters = true")
    code, out, _ = command("equilibrium", written(tmp_path, text), "--out", str(tmp_path), "--threads", "1")
    assert code == 0
    content = content_of(tmp_path)
    policies = read_policies(tmp_path / "tiny" / "policies.toml")
    names = [step["responses"] for step in content["steps"]]
    assert names[0][:2] == ["response_1", "response_2"]
    assert [name for step in names for name in step] == list(policies)
    for place, name in enumerate(names[0]):
        for side, own in zip((("WA", "EA"), ("DE", "GA")), found[:2], strict=True):
            expected = own[min(place, len(own) - 1)]
            for faction in side:
                assert policies[name].weights_of(faction) == pytest.approx(
                    expected[faction].weights_of(faction)
                )
    assert content["steps"][1]["mixtures"] == {
        side: {"response_1": 1.0} for side in ("ALLIES", "CENTRAL_POWERS")
    }
    assert "Found beside response_1, by searches from other policies." in policies["response_2"].history
    assert "| 2 | response_1 alone |" in out


def test_exploit_reads_the_mixtures(command: Any, searched: Path, tmp_path: Path) -> None:
    text = (
        f'league = "{searched}/tiny/equilibrium.json"\nstarts = ["balanced"]\n'
        + SPEC[SPEC.index("[training]") :]
    )
    (tmp_path / "after.toml").write_text(text)
    code, out, err = command("exploit", str(tmp_path / "after.toml"), "--out", str(tmp_path))
    assert (code, err) == (0, "")
    content = content_of(searched)
    assert content["best_step"] == 2
    assert f"response_1@{searched}/tiny/policies.toml" in content["equilibrium"]["mixture"]["CENTRAL_POWERS"]
    assert f"response_1@{searched}/tiny/policies.toml" in out


def test_hector_and_achilles_has_an_equilibrium(command: Any, tmp_path: Path) -> None:
    text = SPEC.replace('"balanced", "cautious", "random"', '"greedy", "random"').replace(
        "steps = 2", 'steps = 1\nplayers = 2\ngame = "hector_and_achilles"'
    )
    code, out, err = command("equilibrium", written(tmp_path, text), "--out", str(tmp_path))
    assert (code, err) == (0, "")
    assert out.startswith("# Equilibrium of Hector and Achilles")


def test_games_are_dealt_out_by_shares() -> None:
    entries = tuple(Entry(name, {}, share) for name, share in (("a", 0.7), ("b", 0.299), ("c", 0.001)))
    lesson = Lesson(0, (), {}, entries, (), 0.5)
    training = Training(games=100, generations=1, population=4, seed=1)
    assert games_by_opponent(lesson, training) == (100, 100, 100)
    dealt = Training(games=100, generations=1, population=4, seed=1, per="candidate")
    assert games_by_opponent(lesson, dealt) == (70, 30, 1)
