"""The air battle over a territory, to the end. Rules: L3, L4."""

from functools import lru_cache

from fwwsim.games.axis_and_allies_1914.odds.weights import Square, binomial_weights, capped, run_chain
from fwwsim.games.axis_and_allies_1914.resolution import dogfight_goes_on
from fwwsim.odds.pmf import Pmf

GOES_ON, OVER = 0, 1


@lru_cache(maxsize=1024)
def dogfight(attackers: int, defenders: int, attack: int, defence: int, faces: int) -> Pmf[Square]:
    """The distribution of the fighters left on both sides.

    Parameters
    ----------
    attackers, defenders : int
        Fighters.
    attack, defence : int
        The highest die of each side that hits.
    faces : int

    >>> dogfight(1, 1, 2, 2, 6).weights  # A4
    {(1, 0): 2, (0, 1): 2, (0, 0): 1}
    """

    def left(lost: Square) -> Square:
        return attackers - lost[0], defenders - lost[1]

    def dice(lost: Square) -> tuple[tuple[int, ...], tuple[int, ...]]:
        own, enemy = left(lost)
        return (
            capped(binomial_weights(enemy, defence, faces), own),
            capped(binomial_weights(own, attack, faces), enemy),
        )

    ends = run_chain(
        (0, 0),
        dice,
        lambda lost, own, enemy: (lost[0] + own, lost[1] + enemy),
        lambda lost: GOES_ON if dogfight_goes_on(*left(lost)) and attack + defence else OVER,
        GOES_ON,
    )
    return Pmf({left(lost): weight for (lost, _), weight in sorted(ends.items())})
