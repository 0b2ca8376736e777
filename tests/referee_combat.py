"""The referee's check of one combat (R6), with what the optional rules and the treaty make of it."""

from collections.abc import Iterable
from typing import Any

from referee_position import (
    ALLIES,
    CLOSED_BY_TREATY,
    EXPEDITIONS,
    LOST,
    READY,
    SIDE,
    SURRENDERED_BY_TREATY,
    Position,
    face,
    opponent,
)

FIGHT_FIELDS = (
    "defence_chit",
    "attack_chit",
    "attack_lead",
    "defence_lead",
    "attack_die",
    "defence_die",
    "attack_total",
    "defence_total",
    "eliminated",
    "drawn",
    "returned",
)


def check_combat(table: Position, event: dict[str, Any]) -> None:
    """Check a `combat` event and bring the position up to date."""
    faction, front = event["faction"], event["front"]
    side = SIDE[faction]
    enemy = opponent(side)
    if front not in table.fronts:
        table.report("R6.0", f"there is no front {front}")
        return
    if table.home(front, side) != faction:
        table.report("R5.1", f"{faction} controls nothing on front {front}")
    attackers = check_attackers(table, event, side)
    defenders = check_defenders(table, event, enemy)
    won = False
    if defenders:
        missing = [field for field in FIGHT_FIELDS[:9] if field not in event]
        if missing:
            table.report("log", f"a combat with defenders lacks {', '.join(missing)}")
            return
        won = check_fight(table, event, attackers, defenders)
    elif present := [field for field in FIGHT_FIELDS if field in event]:
        table.report("log", f"a combat without defenders has {', '.join(present)}")
    check_gains(table, event, contested=bool(defenders), won=won)


def check_attackers(table: Position, event: dict[str, Any], side: str) -> set[str]:
    """R6.0, R5.4, R8.1, R9.1: the attackers stand there and may attack."""
    front, attackers = event["front"], event["attackers"]
    if not attackers:
        table.report("R6.0", "an attack without attackers")
    if len(set(attackers)) < len(attackers):
        table.report("R6.0", "an attacker is named twice")
    for name in attackers:
        if name not in table.army:
            table.report("R6.0", f"there is no army {name}")
            continue
        nation = table.army[name].nation
        if table.place[name] != front or SIDE[table.army[name].faction] != side:
            table.report("R6.0", f"{name} attacks on front {front}, but is {where(table, name)}")
        if nation == "DE" and table.rules["schlieffen"] and table.turn == 1 and front not in (1, 2, 3):
            table.report("R9.1", f"{name} attacks on front {front} on turn 1")
        if nation in EXPEDITIONS and front == 11 and table.control["monastir"] != ALLIES:
            table.report("R5.4", f"{name} attacks on front 11, but EA does not control Monastir")
        if table.treaty and side == ALLIES:
            if nation in SURRENDERED_BY_TREATY:
                table.report("R8.1", f"{name} attacks in spite of the treaty")
            elif front == 11 and nation not in EXPEDITIONS:
                table.report("R8.1", f"{name} attacks on front 11; under the treaty only MEF and OR may")
    if table.treaty and front in CLOSED_BY_TREATY:
        table.report("R8.1", f"combat on front {front}, which the treaty closed")
    if table.treaty and front == 11 and side != ALLIES:
        there = {table.army[name].nation for name in table.armies_at(11, ALLIES)}
        if not there & EXPEDITIONS:
            table.report("R8.1", "an attack on front 11, where neither MEF nor OR is")
    return {name for name in attackers if name in table.army}


def check_defenders(table: Position, event: dict[str, Any], enemy: str) -> set[str]:
    """R6.0, R8.1: exactly those who must defend, and all the dummies of their alliance, come to light."""
    front = event["front"]
    expected = table.armies_at(front, enemy)
    if table.treaty:
        expected = {name for name in expected if table.army[name].nation not in SURRENDERED_BY_TREATY}
        if front == 11 and enemy == ALLIES:
            expected = {name for name in expected if table.army[name].nation in EXPEDITIONS}
    named = event["defenders"]
    if sorted(named) != sorted(expected):
        table.report("R6.0", f"defenders {sorted(named)}, but {sorted(expected)} must defend")
    owners = [faction for faction in SIDE if SIDE[faction] == enemy]
    there = {faction: table.dummies[faction, front] for faction in owners if table.dummies[faction, front]}
    removed = event["dummies_removed"]
    if removed != there:
        table.report("R6.0", f"dummies removed {removed}, but {there} stood on front {front}")
    for faction, number in there.items():
        table.dummies[faction, front] -= number
        table.dummies[faction, READY] += number
    return {name for name in named if name in table.army}


