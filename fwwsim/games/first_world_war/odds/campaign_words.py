"""A campaign in a player's words, read and checked against the rules."""

from collections.abc import Iterable

from fwwsim.errors import RuleError, SpecError
from fwwsim.games.first_world_war.dataset import Dataset
from fwwsim.games.first_world_war.names import ROMANIA
from fwwsim.games.first_world_war.odds.campaign_model import Campaign, count
from fwwsim.games.first_world_war.odds.context import (
    Context,
    alliances_of,
    check_context,
    is_forbidden_alone,
)
from fwwsim.games.first_world_war.odds.single import Combat
from fwwsim.games.first_world_war.odds.situation import resolve_combat
from fwwsim.games.first_world_war.odds.stopping import StopWhen
from fwwsim.games.first_world_war.options import Rules

RULES = ("uncontested_base", "schlieffen")


def resolve_campaign(
    dataset: Dataset,
    attackers: str,
    defenders: str,
    attacks: int,
    *,
    cities: int | None = None,
    stop_when: str = "",
    context: Context | None = None,
    rules: Iterable[str] = (),
) -> tuple[Campaign, Combat]:
    """The campaign that a player describes, and the combat of its first attack with all armies and best leads.

    Parameters
    ----------
    dataset : Dataset
    attackers, defenders : str
        As for one combat.
    attacks : int
    cities : int, optional
        That can be taken; by default one an attack, but not more than the front of the context has.
    stop_when : str
        See :class:`StopWhen`.
    context : Context, optional
    rules : iterable of str
        Settings such as ``uncontested_base=point``; no other rule but R9.1 makes a difference.

    Raises
    ------
    SpecError, RuleError

    Examples
    --------
    >>> from fwwsim.games.first_world_war.dataset_check import load_dataset
    >>> campaign, combat = resolve_campaign(load_dataset(), "DE 1,DE 3", "BR 1", 3)
    >>> campaign.attackers, campaign.defenders, campaign.cities
    ((0, 0, 1, 1), (0, 0, 0, 1), 3)
    """
    context, settings = context or Context(), Rules.parse(rules)
    for name in settings.changed():
        if name not in RULES:
            raise SpecError(f"--rule {name}: makes no difference to a campaign; allowed: {', '.join(RULES)}")
    if settings.schlieffen:
        context = Context(context.front, context.turn, context.treaty, context.monastir, True)
    combat = resolve_combat(dataset, attackers, defenders)
    check_context(dataset, combat, context)
    attacker = alliances_of(combat.attack, combat.defence)[0]
    if context.treaty and context.front == ROMANIA + 1 and not attacker:
        raise SpecError(
            f"front {context.front} under the treaty: name an army, for the alliances differ (R8.1)"
        )
    campaign = Campaign(
        count(army.value for army in combat.attack.armies),
        count(army.value for army in combat.defence.armies),
        attacks,
        _cities(dataset, cities, attacks, context),
        StopWhen.parse(stop_when),
        uncontested_point=settings.uncontested_base == "point",
        attacks_empty=not is_forbidden_alone(context.front, attacker, context),
    )
    return campaign, combat


def _cities(dataset: Dataset, cities: int | None, attacks: int, context: Context) -> int:
    """The cities that can be taken. Rules: R6.4."""
    if context.front is None:
        return attacks if cities is None else cities
    most = sum(city.front == context.front for city in dataset.cities)
    if cities is not None and cities > most:
        raise RuleError(f"cities: found {cities}; front {context.front} has {most} (R6.4)")
    return min(attacks, most) if cities is None else cities
