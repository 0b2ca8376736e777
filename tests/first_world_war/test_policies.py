"""The heuristic policies: legal, without peeking, without chance, and far better than random."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import referee

from fwwsim.engine.bits import nth_bit
from fwwsim.engine.simulate import simulate
from fwwsim.errors import DataError, SpecError
from fwwsim.games.first_world_war.actions import act
from fwwsim.games.first_world_war.check import check_victory
from fwwsim.games.first_world_war.combat import reveal
from fwwsim.games.first_world_war.deployment import begin_turn, deploy
from fwwsim.games.first_world_war.eligibility import layable_chits, may_lead, must_defend
from fwwsim.games.first_world_war.match import Match, prepare, tell
from fwwsim.games.first_world_war.names import CYCLES, FACTIONS, TURNS
from fwwsim.games.first_world_war.policies import decide
from fwwsim.games.first_world_war.policies.assign import BASES, shipped_policies
from fwwsim.games.first_world_war.policies.weights import MEANINGS, NAMES, NEUTRAL
from fwwsim.games.first_world_war.state import COMBAT, NO_CHIT, PLAYING
from fwwsim.games.first_world_war.tables import WEIGHTS
from fwwsim.games.first_world_war.turn import prepare_next_turn
from fwwsim.policies.catalogue import choose_policies, load_policies

PRESETS = ("cautious", "balanced", "aggressive")
EVERYTHING = f"everything@{Path(__file__).parent / 'features.toml'}"
EVERY_RULE = [
    "schlieffen",
    "variable_order",
    "historical_setup",
    "hand_scope=player",
    "uncontested_base=point",
    "mef_or_reach=front_11_only",
    "treaty_garrison=ignored",
    "transfer_source=one_front",
]


ABILITIES = ("transfers", "moves", "bluffs", "attacks_east", "makes_peace", "draws_chits")


def copy_of(state: Any) -> Any:
    rows = np.zeros(1, state.dtype).view(np.recarray)
    rows[0] = state
    return rows[0]


def start_of(match: Match, index: int) -> Any:
    state = copy_of(match.start[0])
    state.game = index
    return state


def positions(match: Match, index: int) -> Iterator[tuple[str, int, Any]]:
    """(what is decided, faction, state just before) for each deployment and action of a game."""
    state = start_of(match, index)
    for turn in range(1, TURNS + 1):
        state.turn = turn
        begin_turn(state, match.table)
        for place in range(4):
            faction = int(state.deployment_order[place])
            yield "deploy", faction, copy_of(state)
            deploy(state, match.table, match.journal, faction)
        for cycle in range(CYCLES):
            for place in range(4):
                faction = int(state.round_order[place])
                state.slot, state.round_number = 4 * cycle + faction, 4 * cycle + place
                yield "act", faction, copy_of(state)
                act(state, match.table, match.journal, faction)
        check_victory(state, match.table, match.journal)
        assert state.fault == 0
        if state.reason != PLAYING:
            return
        yield "treaty", 2, copy_of(state)
        prepare_next_turn(state, match.table, match.journal)


def hide_again(state: Any, table: Any, faction: int, rng: np.random.Generator) -> Any:
    """The same position with everything permuted that `faction` cannot know.

    Face-down counters of one colour change places where both may stand: an army with an army, an army with a
    dummy. Hands of the other factions are exchanged with their cups.
    """
    other = copy_of(state)
    alliance = faction >> 1
    for colour in range(4):
        if colour != faction:
            for _ in range(20):
                swap_counters(other, table, faction, colour, rng)
    for owner in range(4):
        hand = table.hand_of[owner]
        if hand != table.hand_of[faction]:
            swap_chits(other, owner >> 1, hand, rng)
    if other.laid[1 - alliance] != NO_CHIT:
        other.laid[1 - alliance] = int(rng.integers(15))
    return other


def swap_counters(state: Any, table: Any, faction: int, colour: int, rng: np.random.Generator) -> None:
    side = colour >> 1
    one, two = (int(front) for front in rng.choice(11, 2, replace=False))
    if side == faction >> 1 and (table.home[side, one] == faction or table.home[side, two] == faction):
        return  # it sees these
    hidden = table.colour[colour] & ~state.revealed[side]
    first = state.armies[side, one] & hidden & may_stand(state, table, side, two)
    second = state.armies[side, two] & hidden & may_stand(state, table, side, one)
    if first and second and rng.integers(2):
        a, b = nth_bit(int(first), 0), nth_bit(int(second), 0)
        state.armies[side, one] ^= (1 << a) | (1 << b)
        state.armies[side, two] ^= (1 << a) | (1 << b)
    elif first and state.dummies[colour, two] and table.dummy_fronts[state.turn, 1, colour] >> one & 1:
        a = nth_bit(int(first), 0)
        state.armies[side, one] ^= 1 << a
        state.armies[side, two] ^= 1 << a
        state.dummies[colour, two] -= 1
        state.dummies[colour, one] += 1


def may_stand(state: Any, table: Any, side: int, front: int) -> int:
    return int(table.may_enter[state.turn, 0, side, front] & table.may_enter[state.turn, 1, side, front])


def swap_chits(state: Any, alliance: int, hand: int, rng: np.random.Generator) -> None:
    """Exchange a chit of a hand with one of the cup."""
    held = [bit for bit in range(15) if state.hand[hand] >> bit & 1]
    cup = [bit for bit in range(15) if state.cup[alliance] >> bit & 1]
    if held and cup:
        exchange = (1 << int(rng.choice(held))) | (1 << int(rng.choice(cup)))
        state.hand[hand] ^= exchange
        state.cup[alliance] ^= exchange


def action_of(state: Any, match: Match, faction: int) -> tuple[Any, ...]:
    kind = decide.action(state, match.table, faction)
    if kind == COMBAT:
        return (kind, int(state.front), int(state.fighting[faction >> 1]))
    return (kind, state.plan[: state.planned].tolist())


def deployment_of(state: Any, match: Match, faction: int) -> tuple[Any, ...]:
    deploy(state, match.table, match.journal, faction)
    colour = match.table.colour[faction]
    return ((state.armies[faction >> 1] & colour).tolist(), state.dummies[faction].tolist())


def combat_choices(state: Any, match: Match, faction: int, attacking: bool) -> tuple[Any, ...]:
    """Chit and lead of a side, once the enemy's counters are turned up."""
    table, alliance = match.table, faction >> 1
    chits = layable_chits(
        table, state.hand[table.hand_of[faction]], alliance, state.fighting[alliance], attacking
    )
    chit = decide.chit(state, table, faction, chits, attacking)
    state.laid[alliance] = chit
    leaders = may_lead(table, alliance, state.fighting[alliance], chit)
    return chit, decide.lead(state, table, faction, leaders, attacking)


