"""Conditions: what they mean on columns, and that nothing but a condition gets through."""

from typing import Any

import numpy as np
import pytest

from fwwsim.errors import SpecError
from fwwsim.experiments.where import NUMBER, TRUTH, Kind, parse_condition

WORDS = ("WA", "EA", "none")
KINDS = {
    "vp": Kind(NUMBER),
    "turn": Kind(NUMBER),
    "lost": Kind(TRUTH),
    "winner": Kind("a word", WORDS),
    "first": Kind("a word", WORDS),
    "reason": Kind("a word", ("turn_6", "surrender")),
}
RNG = np.random.default_rng(4)
VALUES: dict[str, Any] = {
    "vp": RNG.integers(-128, 128, 500, np.int8),
    "turn": RNG.integers(1, 7, 500, np.int8),
    "lost": RNG.random(500) < 0.5,
    "winner": RNG.integers(0, 3, 500, np.int8),
    "first": RNG.integers(0, 3, 500, np.int8),
    "reason": RNG.integers(0, 2, 500, np.int8),
}


def plainly(text: str) -> list[bool]:
    """What Python itself makes of a condition that this test wrote, game by game."""
    rows = []
    for game in range(500):
        row = {name: values[game].item() for name, values in VALUES.items()}
        row |= {name: KINDS[name].words[row[name]] for name in ("winner", "first", "reason")}
        rows.append(bool(eval(text, {"__builtins__": {}}, row)))
    return rows


@pytest.mark.parametrize(
    "text",
    [
        "lost",
        "not lost",
        "lost == True",
        "lost and turn == 3",
        "lost or turn == 3 and vp > 0",
        "(lost or turn == 3) and vp > 0",
        "2 <= turn < 5",
        "vp - turn * 2 + 1 >= -3",
        "vp * vp * vp > 1000",  # more than the column's own type holds
        "lost + (turn == 3) >= 1",
        "turn in (1, 6)",
        "turn not in [1, 6]",
        "winner == 'WA'",
        "'WA' != winner",
        "winner in ('WA', 'EA') and reason == 'surrender'",
        "winner == first",
        "vp == turn",
        "-vp > 5.5",
        "True",
        "vp > 1 and winner not in {'none'} or not (lost and turn > 2)",
    ],
)
def test_a_condition_means_what_python_would_mean(text: str) -> None:
    holds = parse_condition(text, KINDS).holds({**VALUES})
    assert holds.tolist() == plainly(text)
    assert holds.dtype == np.bool_


def test_only_the_columns_named_are_needed() -> None:
    assert parse_condition("lost and (turn > 3 or lost)", KINDS).columns == ("lost", "turn")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vpp > 3", "--where, character 1: vpp: unknown column; did you mean vp? allowed: vp,"),
        ("lost and tur == 3", "--where, character 10: tur: unknown column; did you mean turn?"),
        ("winner == 'W'", "--where, character 11: W: unknown word; did you mean WA? allowed: WA, EA, none"),
        (
            "winner == 1",
            "--where, character 1: winner is compared with what is no word of it; allowed: 'WA', 'EA'",
        ),
        ("winner == reason", "--where, character 1: winner is compared with what is no word of it"),
        (
            "winner > 'WA'",
            "--where, character 1: winner is compared by order with a text; allowed: == and !=",
        ),
        ("vp == 'WA'", "--where, character 1: vp is compared with a text"),
        ("'WA' == 'WA'", "--where, character 1: 'WA' is compared with a text"),
        ("winner", "--where: 'winner' is a word; allowed: a comparison, as in winner_4 == 'DE'"),
        ("vp", "--where: 'vp' is a number; allowed: a comparison, as in vp_DE > 20"),
        ("lost and vp", "--where, character 10: vp is a number; allowed: a comparison"),
        ("not 3", "--where, character 5: 3 is a number"),
        ("winner + 1 > 2", "--where, character 1: winner is a text; allowed: numbers with + - *"),
        ("turn in 3", "--where, character 9: 3 cannot stand after in; allowed: a list"),
        ("turn in ()", "--where, character 9: () cannot stand after in"),
        ("vp / 2 > 1", "--where, character 1: vp / 2 cannot be used; allowed: columns, numbers"),
        ("vp ** 2 > 1", "--where, character 1: vp ** 2 cannot be used"),
        ("vp is 3", "--where, character 7: 3 is compared by what cannot be used"),
        ("__import__('os').system('x')", "--where, character 1: __import__('os').system('x') cannot be used"),
        ("vp.real > 1", "--where, character 1: vp.real cannot be used"),
        ("vp[0] > 1", "--where, character 1: vp[0] cannot be used"),
        ("(lambda: 1)() == 1", "--where, character 1: (lambda: 1)() cannot be used"),
        ("[v for v in (1,)] == 1", "--where, character 1: [v for v in (1,)] cannot be used"),
        ("(vp := 3) > 1", "--where, character 2: vp := 3 cannot be used"),
        ("f'{vp}' == 'x'", "--where, character 1: f'{vp}' cannot be used"),
        ("lost if lost else lost", "--where, character 1: lost if lost else lost cannot be used"),
        (
            "vp > 9007199254740993",
            "--where, character 6: 9007199254740993 cannot be used; allowed: numbers below",
        ),
        ("vp > 1e999", "--where, character 6: 1e999 cannot be used"),
        ("vp > 1j", "--where, character 6: 1j cannot be used"),
        ("vp > None", "--where, character 6: None cannot be used"),
        ("winner == b'WA'", "--where, character 11: b'WA' cannot be used"),
        ("vp >", "--where: invalid syntax; allowed:"),
        ("(vp > 1", "--where, character 1: '(' was never closed"),
        ("", "--where: invalid syntax"),
        ("vp > 1; lost", "--where, character 7: invalid syntax"),
        ("vp = 1", "--where, character 4: invalid syntax"),
        ("vp > 1\x00", "--where"),
        ("(" * 300 + "lost" + ")" * 300, "--where"),
        ("not " * 400 + "lost", "--where: found 401 levels; allowed: at most 100"),
        ("lost" + " and lost" * 400, "--where: found 3604 characters; allowed: at most 2000"),
        ("lost\nand vpp", "--where"),
    ],
)
def test_what_is_no_condition_is_refused_in_its_place(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_condition(text, KINDS)
    assert str(caught.value).startswith(message)


def test_a_place_counts_letters_not_bytes() -> None:
    with pytest.raises(SpecError, match=r"^--where, character 10: vpp: unknown column"):
        parse_condition("é > 1 or vpp", {"é": Kind(NUMBER), **KINDS})
