"""A Monte Carlo twin of :mod:`hidden`: counters and chits drawn one by one, dice by the simulation's own kernel.

For stacks with more cases than are enumerated, and as a check of those that are. Compiled; numba and numpy are
imported here. Game i of a seed meets the same counters, chits and dice whatever the attack.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.counter_rng import key_of
from fwwsim.engine.dice import MAX_GAMES, NATURE, STREAMS, below, open_event
from fwwsim.engine.journal import new_journal
from fwwsim.engine.records import Record, blank
from fwwsim.errors import SpecError
from fwwsim.games.first_world_war import events
from fwwsim.games.first_world_war.combat import resolve
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS
from fwwsim.games.first_world_war.odds.gain import Laid
from fwwsim.games.first_world_war.odds.hidden import StackClass, Unknown
from fwwsim.games.first_world_war.odds.hidden_views import Answer, Question
from fwwsim.games.first_world_war.odds.single import SIGNAL
from fwwsim.games.first_world_war.state import NO_CHIT, STATE
from fwwsim.games.first_world_war.tables import MAX_ARMIES, TABLE
from fwwsim.jit import kernel

ATTACK, DEFENCE = ALLIES, CENTRAL_POWERS  # who is who makes no difference to the kernel
FRONT = CHIT = 0
STACK_DRAW, CHIT_DRAW = events.DEFENCE_DRAW, events.ATTACK_DRAW  # no chit is drawn in the combat itself
ARMIES, LEAD, LAID, BEST = range(4)  # columns of a sample: real armies, lead, chit laid, class
UNOPPOSED = 2  # beside 1, 0 and -1 for a combat won, tied and lost
MOST_SAMPLES = 10_000_000


@dataclass(frozen=True, slots=True)
class Sampled:
    """What `samples` random cases give; intervals are for :mod:`fwwsim.stats.intervals`.

    Attributes
    ----------
    answer : Answer
        For the stack classes as often as they came up; hands are still enumerated.
    counts : tuple of 4 int
        Unopposed, attack wins, tie, defence wins: the best attack of `answer`, played out.
    gains : (samples,) array
        What it gained.
    knowing : tuple of 3 (samples,) arrays
        What knowing one chit, the stack, everything adds, by sample; their means are the values of knowing.
    """

    samples: int
    seed: int
    answer: Answer
    counts: tuple[int, int, int, int]
    gains: NDArray[Any]
    knowing: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def sample(question: Question, samples: int, seed: int) -> Sampled:
    """Estimates from `samples` random stacks, hands and dice.

    Parameters
    ----------
    question : Question
    samples : int
        1 to 10 million.
    seed : int

    Raises
    ------
    SpecError
        A number out of range, or more armies than the kernel has room for.
    """
    if not 1 <= samples <= min(MOST_SAMPLES, MAX_GAMES):
        raise SpecError(f"--samples: found {samples}; allowed: 1 to {MOST_SAMPLES}")
    unknown = question.unknown
    most = len(unknown.seen) + sum(stack.drawn for stack in unknown.stacks)
    if max(len(question.attackers), most) > MAX_ARMIES:
        raise SpecError(
            f"armies of a side: found up to {max(len(question.attackers), most)}; allowed: {MAX_ARMIES}"
        )
    start = np.zeros(1, STATE).view(np.recarray)
    start[0].turn = 1
    start[0].key[:] = np.array([key_of(seed, stream) for stream in range(STREAMS)], np.uint64)
    rows = np.zeros((samples, 4), np.int64)
    draw_many(rows, start.copy(), *_decks(unknown))
    answer = Answer(question, _classes(rows, len(unknown.cup.kinds)))
    laid = question.attacks[answer.best].laid
    table = _table(question, laid)
    results = np.zeros(samples, np.int64)
    attackers = (1 << len(question.attackers)) - 1
    resolve_many(results, rows, start.copy(), start, table, new_journal(0), attackers, laid.chit != 0)
    counts = [int((results == result).sum()) for result in (UNOPPOSED, 1, 0, -1)]
    by_sample = _by_sample(answer)
    return Sampled(
        samples,
        seed,
        answer,
        (counts[0], counts[1], counts[2], counts[3]),
        _gains(question, laid, rows, results),
        (by_sample[:, 0], by_sample[:, 1], by_sample[:, 2]),
    )


def _by_sample(answer: Answer) -> NDArray[Any]:
    """What each kind of knowledge adds, a row a sample; samples of one class together."""
    excess = answer.excess()
    values = np.array([[float(value) for value in excess[has]] for has in answer.classes])
    return np.repeat(values, list(answer.classes.values()), axis=0)


def _decks(unknown: Unknown) -> tuple[NDArray[Any], ...]:
    """The counters and chits as the kernel wants them.

    Values by counter (-1 a blank), allowed kinds by counter (bits), begin, end and draws by stack, the kinds of
    the chits (-1 a blank), value and obligation by kind, number of chits drawn, best values of the armies seen.
    """
    kinds = unknown.cup.kinds
    values: list[int] = []
    allowed: list[int] = []
    stacks: list[tuple[int, int, int]] = []
    for stack in unknown.stacks:
        begin = len(values)
        for army in stack.armies:
            values.append(army.value)
            allowed.append(sum(1 << number for number, kind in enumerate(kinds) if kind.may_lead(army)))
        values += [-1] * stack.blanks
        allowed += [0] * stack.blanks
        stacks.append((begin, len(values), stack.drawn))
    chits = [number for number, count in enumerate(unknown.cup.numbers) for _ in range(count)]
    seen = unknown.best_of(unknown.seen)
    columns: tuple[Any, ...] = (
        values,
        allowed,
        np.array(stacks, np.int64).reshape(-1, 3),
        chits + [-1] * unknown.cup.blanks,
        [kind.value for kind in kinds],
        [kind.mandatory for kind in kinds],
        [unknown.cup.drawn],
        [seen.armies, *seen.best],
    )
    return tuple(np.array(column, np.int64) for column in columns)


def _classes(rows: NDArray[Any], kinds: int) -> Counter[StackClass]:
    """How often each stack class came up."""
    found: Counter[StackClass] = Counter()
    pairs, numbers = np.unique(rows[:, [ARMIES, BEST]], axis=0, return_counts=True)
    for (armies, code), number in zip(pairs.tolist(), numbers.tolist(), strict=True):
        best = tuple(code // 5**place % 5 - 1 for place in range(kinds + 1))
        found[StackClass(armies, best)] = number
    return found


def _table(question: Question, laid: Laid) -> Record:
    """The kernel's table: the die, who is at home, the attack's lead and chit. The defence's follow a sample."""
    table = blank(TABLE)
    table.die[:] = [0 if face == SIGNAL else face for face in question.stakes.faces]
    table.home[:, FRONT] = 2 * ATTACK, 2 * DEFENCE
    table.colour[[2 * ATTACK, 2 * DEFENCE]] = (1 << MAX_ARMIES) - 1
    table.value[ATTACK, 0] = laid.lead
    table.chit_value[ATTACK, CHIT] = laid.chit
    return table