def compare_combat(state: Any, match: Match, attacker: int, rng: np.random.Generator) -> int:
    """Both sides' chits and leads in the combat that the attacker chose; returns how many were compared."""
    table, alliance, front = match.table, attacker >> 1, int(state.front)
    defenders = must_defend(state, table, 1 - alliance, front)
    if not defenders:
        return 0
    state.fighting[1 - alliance] = defenders
    reveal(state, match.journal, alliance, front, int(state.fighting[alliance]))
    state.laid[:] = NO_CHIT
    state.lead[alliance] = nth_bit(int(state.fighting[alliance]), 0)
    defender = int(table.home[1 - alliance, front])
    for faction, attacking in ((defender, False), (attacker, True)):
        if attacking:
            state.laid[1 - alliance] = int(rng.integers(-1, 15))
        other = hide_again(state, table, faction, rng)
        chosen = combat_choices(copy_of(state), match, faction, attacking)
        assert combat_choices(other, match, faction, attacking) == chosen
    return 2


@pytest.mark.parametrize("policy", [*PRESETS, EVERYTHING])
@pytest.mark.parametrize(("players", "rules"), [(4, []), (2, ["hand_scope=player", "historical_setup"])])
def test_no_peeking(policy: str, players: int, rules: list[str]) -> None:
    """Enemy values and dummies, hands and partners' counters permuted: the same decision."""
    match = prepare(None, players, rules, policy, 11)
    rng = np.random.default_rng(3)
    compared = changed = 0
    for index in range(8):
        for what, faction, state in positions(match, index):
            for _ in range(3):
                other = hide_again(state, match.table, faction, rng)
                changed += not np.array_equal(other.armies, state.armies)
                one = copy_of(state)
                if what == "deploy":
                    assert deployment_of(other, match, faction) == deployment_of(one, match, faction)
                elif what == "act":
                    chosen = action_of(one, match, faction)
                    assert action_of(other, match, faction) == chosen
                    if chosen[0] == COMBAT:
                        compared += compare_combat(one, match, faction, rng)
                else:
                    assert decide.offers_treaty(other, match.table) == decide.offers_treaty(one, match.table)
                compared += 1
    assert compared > 500
    assert changed > 500


@pytest.mark.parametrize("policy", [*PRESETS, EVERYTHING])
def test_draws_nothing(policy: str) -> None:
    """A heuristic policy is deterministic: other keys for its decisions change no game."""
    match = prepare(None, 4, ["variable_order"], policy, 1)
    other = prepare(None, 4, ["variable_order"], policy, 1)
    other.start[0].key[1] ^= np.uint64(2)
    assert np.array_equal(simulate(match, 500).outcomes, simulate(other, 500).outcomes)


