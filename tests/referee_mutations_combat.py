"""Mutations of combats, chits, captures, the victory check, the end and replacements."""

from referee_mutations import (
    NATIONS,
    SENT,
    SIDE,
    Log,
    army,
    breaks,
    chit,
    fights,
    foe_of,
    home,
    of,
    opponent,
    walk,
)

# Combat


@breaks("R6.0", "attacks on front")
def an_attacker_from_elsewhere(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "combat" and event["faction"] == "DE":
            others = [name for front in (1, 2, 3) for name in moment.armies(front, "DE")]
            absent = [name for name in others if moment.place[name] != event["front"]]
            event["attackers"] += absent[:1]
            return bool(absent)
    return False


@breaks("R6.0", "must defend")
def a_defender_hides(log: Log) -> bool:
    event = next((event for event in fights(log) if len(event["defenders"]) > 1), None)
    return bool(event and event["defenders"].pop())


@breaks("R6.0", "dummies removed")
def a_dummy_stays(log: Log) -> bool:
    event = next(event for event in of(log, "combat") if event["dummies_removed"])
    event["dummies_removed"].popitem()
    return True


@breaks("R5.1", "controls nothing")
def an_attack_on_a_front_of_another_faction(log: Log) -> bool:
    event = next((event for event in of(log, "combat") if event["faction"] == "DE"), None)
    return bool(event) and not event.update(front=9)


@breaks("R9.1")
def no_schlieffen_plan(log: Log) -> bool:
    log[0]["rules"]["schlieffen"] = True
    first = [event for event in of(log, "combat") if event["turn"] == 1 and event["faction"] in ("DE", "GA")]
    return any(event["front"] > 3 and event["attackers"][0].startswith("DE") for event in first)


@breaks("log", "without defenders has")
def dice_without_defenders(log: Log) -> bool:
    event = next((event for event in of(log, "combat") if not event["defenders"]), None)
    return bool(event) and not event.update(attack_die=4)


@breaks("R6.1.1", "does not hold")
def a_chit_that_is_not_held(log: Log) -> bool:
    event = next(event for event in fights(log) if event["attack_chit"] is None)
    allied = SIDE[event["faction"]] == "ALLIES"
    event["attack_chit"] = "allied-war-weariness" if allied else "central-turnip-winter"
    return True


@breaks("R6.1.1", "do not fit")
def a_chit_of_the_wrong_use(log: Log) -> bool:
    for event, moment in walk(log):
        if "attack_die" in event and event["attack_chit"] is None:
            for held in moment.hands[event["faction"]]:
                if chit(held).use == "defence":
                    event["attack_chit"] = held
                    return True
    return False


@breaks("R6.1.1", "do not fit")
def a_chit_of_another_nation(log: Log) -> bool:
    for event, moment in walk(log):
        if "attack_die" in event and event["defence_chit"] is None:
            nations = {army(name).nation for name in event["defenders"]}
            for held in moment.hands[foe_of(event)]:
                if chit(held).use != "attack" and not nations & set(chit(held).nations):
                    event["defence_chit"] = held
                    return True
    return False


@breaks("R6.1.1", "does not hold", players=2, hand_scope="player")
def a_chit_of_the_partner(log: Log) -> bool:
    log[0]["rules"]["hand_scope"] = "faction"
    drawer: dict[str, str] = {}
    for event in fights(log):
        for who, use in ((event["faction"], "attack"), (foe_of(event), "defence")):
            if drawer.get(event[f"{use}_chit"], who) != who:
                return True
        for who, drawn in event["drawn"].items():
            drawer[drawn] = who
            if event["returned"] or NATIONS[who].isdisjoint(chit(drawn).nations):
                return False
    return False


@breaks("R6.2.2")
def a_mandatory_chit_is_kept(log: Log) -> bool:
    for event in fights(log):
        if event["attack_chit"] and chit(event["attack_chit"]).mandatory:
            event["attack_chit"] = None
            return True
    return False


@breaks("R6.2", "not in the cup")
def a_mandatory_chit_comes_back(log: Log) -> bool:
    gone = None
    for event in fights(log):
        for who in event["drawn"] if gone else []:
            if SIDE[who] == chit(gone).alliance:
                event["drawn"][who] = gone
                return True
        if event["attack_chit"] and chit(event["attack_chit"]).mandatory:
            gone = event["attack_chit"]
    return False


@breaks("R6.1.2", "takes no part")
def a_lead_that_takes_no_part(log: Log) -> bool:
    for event, moment in walk(log):
        if "attack_die" in event:
            present = moment.armies(event["front"], event["faction"])
            idle = [name for name in present if name not in event["attackers"]]
            if idle:
                event["attack_lead"] = idle[0]
                return True
    return False


@breaks("R6.1.2", "does not satisfy")
def a_lead_that_the_chit_does_not_name(log: Log) -> bool:
    for event in fights(log):
        for use, names in (("attack", event["attackers"]), ("defence", event["defenders"])):
            laid = event[f"{use}_chit"]
            for name in names if laid else []:
                if army(name).nation not in chit(laid).nations:
                    event[f"{use}_lead"] = name
                    return True
    return False


@breaks("R6.1.4")
def a_five_on_the_die(log: Log) -> bool:
    fights(log)[0]["attack_die"] = 5
    return True


@breaks("R6.1", "total is")
def a_wrong_total(log: Log) -> bool:
    fights(log)[0]["defence_total"] += 1
    return True


@breaks("R6.1.5", "eliminated")
def the_winner_is_eliminated(log: Log) -> bool:
    event = next(event for event in fights(log) if len(event["eliminated"]) == 1)
    event["eliminated"] = list({event["attack_lead"], event["defence_lead"]} - set(event["eliminated"]))
    return True


@breaks("R6.1.5", "eliminated")
def a_tie_costs_one_army_only(log: Log) -> bool:
    event = next((event for event in fights(log) if len(event["eliminated"]) == 2), None)
    return bool(event and event["eliminated"].pop())


@breaks("R6.2", "without an S")
def a_chit_drawn_without_an_s(log: Log) -> bool:
    event = next(event for event in fights(log) if event["attack_die"] != "S")
    event["drawn"][event["faction"]] = "allied-forts"
    return True


@breaks("R6.2", "leads nobody")
def a_bystander_draws(log: Log) -> bool:
    event = next((event for event in fights(log) if event["drawn"].get("DE")), None)
    return bool(event) and not event["drawn"].update(GA=event["drawn"].pop("DE"))


@breaks("R6.2", "not in the cup")
def a_chit_of_1918_is_drawn_in_1914(log: Log) -> bool:
    event = next(event for event in fights(log) if event["drawn"])
    who = next(iter(event["drawn"]))
    event["drawn"][who] = "allied-foch" if SIDE[who] == "ALLIES" else "central-stosstruppen"
    return True


@breaks("R6.2.1", "none of the three")
def a_fourth_chit_is_kept(log: Log) -> bool:
    for event, moment in walk(log):
        for who in event.get("returned", {}):
            if len(moment.hands[who]) == 3 and event["attack_chit"] is None and event["defence_chit"] is None:
                del event["returned"][who]
                return True
    return False


@breaks("R6.2.1", "without need")
def a_useful_chit_is_returned(log: Log) -> bool:
    for event, moment in walk(log):
        for who in event.get("drawn", {}):
            if who not in event["returned"] and 0 < len(moment.hands[who]) < 3 and who == "WA":
                laid = (event["attack_chit"], event["defence_chit"])
                held = [name for name in moment.hands[who] if name not in laid]
                if held:
                    event["returned"][who] = held[:1]
                    return True
    return False


@breaks("R6.2.1", "which it can play")
def the_drawn_chit_is_returned(log: Log) -> bool:
    event = next(event for event in fights(log) if event["drawn"] and not event["returned"])
    event["returned"] = {who: [drawn] for who, drawn in event["drawn"].items()}
    return True


@breaks("R6.2.1", "which it can play")
def a_useful_chit_is_put_back(log: Log) -> bool:
    for number, (event, moment) in enumerate(walk(log)):
        if moment.hands["WA"]:
            row = {
                "event": "return_chit",
                "turn": event["turn"],
                "faction": "WA",
                "chit": moment.hands["WA"][0],
            }
            log[0]["policies"]["WA"] = "another"
            log.insert(number, row)
            return event["event"] == "pass"
    return False


@breaks("random", "can never play")
def a_useless_chit_is_kept(log: Log) -> bool:
    event = next((event for event in fights(log) if len(event["returned"]) == 1), None)
    if event is None:
        return False
    (who, back), *_ = event["returned"].items()
    return back == [event["drawn"][who]] and not event["returned"].clear()


@breaks("random", "did not draw")
def no_chit_is_drawn(log: Log) -> bool:
    event = next(event for event in fights(log) if event["drawn"])
    event.update(drawn={}, returned={})
    return True


# Cities and bases


@breaks("R6.4", "no open line")
def a_city_out_of_reach(log: Log) -> bool:
    for event, moment in walk(log):
        if (
            event.get("city") == "liege"
            and moment.control["antwerpen"] == moment.control["calais"] == "ALLIES"
        ):
            event["city"] = "calais"
            return True
    return False


@breaks("R6.6")
def a_city_beyond_a_closed_line(log: Log) -> bool:
    event = next((event for event in of(log, "combat") if event["city"] == "beograd"), None)
    return bool(event) and event["turn"] < 3 and not event.update(city="nis")


@breaks("R6.1.5", "has not won")
def a_loser_takes_a_city(log: Log) -> bool:
    for event in fights(log):
        if (
            event["front"] == 1
            and event["faction"] == "DE"
            and event["attack_total"] <= event["defence_total"]
        ):
            event["city"] = "liege"
            return True
    return False


@breaks("random", "did not")
def a_city_is_declined(log: Log) -> bool:
    event = next((event for event in of(log, "combat") if event["city"]), None)
    return bool(event) and not event.update(city=None)


@breaks("random", "could inflict")
def a_surrender_point_is_declined(log: Log) -> bool:
    event = next((event for event in of(log, "combat") if event["surrender_point"]), None)
    return bool(event) and not event.update(surrender_point=None)


@breaks("R6.5", "although")
def a_surrender_point_instead_of_a_city(log: Log) -> bool:
    event = next((event for event in fights(log) if event["city"]), None)
    return bool(event) and not event.update(city=None, surrender_point=foe_of(event))


@breaks("R6.5", "not reached")
def a_surrender_point_for_another_faction(log: Log) -> bool:
    event = next((event for event in fights(log) if event["surrender_point"]), None)
    return bool(event) and not event.update(
        surrender_point="GA" if event["surrender_point"] != "GA" else "DE"
    )


@breaks("R6.5", "without defenders", uncontested_base="point")
def a_surrender_point_without_a_combat(log: Log) -> bool:
    log[0]["rules"]["uncontested_base"] = "no_point"
    return any(event["surrender_point"] and not event["defenders"] for event in of(log, "combat"))


@breaks("R6.5.2")
def a_second_surrender_point(log: Log) -> bool:
    given = set()
    for event, moment in walk(log):
        if event["event"] == "combat" and event["surrender_point"]:
            given.add((event["turn"], event["front"], event["surrender_point"]))
        for turn, front, faction in given if event["event"] == "check" else []:
            alone = moment.present(front) == {SIDE[home(front, opponent(SIDE[faction]))]}
            if turn == event["turn"] and alone and not event["captures"] and not event["surrender_points"]:
                event["surrender_points"] = [{"front": front, "faction": faction}]
                return True
    return False


# Victory check and end


@breaks("R8", "must take one of")
def a_city_is_not_taken(log: Log) -> bool:
    return any(event["captures"] and event["captures"].pop() for event in of(log, "check"))


@breaks("R8", "not one alliance alone")
def a_city_is_taken_on_a_contested_front(log: Log) -> bool:
    for event, moment in walk(log):
        if event["event"] == "check" and not event["captures"] and len(moment.present(1)) == 2:
            event["captures"] = [{"front": 1, "faction": "DE", "city": "liege"}]
            return True
    return False


@breaks("R8", "surrender points on front")
def a_surrender_point_is_forgotten(log: Log) -> bool:
    return any(event["surrender_points"] and event["surrender_points"].pop() for event in of(log, "check"))


@breaks("R6.4", "victory points")
def a_wrong_victory_point(log: Log) -> bool:
    of(log, "check")[0]["vp"]["EA"] += 1
    return True


@breaks("R6.5", "surrender points")
def a_wrong_surrender_point(log: Log) -> bool:
    of(log, "check")[0]["surrender"]["EA"] += 1
    return True


@breaks("R8.2", "six_fronts")
def six_fronts_that_are_not(log: Log) -> bool:
    of(log, "check")[0]["six_fronts"] = "ALLIES"
    return True


@breaks("R8.3", "roll for surrender", surrender_from_turn=1)
def nobody_rolls_for_surrender(log: Log) -> bool:
    event = next((event for event in of(log, "check") if event["rolls"] and not event["surrendered"]), None)
    return bool(event) and not event["rolls"].clear()


@breaks("R8.3", "roll for surrender", surrender_from_turn=1)
def a_roll_before_its_turn(log: Log) -> bool:
    log[0]["rules"]["surrender_from_turn"] = 3
    return bool(of(log, "check")[0]["rolls"])


@breaks("R8.3", "surrendered")
def a_beaten_faction_fights_on(log: Log) -> bool:
    surrendered = of(log, "check")[-1]["surrendered"]
    return bool(surrendered and surrendered.pop())


@breaks("R8.2", "the game ends where")
def the_game_ends_too_soon(log: Log) -> bool:
    turns = [number for number, event in enumerate(log) if event["event"] == "check"]
    if len(turns) > 1:
        log[turns[0] + 1 :] = [{**log[-1], "turn": 1}]
    return len(turns) > 1


@breaks("R8.2", "the game ends by")
def a_wrong_reason(log: Log) -> bool:
    log[-1]["reason"] = "six_fronts" if log[-1]["reason"] == "turn_6" else "turn_6"
    return True


@breaks("R8.2", "wins, but")
def a_wrong_alliance(log: Log) -> bool:
    log[-1]["alliance"] = opponent(log[-1]["alliance"] or "ALLIES")
    return True


@breaks("R8.2", "winners")
def a_wrong_winner(log: Log) -> bool:
    winners = log[-1]["winners"]
    winners["4"] = "EA" if winners["4"] == "WA" else "WA"
    return True


@breaks("R8.2", "winners")
def the_bonus_of_the_treaty_is_forgotten(log: Log) -> bool:
    vp = log[-1]["vp"]
    log[-1]["winners"]["4"] = "WA"
    treaty = any(event["treaty"] and event["treaty"]["accepted"] for event in of(log, "check"))
    return treaty and log[-1]["alliance"] == "ALLIES" and vp["EA"] < vp["WA"] <= vp["EA"] + 8


@breaks("R8.2", "wins, but")
def six_fronts_win_outright(log: Log) -> bool:
    log[0]["rules"]["six_front_end"] = "wins"
    six = of(log, "check")[-1]["six_fronts"]
    log[-1]["alliance"] = opponent(six or "ALLIES")
    return six is not None


# Replacements


@breaks("R7.0", "not in its losses")
def an_army_returns_that_was_not_lost(log: Log) -> bool:
    lost = {name for event in fights(log) for name in event["eliminated"]}
    of(log, "replace")[0]["armies"].append(next(f"AH {n}" for n in (1, 3, 4, 5, 6) if f"AH {n}" not in lost))
    return True


@breaks("R7.0", "its number is")
def too_many_replacements(log: Log) -> bool:
    losses: set[str] = set()
    for event in log:
        losses |= set(event.get("eliminated", []))
        if event["event"] == "replace":
            idle = sorted(name for name in losses - set(event["armies"]) if SENT.isdisjoint({name}))
            own = [name for name in idle if army(name).faction == event["faction"]]
            losses -= set(event["armies"])
            if own and event["faction"] in ("DE", "GA"):
                event["armies"] += own
                return True
    return False


@breaks("R7.2", "WA returns")
def the_expeditions_cost_nothing(log: Log) -> bool:
    losses: set[str] = set()
    for event in log:
        losses |= set(event.get("eliminated", []))
        if event["event"] == "replace":
            losses -= set(event["armies"])
            if event["faction"] == "EA":
                sent = SENT & set(event["armies"])
            own = sorted(name for name in losses if army(name).faction == "WA")
            if event["faction"] == "WA" and sent and own:
                event["armies"] += own
                return True
    return False


@breaks("random", "its number is")
def a_replacement_is_declined(log: Log) -> bool:
    return any(event["armies"] and event["armies"].pop() for event in of(log, "replace"))
