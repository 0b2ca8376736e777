"""What an attack needs to reach a probability: the cheapest additions, found exactly by trying them all."""

import re
from dataclasses import dataclass
from fractions import Fraction

from fwwsim.errors import SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.odds.addition_search import Search
from fwwsim.games.first_world_war.odds.additions import OUTCOMES, Addition, Choice, probability_of
from fwwsim.games.first_world_war.odds.context import Context, check_context
from fwwsim.games.first_world_war.odds.objective import Objective
from fwwsim.games.first_world_war.odds.single import Combat, CombatOdds, combat_odds

MOST = 2
MOST_ALLOWED = 3


@dataclass(frozen=True, slots=True)
class Need:
    """The answer: `choices` are the minimal additions that reach the target, cheapest first.

    Minimal: nothing can be left out of it, or replaced by less at no higher cost. `best` is the addition with
    the highest probability of all, the cheapest of equals; None if nothing can be added.
    """

    combat: Combat
    outcome: str
    target: Fraction
    odds: CombatOdds
    probability: Fraction
    choices: tuple[Choice, ...]
    best: Choice | None

    @property
    def is_reached(self) -> bool:
        """Whether the attack reaches the target as it is."""
        return self.probability >= self.target


def parse_target(text: str) -> Fraction:
    """A probability above 0 and at most 1, as ``60%``, ``0.6`` or ``3/5``.

    Raises
    ------
    SpecError

    >>> parse_target("60%") == parse_target("0.6") == parse_target("3/5")
    True
    """
    allowed = "allowed: a probability above 0 and at most 1, such as 60%, 0.6 or 3/5"
    words = re.fullmatch(
        r"\s*([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}|[0-9]{1,9}/[0-9]{1,9})\s*(%?)\s*", text
    )
    try:
        target = Fraction(words[1]) / (100 if words[2] else 1) if words else Fraction(0)
    except ZeroDivisionError:
        target = Fraction(0)
    if not words or not 0 < target <= 1:
        raise SpecError(f"--target: found {text!r}; {allowed}")
    return target


def find_need(
    dataset: Dataset,
    combat: Combat,
    target: Fraction,
    *,
    outcome: str = OUTCOMES[0],
    context: Context | None = None,
    objective: Objective | None = None,
    most: int = MOST,
) -> Need:
    """The cheapest additions by which the attack of `combat` reaches `target`.

    Parameters
    ----------
    dataset : Dataset
        Names the armies and chits that may be added when the attackers are given by name.
    combat : Combat
    target : Fraction
        See `parse_target`.
    outcome : str
        One of `OUTCOMES`.
    context : Context, optional
        Where and when; without a front any front that fits, without a turn any army and chit.
    objective : Objective, optional
        What an army and a point of a chit cost.
    most : int
        How many additions may be combined, 1 to 3.

    Raises
    ------
    SpecError, RuleError

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> from fwwsim.games.first_world_war.odds.single import Combatant, Side
    >>> even = Combat(Side((Combatant(2),)), Side((Combatant(2),)))
    >>> need = find_need(load_dataset(), even, parse_target("60%"), most=1)
    >>> [(choice.addition.chit, choice.addition.lead, choice.addition.armies) for choice in need.choices]
    [(1, None, ()), (None, 3, ()), (None, None, (0,))]
    >>> str(need.choices[0].probability)
    '11/18'
    """
    if not 1 <= most <= MOST_ALLOWED:
        raise SpecError(f"--most: found {most}; allowed: 1 to {MOST_ALLOWED}")
    context = context or Context()
    check_context(dataset, combat, context)
    odds = combat_odds(combat, dataset.faces)
    probability = probability_of(odds, outcome)
    search = Search(dataset, combat, outcome, context, objective or Objective())
    found = [] if probability >= target else list(search.choices(most))
    reaching = [choice for choice in found if choice.probability >= target]
    minimal = [choice for choice in reaching if not any(_is_spared(choice, other) for other in reaching)]
    best = max(found, key=lambda choice: (choice.probability, -choice.cost), default=None)
    minimal.sort(key=lambda choice: (choice.cost, _size(choice.addition), -choice.probability))
    return Need(combat, outcome, target, odds, probability, tuple(minimal), best)


def _size(addition: Addition) -> int:
    return len(addition.armies) + (addition.lead is not None) + (addition.chit is not None)


def _is_spared(choice: Choice, other: Choice) -> bool:
    """Whether `other` does with less than `choice`."""
    return other is not choice and other.cost <= choice.cost and other.addition.is_within(choice.addition)