def _gains(question: Question, laid: Laid, rows: NDArray[Any], results: NDArray[Any]) -> NDArray[Any]:
    """What each sample gained, once played out."""
    stakes = question.stakes
    worth = np.array([float(worth) for worth in stakes.objective.armies])
    own, enemy = worth[laid.lead], worth[np.maximum(rows[:, LEAD], 0)]
    kept = float(stakes.objective.chit) * (np.maximum(rows[:, LAID], 0) - max(0, laid.chit))
    fought = np.select([results == 1, results == 0], [enemy + float(stakes.won), enemy - own], -own) + kept
    return np.where(results == UNOPPOSED, float(stakes.walk_in), fought)


@kernel
def swap_in(state: Any, deck: Any, allowed: Any, first: int, end: int, picks: Any, pick: int) -> None:
    """Bring a uniform one of the cards `first` to `end` - 1 to place `first`; remember where it was."""
    other = first + below(state, end - first)
    picks[pick] = other
    deck[first], deck[other] = deck[other], deck[first]
    allowed[first], allowed[other] = allowed[other], allowed[first]


@kernel
def swap_back(deck: Any, allowed: Any, first: int, drawn: int, picks: Any) -> None:
    """Undo `drawn` swaps, so that every game draws from the same deck."""
    for pick in range(drawn - 1, -1, -1):
        place, other = first + pick, picks[pick]
        deck[place], deck[other] = deck[other], deck[place]
        allowed[place], allowed[other] = allowed[other], allowed[place]


