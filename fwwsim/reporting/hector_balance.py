"""The balance report of *Hector and Achilles*: data.json, report.md, CSV tables and two figures."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from fwwsim.experiments.hector_balance import BalancePlan
from fwwsim.experiments.provenance import describe
from fwwsim.experiments.store import open_folder, write_json, write_text
from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.options import describe as describe_rules
from fwwsim.reporting.hector_balance_figures import draw_attack, draw_heroes
from fwwsim.reporting.hector_balance_text import balance_markdown
from fwwsim.reporting.league_report import as_csv
from fwwsim.reporting.summary import as_json
from fwwsim.stats.intervals import wilson
from fwwsim.stats.paired import compare
from fwwsim.stats.ratio import Sums, ratio_interval

WINS = ((True, False, False), (False, True, False))  # side -> which results are its wins


def write_balance(plan: BalancePlan, counts: dict[str, Any], folder: Path) -> str:
    """Write the report into `folder`; returns its Markdown.

    Parameters
    ----------
    plan : BalancePlan
    counts : dict
        As `play_balance` returns them.
    folder : Path
    """
    content = balance_json(plan, counts)
    text = balance_markdown(content)
    tables, figures = open_folder(folder / "tables"), open_folder(folder / "figures")
    for name, rows in balance_tables(content).items():
        write_text(tables / f"{name}.csv", as_csv(rows))
    draw_heroes(content, figures / "heroes")
    draw_attack(content, figures / "attack")
    write_json(folder / "data.json", content)
    write_text(folder / "report.md", text)
    return text


def balance_json(plan: BalancePlan, counts: dict[str, Any]) -> dict[str, Any]:
    """The report in plain numbers and words: one row a policy and question."""
    about = describe(next(iter(plan.matches.values())))
    return {
        "spec": asdict(plan.spec),
        "games": plan.games,
        "equal_heroes": len(
            {frozenset((hero.colour, hero.value) for hero in own) for own in plan.dataset.heroes}
        )
        == 1,
        "own_weights": [
            policy
            for policy, match in plan.matches.items()
            if match.table.policy[0] != match.table.policy[1]
            or (match.table.weights[0] != match.table.weights[1]).any()
        ],
        "sides": [row for policy, count in counts.items() for row in _sides(policy, count)],
        "ends": [
            {"policy": policy, "end": reason, "games": games, "rate": as_json(wilson(games, plan.spec.games))}
            for policy, count in counts.items()
            for reason, games in count["reasons"].items()
        ],
        "battles": [row for policy, count in counts.items() for row in _battles(policy, count)],
        "attack": [row for policy, count in counts.items() for row in _attack(policy, count)],
        "heroes": [row for policy, count in counts.items() for row in _heroes(plan, policy, count)],
        "options": [row for policy, count in counts.items() for row in _options(policy, count)],
        "about": {key: value for key, value in about.items() if key != "policies"},
    }


def _sides(policy: str, count: dict[str, Any]) -> list[dict[str, Any]]:
    """Win rates."""
    games = sum(count["results"].values())
    return [
        {"policy": policy, "result": result, "games": games, "won": won, "rate": as_json(wilson(won, games))}
        for result, won in count["results"].items()
    ]


def _battles(policy: str, count: dict[str, Any]) -> list[dict[str, Any]]:
    """Who wins the battles; and the mean number of them a game."""
    rows = []
    for who, sums in count["battles"].items():
        rate = ratio_interval(Sums(**sums))
        rows.append(
            {
                "policy": policy,
                "won_by": who,
                "battles": rate.n,
                "games": sums["games"],
                "rate": as_json(rate),
            }
        )
    return rows


def _attack(policy: str, count: dict[str, Any]) -> list[dict[str, Any]]:
    """What the attack in a battle is worth to the Achaeans; what they win the Trojans lose, but for draws."""
    rows = []
    for number, table in enumerate(count["attack"], 1):
        if np.sum(table) > 0:
            rows.append({"policy": policy, "battle": number, **_compared("gain", table, 0)})
    return rows


def _heroes(plan: BalancePlan, policy: str, count: dict[str, Any]) -> list[dict[str, Any]]:
    """What each hero is worth to his side, against no hero and against a least one."""
    rows = []
    for side, heroes in enumerate(plan.dataset.heroes):
        for hero in heroes:
            for kind in ("without", "least"):
                table = count["arms"].get(f"{kind} {hero.name}")
                if table is not None:
                    rows.append(
                        {
                            "policy": policy,
                            "side": SIDES[side],
                            "hero": hero.name,
                            "colour": hero.colour,
                            "value": hero.value,
                            "source": hero.source,
                            "against": kind,
                            **_compared("worth", np.transpose(table), side),  # he comes second
                        }
                    )
    return rows


def _options(policy: str, count: dict[str, Any]) -> list[dict[str, Any]]:
    """What the other reading of each open question changes for the Achaeans."""
    meanings = {name: (values, meaning) for name, values, meaning in describe_rules()}
    rows = []
    for name, (values, meaning) in meanings.items():
        table = count["arms"][f"option {name}"]
        other = count["changed"][f"option {name}"]
        rows.append(
            {
                "policy": policy,
                "option": name,
                "values": values,
                "meaning": meaning,
                **_compared("change", table, 0),
                "other_games": other,
                "other_games_rate": as_json(wilson(other, int(np.sum(table)))),
            }
        )
    return rows


def _compared(name: str, table: Any, side: int) -> dict[str, Any]:
    """The win rate of `side` in the second arm less that in the first, and the games that flip."""
    found = compare(table, WINS[side])
    return {
        "games": found.difference.n,
        name: as_json(found.difference),
        "flips_won": found.gained,
        "flips_lost": found.lost,
        "flips_rate": as_json(found.flips),
        "p_value": found.p_value,
    }


def balance_tables(content: dict[str, Any]) -> dict[str, list[list[Any]]]:
    """File name -> rows, the first with the names of the columns; an interval takes three columns."""
    return {
        name: _flat_rows(content[name])
        for name in ("sides", "ends", "battles", "attack", "heroes", "options")
    }


def _flat_rows(rows: list[dict[str, Any]]) -> list[list[Any]]:
    flat = [
        {
            label: value
            for key, entry in row.items()
            for label, value in (
                {key: entry["estimate"], f"{key}_low": entry["low"], f"{key}_high": entry["high"]}
                if isinstance(entry, dict)
                else {key: entry}
            ).items()
        }
        for row in rows
    ]
    return [list(flat[0]), *(list(row.values()) for row in flat)] if flat else []
