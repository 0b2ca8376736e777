"""Cells beside the arms: what the error budget and the parts of reports need, each made from an arm.

A cell of the base is named by what differs; that of another arm has the arm's name before it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fwwsim.experiments.cell import (
    DATA,
    FORCED,
    KNOCK_OUT,
    PLAYERS,
    POLICIES,
    SWITCH,
    Cell,
    match_of,
)
from fwwsim.experiments.question import Question, merge_rules, rule_text
from fwwsim.experiments.variations import variations_of
from fwwsim.games import load_game

Arms = tuple[Cell, ...]


def other_players(question: Question, base: Cell, arms: Arms) -> Iterator[Cell]:
    """Each arm with every other number of players, as many games as the arm."""
    for arm in arms:
        for players in load_game(arm.game).players:
            if players != arm.players:
                games = question.games or question.budget.games
                yield _departed(
                    base, arm, PLAYERS, str(players), f"players_{players}", games, players=players
                )


def other_policies(question: Question, base: Cell, arms: Arms) -> Iterator[Cell]:
    """Each arm with every policy of the budget's range."""
    for arm in arms:
        for policies in question.budget.policies:
            if policies != arm.policies:
                games = question.budget.games
                yield _departed(
                    base, arm, POLICIES, policies, f"policies {policies}", games, policies=policies
                )


def other_readings(question: Question, base: Cell, arms: Arms, games: int) -> Iterator[Cell]:
    """Each arm with every reading of the rules that the rulebook leaves open, one at a time."""
    for arm in arms:
        played = match_of(arm).description["rules"]
        for name, values in variations_of(arm.game).switches.items():
            for value in values:
                if value != played[name]:
                    text = rule_text(name, value)
                    rules = merge_rules(arm.rules, (text,))
                    yield _departed(base, arm, SWITCH, text, text, games, rules=rules)


def other_data(question: Question, base: Cell, arms: Arms) -> Iterator[Cell]:
    """Each arm with draws of the reconstructed values of the data set."""
    for arm in arms:
        if variations_of(arm.game).has_grades:
            for draw in range(question.budget.data_draws):
                edit = f"perturbed {draw}"
                games, edits = question.budget.games, (*arm.edits, edit)
                yield _departed(base, arm, DATA, edit, edit, games, edits=edits)


def knock_outs(question: Question, base: Cell, arms: Arms) -> Iterator[Cell]:
    """Each arm without each of the armies and chits."""
    for arm in arms:
        for piece in variations_of(arm.game).pieces(match_of(arm)):
            edit = f"without {piece}"
            games, edits = question.budget.knock_outs, (*arm.edits, edit)
            yield _departed(base, arm, KNOCK_OUT, edit, edit, games, edits=edits)


def forced_combats(question: Question, base: Cell, arms: Arms) -> Iterator[Cell]:
    """Each arm with the first combat of each front and turn won, and lost, whatever the dice."""
    for arm in arms:
        for turn, front in variations_of(arm.game).combats:
            for result in (1, -1):
                value = f"t{turn} f{front} {result:+}"
                games, chosen = question.budget.forced, (turn, front, result)
                yield _departed(base, arm, FORCED, value, f"forced {value}", games, force=chosen)


def error_budget(question: Question, base: Cell, arms: Arms) -> list[Cell]:
    """What the error budget of the arms needs: policies, readings of the rules, and data."""
    return [
        *other_policies(question, base, arms),
        *other_readings(question, base, arms, question.budget.games),
        *other_data(question, base, arms),
    ]


def _departed(base: Cell, arm: Cell, role: str, value: str, name: str, games: int, **changes: Any) -> Cell:
    told = name if arm.name == base.name else f"{arm.name}: {name}"
    return replace(arm, name=told, role=role, value=value, games=games, **changes)
