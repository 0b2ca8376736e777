"""From words to a match: data set, rules, players, policies and seed as the kernels need them; one game told."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from fwwsim.engine.journal import new_journal
from fwwsim.errors import RuleError, SpecError
from fwwsim.game import Match
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.edits import edit_dataset
from fwwsim.games.first_world_war.log import Event, Narrator, winners
from fwwsim.games.first_world_war.lookahead.play import play_many
from fwwsim.games.first_world_war.names import FACTIONS
from fwwsim.games.first_world_war.options import Rules
from fwwsim.games.first_world_war.policies.assign import assign_policies
from fwwsim.games.first_world_war.setup import start_state
from fwwsim.games.first_world_war.state import FAULTS, OUTCOME, STATE
from fwwsim.games.first_world_war.tables import build_table

NAME = "first_world_war"
VERSION = "2"
PLAYERS = (2, 3, 4)


def prepare(
    data: Path | None,
    players: int,
    rules: list[str],
    policies: str,
    seed: int,
    edits: Sequence[str] = (),
) -> Match:
    """A match from what a user writes.

    Parameters
    ----------
    data : Path or None
        Folder of a data set, None for the shipped one.
    players : int
        2, 3 or 4.
    rules : list of str
        ``NAME`` or ``NAME=VALUE`` (see `Rules.parse`).
    policies : str
        One name for all factions, or ``WA=..,EA=..,DE=..,GA=..``.
    seed : int
        Any integer.
    edits : sequence of str
        Changes of the data set (see :mod:`fwwsim.games.first_world_war.edits`).

    Raises
    ------
    SpecError, DataError
    """
    return prepare_match(load_dataset(data), players, Rules.parse(rules), policies, seed, edits)


def prepare_match(
    dataset: Dataset, players: int, rules: Rules, policies: str, seed: int, edits: Sequence[str] = ()
) -> Match:
    """A match from a loaded data set and a rules configuration; as `prepare`."""
    dataset = edit_dataset(dataset, edits)
    if players not in PLAYERS:
        raise SpecError(f"--players: found {players}; allowed: {', '.join(map(str, PLAYERS))}")
    table = build_table(dataset, rules, players)
    names = assign_policies(table, dataset, policies)
    start = np.zeros(1, STATE).view(np.recarray)
    start[0] = start_state(table, seed)
    return Match(
        play_many=play_many,
        start=start,
        table=table,
        journal=new_journal(0),
        outcome=OUTCOME,
        faults=FAULTS,
        description={
            "game": NAME,
            "version": VERSION,
            "dataset": dataset.id,
            "dataset_hash": dataset.hash,
            "edits": list(edits),
            "reconstructed": is_reconstructed(dataset),
            "players": players,
            "rules": asdict(rules),
            "policies": names,
            "seed": seed,
            "source": dataset,
        },
    )


def is_reconstructed(dataset: Dataset) -> bool:
    """Whether some row of the data set is ours and not the publisher's."""
    rows: tuple[Any, ...] = (
        *dataset.fronts,
        *dataset.cities,
        *dataset.lines,
        *dataset.armies,
        *dataset.chits,
    )
    return any(row.source == "reconstructed" for row in rows)


def tell(match: Match, index: int) -> Iterator[Event]:
    """The event log of the game that `simulate` counts at this seed and index (docs/event_log.md).

    Raises
    ------
    RuleError
        A policy broke a rule.
    SpecError
        A combat of the match is forced (:mod:`fwwsim.games.first_world_war.forced`).
    """
    about, dataset = match.description, match.description["source"]
    if "force" in about:
        raise SpecError(
            "a game with a forced combat has no log; allowed: games whose combats the dice decide"
        )
    outcomes = np.zeros(1, OUTCOME).view(np.recarray)
    scratch = match.start.copy()
    journal = new_journal()
    match.play_many(index, outcomes, scratch, match.start, match.table, journal)
    outcome = outcomes[0]
    if outcome.fault:
        raise RuleError(
            f"seed {about['seed']}, game {index}, turn {outcome.end_turn}: {FAULTS[outcome.fault]}"
        )
    told: dict[str, Any] = {key: about[key] for key in ("game", "version", "dataset", "seed")}
    told |= {"index": index} | {key: about[key] for key in ("players", "rules", "policies")}
    if about["edits"]:
        told["edits"] = about["edits"]
    yield {"event": "game", **told}
    for event in Narrator(dataset, journal.rows[: scratch[0].noted]).events():
        if event["event"] == "end":
            event["vp"] = dict(zip(FACTIONS, map(int, outcome.vp), strict=True))
            event["winners"] = winners(int(outcome.alliance), int(outcome.winner_3), int(outcome.winner_4))
        yield event
