"""Exact odds of a campaign: what up to K successive attacks on one front lead to.

:mod:`campaign_model` is the process, :mod:`campaign_optimal` the best policy; here the distributions.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import attrgetter

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.names import CYCLES, TURNS
from fwwsim.games.first_world_war.odds.campaign_model import (
    VALUES,
    Campaign,
    Choice,
    Counts,
    Dice,
    Greedy,
    Policy,
    State,
    best,
    fight,
)
from fwwsim.games.first_world_war.odds.campaign_optimal import Plan
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.resolution import superiority
from fwwsim.odds.chain import evolve
from fwwsim.odds.pmf import Pmf

GREEDY, OPTIMAL = "greedy", "optimal"
POLICIES = (GREEDY, OPTIMAL)
MOST_ATTACKS = CYCLES * TURNS  # R4.2: a faction's rounds in a game
MOST_POSITIONS = 300_000  # about 5 s of backward induction

Odds = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a campaign stands after some attacks.

    Attributes
    ----------
    cities_taken, attackers_left, defenders_left : dict of int to Fraction
        Number -> probability, ascending.
    surrender_point, front_cleared : Fraction
        That the point has been inflicted; that no defender is left.
    goes_on : Fraction
        That another attack is made, if the campaign has one left.
    """

    cities_taken: Odds
    attackers_left: Odds
    defenders_left: Odds
    surrender_point: Fraction
    front_cleared: Fraction
    goes_on: Fraction


@dataclass(frozen=True, slots=True)
class Advice:
    """What the optimal policy does otherwise than `greedy`, and what that is worth.

    Attributes
    ----------
    value : Fraction
        The worth that the attacker expects to gain.
    gain : Fraction
        `value` less what attacking with all armies and the best lead every time gains, when the defender
        answers that as well as it can too.
    first : Choice or None
        Its first attack; None: no attack at all.
    party : tuple of int
        The combat values of the armies of the first attack, the lead first, then the lowest that will do.
    stops, other_lead, fewer : tuple of Fraction
        Before each attack, the probability that it breaks off where `greedy` attacks; that it attacks with
        another lead than the best; that it forgoes a superiority that it could have, or lets the defender have
        one that it could deny.
    other_answer : tuple of Fraction
        That the defender answers with another lead than its best.
    """

    value: Fraction
    gain: Fraction
    first: Choice | None
    party: tuple[int, ...]
    stops: tuple[Fraction, ...]
    other_lead: tuple[Fraction, ...]
    fewer: tuple[Fraction, ...]
    other_answer: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class CampaignOdds:
    """Exact odds of a campaign.

    Attributes
    ----------
    stages : tuple of Stage
        Before the first attack, after the first, and so on.
    attackers_lost, defenders_lost : dict of int to Odds
        Combat value -> number of armies of that value lost -> probability.
    attacks_made_mean : Fraction
    exchange : Fraction
        The expected worth of cities, surrender point and defenders lost less that of the attackers lost.
    advice : Advice or None
        Under the policy `optimal`.
    """

    stages: tuple[Stage, ...]
    attackers_lost: dict[int, Odds]
    defenders_lost: dict[int, Odds]
    attacks_made_mean: Fraction
    exchange: Fraction
    advice: Advice | None

    @property
    def final(self) -> Stage:
        """The end of the campaign."""
        return self.stages[-1]

    @property
    def cities_at_least(self) -> Odds:
        """Each number of cities up to the most possible -> probability that at least so many are taken."""
        taken = self.final.cities_taken
        return {
            least: sum((share for cities, share in taken.items() if cities >= least), Fraction(0))
            for least in range(max(taken) + 1)
        }


def mean(odds: Odds) -> Fraction:
    """The expected number.

    >>> mean({0: Fraction(1, 4), 2: Fraction(3, 4)})
    Fraction(3, 2)
    """
    return sum((number * share for number, share in odds.items()), Fraction(0))


def campaign_odds(
    campaign: Campaign,
    faces: Iterable[str | int],
    policy: str = GREEDY,
    objective: Objective | None = None,
) -> CampaignOdds:
    """The exact odds of a campaign.

    Parameters
    ----------
    campaign : Campaign
    faces : iterable
        Of the special die.
    policy : str
        ``greedy``: every attack is made with all armies and the best lead, and the defender leads with its best.
        ``optimal``: who attacks, who leads and when to stop by `objective`; the defender's lead against it.
    objective : Objective, optional
        Also prices the exchange.

    Raises
    ------
    SpecError
        An unknown policy, a number out of range, or a campaign too large for ``optimal``.
    RuleError
        No attacker.

    Rules: R6.0, R6.1, R6.4, R6.5.

    Examples
    --------
    >>> from fwwsim.games.first_world_war.odds.campaign_model import count
    >>> campaign = Campaign(count([3, 3]), count([3]), attacks=2, cities=2)
    >>> odds = campaign_odds(campaign, ("S", "S", 1, 2, 3, 4))
    >>> print({cities: str(share) for cities, share in odds.final.cities_taken.items()})
    {0: '11/72', 1: '17/72', 2: '11/18'}
    """
    _check(campaign, policy)
    objective, dice = objective or Objective(), Dice(faces)
    if policy == GREEDY:
        stages = _stages(campaign, dice, Greedy(campaign))
        return _summarise(campaign, objective, Greedy(campaign), stages, None)
    plan = Plan(campaign, dice, objective)
    stages = _stages(campaign, dice, plan)
    return _summarise(campaign, objective, plan, stages, _advise(campaign, dice, objective, plan, stages))


