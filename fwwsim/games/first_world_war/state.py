"""The state of one game as a record, and what is kept of it when it has ended.

Sets are bits of int64 words. Armies, cups and hands are numbered within their alliance, cities and fronts over
the whole board, in the order of the data set::

    front    1  2  3  4 | 5  6  | 7  8  | 9  10  11      printed number; index and bit are one less
    allied       WA     |  WA   |  EA   |     EA         home faction of the Allies
    central      DE     |  GA   |  DE   |     GA         home faction of the Central Powers (R5.1)
"""

import numpy as np

from fwwsim.engine.dice import STREAMS

NOBODY = -1
NO_CHIT = -1

# Why a game ended.
PLAYING, TURN_6, SIX_FRONTS, SURRENDER, MUTUAL_SURRENDER = range(5)
REASONS = ("turn_6", "six_fronts", "surrender", "mutual_surrender")

# The actions of R4.3.
COMBAT, MOVE, TRANSFER, PASS = range(4)
ACTIONS = ("combat", "move", "transfer", "pass")

# What a policy or a rule did that the rules forbid; 0 is nothing.
FAULTS = (
    "",
    "deployed where it may not operate (R5.0)",
    "attacked with armies that may not attack (R6.0)",
    "laid a chit that may not be laid (R6.1.1)",
    "named a lead army that may not lead (R6.1.2)",
    "took a city that no open line joins (R6.4)",
    "moved a counter where it may not go (R4.3)",
    "returned the wrong armies (R7.0)",
    "chose a place in the order that is taken (R9.2)",
    "broke a garrison of the treaty (R8.1)",
    "left a garrison front uncovered (R4.2)",
)
(
    NO_FAULT,
    BAD_DEPLOYMENT,
    BAD_ATTACK,
    BAD_CHIT,
    BAD_LEAD,
    BAD_CITY,
    BAD_MOVE,
    BAD_REPLACEMENT,
    BAD_ORDER,
    BAD_GARRISON,
    BAD_COVER,
) = range(len(FAULTS))

