"""What the rules of The First World War demand of a data set, beyond the type and range of each field.

Each rule is a generator over the readable rows. A field that could not be read is absent from its row, so
that one mistake is reported once and hides nothing else. The rules of the board are in
:mod:`fwwsim.games.first_world_war.dataset_board`; those of counters, chits and set-up are here.
"""

from collections.abc import Callable, Iterator

from fwwsim.games.first_world_war.dataset_board import (
    check_adjacency,
    check_centres,
    check_cities,
    check_connections,
    check_fronts,
    check_lines,
)
from fwwsim.games.first_world_war.dataset_problems import (
    Problem,
    Row,
    Sections,
    all_have,
    either,
    nearest,
    repeated,
    show,
)
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    EASTERN_EXPEDITIONS,
    FACTION_ALLIANCE,
    FACTIONS,
    ITALY_FROM_TURN,
    LATE_IN_ITALY,
    MONASTIR,
    NATIONS_OF,
)
from fwwsim.games.first_world_war.restrictions import is_too_early_in_italy, needs_monastir

ARMIES, DUMMIES, CHITS_A_SIDE = 72, 24, 15  # the rulebook's list of components
MAX_ARMIES_AN_ALLIANCE = 60  # a limit of the engine
MANDATORY = {
    "ALLIES": ("Pantalons Rouges", "Shell Shortage"),
    "CENTRAL_POWERS": ("Kaisertreu", "Ludendorff"),
}  # R6.2.2

FACTION_OF = {nation: faction for faction, nations in NATIONS_OF.items() for nation in nations}
ALLIANCE_OF = {name: ALLIANCES[FACTION_ALLIANCE[faction]] for faction, name in enumerate(FACTIONS)}


def nations_of(alliance: str) -> tuple[str, ...]:
    """The nations whose armies fight for `alliance`."""
    return tuple(nation for nation, faction in FACTION_OF.items() if ALLIANCE_OF[faction] == alliance)


def check_armies(sections: Sections) -> Iterator[Problem]:
    """72 armies with unique names, each of a nation of its faction and with a front to operate on."""
    armies, fronts = sections["army"], sections["front"]
    if len(armies) != ARMIES:
        yield Problem("armies.toml", "[[army]]", "rows", str(len(armies)), f"exactly {ARMIES}")
    yield from repeated(armies, ("nation", "id"), "each id once a nation")
    listed = {nation for row in fronts for nation in row.get("nations") or ()}
    fronts_known = all_have(fronts, "nations")
    count = dict.fromkeys(ALLIANCES, 0)
    for row in armies:
        nation, faction = row.get("nation"), row.get("faction")
        if nation is None:
            continue
        if faction not in (None, FACTION_OF[nation]):
            yield row.problem("faction", show(faction), f"{FACTION_OF[nation]} for nation {nation}")
        if nation not in listed and fronts_known:
            found = f"{show(nation)}, listed on no front"
            yield row.problem("nation", found, "a nation that some front lists (R5.0)")
        count[ALLIANCE_OF[FACTION_OF[nation]]] += 1
    for alliance, number in count.items():
        if number > MAX_ARMIES_AN_ALLIANCE:
            allowed = f"at most {MAX_ARMIES_AN_ALLIANCE}"
            yield Problem("armies.toml", "[[army]]", f"armies of {alliance}", str(number), allowed)
    if all_have(armies, "nation"):
        for nation in EASTERN_EXPEDITIONS:
            number = sum(row.get("nation") == nation for row in armies)
            if number != 1:
                yield Problem(
                    "armies.toml", "[[army]]", f"armies of {nation}", str(number), "exactly 1 (R7.2)"
                )


def check_dummies(sections: Sections) -> Iterator[Problem]:
    """24 dummies in all."""
    for row in sections["dummies"]:
        numbers = [row.get(faction) for faction in FACTIONS]
        if None not in numbers and sum(numbers) != DUMMIES:
            yield row.problem(" + ".join(FACTIONS), str(sum(numbers)), f"{DUMMIES} in all")


def check_calendar(sections: Sections) -> Iterator[Problem]:
    """The years of the six turns never run backwards."""
    for row in sections["calendar"]:
        years = row.get("years") or []
        if years != sorted(years):
            yield row.problem("years", show(years), "years that do not decrease")


def check_chits(sections: Sections) -> Iterator[Problem]:
    """15 chits a side with unique ids, of years of the game and nations of the side."""
    chits = sections["chit"]
    yield from repeated(chits, ("id",), "each id once")
    years = {year for row in sections["calendar"] for year in row.get("years") or ()}
    for row in chits:
        alliance, year = row.get("alliance"), row.get("year")
        if years and year is not None and year not in years:
            yield row.problem("year", str(year), f"a year of the calendar: {either(sorted(years))}")
        allowed = nations_of(alliance) if alliance is not None else ()
        for nation in (row.get("nations") or ()) if allowed else ():
            if nation not in allowed:
                yield row.problem("nations", show(nation), f"{either(allowed)} for {alliance}")
    if all_have(chits, "alliance"):
        for alliance in ALLIANCES:
            number = sum(row.get("alliance") == alliance for row in chits)
            if number != CHITS_A_SIDE:
                yield Problem(
                    "chits.toml", "[[chit]]", f"chits of {alliance}", str(number), f"exactly {CHITS_A_SIDE}"
                )