def _check(campaign: Campaign, policy: str) -> None:
    """Refuse what cannot be worked out."""
    if policy not in POLICIES:
        raise SpecError(f"policy: found {policy!r}; allowed: {', '.join(POLICIES)}")
    if not 1 <= campaign.attacks <= MOST_ATTACKS:
        raise SpecError(f"attacks: found {campaign.attacks}; allowed: 1 to {MOST_ATTACKS} (R4.2)")
    if campaign.cities < 0:
        raise SpecError(f"cities: found {campaign.cities}; allowed: 0 or more")
    if not any(campaign.attackers):
        raise RuleError("no attackers: an attack needs an army (R6.0)")
    positions = campaign.attacks * prod(number + 1 for number in (*campaign.attackers, *campaign.defenders))
    if policy == OPTIMAL and positions > MOST_POSITIONS:
        raise SpecError(
            f"policy optimal: {positions:,} positions; allowed: {MOST_POSITIONS:,}; "
            "take fewer armies or attacks, or the policy greedy"
        )


def _stages(campaign: Campaign, dice: Dice, policy: Policy) -> tuple[Pmf[State], ...]:
    """The distribution of the state before the first attack and after each."""

    def step(state: State, time: int) -> Pmf[State]:
        left = campaign.attacks - time
        choice = policy.attack(state, left)
        if choice is None:
            return Pmf({state: 1})
        if not any(state.defenders):
            return Pmf({campaign.walk_in(state): 1})
        return fight(campaign, dice, state, choice, policy.answer(state, left, choice))

    return evolve(Pmf({campaign.start: 1}), step, campaign.attacks)


def _summarise(
    campaign: Campaign,
    objective: Objective,
    policy: Policy,
    stages: tuple[Pmf[State], ...],
    advice: Advice | None,
) -> CampaignOdds:
    """The distributions of single quantities."""
    told = []
    for time, stage in enumerate(stages):
        left = campaign.attacks - time
        goes_on = [state for state in stage.weights if policy.attack(state, left) is not None]
        told.append(
            Stage(
                cities_taken=_odds(stage, lambda state: state.cities),
                attackers_left=_odds(stage, lambda state: sum(state.attackers)),
                defenders_left=_odds(stage, lambda state: sum(state.defenders)),
                surrender_point=_odds(stage, lambda state: state.point).get(1, Fraction(0)),
                front_cleared=_odds(stage, lambda state: sum(state.defenders)).get(0, Fraction(0)),
                goes_on=_share(stage, goes_on),
            )
        )
    final, start = stages[-1], campaign.start
    attackers_lost = _lost(final, start.attackers, attrgetter("attackers"))
    defenders_lost = _lost(final, start.defenders, attrgetter("defenders"))
    exchange = objective.city * mean(told[-1].cities_taken) + objective.point * told[-1].surrender_point
    exchange += sum(objective.armies[value] * mean(odds) for value, odds in defenders_lost.items())
    exchange -= sum(objective.armies[value] * mean(odds) for value, odds in attackers_lost.items())
    made = sum((stage.goes_on for stage in told), Fraction(0))
    return CampaignOdds(tuple(told), attackers_lost, defenders_lost, made, exchange, advice)


def _lost(final: Pmf[State], had: Counts, side: Callable[[State], Counts]) -> dict[int, Odds]:
    """Combat value -> the distribution of the armies of that value lost."""

    def lost(value: int) -> Odds:
        return _odds(final, lambda state: had[value] - side(state)[value])

    return {value: lost(value) for value in VALUES if had[value]}


def _odds(stage: Pmf[State], number: Callable[[State], int]) -> Odds:
    """The distribution of a number, ascending."""
    return dict(sorted(stage.map(number).probabilities().items()))


def _share(stage: Pmf[State], states: Iterable[State]) -> Fraction:
    """The probability of being in one of `states`."""
    return Fraction(sum(stage.weights[state] for state in states), stage.total)


def _advise(
    campaign: Campaign, dice: Dice, objective: Objective, plan: Plan, stages: tuple[Pmf[State], ...]
) -> Advice:
    """What `plan` is worth, and how often it departs from the policy greedy."""
    greedy = Greedy(campaign)
    rows: list[list[Fraction]] = [[], [], [], []]
    for time, stage in enumerate(stages[:-1]):
        left = campaign.attacks - time
        kinds: list[list[State]] = [[], [], [], []]
        for state in stage.weights:
            usual, chosen = greedy.attack(state, left), plan.attack(state, left)
            if usual is None:
                continue
            if chosen is None:
                kinds[0].append(state)
            elif any(state.defenders):
                if chosen.lead != usual.lead:
                    kinds[1].append(state)
                if _strength(state, chosen) < _strength(state, usual):
                    kinds[2].append(state)
                if plan.answer(state, left, chosen) != best(state.defenders):
                    kinds[3].append(state)
        for row, states in zip(rows, kinds, strict=True):
            row.append(_share(stage, states))
    value = plan.value(campaign.start, campaign.attacks)
    usually = Plan(campaign, dice, objective, all_out=True).value(campaign.start, campaign.attacks)
    first = plan.attack(campaign.start, campaign.attacks)
    party = first.party(campaign.start) if first else ()
    return Advice(value, value - usually, first, party, *(tuple(row) for row in rows))


def _strength(state: State, choice: Choice) -> int:
    """The attack's superiority less the defence's. Rules: R6.1.3."""
    defenders = sum(state.defenders)
    return superiority(choice.armies, defenders) - superiority(defenders, choice.armies)
