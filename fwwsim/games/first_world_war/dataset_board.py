"""What the rules of The First World War demand of the board of a data set: fronts, cities, attack lines.

Each rule is a generator over the readable rows; :mod:`fwwsim.games.first_world_war.dataset_rules` lists them.
"""

from collections.abc import Iterator
from typing import Any

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
from fwwsim.games.first_world_war.names import CENTRES_OF, FACTIONS, FRONTS, MONASTIR, NATIONS_OF

CITIES = 46  # the rulebook's list of components
MAX_CITIES_A_FRONT = 12  # a limit of the engine
MONASTIR_FRONT = 10  # R5.4

HOMES = {
    **dict.fromkeys(range(1, 5), ("west", "WA", "DE")),
    **dict.fromkeys(range(5, 7), ("italy", "WA", "GA")),
    **dict.fromkeys(range(7, 9), ("east", "EA", "DE")),
    **dict.fromkeys(range(9, 12), ("east", "EA", "GA")),
}  # front -> theatre and home factions, as the rules fix them
CENTRE_OWNER = {city: faction for faction, cities in CENTRES_OF.items() for city in cities}
BASES = {f"{faction}-base" for faction in FACTIONS}


def check_fronts(sections: Sections) -> Iterator[Problem]:
    """Eleven fronts, with the theatre, the home factions and the nations that the rules let them have."""
    fronts = sections["front"]
    yield from repeated(fronts, ("number",), "each of 1 to 11 once")
    if all_have(fronts, "number"):
        numbers = {row.get("number") for row in fronts}
        for number in range(1, FRONTS + 1):
            if number not in numbers:
                yield Problem(
                    "board.toml", f"front {number}", "number", "no such front", "each of 1 to 11 once"
                )
    for row in fronts:
        number = row.get("number")
        if number is None:
            continue
        for field, fixed in zip(("theatre", "allied", "central"), HOMES[number], strict=True):
            if row.get(field) not in (None, fixed):
                yield row.problem(field, show(row.get(field)), f"{fixed} on front {number}")
        _, allied, central = HOMES[number]
        guests = ("DE",) if central == "GA" else ()  # R5.1
        allowed = (*NATIONS_OF[allied], *NATIONS_OF[central], *guests)
        for nation in row.get("nations") or ():
            if nation not in allowed:
                yield row.problem("nations", show(nation), f"{either(allowed)} on front {number} (R5.1)")


def check_adjacency(sections: Sections) -> Iterator[Problem]:
    """Fronts are adjacent to each other, never to themselves, and within one theatre. Rules: R4.3."""
    by_number = {row.get("number"): row for row in sections["front"]}
    for row in sections["front"]:
        number = row.get("number")
        if number is None:
            continue
        for other in row.get("adjacent") or ():
            listed = by_number[other].whole("adjacent") if other in by_number else None
            if other == number:
                yield row.problem("adjacent", f"{other}, the front itself", "other fronts of its theatre")
            elif HOMES[other][0] != HOMES[number][0]:
                theatre = HOMES[number][0]
                yield row.problem(
                    "adjacent", f"{other}, in another theatre", f"fronts of theatre {theatre} (R4.3)"
                )
            elif listed is not None and number not in listed:
                yield row.problem(
                    "adjacent", f"{other}, which does not list {number}", "fronts that list each other"
                )


def check_cities(sections: Sections) -> Iterator[Problem]:
    """46 cities with unique ids, each first owned by a home faction of its front; Monastir on front 10."""
    cities = sections["city"]
    if len(cities) != CITIES:
        yield Problem("board.toml", "[[city]]", "rows", str(len(cities)), f"exactly {CITIES}")
    yield from repeated(cities, ("id",), "each id once")
    on_front: dict[int, int] = {}
    for row in cities:
        name, front, owner = row.get("id"), row.get("front"), row.get("owner")
        if name in BASES:
            yield row.problem("id", show(name), "an id that is not the name of a base")
        if name == MONASTIR and front not in (None, MONASTIR_FRONT):
            yield row.problem("front", str(front), f"{MONASTIR_FRONT} (R5.4)")
        if owner is not None and owner != CENTRE_OWNER.get(name, owner):
            yield row.problem("owner", show(owner), f"{CENTRE_OWNER[name]} (R7.1)")
        elif front is not None and owner is not None and owner not in HOMES[front]:
            yield row.problem("owner", show(owner), f"{either(HOMES[front][1:])} on front {front}")
        if front is not None:
            on_front[front] = on_front.get(front, 0) + 1
    if all_have(cities, "id") and all(row.get("id") != MONASTIR for row in cities):
        yield Problem(
            "board.toml", f'city "{MONASTIR}"', "id", "no such city", "exactly one, on front 10 (R5.4)"
        )
    for front, count in sorted(on_front.items()):
        if count > MAX_CITIES_A_FRONT:
            yield Problem(
                "board.toml", f"front {front}", "cities", str(count), f"at most {MAX_CITIES_A_FRONT}"
            )


