"""What ``--explain`` and ``--sensitivity`` print: one combat taken apart, and what a little more is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fwwsim.games.first_world_war.odds import Combat

SIGNS = {1: "A", 0: "=", -1: "D"}
RESULTS = ("attack_wins", "tie", "defence_wins")


def explain_text(combat: Combat, faces: Iterable[str | int]) -> str:
    """The modifiers with their rules, and the grid of the dice."""
    from fwwsim.games.first_world_war.odds.explain import explain_combat

    told = explain_combat(combat, faces)
    lines = [
        "How it comes about",
        f"  {'Rule':<8} {'adds to the total':<20} {'attack':>7} {'defence':>8}",
        *(
            f"  {part.rule:<8} {part.name:<20} {_signed(part.attack):>7} {_signed(part.defence):>8}"
            for part in told.modifiers
        ),
        f"  {'':<8} {'before the dice':<20} {told.attack_fixed:>7} {told.defence_fixed:>8}",
        f"  {'R6.1.4':<8} each rolls {', '.join(map(str, told.faces))}, equally likely; S counts 0",
        "",
        "  Attack total : defence total, and who wins (A attack, D defence, = tie; R6.1.5)",
        f"  {'attack':>8}  defence rolls",
        f"  {'rolls':>8}  {''.join(f'{face:>8}' for face in told.faces)}",
    ]
    for face, cells in zip(told.faces, told.grid, strict=True):
        shown = (f"{c.attack_total}:{c.defence_total} {SIGNS[c.outcome]}" for c in cells)
        lines.append(f"  {face:>8}  {''.join(f'{text:>8}' for text in shown)}")
    counts = {name: told.count(result) for result, name in ((1, "A"), (0, "="), (-1, "D"))}
    total = sum(counts.values())
    lines.append("  " + ", ".join(f"{name} {number} of {total}" for name, number in counts.items()))
    return "\n".join(lines)


def explain_json(combat: Combat, faces: Iterable[str | int]) -> dict[str, Any]:
    """The same for a program; rows of the grid are the attack's faces."""
    from fwwsim.games.first_world_war.odds.explain import explain_combat

    told = explain_combat(combat, faces)
    return {
        "modifiers": [
            {"rule": part.rule, "name": part.name, "attack": part.attack, "defence": part.defence}
            for part in told.modifiers
        ],
        "faces": list(told.faces),
        "grid": [
            [
                {"attack": cell.attack_total, "defence": cell.defence_total, "outcome": cell.outcome}
                for cell in cells
            ]
            for cells in told.grid
        ],
    }


def sensitivity_text(combat: Combat, faces: Iterable[str | int]) -> str:
    """The change of each result, as a fraction and in percentage points."""
    from fwwsim.games.first_world_war.odds.sensitivity import sensitivity

    lines = [
        "Sensitivity: change of each result, a fraction and percentage points",
        f"  {'One more of':<22} {'attack wins':>17} {'tie':>17} {'defence wins':>17}",
    ]
    for change in sensitivity(combat, faces):
        if change.attack_wins is None:
            lines.append(f"  {change.name:<22} no army is better than 3")
            continue
        cells = "".join(f" {_points(getattr(change, name)):>17}" for name in RESULTS)
        lines.append(f"  {change.name:<22}{cells}")
    return "\n".join(lines)


def sensitivity_json(combat: Combat, faces: Iterable[str | int]) -> dict[str, Any]:
    """Change -> result -> exact change of its probability and percentage points; null where there is none."""
    from fwwsim.games.first_world_war.odds.sensitivity import sensitivity

    return {
        change.name: None
        if change.attack_wins is None
        else {
            name: {"exact": str(getattr(change, name)), "points": float(100 * getattr(change, name))}
            for name in RESULTS
        }
        for change in sensitivity(combat, faces)
    }


def _points(change: Fraction) -> str:
    return f"{'+' if change > 0 else ''}{change} {float(100 * change):+7.2f}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
