"""The policies: what each one is, that it sees no hidden card, and that it beats chance."""

from typing import Any

import numpy as np
import pytest
from hector_positions import members

from fwwsim.engine.simulate import simulate
from fwwsim.errors import SpecError
from fwwsim.games.hector_and_achilles.closing import close_battle
from fwwsim.games.hector_and_achilles.fate import hold_fate_phase, total
from fwwsim.games.hector_and_achilles.match import prepare
from fwwsim.games.hector_and_achilles.opening import open_battle
from fwwsim.games.hector_and_achilles.policies import decide
from fwwsim.games.hector_and_achilles.policies.assign import shipped_policies
from fwwsim.games.hector_and_achilles.policies.weights import MEANINGS, NAMES
from fwwsim.games.hector_and_achilles.rounds import open_options, take_turn
from fwwsim.games.hector_and_achilles.setup import deal
from fwwsim.games.hector_and_achilles.state import NO_HERO, NO_OPTION, NOBODY, PLAYING, RETREAT
from fwwsim.games.hector_and_achilles.victory import settle

HEURISTICS = ("greedy", "bluffer", "steady", "tuned")


def copy_of(state: Any) -> Any:
    copy = np.zeros(1, state.dtype).view(np.recarray)
    copy[0] = state
    return copy[0]


def shuffled(word: int, sizes: list[int], rng: np.random.Generator) -> list[int]:
    """The members of a set dealt anew to places of these sizes."""
    cards = rng.permutation(members(word))
    ends = np.cumsum(sizes)
    return [
        sum(1 << int(card) for card in cards[end - size : end]) for size, end in zip(sizes, ends, strict=True)
    ]


def hide_again(state: Any, side: int, rng: np.random.Generator, opening: bool) -> Any:
    """Another state that looks the same to `side`: enemy hand, piles, thrown cards, hero; own piles.

    During an opening the vanguards and sizes are known, and there are no hands yet.
    """
    other, enemy = copy_of(state), 1 - side
    hidden = [int(word) for word in (*state.pile[enemy], state.hand[enemy], state.thrown[enemy])]
    dealt = shuffled(sum(hidden), [word.bit_count() for word in hidden], rng)
    other.pile[enemy], other.hand[enemy], other.thrown[enemy] = dealt[:4], dealt[4], dealt[5]
    own = [int(word) for word in state.pile[side]]
    other.pile[side] = shuffled(sum(own), [word.bit_count() for word in own], rng)
    if not opening and state.hero[enemy] != NO_HERO and not state.hero_played[enemy]:
        known = sum(
            1 << int(hero)
            for hero in state.bottom[enemy][state.bottom_first[enemy] : state.bottom_end[enemy]]
        )
        heroes = rng.permutation(members(state.hero_pile[enemy] | known | 1 << int(state.hero[enemy])))
        other.hero[enemy] = heroes[0]
        under = int(state.bottom_end[enemy] - state.bottom_first[enemy])
        other.bottom[enemy][state.bottom_first[enemy] : state.bottom_end[enemy]] = heroes[1 : 1 + under]
        other.hero_pile[enemy] = sum(1 << int(hero) for hero in heroes[1 + under :])
    return other


def turn_of(state: Any, match: Any, side: int) -> tuple[Any, ...]:
    """What the policy decides on in a turn, before any card is drawn for it."""
    chosen = decide.option(state, match.table, side, open_options(state, side))
    card = decide.card(state, match.table, side) if chosen != RETREAT else -1
    return chosen, int(state.choice) if chosen not in (NO_OPTION, RETREAT) else -1, card


@pytest.mark.parametrize("policy", HEURISTICS)
@pytest.mark.parametrize("rival", ["random", "greedy"])
def test_no_peeking(policy: str, rival: str) -> None:
    """Hidden cards and heroes permuted: the same decisions, in every turn of whole games."""
    match = prepare(None, 2, [], f"ACHAEAN={policy},TROJAN={rival}", 5)
    table, journal, side = match.table, match.journal, 0
    rng = np.random.default_rng(2)
    compared = changed = 0
    for game in range(12):
        state = match.start.copy()[0]
        state.game = game
        deal(state, journal)
        while state.reason == PLAYING:
            state.battle += 1
            if state.attacker == side:
                other = hide_again(state, side, rng, True)
                assert decide.vanguard(other, table, side) == decide.vanguard(copy_of(state), table, side)
                piles = 0b1111 & sum((state.pile[side, pile] != 0) << pile for pile in range(4))
                assert decide.fight(other, table, side, piles) == decide.fight(
                    copy_of(state), table, side, piles
                )
            open_battle(state, table, journal)
            for number in range(4):
                state.round_number = number
                for mover in (state.attacker, 1 - state.attacker):
                    if mover == side and state.retreated == NOBODY:
                        other = hide_again(state, side, rng, False)
                        changed += int(other.hand[1] != state.hand[1])
                        assert turn_of(other, match, side) == turn_of(copy_of(state), match, side)
                        compared += 1
                    if state.retreated == NOBODY:
                        take_turn(state, table, journal, mover)
                if state.retreated != NOBODY:
                    break
                if total(state, table, 0) > total(state, table, 1):
                    other = hide_again(state, side, rng, False)
                    assert decide.direction(other, table, side) == decide.direction(
                        copy_of(state), table, side
                    )
                hold_fate_phase(state, table, journal)
            settle(state, table, journal)
            close_battle(state, table, journal)
    assert compared > 150
    assert changed > 100


