"""What the Axis & Allies commands share: options, and reading a battle from them (standard library and typer)."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.errors import SpecError

if TYPE_CHECKING:
    from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
    from fwwsim.games.axis_and_allies_1914.dataset import Dataset
    from fwwsim.games.axis_and_allies_1914.options import Rules

MOST_ROUNDS = 99
MOST_CHECKS = 1_000_000_000

Attack = Annotated[
    str,
    typer.Option(
        metavar="UNITS",
        help="The attacker's units: '3 infantry, 1 artillery', '@Vienna' (its set-up); ships with --sea.",
    ),
]
Defend = Annotated[str, typer.Option(metavar="UNITS", help="The defender's units: '2 infantry', '@Serbia'.")]
AttackOrder = Annotated[
    str,
    typer.Option(
        metavar="UNITS",
        help="In which order the attacker loses units, the first first; the rest follow cheapest first: infantry, "
        "artillery, tank, fighter; damage (a battleship's first hit), submarine, cruiser, battleship.",
    ),
]
DefendOrder = Annotated[str, typer.Option(metavar="UNITS", help="The same for the defender.")]
LossOrder = Annotated[
    str,
    typer.Option(metavar="UNITS", help="The order of losses of both sides at once; see --attack-loss-order."),
]
RuleSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--rule", metavar="NAME=VALUE", help="Another reading of the rules (listed below); repeatable."
    ),
]
Round = Annotated[
    int | None, typer.Option("--round", metavar="N", help="The round of the game: no tanks before round 4.")
]
Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder with your own units.toml; without it, the shipped one."),
]
Landing = Annotated[
    str, typer.Option(metavar="SHIPS", help="The fleet that lands the attack: '2 transport, 1 battleship'.")
]
DefendFleet = Annotated[
    str, typer.Option(metavar="SHIPS", help="The fleet that a landing has to beat first.")
]
Reinforcement = Annotated[
    bool, typer.Option("--reinforcement", help="The landing is on own or already contested land.")
]
Mines = Annotated[int, typer.Option(metavar="N", help="Mined zones that the attacker's fleet enters.")]
WhenToBreakOff = Annotated[
    str,
    typer.Option(
        metavar="WHEN",
        help="When the attacker breaks off a sea battle: never, ships<N (warships), strength<N (sum of attack "
        "values) or outgunned; asked after every round.",
    ),
]
Check = Annotated[
    int | None, typer.Option(metavar="N", help="Also fight the battle N times with the compiled rules.")
]
Seed = Annotated[int, typer.Option(metavar="S", help="Seed of --check.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON: floats, and fractions as strings.")]


def rules_help() -> str:
    """Every reading's name, values and meaning, for the foot of ``--help``."""
    from textwrap import wrap

    from fwwsim.games.axis_and_allies_1914.options import describe

    lines = ["\b", "Readings for --rule, our default first; [U] unknown, [A] ambiguous in the rules we know:"]
    for name, values, meaning in describe():
        lines.append(f"  {name}={values}")
        lines += wrap(meaning, 76, initial_indent=" " * 6, subsequent_indent=" " * 6)
    return "\n".join(lines)


def read_orders(both: str, one: str, option: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The land and sea orders of losses of a side, from --loss-order or its own option."""
    from fwwsim.games.axis_and_allies_1914 import forces

    if both and one:
        raise SpecError(f"{option}: given beside --loss-order; allowed: one of the two")
    return forces.read_orders(both or one, "--loss-order" if both else option)


def garrison(words: str, data: Path | None) -> str:
    """`words`, with ``@Paris`` replaced by the units that the set-up has in Paris.

    >>> garrison("@Paris, 1 tank", None)
    '6 infantry, 2 artillery, 1 fighter, 1 tank'
    """
    if "@" not in words:
        return words
    from fwwsim.games.axis_and_allies_1914.forces import army_text
    from fwwsim.games.axis_and_allies_1914.setup import find_territory, load_setup

    territories = load_setup(data)
    parts = [part.strip() for part in words.split(",")]
    return ", ".join(
        army_text(find_territory(territories, part[1:]).army) if part.startswith("@") else part
        for part in parts
    )


def read_land_sides(
    attack: str, defend: str, orders: tuple[str, str, str], round_number: int | None
) -> tuple[Side, Side]:
    """Both sides of a land battle; `orders` are those of both, of the attacker and of the defender."""
    from fwwsim.games.axis_and_allies_1914.battle import Side
    from fwwsim.games.axis_and_allies_1914.forces import check_round, read_army

    check_game_round(round_number)
    both, own, enemy = orders
    army, defenders = read_army(attack, "--attack"), read_army(defend, "--defend")
    check_round(round_number, (("--attack", army), ("--defend", defenders)))
    land, sea = read_orders(both, own, "--attack-loss-order")
    enemy_land, enemy_sea = read_orders(both, enemy, "--defend-loss-order")
    return Side(army, land_order=land, sea_order=sea), Side(
        defenders, land_order=enemy_land, sea_order=enemy_sea
    )


def check_game_round(round_number: int | None) -> None:
    """Refuse a round that no game has."""
    if round_number is not None and not 1 <= round_number <= MOST_ROUNDS:
        raise SpecError(f"--round: found {round_number}; allowed: 1 to {MOST_ROUNDS}")


def read_probability(text: str, option: str) -> Fraction:
    """A probability as ``0.8``, ``4/5`` or ``80%``.

    >>> read_probability("80%", "--target"), read_probability("4/5", "--target")
    (Fraction(4, 5), Fraction(4, 5))
    >>> read_probability("2", "--target")
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --target: found '2'; allowed: 0 to 1, as 0.8, 4/5 or 80%
    """
    word = text.strip()
    try:
        if len(word) > 40 or "e" in word.lower():
            raise ValueError
        value = Fraction(word.removesuffix("%").strip()) / (100 if word.endswith("%") else 1)
        if not 0 <= value <= 1:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise SpecError(f"{option}: found {text[:80]!r}; allowed: 0 to 1, as 0.8, 4/5 or 80%") from None
    return value


def check_battle(battle: Battle, results: dict[str, Fraction], battles: int, seed: int) -> dict[str, Any]:
    """A Monte Carlo run beside the exact results; only here are numba and scipy imported."""
    if not 1 <= battles <= MOST_CHECKS:
        raise SpecError(f"--check: found {battles}; allowed: 1 to {MOST_CHECKS}")
    from fwwsim.games.axis_and_allies_1914.battle_check import simulate_battle
    from fwwsim.stats.intervals import wilson, z_score

    found = simulate_battle(battle, battles, seed)
    checked: dict[str, Any] = {"battles": battles, "seed": seed, "results": {}}
    for name, exact in results.items():
        count = found.results[name]
        rate, z = wilson(count, battles), z_score(count, battles, float(exact))
        checked["results"][name] = {
            "count": count,
            "simulated": rate.estimate,
            "low": rate.low,
            "high": rate.high,
            "exact": float(exact),
            "z": z if isfinite(z) else None,
        }
    return checked


def game_of(dataset: Dataset, rules: Rules, where: str) -> dict[str, Any]:
    """Game, data set and readings for JSON."""
    return {
        "game": "axis_and_allies_1914",
        "dataset": {"id": dataset.id, "hash": dataset.hash},
        "readings": rules.readings(where),
    }
