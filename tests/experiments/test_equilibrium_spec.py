"""Specs of ``fwwsim equilibrium``: what is wrong in one is told in one line, and the shipped ones are sound."""

from pathlib import Path
from typing import Any

import pytest
from on_disk import written
from tiny_search import SPEC

from fwwsim.cli import main
from fwwsim.experiments.equilibrium import EquilibriumSpec, plan_equilibrium
from fwwsim.experiments.spec import read_spec


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "seed = 30",
            "seed = 0",
            "training.seed: found 0, with 2 steps up to 1; allowed: apart from seed, 1 to 1",
        ),
        (
            "seed = 20",
            "seed = 31",
            "test.seed: found 31, with 2 steps up to 32; allowed: apart from training.seed",
        ),
        ("steps = 2", "steps = 0", "steps: found 0; allowed: a whole number, 1 to 1000"),
        ("temperature = 5.0", "temperature = 0.0", "temperature: found 0.0; allowed: a number, 0.01 to 100"),
        (
            "temperature = 5.0",
            "temperatures = {CENTRAL_POWERS = 0.0}",
            "temperatures.CENTRAL_POWERS: found 0.0; allowed: a number, 0.01 to 100",
        ),
        (
            "temperature = 5.0",
            "temperatures = {CENTRAL = 1.0}",
            "temperatures.CENTRAL: unknown side; did you mean CENTRAL_POWERS? allowed: ALLIES, CENTRAL_POWERS",
        ),
        (
            "temperature = 5.0",
            "slack = 1.5\ntemperatures = {ALLIES = 1.0}",
            "temperatures: found beside slack = 1.5; allowed: one of the two",
        ),
        ("temperature = 5.0", "join = -1", "join: found -1; allowed: a whole number, 0 to 100"),
        ("temperature = 5.0", "slack = -1.0", "slack: found -1.0; allowed: a number, 0.0 to 100"),
        ("temperature = 5.0", "rarest = 0.6", "rarest: found 0.6; allowed: a number, 0.0 to 0.5"),
        ('"random"]', '"rndom"]', "policies: unknown policy 'rndom'; allowed: random, cautious"),
        ('"balanced", "cautious", "random"', '"random"', "policies: found 1; allowed: two or more"),
        (
            '"balanced", "cautious", "random"',
            '"random", "WA=random,EA=random,DE=random,GA=balanced"',
            "policies: none of them has weights to tune",
        ),
        ("steps = 2", 'steps = 2\nstarts = ["random"]', "random: has no weights to tune"),
        ("steps = 2", "steps = 2\nbest = 0", "starts: found none, and best = 0; allowed: one or more"),
        ("steps = 2", 'steps = 2\nstarts = ["x"]', "starts: unknown policy 'x'"),
        ("steps = 2", 'steps = 2\nname = "tuned"', "name: found 'tuned', and among the policies tuned_1"),
        ('per = "candidate"', 'per = "game"', "training.per: found 'game'; allowed: opponent, candidate"),
        (
            'per = "candidate"',
            'fixed = ["citty"]',
            "training.fixed: citty: unknown weight; did you mean city?",
        ),
    ],
)
def test_every_error_of_a_spec_is_one_line(
    command: Any, tmp_path: Path, old: str, new: str, message: str
) -> None:
    text = SPEC.replace('"cautious"', '"tuned_1"') if "tuned" in new else SPEC
    assert old in text
    spec = written(tmp_path, text.replace(old, new, 1))
    code, out, err = command("equilibrium", spec, "--out", str(tmp_path / "r"))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert message in err
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize(
    "name", ["equilibrium", "equilibrium_2", "equilibrium_3", "equilibrium_4", "equilibrium_5"]
)
def test_the_shipped_specs_are_sound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(main.__file__).parents[2])  # policies of earlier searches are named from there
    path = Path("analyses") / f"{name}.toml"
    assert plan_equilibrium(read_spec(path, EquilibriumSpec), path.name).games > 10**6
