"""Mutations of the order of play, deployment, moves, transfers, treaty and variable order."""

from typing import Any

from referee_mutations import SENT, Log, army, breaks, of, walk

# Order and completeness


@breaks("R4.2")
def a_round_is_missing(log: Log) -> bool:
    log.remove(of(log, "pass")[0])
    return True


@breaks("R4.2")
def two_deployments_change_places(log: Log) -> bool:
    log[2], log[3] = log[3], log[2]
    return True


@breaks("R4.2")
def another_faction_acts(log: Log) -> bool:
    event = of(log, "pass")[0]
    event["faction"] = {"DE": "WA", "WA": "EA", "EA": "GA", "GA": "DE"}[event["faction"]]
    return True


@breaks("R4.2")
def the_victory_check_is_missing(log: Log) -> bool:
    log.remove(of(log, "check")[0])
    return True


@breaks("R4.2")
def replacements_out_of_order(log: Log) -> bool:
    first, second, *_ = of(log, "replace")
    first["faction"], second["faction"] = second["faction"], first["faction"]
    return True


@breaks("log", "stops before its end")
def the_end_is_missing(log: Log) -> bool:
    log.pop()
    return True


@breaks("log", "after the end")
def an_action_after_the_end(log: Log) -> bool:
    log.append(of(log, "pass")[0])
    return True


@breaks("log", "malformed")
def a_field_is_missing(log: Log) -> bool:
    del of(log, "move")[0]["armies"]
    return True


@breaks("R4.2", "chits")
def a_chit_does_not_enter(log: Log) -> bool:
    return any(event["added"] and event["added"].pop() for event in of(log, "chits"))


@breaks("R4.2", "chits")
def a_chit_enters_early(log: Log) -> bool:
    of(log, "chits")[0]["added"].append("allied-foch")
    return True


# Deployment and R5


@breaks("R4.2", "holds back FR 1")
def an_army_is_held_back(log: Log) -> bool:
    del of(log, "deploy")[2]["armies"]["FR 1"]
    return True


@breaks("R4.2", "holds back 1 dummies")
def a_dummy_is_held_back(log: Log) -> bool:
    dummies = of(log, "deploy")[0]["dummies"]
    front = max(dummies, key=dummies.__getitem__)
    dummies[front] -= 1
    return dummies[front] > 0


@breaks("R4.2", "deploys dummies")
def a_dummy_too_many(log: Log) -> bool:
    dummies = of(log, "deploy")[0]["dummies"]
    dummies[next(iter(dummies))] += 1
    return True


@breaks("R4.2", "not entered")
def an_army_comes_early(log: Log) -> bool:
    of(log, "deploy")[2]["armies"]["BR 2"] = 1
    return True


