"""The referee's checks of the end of a turn: victory check (R8), replacements (R7), new chits, the score."""

from typing import Any

from referee_position import (
    ALLIES,
    CENTRAL_POWERS,
    CLOSED_BY_TREATY,
    FACTIONS,
    LOST,
    READY,
    SIDE,
    SIDES,
    Position,
    face,
    opponent,
)

NUMBERS = {"WA": 4, "EA": 5, "DE": 4, "GA": 4}  # R7.0
SENT_BY_WEST = frozenset({"ITB", "MEF", "OR"})  # R7.2


def check_victory(table: Position, event: dict[str, Any]) -> None:
    """Check a `check` event; sets `table.ending` if the game must end now."""
    check_captures(table, event)
    six = None
    for side in SIDES:
        lost = {city.front for city in table.city.values() if table.control[city.id] != side}
        if len({city.front for city in table.city.values()} - lost) >= 6:
            six = side
    if event["six_fronts"] != six:
        table.report("R8.2", f"six_fronts is {event['six_fronts']}, but must be {six}")
    if six:
        table.ending = ("six_fronts", six if table.rules["six_front_end"] == "wins" else None)
    elif table.turn == 6:
        table.ending = ("turn_6", None)
    check_surrender(table, event)
    check_treaty(table, event)
    if event["vp"] != table.vp:
        table.report("R6.4", f"victory points {event['vp']}, but must be {table.vp}")
    if event["surrender"] != table.points:
        table.report("R6.5", f"surrender points {event['surrender']}, but must be {table.points}")


def check_captures(table: Position, event: dict[str, Any]) -> None:
    """R8 step 1: on each front the alliance that is there alone takes a city, or else reaches the base."""
    captures, points = event["captures"], event["surrender_points"]
    for rows in (captures, points):
        fronts = [row["front"] for row in rows]
        if fronts != sorted(set(fronts)) or not set(fronts) <= set(table.fronts):
            table.report("R8", f"fronts {fronts}: each once, in ascending order")
    for front in sorted(table.fronts):
        taken = [(row["faction"], row["city"]) for row in captures if row["front"] == front]
        given = [row["faction"] for row in points if row["front"] == front]
        present = [side for side in SIDES if table.armies_at(front, side)]
        if table.treaty and (front in CLOSED_BY_TREATY or front == 11):
            if taken or given:
                table.report("R8.1", f"the victory check must pass over front {front} under the treaty")
            present = []
        elif len(present) != 1:
            if taken or given:
                table.report(
                    "R8", f"{taken or given} on front {front}, where not one alliance alone has armies"
                )
        else:
            side = present[0]
            cities = table.takeable(front, side)
            absent = table.home(front, opponent(side))
            due = []
            if (
                not cities
                and absent in table.bases_reached(front, side)
                and (front, absent) not in table.pointed
            ):
                due = [absent]
            if cities and (len(taken) != 1 or taken[0][1] not in cities):
                table.report(
                    "R8", f"{side} must take one of {sorted(cities)} on front {front}, but takes {taken}"
                )
            elif cities and taken[0][0] != table.home(front, side):
                table.report("R8", f"{taken[0][0]} takes {taken[0][1]}, not {table.home(front, side)}")
            elif not cities and taken:
                table.report("R8", f"{taken} on front {front}, where no city can be taken")
            if given != due:
                rule = "R6.5.2" if absent in given and (front, absent) in table.pointed else "R8"
                table.report(rule, f"surrender points on front {front}: {given}, but must be {due}")
        for faction, city in taken:
            if city in table.city:
                table.capture(front, SIDE[faction], city)
        for faction in given:
            table.give_point(front, faction)


def check_surrender(table: Position, event: dict[str, Any]) -> None:
    """R8 step 3: who must roll, and who surrenders."""
    rolls = event["rolls"]
    must = set()
    if not table.ending and table.turn >= table.rules["surrender_from_turn"]:
        must = {faction for faction in FACTIONS if table.points[faction] > 0}
    if set(rolls) != must:
        table.report("R8.3", f"{sorted(rolls)} roll for surrender, but {sorted(must)} must")
    for faction, die in rolls.items():
        if die not in table.dataset.faces:
            table.report("R8.3", f"{faction} rolled {die!r}, which is not on the die")
    fallen = [faction for faction, die in rolls.items() if die != "S" and face(die) <= table.points[faction]]
    if sorted(event["surrendered"]) != sorted(fallen):
        table.report("R8.3", f"surrendered {event['surrendered']}, but must be {fallen}")
    sides = {SIDE[faction] for faction in event["surrendered"]}
    if sides and not table.ending:
        both = len(sides) == 2
        table.ending = ("mutual_surrender", None) if both else ("surrender", opponent(sides.pop()))