def check_centres(sections: Sections) -> Iterator[Problem]:
    """The replacement centres are the 17 that the rules name. Rules: R7.1."""
    cities = sections["city"]
    for row in cities:
        name, centre = row.get("id"), row.get("replacement_centre")
        if name is not None and centre is not None and centre != (name in CENTRE_OWNER):
            yield row.problem("replacement_centre", show(centre), f"{show(not centre)} (R7.1)")
    if all_have(cities, "id"):
        present = {row.get("id") for row in cities}
        for name, owner in CENTRE_OWNER.items():
            if name not in present:
                allowed = f"exactly one, a replacement centre of {owner} (R7.1)"
                yield Problem("board.toml", f'city "{name}"', "id", "no such city", allowed)


def check_lines(sections: Sections) -> Iterator[Problem]:
    """A line joins two cities of its front, or a city and a base of one of the front's home factions."""
    front_of = {row.get("id"): row.get("front") for row in sections["city"]}
    seen: set[tuple[Any, ...]] = set()
    for row in sections["line"]:
        front, ends = row.get("front"), row.get("ends")
        if ends is None:
            continue
        key = (front, *sorted(ends))
        if ends[0] == ends[1]:
            yield row.problem("ends", f"{show(ends[0])} twice", "two different ends")
        elif BASES.issuperset(ends):
            yield row.problem("ends", "two bases", "at most one base")
        elif key in seen:
            yield row.problem("ends", "the same line again", "each line once")
        seen.add(key)
        for end in dict.fromkeys(ends if front is not None else ()):
            yield from _check_end(row, front, end, front_of)


def _check_end(row: Row, front: int, end: str, front_of: dict[Any, Any]) -> Iterator[Problem]:
    bases = tuple(f"{faction}-base" for faction in HOMES[front][1:])
    allowed = f"a city of front {front}, {either(bases)}"
    if end in BASES:
        if end not in bases:
            yield row.problem("ends", show(end), allowed)
    elif end not in front_of:
        if None not in front_of:  # a city whose id could not be read may be the one meant
            known = [*(city for city in front_of if front_of[city] == front), *bases]
            yield row.problem("ends", show(end), f"{allowed}{nearest(end, known)}")
    elif front_of[end] not in (None, front):
        yield row.problem("ends", f"{show(end)}, a city of front {front_of[end]}", allowed)


def check_connections(sections: Sections) -> Iterator[Problem]:
    """Lines lead from some base to every city, and reach both bases of every front."""
    neighbours: dict[tuple[int, str], set[tuple[int, str]]] = {}
    for row in sections["line"]:
        front, ends = row.get("front"), row.get("ends")
        if front is not None and ends is not None:
            one, other = (front, ends[0]), (front, ends[1])
            neighbours.setdefault(one, set()).add(other)
            neighbours.setdefault(other, set()).add(one)
    bases = [(front, f"{faction}-base") for front in HOMES for faction in HOMES[front][1:]]
    for front, base in bases:
        if (front, base) not in neighbours:
            yield Problem("board.toml", f"front {front}", "line", f"none to {base}", "a line to each base")
    waiting = [base for base in bases if base in neighbours]
    reached = set(waiting)
    while waiting:
        new = neighbours[waiting.pop()] - reached
        reached |= new
        waiting.extend(new)
    for row in sections["city"]:
        place = (row.get("front"), row.get("id"))
        if None not in place and place not in reached:
            yield row.problem("line", "no way along lines to a base", "a connection with a base of its front")
