"""Odds of Age of Napoleon as text (standard library only)."""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap

from fwwsim.games.age_of_napoleon.army import command_of
from fwwsim.reporting.napoleon_odds import (
    ROLES,
    Answer,
    at_least,
    battles_of,
    cells_note,
    describe_army,
    mean,
    readings_notes,
    results_of,
)

WIDTH = 100  # of notes
LONGEST = 9  # a fraction of more characters is left to JSON


def text_of(answer: Answer) -> str:
    """The answer for a reader: who fights, the results, the losses a side, readings and cells."""
    engagement, results = answer.engagement, results_of(answer)
    many = len(engagement.attackers)
    how = f"{many} armies against interior lines" if engagement.interior_lines else "one battle"
    lines = [f"Age of Napoleon: {how}, exact odds"]
    for number, army in enumerate(engagement.attackers, start=1):
        name = f"Attack {number}" if many > 1 else "Attack"
        lines.append(f"  {name:<9} {describe_army(army, answer.readings)}")
    lines.append(f"  {'Defence':<9} {describe_army(engagement.defender, answer.readings)}")
    if many > 1 and not engagement.interior_lines and any(army.command for army in engagement.attackers):
        lines.append(
            f"  The attacking armies fight as one, at most {command_of(engagement.attackers)} corps of them."
        )
    lines += ["", _row("Result", "fraction", "per cent"), *_result_rows(results)]
    if engagement.interior_lines:
        lines += ["", _row("Battle", "fought", "lost by defender, per cent")]
        for number, battle in enumerate(battles_of(answer), start=1):
            lines.append(
                _row(f"battle {number}", _cents(battle["fought"]), _cents(battle["lost_by_defender"]))
            )
    for role in ROLES:
        lines += ["", *_loss_lines(answer, role)]
    notes = [f"Reading: {note}." for note in readings_notes(answer)]
    lines.append("")
    for note in [*notes, cells_note(answer)]:
        lines += wrap(note, WIDTH)
    return "\n".join(lines)


def _result_rows(results: dict[str, Fraction]) -> list[str]:
    rows = []
    for name, odds in results.items():
        parts = name.split("_wins_")
        words = f"  {parts[1]}" if len(parts) > 1 else name
        words = {"no_battle": "no battle: a side is gone", "both_gone": "both have no corps left"}.get(
            name, words
        )
        if name.endswith("_gone") and name != "both_gone":
            words = f"{name.removesuffix('_gone')} has no corps left"
        if name != "no_battle" or odds:
            rows.append(
                _row(words.replace("_", " ").replace("tie break", "tie-break"), _short(odds), _cents(odds))
            )
    return rows


def _loss_lines(answer: Answer, role: str) -> list[str]:
    """A table of the corps that one side loses, in per cent."""
    number = answer.number(role)
    losses = {kind: answer.losses(role, kind) for kind in ("battle", "permanent", "prisoners", "reserve")}
    columns = {"exactly": losses["battle"], "at least": at_least(losses["battle"])}
    columns |= {kind: losses[kind] for kind in ("permanent", "prisoners", "reserve")}
    title = f"{role.capitalize()}: corps lost in battle, per cent; mean {float(mean(losses['battle'])):.3f}"
    title += "" if number is None else f" of {number}"
    marched = answer.losses(role, "march")
    if max(marched):
        columns["march"] = marched
        box = "permanent in winter" if answer.engagement.winter else "to the prisoners' box"
        title += f"; march {float(mean(marched)):.3f}, {box}"
    lines = [title, "  corps" + "".join(f"{head:>11}" for head in columns)]
    for count in range(max(map(max, columns.values())) + 1):
        cells = [_cents(column.get(count, Fraction(0))) for column in columns.values()]
        lines.append(f"  {count:<5}" + "".join(f"{cell:>11}" for cell in cells))
    return lines


def _row(name: str, fraction: str, per_cent: str) -> str:
    return f"  {name:<36} {fraction:>9} {per_cent:>9}"


def _short(odds: Fraction) -> str:
    text = str(odds)
    return text if len(text) <= LONGEST else "..."


def _cents(odds: Fraction) -> str:
    return f"{float(100 * odds):.2f}"
