"""``odds need`` against a plain search through every addition, written without the package's own search."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Army, Chit
from fwwsim.games.first_world_war.dataset_check import load_dataset
from fwwsim.games.first_world_war.odds import Combat, Combatant, Context, Side, combat_odds, resolve_combat
from fwwsim.games.first_world_war.odds.need import Need, find_need, parse_target
from fwwsim.games.first_world_war.odds.objective import Objective

BOX = load_dataset()
WORTH = {0: Fraction(1, 5), 1: Fraction(3, 10), 2: Fraction(2, 5), 3: Fraction(1, 2)}
CHIT = Fraction(1, 10)

Key = tuple[tuple[int, ...], int | None, int | None]

values = st.lists(st.integers(0, 3), min_size=1, max_size=4)
targets = st.fractions(min_value=Fraction(1, 20), max_value=1, max_denominator=40)


def chance(attack_bonus: int, defence_bonus: int, outcome: str) -> Fraction:
    """Counted over the 36 pairs of faces."""
    margins = [
        attack_bonus + one - defence_bonus - other for one, other in product((0, 0, 1, 2, 3, 4), repeat=2)
    ]
    least = 1 if outcome == "attack-wins" else 0
    return Fraction(sum(margin >= least for margin in margins), 36)


def joining(most: int, attackers: int, defenders: int) -> dict[tuple[int, ...], int]:
    """Sets of armies that may join, with the number of additions that they count."""
    sets: dict[tuple[int, ...], int] = {}
    missing = defenders - attackers + 1
    for number in range(most + 1):
        for some in product(range(4), repeat=number):
            sets.setdefault(tuple(sorted(some, reverse=True)), number)
    for some, number in list(sets.items()):
        if missing > 1 and number < most:
            waiting = tuple(sorted((*some, *[0] * missing), reverse=True))
            sets[waiting] = min(sets.get(waiting, 9), number + 1)
    return sets


def brute_force(
    attackers: list[int], defenders: list[int], chit: int, outcome: str, most: int
) -> dict[Key, tuple[Fraction, Fraction]]:
    """Every addition with its cost and its probability."""
    lead, found = max(attackers), {}
    for armies, parts in joining(most, len(attackers), len(defenders)).items():
        for new_lead, new_chit in product([None, *range(lead + 1, 4)], [None, 1, 2]):
            size = parts + (new_lead is not None) + (new_chit is not None)
            if not 0 < size <= most or (new_chit is not None and new_chit <= max(0, chit)):
                continue
            number = len(attackers) + len(armies)
            value = max(lead, *armies, 0) if new_lead is None else new_lead
            attack = value + (number > len(defenders)) + (chit if new_chit is None else new_chit)
            cost = sum((WORTH[army] for army in armies), Fraction(0))
            cost += WORTH[new_lead] - WORTH[lead] if new_lead is not None else 0
            cost += CHIT * (new_chit - max(0, chit)) if new_chit is not None else 0
            defence = max(defenders) + (len(defenders) > number)
            found[armies, new_lead, new_chit] = (cost, chance(attack, defence, outcome))
    return found


def is_part(one: Key, other: Key) -> bool:
    """Whether the counters of `one` can be matched with as good or better ones of `other`."""
    for mine, theirs in zip(one[1:], other[1:], strict=True):
        if mine is not None and (theirs is None or mine > theirs):
            return False
    return any(
        all(mine <= theirs for mine, theirs in zip(sorted(one[0]), sorted(some), strict=True))
        for some in combinations(other[0], len(one[0]))
    )


def keys(need: Need) -> dict[Key, tuple[Fraction, Fraction]]:
    return {
        (choice.addition.armies, choice.addition.lead, choice.addition.chit): (
            choice.cost,
            choice.probability,
        )
        for choice in need.choices
    }


@settings(max_examples=120, deadline=None)
@given(
    values,
    values,
    st.integers(-1, 2),
    targets,
    st.sampled_from(["attack-wins", "not-lost", "defender-eliminated"]),
    st.integers(1, 3),
)
def test_minimal_additions_equal_brute_force(
    attackers: list[int], defenders: list[int], chit: int, target: Fraction, outcome: str, most: int
) -> None:
    attack = Side(tuple(map(Combatant, attackers)), attackers.index(max(attackers)), chit)
    combat = Combat(attack, Side(tuple(map(Combatant, defenders)), defenders.index(max(defenders))))
    need = find_need(BOX, combat, target, outcome=outcome, most=most)
    own = max(attackers) + (len(attackers) > len(defenders)) + chit
    enemy = max(defenders) + (len(defenders) > len(attackers))
    assert need.probability == chance(own, enemy, outcome)
    assert need.is_reached == (need.probability >= target)
    if need.is_reached:
        assert need.choices == ()
        return
    every = brute_force(attackers, defenders, chit, outcome, most)
    reaching = {key: found for key, found in every.items() if found[1] >= target}
    minimal = {
        key: found
        for key, found in reaching.items()
        if not any(
            other != key and costs[0] <= found[0] and is_part(other, key) for other, costs in reaching.items()
        )
    }
    assert keys(need) == minimal
    costs = [choice.cost for choice in need.choices]
    assert costs == sorted(costs)
    assert need.best is not None
    best = max(found[1] for found in every.values())
    assert need.best.probability == best
    assert need.best.cost == min(found[0] for found in every.values() if found[1] == best)


def may_attack(army: Army, front: int, turn: int) -> bool:
    """R3.1, R5.0, R5.3, said plainly; Monastir is allied."""
    early = front in (5, 6) and army.nation in ("BR", "FR", "DE") and turn < 4
    return army.turn <= turn and army.nation in BOX.fronts[front - 1].nations and not early


def single_additions(
    combat: Combat, front: int, turn: int, factions: tuple[str, ...], alliance: str
) -> dict[tuple[str, str, str], Fraction]:
    """Every single army, new lead and chit of the data set that may be added, with P(attack wins)."""
    taken = [army.name for army in combat.attack.armies]
    free = [
        army
        for army in BOX.armies
        if army.faction in factions and army.name not in taken and may_attack(army, front, turn)
    ]
    chits = [
        chit
        for chit in BOX.chits
        if chit.alliance == alliance
        and chit.use in ("attack", "either")
        and chit.value > 0
        and chit.year <= BOX.years[turn - 1]
    ]
    found = {}
    own = [BOX.army(name) for name in taken]
    for army in free:
        found[army.name, "", ""] = wins([*own, army], None, combat)
        if army.value > combat.attack.lead_army.value:
            rest = [other for other in own if other and other.name != combat.attack.lead_army.name]
            found["", army.name, ""] = wins([*rest, army], None, combat)
    for chit in chits:
        if any(army and army.nation in chit.nations for army in own):
            found["", "", chit.name] = wins(own, chit, combat)
    return found


def wins(armies: list[Any], chit: Chit | None, combat: Combat) -> Fraction:
    able = [army.value for army in armies if chit is None or army.nation in chit.nations]
    side = Side(tuple(Combatant(max(able)) for _ in armies), chit=chit.value if chit else combat.attack.chit)
    return combat_odds(Combat(side, combat.defence), BOX.faces).attack_wins


@pytest.mark.parametrize(
    ("attackers", "defenders", "front", "turn", "factions"),
    [
        ("DE 3", "BR 1", 1, 1, ("DE", "GA")),
        ("BE 1", "DE 3,DE 1", 1, 4, ("WA", "EA")),
        ("RU 2", "AH 1", 9, 2, ("WA", "EA")),
        ("AH 1", "RU 8", 9, 5, ("DE", "GA")),
        ("IT 1", "AH 1", 5, 3, ("WA", "EA")),
    ],
)
def test_named_additions_are_those_that_may_be_there(
    attackers: str, defenders: str, front: int, turn: int, factions: tuple[str, ...]
) -> None:
    combat = resolve_combat(BOX, attackers, defenders)
    alliance = "ALLIES" if "WA" in factions else "CENTRAL_POWERS"
    every = single_additions(combat, front, turn, factions, alliance)
    before = combat_odds(combat, BOX.faces).attack_wins
    target = min((chance for chance in every.values() if chance > before), default=Fraction(1))
    need = find_need(BOX, combat, target, context=Context(front, turn), most=1)
    told = set()
    for choice in need.choices:
        for way in choice.ways:
            for part in way.parts:
                told |= set(part.split(" or "))
            names = [name for part in way.parts for name in part.split(" or ")]
            spot = 0 if way.armies else 1 if way.lead else 2
            for name in names:
                place = ["", "", ""]
                place[spot] = name
                assert every[place[0], place[1], place[2]] == choice.probability
    assert told
    best = max(every.values())
    assert need.best is not None
    assert need.best.probability == best
    for place, probability in every.items():  # whatever reaches the target is told, or something smaller is
        if probability >= target:
            assert any(choice.probability >= target for choice in need.choices), place


def test_a_chit_is_carried_by_an_army_named_on_it() -> None:
    """R6.1.2: Brusilov needs a Russian lead, so with ITB only a Russian army and the chit go together."""
    combat = resolve_combat(BOX, "MEF", "AH 1,AH 2")
    need = find_need(BOX, combat, parse_target("70%"), context=Context(11, 4), most=3)
    chits = {way.chit for choice in need.choices for way in choice.ways if way.chit}
    assert chits <= {"Brusilov", "Steamroller"}
    for choice in need.choices:
        for way in choice.ways:
            if way.chit:
                assert any(part.startswith("RU") for part in (*way.armies, way.lead))


def test_a_mandatory_chit_stays() -> None:
    """R6.2.2: Kaisertreu must be laid, and no other chit in its place."""
    combat = resolve_combat(BOX, "AH 1", "RU 2", attack_chit="Kaisertreu")
    need = find_need(BOX, combat, Fraction(9, 10), most=3)
    assert need.best is not None
    assert need.best.addition.chit is None
    assert all(choice.addition.chit is None for choice in need.choices)


def test_no_more_armies_than_the_data_set_has() -> None:
    """R3.1: on turn 2 the Allies have one army of value 1 for front 1, which attacks already."""
    combat = resolve_combat(BOX, "1", "DE 1")
    need = find_need(BOX, combat, Fraction(99, 100), context=Context(1, 2), most=3)
    assert need.best is not None
    free = Counter(army.value for army in BOX.armies if army.faction == "WA" and may_attack(army, 1, 2))
    free[1] -= 1
    assert all(Counter(choice.addition.armies) <= free for choice in (*need.choices, need.best))


def test_worth_changes_the_order() -> None:
    combat = resolve_combat(BOX, "2", "2")
    dear = find_need(BOX, combat, Fraction(3, 5), objective=Objective.parse("chit=5"), most=1)
    assert [choice.addition.chit for choice in dear.choices] == [None, None, 1]
    free = find_need(BOX, combat, Fraction(3, 5), objective=Objective.parse("army0=9"), most=1)
    assert [choice.addition.armies for choice in free.choices] == [(), (), (1,), (0,)]


def test_reached_and_unreachable() -> None:
    assert find_need(BOX, resolve_combat(BOX, "3", "0"), Fraction(1, 2)).is_reached
    need = find_need(BOX, resolve_combat(BOX, "0", "3,3,3,3"), Fraction(1), most=1)
    assert need.choices == ()
    assert need.best is not None
    assert need.best.probability == Fraction(1, 4)


@pytest.mark.parametrize("text", ["60%", "0.6", "3/5", " 60.0 % ", ".6", "6/10"])
def test_targets(text: str) -> None:
    assert parse_target(text) == Fraction(3, 5)


@pytest.mark.parametrize(
    "text", ["60", "0", "0%", "-1/2", "1/0", "101%", "1e-3", "9e999999999", "nan", "", "half"]
)
def test_bad_targets(text: str) -> None:
    with pytest.raises(SpecError, match=r"--target: found .*allowed: .* 60%, 0\.6 or 3/5"):
        parse_target(text)


def test_refusals() -> None:
    combat = resolve_combat(BOX, "RU 1", "DE 1")
    with pytest.raises(SpecError, match="--most: found 4; allowed: 1 to 3"):
        find_need(BOX, combat, Fraction(1, 2), most=4)
    with pytest.raises(SpecError, match="--outcome: found 'draw'; allowed: attack-wins"):
        find_need(BOX, combat, Fraction(1, 2), outcome="draw")
    with pytest.raises(RuleError, match=r"R8\.1"):
        find_need(BOX, combat, Fraction(1, 2), context=Context(7, 5, treaty=True))
