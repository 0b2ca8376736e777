"""The contract between a game and the layers above: what is played, and what each game offers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that is fixed for a run of games: the same match and index give the same game, always.

    Attributes
    ----------
    play_many : callable
        Kernel ``(first, outcomes, scratch, start, table, journal)``: plays games first, first + 1, ... and
        writes one outcome each. It releases the GIL and keeps no state of its own.
    start : (1,) record array
        The set-up, with the keys of the seed.
    table : record
        Data set, rules and policies as the kernels read them.
    journal : record
        The silent journal of a run that is not told.
    outcome : numpy dtype
        Layout of one outcome; its field `fault` is 0 unless a rule was broken, and ``end_<clock>`` tells when
        the game ended.
    faults : tuple of str
        What each fault says.
    description : dict
        Game, version, data set and its edits, players, rules, policies and seed, in words, for manifests and JSON.
    clock : str
        What the game counts its time in.
    """

    play_many: Callable[..., None]
    start: NDArray[Any]
    table: Any
    journal: Any
    outcome: np.dtype[Any]
    faults: tuple[str, ...]
    description: dict[str, Any]
    clock: str = "turn"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of outcomes: `values` are numbers or truths, or positions in `words` where there are words.

    The file format is `name`, the dictionary of columns `unit` and `meaning`.
    """

    name: str
    unit: str
    meaning: str
    values: NDArray[Any]
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contest:
    """What leagues and tuning need of a game between two sides.

    Attributes
    ----------
    sides : tuple of str
        The two sides, each of one faction or more.
    factions : dict
        Side -> its factions.
    bases : dict
        Name -> family of policies (:class:`fwwsim.policies.catalogue.Base`).
    find : callable
        ``(text) -> policies by faction``, from what a user writes.
    seat : callable
        ``(match, policies by faction) -> Match``: the same match with these policies, on the same dice.
    won : callable
        ``(outcomes, side) -> (games,) truths``: games that the side of this index won; a game that neither won
        is drawn.
    won_by : callable
        ``(outcomes, faction, players) -> (games,) truths``: games won by the player of that faction.
    count : callable
        ``(outcomes, players) -> counts``: games by word, for each question that a league reports.
    """

    sides: tuple[str, str]
    factions: dict[str, tuple[str, ...]]
    bases: dict[str, Any]
    find: Callable[[str], dict[str, Any]]
    seat: Callable[[Match, Mapping[str, Any]], Match]
    won: Callable[[NDArray[Any], int], NDArray[np.bool_]]
    won_by: Callable[[NDArray[Any], str, int], NDArray[np.bool_]]
    count: Callable[[NDArray[Any], int], dict[str, dict[str, int]]]


class Prepare(Protocol):
    """``(data, players, rules, policies, seed, edits) -> Match``, from what a user writes."""

    def __call__(
        self,
        data: Path | None,
        players: int,
        rules: list[str],
        policies: str,
        seed: int,
        edits: Sequence[str] = (),
    ) -> Match:
        """A match; `edits` are changes of the data set made in memory, in words of the game."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game as the command line and the reports see it.

    Attributes
    ----------
    name, title, version : str
        `version` changes whenever the same seed and index may give another game.
    players : tuple of int
        Possible numbers of players.
    prepare : Prepare
    columns : callable
        ``(outcomes, first) -> iterator of Column``: outcomes of games first, first + 1, ..., one row a game.
    tell : callable
        ``(match, index) -> iterator of events`` of one game.
    narrate : callable
        ``(events) -> iterator of lines``: the events of a game as readable text.
    policy : str
        Who decides unless the user says otherwise.
    contest : Contest or None
        For leagues and tuning; None if the game has none yet.
    """

    name: str
    title: str
    version: str
    players: tuple[int, ...]
    prepare: Prepare
    columns: Callable[[NDArray[Any], int], Iterator[Column]]
    tell: Callable[[Match, int], Iterator[dict[str, Any]]]
    narrate: Callable[[Any], Iterator[str]]
    policy: str
    contest: Contest | None = None
