"""The report of a tuning or an exploitation: JSON, Markdown, a CSV of the gains, and the policy as TOML."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from fwwsim.experiments.exploit import Exploited
from fwwsim.experiments.provenance import describe
from fwwsim.experiments.store import open_folder, write_json, write_text
from fwwsim.experiments.training import Gain
from fwwsim.experiments.tune import Tuned
from fwwsim.policies.policy_text import policy_text
from fwwsim.reporting.league_report import as_csv
from fwwsim.reporting.reports import report_on
from fwwsim.reporting.run_report import ABOUT_POLICIES
from fwwsim.reporting.summary import as_json
from fwwsim.stats.intervals import Interval, decimals

NOTE = (
    "Gains are differences game by game on the same dice, which the search has not seen; 95 % intervals by normal "
    "theory. The last row is the mixture of the opponents; the games of an own mixture are dealt out to its policies "
    "by their shares."
)


def write_training(found: Tuned | Exploited, folder: Path) -> str:
    """Write the report into `folder`; returns its Markdown."""
    kind = "tune" if isinstance(found, Tuned) else "exploit"
    arena = found.plan.arena
    factions = tuple(faction for own in arena.contest.factions.values() for faction in own)
    content = {
        "spec": asdict(found.plan.spec),
        "gains": {side: [_gain_json(row) for row in rows] for side, rows in found.gains.items()},
        "mean_gain": as_json(found.mean),
        "weights": {
            faction: dict(zip(found.policy.base.weights, found.policy.weights_of(faction), strict=True))
            for faction in factions
        },
        "games": found.plan.games,
        "about": {
            key: value for key, value in describe(arena.match).items() if key not in ("policies", "seed")
        },
    }
    text = training_markdown(found, kind)
    rows: list[list[Any]] = [
        ["side", "opponent", "learnt", "before", "gain", "low", "high", "games"],
    ]
    for side, gains in found.gains.items():
        for row in gains:
            shares = [row.learnt.estimate, row.reference.estimate]
            rows.append([side, row.opponent, *shares, *ends_of(row.gain), row.gain.n])
    open_folder(folder)
    write_text(folder / "gains.csv", as_csv(rows))
    write_text(folder / "policies.toml", policy_text(found.policy, found.base_name, factions))
    write_json(folder / f"{kind}.json", content)
    write_text(folder / f"{kind}.md", text)
    return text


def training_markdown(found: Tuned | Exploited, kind: str) -> str:
    """The report as text."""
    names = report_on(found.plan.spec.game).names
    title = "Tuning" if kind == "tune" else "Best responses"
    lines = [f"# {title}: {found.policy.name}", "", found.policy.history, ""]
    lines += ["| side | against | points before | points learnt | gain | 95 % interval |", "| --- " * 6 + "|"]
    for side, rows in found.gains.items():
        for row in rows:
            lines.append(
                f"| {names.get(side, side)} | {row.opponent} | {100 * row.reference.estimate:.1f} | "
                f"{100 * row.learnt.estimate:.1f} | {signed(row.gain)} |"
            )
    lines += [f"| mean of the sides | all opponents | | | {signed(found.mean)} |", ""]
    lines += [f"Points are per cent of the games. {NOTE}", "", ABOUT_POLICIES]
    return "\n".join(lines) + "\n"


def signed(gain: Interval) -> str:
    """A gain and its interval as two columns, with the decimals that the interval allows."""
    estimate, low, high = (100 * value for value in ends_of(gain))
    places = decimals(high - low)
    return f"{estimate:+.{places}f} | {low:+.{places}f} to {high:+.{places}f}"


def ends_of(interval: Interval) -> list[float]:
    return [interval.estimate, interval.low, interval.high]


def _gain_json(row: Gain) -> dict[str, Any]:
    parts = {name: as_json(getattr(row, name)) for name in ("learnt", "reference", "gain")}
    return {"opponent": row.opponent, "games": row.gain.n, **parts}
