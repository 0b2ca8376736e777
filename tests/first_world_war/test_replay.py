"""``position_at`` against the event log, replayed by the referee; and the battles read from such a position."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from positions import army_names, box, chits_in, cities_in
from referee import Referee

from fwwsim.errors import SpecError
from fwwsim.game import Match
from fwwsim.games.first_world_war.match import prepare, tell
from fwwsim.games.first_world_war.names import ALLIANCES, FACTIONS
from fwwsim.games.first_world_war.odds import Combat, Combatant, Side, combat_odds
from fwwsim.games.first_world_war.odds.face_down import NOBODY, defence_of
from fwwsim.games.first_world_war.odds.position import Battle, battles_at
from fwwsim.games.first_world_war.odds.stacks import Stack
from fwwsim.games.first_world_war.replay import events_of_round, position_at

READY, LOST, LATER = "to be deployed", "in the losses", "not entered"  # the referee's words
MATCHES: list[tuple[int, list[str], str]] = [
    (4, [], "balanced"),
    (2, ["hand_scope=player", "historical_setup"], "random"),
    (3, ["variable_order", "schlieffen"], "random"),
]


def as_told(match: Match, index: int) -> dict[tuple[int, int], dict[str, Any]]:
    """The position before each round of a game, as the referee reads it from the log."""
    events = tell(match, index)
    referee = Referee(box(), next(events))
    told, waiting = {}, []
    for event in events:
        if event["event"] == "return_chit":
            waiting.append(event)
            continue
        if "round" in event:
            told[event["turn"], event["round"]] = {**facts(referee), "acts": event["faction"]}
        for passed in (*waiting, event):
            referee.read(passed)
        waiting = []
    assert referee.close() == []
    return told


def facts(referee: Referee) -> dict[str, Any]:
    table = referee.table
    return {
        "armies": {name: place for name, place in table.place.items() if place != LATER},
        "dummies": {place: number for place, number in table.dummies.items() if number},
        "cities": {city for city, side in table.control.items() if side == "ALLIES"},
        "vp": dict(table.vp),
        "points": dict(table.points),
        "treaty": table.treaty,
        "hands": {faction: set(table.hand(faction)) for faction in FACTIONS},
        "cups": {side: set(chits) for side, chits in table.cups.items()},
    }


def facts_of(match: Match, state: Any) -> dict[str, Any]:
    """The same facts of a state record."""
    armies: dict[str, int | str] = {}
    for side in range(2):
        for front in range(11):
            armies |= dict.fromkeys(army_names(side, state.armies[side, front]), front + 1)
        armies |= dict.fromkeys(army_names(side, state.waiting[side]), READY)
        armies |= dict.fromkeys(army_names(side, state.lost[side]), LOST)
    dummies = {
        (name, front + 1): int(state.dummies[faction, front])
        for faction, name in enumerate(FACTIONS)
        for front in range(11)
    } | {(name, READY): int(state.dummies_off[faction]) for faction, name in enumerate(FACTIONS)}
    return {
        "armies": armies,
        "dummies": {place: number for place, number in dummies.items() if number},
        "cities": cities_in(state.cities[0]),
        "vp": dict(zip(FACTIONS, map(int, state.vp), strict=True)),
        "points": dict(zip(FACTIONS, map(int, state.surrender), strict=True)),
        "treaty": bool(state.treaty),
        "hands": {
            name: chits_in(faction >> 1, state.hand[match.table.hand_of[faction]])
            for faction, name in enumerate(FACTIONS)
        },
        "cups": {name: chits_in(side, state.cup[side]) for side, name in enumerate(ALLIANCES)},
        "acts": FACTIONS[int(state.slot) % 4],
    }


@pytest.mark.parametrize(("players", "rules", "policy"), MATCHES)
def test_every_round_of_whole_games(players: int, rules: list[str], policy: str) -> None:
    match = prepare(None, players, rules, policy, 11)
    rounds = 0
    for index in range(6):
        for (turn, number), told in as_told(match, index).items():
            state = position_at(match, index, turn, number)
            assert facts_of(match, state) == told, (index, turn, number)
            assert (state.turn, state.round_number) == (turn, number - 1)
            rounds += 1
    assert rounds > 200


def test_events_of_a_round_are_those_of_the_log() -> None:
    match = prepare(None, 4, [], "random", 5)
    log = list(tell(match, 0))
    told = []
    for turn in range(1, max(event["turn"] for event in log[1:]) + 1):
        for number in range(1, 17):
            events = events_of_round(match, 0, turn, number)
            assert (events[-1]["turn"], events[-1]["round"]) == (turn, number)
            assert all(event["event"] == "return_chit" for event in events[:-1])
            told += events
    kinds = ("combat", "move", "transfer", "pass", "return_chit")
    assert told == [event for event in log if event["event"] in kinds]


def test_a_game_that_ended_before() -> None:
    match = prepare(None, 4, [], "balanced", 7)
    index, turn = next(
        (index, event["turn"])
        for index in range(50)
        for event in tell(match, index)
        if event["event"] == "end" and event["turn"] < 6
    )
    assert position_at(match, index, turn, 16).turn == turn
    with pytest.raises(SpecError, match=rf"game {index} ended on turn {turn} \(.*\), before turn 6, round 3"):
        position_at(match, index, 6, 3)


@pytest.mark.parametrize(("turn", "number"), [(0, 1), (7, 1), (1, 0), (1, 17)])
def test_no_such_round(turn: int, number: int) -> None:
    with pytest.raises(SpecError, match=r"allowed: 1 to (6|16)"):
        position_at(prepare(None, 4, [], "random", 1), 0, turn, number)


def subsets(stack: Stack) -> Counter[tuple[int, int]]:
    """Every set of counters that the stack may be, one by one."""
    everything = [*(army.value for army in stack.armies), *[-1] * stack.blanks]
    found: Counter[tuple[int, int]] = Counter()
    for chosen in combinations(range(len(everything)), stack.drawn):
        real = [everything[which] for which in chosen if everything[which] >= 0]
        found[len(real), max(real, default=-1)] += 1
    return found


def seen_by_hand(battle: Battle, side: Side, known: list[int]) -> tuple[Fraction, Fraction]:
    """P(no real defender) and P(attack wins), set by set of the counters of both colours."""
    groups = [subsets(some.stack) for some in battle.enemies]
    joint: Counter[tuple[int, int]] = Counter({(len(known), max(known, default=-1)): 1})
    for group in groups:
        joint = Counter(
            {
                key: sum(
                    one * two
                    for (a, b), one in joint.items()
                    for (c, d), two in group.items()
                    if (a + c, max(b, d)) == key
                )
                for key in {(a + c, max(b, d)) for a, b in joint for c, d in group}
            }
        )
    total, nobody, wins = sum(joint.values()), Fraction(0), Fraction(0)
    for (number, best), ways in joint.items():
        if number == 0:
            nobody += Fraction(ways, total)
        else:
            enemy = Side((Combatant(best),) * number)
            wins += Fraction(ways, total) * combat_odds(Combat(side, enemy), box().faces).attack_wins
    return nobody, wins


def test_battles_are_what_the_acting_player_can_know() -> None:
    match = prepare(None, 4, [], "balanced", 21)
    fought = 0
    for index, turn, number in [(0, 1, 1), (0, 1, 10), (1, 2, 7), (2, 1, 16), (3, 2, 12), (4, 1, 5)]:
        state = position_at(match, index, turn, number)
        faction = FACTIONS[int(state.slot) % 4]
        for battle in battles_at(box(), match.table, state):
            front = box().fronts[battle.front - 1]
            assert faction in (front.allied, front.central)
            values = {army.name: army.value for army in box().armies}
            for attack in battle.attacks:
                for odds in (attack.seen, attack.true):
                    parts = (odds.no_real_defender, odds.attack_wins, odds.tie, odds.defence_wins)
                    assert sum(parts) == 1
                known = [values[army.name] for army in battle.revealed]
                assert seen_by_hand(battle, attack.side, known) == (
                    attack.seen.no_real_defender,
                    attack.seen.attack_wins,
                )
                if battle.defenders:
                    enemy = Side(
                        tuple(
                            Combatant(max(army.value for army in battle.defenders)) for _ in battle.defenders
                        )
                    )
                    exact = combat_odds(Combat(attack.side, enemy), box().faces)
                    assert (attack.true.attack_wins, attack.true.tie) == (exact.attack_wins, exact.tie)
                else:
                    assert attack.true.no_real_defender == 1
                fought += 1
            truth = (len(battle.defenders), max((army.value for army in battle.defenders), default=-1))
            assert battle.defence.probability(truth) > 0
    assert fought > 15


def test_the_policies_attack_with_armies_that_the_position_offers() -> None:
    match = prepare(None, 4, [], "balanced", 3)
    combats = 0
    for event in tell(match, 0):
        if event["event"] == "combat":
            state = position_at(match, 0, event["turn"], event["round"])
            (battle,) = battles_at(box(), match.table, state, event["front"])
            assert set(event["attackers"]) <= {army.name for army in battle.attackers}
            assert event["defenders"] == [army.name for army in battle.defenders]
            laid = {attack.chit.id if attack.chit else None for attack in battle.attacks}
            assert event.get("attack_chit") in laid or set(event["attackers"]) < {
                army.name for army in battle.attackers
            }
            combats += 1
    assert combats > 5


def test_a_front_without_an_attack_is_refused() -> None:
    match = prepare(None, 4, [], "balanced", 3)
    state = position_at(match, 0, 1, 1)  # Germany acts
    with pytest.raises(
        SpecError, match=r"--front 11: Germany may not attack there now \(R6\.0, R5\.1\); allowed: "
    ):
        battles_at(box(), match.table, state, 11)
    with pytest.raises(SpecError, match="--front: found 12; allowed: 1 to 11"):
        battles_at(box(), match.table, state, 12)


@pytest.mark.parametrize("counters", range(6))
def test_a_stack_equals_every_set_of_counters(counters: int) -> None:
    stack = Stack("WA", counters, tuple(map(Combatant, (0, 2, 2, 3, 3))), 3)
    every = subsets(stack)
    exact = defence_of([], [stack]).probabilities()
    assert exact == {key: Fraction(ways, sum(every.values())) for key, ways in every.items()}
    assert sum(exact.values()) == 1
    assert defence_of([], []).probability(NOBODY) == 1
