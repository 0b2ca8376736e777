"""Changes of the data set in memory: without a counter, draws of the reconstructed values, both alliances alike."""

from collections import Counter
from dataclasses import asdict, fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import referee
from datasets import shipped_documents

from fwwsim.engine.records import digest
from fwwsim.engine.simulate import simulate
from fwwsim.errors import SpecError
from fwwsim.games import load_game
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import check_documents, load_dataset
from fwwsim.games.first_world_war.edits import edit_dataset
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.perturbation import perturbed
from fwwsim.games.first_world_war.provenance import count_grades, grade

DRAWS = 400
LARGEST_Z = 4.0
SEVEN_VALUES, SEVEN_DUMMIES = [1, 3, 2, 1, 3, 2, 2, 2], [5, 7, 7, 5]  # draw 7 for good


@cache
def box() -> Dataset:
    """The shipped data set."""
    return load_dataset()


def documents_of(dataset: Dataset) -> dict[str, dict[str, Any]]:
    """The files of a data set whose counters and chits were changed, as parsed documents."""
    documents = shipped_documents()
    documents["armies.toml"]["army"] = [listed(asdict(army)) for army in dataset.armies]
    documents["armies.toml"]["dummies"] |= dataset.dummies
    documents["chits.toml"]["chit"] = [listed(asdict(chit)) for chit in dataset.chits]
    return documents


