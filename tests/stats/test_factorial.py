"""Factorial effects of known truths, and how often their intervals cover them."""

import numpy as np
import pytest
from covering import coverage, tolerance
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.stats.factorial import effects
from fwwsim.stats.moments import moments

BASE, MAINS, TOGETHER = 0.4, (0.1, 0.02, 0.0), 0.06  # TOGETHER: more, with switches 0 and 1 both on
ARMS = np.arange(8)
BITS = np.stack([ARMS >> factor & 1 for factor in range(3)])
RATES = BASE + np.array(MAINS) @ BITS + TOGETHER * BITS[0] * BITS[1]
TRUTHS = {("A",): 0.13, ("B",): 0.05, ("C",): 0.0, ("A", "B"): 0.06, ("A", "C"): 0.0, ("B", "C"): 0.0}


def games(rng: np.random.Generator, n: int) -> NDArray[np.bool_]:
    """Games on common dice: one number decides each in all arms, but for switch 2, which rolls anew now and then."""
    luck = rng.random((n, 1))
    anew = np.where(rng.random((n, 1)) < 0.2, rng.random((n, 1)), luck)
    return np.where(BITS[2] == 1, anew, luck) < RATES


def test_effects_of_exact_rates() -> None:
    """10,000 games in the exact proportions: each effect as defined, by hand from the rates."""
    luck = (np.arange(10_000)[:, None] + 0.5) / 10_000
    found = effects(moments(luck < RATES), "ABC")
    assert {effect.factors: round(effect.effect.estimate, 9) for effect in found} == TRUTHS
    assert [effect.factors for effect in found] == list(TRUTHS)


@pytest.mark.usefixtures("quick_holm")
def test_intervals_cover_one_by_one_and_together() -> None:
    rng, repetitions = np.random.default_rng(1914), 600
    tables = [effects(moments(games(rng, 4000)), "ABC") for _ in range(repetitions)]
    for place, truth in enumerate(TRUTHS.values()):
        covered = coverage([table[place].effect for table in tables], truth)
        assert covered == pytest.approx(0.95, abs=tolerance(repetitions))
    together = np.mean(
        [
            all(
                effect.together.low <= truth <= effect.together.high
                for effect, truth in zip(table, TRUTHS.values(), strict=True)
            )
            for table in tables
        ]
    )
    assert together > 0.95 - tolerance(repetitions)


@pytest.mark.usefixtures("quick_holm")
def test_p_values_raise_as_few_false_alarms_as_they_say() -> None:
    """Switches that only reroll: no effect is real."""
    rng, repetitions = np.random.default_rng(1918), 600
    found = []
    for _ in range(repetitions):
        luck, other = rng.random((2, 400, 1))
        reroll = rng.random((400, 4)) < 0.1
        found.append(effects(moments(np.where(reroll, other, luck) < 0.5), "AB"))
    for place in range(3):
        alarms = np.mean([table[place].p_value < 0.05 for table in found])
        assert alarms < 0.05 + tolerance(repetitions)
    any_alarm = np.mean([min(effect.p_holm for effect in table) < 0.05 for table in found])
    assert any_alarm < 0.05 + tolerance(repetitions)
    assert all(effect.p_holm >= effect.p_value for table in found for effect in table)


def test_common_dice_narrow_the_interval() -> None:
    rng = np.random.default_rng(1914)
    same, apart = rng.random((4000, 1)) < RATES, rng.random((4000, 8)) < RATES
    on_same, on_apart = effects(moments(same), "ABC")[0], effects(moments(apart), "ABC")[0]
    assert on_same.effect.width < on_apart.effect.width
    assert on_same.together.width > on_same.effect.width


def test_a_switch_that_changes_nothing_has_no_effect() -> None:
    won = np.random.default_rng(1914).random((500, 1)) < np.full(4, 0.3)
    for effect in effects(moments(won), ["one", "two"]):
        assert (effect.effect.estimate, effect.p_value, effect.p_holm) == (0, 1, 1)
        assert effect.effect.low == -effect.effect.high < 0


def test_exchanging_on_and_off_negates_the_main_effect() -> None:
    won = games(np.random.default_rng(1914), 300)
    found, turned = effects(moments(won), "ABC"), effects(moments(won[:, ARMS ^ 1]), "ABC")
    assert found[0].effect.estimate == -turned[0].effect.estimate
    assert found[0].effect.low == pytest.approx(-turned[0].effect.high)
    assert found[1].effect == turned[1].effect


def test_bad_tables_are_refused() -> None:
    with pytest.raises(SpecError, match=r"arms: found 4; allowed: 2\^k for k switches, here 3"):
        effects(moments([[0, 1, 0, 1]]), "ABC")
    with pytest.raises(SpecError, match="arms: found 1"):
        effects(moments([[0]]), "")
    with pytest.raises(SpecError, match="outcomes: found other numbers than 0 and 1"):
        effects(moments([[0, 2]]), "A")