def test_random_does_draw() -> None:
    match, other = (prepare(None, 4, [], "random", 1) for _ in range(2))
    other.start[0].key[1] ^= np.uint64(2)
    assert not np.array_equal(simulate(match, 50).outcomes, simulate(other, 50).outcomes)


@pytest.mark.parametrize("policy", [*PRESETS, EVERYTHING, "WA=random,EA=balanced,DE=cautious,GA=aggressive"])
@pytest.mark.parametrize(("players", "rules"), [(4, []), (3, [*EVERY_RULE, "surrender_from_turn=3"])])
def test_legal(policy: str, players: int, rules: list[str]) -> None:
    """The independent referee finds nothing in whole games."""
    match = prepare(None, players, rules, policy, 17)
    for index in range(60):
        assert referee.check_log(tell(match, index), match.description["source"]) == []


@pytest.mark.parametrize("policy", PRESETS)
def test_beats_random(policy: str) -> None:
    """From either alliance at least 9 games in 10; 4,000 games give a standard error below half a point."""
    for alliance, policies in enumerate(
        (f"WA={policy},EA={policy},DE=random,GA=random", f"WA=random,EA=random,DE={policy},GA={policy}")
    ):
        outcomes = simulate(prepare(None, 2, [], policies, 23), 4000, threads=2).outcomes
        assert (outcomes.alliance == alliance).mean() > 0.9


def test_presets_differ() -> None:
    digests = {
        simulate(prepare(None, 4, [], policy, 1), 200).outcomes.tobytes() for policy in (*PRESETS, "random")
    }
    assert len(digests) == 4


def test_every_weight_matters() -> None:
    """Another value of any weight changes some game."""
    rules = ["variable_order", "surrender_from_turn=3", "treaty_garrison=ignored"]
    base = simulate(prepare(None, 4, rules, EVERYTHING, 5), 2000, threads=2).outcomes
    for number, name in enumerate(NAMES):
        match = prepare(None, 4, rules, EVERYTHING, 5)
        off = {"late": -1.0, "plan_chit": 0.0, "treaty": 50.0} | dict.fromkeys(ABILITIES, 0.0)
        match.table.weights[:, number] = off.get(name, 3.0)
        assert not np.array_equal(simulate(match, 2000, threads=2).outcomes, base), name


def test_neutral_weights_change_nothing() -> None:
    """A policy without the weights that may be left out plays as if they were not there: its games are pinned."""
    outcomes = simulate(prepare(None, 4, [], "balanced", 1914), 2000).outcomes
    assert hashlib.sha256(outcomes.tobytes()).hexdigest()[:16] == "2c4087774126717e"


def test_weights_are_explained() -> None:
    assert set(MEANINGS) == set(NAMES)
    assert set(NEUTRAL) < set(NAMES)
    assert len(NAMES) <= WEIGHTS
    assert set(shipped_policies()) >= {"random", *PRESETS}
    assert all(policy.idea.endswith(".") for policy in shipped_policies().values())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("strong", "unknown policy 'strong'; allowed: random, cautious, balanced, aggressive, "),
        ("WA=random", "no policy for EA, DE, GA; give one for each of WA, EA, DE, GA"),
        ("XX=random", "unknown faction 'XX'; allowed: WA, EA, DE, GA"),
        ("WA=random,WA=random", "faction WA given twice"),
    ],
)
def test_bad_policy_choice(text: str, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        choose_policies(text, FACTIONS, shipped_policies())


@pytest.mark.parametrize(
    ("document", "problems"),
    [
        ('[a]\nbase = "clever"\nidea = "x"', ["base: found 'clever'; allowed: random, heuristic"]),
        ('[a]\nbase = "random"', ["idea: found None; allowed: a text"]),
        ('[a]\nbase = "random"\nidea = "x"\nfoo = 1', ["foo: unknown key; allowed: base, idea, weights"]),
        ('[a]\nbase = "random"\nidea = "x"\nweights = 3', ["weights: found 3; allowed: a table of numbers"]),
        (
            '[a]\nbase = "heuristic"\nidea = "x"\n[a.weights]\ncitty = 1\nloss = "x"',
            [
                "weight 'city': missing",
                "weight 'citty': unknown; did you mean city?",
                "weight 'loss': found 'x'",
            ],
        ),
    ],
)
def test_bad_policies_file(tmp_path: Any, document: str, problems: list[str]) -> None:
    path = tmp_path / "policies.toml"
    path.write_text(document)
    with pytest.raises(DataError) as caught:
        load_policies(path, BASES)
    for problem in problems:
        assert any(problem in line for line in caught.value.problems), caught.value.problems
