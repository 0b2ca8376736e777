"""Policies with one vector a faction: read, refused, written and read again; policies of a user's own file."""

from pathlib import Path

import numpy as np
import pytest

from fwwsim.errors import DataError, SpecError
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.policies.assign import find_policies, shipped_policies
from fwwsim.policies.catalogue import Base, load_policies
from fwwsim.policies.policy_text import policy_text

BASES = {"still": Base(0, ()), "slow": Base(1, ("city", "loss"), ("depth",))}
HEAD = '[a]\nbase = "slow"\nidea = "Waits."\ndepth = 2\n'
STYLES = ("east_first", "west_first", "fortress", "surrender_hunter")


def load(tmp_path: Path, text: str) -> dict[str, object]:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return dict(load_policies(path, BASES, ("A", "B")))


def test_one_vector_a_faction_or_one_for_all(tmp_path: Path) -> None:
    policies = load(
        tmp_path,
        HEAD
        + "[a.A.weights]\ncity = 1\nloss = 2.5\n"
        + '[a.B]\nweights = "b"\n'
        + HEAD.replace("[a]", "[b]")
        + "[b.weights]\ncity = 3\nloss = 4\n"
        + HEAD.replace("[a]", "[c]")
        + '[c.A]\nweights = "a"\n[c.B]\nweights = "b"\n',
    )
    vectors = {name: [policy.weights_of(faction) for faction in "AB"] for name, policy in policies.items()}
    assert vectors == {
        "a": [(1.0, 2.5), (3.0, 4.0)],
        "b": [(3.0, 4.0), (3.0, 4.0)],
        "c": [(1.0, 2.5), (3.0, 4.0)],
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            HEAD + "[a.A.weights]\ncity = 1\nloss = 2\n",
            "weights: none for B; allowed: one for all, or one for each of A, B",
        ),
        (
            HEAD + "[a.weights]\ncity = 1\nloss = 2\n[a.A.weights]\ncity = 1\nloss = 2\n",
            "weights: given beside those of A",
        ),
        (HEAD + "[a.A.weights]\ncitty = 1\nloss = 2\n", "A: weight 'citty': unknown; did you mean city?"),
        (HEAD + "[a.A.weights]\nloss = 2\n", "A: weight 'city': missing"),
        (HEAD + "[a.A.weights]\ncity = true\nloss = 2\n", "A: weight 'city': found True; allowed: a number"),
        (HEAD + "[a.A]\nweights = 'nobody'\n", "A: weights: found 'nobody'; allowed: a table of numbers"),
        (HEAD + "A = 3\n", "A: weights: found 3; allowed: a table of numbers"),
        (HEAD + "[a.A]\nweihgts = 2\n", "A: weihgts: unknown key; allowed: weights"),
        (
            HEAD + "[a.C.weights]\ncity = 1\n",
            "C: unknown key; allowed: base, idea, weights, depth, history, A, B",
        ),
        (HEAD + "history = 3\n", "history: found 3; allowed: a text"),
        (HEAD.replace("2", "0"), "depth: found 0; allowed: a whole number above 0"),
    ],
)
def test_bad_vectors(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, text)
    assert any(problem in line for line in caught.value.problems), caught.value.problems


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    text = HEAD + 'history = "Ends with \\"quotes\\" \\\\ and µ."\n'
    text += "[a.A.weights]\ncity = 0.1\nloss = -1e-9\n[a.B.weights]\ncity = 1e300\nloss = 2\n"
    (policy,) = load(tmp_path, text).values()
    (again,) = load(tmp_path, policy_text(policy, "slow", ("A", "B"))).values()
    assert again == policy


def test_named_styles_have_cards_and_play_their_own_weights() -> None:
    policies = shipped_policies()
    for name in STYLES:
        assert len(policies[name].idea) > 60
        table = prepare(None, 4, [], name, 1).table
        for number, faction in enumerate(FACTIONS):
            weights = policies[name].weights_of(faction)
            np.testing.assert_array_equal(table.weights[number, : len(weights)], weights)
    assert policies["east_first"].weights_of("EA") != policies["east_first"].weights_of("WA")
    assert len({policies[name].weights_of(faction) for name in STYLES for faction in FACTIONS}) == 9


def test_a_policy_of_a_users_own_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        policy_text(shipped_policies()["fortress"], "heuristic", FACTIONS).replace("fortress", "mine")
    )
    found = find_policies(f"WA=mine@{path},EA=random,DE=cautious,GA=mine@{path}")
    assert [policy.name for policy in found.values()] == ["mine", "random", "cautious", "mine"]
    assert found["WA"].weights == shipped_policies()["fortress"].weights
    with pytest.raises(SpecError, match="unknown policy 'his'; allowed: mine"):
        find_policies(f"his@{path}")
    with pytest.raises(DataError, match="no such folder"):
        find_policies("mine@/no/such/folder/own.toml")
