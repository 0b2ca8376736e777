"""How a combat is resolved once everything is on the table: the rule that simulation and odds share.

Plain functions of whole numbers. :mod:`fwwsim.games.first_world_war.combat` compiles these very functions for
the simulation; :mod:`fwwsim.games.first_world_war.odds` calls them with every pair of die faces.
"""

ATTACK_WINS, TIE, DEFENCE_WINS = 1, 0, -1


def superiority(own_armies: int, enemy_armies: int) -> int:
    """What the number of real armies in the combat adds to a side: 1 for the larger side, else 0.

    Rules: R6.1.3.

    >>> superiority(3, 1), superiority(2, 2), superiority(1, 3)
    (1, 0, 0)
    """
    return 1 if own_armies > enemy_armies else 0


def total(lead_value: int, superior: int, chit_value: int, die: int) -> int:
    """A side's total: its lead army's combat value, superiority, the chit laid and the die (S counts 0).

    Rules: R6.1.2 to R6.1.5.

    >>> total(3, 1, 0, 2)
    6
    """
    return lead_value + superior + chit_value + die


def outcome(attack_total: int, defence_total: int) -> int:
    """ATTACK_WINS (1), TIE (0) or DEFENCE_WINS (-1). The loser's lead army is eliminated, in a tie both.

    Rules: R6.1.5.

    >>> outcome(6, 7) == DEFENCE_WINS
    True
    """
    return int(attack_total > defence_total) - int(attack_total < defence_total)
