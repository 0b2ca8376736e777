"""The course, luck and leads of a game counted again from its event log and the data set, without the engine."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from fwwsim.games.first_world_war.dataset import Dataset

ALLIANCES = ("ALLIES", "CENTRAL_POWERS")
FACTIONS = ("WA", "EA", "DE", "GA")
SIDE = {"WA": 0, "EA": 0, "DE": 1, "GA": 1}
NONE = -1


def recount(events: Iterable[dict[str, Any]], dataset: Dataset) -> dict[str, Any]:
    """The fields of :mod:`fwwsim.games.first_world_war.tally`, by name, as plain lists and numbers."""
    count = Recount(dataset)
    for event in events:
        if event["event"] == "combat":
            count.combat(event)
        elif event["event"] == "check":
            count.check(event)
    return count.fields


class Recount:
    """What has happened in one game so far."""

    def __init__(self, dataset: Dataset) -> None:
        self.pips = [0 if face == "S" else int(face) for face in dataset.faces]
        self.homes = {front.number: (front.allied, front.central) for front in dataset.fronts}
        self.front = {city.id: city.front for city in dataset.cities}
        self.holder = {city.id: SIDE[city.owner] for city in dataset.cities}
        self.vp = dict.fromkeys(FACTIONS, 6)
        self.ahead = NONE
        self.fields: dict[str, Any] = {
            "vp_by_turn": [[NONE] * 4 for _ in range(6)],
            "allied_cities": [[NONE] * 11 for _ in range(6)],
            "points": [[NONE] * 4 for _ in range(6)],
            "rolls": [[NONE] * 4 for _ in range(6)],
            "dice_luck": [0, 0],
            "combat_luck": [0.0, 0.0],
            "surrender_luck": [0, 0, 0, 0],
            "lead_changes": 0,
            "largest_deficit": [0, 0],
            "first_city": NONE,
            "forced": 0,
        }

    def combat(self, event: dict[str, Any]) -> None:
        """Dice and result if somebody defended, and the city."""
        side = SIDE[event["faction"]]
        if event["defenders"]:
            dice = [pips(event["attack_die"]), pips(event["defence_die"])]
            for alliance, die in zip((side, 1 - side), dice, strict=True):
                self.fields["dice_luck"][alliance] += 6 * die - sum(self.pips)
            totals = event["attack_total"], event["defence_total"]
            margin = totals[0] - dice[0] - totals[1] + dice[1]
            mean = sum(sign(margin + one - two) for one, two in product(self.pips, repeat=2)) / 36
            self.fields["combat_luck"][side] += sign(totals[0] - totals[1]) - mean
        if event["city"]:
            if self.fields["first_city"] == NONE:
                self.fields["first_city"] = side
            self.take(event["city"])
            self.compare()

    def take(self, city: str) -> None:
        """A city changes hands."""
        homes, loser = self.homes[self.front[city]], self.holder[city]
        self.vp[homes[1 - loser]] += 1
        self.vp[homes[loser]] = max(0, self.vp[homes[loser]] - 1)
        self.holder[city] = 1 - loser

    def compare(self) -> None:
        """The lead, and how far the other alliance is behind."""
        sums = [self.vp["WA"] + self.vp["EA"], self.vp["DE"] + self.vp["GA"]]
        for alliance in range(2):
            behind = sums[1 - alliance] - sums[alliance]
            if behind > 0:
                deficits = self.fields["largest_deficit"]
                deficits[alliance] = max(deficits[alliance], behind)
                self.fields["lead_changes"] += self.ahead == alliance
                self.ahead = 1 - alliance

    def check(self, event: dict[str, Any]) -> None:
        """Captures, rolls, and how the turn ends."""
        turn = event["turn"] - 1
        for capture in event["captures"]:
            self.take(capture["city"])
        self.compare()
        for faction, face in event["rolls"].items():
            number, points = FACTIONS.index(faction), event["surrender"][faction]
            self.fields["rolls"][turn][number] = pips(face)
            chance = sum(1 for value in self.pips if 1 <= value <= points)
            self.fields["surrender_luck"][number] += 6 * (faction in event["surrendered"]) - chance
        assert self.vp == event["vp"]
        self.fields["vp_by_turn"][turn] = [self.vp[faction] for faction in FACTIONS]
        self.fields["points"][turn] = [event["surrender"][faction] for faction in FACTIONS]
        for front in range(1, 12):
            held = sum(1 for city, side in self.holder.items() if side == 0 and self.front[city] == front)
            self.fields["allied_cities"][turn][front - 1] = held


def pips(face: str | int) -> int:
    """A die as a number; S is 0."""
    return 0 if face == "S" else int(face)


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)
