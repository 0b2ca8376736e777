"""``fwwsim odds aa1914-revolution``: the chance of the Russian Revolution (standard library and typer)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds import aa1914_text as text
from fwwsim.cli.odds.aa1914_options import Data, Json, RuleSettings, game_of

if TYPE_CHECKING:
    from fwwsim.games.axis_and_allies_1914.odds.revolution import RevolutionOdds, Russia


def revolution(
    odds: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=P[/Q]",
            help="A home territory's chance a round to fall to the Central Powers, and to become contested: "
            "'Ukraine=25%/40%'; 'all=..' for all but Moscow; repeatable, later ones override.",
        ),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=STATUS", help="Before round 1: russian, contested or central; repeatable."
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds, 1 to 30.")] = 10,
    rule: RuleSettings = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """The chance of the Russian Revolution (optional rule) by round, under given odds of the territories.

    Territories fall independently and are not won back. Nearby: Belarus, Karelia, Livonia, Tatarstan, Ukraine;
    further: Finland, Kazakhstan, Poland, Sevastopol; and Moscow.
    """
    from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    from fwwsim.games.axis_and_allies_1914.odds import revolution as model
    from fwwsim.games.axis_and_allies_1914.options import Rules

    dataset, rules = load_dataset(data), Rules.parse(rule or [])
    russia = model.Russia(model.read_territories(odds or [], start or []), rules)
    found = model.revolution_odds(russia, rounds)
    print(_json(game_of(dataset, rules, "revolution"), russia, found) if json else _text(russia, found))


def _json(game: dict[str, Any], russia: Russia, found: RevolutionOdds) -> str:
    """The chances as a JSON object."""
    import json

    from fwwsim.games.axis_and_allies_1914.odds.revolution import STATUS

    columns = (found.in_round, found.by_round, found.moscow_first)
    document = {
        **game,
        "territories": {
            name: {
                "start": STATUS[each.status],
                "falls": float(each.falls),
                "contested": float(each.contested),
            }
            for name, each in russia.territories.items()
        },
        "rounds": [
            {
                "round": number,
                "in_round": float(now),
                "by_round": float(by),
                "moscow_first": float(moscow),
                "exact": {"by_round": text.exact(by), "moscow_first": text.exact(moscow)},
            }
            for number, (now, by, moscow) in enumerate(zip(*columns, strict=True), start=1)
        ],
    }
    return json.dumps(document, indent=2)


def _text(russia: Russia, found: RevolutionOdds) -> str:
    """The chances for a reader."""
    from fwwsim.games.axis_and_allies_1914.odds.revolution import STATUS

    lines = ["Axis & Allies 1914: the Russian Revolution (optional rule), exact odds in per cent"]
    for name, each in russia.territories.items():
        lines.append(
            f"  {name:<11} {STATUS[each.status]}; a round {text.per_cent(each.falls)} falls, "
            f"{text.per_cent(each.contested)} contested"
        )
    lines += [*text.readings_row(russia.rules, "revolution"), ""]
    columns = (found.in_round, found.by_round, found.moscow_first)
    rows = [
        [str(number), *map(text.per_cent, row)]
        for number, row in enumerate(zip(*columns, strict=True), start=1)
    ]
    return "\n".join([*lines, *text.table(["round", "in it", "by then", "Moscow fell before"], rows)])
