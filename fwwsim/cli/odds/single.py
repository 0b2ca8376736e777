"""``fwwsim odds fww``: one combat, printed at once (standard library and typer; ``--check`` needs the kernels)."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds import options
from fwwsim.cli.odds.explain import explain_json, explain_text, sensitivity_json, sensitivity_text
from fwwsim.cli.odds.text import odds_row, provenance, row
from fwwsim.cli.options import check_between

if TYPE_CHECKING:
    from fwwsim.games.first_world_war.dataset import Dataset
    from fwwsim.games.first_world_war.odds import Combat, CombatOdds, Side

RESULTS = ("attack_wins", "tie", "defence_wins")
MOST_COMBATS = 1_000_000_000


def fww(
    attackers: options.Attackers = "",
    defenders: options.Defenders = "",
    attack_chit: Annotated[str, typer.Option(help="A chit's id or name, or a number: -1.")] = "",
    defence_chit: Annotated[str, typer.Option(help="A chit's id or name, or a number: +1.")] = "",
    attack_lead: Annotated[str, typer.Option(help="The attack's lead army; else the best allowed.")] = "",
    defence_lead: Annotated[str, typer.Option(help="The defence's lead army; else the best allowed.")] = "",
    front: options.Front = None,
    turn: options.Turn = None,
    treaty: options.Treaty = False,
    without_monastir: options.WithoutMonastir = False,
    schlieffen: options.Schlieffen = False,
    explain: options.Explain = False,
    sensitivity: Annotated[
        bool,
        typer.Option("--sensitivity", help="Also the change of each result for one more of everything."),
    ] = False,
    data: options.Data = None,
    check: Annotated[
        int | None,
        typer.Option(metavar="N", help="Also play this combat N times with the simulation's own kernel."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of --check.")] = 1914,
    json: options.Json = False,
) -> None:
    """Exact odds of one combat of The First World War."""
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds import check_context, combat_odds, resolve_combat

    dataset = load_dataset(data)
    combat = resolve_combat(
        dataset,
        attackers,
        defenders,
        attack_chit=attack_chit or None,
        defence_chit=defence_chit or None,
        attack_lead=attack_lead or None,
        defence_lead=defence_lead or None,
    )
    check_context(dataset, combat, options.context_of(front, turn, treaty, without_monastir, schlieffen))
    result = combat_odds(combat, dataset.faces)
    checked = None if check is None else _check(dataset, combat, result, check, seed)
    if json:
        more = {"check": checked} if checked is not None else {}
        more |= {"explain": explain_json(combat, dataset.faces)} if explain else {}
        more |= {"sensitivity": sensitivity_json(combat, dataset.faces)} if sensitivity else {}
        print(_json(dataset, combat, result, more))
        return
    print(_text(dataset, combat, result))
    if explain:
        print("\n" + explain_text(combat, dataset.faces))
    if sensitivity:
        print("\n" + sensitivity_text(combat, dataset.faces))
    if checked is not None:
        print(_check_text(checked))


def _check(dataset: Dataset, combat: Combat, result: CombatOdds, combats: int, seed: int) -> dict[str, Any]:
    """The results of a Monte Carlo run beside the exact odds; only here are numba and scipy imported."""
    check_between("--check", combats, 1, MOST_COMBATS)
    from fwwsim.games.first_world_war.combat_check import simulate_combat
    from fwwsim.stats.intervals import wilson, z_score

    counts = simulate_combat(combat, dataset.faces, combats, seed)
    checked: dict[str, Any] = {"combats": combats, "seed": seed}
    for name in RESULTS:
        count, exact = getattr(counts, name), float(getattr(result, name))
        rate, z = wilson(count, combats), z_score(count, combats, exact)
        checked[name] = {
            "count": count,
            "simulated": rate.estimate,
            "low": rate.low,
            "high": rate.high,
            "exact": exact,
            "z": z if isfinite(z) else None,
        }
    return checked


def _check_text(checked: dict[str, Any]) -> str:
    """The Monte Carlo run for a reader, in per cent."""
    from fwwsim.stats.intervals import decimals

    lines = [
        "",
        f"Check: the simulation's kernel, {checked['combats']:,} combats, seed {checked['seed']}",
        f"  {'Result':<14} {'exact':>8} {'simulated':>10} {'95 % Wilson interval':>24} {'z':>7}",
    ]
    for name in RESULTS:
        row = checked[name]
        exact, rate, low, high = (100 * row[key] for key in ("exact", "simulated", "low", "high"))
        places = decimals(high - low)
        z = "impossible" if row["z"] is None else f"{row['z']:+.2f}"
        interval = f"{low:.{places}f} to {high:.{places}f}"
        lines.append(
            f"  {name.replace('_', ' '):<14} {exact:>8.3f} {rate:>10.{places}f} {interval:>24} {z:>7}"
        )
    lines.append("  in per cent; z: (simulated - exact) / standard error, beyond 3 one time in 370")
    return "\n".join(lines)


def _json(dataset: Dataset, combat: Combat, result: CombatOdds, more: dict[str, Any]) -> str:
    """The odds as a JSON object; fractions are strings, for no float is exact."""
    import json

    exact = {
        "attack_wins": result.attack_wins,
        "tie": result.tie,
        "defence_wins": result.defence_wins,
        "attack_lead_eliminated": result.attack_lead_eliminated,
        "defence_lead_eliminated": result.defence_lead_eliminated,
        "attack_draws_chit": result.attack_draws,
        "defence_draws_chit": result.defence_draws,
    }
    sides = {"attack": combat.attack, "defence": combat.defence}
    document = {
        **{key: float(exact[key]) for key in ("attack_wins", "tie", "defence_wins")},
        "exact": {key: str(value) for key, value in exact.items()},
        "margin": {str(margin): str(value) for margin, value in result.margin.items()},
        "leads": {role: side.lead_army.label for role, side in sides.items()},
        "chits": {role: {"name": side.chit_name or None, "value": side.chit} for role, side in sides.items()},
        "superiority": dict(zip(sides, combat.superiority, strict=True)),
        "dataset": {"id": dataset.id, "hash": dataset.hash},
        **more,
    }
    return json.dumps(document, indent=2)


def _text(dataset: Dataset, combat: Combat, result: CombatOdds) -> str:
    """The odds for a reader: who fights, the results, the margins."""
    attack, defence = combat.attack, combat.defence
    attack_lead = attack.lead_army.name or "army"
    defence_lead = defence.lead_army.name or "army"
    lines = [
        "The First World War: one combat, exact odds",
        f"  Attack   {_side(attack, combat.superiority[0])}",
        f"  Defence  {_side(defence, combat.superiority[1])}",
        "",
        row("Result", "fraction", "per cent"),
        odds_row("attack wins", result.attack_wins),
        odds_row("tie", result.tie),
        odds_row("defence wins", result.defence_wins),
        odds_row(f"attack's lead {attack_lead} eliminated", result.attack_lead_eliminated),
        odds_row(f"defence's lead {defence_lead} eliminated", result.defence_lead_eliminated),
        odds_row("attack rolls S, may draw a chit", result.attack_draws),
        odds_row("defence rolls S, may draw a chit", result.defence_draws),
        "",
        f"Attack total less defence total (mean {result.mean_margin})",
        *(odds_row(f"{margin:+d}" if margin else " 0", odds) for margin, odds in result.margin.items()),
    ]
    note = provenance(dataset, (combat.attack, combat.defence))
    return "\n".join([*lines, "", note] if note else lines)


def _side(side: Side, superior: int) -> str:
    """One line: the armies with their values, superiority and the chit."""
    armies = []
    for index, army in enumerate(side.armies):
        lead = " lead" if index == side.lead else ""
        armies.append(f"{army.name} ({army.value}{lead})" if army.name else f"{army.value}{lead}")
    chit = f"chit {side.chit_name} {side.chit:+d}".replace("  ", " ")
    return "; ".join(
        (
            ", ".join(armies),
            f"superiority {superior:+d}" if superior else "no superiority",
            chit if side.chit or side.chit_name else "no chit",
        )
    )
