"""Army against army: one number of each battle of a list of attackers against a list of defenders."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from fwwsim.errors import SpecError
from fwwsim.games.axis_and_allies_1914.battle import Battle, Side
from fwwsim.games.axis_and_allies_1914.dataset import Values
from fwwsim.games.axis_and_allies_1914.names import LAND, RESULTS, RESULTS_OF
from fwwsim.games.axis_and_allies_1914.odds.summary import BattleOdds, battle_odds, mean
from fwwsim.games.axis_and_allies_1914.options import Rules

MOST_CELLS = 2500

MEASURES: dict[str, Callable[[BattleOdds], Fraction]] = {
    "captured": lambda odds: odds.results["captured"],
    "held": lambda odds: odds.results["held"],
    "contested": lambda odds: odds.results["contested"],
    "both_gone": lambda odds: odds.results["both_gone"],
    "attack_lost": lambda odds: mean(odds.attack.ipc_lost),
    "defence_lost": lambda odds: mean(odds.defence.ipc_lost),
    "swing": lambda odds: mean(odds.swing),
    "attack_hits": lambda odds: mean(odds.attack.hits),
    "defence_hits": lambda odds: mean(odds.defence.hits),
}
PROBABILITIES = tuple(RESULTS[result] for result in RESULTS_OF[LAND])


def matrix(
    attackers: Sequence[Side], defenders: Sequence[Side], values: Values, rules: Rules, measure: str
) -> list[list[Fraction]]:
    """A row an attacker, a column a defender.

    Raises
    ------
    SpecError
        An unknown measure, no armies, or too many cells.

    >>> from fwwsim.games.axis_and_allies_1914.dataset import load_dataset
    >>> one = [Side((1, 0, 0, 0))]
    >>> matrix(one, one, load_dataset().values(), Rules(), "captured")
    [[Fraction(1, 6)]]
    """
    if measure not in MEASURES:
        raise SpecError(f"--measure: found {measure[:80]!r}; allowed: {', '.join(MEASURES)}")
    cells = len(attackers) * len(defenders)
    if not 1 <= cells <= MOST_CELLS:
        raise SpecError(f"matrix: found {cells} battles; allowed: 1 to {MOST_CELLS}")
    return [
        [MEASURES[measure](battle_odds(Battle(own, enemy, values, rules))) for enemy in defenders]
        for own in attackers
    ]