@pytest.mark.parametrize("policy", ["greedy", "steady"])
def test_draws_nothing(policy: str) -> None:
    """Without bluffs a heuristic policy is deterministic: other keys for its decisions change no game."""
    match, other = (prepare(None, 2, [], policy, 1) for _ in range(2))
    other.start[0].key[1] ^= np.uint64(2)
    assert np.array_equal(simulate(match, 500).outcomes, simulate(other, 500).outcomes)


@pytest.mark.parametrize("policy", ["random", "bluffer"])
def test_draws(policy: str) -> None:
    match, other = (prepare(None, 2, [], policy, 1) for _ in range(2))
    other.start[0].key[1] ^= np.uint64(2)
    assert not np.array_equal(simulate(match, 200).outcomes, simulate(other, 200).outcomes)


@pytest.mark.parametrize("policy", HEURISTICS)
def test_beats_random(policy: str) -> None:
    """From either side at least 95 games in 100."""
    for side, policies in enumerate((f"ACHAEAN={policy},TROJAN=random", f"ACHAEAN=random,TROJAN={policy}")):
        outcomes = simulate(prepare(None, 2, [], policies, 23), 3000, threads=2).outcomes
        assert (outcomes.winner == side).mean() > 0.95


@pytest.mark.parametrize("rival", ["greedy", "bluffer"])
def test_tuned_beats_what_it_was_tuned_against(rival: str) -> None:
    """From either side at least 3 games in 4, with seeds that the search did not see."""
    for side, policies in enumerate((f"ACHAEAN=tuned,TROJAN={rival}", f"ACHAEAN={rival},TROJAN=tuned")):
        outcomes = simulate(prepare(None, 2, [], policies, 4242), 4000, threads=2).outcomes
        assert (outcomes.winner == side).mean() > 0.75


def test_what_the_policies_do() -> None:
    names = ("steady", "greedy", "bluffer")
    steady, greedy, bluffer = (simulate(prepare(None, 2, [], name, 1), 3000).outcomes for name in names)
    assert steady.retreats.sum() == steady.swaps.sum() == 0
    battles = [outcomes.end_battle.sum() for outcomes in (greedy, bluffer)]
    assert bluffer.retreats.sum() / battles[1] < greedy.retreats.sum() / battles[0]
    assert greedy.heroes_played.sum() > 0


def test_every_weight_matters() -> None:
    """Another value of any weight changes some game."""
    base = simulate(prepare(None, 2, [], "bluffer", 5), 3000, threads=2).outcomes
    for number, name in enumerate(NAMES):
        match = prepare(None, 2, [], "bluffer", 5)
        match.table.weights[:, number] = {"boldness": 0.3, "bluff": 0.1, "show": 0.0}.get(name, 3.0)
        assert not np.array_equal(simulate(match, 3000, threads=2).outcomes, base), name


def test_weights_are_explained() -> None:
    assert set(MEANINGS) == set(NAMES)
    assert set(shipped_policies()) == {"random", *HEURISTICS}
    assert all(policy.idea.endswith(".") for policy in shipped_policies().values())


def test_random_is_uniform_over_the_kinds_of_option() -> None:
    """First turn of a game: none, swap card, swap hero, play hero, retreat; each one in five."""
    match = prepare(None, 2, [], "random", 9)
    counts = np.zeros(6)
    games = 3000
    for game in range(games):
        state = match.start.copy()[0]
        state.game = game
        deal(state, match.journal)
        state.battle = 1
        open_battle(state, match.table, match.journal)
        options = open_options(state, 0)
        assert int(options).bit_count() == 5
        counts[decide.option(state, match.table, 0, options)] += 1
    assert counts[4] == 0
    assert (abs(counts[[0, 1, 2, 3, 5]] - games / 5) < 4 * np.sqrt(games * 0.16)).all()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("strong", "unknown policy 'strong'; allowed: random, greedy, bluffer, steady"),
        ("ACHAEAN=random", "no policy for TROJAN; give one for each of ACHAEAN, TROJAN"),
    ],
)
def test_bad_policy_choice(text: str, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        prepare(None, 2, [], text, 1)