def listed(row: dict[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in row.items()}


# without NAME.


def test_without_an_army_it_is_gone_from_box_and_set_up() -> None:
    dataset = edit_dataset(box(), ["without FR 5"])
    assert [army for army in box().armies if army not in dataset.armies] == [box().army("FR 5")]
    placed = [name for row in dataset.placements for name in row.armies]
    assert "FR 5" not in placed
    assert len(placed) == sum(len(row.armies) for row in box().placements) - 1


def test_without_a_chit_the_others_stay() -> None:
    dataset = edit_dataset(box(), ["without allied-tanks", " without  central-gas "])
    assert {chit.id for chit in box().chits} - {chit.id for chit in dataset.chits} == {
        "allied-tanks",
        "central-gas",
    }
    assert dataset.armies == box().armies


EDITED = [
    ["without FR 5"],
    ["without MEF", "without ITB", "without allied-pantalons-rouges"],
    ["perturbed 3"],
    ["perturbed 11", "without DE 1"],
    ["mirrored"],
]


@pytest.mark.parametrize("policies", ["random", "balanced"])
@pytest.mark.parametrize("edits", EDITED, ids=",".join)
def test_games_with_edits_keep_every_rule(edits: list[str], policies: str) -> None:
    match = prepare(None, 4, ["historical_setup", "variable_order"], policies, 1914, edits)
    events = [event for index in range(6) for event in tell(match, index)]
    assert referee.check_log(events, match.description["source"]) == []
    assert events[0]["edits"] == edits


def test_a_match_tells_its_edits_and_the_hash_of_the_files() -> None:
    base, edited = (prepare(None, 4, [], "random", 1, edits) for edits in ((), ("perturbed 1",)))
    assert (base.description["edits"], edited.description["edits"]) == ([], ["perturbed 1"])
    assert edited.description["dataset_hash"] == base.description["dataset_hash"]
    assert "edits" not in next(tell(base, 0))


# perturbed K.


@pytest.mark.parametrize("draw", range(40))
def test_every_draw_passes_the_data_check(draw: int) -> None:
    assert check_documents(documents_of(perturbed(box(), draw))) == []


def test_a_draw_changes_only_what_nobody_states_and_by_one() -> None:
    for draw in range(20):
        drawn = perturbed(box(), draw)
        for before, after in zip((*box().armies, *box().chits), (*drawn.armies, *drawn.chits), strict=True):
            for field in fields(before):
                old, new = getattr(before, field.name), getattr(after, field.name)
                if old != new:
                    assert field.name in ("value", "turn")
                    assert grade(before, field.name) == "reconstructed"
                    assert abs(old - new) == 1
        assert all(abs(drawn.dummies[faction] - number) <= 1 for faction, number in box().dummies.items())
        others = {"armies": box().armies, "chits": box().chits, "dummies": box().dummies}
        assert replace(drawn, **others) == box()
        assert count_grades(drawn) == count_grades(box())


def test_a_data_set_without_reconstructed_values_stays_as_it_is() -> None:
    def stated(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(row, source="stated") for row in rows)

    dataset = replace(
        box(), armies=stated(box().armies), chits=stated(box().chits), dummies_source="inferred"
    )
    assert perturbed(dataset, 5) == dataset


def test_steps_have_the_stated_probabilities() -> None:
    """Each share within 4 standard errors; clipped values are left out. The draws are fixed."""
    steps: dict[str, Counter[int]] = {"value": Counter(), "turn": Counter(), "chit": Counter()}
    for draw in range(DRAWS):
        drawn = perturbed(box(), draw)
        for before, after in zip(box().armies, drawn.armies, strict=True):
            if grade(before, "value") == "reconstructed" and before.value in (1, 2):
                steps["value"][after.value - before.value] += 1
            if before.turn in range(3, 6):
                steps["turn"][after.turn - before.turn] += 1
        for old, new in zip(box().chits, drawn.chits, strict=True):
            if grade(old, "value") == "reconstructed":
                steps["chit"][new.value - old.value] += 1
    for counted in steps.values():
        number = sum(counted.values())
        for step, chance in ((-1, 1 / 4), (0, 1 / 2), (1, 1 / 4)):
            error = (chance * (1 - chance) / number) ** 0.5
            assert abs(counted[step] / number - chance) < LARGEST_Z * error


def test_draws_differ_and_repeat() -> None:
    draws = [perturbed(box(), draw) for draw in range(30)]
    assert all(one != other for number, one in enumerate(draws) for other in draws[:number])
    assert perturbed(box(), 7) == draws[7]
    assert len({tuple(drawn.dummies.values()) for drawn in draws}) > 5
    seven = draws[7]
    assert [army.value for army in seven.armies[:8]] == SEVEN_VALUES
    assert list(seven.dummies.values()) == SEVEN_DUMMIES


# Bad edits.


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ("", "unknown; allowed: without NAME, perturbed K, mirrored"),
        ("withot DE 1", "(nearest: without)"),
        ("without", "no such army or chit id"),
        ("without DE1", "no such army or chit id (nearest: DE 1)"),
        ("without allied-tank", "(nearest: allied-tanks)"),
        ("without Tanks", "no such army or chit id"),
        ("perturbed", "found ''; allowed: perturbed K with a whole number K"),
        ("perturbed -1", "found '-1'"),
        ("perturbed 1.5", "found '1.5'"),
        ("perturbed ²", "found '²'"),
        ("perturbed " + "9" * 5000, "at most 18 digits"),
        ("mirrored twice", "unknown (nearest: mirrored)"),
    ],
)
def test_a_bad_edit_costs_one_clear_line(edit: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        prepare(None, 4, [], "random", 1, [edit])
    assert words in str(caught.value)
    assert str(caught.value).startswith("edit ")
    assert "\n" not in str(caught.value)


def test_an_army_cannot_go_twice() -> None:
    with pytest.raises(SpecError, match="no such army"):
        edit_dataset(box(), ["without DE 1", "without DE 1"])


def test_hector_has_no_edits() -> None:
    game = load_game("hector_and_achilles")
    assert game.prepare(None, 2, [], "random", 1).description["edits"] == []
    with pytest.raises(SpecError, match="edit 'without HECTOR': Hector and Achilles has no edits"):
        game.prepare(None, 2, [], "random", 1, ["without HECTOR"])


# mirrored: games in test_mirror.


def test_without_changes_games_only_through_the_box() -> None:
    """A chit that enters after the last turn of a data set is never drawn: without it the games are the same."""
    base = prepare(None, 4, ["surrender_from_turn=3"], "random", 5)
    late = prepare(None, 4, ["surrender_from_turn=3"], "random", 5, ["without allied-tanks"])
    one, other = (simulate(match, 2000).outcomes for match in (base, late))
    early = (one["end_turn"] < 5) & (other["end_turn"] < 5)
    assert np.count_nonzero(early) > 300
    assert digest(one[early]) == digest(other[early])
    assert digest(one) != digest(other)
