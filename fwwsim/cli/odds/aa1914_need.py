"""``fwwsim odds aa1914-need``: the cheapest purchase that captures (standard library and typer)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds import aa1914_text as text
from fwwsim.cli.odds.aa1914_options import (
    Data,
    Defend,
    Json,
    Round,
    RuleSettings,
    check_game_round,
    game_of,
    garrison,
    read_probability,
)

if TYPE_CHECKING:
    from fwwsim.games.axis_and_allies_1914.odds.need import Answer, Question


def need(
    defend: Defend = "",
    target: Annotated[str, typer.Option(metavar="P", help="Chance to capture: 0.8, 4/5 or 80%.")] = "80%",
    have: Annotated[str, typer.Option(metavar="UNITS", help="Units that attack beside those to buy.")] = "",
    rule: RuleSettings = None,
    round_number: Round = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """The cheapest purchase in IPC that captures a territory of Axis & Allies 1914 in one land battle.

    Every purchase of that price that reaches the target is listed, the likeliest first.
    """
    from fwwsim.games.axis_and_allies_1914.battle import Side
    from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    from fwwsim.games.axis_and_allies_1914.forces import check_round, read_army
    from fwwsim.games.axis_and_allies_1914.odds.need import Question, cheapest
    from fwwsim.games.axis_and_allies_1914.options import Rules

    check_game_round(round_number)
    dataset, rules = load_dataset(data), Rules.parse(rule or [])
    defenders, own = (
        read_army(garrison(defend, data), "--defend"),
        read_army(garrison(have, data), "--have", needs_infantry=False),
    )
    check_round(round_number, (("--defend", defenders), ("--have", own)))
    question = Question(
        Side(defenders), dataset.values(), read_probability(target, "--target"), own, rules, round_number
    )
    answer = cheapest(question)
    print(_json(game_of(dataset, rules, "land"), question, answer) if json else _text(question, answer))


def _json(game: dict[str, Any], question: Question, answer: Answer) -> str:
    """The purchases as a JSON object."""
    import json

    from fwwsim.games.axis_and_allies_1914.forces import army_text

    document = {
        **game,
        "defence": army_text(question.defence.army),
        "have": army_text(question.have),
        "target": float(question.target),
        "cost": answer.purchases[0].cost,
        "purchases": [
            {
                "units": army_text(each.units),
                "cost": each.cost,
                "captured": float(each.captured),
                "exact": text.exact(each.captured),
            }
            for each in answer.purchases
        ],
        "armies_weighed": answer.weighed,
    }
    return json.dumps(document, indent=2)


def _text(question: Question, answer: Answer) -> str:
    """The purchases for a reader."""
    from fwwsim.games.axis_and_allies_1914.forces import army_text

    lines = [
        "Axis & Allies 1914: cheapest purchase that captures in one land battle, exact search",
        f"  Defence  {army_text(question.defence.army)}",
        f"  Have     {army_text(question.have)}",
        f"  Target   {text.per_cent(question.target)} per cent; {answer.weighed} armies weighed",
        *text.readings_row(question.rules, "land"),
        "",
    ]
    rows = [
        [army_text(each.units), str(each.cost), text.short(each.captured), text.per_cent(each.captured)]
        for each in answer.purchases
    ]
    return "\n".join([*lines, *text.table(["Buy", "IPC", "captured", "per cent"], rows)])
