"""The best way to lead a campaign: who attacks, who leads, when to stop; the defence answers as well as it can.

Backward induction over the attacks left. The defender names its lead after the attacker's (R6.1.2) so as to
make the attacker's expected worth as small as possible. All numbers are whole: worths times their common
denominator, probabilities as weights.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from operator import itemgetter

from fwwsim.games.first_world_war.odds.campaign_model import (
    VALUES,
    Campaign,
    Choice,
    Dice,
    State,
    all_out,
    remove,
)
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.resolution import ATTACK_WINS, DEFENCE_WINS, TIE


class Plan:
    """The optimal policy of a campaign, worked out state by state as it is asked for.

    Parameters
    ----------
    campaign : Campaign
    dice : Dice
    objective : Objective
    all_out : bool
        The attacker has no choice: every attack is made with all armies and the best lead.

    Examples
    --------
    An army of 3 may well attack one of 0; an army of 0 had better leave one of 3 alone.

    >>> from fwwsim.games.first_world_war.odds.campaign_model import count
    >>> dice = Dice(("S", "S", 1, 2, 3, 4))
    >>> strong = Campaign(count([3]), count([0]), attacks=1, cities=1)
    >>> plan = Plan(strong, dice, Objective())
    >>> plan.attack(strong.start, 1), plan.value(strong.start, 1)
    (Choice(lead=3, armies=1), Fraction(353, 360))
    >>> weak = Campaign(count([0]), count([3]), attacks=1, cities=1)
    >>> Plan(weak, dice, Objective.parse("army0=2")).attack(weak.start, 1) is None
    True
    """

    __slots__ = ("_all_out", "_army", "_campaign", "_city", "_dice", "_point", "_scale", "_solved")

    def __init__(
        self, campaign: Campaign, dice: Dice, objective: Objective, *, all_out: bool = False
    ) -> None:
        worths = (objective.city, objective.point, *objective.armies)
        self._scale = lcm(*(worth.denominator for worth in worths))
        self._city, self._point, *self._army = (int(worth * self._scale) for worth in worths)
        self._campaign, self._dice, self._all_out = campaign, dice, all_out
        self._solved: dict[tuple[State, int], tuple[int, Choice | None]] = {}

    def value(self, state: State, left: int) -> Fraction:
        """The worth that the attacker expects to gain with `left` attacks when both sides do their best."""
        return Fraction(self._solve(state, left)[0], self._scale * self._dice.total**left)

    def attack(self, state: State, left: int) -> Choice | None:
        """The attacker's choice, None to stop; of equally good ones fewer armies, then the lower lead."""
        return self._solve(state, left)[1]

    def answer(self, state: State, left: int, choice: Choice) -> int:
        """The combat value of the defender's lead against `choice`; of equally good ones the lowest."""
        payoffs = self._payoffs(state, left)
        answers = [lead for lead in VALUES if state.defenders[lead]]
        return min(answers, key=lambda lead: self._expected(state, choice, lead, payoffs))

    def _solve(self, state: State, left: int) -> tuple[int, Choice | None]:
        """The value times the scale and the dice weights of `left` combats, and the attacker's choice."""
        if left == 0 or self._campaign.is_over(state):
            return 0, None
        known = self._solved.get((state, left))
        if known is None:
            known = self._best_attack(state, left) if any(state.defenders) else self._walk_in(state, left)
            self._solved[state, left] = known
        return known

    def _walk_in(self, state: State, left: int) -> tuple[int, Choice | None]:
        """As `_solve` where no army defends. Rules: R6.0."""
        following = self._campaign.walk_in(state)
        value = self._prize(state, following) * self._dice.total**left
        value += self._dice.total * self._solve(following, left - 1)[0]
        if self._all_out:
            return value, all_out(state)
        lead = min(army for army in VALUES if state.attackers[army])
        return (value, Choice(lead, 1)) if value > 0 else (0, None)

    def _best_attack(self, state: State, left: int) -> tuple[int, Choice | None]:
        """As `_solve` where armies defend."""
        payoffs = self._payoffs(state, left)
        answers = [lead for lead in VALUES if state.defenders[lead]]
        options: list[tuple[int, Choice | None]] = [] if self._all_out else [(0, None)]
        for choice in [all_out(state)] if self._all_out else choices(state):
            expected = min(self._expected(state, choice, answer, payoffs) for answer in answers)
            options.append((expected, choice))
        return max(options, key=itemgetter(0))  # the first of equals

    def _expected(
        self, state: State, choice: Choice, answer: int, payoffs: dict[tuple[int, int], tuple[int, int, int]]
    ) -> int:
        """What `choice` is worth if the defender leads with `answer`."""
        weights = self._dice.weights(choice.lead, answer, choice.armies, sum(state.defenders))
        win, tie, loss = payoffs[choice.lead, answer]
        return weights[ATTACK_WINS] * win + weights[TIE] * tie + weights[DEFENCE_WINS] * loss

    def _payoffs(self, state: State, left: int) -> dict[tuple[int, int], tuple[int, int, int]]:
        """Both leads -> what victory, tie and defeat are worth, with all that follows. Rules: R6.1.5."""
        campaign, left = self._campaign, left - 1
        unit = self._dice.total**left
        payoffs = {}
        prize = self._prize(state, campaign.gain(state))
        answers = []
        for answer in (value for value in VALUES if state.defenders[value]):
            beaten = state._replace(defenders=remove(state.defenders, answer))
            win = (self._army[answer] + prize) * unit + self._solve(campaign.gain(beaten), left)[0]
            answers.append((answer, beaten, win))
        for lead in (value for value in VALUES if state.attackers[value]):
            attackers, lost = remove(state.attackers, lead), self._army[lead]
            loss = -lost * unit + self._solve(state._replace(attackers=attackers), left)[0]
            for answer, beaten, win in answers:
                tie = (self._army[answer] - lost) * unit
                tie += self._solve(beaten._replace(attackers=attackers), left)[0]
                payoffs[lead, answer] = (win, tie, loss)
        return payoffs

    def _prize(self, before: State, after: State) -> int:
        """The worth of the cities and of the surrender point gained."""
        return self._city * (after.cities - before.cities) + self._point * (after.point - before.point)


def choices(state: State) -> Iterator[Choice]:
    """The attacks that differ: each lead with the fewest armies for each kind of superiority (R6.1.3).

    >>> from fwwsim.games.first_world_war.odds.campaign_model import count
    >>> [tuple(choice) for choice in choices(State(count([3, 1]), count([2]), 0, 0))]
    [(1, 1), (3, 1), (1, 2), (3, 2)]
    """
    defenders = sum(state.defenders)
    sizes = sorted({1, defenders, defenders + 1})
    for armies in (size for size in sizes if size <= sum(state.attackers)):
        for lead in VALUES:
            if state.attackers[lead]:
                yield Choice(lead, armies)
