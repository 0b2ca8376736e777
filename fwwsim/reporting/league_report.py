"""The report of a league: league.json, league.md, tables as CSV, and the heat map."""

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fwwsim.experiments.league import League
from fwwsim.experiments.provenance import describe
from fwwsim.experiments.standings import Standings
from fwwsim.experiments.store import open_folder, write_json, write_text
from fwwsim.reporting.league_figure import draw_payoff
from fwwsim.reporting.reports import Report, report_on
from fwwsim.reporting.run_report import ABOUT_POLICIES
from fwwsim.reporting.summary import as_json
from fwwsim.stats.intervals import decimals

SHOWN = 1e-3  # shares of a mixture below are not listed in the text
QUESTIONS = {"side": "side", "winner": "player", "end": "end of the game"}
NOTES = (
    "Share: of the games, to the policy of the {one} (row) against that of the {two} (column); a game that nobody won "
    "counts as stated. 95 % Wilson intervals.",
    "Ratings: Bradley-Terry on the Elo scale (400 points are odds of 10 to 1), mean 0, drawn games half, one parameter "
    "for the seat of the {one}; Wald intervals, which take the games as independent and the model as true.",
    "Equilibrium: the mixture of policies by which either side secures the value, whatever policy of the league "
    "the other plays (linear programme; one of the solutions, if there are several). The interval of the value and of "
    "the rates is the mixture's mean of the cells' ends, since cells share their dice; the mixture is taken as given.",
    "Alpha-rank: share of the time that two populations which imitate success play each policy (Omidshafiei et al., "
    "2019).",
    ABOUT_POLICIES,
)


def write_league(league: League, standings: Standings, folder: Path) -> str:
    """Write the report into `folder`; returns its Markdown."""
    content = league_json(league, standings)
    text = league_markdown(content)
    tables = open_folder(folder / "tables")
    for name, rows in league_tables(content).items():
        write_text(tables / f"{name}.csv", as_csv(rows))
    figures = open_folder(folder / "figures")
    draw_payoff(content, figures / "payoff")
    write_json(folder / "league.json", content)
    write_text(folder / "league.md", text)
    return text


def league_json(league: League, standings: Standings) -> dict[str, Any]:
    """A league in plain numbers and words."""
    spec, sides, n = league.spec, league.arena.contest.sides, len(league.spec.policies)
    wins, losses = (league.table("side", side) for side in sides)
    about = {
        key: value for key, value in describe(league.arena.match).items() if key not in ("policies", "seed")
    }
    cells = []
    for cell in league.cells:
        first, second = int(wins[cell.row, cell.column]), int(losses[cell.row, cell.column])
        cells.append(
            {
                sides[0]: spec.policies[cell.row],
                sides[1]: spec.policies[cell.column],
                "games": spec.games,
                "won": first,
                "lost": second,
                "drawn": spec.games - first - second,
                "share": as_json(standings.shares[cell.row][cell.column]),
                "counts": cell.counts,
                "key": cell.key,
            }
        )
    equilibrium = standings.equilibrium
    return {
        "spec": asdict(spec),
        "sides": list(sides),
        "policies": [_card(name, league.profiles[place]) for place, name in enumerate(spec.policies)],
        "games": spec.games * n * n,
        "payoff": cells,
        "ratings": {
            name: as_json(rating)
            for name, rating in zip(spec.policies, standings.ratings.players, strict=True)
        },
        "seat": as_json(standings.ratings.seat),
        "equilibrium": {
            "value": as_json(standings.value),
            "mixture": {
                sides[0]: dict(zip(spec.policies, equilibrium.row, strict=True)),
                sides[1]: dict(zip(spec.policies, equilibrium.column, strict=True)),
            },
            "rates": {
                question: {word: as_json(rate) for word, rate in words.items()}
                for question, words in standings.rates.items()
            },
        },
        "alpha_rank": {
            sides[0]: dict(zip(spec.policies, map(float, standings.time.sum(axis=1)), strict=True)),
            sides[1]: dict(zip(spec.policies, map(float, standings.time.sum(axis=0)), strict=True)),
        },
        "range": {
            "lowest": cells[standings.lowest[0] * n + standings.lowest[1]],
            "highest": cells[standings.highest[0] * n + standings.highest[1]],
        },
        "about": about,
    }


def league_tables(content: dict[str, Any]) -> dict[str, list[list[Any]]]:
    """File name -> rows, the first with the names of the columns."""
    one, two = content["sides"]
    payoff = [[one, two, "games", "won", "lost", "drawn", "share", "low", "high"]]
    for cell in content["payoff"]:
        counts = [cell[key] for key in (one, two, "games", "won", "lost", "drawn")]
        payoff.append([*counts, *_ends(cell["share"])])
    ratings: list[list[Any]] = [["policy", "rating", "low", "high"]]
    ratings += [[name, *_ends(rating)] for name, rating in content["ratings"].items()]
    ratings.append([f"seat of {one}", *_ends(content["seat"])])
    mixture, ranks = content["equilibrium"]["mixture"], content["alpha_rank"]
    shares: list[list[Any]] = [
        ["policy", f"equilibrium_{one}", f"equilibrium_{two}", f"alpha_rank_{one}", f"alpha_rank_{two}"]
    ]
    shares += [
        [name, mixture[one][name], mixture[two][name], ranks[one][name], ranks[two][name]]
        for name in content["ratings"]
    ]
    rates: list[list[Any]] = [["question", "answer", "rate", "low", "high"]]
    for question, words in content["equilibrium"]["rates"].items():
        rates += [[question, word, *_ends(rate)] for word, rate in words.items()]
    return {"payoff": payoff, "ratings": ratings, "mixtures": shares, "equilibrium_rates": rates}


