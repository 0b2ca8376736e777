"""``fwwsim odds need``: the cheapest additions by which an attack reaches a probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds.options import (
    Attackers,
    Data,
    Defenders,
    Front,
    Json,
    Schlieffen,
    Treaty,
    Turn,
    WithoutMonastir,
    Worth,
    context_of,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from fwwsim.games.first_world_war.dataset import Dataset
    from fwwsim.games.first_world_war.odds import CombatOdds, Side
    from fwwsim.games.first_world_war.odds.additions import Choice
    from fwwsim.games.first_world_war.odds.need import Need

WAYS = 2  # ways told for an addition; JSON has them all

TERMS = """\b
Terms:
  attack-wins          the attack's total is higher: the defence's lead army
                       is eliminated, and a city may be taken
  not-lost             the attack wins or ties
  defender-eliminated  the defence's lead army is eliminated; by R6.1.5 that
                       happens exactly when the attack is not lost
  addition             one more army; a better lead army in exchange for the
                       present one; a chit; waiting for superiority (as many
                       armies as it takes to outnumber the defence)
  cost                 an army its worth, a better lead the difference, a
                       chit its worth a point (--worth)
  minimal              nothing can be left out, or be smaller at no higher
                       cost, without missing the target
"""


def need(
    target: Annotated[str, typer.Option(metavar="P", help="The probability to reach: 60%, 0.6 or 3/5.")],
    attackers: Attackers = "",
    defenders: Defenders = "",
    attack_chit: Annotated[str, typer.Option(help="A chit's id or name, or a number: -1.")] = "",
    defence_chit: Annotated[str, typer.Option(help="A chit's id or name, or a number: +1.")] = "",
    outcome: Annotated[
        str, typer.Option(metavar="NAME", help="attack-wins, not-lost or defender-eliminated.")
    ] = "attack-wins",
    most: Annotated[int, typer.Option(metavar="N", help="How many additions may be combined, 1 to 3.")] = 2,
    front: Front = None,
    turn: Turn = None,
    treaty: Treaty = False,
    without_monastir: WithoutMonastir = False,
    schlieffen: Schlieffen = False,
    worth: Worth = "",
    data: Data = None,
    json: Json = False,
) -> None:
    """The cheapest additions by which an attack reaches a target, exact.

    Attackers by name are joined by armies and chits of the data set that may be there then; attackers by value, by
    armies of any value and chits of any points that the data set has.
    """
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds import resolve_combat
    from fwwsim.games.first_world_war.odds.need import find_need, parse_target
    from fwwsim.games.first_world_war.odds.objective import Objective

    goal, objective = parse_target(target), Objective.parse(worth)
    context = context_of(front, turn, treaty, without_monastir, schlieffen)
    dataset = load_dataset(data)
    combat = resolve_combat(
        dataset, attackers, defenders, attack_chit=attack_chit or None, defence_chit=defence_chit or None
    )
    answer = find_need(
        dataset, combat, goal, outcome=outcome, context=context, objective=objective, most=most
    )
    print(_json(answer, dataset) if json else _text(answer, dataset))


def _text(answer: Need, dataset: Dataset) -> str:
    """The answer for a reader: the attack, whether it reaches the target, and what would."""
    from fwwsim.cli.odds.text import provenance

    combat = answer.combat
    sides = (combat.attack, combat.defence)
    name = answer.outcome.replace("-", " ")
    lines = [
        "The First World War: what an attack needs, exact",
        f"  Attack   {_side(combat.attack, combat.superiority[0])}",
        f"  Defence  {_side(combat.defence, combat.superiority[1])}",
        f"  Now      {name} {_chance(answer.probability)}",
        f"  Target   {_chance(answer.target)}",
        "",
    ]
    if answer.is_reached:
        lines.append("Reached already: nothing need be added.")
    elif not answer.choices:
        lines.append("Cannot be reached by these additions. The best possible:" if answer.best else NOTHING)
        lines += _rows([answer.best]) if answer.best else []
    else:
        lines += [f"Minimal additions, cheapest first ({len(answer.choices)})", *_rows(answer.choices)]
    note = provenance(dataset, sides)
    return "\n".join([*lines, "", note] if note else lines)


NOTHING = "Cannot be reached: no army and no better chit may be added."


def _side(side: Side, superior: int) -> str:
    armies = ", ".join(
        f"{army.name} ({army.value})" if army.name else str(army.value) for army in side.armies
    )
    chit = f"; chit {side.chit_name} {side.chit:+d}".replace("  ", " ") if side.chit or side.chit_name else ""
    return f"{armies}; lead {side.lead_army.label}{'; superiority +1' if superior else ''}{chit}"


def _chance(chance: Fraction) -> str:
    return f"{chance!s}  {float(100 * chance):.2f} %"


def _rows(choices: tuple[Choice, ...] | list[Choice]) -> list[str]:
    lines = [f"  {'cost':>6}  {'fraction':>8} {'per cent':>9}  addition"]
    for choice in choices:
        chance = choice.probability
        parts = "; ".join(_parts(choice))
        lines.append(f"  {choice.cost!s:>6}  {chance!s:>8} {float(100 * chance):>9.2f}  {parts}")
        told = ["; ".join(way.parts) for way in choice.ways[:WAYS]]
        rest = len(choice.ways) - len(told)
        lines += [f"{'':29}{'or ' if place else ''}{way}" for place, way in enumerate(told)]
        lines += [f"{'':29}or {rest} other way{'s' if rest > 1 else ''} (--json)"] if rest else []
    return lines


def _parts(choice: Choice) -> list[str]:
    """The addition by value, in words."""
    addition, words = choice.addition, []
    if addition.armies:
        number = len(addition.armies)
        values = ", ".join(map(str, addition.armies))
        what = "one more army of value" if number == 1 else f"{number} more armies of values"
        words.append(f"{'wait for superiority: ' if addition.waits else ''}{what} {values}")
    if addition.lead is not None:
        words.append(f"lead exchanged for a {addition.lead}")
    if addition.chit is not None:
        words.append(f"chit {addition.chit:+d}")
    return words


def _json(answer: Need, dataset: Dataset) -> str:
    """The answer as a JSON object; fractions are strings."""
    import json

    document = {
        "outcome": answer.outcome,
        "target": str(answer.target),
        "probability": float(answer.probability),
        "exact": {"probability": str(answer.probability), **_exact(answer.odds)},
        "reached": answer.is_reached,
        "reachable": answer.is_reached or bool(answer.choices),
        "additions": [_choice(choice) for choice in answer.choices],
        "best": _choice(answer.best) if answer.best else None,
        "dataset": {"id": dataset.id, "hash": dataset.hash},
    }
    return json.dumps(document, indent=2)


def _choice(choice: Choice) -> dict[str, Any]:
    addition = choice.addition
    return {
        "cost": float(choice.cost),
        "probability": float(choice.probability),
        "exact": {"cost": str(choice.cost), "probability": str(choice.probability), **_exact(choice.odds)},
        "armies": list(addition.armies),
        "lead": addition.lead,
        "chit": addition.chit,
        "waits_for_superiority": addition.waits,
        "ways": [{"armies": list(way.armies), "lead": way.lead, "chit": way.chit} for way in choice.ways],
    }


def _exact(odds: CombatOdds) -> dict[str, str]:
    return {name: str(getattr(odds, name)) for name in ("attack_wins", "tie", "defence_wins")}