def check_mandatory(sections: Sections) -> Iterator[Problem]:
    """The mandatory chits are those that the rules name, once each. Rules: R6.2.2."""
    chits = sections["chit"]
    wanted = {(alliance, name.casefold()): name for alliance, names in MANDATORY.items() for name in names}
    count = dict.fromkeys(wanted, 0)
    for row in chits:
        alliance, name, mandatory = row.get("alliance"), row.get("name"), row.get("mandatory")
        if alliance is None or name is None:
            continue
        key = (alliance, name.casefold())
        if key in count:
            count[key] += 1
        if mandatory is not None and mandatory != (key in wanted):
            allowed = f"{show(not mandatory)}; mandatory are {' and '.join(MANDATORY[alliance])} (R6.2.2)"
            yield row.problem("mandatory", f"{show(mandatory)} for {show(name)}", allowed)
    if all_have(chits, "alliance") and all_have(chits, "name"):
        for (alliance, name), number in count.items():
            if number != 1:
                field = f"name {show(wanted[alliance, name])} of {alliance}"
                yield Problem("chits.toml", "[[chit]]", field, f"{number} such chits", "exactly 1 (R6.2.2)")


def army_name(nation: str, army: str) -> str:
    """As :attr:`fwwsim.games.first_world_war.dataset.Army.name`.

    >>> army_name("DE", "4"), army_name("MEF", "MEF")
    ('DE 4', 'MEF')
    """
    return nation if army == nation else f"{nation} {army}"


def check_setup(sections: Sections) -> Iterator[Problem]:
    """R9.3 places every army of turn 1 once, and no other, where it may operate on turn 1."""
    armies = sections["army"]
    named = [row for row in armies if "nation" in row.fields and "id" in row.fields]
    by_name = {army_name(row.get("nation"), row.get("id")): row for row in named}
    nations = {row.get("number"): row.whole("nations") for row in sections["front"]}
    monastir = next((row.get("owner") for row in sections["city"] if row.get("id") == MONASTIR), None)
    placed: set[str] = set()
    for row in sections["placement"]:
        front = row.get("front")
        for name in row.get("armies") or ():
            if name in by_name:
                if name in placed:
                    yield row.problem("armies", f"{show(name)} again", "each army once")
                for allowed in _misplaced(by_name[name], front, nations.get(front), monastir):
                    yield row.problem("armies", show(name), allowed)
            elif len(named) == len(armies):  # else an army that could not be read may be the one meant
                yield row.problem("armies", show(name), f"armies of turn 1{nearest(name, by_name)}")
            placed.add(name)
    for name, army in by_name.items():
        if army.get("turn") == 1 and name not in placed and all_have(sections["placement"], "armies"):
            label = f"army {show(name)}"
            yield Problem(
                "setup_historical.toml", label, "placement", "none", "exactly one of each turn 1 army"
            )


def _misplaced(
    army: Row, front: int | None, nations: list[str] | None, monastir: str | None
) -> Iterator[str]:
    """What a front allows instead of this army on turn 1; `monastir` is the owner of that city."""
    nation, turn = army.get("nation"), army.get("turn")
    if turn not in (None, 1):
        yield f"armies of turn 1 (R3.1); its turn is {turn}"
    if nations is not None and nation not in nations:
        yield f"armies of {either(nations)} (R5.0)"
    if nation is None or front is None:
        return
    if is_too_early_in_italy(nation, front - 1, 1):
        yield f"no {either(LATE_IN_ITALY)} before turn {ITALY_FROM_TURN} (R5.3)"
    if needs_monastir(nation, front - 1) and monastir not in (None, "EA"):
        yield "MEF and OR only if EA owns Monastir (R5.4)"


RULES: tuple[tuple[tuple[str, ...], Callable[[Sections], Iterator[Problem]]], ...] = (
    (("front",), check_fronts),
    (("front",), check_adjacency),
    (("city",), check_cities),
    (("city",), check_centres),
    (("line", "city"), check_lines),
    (("line", "city"), check_connections),
    (("army", "front"), check_armies),
    (("dummies",), check_dummies),
    (("calendar",), check_calendar),
    (("chit", "calendar"), check_chits),
    (("chit",), check_mandatory),
    (("placement", "army", "front", "city"), check_setup),
)  # the sections a rule reads; it is asked only if all of them could be read


def broken_rules(sections: Sections) -> Iterator[Problem]:
    """Every problem that a rule finds in the sections of a data set."""
    for needed, rule in RULES:
        if all(name in sections for name in needed):
            yield from rule(sections)
