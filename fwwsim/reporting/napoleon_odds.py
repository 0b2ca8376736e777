"""Odds of Age of Napoleon in the numbers that a reader asks for, and as a JSON document (standard library only)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from fwwsim.games.age_of_napoleon.army import (
    ATTACK,
    DEFENCE,
    RESERVE,
    Army,
    Corps,
    Engagement,
)
from fwwsim.games.age_of_napoleon.dataset import SHIPPED, Tables
from fwwsim.games.age_of_napoleon.odds import NO_BATTLE, EngagementOdds, Outcome, Toll
from fwwsim.games.age_of_napoleon.options import MEANINGS, Readings
from fwwsim.games.age_of_napoleon.provenance import Cell, battle_cells, march_cells, tie_break_cells
from fwwsim.games.age_of_napoleon.resolution import ATTACK_WINS, DEFENCE_WINS

ROLES = (ATTACK, DEFENCE)
KINDS: dict[str, Callable[[Toll], int]] = {
    "battle": lambda toll: toll.battle,
    "permanent": lambda toll: toll.permanent,
    "prisoners": lambda toll: toll.prisoners,
    "reserve": lambda toll: toll.reserve,
    "march": lambda toll: toll.march,
    "all": lambda toll: toll.battle + toll.march,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and its answer, as the writers below need them."""

    tables: Tables
    engagement: Engagement
    readings: Readings
    odds: EngagementOdds

    def number(self, role: str) -> int | None:
        """How many corps a side has before the march, None if that is not known."""
        engagement = self.engagement
        return engagement.attackers_number if role == ATTACK else engagement.defender.number

    def toll(self, role: str, outcome: Outcome) -> Toll:
        """What an outcome costs a side."""
        return outcome.attack if role == ATTACK else outcome.defence

    def losses(self, role: str, kind: str) -> dict[int, Fraction]:
        """The distribution of one of KINDS for a side."""
        return self.odds.distribution(lambda outcome: KINDS[kind](self.toll(role, outcome)))

    def gone(self, role: str, outcome: Outcome) -> bool:
        """Whether a side of known size has no corps left."""
        return KINDS["all"](self.toll(role, outcome)) == self.number(role)


def results_of(answer: Answer) -> dict[str, Fraction]:
    """The chances of the results by name; what needs a number of corps that is not known is left out."""
    chance = answer.odds.chance
    results: dict[str, Fraction] = {}
    for name, winner in (("attack_wins", ATTACK_WINS), ("defence_wins", DEFENCE_WINS)):
        outright, tied = chance(_won_by(winner, False)), chance(_won_by(winner, True))
        results[name] = outright + tied
        results[f"{name}_without_tie_break"] = outright
        results[f"{name}_by_tie_break"] = tied
    results["no_battle"] = chance(_won_by(NO_BATTLE, False))
    known = [role for role in ROLES if answer.number(role) is not None]
    for role in known:
        results[f"{role}_gone"] = chance(partial(answer.gone, role))
    if len(known) == len(ROLES):
        results["both_gone"] = chance(lambda outcome: all(answer.gone(role, outcome) for role in ROLES))
    return results


def _won_by(winner: int, by_tie_break: bool) -> Callable[[Outcome], bool]:
    return lambda outcome: outcome.winner == winner and outcome.by_tie_break == by_tie_break


def battles_of(answer: Answer) -> list[dict[str, Fraction]]:
    """By battle of interior lines: that it is fought, and that the defender loses it."""
    fought = answer.odds.distribution(lambda outcome: outcome.battles)
    lost = answer.odds.distribution(lambda outcome: outcome.battles * (outcome.winner == ATTACK_WINS))
    return [
        {
            "fought": sum((odds for battles, odds in fought.items() if battles >= number), Fraction(0)),
            "lost_by_defender": lost.get(number, Fraction(0)),
        }
        for number in range(1, len(answer.engagement.battles) + 1)
    ]


def at_least(distribution: dict[int, Fraction]) -> dict[int, Fraction]:
    """The chance of so many or more.

    >>> at_least({0: Fraction(1, 4), 2: Fraction(3, 4)})
    {0: Fraction(1, 1), 1: Fraction(3, 4), 2: Fraction(3, 4)}
    """
    return {
        number: sum((odds for found, odds in distribution.items() if found >= number), Fraction(0))
        for number in range(max(distribution) + 1)
    }


def mean(distribution: dict[int, Fraction]) -> Fraction:
    """The expected value.

    >>> mean({0: Fraction(1, 4), 2: Fraction(3, 4)})
    Fraction(3, 2)
    """
    return sum((number * odds for number, odds in distribution.items()), Fraction(0))


def cells_of(answer: Answer) -> list[Cell]:
    """Every table cell that the answer rests on."""
    tables, used = answer.tables, answer.odds.used
    return [
        *battle_cells(tables, sorted(used.cells)),
        *tie_break_cells(tables, sorted(used.tie_breaks)),
        *march_cells(tables, sorted(used.march)),
    ]


