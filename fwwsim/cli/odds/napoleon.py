"""``fwwsim odds napoleon``: battles of Age of Napoleon, and its battle table as a player aid.

Standard library and typer only; ``--check`` needs the kernels, ``--pdf`` and ``--png`` matplotlib.
"""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.options import Data, check_between
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.games.age_of_napoleon.army import Engagement
    from fwwsim.games.age_of_napoleon.dataset import Tables
    from fwwsim.games.age_of_napoleon.options import Readings
    from fwwsim.reporting.napoleon_odds import Answer

MOST_ENGAGEMENTS = 1_000_000_000
EPILOG = """\b
An army is written
  18               a strength, number of corps not known (losses are not capped)
  18x4             a strength of 4 corps
  5,4,3            corps by battle rating; 5/3 gives the spent side too
  8: 5/3h,4l @2    command rating 8; letters after a corps: h at home, l landed
                   by sea, s spent now, o stays out; 2 causes of attrition
A list of one corps is "5/3" or "5,".
A cause of march attrition is each of: 4 areas moved; 3 or more and attacked; Gewaltmarsch; marsh or mountain; winter.
Not covered: battle cards, retreats, and the rest of the game.
"""


def _corps(verb: str, who: str) -> Any:
    return typer.Option(
        metavar="N", help=f"Corps of the {who} in the area; those not listed stay out of the {verb}."
    )


Attack = Annotated[str, typer.Option(metavar="ARMY", help="The attacker: a strength or ratings, see below.")]
Defend = Annotated[str, typer.Option(metavar="ARMY", help="The defender.")]
AttackCorps = Annotated[int | None, _corps("battle", "attacker")]
DefendCorps = Annotated[int | None, _corps("battle", "defender")]
AttackHome = Annotated[
    int, typer.Option(metavar="N", help="Attacking corps at home, +1 each; of a list the first.")
]
DefendHome = Annotated[
    int, typer.Option("--defend-home", "--home", metavar="N", help="Defending corps at home, +1 each.")
]
AttackSea = Annotated[
    int, typer.Option(metavar="N", help="Attacking corps that came by sea; of a list the first.")
]
DefendSea = Annotated[int, typer.Option(metavar="N", help="Defending corps that came by sea (see --sea).")]
AttackCommand = Annotated[
    int | None, typer.Option(metavar="N", help="The attacker's highest command rating.")
]
DefendCommand = Annotated[
    int | None, typer.Option(metavar="N", help="The defender's highest command rating.")
]
AttackCauses = Annotated[
    int, typer.Option(metavar="N", help="Causes of march attrition before the battle, 0 to 5.")
]
DefendCauses = Annotated[
    int, typer.Option(metavar="N", help="The same for the defender, who may have intercepted.")
]
Armies = Annotated[
    str, typer.Option(metavar="ARMY;ARMY;..", help="Instead of --attack: up to three armies that converge.")
]
InteriorLines = Annotated[
    bool, typer.Option("--interior-lines", help="The defender fights the armies one by one until it loses.")
]
Winter = Annotated[
    bool, typer.Option("--winter", help="March losses are permanent (winter is a cause of its own).")
]
Sea = Annotated[
    str,
    typer.Option(
        metavar="landed|attacked", help="Whom the sea costs 2: corps that land, or are attacked then."
    ),
]
Absent = Annotated[
    str,
    typer.Option(metavar="no_die|die", help="Whether a side of which nobody fights rolls in the tie-break."),
]
Losses = Annotated[
    str, typer.Option(metavar="weakest|strongest", help="Which corps the owners give up first.")
]
SpentLess = Annotated[
    int,
    typer.Option(metavar="N", help="A corps given without a spent rating has this much less, at least 1."),
]
Check = Annotated[
    int | None, typer.Option(metavar="N", help="Also play it N times with the compiled rules, and print z.")
]
Seed = Annotated[int, typer.Option(metavar="S", help="Seed of --check.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON; fractions are strings.")]
Table = Annotated[bool, typer.Option("--table", help="Print the battle table as a player aid, no odds.")]
Pdf = Annotated[Path | None, typer.Option(metavar="FILE", help="With --table: write it as PDF.")]
Png = Annotated[Path | None, typer.Option(metavar="FILE", help="With --table: write it as PNG.")]


def napoleon(
    attack: Attack = "",
    defend: Defend = "",
    attack_corps: AttackCorps = None,
    defend_corps: DefendCorps = None,
    attack_home: AttackHome = 0,
    defend_home: DefendHome = 0,
    attack_sea: AttackSea = 0,
    defend_sea: DefendSea = 0,
    attack_command: AttackCommand = None,
    defend_command: DefendCommand = None,
    attack_causes: AttackCauses = 0,
    defend_causes: DefendCauses = 0,
    armies: Armies = "",
    interior_lines: InteriorLines = False,
    winter: Winter = False,
    sea: Sea = "landed",
    absent: Absent = "no_die",
    losses: Losses = "weakest",
    spent_less: SpentLess = 1,
    data: Data = None,
    check: Check = None,
    seed: Seed = 1914,
    json: Json = False,
    table: Table = False,
    pdf: Pdf = None,
    png: Png = None,
) -> None:
    """Exact odds of battles of Age of Napoleon: win chances, losses, march attrition, converging armies."""
    from fwwsim.games.age_of_napoleon.dataset_check import load_tables
    from fwwsim.games.age_of_napoleon.options import Readings

    tables = load_tables(data)
    if table:
        _refuse("--table", {"--attack": attack, "--defend": defend, "--armies": armies, "--check": check})
        _print_table(tables, json, pdf, png)
        return
    _refuse("odds (only --table writes a file)", {"--pdf": pdf, "--png": png})
    own = {"corps": attack_corps, "home": attack_home, "sea": attack_sea, "command": attack_command}
    enemy = {"corps": defend_corps, "home": defend_home, "sea": defend_sea, "command": defend_command}
    engagement = _engagement(
        attack,
        defend,
        armies,
        {**own, "causes": attack_causes},
        {**enemy, "causes": defend_causes},
        interior_lines,
        winter,
    )
    _answer(tables, engagement, Readings(sea, absent, losses, spent_less), check, seed, json)