def check_fight(table: Position, event: dict[str, Any], attackers: set[str], defenders: set[str]) -> bool:
    """R6.1, R6.2; returns whether the attacker has won."""
    faction = event["faction"]
    foe = table.home(event["front"], opponent(SIDE[faction]))
    chits = {
        foe: check_laid_chit(table, foe, event["defence_chit"], "defence", defenders),
        faction: check_laid_chit(table, faction, event["attack_chit"], "attack", attackers),
    }
    totals = {}
    parts = ((faction, "attack", attackers, defenders), (foe, "defence", defenders, attackers))
    for who, use, ours, theirs in parts:
        lead, die, stated = event[f"{use}_lead"], event[f"{use}_die"], event[f"{use}_total"]
        chit = chits[who]
        if lead not in ours:
            table.report("R6.1.2", f"{lead} leads {who}, but takes no part")
        elif chit and table.army[lead].nation not in table.chit[chit].nations:
            table.report("R6.1.2", f"{lead} leads {who}, but does not satisfy {chit}")
        if die not in table.dataset.faces:
            table.report("R6.1.4", f"{who} rolled {die!r}, which is not on the die")
        value = table.army[lead].value if lead in table.army else 0
        bonus = 1 if len(ours) > len(theirs) else 0  # R6.1.3
        totals[use] = value + bonus + face(die) + (table.chit[chit].value if chit else 0)
        if stated != totals[use]:
            table.report("R6.1", f"the {use} total is {totals[use]}, not {stated}")
    gone = []
    if totals["attack"] >= totals["defence"]:
        gone.append(event["defence_lead"])
    if totals["attack"] <= totals["defence"]:
        gone.append(event["attack_lead"])
    if sorted(event["eliminated"]) != sorted(gone):
        table.report("R6.1.5", f"eliminated {event['eliminated']}, but it must be {gone}")
    for name in event["eliminated"]:
        if name in table.place:
            table.place[name] = LOST
    check_draws(table, event, foe)
    for chit in chits.values():
        if chit and not table.chit[chit].mandatory:  # R6.2
            table.cups[table.chit[chit].alliance].add(chit)
    return totals["attack"] > totals["defence"]


def check_laid_chit(
    table: Position, faction: str, laid: str | None, use: str, armies: Iterable[str]
) -> str | None:
    """R6.1.1, R6.2.2; takes the chit out of the hand and returns its id, or None."""
    nations = {table.army[name].nation for name in armies}
    hand = table.hand(faction)

    def fits(chit: str) -> bool:
        row = table.chit[chit]
        return row.use in (use, "either") and bool(nations & set(row.nations))

    binding = sorted(chit for chit in hand if table.chit[chit].mandatory and fits(chit))
    if laid is not None and laid not in table.chit:
        table.report("R6.1.1", f"there is no chit {laid}")
        laid = None
    if binding and laid not in binding:
        table.report("R6.2.2", f"{faction} must lay {' or '.join(binding)}, but lays {laid}")
    if laid is None:
        return None
    if laid not in hand:
        table.report("R6.1.1", f"{faction} lays {laid}, which it does not hold")
    if not fits(laid):
        table.report("R6.1.1", f"{faction} lays {laid}, whose use or nations do not fit")
    hand.discard(laid)
    return laid