def cells_note(answer: Answer) -> str:
    """One sentence or two: how many cells the answer rests on, which are stated, and who made the others."""
    cells = cells_of(answer)
    stated = [cell for cell in cells if cell.stated]
    if not cells:
        return "No table cell had a say in this answer."
    if len(stated) == len(cells):
        return f"All {len(cells)} table cells behind this answer are stated in data set {answer.tables.id}."
    places: dict[str, list[str]] = {}
    for cell in stated:
        where = f"army of {cell.key} on the march" if cell.table == "attrition" else f"strength {cell.key}"
        places.setdefault(where, []).append(f"die {cell.die}" if cell.die else "tie-break")
    which = "; ".join(f"{where}: {', '.join(dice)}" for where, dice in places.items())
    count = f"{len(stated)} are stated ({which})" if stated else "none is stated"
    rest = len(cells) - len(stated)
    made = (
        f"the other {rest} are reconstructed by this project, not the publisher's; --data DIR takes your own"
        if answer.tables.directory == SHIPPED
        else f"the other {rest} are not marked as stated in data set {answer.tables.id}"
    )
    return f"Of the {len(cells)} table cells behind this answer {count}; {made}."


def readings_notes(answer: Answer) -> list[str]:
    """The ambiguous or unknown points that had a say, with the reading taken."""
    armies, readings = (*answer.engagement.attackers, answer.engagement.defender), answer.readings
    corps = [unit for army in armies for unit in army.corps]
    notes = []
    if any(unit.sea for unit in corps) or any(army.sea for army in armies):
        notes.append(f"--sea {readings.sea}: {MEANINGS['sea']}")
    if any(army.strength == 0 for army in armies) or any(
        army.corps and all(unit.out for unit in army.corps) for army in armies
    ):
        notes.append(f"--absent {readings.absent}: {MEANINGS['absent']}")
    marched = [army for army in armies if army.causes]
    turned = [unit for army in marched for unit in army.corps] + [unit for unit in corps if unit.turned]
    if answer.engagement.interior_lines:
        turned += answer.engagement.defender.corps
        notes.append("interior lines: the armies attack in the order given [U]")
    if any(unit.spent is None for unit in turned):
        notes.append(f"--spent-less {readings.spent_less}: {MEANINGS['spent_less']}")
    if marched or answer.engagement.interior_lines:
        notes.append(f"--losses {readings.losses}: {MEANINGS['losses']}")
    return notes


def document_of(answer: Answer, checked: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer as a JSON document: floats, and under `exact` the same as strings of fractions."""
    engagement = answer.engagement
    values: dict[str, Any] = {**results_of(answer)}
    if engagement.interior_lines:
        values["battles"] = battles_of(answer)
    for role in ROLES:
        losses = {kind: answer.losses(role, kind) for kind in KINDS}
        values[role] = {
            "losses": losses,
            "at_least": {kind: at_least(found) for kind, found in losses.items()},
            "mean": {kind: mean(found) for kind, found in losses.items()},
        }
    cells = cells_of(answer)
    return {
        **_convert(values, float),
        "exact": _convert(values, str),
        "armies": {
            ATTACK: [describe_army(army, answer.readings) for army in engagement.attackers],
            DEFENCE: [describe_army(engagement.defender, answer.readings)],
        },
        "interior_lines": engagement.interior_lines,
        "winter": engagement.winter,
        "readings": asdict(answer.readings),
        "readings_used": readings_notes(answer),
        "cells": [asdict(cell) for cell in cells],
        "cells_stated": sum(cell.stated for cell in cells),
        "dataset": {"id": answer.tables.id, "hash": answer.tables.hash},
        **({"check": checked} if checked is not None else {}),
    }


def _convert(value: Any, kind: Callable[[Fraction], Any]) -> Any:
    if isinstance(value, dict):
        return {str(key): _convert(part, kind) for key, part in value.items()}
    if isinstance(value, list):
        return [_convert(part, kind) for part in value]
    return kind(value)


def describe_army(army: Army, readings: Readings) -> str:
    """An army in one line.

    >>> describe_army(Army((Corps(5, 3, home=True), Corps(4)), command=8), Readings())
    '5/3 at home, 4; command 8'
    """
    if army.corps:
        words = [_describe_corps(corps) for corps in army.corps if corps != RESERVE]
        idle = army.corps.count(RESERVE)
        who = ", ".join([*words, *([f"{idle} more that stay out"] if idle else [])])
    else:
        who = f"strength {army.strength}"
        who += f", {army.home} corps at home" if army.home else ""
        who += f", {army.sea} by sea" if army.sea else ""
        who += ", number of corps not given" if army.size is None else f", {army.size} corps"
    command = "" if army.command is None else f"; command {army.command}"
    causes = f"; causes of attrition: {army.causes}" if army.causes else ""
    return f"{who}{command}{causes}"


def _describe_corps(corps: Corps) -> str:
    words = [str(corps.fresh) if corps.spent is None else f"{corps.fresh}/{corps.spent}"]
    words += (
        ["at home"] * corps.home
        + ["by sea"] * corps.sea
        + ["spent"] * corps.turned
        + ["stays out"] * corps.out
    )
    return " ".join(words)
