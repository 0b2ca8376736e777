"""The odds table and the matrices of a front: every cell is the exact combat, on the terminal, in CSV and JSON."""

import csv
import io
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from rich.console import Console

from fwwsim.errors import RuleError
from fwwsim.games.first_world_war.dataset import Army
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import Combat, Combatant, CombatOdds, Context, Side, combat_odds
from fwwsim.games.first_world_war.odds.matrix import Counters, Matrix, Stack, front_matrix, stacks
from fwwsim.games.first_world_war.odds.table import chit_differences, odds_table
from fwwsim.reporting.odds_tables import (
    matrix_csv,
    matrix_json,
    print_matrices,
    print_table,
    table_csv,
    table_json,
)

BOX = load_dataset()
CELLS = odds_table(BOX.faces, chit_differences(BOX))


def combat(lead: int, superior: int, chit: int) -> CombatOdds:
    """A combat with these differences, set up in another way than the table does."""
    sizes = {-1: (2, 3), 0: (2, 2), 1: (3, 2)}[superior]
    base = 3 if lead <= 0 else 3 - lead
    attack = Side((Combatant(base + lead),) * sizes[0], chit=chit + 5)
    return combat_odds(Combat(attack, Side((Combatant(base),) * sizes[1], chit=5)), BOX.faces)


def printed(print_it: Any, *arguments: Any) -> str:
    text = io.StringIO()
    print_it(*arguments, Console(file=text, width=80, highlight=False))
    return text.getvalue()


def test_every_cell_is_the_exact_combat() -> None:
    places = [(cell.lead, cell.superiority, cell.chit) for cell in CELLS]
    assert sorted(places) == sorted(product(range(-3, 4), (-1, 0, 1), range(-3, 3)))
    for cell in CELLS:
        assert cell.odds == combat(cell.lead, cell.superiority, cell.chit)
        assert cell.is_break_even == (cell.lead + cell.superiority + cell.chit >= 0)
        assert cell.is_likely == (cell.odds.attack_wins >= Fraction(1, 2))


def test_csv_of_the_table() -> None:
    rows = list(csv.DictReader(io.StringIO(table_csv(CELLS))))
    assert len(rows) == 126
    for row in rows:
        odds = combat(int(row["lead_difference"]), int(row["superiority"]), int(row["chit_difference"]))
        for name in ("attack_wins", "tie", "defence_wins"):
            assert Fraction(row[name]) == getattr(odds, name)
            assert float(row[f"{name}_decimal"]) == pytest.approx(float(getattr(odds, name)), abs=1e-6)


def test_json_of_the_table() -> None:
    document = table_json(CELLS, BOX)
    assert document["die"] == ["S", "S", 1, 2, 3, 4]
    for cell in document["cells"]:
        odds = combat(cell["lead_difference"], cell["superiority"], cell["chit_difference"])
        assert cell["exact"] == {
            name: str(getattr(odds, name)) for name in ("attack_wins", "tie", "defence_wins")
        }
        assert cell["break_even"] == (odds.attack_wins >= odds.defence_wins)


def test_the_printed_table_fits_80_columns_and_counts_36ths() -> None:
    text = printed(print_table, CELLS, BOX)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    begin = next(number for number, line in enumerate(lines) if line.startswith("Superiority 0"))
    row = next(line for line in lines[begin:] if line.split()[:1] == ["0"])
    assert row.split() == ["0", "2/3/31", "5/4/27", "9/5/22", "14/8/14+", "22/5/9*", "27/4/5*"]
    assert "R6.1.3" in text
    assert "reconstruction-1" in text


def could_be_there(front: int, turn: int, side: tuple[str, ...]) -> list[Army]:
    """R3.1, R5.0, R5.3, said plainly."""
    return [
        army
        for army in BOX.armies
        if army.faction in side
        and army.turn <= turn
        and army.nation in BOX.fronts[front - 1].nations
        and not (front in (5, 6) and army.nation in ("BR", "FR", "DE") and turn < 4)
    ]


ALLIES, CENTRAL = ("WA", "EA"), ("DE", "GA")


