"""The report of a search for an equilibrium: JSON, Markdown, a CSV of the steps, a figure, the responses as TOML."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from fwwsim.experiments.equilibrium import Searched
from fwwsim.experiments.provenance import describe
from fwwsim.experiments.standings import rates_at
from fwwsim.experiments.store import open_folder, write_json, write_text
from fwwsim.policies.policy_text import policy_text
from fwwsim.reporting.figures.files import write_figure
from fwwsim.reporting.figures.plots import Lines, Series
from fwwsim.reporting.league_report import QUESTIONS, as_csv, grid, percent
from fwwsim.reporting.reports import report_on
from fwwsim.reporting.run_report import ABOUT_POLICIES
from fwwsim.reporting.summary import as_json
from fwwsim.reporting.training_report import ends_of, signed
from fwwsim.stats.intervals import Interval

POLICIES = "policies.toml"
LOGIT = "the logit equilibrium of the pay-offs (McKelvey and Palfrey, 1995)"
EVEN = (
    "the most even ones, by entropy, of those that get the value of the pool's game but for {slack:g} {points} "
    "against each of its policies"
)
NOTES = (
    "A step: the policies known so far play each other; the mixtures are {mixtures}; each side's best response to the "
    "other's mixture is trained, and tested on dice that no search has seen; what the searches found joins the pool. A "
    "step against one response alone shows how much that response could be beaten by, before mixtures rely on it; its "
    "gains are over the same policy's other side.",
    "Gain: what the response wins more than the own mixture does, in points of a hundred games on the same dice; 95 % "
    "intervals by normal theory. It is a lower bound: a longer search, or another family of policies, may find more.",
    "The value and the rates: over the mixtures, with intervals that are the means of the cells' Wilson ends, since "
    "cells share their dice; the mixtures are taken as given.",
    ABOUT_POLICIES,
)


def write_equilibrium(found: Searched, folder: Path) -> str:
    """Write the report into `folder`; returns its Markdown."""
    content = equilibrium_json(found, folder)
    text = equilibrium_markdown(content)
    factions = tuple(faction for own in found.plan.arena.contest.factions.values() for faction in own)
    responses = [
        policy_text(policy, found.base_name, factions) for step in found.steps for policy in step.policies
    ]
    _draw_gains(content, open_folder(folder / "figures"))
    write_text(folder / POLICIES, "\n".join(responses))
    write_text(folder / "steps.csv", as_csv(_table(content)))
    write_json(folder / "equilibrium.json", content)
    write_text(folder / "equilibrium.md", text)
    return text


def equilibrium_json(found: Searched, folder: Path) -> dict[str, Any]:
    """A search in plain numbers and words; its mixture names policies as ``--policy`` takes them."""
    league, best = found.league, found.steps[found.best]
    names = league.spec.policies
    first, second = (best.mixtures[side] for side in league.arena.contest.sides)
    weights = np.outer([first.get(name, 0.0) for name in names], [second.get(name, 0.0) for name in names])
    own = {policy.name for step in found.steps for policy in step.policies}
    about = describe(league.arena.match)
    return {
        "spec": asdict(found.plan.spec),
        "sides": list(league.arena.contest.sides),
        "reached": found.reached,
        "best_step": found.best + 1,
        "equilibrium": {
            "value": as_json(best.value),
            "mixture": {
                side: {
                    f"{name}@{(folder / POLICIES).as_posix()}" if name in own else name: share
                    for name, share in mixture.items()
                }
                for side, mixture in best.mixtures.items()
            },
            "rates": {
                question: {word: as_json(rate) for word, rate in words.items()}
                for question, words in rates_at(league, weights).items()
            },
        },
        "steps": [
            {
                "step": number,
                "alone": step.alone,
                "value": as_json(step.value),
                "mixtures": step.mixtures,
                "gains": {
                    side: {"games": gain.gain.n}
                    | {what: as_json(getattr(gain, what)) for what in ("learnt", "reference", "gain")}
                    for side, gain in step.gains.items()
                },
                "responses": [policy.name for policy in step.policies],
            }
            for number, step in enumerate(found.steps, 1)
        ],
        "about": {key: value for key, value in about.items() if key not in ("policies", "seed")},
    }


def equilibrium_markdown(content: dict[str, Any]) -> str:
    """The report as text."""
    report, spec = report_on(content["about"]["game"]), content["spec"]
    sides = content["sides"]
    names = [report.names[side] for side in sides]
    best = content["steps"][content["best_step"] - 1]
    lines = [f"# Equilibrium of {report.title}: mixtures, and what beats them", ""]
    lines += [_outcome(content, names), ""]
    lines.append(
        f"{spec['players']} players; rules: {report.rules_in_words(content['about']['rules'])}; a game that nobody "
        f"won counts {spec['draw']:g} for the {names[0]}. Pool: {spec['games']:,} games a cell, seed {spec['seed']}; "
        f"tests: {spec['test']['games']:,} games a side and step. {_starts(spec)}"
    )
    lines += ["", f"## The mixtures of step {content['best_step']}", ""]
    value = content["equilibrium"]["value"]
    lines += [f"Value for the {names[0]}: {percent(value)} per cent of the games.", ""]
    mixtures = [best["mixtures"][side] for side in sides]
    shown = sorted(
        set().union(*mixtures), key=lambda name: -sum(mixture.get(name, 0) for mixture in mixtures)
    )
    lines += grid(
        ["policy", *names], [[name, *(f"{mix.get(name, 0):.0%}" for mix in mixtures)] for name in shown]
    )
    lines += ["", "Rates of the game at these mixtures, per cent:", ""]
    lines += grid(
        ["question", "answer", "rate"],
        [
            [QUESTIONS.get(question, question), report.names.get(word, word), percent(rate)]
            for question, words in content["equilibrium"]["rates"].items()
            for word, rate in words.items()
        ],
    )
    lines += [
        "",
        "## What the best responses gain, step by step",
        "",
        "![Gains by step](figures/gains.png)",
        "",
    ]
    heads = [f"{what}, {name}" for name in names for what in ("gain", "95 % interval")]
    rows = [
        [
            str(step["step"]),
            _met(step),
            percent(step["value"]),
            *(part for side in sides for part in signed(_gain(step["gains"][side])).split(" | ")),
        ]
        for step in content["steps"]
    ]
    lines += grid(["step", "against", f"value for the {names[0]}", *heads], rows)
    told = _mixtures(spec["slack"])
    lines += ["", "## How to read this", "", *(f"- {note.format(mixtures=told)}" for note in NOTES)]
    return "\n".join(lines) + "\n"


def _met(step: dict[str, Any]) -> str:
    """What the responses of a step were trained against."""
    return (
        f"{next(iter(step['mixtures'].values())).copy().popitem()[0]} alone" if step["alone"] else "mixtures"
    )


def _starts(spec: dict[str, Any]) -> str:
    """Where the searches of a step begin."""
    pool = {0: [], 1: ["the policy of the pool that does best"]}
    best = pool.get(spec["best"], [f"the {spec['best']} policies of the pool that do best"])
    return f"Searches begin at {', at '.join([*spec['starts'], *best])}."


def _mixtures(slack: float) -> str:
    """What the mixtures of a step are."""
    return EVEN.format(slack=slack, points="point" if slack == 1 else "points") if slack else LOGIT


def _outcome(content: dict[str, Any], names: list[str]) -> str:
    """Where the search stopped, and why."""
    spec, number = content["spec"], content["best_step"]
    gains = content["steps"][number - 1]["gains"]
    told = ", ".join(
        "{} points ({}) as the {}".format(*signed(_gain(gains[side])).split(" | "), name)
        for side, name in zip(content["sides"], names, strict=True)
    )
    if content["reached"]:
        return (
            f"Stopped at step {len(content['steps'])}: no trained response gains more than {spec['target']:g} points, "
            f"by the upper end of its interval{_in_a_row(spec['patience'])}. Gains: {told}."
        )
    return (
        f"Stopped after {len(content['steps'])} steps, as many as the spec allows; the target of "
        f"{spec['target']:g} points is not reached{_in_a_row(spec['patience'])}. The mixtures that are exploited "
        f"least, by their own responses and by those of all other steps, are those of step {number}; gains there: "
        f"{told}. They are chosen by these figures, which therefore flatter them a little."
    )


def _in_a_row(patience: int) -> str:
    return f", in {patience} steps in a row" if patience > 1 else ""


def _draw_gains(content: dict[str, Any], folder: Path) -> None:
    """Write the gains by step as ``gains.png`` and ``gains.svg``."""
    names = report_on(content["about"]["game"]).names
    steps = [step for step in content["steps"] if not step["alone"]]
    plot = Lines(
        tuple(str(step["step"]) for step in steps),
        tuple(
            Series(names[side], tuple(_gain(step["gains"][side]) for step in steps))
            for side in content["sides"]
        ),
        "step",
        "gain of the best response, points",
        100.0,
        content["spec"]["target"] / 100,
    )
    write_figure(plot, folder, "gains")


def _table(content: dict[str, Any]) -> list[list[Any]]:
    """One row a step and side."""
    rows: list[list[Any]] = [["step", "against", "side", "learnt", "mixture", "gain", "low", "high", "games"]]
    for step in content["steps"]:
        for side, told in step["gains"].items():
            shares = [told[what]["estimate"] for what in ("learnt", "reference")]
            gain = _gain(told)
            rows.append([step["step"], _met(step), side, *shares, *ends_of(gain), gain.n])
    return rows


def _gain(told: dict[str, Any]) -> Interval:
    return Interval(**told["gain"], n=told["games"])
