"""The mixtures of a pool of policies: which of its policies count for a side, and how far they spread."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from on_disk import written
from tiny_search import SPEC, content_of, league_of

from fwwsim.experiments.equilibrium import EquilibriumSpec, plan_equilibrium
from fwwsim.experiments.players import find_profile
from fwwsim.experiments.pool import Pool
from fwwsim.experiments.spec import read_spec
from fwwsim.odds.matrix_game import solve_matrix
from fwwsim.stats.even_mixture import even_mixtures
from fwwsim.stats.logit_equilibrium import logit_equilibrium


def test_a_response_that_plays_a_side_as_before_does_not_count_there(tmp_path: Path) -> None:
    """Here one that plays `balanced` as the Allies and `cautious` as the Central Powers."""
    spec = read_spec(Path(written(tmp_path, SPEC.replace(', "random"', ""))), EquilibriumSpec)
    plan = plan_equilibrium(spec, "tiny.toml")
    mixed = find_profile("WA=balanced,EA=balanced,DE=cautious,GA=cautious", plan.arena.contest, {}, "x")
    profiles = (*plan.profiles, mixed)
    small = np.array([[0.5, 0.4], [0.7, 0.3]])
    payoff = small[np.ix_([0, 1, 0], [0, 1, 1])]
    three = Pool(plan.arena, (*spec.policies, "mixed"), profiles, payoff, len(plan.profiles))
    row, column = three.equilibrium((5.0, 5.0))
    expected = logit_equilibrium(small, 0.05)
    assert row.tolist() == pytest.approx([*expected[0], 0.0])
    assert column.tolist() == pytest.approx([*expected[1], 0.0])
    of_a_user = replace(three, given=3).equilibrium((5.0, 5.0))
    assert of_a_user[0].tolist() == pytest.approx(logit_equilibrium(payoff, 0.05)[0].tolist())


def test_a_side_may_spread_further_than_the_other_and_the_rarest_are_left_out(tmp_path: Path) -> None:
    text = SPEC.replace("counters = false", "counters = false\ntemperatures = {ALLIES = 20.0}")
    plan = plan_equilibrium(read_spec(Path(written(tmp_path, text)), EquilibriumSpec), "tiny.toml")
    assert plan.temperatures == (20.0, 5.0)
    payoff = np.array([[0.5, 0.4, 0.9], [0.7, 0.3, 0.8], [0.1, 0.2, 0.5]])
    three = Pool(plan.arena, plan.spec.policies, plan.profiles, payoff, 3)
    expected = logit_equilibrium(payoff, (0.2, 0.05))
    for own, by_hand in zip(three.equilibrium(plan.temperatures), expected, strict=True):
        assert own.tolist() == pytest.approx(by_hand.tolist())
    assert three.mean([{"balanced": 0.9, "random": 0.1}, {"balanced": 1.0}], 0.06).tolist() == [1.0, 0.0, 0.0]
    assert three.mean([{"balanced": 0.9, "random": 0.1}], 0.06).tolist() == pytest.approx([0.9, 0.0, 0.1])


def test_a_slack_asks_for_the_most_even_mixtures(command: Any, tmp_path: Path) -> None:
    text = SPEC.replace("temperature = 5.0", "slack = 1.5").replace("steps = 2", "steps = 1")
    spec = read_spec(Path(written(tmp_path, text)), EquilibriumSpec)
    plan = plan_equilibrium(spec, "tiny.toml")
    payoff = np.array([[0.5, 0.4, 0.9], [0.7, 0.3, 0.8], [0.1, 0.2, 0.5]])
    three = Pool(plan.arena, spec.policies, plan.profiles, payoff, 3)
    for own, by_hand in zip(plan.mixtures_of(three), even_mixtures(payoff, 0.015), strict=True):
        assert own.tolist() == by_hand.tolist()
    assert command("equilibrium", str(tmp_path / "tiny.toml"), "--out", str(tmp_path))[0] == 0
    shares = np.array([cell["share"]["estimate"] for cell in league_of(tmp_path)["payoff"]]).reshape(3, 3)
    step = content_of(tmp_path)["steps"][0]
    row, column = (
        np.array([step["mixtures"][side].get(name, 0.0) for name in spec.policies])
        for side in ("ALLIES", "CENTRAL_POWERS")
    )
    value = solve_matrix(shares.tolist()).value
    assert (row @ shares).min() >= value - 0.015 - 1e-5
    assert (shares @ column).max() <= value + 0.015 + 1e-5
    text = (tmp_path / "tiny" / "equilibrium.md").read_text()
    assert (
        "the most even ones, by entropy, of those that get the value of the pool's game but for 1.5 points"
        in text
    )
    assert "logit" not in text
