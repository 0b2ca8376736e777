"""``fwwsim odds fww --check``: the simulation's combat kernel beside the exact odds."""

import json
from functools import partial
from typing import Any

import pytest

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.combat_check import CHUNK, simulate_combat
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import Combat, Combatant, Side, combat_odds, resolve_combat
from fwwsim.stats.intervals import z_score

EXAMPLE = ("--attackers", "DE 1,DE 2", "--defenders", "BR 1", "--defence-chit", "machine guns")
COMBATS = 300_000
RESULTS = ("attack_wins", "tie", "defence_wins")


@pytest.fixture
def fww(command: Any) -> Any:
    """`command` for ``fwwsim odds fww``."""
    return partial(command, "odds", "fww")


def check_z(combat: Combat, faces: tuple[str | int, ...], seed: int) -> None:
    exact, found = combat_odds(combat, faces), simulate_combat(combat, faces, COMBATS, seed)
    assert sum(getattr(found, name) for name in RESULTS) == found.combats == COMBATS
    for name in RESULTS:
        assert abs(z_score(getattr(found, name), COMBATS, float(getattr(exact, name)))) < 4.5


@pytest.mark.parametrize(
    ("attackers", "defenders", "chits"),
    [
        ("DE 1,DE 2", "BR 1", {"defence_chit": "machine guns"}),
        ("FR 1", "DE 1,DE 2,DE 3", {"attack_lead": "FR 1", "defence_lead": "DE 3"}),
        ("3,0", "2,1", {"attack_lead": "0", "defence_lead": "1"}),
        ("1", "1", {"attack_chit": "-2", "defence_chit": "0"}),
        ("AH 1,DE 1", "2", {"attack_chit": "gas"}),
        ("3", "0", {"attack_chit": "+1"}),
    ],
)
def test_the_kernel_plays_the_combat_that_the_odds_describe(
    attackers: str, defenders: str, chits: dict[str, str]
) -> None:
    dataset = load_dataset()
    check_z(resolve_combat(dataset, attackers, defenders, **chits), dataset.faces, seed=1914)


def test_another_die_and_the_largest_sides() -> None:
    one, other = Side((Combatant(2),) * 62, lead=61), Side((Combatant(3),) * 61, lead=60, chit=-1)
    check_z(Combat(one, other), ("S", 1, 1, 3, 6, 6), seed=7)


def test_a_certain_result_is_always_found_and_every_game_of_several_chunks_counts() -> None:
    combat = Combat(Side((Combatant(3),), chit=9), Side((Combatant(0),)))
    found = simulate_combat(combat, ("S", "S", 1, 2, 3, 4), CHUNK + 5, seed=1)
    assert (found.attack_wins, found.tie, found.defence_wins) == (CHUNK + 5, 0, 0)


def test_the_seed_chooses_the_dice_and_nothing_else() -> None:
    combat, faces = Combat(Side((Combatant(1),)), Side((Combatant(1),))), ("S", "S", 1, 2, 3, 4)
    assert simulate_combat(combat, faces, 1000, 5) == simulate_combat(combat, faces, 1000, 5)
    assert simulate_combat(combat, faces, 1000, 5) != simulate_combat(combat, faces, 1000, 6)


def test_json_has_the_check_beside_the_odds(fww: Any) -> None:
    code, out, err = fww(*EXAMPLE, "--check", "100000", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    check = document["check"]
    assert (check["combats"], check["seed"]) == (100_000, 3)
    for name in RESULTS:
        row = check[name]
        assert row["exact"] == document[name]
        assert row["simulated"] == row["count"] / 100_000
        assert row["low"] < row["simulated"] < row["high"]
        assert row["z"] == pytest.approx(z_score(row["count"], 100_000, document[name]))
    assert "check" not in json.loads(fww(*EXAMPLE, "--json")[1])


def test_text_has_the_check_below_the_odds(fww: Any) -> None:
    code, out, err = fww(*EXAMPLE, "--check", "10000")
    assert (code, err) == (0, "")
    rows = [line.split() for line in out[out.index("Check:") :].splitlines()]
    assert " ".join(rows[0]) == "Check: the simulation's kernel, 10,000 combats, seed 1914"
    exact, simulated, low, to, high, z = rows[2][2:]
    assert (exact, to) == ("38.889", "to")
    assert float(low) < float(simulated) < float(high)
    assert abs(float(z)) < 4.5
    assert [row[0] for row in rows[2:5]] == ["attack", "tie", "defence"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--check", "0"), "--check: found 0; allowed: 1 to "),
        (("--check", "x"), "Invalid value for '--check'"),
        (
            ("--attackers", ",".join("3" * 63), "--check", "9"),
            "attackers: 63 armies, but data set reconstruction-1 gives the Central Powers 32 at most",
        ),
    ],
)
def test_every_error_is_one_line(fww: Any, words: tuple[str, ...], message: str) -> None:
    code, out, err = fww(*EXAMPLE, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_the_kernel_has_room_for_62_armies_a_side() -> None:
    crowd = Combat(Side((Combatant(1),) * 63), Side((Combatant(1),)))
    with pytest.raises(SpecError, match="armies of a side: found 63; allowed with --check: 1 to 62"):
        simulate_combat(crowd, load_dataset().faces, 10, 1)
