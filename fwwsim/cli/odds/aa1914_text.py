"""How the Axis & Allies commands print: tables for a reader, spreads for JSON (standard library only)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fwwsim.games.axis_and_allies_1914.options import Rules

LONGEST = 11
MOST_BITS = 13_000  # about 3,900 digits: Python prints no whole number of more than 4,300
RESULT_NAMES = {
    "attacker_wins": "attacker wins",
    "defender_wins": "defender wins",
    "both_sunk": "both sunk",
    "broken_off": "attacker broke off",
    "standoff": "nobody can hit",
    "captured": "captured",
    "held": "held by the defender",
    "contested": "contested",
    "both_gone": "both gone: original owner",
    "not_landed": "nothing landed",
}


def exact(value: Fraction) -> str | None:
    """The fraction for JSON, or None if it has thousands of digits.

    >>> exact(Fraction(5, 9)), exact(Fraction(1, 3**10000))
    ('5/9', None)
    """
    return str(value) if value.denominator.bit_length() <= MOST_BITS else None


def short(value: Fraction) -> str:
    """The fraction for a table, or "..." where it is too long.

    >>> short(Fraction(5, 9)), short(Fraction(1, 3**20))
    ('5/9', '...')
    """
    text = exact(value) or ""
    return text if 0 < len(text) <= LONGEST else "..."


def per_cent(value: Fraction) -> str:
    """In per cent with two decimals; a chance is never printed as impossible, or as certain when it is not.

    >>> per_cent(Fraction(5, 9)), per_cent(Fraction(1, 10**9)), per_cent(1 - Fraction(1, 10**9)), per_cent(Fraction(0))
    ('55.56', '<0.01', '>99.99', '0.00')
    """
    text = f"{float(100 * value):.2f}"
    if text == "0.00" and value:
        return "<0.01"
    return ">99.99" if text == "100.00" and value < 1 else text


def odds_row(name: str, value: Fraction) -> str:
    """A probability as a fraction and in per cent.

    >>> odds_row("captured", Fraction(5, 9)).split()
    ['captured', '5/9', '55.56']
    """
    return f"  {name:<34} {short(value):>11} {per_cent(value):>8}"


def result_rows(results: dict[str, Fraction]) -> list[str]:
    """The table of results."""
    head = f"  {'Result':<34} {'fraction':>11} {'per cent':>8}"
    return [head, *(odds_row(RESULT_NAMES[name], value) for name, value in results.items())]


def side_rows(title: str, attack: dict[int, Fraction], defence: dict[int, Fraction]) -> list[str]:
    """A table of a number for both sides, exactly and at least, in per cent."""
    from fwwsim.games.axis_and_allies_1914.odds.summary import at_least, mean

    spreads = (attack, at_least(attack), defence, at_least(defence))
    lines = [
        f"{title:<24} {'attacker':>19} {'defender':>19}",
        f"  {'per cent':<22} {'exactly':>9} {'at least':>9} {'exactly':>9} {'at least':>9}",
    ]
    for number in sorted({*attack, *defence}):
        cells = [per_cent(value) if (value := spread.get(number)) is not None else "" for spread in spreads]
        lines.append(f"  {number:<22} " + " ".join(f"{cell:>9}" for cell in cells))
    lines.append(f"  {'mean':<22} {float(mean(attack)):>9.3f} {'':>9} {float(mean(defence)):>9.3f}")
    return lines


def ipc_rows(
    attack: dict[int, Fraction], defence: dict[int, Fraction], swing: dict[int, Fraction]
) -> list[str]:
    """IPC lost on both sides and the swing: mean, and the values that 5, 50 and 95 % do not exceed."""
    lines = [f"IPC{'':<29} {'mean':>9} {'5 %':>6} {'50 %':>6} {'95 %':>6}"]
    from fwwsim.games.axis_and_allies_1914.odds.summary import mean

    rows = (
        ("lost by the attacker", attack),
        ("lost by the defender", defence),
        ("swing to the attacker", swing),
    )
    for name, spread in rows:
        points = [quantile(spread, Fraction(part, 100)) for part in (5, 50, 95)]
        lines.append(
            f"  {name:<30} {float(mean(spread)):>9.3f} " + " ".join(f"{point:>6}" for point in points)
        )
    better = sum((odds for value, odds in swing.items() if value > 0), Fraction(0))
    worse = sum((odds for value, odds in swing.items() if value < 0), Fraction(0))
    lines.append(odds_row("swing above 0", better))
    lines.append(odds_row("swing below 0", worse))
    return lines


def quantile(spread: dict[int, Fraction], share: Fraction) -> int:
    """The least value that at least `share` of the cases do not exceed.

    >>> quantile({0: Fraction(1, 4), 3: Fraction(3, 4)}, Fraction(1, 4))
    0
    """
    total = Fraction(0)
    for value, odds in spread.items():
        total += odds
        if total >= share:
            return value
    raise ValueError("the probabilities do not add up to 1")


def readings_row(rules: Rules, where: str) -> list[str]:
    """The readings that bear on the answer, each with its grade; changed ones first named as such."""
    from fwwsim.games.axis_and_allies_1914.options import grades

    grade, changed = grades(), rules.changed()
    words = [
        f"{name}={value} [{grade[name]}]{' (changed)' if name in changed else ''}"
        for name, value in rules.readings(where).items()
    ]
    return [f"  Reading  {word}" for word in words]


def spread_json(spread: dict[int, Fraction], both: bool = True) -> dict[str, Any]:
    """A spread for JSON: floats, and the exact fractions; `both`: with the chance of at least so many."""
    from fwwsim.games.axis_and_allies_1914.odds.summary import at_least, mean

    return {
        "mean": float(mean(spread)),
        "exactly": _floats(spread),
        **({"at_least": _floats(at_least(spread))} if both else {}),
        "exact": {
            "mean": exact(mean(spread)),
            "exactly": {str(key): exact(odds) for key, odds in spread.items()},
        },
    }


def _floats(spread: dict[int, Fraction]) -> dict[str, float]:
    return {str(key): float(odds) for key, odds in spread.items()}


def check_rows(checked: dict[str, Any]) -> list[str]:
    """The Monte Carlo run for a reader, in per cent."""
    from fwwsim.stats.intervals import decimals

    lines = [
        "",
        f"Check: the same rules, compiled, {checked['battles']:,} battles, seed {checked['seed']}",
        f"  {'Result':<26} {'exact':>8} {'simulated':>10} {'95 % Wilson interval':>22} {'z':>7}",
    ]
    for name, found in checked["results"].items():
        known, rate, low, high = (100 * found[key] for key in ("exact", "simulated", "low", "high"))
        places = decimals(high - low)
        z = "impossible" if found["z"] is None else f"{found['z']:+.2f}"
        interval = f"{low:.{places}f} to {high:.{places}f}"
        lines.append(f"  {RESULT_NAMES[name]:<26} {known:>8.3f} {rate:>10.{places}f} {interval:>22} {z:>7}")
    lines.append("  in per cent; z: (simulated - exact) / standard error, beyond 3 one time in 370")
    return lines


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A plain table, the first column to the left, all others to the right.

    >>> table(["", "a"], [["x", "1.00"]])
    ['        a', '  x  1.00']
    """
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]
