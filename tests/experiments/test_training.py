"""``fwwsim tune`` and ``fwwsim exploit`` at tiny sizes: resumed byte for byte after kill -9, paired, honest."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from on_disk import files_of, written

from fwwsim.cli import main
from fwwsim.engine.simulate import simulate
from fwwsim.experiments.exploit import ExploitSpec, plan_exploit
from fwwsim.experiments.league import LeagueSpec, plan_league
from fwwsim.experiments.spec import read_spec
from fwwsim.experiments.tune import TuneSpec, plan_tune
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.policies.assign import read_policies

TUNE = """
base = "cautious"
factions = ["EA", "DE"]
opponents = ["balanced", "WA=random,EA=random,DE=fortress,GA=balanced"]

[training]
games = 20
generations = 3
population = 5
seed = 1
fixed = ["city"]

[test]
games = 300
seed = 2
"""
EXPLOIT = """
starts = ["balanced"]

[profile.ALLIES]
balanced = 3
fortress = 1

[profile.CENTRAL_POWERS]
random = 0.5

[training]
games = 20
generations = 2
population = 5
seed = 1
vectors = "side"

[test]
games = 100
seed = 2
"""


def test_tune_writes_a_policy_that_plays_as_it_was_tested(command: Any, tmp_path: Path) -> None:
    spec = written(tmp_path, TUNE)
    code, out, err = command("tune", spec, "--out", str(tmp_path), "--threads", "2")
    assert (code, err) == (0, "")
    folder = tmp_path / "tiny"
    tuned = read_policies(folder / "policies.toml")["tuned"]
    base = read_policies(Path(main.__file__).parents[1] / "games/first_world_war/policies/policies.toml")[
        "cautious"
    ]
    assert tuned.weights_of("WA") == tuned.weights_of("GA") == base.weights
    assert len({tuned.weights_of(faction) for faction in ("WA", "EA", "DE")}) == 3
    assert tuned.weights_of("EA")[0] == base.weights[0] == 1.0
    assert tuned.history in out
    content = json.loads((folder / "tune.json").read_text())
    row = content["gains"]["ALLIES"][1]
    text = "WA=cautious,EA={},DE=fortress,GA=balanced"
    points = []
    for name in (f"tuned@{folder}/policies.toml", "cautious"):
        winner = simulate(prepare(None, 4, [], text.format(name), 2), 300).outcomes.alliance
        points.append(np.where(winner == 0, 1.0, np.where(winner == 1, 0.0, 0.5)))
    assert row["learnt"]["estimate"] == pytest.approx(points[0].mean())
    assert row["reference"]["estimate"] == pytest.approx(points[1].mean())
    assert row["gain"]["estimate"] == pytest.approx((points[0] - points[1]).mean())
    width = row["gain"]["high"] - row["gain"]["low"]
    assert width == pytest.approx(2 * 1.959964 * (points[0] - points[1]).std(ddof=1) / np.sqrt(300), rel=1e-5)


def test_tune_goes_on_byte_for_byte_after_kill_9(command: Any, tmp_path: Path) -> None:
    spec = written(tmp_path, TUNE.replace("generations = 3", "generations = 30"))
    words = [sys.executable, "-m", "fwwsim", "tune", spec, "--threads", "1", "--out", str(tmp_path / "a")]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    searches = tmp_path / "a" / "tiny" / "searches"
    deadline = time.monotonic() + 120
    while not any(path.stat().st_size > 500 for path in searches.glob("[!.]*.json")):  # a few generations
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    kept = json.loads(next(searches.glob("[!.]*.json")).read_text())
    assert 1 <= len(kept) < 30
    assert command("tune", spec, "--threads", "2", "--out", str(tmp_path / "a"))[0] == 0
    assert command("tune", spec, "--threads", "1", "--out", str(tmp_path / "b"))[0] == 0
    one, two = (
        {name: content for name, content in files_of(tmp_path / run).items() if not name.endswith(".part")}
        for run in "ab"
    )
    assert one == two
    assert len(one) == 6  # two searches, policies, gains, report, JSON


def test_exploit_measures_against_the_mixture(command: Any, tmp_path: Path) -> None:
    code, _, err = command("exploit", written(tmp_path, EXPLOIT), "--out", str(tmp_path))
    assert (code, err) == (0, "")
    content = json.loads((tmp_path / "tiny" / "exploit.json").read_text())
    (one, allies), central = content["gains"]["ALLIES"], content["gains"]["CENTRAL_POWERS"]
    assert [row["opponent"] for row in central] == ["balanced", "fortress", "all opponents"]
    shares = [row["learnt"]["estimate"] for row in central]
    assert shares[2] == pytest.approx(0.75 * shares[0] + 0.25 * shares[1])
    played = [
        np.where(winner == 0, 1.0, np.where(winner == 1, 0.0, 0.5))
        for winner in (
            simulate(
                prepare(None, 4, [], f"WA={name},EA={name},DE=random,GA=random", 2), 100
            ).outcomes.alliance
            for name in ("balanced", "fortress")
        )
    ]
    dealt = np.concatenate([played[0][:75], played[1][75:]])  # three quarters of the mixture are balanced
    assert allies["reference"]["estimate"] == pytest.approx(dealt.mean())
    assert one["gain"] == allies["gain"]
    response = read_policies(tmp_path / "tiny" / "policies.toml")["response"]
    assert response.weights_of("WA") == response.weights_of("EA") != response.weights_of("DE")


def test_exploit_takes_the_equilibrium_of_a_league(command: Any, tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text('policies = ["random", "balanced"]\ngames = 20\nseed = 3\n')
    assert command("league", str(tmp_path / "league.toml"), "--out", str(tmp_path))[0] == 0
    text = (
        f'league = "{tmp_path}/league/league.json"\nstarts = ["cautious"]\n'
        + EXPLOIT[EXPLOIT.index("[training]") :]
    )
    code, out, err = command("exploit", written(tmp_path, text), "--out", str(tmp_path))
    assert (code, err) == (0, "")
    assert "Best responses to the profile ALLIES: balanced 100%; CENTRAL_POWERS: balanced 100%." in out


def test_one_faction_may_play_for_itself(tmp_path: Path) -> None:
    text = TUNE.replace('["EA", "DE"]', '["GA"]').replace("base", 'objective = "faction"\nbase')
    plan = plan_tune(read_spec(Path(written(tmp_path, text)), TuneSpec), "x")
    ((lesson, _),) = plan.lessons
    assert (lesson.side, lesson.learners, lesson.selfish) == (1, ("GA",), True)
    from fwwsim.experiments.training import play

    points = play(plan.arena, lesson, plan.base, plan.base, 50, 0, 1, None)
    outcomes = simulate(prepare(None, 4, [], "cautious", 1), 50).outcomes
    assert points.tolist() == (outcomes.winner_4 == 3).astype(float).tolist()


@pytest.mark.parametrize(
    ("command_name", "old", "new", "message"),
    [
        ("tune", "seed = 2", "seed = 1", "test.seed: found 1, the seed of the training; allowed: any other"),
        (
            "tune",
            "generations",
            "genarations",
            "training.genarations: unknown key; did you mean generations?",
        ),
        (
            "tune",
            "population = 5",
            "population = 3",
            "training.population: found 3; allowed: a whole number, 4 to",
        ),
        ("tune", '"DE"]', '"DEE"]', "factions: DEE: unknown faction; did you mean DE?"),
        ("tune", '["EA", "DE"]', "[]", "factions: found none; allowed: some of WA, EA, DE, GA"),
        ("tune", 'base = "cautious"', 'base = "random"', "random: has no weights to tune"),
        ("tune", 'base = "cautious"', 'base = "cautios"', "base: unknown policy 'cautios'"),
        (
            "tune",
            'fixed = ["city"]',
            'fixed = ["citty"]',
            "training.fixed: citty: unknown weight; did you mean city?",
        ),
        (
            "tune",
            'fixed = ["city"]',
            'fixed = ["WB.city"]',
            "training.fixed: WB: unknown faction; allowed: WA, EA, DE, GA",
        ),
        (
            "tune",
            'fixed = ["city"]',
            'vectors = "each"',
            "training.vectors: found 'each'; allowed: faction, side",
        ),
        ("tune", "base", 'objective = "faction"\nbase', "objective: found 'faction' with 2 factions"),
        ("tune", "base", 'name = "a b"\nbase', "name: found 'a b'; allowed: letters, digits and _"),
        ("tune", "[test]", "[tset]", "tset: unknown key; did you mean test?"),
        (
            "exploit",
            "starts",
            'league = "x.json"\nstarts',
            "profile: allowed: either [profile.SIDE] tables or league",
        ),
        ("exploit", "profile.ALLIES", "profile.ALIES", "profile.ALIES: unknown side; did you mean ALLIES?"),
        ("exploit", "random = 0.5", "", "profile.CENTRAL_POWERS: found {}; allowed: policies with shares"),
        ("exploit", "random = 0.5", "random = -1", "profile.CENTRAL_POWERS: found {'random': -1.0}; allowed"),
        (
            "exploit",
            "random = 0.5",
            'random = "x"',
            "profile.CENTRAL_POWERS.random: found 'x'; allowed: a number",
        ),
        ("exploit", '["balanced"]', "[]", "starts: found none; allowed: one or more policies"),
        ("exploit", '["balanced"]', '["balanced", "random"]', "random: has no weights to tune"),
        ("exploit", '["balanced"]', '["balanced", "x"]', "starts: unknown policy 'x'"),
        ("exploit", "random = 0.5", "rnd = 1", "profile.CENTRAL_POWERS: unknown policy 'rnd'"),
    ],
)
def test_every_error_of_a_spec_is_one_line(
    command: Any, tmp_path: Path, command_name: str, old: str, new: str, message: str
) -> None:
    text = TUNE if command_name == "tune" else EXPLOIT
    assert old in text
    code, out, err = command(
        command_name, written(tmp_path, text.replace(old, new, 1)), "--out", str(tmp_path / "r")
    )
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert message in err
    assert not (tmp_path / "r").exists()


def test_shipped_specs_are_sound() -> None:
    """Those that need no report of another run can be planned as they are."""
    analyses = Path(main.__file__).parents[2] / "analyses"
    for path in analyses.glob("tune*.toml"):
        assert plan_tune(read_spec(path, TuneSpec), path.name).games > 100_000
    for path in analyses.glob("respond_*.toml"):
        assert plan_exploit(read_spec(path, ExploitSpec), path.name).games > 100_000
    for name in ("league.toml", "restricted.toml", "rollout.toml"):
        spec = read_spec(analyses / name, LeagueSpec)
        assert len(plan_league(spec, name)[1]) == len(spec.policies)
    exploits = [read_spec(path, ExploitSpec) for path in analyses.glob("exploit*.toml")]
    assert exploits
    for spec in exploits:
        assert spec.league.endswith("equilibrium.json")
        assert (analyses.parent / spec.league).is_file()


def test_a_weight_may_be_fixed_for_one_faction(tmp_path: Path) -> None:
    spec = tmp_path / "tune.toml"
    spec.write_text(TUNE.replace('fixed = ["city"]', 'fixed = ["EA.city", "EA.point"]'))
    lessons = plan_tune(read_spec(spec, TuneSpec), "tune.toml").lessons
    assert [lesson.learners for lesson, _ in lessons] == [("EA",), ("DE",)]
    names = lessons[0][0].start["EA"].base.weights
    frozen = [{name for name, free in zip(names, plan.free, strict=True) if not free} for _, plan in lessons]
    assert frozen == [{"city", "point"}, set()]
