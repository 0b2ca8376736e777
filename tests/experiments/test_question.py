"""Questions: what is read, what is refused and how, and the cells that follow."""

from dataclasses import replace
from pathlib import Path

import pytest

from fwwsim.errors import SpecError
from fwwsim.experiments.cell import match_of
from fwwsim.experiments.kinds.extra import knock_outs, other_data
from fwwsim.experiments.plan import Experiment, plan, plan_file
from fwwsim.experiments.question import Arm, Budget, Question, is_question, read_question
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.policies.assign import shipped_policies

ANALYSES = Path(__file__).parents[2] / "analyses"
QUESTIONS = (
    "balance", "data_uncertainty", "handicap", "historical_setup", "optional_rules", "schlieffen",
    "surrender_rules", "switches", "treaty", "variable_order",
)  # fmt: skip
HEAD = 'title = "T"\nquestion = "Q?"\nreport = "rule_effect"\nseed = 1\n'
NOTHING = "[budget]\ngames = 0\nknock_outs = 0\nforced = 0\n"
SMALL = Budget(games=30, data_draws=0, policies=("balanced", "cautious"), knock_outs=0, forced=0)
QUESTION = Question("T", "Q?", "balance", 1, games=100, arms={"base": Arm()}, budget=SMALL)
PIECES = (*load_dataset(None).armies, *load_dataset(None).chits)
SWITCHES = [
    "six_front_end=wins", "hand_scope=player", "uncontested_base=point", "mef_or_reach=front_11_only",
    "treaty_garrison=ignored", "transfer_source=one_front",
]  # fmt: skip