@pytest.mark.parametrize(
    ("front", "turn", "attacker"),
    [(1, 1, "WA"), (1, 6, "DE"), (5, 3, "GA"), (5, 4, "WA"), (9, 3, "GA"), (10, 5, "EA")],
)
def test_a_matrix_has_the_stacks_that_could_be_there(front: int, turn: int, attacker: str) -> None:
    matrix = front_matrix(BOX, Context(front, turn), attacker)
    sides = (ALLIES, CENTRAL) if attacker in ALLIES else (CENTRAL, ALLIES)
    for found, side in ((matrix.attacking, sides[0]), (matrix.defending, sides[1])):
        values = [army.value for army in could_be_there(front, turn, side)]
        every = {Stack(size, max(some)) for size in range(1, 5) for some in combinations(values, size)}
        assert set(found) == every
    for stack, line in zip(matrix.attacking, matrix.cells, strict=True):
        for column, cell in zip(matrix.defending, line, strict=True):
            assert isinstance(column, Stack)
            attack = Side((Combatant(stack.lead), *[Combatant(0)] * (stack.armies - 1)))
            defence = Side((Combatant(column.lead), *[Combatant(0)] * (column.armies - 1)))
            odds = combat_odds(Combat(attack, defence), BOX.faces)
            assert cell.no_real_defender == 0
            assert (cell.attack_wins, cell.tie, cell.defence_wins) == (
                odds.attack_wins,
                odds.tie,
                odds.defence_wins,
            )


def test_players_view_equals_every_set_of_counters() -> None:
    matrix = front_matrix(BOX, Context(3, 1), "DE", players_view=True)
    armies = [army.value for army in could_be_there(3, 1, ("WA",))]
    everything: list[int | None] = [*armies, *[None] * BOX.dummies["WA"]]
    assert matrix.defending == tuple(map(Counters, range(1, 5)))
    for column, counters in enumerate(range(1, 5)):
        sets = list(combinations(everything, counters))
        nobody, wins = 0, Fraction(0)
        for some in sets:
            real = [value for value in some if value is not None]
            if real:
                attack = Side((Combatant(matrix.attacking[-1].lead),) * matrix.attacking[-1].armies)
                enemy = Side((Combatant(max(real)),) * len(real))
                wins += combat_odds(Combat(attack, enemy), BOX.faces).attack_wins
            else:
                nobody += 1
        cell = matrix.cells[-1][column]
        assert cell.no_real_defender == Fraction(nobody, len(sets))
        assert cell.attack_wins == wins / len(sets)


def test_under_the_treaty_someone_defends_romania() -> None:
    """R8.1: the Central Powers attack on front 11 only if MEF or OR is there; RU and RO counters do not fight."""
    matrix = front_matrix(BOX, Context(11, 5, treaty=True), "GA", players_view=True)
    assert all(cell.no_real_defender == 0 for line in matrix.cells for cell in line)
    seen = front_matrix(BOX, Context(11, 5, treaty=True), "GA")
    assert seen.defending == (Stack(1, 2), Stack(2, 2))


def both(front: int, turn: int, players_view: bool = False) -> list[Matrix]:
    place = BOX.fronts[front - 1]
    return [
        front_matrix(BOX, Context(front, turn), faction, players_view)
        for faction in (place.allied, place.central)
    ]


def test_csv_and_json_of_a_matrix_agree() -> None:
    matrices = both(9, 2)
    rows = list(csv.DictReader(io.StringIO(matrix_csv(matrices))))
    assert len(rows) == sum(len(m.attacking) * len(m.defending) for m in matrices)
    place = 0
    for matrix in matrix_json(matrices, BOX)["matrices"]:
        for row, stack in enumerate(matrix["attacking"]):
            for column, other in enumerate(matrix["defending"]):
                line = rows[place]
                assert (line["attackers"], line["attack_lead"]) == (str(stack["armies"]), str(stack["lead"]))
                assert (line["defenders"], line["defence_lead"]) == (str(other["armies"]), str(other["lead"]))
                for name in ("attack_wins", "tie", "defence_wins", "no_real_defender"):
                    assert line[name] == matrix["exact"][name][row][column]
                    assert float(Fraction(line[name])) == matrix[name][row][column]
                place += 1


@pytest.mark.parametrize("players_view", [False, True])
def test_printed_matrices_fit_80_columns(players_view: bool) -> None:
    for front in range(1, 12):
        lines = printed(print_matrices, both(front, 6, players_view), BOX).splitlines()
        assert max(map(len, lines)) <= 80
        assert sum(line.startswith(f"Front {front} (") for line in lines) == 2


def test_stacks_of_few_armies() -> None:
    armies = [army for army in BOX.armies if army.name in ("DE AA", "DE 1", "DE 2")]
    assert stacks(armies) == (Stack(1, 1), Stack(1, 3), Stack(2, 3), Stack(3, 3))


REFUSED: list[tuple[Context, str, str]] = [
    (Context(1, 1), "EA", r"--attacker EA: on front 1 only WA and DE .*\(R5\.1\); allowed: WA, DE"),
    (Context(5, 1), "GA", r"no army of the Allies .* defence on front 5 on turn 1; .*R3\.1"),
    (Context(8, 5, treaty=True), "DE", r"front 8 is closed under the treaty.*R8\.1"),
    (Context(8), "DE", r"one front and one turn"),
]


@pytest.mark.parametrize(("context", "attacker", "message"), REFUSED)
def test_refusals(context: Context, attacker: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        front_matrix(BOX, context, attacker)
