"""An independent referee: replays an event log of Hector and Achilles from the data set and checks every rule.

It imports nothing of fwwsim. Cards are their names ("red 3"), piles are multisets of names.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Event = dict[str, Any]
Cards = Counter[str]
SIDES = ("ACHAEAN", "TROJAN")
PILES = ("1", "2", "3", "home")


def value(card: str) -> int:
    """The number on a card."""
    return int(card.split()[1])


def colour(card: str) -> str:
    """The colour of a card."""
    return card.split()[0]


def other(side: str) -> str:
    """The enemy."""
    return SIDES[1 - SIDES.index(side)]


class Player:
    """One side's cards and tokens."""

    def __init__(self, box: dict[str, Any], side: str) -> None:
        army = box["army"]
        self.deck: Cards = Counter(
            f"{name} {number}" for name in army["colours"] for number in army["values"]
        )
        self.heroes = {row["name"]: row for row in box["hero"] if row["side"] == side}
        self.piles: dict[str, Cards] = {}
        self.favour = box["tokens"]["favour_per_side"]
        self.shame = 0
        self.gone: Cards = Counter()
        self.hero_pile = set(self.heroes)
        self.hand: Cards = Counter()
        self.row: list[str] = []
        self.tokens: list[int] = []  # places in the row
        self.cover: int | None = None
        self.hero: str | None = None
        self.played = False
        self.under: list[str] = []
        self.fighting = ""

    def standing(self) -> list[str]:
        """The piles with cards."""
        return [name for name in PILES if self.piles[name].total()]

    def total(self) -> int:
        """The colour-blind strength of the row."""
        cards = sum(value(card) for place, card in enumerate(self.row) if place != self.cover)
        return cards + len(self.tokens) + (self.heroes[str(self.hero)]["value"] if self.played else 0)

    def score(self, tile_colour: str) -> int:
        """What scores at the end of a battle."""
        colours = {tile_colour} | ({self.heroes[self.hero]["colour"]} if self.hero else set())
        points = self.heroes[str(self.hero)]["value"] if self.played else 0
        for place, card in enumerate(self.row):
            if place != self.cover and colour(card) in colours:
                points += value(card) + (place in self.tokens)
        return points


