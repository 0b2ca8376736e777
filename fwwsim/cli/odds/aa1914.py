"""``fwwsim odds aa1914``: one battle of Axis & Allies 1914 by land, by sea or from sea to land.

Standard library and typer only; ``--check`` needs the kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds import aa1914_text as text
from fwwsim.cli.odds.aa1914_options import (
    Attack,
    AttackOrder,
    Check,
    Data,
    Defend,
    DefendFleet,
    DefendOrder,
    Json,
    Landing,
    LossOrder,
    Mines,
    Reinforcement,
    Round,
    RuleSettings,
    Seed,
    WhenToBreakOff,
    check_battle,
    game_of,
    garrison,
    read_land_sides,
    read_orders,
    rules_help,
)
from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
    from fwwsim.games.axis_and_allies_1914.dataset import Dataset
    from fwwsim.games.axis_and_allies_1914.odds.summary import BattleOdds

TITLES = {"land": "land battle", "sea": "sea battle", "landing": "amphibious landing"}


def aa1914(
    attack: Attack = "",
    defend: Defend = "",
    sea: Annotated[bool, typer.Option("--sea", help="A sea battle: both sides are ships.")] = False,
    landing: Landing = "",
    defend_fleet: DefendFleet = "",
    reinforcement: Reinforcement = False,
    mines: Mines = 0,
    break_off: WhenToBreakOff = "never",
    loss_order: LossOrder = "",
    attack_loss_order: AttackOrder = "",
    defend_loss_order: DefendOrder = "",
    rule: RuleSettings = None,
    round_number: Round = None,
    data: Data = None,
    check: Check = None,
    seed: Seed = 1914,
    json: Json = False,
) -> None:
    """Exact odds of a battle of Axis & Allies 1914: results, hits, losses, IPC.

    See also aa1914-campaign, aa1914-need, aa1914-matrix and aa1914-revolution.
    """
    from fwwsim.games.axis_and_allies_1914.battle import Battle, BreakOff
    from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    from fwwsim.games.axis_and_allies_1914.odds.summary import battle_odds
    from fwwsim.games.axis_and_allies_1914.options import Rules

    dataset, rules = load_dataset(data), Rules.parse(rule or [])
    orders = (loss_order, attack_loss_order, defend_loss_order)
    if not defend.strip() and not (sea and mines):
        raise SpecError("--defend: found no units; allowed: units, or none")
    if sea:
        if landing or defend_fleet or reinforcement:
            raise SpecError("--sea: found beside a landing; allowed: --sea or --landing")
        sides = _sea_sides(attack, defend, orders)
    else:
        if not landing and (defend_fleet or reinforcement or mines or break_off != "never"):
            raise SpecError(
                "--defend-fleet, --reinforcement, --mines, --break-off: found in a land battle; "
                "allowed: with --sea or --landing SHIPS"
            )
        own, enemy = garrison(attack, data), garrison(defend, data)
        sides = _with_fleets(read_land_sides(own, enemy, orders, round_number), landing, defend_fleet)
    battle = Battle(*sides, dataset.values(), rules, mines, BreakOff.parse(break_off), reinforcement)
    odds = battle_odds(battle)
    checked = None if check is None else check_battle(battle, odds.results, check, seed)
    print(_json(dataset, battle, odds, checked) if json else _text(dataset, battle, odds, checked))


def _sea_sides(attack: str, defend: str, orders: tuple[str, str, str]) -> tuple[Side, Side]:
    from fwwsim.games.axis_and_allies_1914.battle import Side
    from fwwsim.games.axis_and_allies_1914.forces import NO_ARMY, read_fleet

    both, own, enemy = orders
    return (
        Side(NO_ARMY, read_fleet(attack, "--attack"), *read_orders(both, own, "--attack-loss-order")),
        Side(NO_ARMY, read_fleet(defend, "--defend"), *read_orders(both, enemy, "--defend-loss-order")),
    )


def _with_fleets(sides: tuple[Side, Side], landing: str, defend_fleet: str) -> tuple[Side, Side]:
    from dataclasses import replace

    from fwwsim.games.axis_and_allies_1914.forces import NO_FLEET, read_fleet

    fleet = read_fleet(landing, "--landing") if landing else NO_FLEET
    if landing and not any(sides[0].army):
        raise SpecError("--attack: found no units to land; allowed: at least one infantry")
    enemy = read_fleet(defend_fleet, "--defend-fleet") if defend_fleet else NO_FLEET
    return replace(sides[0], fleet=fleet), replace(sides[1], fleet=enemy)


def _side_rows(battle: Battle) -> list[str]:
    """Who fights, what it costs, and in which order losses go."""
    from fwwsim.games.axis_and_allies_1914.forces import army_text, fleet_text, order_text
    from fwwsim.games.axis_and_allies_1914.names import LAND_UNITS, SEA, SEA_STEPS
    from fwwsim.games.axis_and_allies_1914.odds.summary import worth

    lines = []
    for name, side in (("Attack", battle.attack), ("Defence", battle.defence)):
        words = [army_text(side.army)] if battle.kind != SEA else []
        words += [fleet_text(side.fleet)] if any(side.fleet) or battle.kind == SEA else []
        lines.append(f"  {name:<8} {'; fleet '.join(words)} ({worth(side, battle.values)} IPC)")
        orders = [order_text(side.land_order, LAND_UNITS)] if battle.kind != SEA else []
        orders += [order_text(side.sea_order, SEA_STEPS)] if any(side.fleet) else []
        if side.units:
            lines.append(f"  {'':<8} loses {'; at sea '.join(orders)}")
    return lines


def _text(dataset: Dataset, battle: Battle, odds: BattleOdds, checked: dict[str, Any] | None) -> str:
    """The odds for a reader."""
    lines = [f"Axis & Allies 1914: {TITLES[odds.kind]}, exact odds", *_side_rows(battle)]
    if odds.kind != "land":
        zones = f"{battle.mines} mined zone{'s' if battle.mines != 1 else ''}"
        lines.append(f"  At sea   breaks off: {battle.break_off.text}; {zones}")
    lines += text.readings_row(battle.rules, odds.kind)
    lines += ["", *text.result_rows(odds.results)]
    if odds.attack.salvo is not None and odds.defence.salvo is not None:
        lines += ["", *text.side_rows("Hits of the first round", odds.attack.salvo, odds.defence.salvo)]
        lines += ["", *text.side_rows("Hits that counted", odds.attack.hits, odds.defence.hits)]
    else:
        lines += ["", *text.side_rows("Hits scored", odds.attack.hits, odds.defence.hits)]
    lines += ["", *text.side_rows("Units lost", odds.attack.losses, odds.defence.losses)]
    lines += ["", *text.ipc_rows(odds.attack.ipc_lost, odds.defence.ipc_lost, odds.swing)]
    lines += text.check_rows(checked) if checked is not None else []
    return "\n".join(lines)


def _json(dataset: Dataset, battle: Battle, odds: BattleOdds, checked: dict[str, Any] | None) -> str:
    """The odds as a JSON object."""
    import json

    from fwwsim.games.axis_and_allies_1914.forces import army_text, fleet_text, order_text
    from fwwsim.games.axis_and_allies_1914.names import LAND_UNITS, SEA_STEPS
    from fwwsim.games.axis_and_allies_1914.odds.summary import worth

    document: dict[str, Any] = {
        **game_of(dataset, battle.rules, odds.kind),
        "battle": odds.kind,
        "mines": battle.mines,
        "break_off": battle.break_off.text,
        "reinforcement": battle.reinforcing,
        "results": {name: float(value) for name, value in odds.results.items()},
        "exact": {name: text.exact(value) for name, value in odds.results.items()},
    }
    for name, side, found in (
        ("attack", battle.attack, odds.attack),
        ("defence", battle.defence, odds.defence),
    ):
        document[name] = {
            "army": army_text(side.army),
            "fleet": fleet_text(side.fleet),
            "cost": worth(side, battle.values),
            "loss_order": {
                "land": order_text(side.land_order, LAND_UNITS),
                "sea": order_text(side.sea_order, SEA_STEPS),
            },
            "hits": text.spread_json(found.hits),
            **({"first_round": text.spread_json(found.salvo)} if found.salvo is not None else {}),
            "losses": text.spread_json(found.losses),
            "ipc_lost": text.spread_json(found.ipc_lost),
        }
    document["swing"] = text.spread_json(odds.swing)
    if checked is not None:
        document["check"] = checked
    return json.dumps(document, indent=2)


def register(app: typer.Typer) -> None:
    """Add the Axis & Allies commands to `app`."""
    from fwwsim.cli.odds import aa1914_campaign, aa1914_matrix, aa1914_need, aa1914_revolution

    epilog = rules_help()
    app.command("aa1914", epilog=epilog)(aa1914)
    app.command("aa1914-campaign", epilog=epilog)(aa1914_campaign.campaign)
    app.command("aa1914-need", epilog=epilog)(aa1914_need.need)
    app.command("aa1914-matrix", epilog=epilog)(aa1914_matrix.matrix)
    app.command("aa1914-revolution", epilog=epilog)(aa1914_revolution.revolution)
