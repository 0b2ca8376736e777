"""One game as text for a reader: the events of its log, battle by battle, in plain English."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fwwsim.games.hector_and_achilles.names import SIDES
from fwwsim.games.hector_and_achilles.wording import (
    NAMES,
    counted,
    listed,
    pile_in_words,
    policies_in_words,
    rules_in_words,
)

Event = dict[str, Any]

ENDINGS = {
    "front_falls": "the enemy has no front pile left",
    "home_falls": "the enemy's home pile is too small",
    "both_fall": "both sides fulfil a losing condition",
    "too_long": "the game takes too long",
}


def narrate(events: Iterable[Event]) -> Iterator[str]:
    """The lines of a told game.

    Parameters
    ----------
    events : iterable of dict
        As `match.tell` gives them, or read back from an event log.

    Examples
    --------
    >>> print(*narrate([{"event": "end", "battle": 9, "reason": "home_falls", "winner": "TROJAN"}]))
    The Trojans win the game after 9 battles: the enemy's home pile is too small.
    """
    tellers: dict[str, Callable[[Event], Iterator[str]]] = {
        "game": _game,
        "deal": _deal,
        "open": _open,
        "turn": _turn,
        "fate": _fate,
        "result": _result,
        "close": _close,
        "end": _end,
    }
    for event in events:
        yield from tellers[event["event"]](event)


def _game(event: Event) -> Iterator[str]:
    yield f"Hector and Achilles: seed {event['seed']}, game {event['index']}"
    yield f"  Rules     {rules_in_words(event['rules'])}"
    yield f"  Policies  {policies_in_words(event['policies'])}"
    yield f"  Data set  {event['dataset']}"


def _deal(event: Event) -> Iterator[str]:
    sizes = {len(cards) for piles in event["piles"].values() for cards in piles.values()}
    yield f"  Each side deals {counted(len(event['piles'][SIDES[0]]), 'pile')} of {listed(map(str, sizes))} cards."


def _open(event: Event) -> Iterator[str]:
    attacker = event["attacker"]
    defender = SIDES[1 - SIDES.index(attacker)]
    yield ""
    yield f"BATTLE {event['battle']}: the {NAMES[attacker]} attack"
    chosen = ", which lets them choose the pile" if event["chosen"] else ""
    source = pile_in_words(event["vanguard_pile"])
    yield f"  {NAMES[attacker]}: vanguard {event['vanguards'][attacker]} from {source}{chosen}"
    for side in (attacker, defender):
        if side == defender:
            yield f"  {NAMES[side]}: vanguard {event['vanguards'][side] or 'none'}"
        extra = event["from_home"].get(side)
        hand = listed(event["hands"][side]) + (f" ({listed(extra)} from home)" if extra else "")
        pile = pile_in_words(event["fighting"][side])
        yield f"    fight with {pile}: hand {hand}; hero {event['heroes'][side] or 'none'}"
    face = ", back" if event["face"] == "back" else ""
    yield f"  Fate tile {event['tile']}{face}: {_facing(event['facing'])}"


def _facing(facing: dict[str, str]) -> str:
    return ", ".join(f"{colour} faces the {NAMES[side]}" for side, colour in facing.items())


def _turn(event: Event) -> Iterator[str]:
    option = event["option"]
    words = {
        "none": "",
        "swap_card": "throw away {thrown}, draw {drawn}; ",
        "swap_hero": "swap {put_under} for {drawn}; ",
        "play_hero": "{hero} covers {covers}; ",
        "reinforce": "favour token on {reinforces}; ",
        "retreat": "retreat",
    }[option].format(**event)
    plays = "" if option == "retreat" else f"play {event['plays'] or 'nothing'}"
    yield f"  {event['round']}  {NAMES[event['side']]}: {words}{plays}"


def _fate(event: Event) -> Iterator[str]:
    totals = ", ".join(f"{NAMES[side]} {total}" for side, total in event["totals"].items())
    if event["turned_by"]:
        who, direction = NAMES[event["turned_by"]], event["direction"]
        yield f"     Totals: {totals}. The {who} turn the tile {direction}: {_facing(event['facing'])}"
    else:
        yield f"     Totals: {totals}. The tile stays."


def _result(event: Event) -> Iterator[str]:
    if event["scores"]:
        scores = ", ".join(f"{NAMES[side]} {score}" for side, score in event["scores"].items())
        yield f"  Scores: {scores}."
    if event["winner"] is None:
        yield "  A tie: everybody takes everything back."
        return
    loser = NAMES[SIDES[1 - SIDES.index(event["winner"])]]
    tokens = f" and {counted(event['tokens_lost'], 'favour token')}" if event["tokens_lost"] else ""
    yield f"  The {NAMES[event['winner']]} win. The {loser} lose {listed(event['lost'])}{tokens}."
    if "hero_lost" in event:
        yield f"  {event['hero_lost']} is lost."
    if "hero_saved" in event:
        yield f"  A favour token saves {event['hero_saved']}."
    if "shamed" in event:
        cards = event["shamed"]["fighting"] + event["shamed"]["home"]
        yield f"  For their shame they lose {listed(cards)} as well."
    if "shame" in event:
        yield f"  They have {counted(event['shame'], 'shame token')} now."


def _close(event: Event) -> Iterator[str]:
    for side, fallen in event["fallen"].items():
        sent = counted(len(fallen["sent_home"]), "card")
        yield f"  The {NAMES[side]} give up {pile_in_words(fallen['pile'])}: {sent} to the home pile."
    for side, piles in event["piles"].items():
        sizes = ", ".join(f"{pile}: {size}" for pile, size in piles.items())
        yield f"    Piles of the {NAMES[side]}: {sizes}"


def _end(event: Event) -> Iterator[str]:
    why = ENDINGS[event["reason"]]
    battles = counted(event["battle"], "battle")
    if event["winner"] is None:
        yield f"The game is a draw after {battles}: {why}."
    else:
        yield f"The {NAMES[event['winner']]} win the game after {battles}: {why}."