STATE = np.dtype(
    [
        # chance (engine.dice)
        ("game", np.int64),
        ("turn", np.int64),
        ("stream", np.int64),
        ("cursor", np.int64),
        ("key", np.uint64, STREAMS),
        # counters
        ("armies", np.int64, (2, 11)),  # alliance, front -> armies there
        ("waiting", np.int64, 2),  # alliance -> armies to deploy next
        ("lost", np.int64, 2),  # alliance -> eliminated armies
        ("dummies", np.int64, (4, 11)),  # faction, front -> number of dummies
        ("dummies_off", np.int64, 4),  # faction -> dummies to deploy next
        ("revealed", np.int64, 2),  # alliance -> armies whose front the enemy knows since this turn
        # board
        ("cities", np.int64, 2),  # alliance -> cities it controls
        ("vp", np.int64, 4),
        ("surrender", np.int64, 4),  # surrender points of this turn
        ("pointed", np.int64, 4),  # faction -> fronts that gave it a point this turn (R6.5.2)
        ("treaty", np.int64),  # turn in which it came into force, 0: not
        # chits
        ("cup", np.int64, 2),  # alliance -> chits that may be drawn
        ("hand", np.int64, 4),  # hand -> chits; table.hand_of tells whose hand a faction uses
        # the order of this turn
        ("deployment_order", np.int64, 4),
        ("round_order", np.int64, 4),
        ("rank", np.int64, 4),  # R9.2: faction -> 3 (chooses first) to 0
        ("slot", np.int64),  # the action under way: cycle * 4 + faction
        ("round_number", np.int64),  # the action under way: 0..15 in order of play
        ("action", np.int64),  # its kind
        ("moved", np.int64),  # counters it has moved or transferred
        ("source", np.int64),  # front of the first of them
        # the combat under way, by alliance
        ("front", np.int64),
        ("fighting", np.int64, 2),
        ("laid", np.int64, 2),
        ("lead", np.int64, 2),
        # result
        ("reason", np.int64),
        ("winner", np.int64),
        ("surrendered", np.int64),  # factions
        ("combats", np.int64, 4),  # combat actions, by attacker
        ("contested", np.int64, 4),  # of these, against a real army
        ("captures", np.int64, 4),  # cities taken, by taker
        ("eliminated", np.int64, 4),  # armies eliminated, by their own faction
        ("chits_drawn", np.int64, 4),
        # the tally (tally.py)
        ("vp_by_turn", np.int8, (6, 4)),
        ("allied_cities", np.int8, (6, 11)),
        ("points", np.int8, (6, 4)),
        ("rolls", np.int8, (6, 4)),
        ("dice_luck", np.int64, 2),
        ("combat_luck", np.float64, 2),
        ("surrender_luck", np.int64, 4),
        ("leader", np.int64),  # alliance that led in VP last, NOBODY at first
        ("lead_changes", np.int64),
        ("largest_deficit", np.int64, 2),
        ("first_city", np.int64),
        ("forced", np.int64),
        # the transfer under way of the policy random
        ("travellers", np.int64, 11),  # front -> counters that could be transferred
        ("brought_army", np.int64),  # what it has transferred already, -1: nothing
        ("brought_dummy", np.int64),  # owner
        ("brought_to", np.int64),
        # what a heuristic policy makes of the position while it decides (policies.belief, policies.worth)
        ("unseen", np.int64, 2),
        ("known", np.int64),
        ("hidden", np.int64),
        ("chance", np.float64),
        ("at_most", np.float64, 4),
        ("mean_strength", np.float64),
        ("best", np.float64),
        ("none", np.float64),
        ("left", np.int64, 4),  # faction -> actions after the present one (policies.tempo)
        ("acting", np.int64),
        ("stake", np.float64, 11),
        ("reward", np.float64, 11),
        ("own_armies", np.float64, 11),
        ("own_strength", np.float64, 11),
        ("own_set", np.int64, 11),
        ("own_best", np.float64, 11),
        ("enemy_strength", np.float64, 11),
        ("enemy_armies", np.float64, 11),
        ("enemy_best", np.float64, 11),
        ("enemy_none", np.float64, 11),
        ("looks_closely", np.int64),
        ("covering", np.float64, 11),
        ("pushing", np.float64, 11),
        ("striking", np.float64, 11),
        ("parrying", np.float64, 11),
        ("standing", np.float64, 11),
        ("planned", np.int64),  # rows of the plan in use
        ("plan", np.int64, (64, 3)),  # army, from, to
        ("noted", np.int64),  # rows of the journal in use
        ("fault", np.int64),
    ]
)

OUTCOME = np.dtype(
    [
        ("reason", np.int8),  # index into REASONS
        ("end_turn", np.int8),
        ("alliance", np.int8),  # winning alliance, NOBODY if all lost
        ("winner_2", np.int8),  # alliance
        ("winner_3", np.int8),  # faction; the Allies are one player, shown as NOBODY with alliance ALLIES
        ("winner_4", np.int8),  # faction
        ("treaty", np.int8),  # turn in which it came into force, 0: not
        ("vp", np.int8, 4),
        ("surrendered", np.int8, 4),
        ("combats", np.int16, 4),
        ("contested", np.int16, 4),
        ("captures", np.int16, 4),
        ("eliminated", np.int16, 4),
        ("chits_drawn", np.int16, 4),
        ("vp_by_turn", np.int8, (6, 4)),  # turn, faction; -1 in turns not played, as in the next three
        ("allied_cities", np.int8, (6, 11)),  # turn, front
        ("points", np.int8, (6, 4)),  # surrender points at the check
        ("rolls", np.int8, (6, 4)),  # surrender roll: the face, 0 for S; -1 if there was none
        ("dice_luck", np.int16, 2),  # six times the sum of combat die less its mean
        ("combat_luck", np.float32, 2),  # results less their expectation, by attacking alliance
        ("surrender_luck", np.int8, 4),  # six times the sum of surrendered less its probability
        ("lead_changes", np.int8),
        ("largest_deficit", np.int8, 2),  # by how many VP an alliance was behind at most
        ("first_city", np.int8),  # alliance of the first city taken by a combat action, NOBODY: none
        ("forced", np.int8),  # attacking alliance + 1 of the combat that was forced, 0: none
        ("fault", np.int8),
    ]
)