class Referee:
    """Follows one game; `problems` says what is wrong, with the number of the event."""

    def __init__(self, box: dict[str, Any]) -> None:
        self.box = box
        self.players = {side: Player(box, side) for side in SIDES}
        self.problems: list[str] = []
        self.number = 0
        self.rules: dict[str, Any] = {}
        self.attacker = SIDES[0]
        self.battle = 0
        self.steps: list[tuple[str, int, str]] = []
        self.tiles: set[int] = set()
        self.edges: list[str] = []
        self.facing: dict[str, str] = {}
        self.over: tuple[str, str | None] | None = None
        self.retreated: str | None = None
        self.winner: str | None = None

    def expect(self, what: str, found: Any, expected: Any) -> None:
        """Note a difference."""
        if found != expected:
            self.problems.append(f"event {self.number}: {what}: log has {found!r}, rules give {expected!r}")

    def see(self, event: Event) -> None:
        """Check one event and carry it out."""
        kind = event["event"]
        if kind not in ("game", "deal", "open"):
            self.expect("battle", event["battle"], self.battle)
        if kind in ("turn", "fate"):
            step = (kind, event["round"], event.get("side", ""))
            self.expect("step", step, self.steps.pop(0) if self.steps else None)
        elif kind != "game":
            due = {"deal": ("deal",), "open": ("open",)}.get(kind, ())
            self.expect(f"{kind} while turns are due", bool(self.steps) and not due, False)
        getattr(self, kind)(event)
        self.number += 1
        for side, player in self.players.items():
            if player.piles:
                held = sum(player.piles.values(), Counter()) + player.hand + Counter(player.row) + player.gone
                self.expect(f"cards of {side}", held, player.deck)

    def take(self, cards: Cards, wanted: Iterable[str], what: str) -> None:
        """Take cards out of a multiset that must have them."""
        taken = Counter(wanted)
        self.expect(what, dict(taken - cards), {})
        cards.subtract(taken)

    def game(self, event: Event) -> None:
        """Heading."""
        self.rules = event["rules"]

    def deal(self, event: Event) -> None:
        """3.0."""
        for side, player in self.players.items():
            player.piles = {name: Counter(event["piles"][side][name]) for name in PILES}
            sizes = [player.piles[name].total() for name in PILES]
            self.expect("sizes of piles", sizes, [12] * 4)

    def open(self, event: Event) -> None:
        """5.1."""
        self.expect("game goes on", self.over, None)
        self.battle += 1
        self.expect("battle", event["battle"], self.battle)
        self.expect("attacker", event["attacker"], self.attacker)
        first, second = self.attacker, other(self.attacker)
        self.winner = self.retreated = None
        self.take(self.players[first].piles[event["vanguard_pile"]], [event["vanguards"][first]], "vanguard")
        self.players[first].row = [event["vanguards"][first]]
        self.name_pile(event, value(event["vanguards"][first]))
        self.lay_tile(event)
        ahead = event["vanguards"][second]
        pile = self.players[second].piles[self.players[second].fighting]
        self.expect("defender has a vanguard", ahead is not None, pile.total() > 0)
        if ahead is not None:
            self.take(pile, [ahead], "vanguard")
            self.players[second].row = [ahead]
        for side in SIDES:
            self.draw(event, side)
        turns = [[("turn", n, first), ("turn", n, second), ("fate", n, "")] for n in (1, 2, 3, 4)]
        self.steps = [step for three in turns for step in three]

    def name_pile(self, event: Event, number: int) -> None:
        """The fighting piles that a vanguard of this value allows."""
        attacker = self.players[self.attacker]
        chosen = number == 4 and attacker.standing() != []
        self.expect("chosen", event["chosen"], chosen)
        names = attacker.standing() if chosen else [PILES[number - 1]]
        allowed = []
        for name in names:
            piles = {
                side: name if name in player.standing() else "home" for side, player in self.players.items()
            }
            if self.rules["missing_pile"] == "both" and set(piles.values()) != {name}:
                piles = dict.fromkeys(SIDES, "home")
            allowed.append(piles)
        self.expect("fighting piles are allowed", event["fighting"] in allowed, True)
        for side, player in self.players.items():
            player.fighting = event["fighting"][side]

    def lay_tile(self, event: Event) -> None:
        """A tile not yet used, with opposite edges towards the players."""
        if len(self.tiles) == len(self.box["fate_tile"]):
            self.tiles = set()
        self.expect("tile used before", event["tile"] in self.tiles, False)
        self.tiles.add(event["tile"])
        tile = self.box["fate_tile"][event["tile"] - 1]
        self.edges = tile["edges"]
        if event["face"] == "back":
            self.expect("face", self.rules["tile_faces"], "two")
            north, east, south, west = tile["edges"]
            self.edges = tile.get("back") or [north, south, east, west]
        self.facing = event["facing"]
        edge = self.edges.index(self.facing[SIDES[0]])
        self.expect("opposite edge", self.facing[SIDES[1]], self.edges[(edge + 2) % 4])

    def draw(self, event: Event, side: str) -> None:
        """Four cards and a hero."""
        player = self.players[side]
        hand, extra = Counter(event["hands"][side]), Counter(event["from_home"].get(side, []))
        pile, home = player.piles[player.fighting], player.piles["home"]
        own = min(4, pile.total())
        rest = 0 if self.rules["short_pile"] == "fewer" or player.fighting == "home" else 4 - own
        self.expect("cards from home", extra.total(), min(rest, home.total()))
        self.expect("cards drawn", hand.total(), own + extra.total())
        self.take(pile, (hand - extra).elements(), "hand")
        self.take(home, extra.elements(), "hand from home")
        player.hand = hand
        player.hero, player.played, player.under = event["heroes"][side], False, []
        self.expect(
            "hero", player.hero in player.hero_pile if player.hero_pile else player.hero is None, True
        )
        player.hero_pile.discard(str(player.hero))

    def turn(self, event: Event) -> None:
        """5.2."""
        player = self.players[event["side"]]
        getattr(self, event["option"])(event, player)
        if event["option"] == "retreat":
            self.retreated, self.steps = event["side"], []
            return
        if event["plays"] is None:
            self.expect("cards in an empty hand", player.hand.total(), 0)
            return
        self.take(player.hand, [event["plays"]], "card played")
        player.row.append(event["plays"])

    def none(self, event: Event, player: Player) -> None:
        """No optional action."""

    def retreat(self, event: Event, player: Player) -> None:
        """Always possible."""
        self.expect("keys", set(event), {"event", "battle", "round", "side", "option"})

    def swap_card(self, event: Event, player: Player) -> None:
        """The drawn card may not be the thrown one."""
        self.take(player.hand, [event["thrown"]], "thrown card")
        source = player.fighting if player.piles[player.fighting].total() else "home"
        self.expect("pile of a swap", event["from"], source)
        self.take(player.piles[source], [event["drawn"]], "drawn card")
        player.hand[event["drawn"]] += 1
        player.gone[event["thrown"]] += 1

    def swap_hero(self, event: Event, player: Player) -> None:
        """Under the pile; the top one comes: an unknown one, or the first put under."""
        self.expect("hero swapped", event["put_under"], None if player.played else player.hero)
        player.under.append(event["put_under"])
        if player.hero_pile:
            self.expect("hero drawn is in the pile", event["drawn"] in player.hero_pile, True)
            player.hero_pile.discard(event["drawn"])
        else:
            self.expect("hero drawn", event["drawn"], player.under.pop(0))
            self.expect("another hero", event["drawn"] != event["put_under"], True)
        player.hero = event["drawn"]

    def play_hero(self, event: Event, player: Player) -> None:
        """Once a battle, over a row card."""
        self.expect("hero played", event["hero"], None if player.played else player.hero)
        self.expect("covered card in the row", event["covers"] in player.row, True)
        player.cover = player.row.index(event["covers"])
        player.played = True

    def reinforce(self, event: Event, player: Player) -> None:
        """A token on an uncovered card without one."""
        self.expect("hero on the table, token left", (player.played, player.favour > 0), (True, True))
        places = [
            place
            for place, card in enumerate(player.row)
            if card == event["reinforces"] and place != player.cover and place not in player.tokens
        ]
        self.expect("card to reinforce", places != [], True)
        player.tokens.append(places[0])
        player.favour -= 1

    def fate(self, event: Event) -> None:
        """5.3."""
        totals = {side: player.total() for side, player in self.players.items()}
        self.expect("totals", event["totals"], totals)
        best = max(totals.values())
        turner = (
            None if len(set(totals.values())) == 1 else next(side for side in SIDES if totals[side] == best)
        )
        self.expect("turned by", event["turned_by"], turner)
        if turner is None:
            return
        step = {"clockwise": -1, "anticlockwise": 1}[event["direction"]]
        edge = self.edges.index(self.facing[SIDES[0]]) + step
        self.facing = {SIDES[0]: self.edges[edge % 4], SIDES[1]: self.edges[(edge + 2) % 4]}
        self.expect("facing", event["facing"], self.facing)

    def result(self, event: Event) -> None:
        """5.4."""
        self.expect("retreated", event["retreated"], self.retreated)
        if self.retreated:
            self.expect("scores", event["scores"], None)
            winner: str | None = other(self.retreated)
        else:
            scores = {side: player.score(self.facing[side]) for side, player in self.players.items()}
            self.expect("scores", event["scores"], scores)
            best = max(scores.values())
            winner = None if len(set(scores.values())) == 1 else max(SIDES, key=lambda side: scores[side])
            self.expect("best", best, max(scores.values()))
        self.expect("winner", event["winner"], winner)
        self.winner = winner
        for side, player in self.players.items():
            self.settle(event, side, player)

    def settle(self, event: Event, side: str, player: Player) -> None:
        """Losses of the loser; all else goes back."""
        if self.winner == other(side):
            self.expect("cards lost", Counter(event["lost"]), Counter(player.row))
            self.expect("tokens lost", event["tokens_lost"], len(player.tokens))
            player.gone += Counter(player.row)
            player.row, player.tokens = [], []
            hero = player.hero if player.played else None
            self.expect("fate of a played hero", event.get("hero_saved") or event.get("hero_lost"), hero)
            if "hero_saved" in event:
                self.expect("token to save a hero", player.favour > 0, True)
                player.favour -= 1
            elif "hero_lost" in event:
                player.hero = None
        player.favour += len(player.tokens)
        player.piles[player.fighting] += player.hand + Counter(player.row)
        player.hero_pile |= set(player.under) | ({player.hero} if player.hero else set())
        player.hand, player.row, player.tokens, player.cover = Counter(), [], [], None
        player.hero, player.played, player.under = None, False, []
        if self.retreated == side:
            self.shame(event, player)

    def shame(self, event: Event, player: Player) -> None:
        """Extra losses, then a token."""
        shamed = event.get("shamed", {"fighting": [], "home": []})
        pile = player.piles[player.fighting]
        here = min(player.shame, pile.total())
        self.expect("shame from the fighting pile", len(shamed["fighting"]), here)
        self.take(pile, shamed["fighting"], "shame from the fighting pile")
        rest = min(player.shame - here, player.piles["home"].total())
        self.expect("shame from home", len(shamed["home"]), rest)
        self.take(player.piles["home"], shamed["home"], "shame from home")
        player.gone += Counter(shamed["fighting"]) + Counter(shamed["home"])
        player.shame = min(player.shame + 1, self.box["tokens"]["shame_maximum"])
        self.expect("shame tokens", event["shame"], player.shame)

    def close(self, event: Event) -> None:
        """5.5."""
        reasons = {}
        for side, player in self.players.items():
            pile = player.piles[player.fighting]
            fallen = None
            if player.fighting == "home":
                if pile.total() < self.rules["home_limit"]:
                    reasons[side] = "home_falls"
            elif pile.total() < 5:
                fallen = {"pile": player.fighting, "sent_home": sorted(pile.elements())}
                player.piles["home"] += pile
                player.piles[player.fighting] = Counter()
            if player.standing() in ([], ["home"]):
                reasons.setdefault(side, "front_falls")
            found = event["fallen"].get(side)
            found = found and {**found, "sent_home": sorted(found["sent_home"])}
            self.expect("fallen", found, fallen)
            sizes = {name: player.piles[name].total() for name in PILES}
            self.expect("piles", event["piles"][side], sizes)
        if len(reasons) == 2:
            self.over = ("both_fall", None if self.rules["both_fall"] == "draw" else self.winner)
        elif reasons:
            ((loser, reason),) = reasons.items()
            self.over = (reason, other(loser))
        self.attacker = self.winner or other(self.attacker)

    def end(self, event: Event) -> None:
        """The game is over, and by its reason."""
        over = self.over or (("too_long", None) if self.battle == 250 else None)
        self.expect("end", (event["reason"], event["winner"]), over)


def check_log(events: Iterable[Event], data: Path) -> list[str]:
    """The problems of one game's log, none if it keeps the rules.

    Parameters
    ----------
    events : iterable of dict
    data : Path
        The folder with ``components.toml``.
    """
    referee = Referee(tomllib.loads((data / "components.toml").read_text()))
    kinds = []
    for event in events:
        kinds.append(event["event"])
        try:
            referee.see(event)
        except (KeyError, IndexError, ValueError, TypeError) as error:
            return [*referee.problems, f"event {referee.number}: cannot be followed: {error!r}"]
    referee.expect("beginning and end", (kinds[:2], kinds[-1:]), (["game", "deal"], ["end"]))
    return referee.problems
