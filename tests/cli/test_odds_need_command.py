"""``fwwsim odds need``: what it prints, how it fails, that it stays light, and that its words are defined."""

import json
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from glossary import defined, plain, undefined

HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "rich")
EVEN = ("--attackers", "2", "--defenders", "2")


@pytest.fixture
def need(command: Any) -> Any:
    """`command` for ``fwwsim odds need``."""
    return partial(command, "odds", "need")


def test_text(need: Any) -> None:
    code, out, err = need("--target", "60%", *EVEN, "--most", "1")
    assert (code, err) == (0, "")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert rows == [
        "The First World War: what an attack needs, exact",
        "Attack 2; lead 2",
        "Defence 2; lead 2",
        "Now attack wins 7/18 38.89 %",
        "Target 3/5 60.00 %",
        "",
        "Minimal additions, cheapest first (3)",
        "cost fraction per cent addition",
        "1/10 11/18 61.11 chit +1",
        "1/10 11/18 61.11 lead exchanged for a 3",
        "1/5 11/18 61.11 one more army of value 0",
    ]


def test_names_of_the_data_set(need: Any) -> None:
    words = ("--attackers", "DE 1", "--defenders", "BR 1", "--front", "1", "--turn", "2", "--most", "3")
    code, out, _ = need("--target", "70%", *words)
    assert code == 0
    assert "DE AA; Big Bertha" in out
    assert "or DE AA; Heavy Howitzers" in out
    assert "Mackensen" not in out  # a chit of 1915
    assert "reconstructed by this project" in out


def test_reached_and_out_of_reach(need: Any) -> None:
    assert "Reached already: nothing need be added." in need("--target", "0.3", *EVEN)[1]
    code, out, _ = need("--target", "99%", "--attackers", "1", "--defenders", "3,3", "--most", "1")
    assert code == 0
    assert "Cannot be reached by these additions. The best possible:" in out
    assert " ".join(out.splitlines()[-1].split()) == "1/2 7/18 38.89 one more army of value 3"
    waiting = need("--target", "60%", "--attackers", "2", "--defenders", "3,3,3")[1]
    assert "wait for superiority: 3 more armies of values 0, 0, 0; chit +1" in waiting


def test_json(need: Any) -> None:
    code, out, _ = need("--target", "3/5", *EVEN, "--outcome", "not-lost", "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["reached"], document["reachable"], document["additions"]) == (True, True, [])
    assert document["exact"] == {
        "probability": "11/18",
        "attack_wins": "7/18",
        "tie": "2/9",
        "defence_wins": "7/18",
    }
    document = json.loads(need("--target", "3/5", *EVEN, "--most", "1", "--json", "--worth", "chit=1")[1])
    assert [
        (row["exact"]["cost"], row["chit"], row["lead"], row["armies"]) for row in document["additions"]
    ] == [
        ("1/10", None, 3, []),
        ("1/5", None, None, [0]),
        ("1", 1, None, []),
    ]
    assert document["best"]["exact"]["probability"] == "3/4"


def test_every_name_is_defined(need: Any) -> None:
    named = ("--attackers", "RU 1", "--defenders", "AH 1,AH 2", "--most", "3", "--json")
    for words in ((*EVEN, "--json"), named):
        assert undefined(json.loads(need("--target", "70%", *words)[1])) == set()
    for printed in ("cost", "fraction", "per cent", "addition", "attack wins", "not lost", "need", "minimal"):
        assert plain(printed) in defined()


ERRORS = [
    (("--target", "60", *EVEN), r"--target: found '60'; allowed: a probability above 0"),
    (("--target", "1e99999999999", *EVEN), "--target: found "),
    (("--target", "60%", "--attackers", "2"), r"no defenders: .*\(R6\.0\)"),
    (("--target", "60%", *EVEN, "--most", "4"), "--most: found 4; allowed: 1 to 3"),
    (
        ("--target", "60%", *EVEN, "--outcome", "draw"),
        "--outcome: found 'draw'; allowed: attack-wins, not-lost",
    ),
    (("--target", "60%", *EVEN, "--worth", "tank=1"), "--worth 'tank=1': unknown name"),
    (("--target", "60%", *EVEN, "--front", "12"), "--front: found 12; allowed: 1 to 11"),
    (
        ("--target", "60%", *EVEN, "--front", "7", "--turn", "5", "--treaty"),
        r"closed under the treaty.*R8\.1",
    ),
    (EVEN, "Missing option '--target'"),
]


@pytest.mark.parametrize(("words", "message"), ERRORS, ids=lambda item: str(item)[:50])
def test_errors_are_one_line(need: Any, words: tuple[str, ...], message: str) -> None:
    import re

    code, out, err = need(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert re.search(message, err)


def test_nothing_heavy_is_imported() -> None:
    words = ["fwwsim", "odds", "need", "--target", "60%", *EVEN]
    script = (
        f"import sys; sys.argv = {words!r}\nfrom fwwsim.cli.main import run\nrun()\n"
        f"print(sorted(set(sys.modules) & set({HEAVY!r})))"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
