"""Exact odds of small battles against an independent brute force over every face of every die."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import aa_brute as brute
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.games.axis_and_allies_1914.battle import Battle, BreakOff, Side
from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
from fwwsim.games.axis_and_allies_1914.names import RESULTS
from fwwsim.games.axis_and_allies_1914.odds.landing import battle_ends
from fwwsim.games.axis_and_allies_1914.options import Rules

VALUES = load_dataset().values()
LAND, SEA = "iatf", "STCBb"
STEPS = "STCbB"  # as orders of losses count them: BATTLESHIP sinks a damaged one, DAMAGE hits a whole one
LEAVE: dict[str, Callable[[str, str], bool]] = {
    "never": lambda us, them: False,
    "ships<2": lambda us, them: len(us.replace("T", "")) < 2,
    "strength<5": lambda us, them: sum(brute.ATTACK[ship] for ship in us) < 5,
    "outgunned": lambda us, them: (
        sum(brute.ATTACK[ship] for ship in us) < sum(brute.DEFENCE[ship] for ship in them)
    ),
}

armies = st.tuples(st.integers(1, 2), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)).filter(
    lambda army: sum(army) <= 4
)
fleets = st.tuples(*[st.integers(0, 2)] * 5).filter(lambda fleet: 1 <= sum(fleet) <= 3)
land_orders = st.permutations(range(4)).map(tuple)
sea_orders = st.permutations([0, 2, 3, 4]).map(lambda order: (*order, 1))


def named(order: tuple[int, ...], names: str) -> str:
    return "".join(names[index] for index in order)


@given(armies, armies, land_orders, land_orders, st.booleans())
@settings(max_examples=40, deadline=None)
def test_land_battles(
    own: tuple[int, ...],
    enemy: tuple[int, ...],
    own_order: tuple[int, ...],
    enemy_order: tuple[int, ...],
    keep: bool,
) -> None:
    rules = Rules(last_infantry="kept" if keep else "free")
    ends = battle_ends(
        Battle(Side(own, land_order=own_order), Side(enemy, land_order=enemy_order), VALUES, rules)
    )
    left = ends.map(lambda end: (brute.letters(end.attack_army, LAND), brute.letters(end.defence_army, LAND)))
    orders = named(own_order, LAND), named(enemy_order, LAND)
    assert left.probabilities() == brute.land(
        brute.letters(own, LAND), brute.letters(enemy, LAND), orders, keep
    )


@given(fleets, fleets, sea_orders, sea_orders, st.sampled_from(sorted(LEAVE)))
@settings(max_examples=40, deadline=None)
def test_sea_battles(
    own: tuple[int, ...],
    enemy: tuple[int, ...],
    own_order: tuple[int, ...],
    enemy_order: tuple[int, ...],
    leave: str,
) -> None:
    battle = Battle(
        Side(fleet=own, sea_order=own_order),
        Side(fleet=enemy, sea_order=enemy_order),
        VALUES,
        break_off=BreakOff.parse(leave),
    )
    left = battle_ends(battle).map(
        lambda end: (
            RESULTS[end.result],
            brute.letters(end.attack_fleet, SEA),
            brute.letters(end.defence_fleet, SEA),
        )
    )
    orders = named(own_order, STEPS), named(enemy_order, STEPS)
    assert left.probabilities() == brute.sea(
        brute.letters(own, SEA), brute.letters(enemy, SEA), orders, LEAVE[leave]
    )


def brute_landing(
    loads: list[str], fighters: int, escort: str, enemy: str, garrison: str, mines: int
) -> dict:
    """Result -> odds of a landing: mines ship by ship, sea battle, coastal fire, bombardment, land battle."""
    found: dict[str, Fraction] = {}
    orders = ("BSCbT", "BSCbT")
    safe = Fraction(5, 6) ** mines
    for passes in product((True, False), repeat=len(loads) + len(escort)):
        odds = Fraction(1)
        for passing in passes:
            odds *= safe if passing else 1 - safe
        carried = [load for load, passing in zip(loads, passes, strict=False) if passing]
        ships = "".join(ship for ship, passing in zip(escort, passes[len(loads) :], strict=True) if passing)
        fleet = ships + "T" * len(carried)
        fought = bool(set(enemy) & set("CBb"))
        ends = (
            brute.sea(fleet, enemy, orders, LEAVE["never"]) if fought else {("attacker_wins", fleet, ""): 1}
        )
        for (result, left, _), chance in ends.items():
            ashore = "".join(carried[len(carried) - left.count("T") :])
            for end, more in beach(result, ashore, fighters, left, fought, garrison).items():
                found[end] = found.get(end, Fraction(0)) + odds * chance * more
    return {end: odds for end, odds in found.items() if odds}


def beach(result: str, ashore: str, fighters: int, fleet: str, fought: bool, garrison: str) -> dict:
    if result != "attacker_wins" or "i" not in ashore:
        return {"not_landed": Fraction(1)}
    found: dict[str, Fraction] = {}
    for hits, odds in brute.roll((3,) * garrison.count("a")).items():
        army = brute.lose(ashore, hits, "iatf")
        if not army:
            found["held"] = found.get("held", Fraction(0)) + odds
            continue
        shots = 0 if fought else min(len(army), fleet.count("B") + fleet.count("b"))
        for (us, them), more in brute.land(
            army + "f" * fighters, garrison, ("iatf", "iatf"), True, shots
        ).items():
            end = ("contested" if them else "captured") if us else "held" if them else "both_gone"
            found[end] = found.get(end, Fraction(0)) + odds * more
    return found


@given(
    st.tuples(st.integers(1, 2), st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)),
    st.sampled_from([(0, 2, 0, 0, 0), (0, 2, 1, 0, 0), (0, 2, 0, 1, 0), (0, 2, 0, 0, 1)]),
    st.sampled_from([(0, 0, 0, 0, 0), (0, 0, 1, 0, 0), (1, 1, 0, 0, 0)]),
    st.sampled_from([(1, 0, 0, 0), (1, 1, 0, 0), (1, 2, 0, 1)]),
    st.integers(0, 2),
)
@settings(max_examples=30, deadline=None)
def test_landings(
    army: tuple[int, ...],
    fleet: tuple[int, ...],
    enemy: tuple[int, ...],
    garrison: tuple[int, ...],
    mines: int,
) -> None:
    battle = Battle(Side(army, fleet), Side(garrison, enemy), VALUES, mines=mines)
    loads = [brute.letters(load, LAND) for load in battle.loads()]
    assert sorted("".join(loads)) == sorted(brute.letters(army[:3], "iat"))
    assert all(len(load) <= 2 for load in loads)
    escort = brute.letters(fleet, SEA).replace("T", "")
    results = battle_ends(battle).map(lambda end: RESULTS[end.result])
    assert results.probabilities() == brute_landing(
        loads, army[3], escort, brute.letters(enemy, SEA), brute.letters(garrison, LAND), mines
    )