def _refuse(beside: str, given: dict[str, Any]) -> None:
    """Refuse options that have no meaning beside another."""
    for option, value in given.items():
        if value not in ("", None, 0):
            raise SpecError(f"{option}: found beside {beside}; allowed: one or the other")


def _engagement(
    attack: str,
    defend: str,
    armies: str,
    own: dict[str, Any],
    enemy: dict[str, Any],
    interior_lines: bool,
    winter: bool,
) -> Engagement:
    """Who fights whom, from the options."""
    from fwwsim.games.age_of_napoleon.army import Engagement
    from fwwsim.games.age_of_napoleon.odds import complete_army, read_armies, read_army

    for option, text in (("--attack", attack or armies), ("--defend", defend)):
        if not text.strip():
            raise SpecError(
                f"{option}: found nothing; allowed: a strength such as 18 or ratings such as 5/3,4/2,3"
            )
    if armies:
        _refuse(
            "--armies", {"--attack": attack, **{f"--attack-{name}": value for name, value in own.items()}}
        )
        attackers = read_armies("--armies", armies)
    else:
        attackers = (complete_army("--attack", read_army("--attack", attack), **own),)
    defender = complete_army("--defend", read_army("--defend", defend), **enemy)
    return Engagement(attackers, defender, interior_lines, winter)


def _answer(
    tables: Tables, engagement: Engagement, readings: Readings, check: int | None, seed: int, json: bool
) -> None:
    """Compute and print."""
    from fwwsim.games.age_of_napoleon.odds import engagement_odds
    from fwwsim.reporting.napoleon_odds import Answer, document_of
    from fwwsim.reporting.napoleon_text import text_of

    if check is not None:
        check_between("--check", check, 1, MOST_ENGAGEMENTS)
    answer = Answer(tables, engagement, readings, engagement_odds(tables, engagement, readings))
    checked = None if check is None else _check(answer, check, seed)
    if json:
        from json import dumps

        print(dumps(document_of(answer, checked), indent=2))
        return
    print(text_of(answer))
    if checked is not None:
        print(_check_text(checked))


def _check(answer: Answer, engagements: int, seed: int) -> dict[str, Any]:
    """Simulated rates beside the exact odds; only here are numba and scipy imported."""
    from dataclasses import replace
    from fractions import Fraction

    from fwwsim.games.age_of_napoleon.battle_check import simulate_engagement
    from fwwsim.reporting.napoleon_odds import ROLES, at_least, results_of
    from fwwsim.stats.intervals import wilson, z_score

    counts = simulate_engagement(answer.tables, answer.engagement, engagements, seed, answer.readings)
    shares = {outcome: Fraction(count, engagements) for outcome, count in counts.items()}
    found = replace(answer, odds=replace(answer.odds, outcomes=shares))
    rates: dict[str, tuple[Fraction, Fraction]] = {
        name: (results_of(found)[name], odds) for name, odds in results_of(answer).items()
    }
    for role in ROLES:
        simulated = at_least(found.losses(role, "all"))
        for number, odds in at_least(answer.losses(role, "all")).items():
            if number:
                rates[f"{role}_loses_{number}_or_more"] = simulated.get(number, Fraction(0)), odds
    rows = {}
    for name, (rate, odds) in rates.items():
        count = int(rate * engagements)
        interval, z = wilson(count, engagements), z_score(count, engagements, float(odds))
        rows[name] = {
            "count": count,
            "simulated": interval.estimate,
            "low": interval.low,
            "high": interval.high,
            "exact": float(odds),
            "z": z if isfinite(z) else None,
        }
    return {"engagements": engagements, "seed": seed, "rates": rows}


def _check_text(checked: dict[str, Any]) -> str:
    """The Monte Carlo run for a reader, in per cent."""
    from fwwsim.stats.intervals import decimals

    lines = [
        "",
        f"Check: the compiled rules, {checked['engagements']:,} times, seed {checked['seed']}",
        f"  {'Result':<32} {'exact':>8} {'simulated':>10} {'95 % Wilson interval':>24} {'z':>7}",
    ]
    for name, row in checked["rates"].items():
        if not row["exact"] and not row["count"]:
            continue
        exact, rate, low, high = (100 * row[key] for key in ("exact", "simulated", "low", "high"))
        places = decimals(high - low)
        z = "impossible" if row["z"] is None else f"{row['z']:+.2f}"
        words = name.replace("_", " ").replace("tie break", "tie-break")
        interval = f"{low:.{places}f} to {high:.{places}f}"
        lines.append(f"  {words:<32} {exact:>8.3f} {rate:>10.{places}f} {interval:>24} {z:>7}")
    lines.append("  in per cent; z: (simulated - exact) / standard error, beyond 3 one time in 370")
    return "\n".join(lines)


def _print_table(tables: Tables, json: bool, pdf: Path | None, png: Path | None) -> None:
    """The player aid: on the terminal, and as files where asked for."""
    from fwwsim.reporting.napoleon_aid import draw_aid, table_document, table_text

    for option, path in (("--pdf", pdf), ("--png", png)):
        if path is not None:
            draw_aid(tables, option, path)
    if json:
        from json import dumps

        print(dumps(table_document(tables), indent=2))
        return
    print(table_text(tables))
