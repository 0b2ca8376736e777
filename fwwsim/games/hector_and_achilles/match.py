"""From words to a match: data set, rules, policies and seed as the kernels need them; one game told."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from fwwsim.engine.journal import new_journal
from fwwsim.errors import RuleError, SpecError
from fwwsim.game import Match
from fwwsim.games.hector_and_achilles.battle import play_many
from fwwsim.games.hector_and_achilles.dataset import Dataset, load_dataset
from fwwsim.games.hector_and_achilles.log import Event, Narrator
from fwwsim.games.hector_and_achilles.options import Rules
from fwwsim.games.hector_and_achilles.policies.assign import assign_policies
from fwwsim.games.hector_and_achilles.setup import start_state
from fwwsim.games.hector_and_achilles.state import FAULTS, OUTCOME, STATE
from fwwsim.games.hector_and_achilles.tables import build_table

NAME = "hector_and_achilles"
VERSION = "2"
PLAYERS = (2,)


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
        2.
    rules : list of str
        ``NAME`` or ``NAME=VALUE`` (see `Rules.parse`).
    policies : str
        One name for both sides, or ``ACHAEAN=..,TROJAN=..``.
    seed : int
        Any integer.
    edits : sequence of str
        Changes of the data set; this game offers none.

    Raises
    ------
    SpecError, DataError
    """
    if players not in PLAYERS:
        raise SpecError(f"--players: found {players}; allowed: {', '.join(map(str, PLAYERS))}")
    if edits:
        raise SpecError(f"edit {edits[0]!r}: Hector and Achilles has no edits of its data set; allowed: none")
    return prepare_match(load_dataset(data), Rules.parse(rules), policies, seed)


def prepare_match(dataset: Dataset, rules: Rules, policies: str, seed: int) -> Match:
    """A match from a loaded data set and a rules configuration; as `prepare`."""
    table = build_table(dataset, rules)
    names = assign_policies(table, policies)
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
            "edits": [],
            "reconstructed": "reconstructed" in dataset.sources,
            "players": PLAYERS[0],
            "rules": asdict(rules),
            "policies": names,
            "seed": seed,
            "source": dataset,
        },
        clock="battle",
    )


def tell(match: Match, index: int) -> Iterator[Event]:
    """The event log of the game that `simulate` counts at this seed and index (docs/hector_event_log.md).

    Raises
    ------
    RuleError
        A policy broke a rule.
    """
    about, dataset = match.description, match.description["source"]
    outcomes = np.zeros(1, OUTCOME).view(np.recarray)
    scratch = match.start.copy()
    journal = new_journal()
    match.play_many(index, outcomes, scratch, match.start, match.table, journal)
    if outcomes[0].fault:
        battle, fault = outcomes[0].end_battle, FAULTS[outcomes[0].fault]
        raise RuleError(f"seed {about['seed']}, game {index}, battle {battle}: {fault}")
    told: dict[str, Any] = {key: about[key] for key in ("game", "version", "dataset", "seed")}
    told |= {"index": index} | {key: about[key] for key in ("players", "rules", "policies")}
    yield {"event": "game", **told}
    yield from Narrator(dataset, journal.rows[: scratch[0].noted]).events()
