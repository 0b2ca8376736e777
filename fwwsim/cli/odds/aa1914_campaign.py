"""``fwwsim odds aa1914-campaign``: a contested territory over several rounds (standard library and typer)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds import aa1914_text as text
from fwwsim.cli.odds.aa1914_options import (
    Attack,
    AttackOrder,
    Data,
    Defend,
    DefendOrder,
    Json,
    LossOrder,
    Round,
    RuleSettings,
    game_of,
    garrison,
    read_land_sides,
)

if TYPE_CHECKING:
    from fwwsim.games.axis_and_allies_1914.odds.campaign import Campaign, CampaignOdds

WHEN = "always, never or stronger (own army worth more IPC)"


def campaign(
    attack: Attack = "",
    defend: Defend = "",
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds, 1 to 12.")] = 4,
    attack_reinforcements: Annotated[
        str,
        typer.Option(
            metavar="UNITS[;..]",
            help="What joins the attacker at the start of each own turn from round 2 on; with ';' turn by turn.",
        ),
    ] = "",
    defend_reinforcements: Annotated[
        str,
        typer.Option(
            metavar="UNITS[;..]",
            help="What joins the defender in each own turn from round 1 on, after the first battle.",
        ),
    ] = "",
    attacks: Annotated[str, typer.Option(metavar="WHEN", help=f"From round 2 on: {WHEN}.")] = "always",
    counterattacks: Annotated[
        str, typer.Option(metavar="WHEN", help=f"In the defender's own turns: {WHEN}.")
    ] = "always",
    loss_order: LossOrder = "",
    attack_loss_order: AttackOrder = "",
    defend_loss_order: DefendOrder = "",
    rule: RuleSettings = None,
    round_number: Round = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Exact odds of a campaign of Axis & Allies 1914: one territory, round by round, with reinforcements.

    It ends when one side, or both, are gone. --round is the round of the first battle.
    """
    from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    from fwwsim.games.axis_and_allies_1914.odds.campaign import Campaign, campaign_odds
    from fwwsim.games.axis_and_allies_1914.options import Rules

    dataset, rules = load_dataset(data), Rules.parse(rule or [])
    own, enemy = garrison(attack, data), garrison(defend, data)
    sides = read_land_sides(own, enemy, (loss_order, attack_loss_order, defend_loss_order), round_number)
    fought = Campaign(
        *sides,
        dataset.values(),
        rounds,
        rules,
        _arrivals(attack_reinforcements, "--attack-reinforcements", round_number, 1),
        _arrivals(defend_reinforcements, "--defend-reinforcements", round_number, 0),
        attacks,
        counterattacks,
    )
    odds = campaign_odds(fought)
    print(_json(game_of(dataset, rules, "land"), fought, odds) if json else _text(fought, odds))


def _arrivals(words: str, option: str, round_number: int | None, delay: int) -> tuple[tuple[int, ...], ...]:
    """One army a turn; `delay` rounds after the first battle they begin to arrive."""
    from fwwsim.games.axis_and_allies_1914.forces import check_round, read_army

    if not words.strip():
        return ()
    armies = tuple(read_army(part, option, needs_infantry=False) for part in words.split(";"))
    for turn, army in enumerate(armies):
        now = None if round_number is None else round_number + delay + turn
        check_round(now, [(option, army)])
    return armies


def _text(fought: Campaign, odds: CampaignOdds) -> str:
    """The campaign for a reader."""
    from fwwsim.games.axis_and_allies_1914.forces import army_text, order_text
    from fwwsim.games.axis_and_allies_1914.names import LAND_UNITS

    lines = ["Axis & Allies 1914: campaign for a territory, exact odds"]
    for name, side, arriving, when in (
        ("Attack", fought.attack, fought.attack_reinforcements, fought.attacks),
        ("Defence", fought.defence, fought.defence_reinforcements, fought.counterattacks),
    ):
        more = "; ".join(map(army_text, arriving)) or "none"
        each = " each turn" if len(arriving) == 1 else ""
        lines.append(f"  {name:<8} {army_text(side.army)}; reinforcements {more}{each}; attacks {when}")
        lines.append(f"  {'':<8} loses {order_text(side.land_order, LAND_UNITS)}")
    lines += [*text.readings_row(fought.rules, "land"), "", "After round, in per cent"]
    names = ("captured", "held", "contested", "both_gone")
    rows = [
        [str(number), *(text.per_cent(results[name]) for name in names)]
        for number, results in enumerate(odds.by_round, start=1)
    ]
    lines += text.table(["round", "captured", "held", "contested", "both gone"], rows)
    lines += ["", *text.ipc_rows(odds.attack_lost, odds.defence_lost, odds.swing)]
    return "\n".join(lines)


def _json(game: dict[str, Any], fought: Campaign, odds: CampaignOdds) -> str:
    """The campaign as a JSON object."""
    import json

    from fwwsim.games.axis_and_allies_1914.forces import army_text

    document = {
        **game,
        "attack": army_text(fought.attack.army),
        "defence": army_text(fought.defence.army),
        "attack_reinforcements": [army_text(army) for army in fought.attack_reinforcements],
        "defence_reinforcements": [army_text(army) for army in fought.defence_reinforcements],
        "attacks": fought.attacks,
        "counterattacks": fought.counterattacks,
        "rounds": [
            {
                "round": number,
                **{name: float(value) for name, value in results.items()},
                "exact": {name: text.exact(value) for name, value in results.items()},
            }
            for number, results in enumerate(odds.by_round, start=1)
        ],
        "attack_ipc_lost": text.spread_json(odds.attack_lost),
        "defence_ipc_lost": text.spread_json(odds.defence_lost),
        "swing": text.spread_json(odds.swing),
    }
    return json.dumps(document, indent=2)