@kernel
def draw_stacks(state: Any, values: Any, allowed: Any, stacks: Any, has: Any, picks: Any) -> None:
    """Draw every stack without replacement; `has` counts the armies and keeps the best value by kind."""
    open_event(state, NATURE, STACK_DRAW, 0, FRONT)
    for stack in range(stacks.shape[0]):
        begin, end, drawn = stacks[stack, 0], stacks[stack, 1], stacks[stack, 2]
        for pick in range(drawn):
            place = begin + pick
            swap_in(state, values, allowed, place, end, picks, pick)
            value = values[place]
            if value >= 0:
                has[0] += 1
                has[1] = max(has[1], value)
                for kind in range(has.size - 2):
                    if allowed[place] >> kind & 1:
                        has[2 + kind] = max(has[2 + kind], value)
        swap_back(values, allowed, begin, drawn, picks)


@kernel
def play_simply(held: int, has: Any, value: Any, mandatory: Any, row: Any) -> None:
    """The highest sum of lead and chit, among equal ones the lower chit (R6.1.1, R6.1.2, R6.2.2)."""
    forced = 0
    for kind in range(value.size):
        if held >> kind & 1 and mandatory[kind] and has[2 + kind] >= 0:
            forced = 1
    row[LEAD], row[LAID] = -1, 0
    if forced == 0:
        row[LEAD] = has[1]
    most = -100 if forced else has[1]
    for kind in range(value.size):
        lead = has[2 + kind]
        if held >> kind & 1 == 0 or lead < 0 or mandatory[kind] < forced:
            continue
        if lead + value[kind] > most or (lead + value[kind] == most and lead > row[LEAD]):
            most, row[LEAD], row[LAID] = lead + value[kind], lead, value[kind]


@kernel
def draw_many(
    rows: Any,
    scratch: Any,
    values: Any,
    allowed: Any,
    stacks: Any,
    chits: Any,
    value: Any,
    mandatory: Any,
    drawn: Any,
    seen: Any,
) -> None:
    """Draw stacks and a hand for every row, and what a defence that plays simply lays and leads."""
    state, has, picks = scratch[0], seen.copy(), np.zeros(128, np.int64)
    unused = np.zeros(chits.size, np.int64)
    for game in range(rows.shape[0]):
        state.game = game
        has[:] = seen
        draw_stacks(state, values, allowed, stacks, has, picks)
        open_event(state, NATURE, CHIT_DRAW, 0, FRONT)
        held = 0
        for pick in range(drawn[0]):
            swap_in(state, chits, unused, pick, chits.size, picks, pick)
            if chits[pick] >= 0:
                held |= 1 << chits[pick]
        swap_back(chits, unused, 0, drawn[0], picks)
        row = rows[game]
        play_simply(held, has, value, mandatory, row)
        row[ARMIES] = has[0]
        for place in range(has.size - 1, 0, -1):
            row[BEST] = row[BEST] * 5 + has[place] + 1


@kernel
def resolve_many(
    results: Any,
    rows: Any,
    scratch: Any,
    start: Any,
    table: Any,
    journal: Any,
    attackers: int,
    chit: bool,
) -> None:
    """Resolve the combat of every row with the kernel of the simulation (R6.1)."""
    for game in range(rows.shape[0]):
        row = rows[game]
        if row[ARMIES] == 0:
            results[game] = UNOPPOSED
            continue
        scratch[0] = start[0]
        state = scratch[0]
        state.game = game
        table.value[DEFENCE, 0] = row[LEAD]
        table.chit_value[DEFENCE, CHIT] = row[LAID]
        state.armies[ATTACK, FRONT] = state.fighting[ATTACK] = attackers
        state.armies[DEFENCE, FRONT] = state.fighting[DEFENCE] = (1 << row[ARMIES]) - 1
        state.laid[ATTACK] = CHIT if chit else NO_CHIT
        state.laid[DEFENCE] = CHIT if row[LAID] else NO_CHIT
        results[game] = resolve(state, table, journal, ATTACK, FRONT)
