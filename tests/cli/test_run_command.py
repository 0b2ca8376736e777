"""``fwwsim run``, ``verify`` and ``find``: what they print and write, their exit codes, and their refusals."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from fwwsim.engine.simulate import simulate
from fwwsim.experiments import manifest, shards
from fwwsim.games.first_world_war.match import prepare

SPEC = """
title = "Plan"
question = "Does the plan help?"
report = "rule_effect"
games = 500
seed = 7
policies = "random"
players = 3

[arms.base]
[arms.plan]
rules = ["schlieffen", "surrender_from_turn=3"]

[budget]
games = 0
"""
LEAGUE = 'policies = ["random", "balanced"]\ngames = 2\nseed = 1\n'


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SHARD", 200)


@pytest.fixture
def report(command: Any, tmp_path: Path) -> Path:
    """The folder of a report that was run."""
    spec = tmp_path / "plan.toml"
    spec.write_text(SPEC)
    code, out, err = command("run", spec, "--out", tmp_path / "reports", "--threads", "2")
    assert (code, err) == (0, "")
    assert f"Written to {tmp_path / 'reports' / 'plan'}" in out
    return tmp_path / "reports" / "plan"


def facts_of(report: Path) -> Any:
    return json.loads((report / "manifest.json").read_text())


def test_the_manifest_says_what_was_played(report: Path) -> None:
    facts = facts_of(report)
    assert (facts["name"], facts["seed"], facts["players"], facts["game"]) == (
        "plan",
        7,
        3,
        "first_world_war",
    )
    assert facts["spec"]["question"] == "Does the plan help?"
    assert facts["policies"]["GA"] == "random"
    assert facts["versions"].keys() == {"fwwsim", "game", "python", "numpy", "numba"}
    assert facts["dataset"].keys() == {"id", "hash", "reconstructed"}
    base, plan = facts["cells"]
    assert (base["name"], plan["name"], plan["role"]) == ("base", "plan", "arm")
    assert plan["rules"] == ["schlieffen", "surrender_from_turn=3"]
    assert [len(cell["shards"]) for cell in (base, plan)] == [3, 3]
    assert len({facts["digest"], base["digest"], plan["digest"], *base["shards"]}) == 6


def test_equal_runs_write_equal_manifests(command: Any, report: Path, tmp_path: Path) -> None:
    assert command("run", tmp_path / "plan.toml", "--out", tmp_path / "again", "--threads", "1")[0] == 0
    assert (tmp_path / "again" / "plan" / "manifest.json").read_bytes() == (
        report / "manifest.json"
    ).read_bytes()


def test_all_runs_the_questions_of_a_folder(command: Any, tmp_path: Path) -> None:
    folder = tmp_path / "analyses"
    folder.mkdir()
    (folder / "one.toml").write_text(SPEC)
    (folder / "league.toml").write_text(LEAGUE)
    (folder / "two.toml").write_text(SPEC.replace("games = 500", "games = 100"))
    code, _, err = command("run", "--all", folder, "--out", tmp_path / "reports")
    assert code == 0
    assert (
        err == f"{folder}: left out, for fwwsim league, tune, exploit, equilibrium or balance: league.toml\n"
    )
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == ["one", "two"]


def test_all_refuses_before_it_plays(command: Any, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(SPEC)
    (tmp_path / "b.toml").write_text(SPEC.replace("seed = 7", "sed = 7"))
    code, _, err = command("run", "--all", tmp_path, "--out", tmp_path / "reports")
    assert (code, err) == (
        2, f"fwwsim: {tmp_path / 'b.toml'}: sed: unknown key; did you mean seed? allowed: {allowed_keys()}\n",
    )  # fmt: skip
    assert not (tmp_path / "reports").exists()


def allowed_keys() -> str:
    from dataclasses import fields

    from fwwsim.experiments.question import Question

    return ", ".join(entry.name for entry in fields(Question))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "SPEC.toml: missing; allowed: a question such as analyses/schlieffen.toml, or --all"),
        (("nowhere.toml",), "nowhere.toml: cannot be read: No such file or directory"),
        (("--all", "nowhere"), "--all nowhere: no such folder; allowed: a folder of questions"),
        (("x.toml", "--backend", "spark"), "--backend: found 'spark'; allowed: threads, dask"),
        (
            ("x.toml", "--backend", "dask"),
            "--scheduler: allowed: an address such as tcp://HOST:PORT, together with",
        ),
        (("x.toml", "--scheduler", "tcp://x:1"), "--scheduler: allowed: an address such as tcp://HOST:PORT,"),
        (("x.toml", "--threads", "0"), "--threads: found 0; allowed: 1 to 1024"),
    ],
)
def test_run_refuses(command: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = command("run", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"fwwsim: {message}")
    assert err.count("\n") == 1


def test_a_missing_package_is_one_line(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = command("run", "x.toml", "--backend", "dask", "--scheduler", "tcp://localhost:1")
    assert code == 2
    assert (
        err
        == "fwwsim: --backend dask: the package distributed is not installed; pip install 'fwwsim[cluster]'\n"
    )


def test_verify_finds_equal_digests(command: Any, report: Path) -> None:
    code, out, err = command("verify", report)
    assert (code, err) == (0, "")
    assert out == "plan: 1 of 6 shards (200 games) played again: all digests are equal\n"
    shutil.rmtree(report / "cells")  # the manifest is enough
    code, out, _ = command("verify", report, "--sample", "100%", "--threads", "2")
    assert (code, out) == (0, "plan: 6 of 6 shards (1,000 games) played again: all digests are equal\n")


def test_verify_finds_what_is_not_so(command: Any, report: Path) -> None:
    facts = facts_of(report)
    cell = facts["cells"][1]
    cell["shards"][2] = "0" * 64
    changed = [manifest.joined_digest(tuple(cell["shards"])) for cell in facts["cells"]]
    facts["digest"] = manifest.joined_digest(tuple(changed))
    facts["sources"] = "another"
    facts["versions"]["numpy"] = "1.0"
    (report / "manifest.json").write_text(json.dumps(facts))
    code, out, err = command("verify", report, "--sample", "100%")
    assert code == 1
    assert err.splitlines() == [
        "plan: games 400 to 499 of plan are not those of the report: their digest differs",
        "plan: the file of games 400 to 499 of plan is damaged; run the spec again",
    ]
    assert "other than where the report was made: numpy: 1.0 there, " in out
    assert "other than where the report was made: sources: another there, " in out
    assert out.endswith("plan: 6 of 6 shards (1,000 games) played again: 1 differ, 1 files are damaged\n")


def test_verify_sees_a_damaged_file(command: Any, report: Path) -> None:
    path = sorted((report / "cells").rglob("*.parquet"))[0]
    path.write_bytes(path.read_bytes()[:-20])
    code, out, err = command("verify", report, "--sample", "100%")
    assert code == 1
    assert err.count("is damaged; run the spec again") == 1
    assert "0 differ, 1 files are damaged" in out


@pytest.mark.parametrize("sample", ["0%", "101%", "x", "-1%", "nan%"])
def test_verify_refuses_a_sample(command: Any, report: Path, sample: str) -> None:
    code, _, err = command("verify", report, f"--sample={sample}")
    assert (code, err) == (2, f"fwwsim: --sample: found {sample!r}; allowed: above 0% and at most 100%\n")


def test_what_is_no_report_is_refused(command: Any, report: Path, tmp_path: Path) -> None:
    for name in ("verify", "find"):
        words = ("--where", "treaty > 0") if name == "find" else ()
        code, _, err = command(name, tmp_path, *words)
        assert code == 2
        assert err.startswith(f"fwwsim: {tmp_path}: holds no manifest.json; allowed: the folder of a report")
    for text in ("{}", "[1]", '"x"', json.dumps({**facts_of(report), "digest": "0"})):
        (report / "manifest.json").write_text(text)
        code, _, err = command("verify", report)
        assert code == 2
        assert "manifest.json: is no manifest of fwwsim run, or damaged: " in err
    (report / "manifest.json").write_text("{")
    assert "manifest.json: cannot be read: " in command("verify", report)[2]


def test_games_of_an_edited_data_set_are_told_by_play(command: Any, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    arms = '[arms.base]\n[arms.fewer]\nedits = ["without DE 1", "perturbed 3"]\n'
    spec.write_text(SPEC[: SPEC.index("[arms.base]")] + arms + "[budget]\ngames = 0\n")
    assert command("run", spec, "--out", tmp_path)[0] == 0
    facts = facts_of(tmp_path / "small")
    assert facts["cells"][0]["digest"] != facts["cells"][1]["digest"]
    words = ("--where", "end_turn < 6", "--arm", "fewer", "--limit", "1", "--json")
    found = json.loads(command("find", tmp_path / "small", *words)[1])["listed"][0]
    assert found["play"].endswith("--policy random --edit 'without DE 1' --edit 'perturbed 3'")
    told = command(*shlex.split(found["play"])[1:], "--log", "-")[1].splitlines()
    assert json.loads(told[0])["edits"] == ["without DE 1", "perturbed 3"]
    assert json.loads(told[-1])["turn"] == found["values"]["end_turn"]
    assert command("verify", tmp_path / "small", "--sample", "100%")[0] == 0


def test_an_edit_that_is_none_is_refused(command: Any) -> None:
    code, _, err = command("play", "--edit", "without DE 111")
    assert (code, err) == (2, "fwwsim: edit 'without DE 111': no such army or chit id (nearest: DE 11)\n")


WHERE = "alliance == 'ALLIES' and end_turn < 6 and vp_WA + vp_EA > vp_DE"


def matching() -> list[int]:
    rules = ["schlieffen", "surrender_from_turn=3"]
    outcomes = simulate(prepare(None, 3, rules, "random", 7), 500).outcomes
    vp = outcomes["vp"].astype(int)
    fits = (outcomes["alliance"] == 0) & (outcomes["end_turn"] < 6) & (vp[:, 0] + vp[:, 1] > vp[:, 2])
    return [int(game) for game in fits.nonzero()[0]]


def test_find_lists_games_that_play_tells(command: Any, report: Path) -> None:
    fits = matching()
    assert len(fits) > 3
    code, out, err = command("find", report, "--arm", "plan", "--where", WHERE, "--limit", "3")
    assert (code, err) == (0, "")
    first, *lines = out.splitlines()
    assert first == f"plan: {len(fits):,} of 500 games; the first 3:"
    play = "fwwsim play --seed 7 --index {} --players 3 --policy random --rule schlieffen --rule surrender_from_turn=3"
    assert lines == [f"seed 7, game {game}: {play.format(game)}" for game in fits[:3]]
    told = command(*shlex.split(lines[1].partition("fwwsim ")[2]), "--log", "-")[1].splitlines()
    end = json.loads(told[-1])
    assert json.loads(told[0])["index"] == fits[1]
    assert end["event"] == "end"
    assert end["turn"] < 6
    assert end["vp"]["WA"] + end["vp"]["EA"] > end["vp"]["DE"]


def test_find_prints_json(command: Any, report: Path) -> None:
    fits = matching()
    found = json.loads(
        command("find", report, "--arm", "plan", "--where", WHERE, "--json", "--limit", "400")[1]
    )
    assert (found["arm"], found["games"], found["found"]) == ("plan", 500, len(fits))
    assert [game["index"] for game in found["listed"]] == fits
    values = found["listed"][0]["values"]
    assert values.keys() == {"alliance", "end_turn", "vp_WA", "vp_EA", "vp_DE"}
    assert values["alliance"] == "ALLIES"
    assert found["listed"][0]["seed"] == 7


def test_find_without_a_match_says_so(command: Any, report: Path) -> None:
    assert command("find", report, "--where", "end_turn > 6") == (0, "base: 0 of 500 games\n", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--where", "end_trn > 6"), "--where, character 1: end_trn: unknown column; did you mean end_turn? "),
        (("--where", "game > 1", "--arm", "plam"), "--arm: plam: unknown arm; did you mean plan? allowed: base, plan"),
        (("--where", "game > 1", "--limit", "0"), "--limit: found 0; allowed: 1 to 1000000"),
        ((), "Missing option '--where'"),
    ],
)  # fmt: skip
def test_find_refuses(command: Any, report: Path, words: tuple[str, ...], message: str) -> None:
    code, out, err = command("find", report, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"fwwsim: {message}")
    assert err.count("\n") == 1


def test_find_needs_the_games(command: Any, report: Path) -> None:
    shutil.rmtree(report / "cells")
    code, _, err = command("find", report, "--where", "game > 1")
    assert code == 2
    assert err.endswith("000000000000.parquet: is not there; run the spec of plan again to play it anew\n")
