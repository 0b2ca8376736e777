"""The register of ways to break one rule in a correct event log, and what they need to find the place.

A mutation takes a log of the plain reference, changes it, and returns whether it found something to change. They
are in :mod:`referee_mutations_board` and :mod:`referee_mutations_combat`.
"""

import copy
import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from fwwsim.games.first_world_war.dataset import Army, Chit, Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset

Log = list[dict[str, Any]]
Mutate = Callable[[Log], bool]
SIDE = {"WA": "ALLIES", "EA": "ALLIES", "DE": "CENTRAL_POWERS", "GA": "CENTRAL_POWERS"}
NATIONS = {
    "WA": {"FR", "BR", "BE", "IT", "US"},
    "EA": {"RU", "SB", "MN", "RO", "GR", "ITB", "MEF", "OR"},
    "DE": {"DE"},
    "GA": {"AH", "BU", "DE"},
}
SENT = {"ITB", "MEF", "OR"}


class Mutation(NamedTuple):
    """`rule` and `words` must appear in the first violation of a mutated log of a game under `rules`."""

    mutate: Mutate
    rule: str
    words: str
    players: int
    rules: dict[str, Any]


MUTATIONS: list[Mutation] = []


def breaks(rule: str, words: str = "", players: int = 4, **rules: Any) -> Callable[[Mutate], Mutate]:
    """Register a mutation."""

    def register(mutate: Mutate) -> Mutate:
        MUTATIONS.append(Mutation(mutate, rule, words, players, {"surrender_from_turn": 3, **rules}))
        return mutate

    return register


@functools.cache
def dataset() -> Dataset:
    return load_dataset()


def of(log: Log, *kinds: str) -> Log:
    """The events of some kinds."""
    return [event for event in log if event["event"] in kinds]


def fights(log: Log) -> Log:
    """The combats with dice."""
    return [event for event in log if "attack_die" in event]


@functools.cache
def army(name: str) -> Army:
    return next(row for row in dataset().armies if row.name == name)


@functools.cache
def chit(name: str) -> Chit:
    return next(row for row in dataset().chits if row.id == name)


def opponent(alliance: str) -> str:
    return "CENTRAL_POWERS" if alliance == "ALLIES" else "ALLIES"


def home(front: int, alliance: str) -> str:
    row = dataset().fronts[front - 1]
    return row.allied if alliance == "ALLIES" else row.central


def foe_of(event: dict[str, Any]) -> str:
    """The faction that leads the defence."""
    return home(event["front"], opponent(SIDE[event["faction"]]))


class Moment:
    """What lies on the table before an event: places of armies, hands (one a faction), cities, treaty."""

    def __init__(self) -> None:
        self.place: dict[str, int] = {}
        self.hands: dict[str, list[str]] = {faction: [] for faction in SIDE}
        self.control = {city.id: SIDE[city.owner] for city in dataset().cities}
        self.treaty = False

    def armies(self, front: int, faction: str) -> list[str]:
        """A faction's own armies on a front."""
        return [name for name, at in self.place.items() if at == front and army(name).faction == faction]

    def present(self, front: int) -> set[str]:
        """The alliances with a real army on a front."""
        return {SIDE[army(name).faction] for name, at in self.place.items() if at == front}

    def apply(self, event: dict[str, Any]) -> None:
        if event["event"] == "deploy":
            self.place |= event["armies"]
        if event["event"] in ("move", "transfer"):
            self.place |= {row["army"]: row["to"] for row in event["armies"]}
        for name in event.get("eliminated", []):
            del self.place[name]
        if "attack_die" in event:
            for who, use in ((event["faction"], "attack"), (foe_of(event), "defence")):
                hand = [held for held in self.hands[who] if held != event[f"{use}_chit"]]
                hand += [event["drawn"][who]] if who in event["drawn"] else []
                self.hands[who] = [held for held in hand if held not in event["returned"].get(who, [])]
        if event.get("city"):
            self.control[event["city"]] = SIDE[event["faction"]]
        for row in event.get("captures", []):
            self.control[row["city"]] = SIDE[row["faction"]]
        self.treaty = self.treaty or bool(event.get("treaty") and event["treaty"]["accepted"])


def walk(log: Log) -> Iterator[tuple[dict[str, Any], Moment]]:
    """Each event, free to be changed, with the moment before it."""
    moment = Moment()
    for event in log:
        before = copy.deepcopy(event)
        yield event, moment
        moment.apply(before)
