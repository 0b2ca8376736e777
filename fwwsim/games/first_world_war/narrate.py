"""One game as text for a reader: the events of its log, turn by turn, in plain English."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fwwsim.game import Match
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.match import tell
from fwwsim.games.first_world_war.names import ALLIANCES, FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.resolution import superiority
from fwwsim.games.first_world_war.wording import (
    SUBJECTS,
    conjugate,
    counted,
    fold,
    listing,
    ordinal,
    policies_in_words,
    rules_in_words,
    says,
    sentence,
    standing,
)

Event = dict[str, Any]

ORDER, DEPLOYMENT = "Order of play", "Deployment"
HEADINGS = {
    "order": ORDER,
    "deploy": DEPLOYMENT,
    **dict.fromkeys(("combat", "move", "transfer", "pass", "return_chit"), "Rounds"),
    "check": "Victory check",
    **dict.fromkeys(("replace", "chits"), "Replacements and new chits"),
}
ENDINGS = {
    "turn_6": "the last turn is over",
    "six_fronts": "{holder} hold all cities of six or more fronts",
    "surrender": "surrender of {losers}",
    "mutual_surrender": "surrender on both sides, of {losers}",
}


ACCOUNT, DETAIL = "   ", "      "  # what precedes a line


class Telling(Iterator[Event]):
    """The events of one game, and the data set that has the names of its pieces."""

    def __init__(self, dataset: Dataset, events: Iterator[Event]) -> None:
        self.dataset = dataset
        self.events = events

    def __next__(self) -> Event:
        return next(self.events)


def tell_by_name(match: Match, index: int) -> Telling:
    """As `tell`; the events bring their data set along."""
    return Telling(match.description["source"], tell(match, index))


def narrate(events: Iterable[Event]) -> Iterator[str]:
    """The lines of a told game.

    Parameters
    ----------
    events : iterable of dict
        A `Telling`, told with the names of its own data set; or the objects of an event log that was read
        back, told with the names of the shipped one.

    Examples
    --------
    >>> print(*narrate([{"event": "pass", "turn": 1, "round": 4, "faction": "GA"}]), sep="|")
     Rounds|   4  The German Allies pass.
    """
    story = Story(events.dataset if isinstance(events, Telling) else load_dataset())
    for event in events:
        for line in story.lines(event):
            yield from fold(line)


def in_round(event: Event, *words: str) -> str:
    """A sentence after the number of its round.

    >>> in_round({"round": 12}, "Germany", "passes")
    '  12  Germany passes.'
    """
    return f"{event['round']:>4}  {sentence(*words)}"


class Story:
    """Tells events with the names of a data set; remembers the heading and what the end refers to."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.cities = {city.id: city.name for city in dataset.cities}
        self.fronts = {front.number: front.name for front in dataset.fronts}
        self.chits = {chit.id: chit for chit in dataset.chits}
        self.turn = 0
        self.heading = ""
        self.holder = ""  # of six fronts
        self.losers: list[str] = []
        self.tellers: dict[str, Callable[[Event], Iterator[str]]] = {
            "game": self.game,
            "order": self.order,
            "deploy": self.deploy,
            "combat": self.combat,
            "move": self.relocate,
            "transfer": self.relocate,
            "pass": self.stay,
            "return_chit": self.give_back,
            "check": self.check,
            "replace": self.replace,
            "chits": self.new_chits,
            "end": self.end,
        }

    def lines(self, event: Event) -> Iterator[str]:
        """The lines of one event, after the headings that are due."""
        kind = event["event"]
        heading = HEADINGS.get(kind, "")
        if heading in (ORDER, DEPLOYMENT) and event["turn"] != self.turn:
            self.turn, self.heading = event["turn"], ""
            yield ""
            yield f"TURN {self.turn} ({self.dataset.years[self.turn - 1]})"
        told = list(self.tellers[kind](event))
        if told and heading and heading != self.heading:
            self.heading = heading
            yield f" {heading}"
        yield from told

    def front(self, number: int) -> str:
        """``Flanders (1)``."""
        return f"{self.fronts[number]} ({number})"

    def chit(self, name: str) -> str:
        """A chit's name in the data set."""
        return self.chits[name].name

    def game(self, event: Event) -> Iterator[str]:
        """Which game this is."""
        names = ", ".join(f"{who} {name}" for who, name in zip(FACTIONS, FACTION_NAMES, strict=True))
        yield f"The First World War: game {event['index']} of seed {event['seed']}, {event['players']} players"
        yield f"Rules: {rules_in_words(event['rules'])}"
        yield f"Policies: {policies_in_words(event['policies'])}"
        yield f"Data set: {event['dataset']}"
        yield f"Factions: {names}"
        yield "A number in brackets is that of a front; a die shows S, which counts 0, or a number."

    def order(self, event: Event) -> Iterator[str]:
        """R9.2."""
        for group in event["rolls"]:
            yield f"{ACCOUNT}Rolls: {', '.join(f'{who} {die}' for who, die in group.items())}"
        for choice in event["choices"]:
            what = f"{says(choice['faction'], 'deploy')} {ordinal(choice['deployment'])}"
            act = conjugate(choice["faction"], "act")
            yield ACCOUNT + sentence(what, "and", act, ordinal(choice["round"]))

    def deploy(self, event: Event) -> Iterator[str]:
        """R4.2.1."""
        placed: dict[int, list[str]] = defaultdict(list)
        for army, front in event["armies"].items():
            placed[front].append(army)
        for front, number in event["dummies"].items():
            placed[int(front)].append(counted(number, "dummy", "dummies"))
        where = "; ".join(f"{self.front(front)} {', '.join(placed[front])}" for front in sorted(placed))
        if where:
            yield f"{ACCOUNT}{FACTION_NAMES[FACTIONS.index(event['faction'])]}: {where}."

    def stay(self, event: Event) -> Iterator[str]:
        """A pass."""
        yield in_round(event, says(event["faction"], "pass"))

    def relocate(self, event: Event) -> Iterator[str]:
        """A Move or a Strategic transfer."""
        journeys: dict[tuple[int, int], list[str]] = defaultdict(list)
        for step in event["armies"]:
            journeys[step["from"], step["to"]].append(step["army"])
        for step in event["dummies"]:
            journeys[step["from"], step["to"]].append(counted(step["number"], "dummy", "dummies"))
        moved = "; ".join(
            f"{listing(counters)} from {self.front(source)} to {self.front(target)}"
            for (source, target), counters in journeys.items()
        )
        yield in_round(event, says(event["faction"], event["event"]), moved)

    def combat(self, event: Event) -> Iterator[str]:
        """R6: who fights, the totals, the result."""
        attack = f"{says(event['faction'], 'attack')} {self.front(event['front'])}"
        met = f"against {listing(event['defenders'])}" if event["defenders"] else "and no army defends"
        if removed := event["dummies_removed"]:
            dummies = listing(
                f"{counted(n, 'dummy', 'dummies')} of {SUBJECTS[f]}" for f, n in removed.items()
            )
            met += f"; {dummies} {'leaves' if sum(removed.values()) == 1 else 'leave'} the board"
        yield in_round(event, attack, "with", listing(event["attackers"]), met)
        if event["defenders"]:
            yield DETAIL + sentence("; ".join(self.side(event, role) for role in ("attack", "defence")))
        yield DETAIL + sentence("; ".join(self.results(event)) or "no city is taken")

    def side(self, event: Event, role: str) -> str:
        """One side's lead army and what makes up its total."""
        own, enemy = event["attackers"], event["defenders"]
        if role == "defence":
            own, enemy = enemy, own
        lead, chit, parts = event[f"{role}_lead"], event[f"{role}_chit"], []
        if army := self.dataset.army(lead):
            parts.append(f"value {army.value}")
        if superiority(len(own), len(enemy)):
            parts.append("superiority +1")
        if chit:
            parts.append(f"{self.chit(chit)} {self.chits[chit].value:+d}")
        parts.append(f"die {event[f'{role}_die']}")
        return f"{role} {lead} {', '.join(parts)}: {event[f'{role}_total']}"

    def results(self, event: Event) -> Iterator[str]:
        """What a combat changed."""
        if event["defenders"]:
            margin = event["attack_total"] - event["defence_total"]
            verdict = "the attack wins" if margin > 0 else "the defence wins" if margin else "a tie"
            lost = event["eliminated"]
            yield f"{verdict}, {listing(lost)} {'is' if len(lost) == 1 else 'are'} eliminated"
        if event["city"]:
            yield f"{says(event['faction'], 'take')} {self.cities[event['city']]}"
        if event["surrender_point"]:
            yield f"{says(event['surrender_point'], 'get')} a surrender point"
        for faction, chit in event.get("drawn", {}).items():
            back = [self.chit(name) for name in event["returned"].get(faction, ())]
            returned = f" and {conjugate(faction, 'return')} {listing(back)}" if back else ""
            yield f"{says(faction, 'draw')} {self.chit(chit)}{returned}"

    def give_back(self, event: Event) -> Iterator[str]:
        """R6.2.1, outside a combat."""
        yield DETAIL + sentence(says(event["faction"], "return"), self.chit(event["chit"]), "to the cup")

    def check(self, event: Event) -> Iterator[str]:
        """R8: captures, points, rolls, treaty, and how all stand."""
        for capture in event["captures"]:
            city, front = self.cities[capture["city"]], self.front(capture["front"])
            yield ACCOUNT + sentence(says(capture["faction"], "take"), f"{city}: nobody defends", front)
        for point in event["surrender_points"]:
            front = self.front(point["front"])
            yield ACCOUNT + sentence(says(point["faction"], "get"), "a surrender point for", front)
        if event["six_fronts"]:
            self.holder = SUBJECTS[event["six_fronts"]]
            yield ACCOUNT + sentence(self.holder, "hold all cities of six or more fronts")
        for faction, die in event["rolls"].items():
            points = counted(event["surrender"][faction], "surrender point", "surrender points")
            lost = faction in event["surrendered"]
            fate = conjugate(faction, "surrender") if lost else f"{conjugate(faction, 'fight')} on"
            yield ACCOUNT + sentence(says(faction, "roll"), f"{die} with", points, "and", fate)
        self.losers += [SUBJECTS[faction] for faction in event["surrendered"]]
        if event["treaty"]:
            answer = "accept" if event["treaty"]["accepted"] else "refuse"
            yield f"{ACCOUNT}Germany offers the treaty of Brest-Litovsk; the Eastern Allies {answer}."
        points = ", ".join(f"{who} {number}" for who, number in event["surrender"].items() if number)
        yield f"{ACCOUNT}Victory points {standing(event['vp'])}{f'; surrender points {points}' if points else ''}."

    def replace(self, event: Event) -> Iterator[str]:
        """R7."""
        if event["armies"]:
            yield ACCOUNT + sentence(says(event["faction"], "get"), "back", listing(event["armies"]))

    def new_chits(self, event: Event) -> Iterator[str]:
        """R4.2.5."""
        for alliance in ALLIANCES:
            added = [self.chit(name) for name in event["added"] if self.chits[name].alliance == alliance]
            if added:
                yield f"{ACCOUNT}Into the cup of {SUBJECTS[alliance]}: {', '.join(added)}."

    def end(self, event: Event) -> Iterator[str]:
        """The end and the winners."""
        reason = ENDINGS[event["reason"]].format(holder=self.holder, losers=listing(self.losers))
        winners = ", ".join(
            f"with {number} players {SUBJECTS[who] if who else 'nobody'}"
            for number, who in event["winners"].items()
        )
        yield ""
        yield f"THE END in turn {event['turn']}: {reason}."
        yield f"Victory points {standing(event['vp'])}."
        yield f"Winner: {winners}."