def planned(tmp_path: Path, text: str) -> Experiment:
    path = tmp_path / "x.toml"
    path.write_text(HEAD + text)
    return plan_file(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gmaes = 3", "gmaes: unknown key; did you mean games? allowed: title, question, report,"),
        ("games = 0", "games: found 0 with target 0; allowed: either games, 1 or more, or target above 0"),
        ("games = 5\ntarget = 0.1\nat_most = 9", "games: found 5 with target 0.1; allowed: either"),
        ("target = 0.1", "at_most: allowed: the most games of an arm, together with target"),
        ("games = 5\nat_most = 9", "at_most: allowed: the most games of an arm, together with target"),
        ("games = 5.5", "games: found 5.5; allowed: a whole number, 0 to 1000000000"),
        ("games = 5\nplayers = 5", "players: found 5; allowed: 2, 3, 4"),
        ('games = 5\ngame = "chess"', "game: found 'chess'; known: first_world_war"),
        ("games = 5\n[arms.a]\nrule = []", "arms.a.rule: unknown key; did you mean rules? allowed: rules,"),
        ('games = 5\n[arms.a]\nrules = ["schliefen"]', "arms.a: --rule schliefen: unknown rule; did you mean"),
        ('games = 5\n[arms.a]\npolicies = "bold"', "arms.a: --policy: unknown policy 'bold'; allowed: random,"),
        ('games = 5\n[arms.a]\ndata = "nowhere"', "arms.a: nowhere: no such folder"),
        ('games = 5\n[budget]\npolicies = ["bold"]', "policies bold: --policy: unknown policy 'bold'"),
        ("games = 5\n[arms.a]\n[sweeps]\nrules.a = [1, 2]", "sweeps: found beside arms; allowed: either"),
        ("games = 5\n[sweeps]\nrule.a = [1, 2]", "sweeps.rule: unknown setting; did you mean rules? allowed: rules,"),
        ("games = 5\n[sweeps]\nrules.schlieffen = true", "sweeps.rules.schlieffen: found True; allowed: a list"),
        ("games = 5\n[sweeps]\nrules.schlieffen = [true]", "sweeps.rules.schlieffen: found [True]; allowed: a list"),
        ("games = 5\n[sweeps]\nrules.schlieffen = [1, 1]", "sweeps.rules.schlieffen: found [1, 1]; allowed: a list"),
        ("games = 5\n[sweeps]\npolicies = [1, 2]", "sweeps.policies: found [1, 2]; allowed: a list of two"),
        ("games = 5\n[sweeps]\nrules = 7", "sweeps.rules: found 7; allowed: rules.NAME = [values]"),
        ('games = 5\n[arms.a]\n[arms."hand_scope=player"]\n[budget]\ndata_draws = 0', "arms.hand_scope=player: is the"),
        ("games = 5\nseed = 2", "damaged TOML: Cannot overwrite a value"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_names_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        planned(tmp_path, text)
    told = str(caught.value)
    assert told.startswith(f"{tmp_path / 'x.toml'}: {message}")
    assert "\n" not in told


@pytest.mark.parametrize("missing", ["title", "question", "report", "seed"])
def test_what_must_be_said_is_missed(tmp_path: Path, missing: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text("".join(line for line in HEAD.splitlines(True) if not line.startswith(missing)))
    with pytest.raises(SpecError, match=f"x.toml: {missing}: missing; allowed: "):
        read_question(path)


def test_an_unknown_report_names_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(HEAD.replace("rule_effect", "balanced") + "games = 5")
    with pytest.raises(SpecError, match="found 'balanced'; allowed: balance, rule_effect, factorial,"):
        read_question(path)


def test_without_arms_there_is_a_base(tmp_path: Path) -> None:
    experiment = planned(tmp_path, f"games = 9\n{NOTHING}")
    assert [(cell.name, cell.policies, cell.games) for cell in experiment.cells] == [("base", "balanced", 9)]
    assert (experiment.name, experiment.factors) == ("x", ())


def test_arms_build_on_the_spec(tmp_path: Path) -> None:
    text = 'games = 9\nrules = ["surrender_from_turn=2", "treaty_garrison=ignored"]\npolicies = "random"\nplayers = 2\n'
    arms = '[arms.one]\n[arms.two]\nrules = ["surrender_from_turn=3"]\npolicies = "cautious"\n'
    one, two = planned(tmp_path, text + arms + NOTHING).arms
    assert (one.rules, one.policies) == (("surrender_from_turn=2", "treaty_garrison=ignored"), "random")
    assert (two.rules, two.policies) == (("treaty_garrison=ignored", "surrender_from_turn=3"), "cautious")
    rules = match_of(two).description["rules"]
    assert (rules["surrender_from_turn"], rules["treaty_garrison"]) == (3, "ignored")


def test_a_sweep_crosses_its_settings(tmp_path: Path) -> None:
    rules = "rules.schlieffen = [false, true]\nrules.surrender_from_turn = [1, 3]\n"
    sweep = f'[sweeps]\n{rules}policies = ["balanced", "random"]\n'
    experiment = planned(tmp_path, f"games = 9\n{sweep}{NOTHING}")
    assert [arm.name for arm in experiment.arms] == [
        "base", "policies random", "surrender_from_turn=3", "surrender_from_turn=3 + policies random",
        "schlieffen", "schlieffen + policies random", "schlieffen + surrender_from_turn=3",
        "schlieffen + surrender_from_turn=3 + policies random",
    ]  # fmt: skip
    assert [factor.name for factor in experiment.factors] == ["schlieffen", "surrender_from_turn", "policies"]
    assert experiment.levels["schlieffen + policies random"] == (1, 0, 1)
    last = experiment.arms[-1]
    assert (last.rules, last.policies) == (("schlieffen=on", "surrender_from_turn=3"), "random")


def names_of(report: str, role: str, **budget: int) -> list[str]:
    question = replace(QUESTION, report=report, budget=replace(SMALL, **budget))
    return [cell.name for cell in plan(question, "x", "x").cells if cell.role == role]


def test_balance_plays_other_numbers_of_players(tmp_path: Path) -> None:
    assert names_of("balance", "players") == ["players_2", "players_3"]
    cells = plan(QUESTION, "x", "x").cells
    assert [(cell.players, cell.games) for cell in cells if cell.role == "players"] == [(2, 100), (3, 100)]


def test_the_error_budget_has_policies_and_readings_of_every_arm() -> None:
    arms = {"base": Arm(), "plan": Arm(("schlieffen", "hand_scope=player"))}
    question = replace(QUESTION, report="rule_effect", arms=arms)
    cells = plan(question, "x", "x").cells
    assert [cell.name for cell in cells if cell.role == "policies"] == [
        "policies cautious",
        "plan: policies cautious",
    ]
    assert [cell.name for cell in cells if cell.role == "switch"] == [
        *SWITCHES,
        *(f"plan: {name.replace('=player', '=faction')}" for name in SWITCHES),
    ]
    assert {cell.games for cell in cells if cell.role != "arm"} == {30}
    other = next(cell for cell in cells if cell.name == "plan: hand_scope=faction")
    assert (other.arm, other.value, other.rules) == (
        "plan",
        "hand_scope=faction",
        ("schlieffen", "hand_scope=faction"),
    )


def test_switches_are_played_as_often_as_the_arms_and_with_every_policy() -> None:
    cells = plan(replace(QUESTION, report="switches"), "x", "x").cells
    assert [(cell.name, cell.games) for cell in cells if cell.role == "switch"] == [
        (name, 100) for name in SWITCHES
    ]
    crossed = [cell for cell in cells if cell.role == "policies"]
    assert [cell.name for cell in crossed] == [
        "policies cautious",
        *(f"{name}: policies cautious" for name in SWITCHES),
    ]
    assert crossed[1].rules == ("six_front_end=wins",)
    assert crossed[1].policies == "cautious"


def test_data_draws_and_knock_outs_are_edits() -> None:
    budget = Budget(games=0, data_draws=3, policies=(), knock_outs=20, forced=0)
    question = replace(
        QUESTION, report="rule_effect", arms={"base": Arm(edits=("without DE 2",))}, budget=budget
    )
    arms = plan(question, "x", "x").arms
    draws = [*other_data(question, arms[0], arms)]
    assert [cell.edits for cell in draws] == [("without DE 2", f"perturbed {draw}") for draw in range(3)]
    out = {cell.name: cell for cell in knock_outs(question, arms[0], arms)}
    assert len(out) == len(PIECES) - 1
    assert "without DE 2" not in out
    assert {cell.games for cell in out.values()} == {20}
    cells = (*arms, draws[2], out["without DE 1"], out["without allied-tanks"])
    assert len({match_of(cell).table.tobytes() for cell in cells}) == 4


def test_forced_combats_are_won_and_lost_on_every_front_in_every_turn() -> None:
    budget = Budget(games=0, data_draws=0, policies=(), knock_outs=0, forced=20)
    cells = plan(replace(QUESTION, budget=budget), "x", "x").cells
    forced = [cell for cell in cells if cell.role == "forced"]
    assert [cell.name for cell in forced[:3]] == ["forced t1 f1 +1", "forced t1 f1 -1", "forced t1 f2 +1"]
    assert (len(forced), {cell.games for cell in forced}) == (6 * 11 * 2, {20})
    last = forced[-1]
    assert (last.value, last.force, match_of(last).description["force"]) == (
        "t6 f11 -1",
        (6, 11, -1),
        [6, 11, -1],
    )


def test_games_of_nought_leave_cells_out() -> None:
    assert names_of("rule_effect", "policies", games=0) == []


def test_another_game_can_be_asked_about() -> None:
    question = replace(
        QUESTION, game="hector_and_achilles", players=2, budget=replace(SMALL, policies=("bluffer",))
    )
    cells = plan(question, "x", "x").cells
    assert [cell.name for cell in cells] == [
        "base", "policies bluffer", "both_fall=draw", "missing_pile=both", "short_pile=fewer",
        "home_limit=6", "tile_faces=two",
    ]  # fmt: skip
    assert cells[0].policies == "greedy"


def test_shipped_specs_are_known_by_their_report() -> None:
    kinds = {path.stem: is_question(path) for path in ANALYSES.glob("*.toml")}
    assert not kinds["league"]
    assert not kinds["tune_1"]
    assert {name for name, asked in kinds.items() if asked} == set(QUESTIONS)
    assert is_question(Path("no such file"))


@pytest.mark.parametrize("name", QUESTIONS)
def test_shipped_questions_can_be_asked(name: str) -> None:
    question = read_question(ANALYSES / f"{name}.toml")
    budget = replace(question.budget, games=0, knock_outs=0, forced=0)
    experiment = plan(replace(question, budget=budget), name, name)
    assert question.budget.data_draws >= 20
    assert set(question.budget.policies) <= set(shipped_policies())
    assert len(experiment.arms) >= 1