def check_draws(table: Position, event: dict[str, Any], foe: str) -> None:
    """R6.2, R6.2.1: chits drawn and returned, the laid chits still being on the table."""
    faction = event["faction"]
    drawn, returned = event.get("drawn", {}), event.get("returned", {})
    for stranger in sorted((set(drawn) | set(returned)) - {faction, foe}):
        table.report("R6.2", f"{stranger} draws or returns a chit, but leads nobody in this combat")
    for who, die in ((faction, event["attack_die"]), (foe, event["defence_die"])):
        cup, hand = table.cups[SIDE[who]], table.hand(who)
        chit = drawn.get(who)
        if chit is not None:
            if die != "S":
                table.report("R6.2", f"{who} draws a chit without an S")
            if chit not in cup:
                table.report("R6.2", f"{who} draws {chit}, which is not in the cup")
                chit = None
        elif table.is_random(who) and die == "S" and cup:
            table.report("random", f"{who} rolled S and did not draw")
        check_returns(table, who, set(hand), chit, returned.get(who, []))
        if chit is not None:
            cup.discard(chit)
            hand.add(chit)
        for back in returned.get(who, []):
            if back in hand:
                hand.discard(back)
                cup.add(back)
        if len(hand) > 3:
            table.report("R6.2.1", f"{who} holds {len(hand)} chits")


def check_returns(table: Position, who: str, old: set[str], drawn: str | None, back: list[str]) -> None:
    """R6.2.1: the fourth chit costs an old one; a chit that can never be played may go back."""
    if len(set(back)) < len(back) or not set(back) <= old | {drawn}:
        table.report("R6.2.1", f"{who} returns {back}, which it does not hold")
        return
    full = drawn is not None and len(old) == 3
    useful = [chit for chit in back if not table.is_never_playable(who, chit)]
    if full and not old & set(back):
        table.report("R6.2.1", f"{who} drew a fourth chit and returned none of the three old ones")
    if drawn in useful:
        table.report("R6.2.1", f"{who} returned {drawn}, the chit just drawn, which it can play")
    elif len(useful) > (1 if full else 0):
        table.report("R6.2.1", f"{who} returned {', '.join(useful)} without need")
    if table.is_random(who):
        useless = drawn is not None and table.is_never_playable(who, drawn)
        if useless and drawn not in back:
            table.report("random", f"{who} keeps {drawn}, which it can never play")
        if len(back) > full + useless:
            table.report("random", f"{who} returns more chits than random does")
        if full and useless and back[-1] != drawn:
            table.report("random", f"{who} returns {drawn} before the old chit")


def check_gains(table: Position, event: dict[str, Any], contested: bool, won: bool) -> None:
    """R6.4, R6.5: the city taken or the surrender point inflicted."""
    faction, front = event["faction"], event["front"]
    city, point = event["city"], event["surrender_point"]
    side = SIDE[faction]
    cities, bases = table.takeable(front, side), table.bases_reached(front, side)
    lost = contested and not won
    idle = not contested and table.rules["uncontested_base"] == "no_point"
    free = {base for base in bases if (front, base) not in table.pointed}
    if city is not None:
        if city not in table.city:
            table.report("R6.4", f"there is no city {city}")
        else:
            if lost:
                table.report("R6.1.5", f"{faction} takes {city}, but has not won")
            if city not in cities:
                closed = city in table.takeable(front, side, closed_too=True)
                why = "the line is still closed" if closed else "no open line leads there"
                table.report(
                    "R6.6" if closed else "R6.4", f"{faction} takes {city} on front {front}, but {why}"
                )
            table.capture(front, side, city)
    if point is not None:
        if lost:
            table.report("R6.1.5", f"{faction} inflicts a surrender point, but has not won")
        if idle:
            table.report("R6.5", "a surrender point in an attack on a front without defenders")
        if cities:
            table.report("R6.5", f"a surrender point, although {sorted(cities)} can be taken")
        if point not in bases:
            table.report("R6.5", f"a surrender point for {point}, whose base is not reached")
        elif point not in free:
            table.report("R6.5.2", f"a second surrender point for {point} on front {front} this turn")
        if point in table.points:
            table.give_point(front, point)
    if table.is_random(faction) and not lost:
        if cities and city is None:
            table.report("random", f"{faction} could take {sorted(cities)} and did not")
        if not cities and free and point is None and not idle:
            table.report("random", f"{faction} could inflict a surrender point on {sorted(free)} and did not")


def where(table: Position, name: str) -> str:
    """Where an army is, in words."""
    place = table.place[name]
    return f"on front {place}" if isinstance(place, int) else place