@breaks("R4.2", "garrison")
def a_garrison_front_is_left_bare(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "deploy" and event["faction"] == "WA" and event["turn"] > 1:
            manned = [front for front in (1, 2, 3, 4) if moment.armies(front, "WA")]
            fronts = list(event["armies"].values())
            for name, front in event["armies"].items():
                alone = front < 5 and front not in manned and fronts.count(front) == 1
                if manned and alone and army(name).nation == "FR":
                    event["armies"][name] = manned[0]
                    return True
    return False


@breaks("R5.0", "front 3 does not list BE")
def an_army_where_its_nation_may_not_be(log: Log) -> bool:
    of(log, "deploy")[2]["armies"]["BE 1"] = 3
    return True


@breaks("R5.0", "dummy")
def a_dummy_where_no_army_could_be(log: Log) -> bool:
    dummies = of(log, "deploy")[2]["dummies"]
    dummies["7"] = dummies.pop(next(iter(dummies)))
    return True


@breaks("R5.3")
def a_french_army_in_italy_in_1914(log: Log) -> bool:
    of(log, "deploy")[2]["armies"]["FR 2"] = 5
    return True


@breaks("R5.3", "dummy of DE")
def a_german_dummy_in_italy_in_1914(log: Log) -> bool:
    dummies = of(log, "deploy")[3]["dummies"]
    dummies["6"] = dummies.pop(next(iter(dummies)))
    return True


@breaks("R5.4", "does not control Monastir")
def mef_to_romania_without_monastir(log: Log) -> bool:
    for event, moment in walk(log):
        if moment.control["monastir"] != "ALLIES":
            if event["event"] == "deploy" and "MEF" in event["armies"]:
                event["armies"]["MEF"] = 11
                return True
            for row in event["armies"] if event["event"] in ("move", "transfer") else []:
                if row["army"] == "MEF" and row["from"] == 10:
                    row["to"] = 11
                    return True
    return False


@breaks("R5.4", "mef_or_reach")
def mef_to_serbia_where_it_may_not_go(log: Log) -> bool:
    log[0]["rules"]["mef_or_reach"] = "front_11_only"
    return any(event["armies"].get("MEF") == 10 for event in of(log, "deploy"))


@breaks("R5.4", "attacks", mef_or_reach="front_11_only")
def mef_attacks_without_monastir(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "pass" and event["faction"] == "EA" and moment.control["monastir"] != "ALLIES":
            for name in SENT & set(moment.armies(11, "EA")):
                event.update(event="combat", front=11, attackers=[name], defenders=[], dummies_removed={})
                return True
    return False


@breaks("R9.3")
def not_the_historical_setup(log: Log) -> bool:
    log[0]["rules"]["historical_setup"] = True
    return True


# Moves and transfers


@breaks("R4.3", "not adjacent")
def a_move_to_a_front_that_is_not_adjacent(log: Log) -> bool:
    for event in of(log, "move"):
        for row in event["armies"]:
            if row["army"].startswith("FR") and row["from"] in (1, 2):
                row["to"] = 4
                return True
    return False


@breaks("R4.3", "leaves front")
def a_transfer_from_where_the_army_is_not(log: Log) -> bool:
    for event in of(log, "transfer"):
        for row in event["armies"]:
            if row["army"].startswith("FR"):
                row["from"] = next(front for front in (1, 2, 3) if front not in (row["from"], row["to"]))
                return True
    return False


@breaks("R4.3", "one move from")
def a_move_from_two_fronts(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "move" and event["faction"] == "WA":
            source = (event["armies"] or event["dummies"])[0]["from"]
            for name in moment.armies(2, "WA") if source != 2 else []:
                event["armies"].append({"army": name, "from": 2, "to": 1})
                return True
    return False


@breaks("R4.3", "a transfer of 3")
def a_transfer_of_three(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "transfer" and event["faction"] == "WA":
            moved = {row["army"] for row in event["armies"]}
            idle = [name for name in moment.armies(2, "WA") if name not in moved]
            count = 3 - len(event["armies"]) - sum(row["number"] for row in event["dummies"])
            if len(idle) >= count:
                event["armies"] += [{"army": name, "from": 2, "to": 1} for name in idle[:count]]
                return True
    return False


@breaks("R4.3", "transfer_source")
def a_transfer_from_two_fronts(log: Log) -> bool:
    log[0]["rules"]["transfer_source"] = "one_front"
    return any(len({row["from"] for row in event["armies"]}) > 1 for event in of(log, "transfer"))


@breaks("R4.3", "of nothing")
def an_empty_move(log: Log) -> bool:
    of(log, "move")[0].update(armies=[], dummies=[])
    return True


@breaks("R4.3", "are there")
def dummies_that_are_not_there(log: Log) -> bool:
    rows = [row for event in of(log, "move") for row in event["dummies"]]
    for row in rows[:1]:
        row["number"] = 7
    return bool(rows)


@breaks("R4.3", "goes twice")
def an_army_goes_twice(log: Log) -> bool:
    event = next((event for event in of(log, "move") if event["armies"]), None)
    return bool(event) and not event["armies"].append(event["armies"][0])


@breaks("R5.1", "DE does not control the DE")
def germany_moves_an_army_that_is_under_ga(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "pass" and event["faction"] == "DE" and moment.armies(9, "DE"):
            step = {"army": moment.armies(9, "DE")[0], "from": 9, "to": 8}
            event.update(event="move", armies=[step], dummies=[])
            return True
    return False


@breaks("R5.1", "DE does not control the FR 1")
def germany_moves_an_enemy(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "pass" and event["faction"] == "DE" and moment.place.get("FR 1") == 2:
            event.update(event="transfer", armies=[{"army": "FR 1", "from": 2, "to": 1}], dummies=[])
            return True
    return False


# Treaty


@breaks("R8.4", "before turn 4")
def a_treaty_in_1914(log: Log) -> bool:
    of(log, "check")[0]["treaty"] = {"offered": True, "accepted": True}
    return len(of(log, "check")) > 1


@breaks("R8.4", "in force")
def a_second_treaty(log: Log) -> bool:
    checks = of(log, "check")
    if len(checks) == 6 and checks[3]["treaty"] and checks[3]["treaty"]["accepted"]:
        checks[4]["treaty"] = {"offered": True, "accepted": True}
        return True
    return False


@breaks("R8.4", "has ended")
def a_treaty_after_the_game(log: Log) -> bool:
    checks = of(log, "check")
    checks[-1]["treaty"] = {"offered": True, "accepted": False}
    return len(checks) > 3


@breaks("R8.1", "refuses", players=2)
def a_treaty_refused_by_two_players(log: Log) -> bool:
    treaties = [event["treaty"] for event in of(log, "check") if event["treaty"]]
    for treaty in treaties:
        treaty["accepted"] = False
    return bool(treaties)


@breaks("R8.1", "is offered, but there is")
def a_treaty_without_garrisons(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "check" and event["turn"] == 4 and log[-1]["turn"] > 4:
            event["treaty"] = {"offered": True, "accepted": False}
            return not moment.armies(7, "DE")
    return False


def sign_treaty(log: Log) -> dict[str, Any] | None:
    """Put a treaty in force after turn 4 in a game without one; the first combat that it concerns."""
    checks = of(log, "check")
    if len(checks) < 5 or any(event["treaty"] for event in checks):
        return None
    checks[3]["treaty"] = {"offered": True, "accepted": True}
    later = [event for event in of(log, "combat") if event["turn"] > 4 and event["front"] in (7, 8, 9, 11)]
    return later[0] if later else None


@breaks("R8.1", "which the treaty closed", treaty_garrison="ignored")
def combat_on_a_closed_front(log: Log) -> bool:
    event = sign_treaty(log)
    return bool(event) and event["front"] < 11 and event["faction"] in ("DE", "GA")


@breaks("R8.1", "in spite of the treaty", treaty_garrison="ignored")
def russia_attacks_in_romania(log: Log) -> bool:
    event = sign_treaty(log)
    return bool(event) and event["front"] == 11 and event["attackers"][0].startswith("RU")


@breaks("R8.1", "neither MEF nor OR", treaty_garrison="ignored")
def russia_is_attacked_in_romania(log: Log) -> bool:
    event = sign_treaty(log)
    return (
        bool(event) and event["front"] == 11 and event["faction"] == "GA" and "MEF" not in event["defenders"]
    )


@breaks("R8.1", "pass over", treaty_garrison="ignored")
def the_check_takes_a_city_under_the_treaty(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "check" and moment.treaty and not event["captures"]:
            event["captures"] = [{"front": 7, "faction": "DE", "city": "kowno"}]
            return True
    return False


@breaks("R8.1", "", treaty_garrison="ignored")
def the_garrisons_are_not_kept(log: Log) -> bool:
    log[0]["rules"]["treaty_garrison"] = "required"
    for event, moment in walk(log):
        if event["event"] == "check" and event["treaty"]:
            return not all(moment.armies(front, "DE") for front in (7, 8, 9))
    return False


@breaks("R8.1", "garrisons are broken")
def the_last_german_leaves_poland(log: Log) -> bool:
    log[0]["policies"]["DE"] = "another"
    for event, moment in walk(log):
        if moment.treaty and event["event"] == "pass" and event["faction"] == "DE":
            last = moment.armies(8, "DE")
            if len(last) == 1:
                event.update(event="move", armies=[{"army": last[0], "from": 8, "to": 7}], dummies=[])
                return True
    return False


# Variable order


def tied(event: dict[str, Any]) -> bool:
    return len(event["rolls"]) > 1


@breaks("R4.2")
def no_order_is_rolled_for(log: Log) -> bool:
    log[0]["rules"]["variable_order"] = True
    return True


@breaks("R9.2", "choose in the order", variable_order=True)
def the_wrong_faction_chooses_first(log: Log) -> bool:
    choices = of(log, "order")[0]["choices"]
    choices[0], choices[1] = choices[1], choices[0]
    return True


@breaks("R9.2", "roll where", variable_order=True)
def a_tie_is_not_rolled_off(log: Log) -> bool:
    return any(tied(event) and event["rolls"].pop() for event in of(log, "order"))


@breaks("R9.2", "rolls too many", variable_order=True)
def a_roll_without_a_tie(log: Log) -> bool:
    event = of(log, "order")[0]
    if tied(event):
        return False
    event["rolls"].append({"WA": 1, "EA": 2})
    return True


@breaks("R9.2", "places chosen", variable_order=True)
def a_place_is_chosen_twice(log: Log) -> bool:
    choices = of(log, "order")[0]["choices"]
    choices[3]["round"] = choices[0]["round"]
    return True


@breaks("R9.2", "not the one chosen", variable_order=True)
def the_rounds_are_not_as_chosen(log: Log) -> bool:
    of(log, "order")[0]["rounds"].reverse()
    return True