def check_treaty(table: Position, event: dict[str, Any]) -> None:
    """R8 step 4, R8.1: when Germany may offer, and whether EA may refuse."""
    treaty = event["treaty"]
    if treaty is None:
        return
    if treaty["offered"] is not True:
        table.report("log", "a treaty that was not offered is null")
    if table.turn < 4:
        table.report("R8.4", "the treaty is offered before turn 4")
    if table.ending:
        table.report("R8.4", "the treaty is offered although the game has ended")
    if table.treaty:
        table.report("R8.4", "the treaty is offered although it is in force")
    if table.rules["treaty_garrison"] == "required" and (missing := table.missing_garrisons()):
        table.report("R8.1", f"the treaty is offered, but there is {', '.join(missing)}")
    if table.players < 4 and not treaty["accepted"]:
        table.report("R8.1", f"EA refuses the treaty in a game of {table.players} players")
    table.treaty = table.treaty or bool(treaty["accepted"])


def check_end(table: Position, event: dict[str, Any]) -> None:
    """R8: reason, alliance, victory points and winners."""
    if table.ending is None:
        table.report("R8.2", "the game goes on, but the log ends it")
        return
    reason, alliance = table.ending
    vp = table.vp
    if reason != "mutual_surrender" and alliance is None:
        allied, central = (
            sum(vp[faction] for faction in FACTIONS if SIDE[faction] == side) for side in SIDES
        )
        alliance = ALLIES if allied > central else CENTRAL_POWERS
    if event["reason"] != reason:
        table.report("R8.2", f"the game ends by {event['reason']}, but must by {reason}")
    if event["alliance"] != alliance:
        table.report("R8.2", f"{event['alliance']} wins, but {alliance} must")
    if event["vp"] != vp:
        table.report("R6.4", f"victory points {event['vp']}, but must be {vp}")
    winners: dict[str, str | None] = {"2": alliance, "3": alliance, "4": None}
    if alliance == CENTRAL_POWERS:
        winners["3"] = winners["4"] = "DE" if vp["DE"] - vp["GA"] >= 3 else "GA"
    elif alliance == ALLIES:
        eastern = vp["EA"] + (8 if table.treaty else 0)  # R8.1
        winners["4"] = "WA" if vp["WA"] > eastern else "EA"
    if event["winners"] != winners:
        table.report("R8.2", f"winners {event['winners']}, but must be {winners}")


def allowance(table: Position, faction: str) -> int:
    """R7.0, R7.1: how many armies the faction's replacements return."""
    fallen = [
        city
        for city in table.city.values()
        if city.replacement_centre and city.owner == faction and table.control[city.id] != SIDE[faction]
    ]
    return max(NUMBERS[faction] - len(fallen), 0)


def check_replacements(table: Position, event: dict[str, Any]) -> None:
    """R7: one faction's armies come back. EA's event precedes WA's, whose number ITB, MEF and OR use."""
    faction, armies = event["faction"], event["armies"]
    losses = {name for name, at in table.place.items() if at == LOST and table.army[name].faction == faction}
    if len(set(armies)) < len(armies):
        table.report("R7.0", f"{faction} returns an army twice")
    for name in armies:
        if name not in losses:
            table.report("R7.0", f"{faction} returns {name}, which is not in its losses")
    sent = [name for name in armies if name in table.army and table.army[name].nation in SENT_BY_WEST]
    own = [name for name in armies if name not in sent]
    pool = {name for name in losses if table.army[name].nation not in SENT_BY_WEST}
    number = allowance(table, faction)
    used = len(own)
    if faction == "EA":
        table.sent_by_west = sent
        if len(sent) > allowance(table, "WA"):
            table.report("R7.2", f"{', '.join(sent)} return, but WA's number is {allowance(table, 'WA')}")
    elif faction == "WA":
        used += len(table.sent_by_west)
        waiting = {name for name, at in table.place.items() if at == LOST and name in SENT_BY_WEST}
        pool |= waiting | set(table.sent_by_west)
    if used > number:
        shared = faction == "WA" and table.sent_by_west
        table.report(
            "R7.2" if shared else "R7.0", f"{faction} returns {used} armies, but its number is {number}"
        )
    bound = table.is_random(faction) and (faction != "WA" or table.is_random("EA"))
    if bound and used < min(number, len(pool)):
        table.report("random", f"{faction} returns {used} armies of {len(pool)}, but its number is {number}")
    for name in armies:
        if name in losses:
            table.place[name] = READY


def check_new_chits(table: Position, event: dict[str, Any]) -> None:
    """R4.2.5: the chits of the next turn's year enter."""
    due = table.chits_of_year(table.dataset.years[table.turn])
    added = event["added"]
    if sorted(added) != sorted(due):
        table.report("R4.2", f"chits {sorted(added)} enter, but {sorted(due)} must")
    table.enter_chits({chit for chit in added if chit in table.chit})