def league_markdown(content: dict[str, Any]) -> str:
    """The report as text."""
    spec, (one, two) = content["spec"], content["sides"]
    report = report_on(content["about"]["game"])
    first, second = (report.names[side] for side in content["sides"])
    names = list(content["ratings"])
    lines = [f"# League: {', '.join(names)}", ""]
    lines.append(
        f"{spec['games']:,} games for each policy of the {first} against each of the {second}, "
        f"{content['games']:,} in all, on the same dice: seed {spec['seed']}, games 0 to {spec['games'] - 1}. "
        f"{spec['players']} players; rules: {report.rules_in_words(content['about']['rules'])}; a game that nobody won "
        f"counts {spec['draw']:g} for the {first}."
    )
    lines += ["", f"## Share of the {first} (row) against the {second} (column), per cent", ""]
    shares = {(cell[one], cell[two]): cell["share"] for cell in content["payoff"]}
    lines += grid(["", *names], [[row, *(percent(shares[row, column]) for column in names)] for row in names])
    lines += ["", "![Heat map of the shares](figures/payoff.png)", ""]
    low, high = content["range"]["lowest"], content["range"]["highest"]
    lines.append(
        f"Range over all pairs: from {percent(low['share'])} ({low[one]} against {low[two]}) to "
        f"{percent(high['share'])} ({high[one]} against {high[two]})."
    )
    lines += ["", "## Ratings", ""]
    ranked = sorted(content["ratings"].items(), key=lambda item: -item[1]["estimate"])
    rows = [[name, *(f"{value:+.0f}" for value in _ends(rating))] for name, rating in ranked]
    rows.append([f"seat of the {first}", *(f"{value:+.0f}" for value in _ends(content["seat"]))])
    lines += grid(["policy", "rating", "low", "high"], rows)
    lines += ["", "## Equilibrium and ranking", "", *_equilibrium(content, names, report), ""]
    lines += ["## Policies", ""]
    lines += [f"- **{card['name']}**: {card['idea']}" for card in content["policies"]]
    lines += ["", "## How to read this", "", *(f"- {note.format(one=first, two=second)}" for note in NOTES)]
    return "\n".join(lines) + "\n"


def _equilibrium(content: dict[str, Any], names: list[str], report: Report) -> list[str]:
    one, two = content["sides"]
    mixture, ranks = content["equilibrium"]["mixture"], content["alpha_rank"]
    rows = [
        [name, *(f"{table[side][name]:.1%}" for table in (mixture, ranks) for side in (one, two))]
        for name in names
        if max(table[side][name] for table in (mixture, ranks) for side in (one, two)) >= SHOWN
    ]
    heads = [f"{what}, {report.names[side]}" for what in ("equilibrium", "alpha-rank") for side in (one, two)]
    lines = [
        f"Value for the {report.names[one]}: {percent(content['equilibrium']['value'])} per cent of the games.",
        "",
    ]
    lines += [
        *grid(["policy", *heads], rows),
        "",
        "Rates of the game at the equilibrium mixture, per cent:",
        "",
    ]
    answers = [
        [QUESTIONS.get(question, question), report.names.get(word, word), percent(rate)]
        for question, words in content["equilibrium"]["rates"].items()
        for word, rate in words.items()
    ]
    return [*lines, *grid(["question", "answer", "rate"], answers)]


def _card(name: str, profile: Any) -> dict[str, Any]:
    ideas = dict.fromkeys(policy.idea for policy in profile.values())
    return {
        "name": name,
        "idea": " / ".join(ideas),
        "weights": {
            faction: dict(zip(policy.base.weights, policy.weights_of(faction), strict=True))
            for faction, policy in profile.items()
        },
    }


def _ends(interval: dict[str, Any]) -> list[float]:
    return [interval["estimate"], interval["low"], interval["high"]]


def percent(interval: dict[str, Any]) -> str:
    """``74.5 (73.9 to 75.1)``, with the decimals that the interval allows.

    >>> percent({"estimate": 0.745, "low": 0.739, "high": 0.751})
    '74 (74 to 75)'
    """
    estimate, low, high = (100 * value for value in _ends(interval))
    places = decimals(high - low)
    return f"{estimate:.{places}f} ({low:.{places}f} to {high:.{places}f})"


def grid(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table."""
    return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)]


def as_csv(rows: Iterable[Iterable[Any]]) -> str:
    """Rows as CSV with plain line ends.

    >>> as_csv([["a", "b"], [1, 0.5]])
    'a,b\\n1,0.5\\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
