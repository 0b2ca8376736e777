"""The state of one game as a record, and what is kept of it when it has ended.

Army cards of a side are bits of int64 words. No order is kept: nobody knows anything of the order of a pile (what
goes back is shuffled in before the pile is used again), so a card is drawn when it is taken. The hero pile alone has
a known part, its bottom, where swapped heroes go::

    card    8 * colour + copy, colours and copies in the order of the data set
    edge    0 north, 1 east, 2 south, 3 west; `facing` faces the Achaeans, the opposite edge the Trojans
"""

import numpy as np

from fwwsim.engine.dice import STREAMS

NOBODY = -1
NO_HERO = -1

MOST_BATTLES = 250  # a safety limit; the game is then a draw

# Why a game ended.
PLAYING, FRONT_FALLS, HOME_FALLS, BOTH_FALL, TOO_LONG = range(5)
REASONS = ("front_falls", "home_falls", "both_fall", "too_long")

# The optional actions of a turn.
NO_OPTION, SWAP_CARD, SWAP_HERO, PLAY_HERO, REINFORCE, RETREAT = range(6)
OPTIONS = ("none", "swap_card", "swap_hero", "play_hero", "reinforce", "retreat")

# What a policy did that the rules forbid; 0 is nothing.
FAULTS = (
    "",
    "took a vanguard from a pile that is not there (5.1)",
    "chose a fighting pile that is not there (5.1)",
    "laid a fate tile askew (5.1)",
    "took an optional action that is not open to it (5.2)",
    "named a card that it may not use (5.2)",
    "turned a fate tile by something else than a quarter (5.3)",
)
(
    NO_FAULT,
    BAD_VANGUARD,
    BAD_FIGHT,
    BAD_FACING,
    BAD_OPTION,
    BAD_CARD,
    BAD_TURN,
) = range(len(FAULTS))

STATE = np.dtype(
    [
        # the game
        ("battle", np.int64),  # number of the battle under way, from 1 on
        ("attacker", np.int64),
        ("pile", np.int64, (2, 4)),  # side, pile -> cards
        ("lost", np.int64, 2),  # cards that left the game in sight of both
        ("thrown", np.int64, 2),  # cards that left it unseen: swapped or given for shame
        ("favour", np.int64, 2),  # favour tokens on the board, those on cards excluded
        ("shame", np.int64, 2),
        ("tiles", np.int64),  # fate tiles not yet used
        ("hero_pile", np.int64, 2),  # heroes in unknown order, above the bottom
        ("hero_lost", np.int64, 2),
        # the battle
        ("round_number", np.int64),  # 0 to 3
        ("fighting", np.int64, 2),  # side -> its fighting pile
        ("tile", np.int64),
        ("face", np.int64),
        ("facing", np.int64),
        ("hand", np.int64, 2),
        ("row", np.int64, 2),
        ("covered", np.int64, 2),  # of the row: the card under the hero
        ("reinforced", np.int64, 2),  # of the row: cards with a favour token
        ("hero", np.int64, 2),  # in hand or played, NO_HERO
        ("hero_played", np.int64, 2),  # 0 or 1
        ("bottom", np.int64, (2, 4)),  # heroes swapped away, the first one first
        ("bottom_end", np.int64, 2),
        ("bottom_first", np.int64, 2),
        ("retreated", np.int64),  # side, NOBODY
        ("battle_winner", np.int64),  # side, NOBODY: tie
        # result
        ("reason", np.int64),
        ("winner", np.int64),
        ("ties", np.int64),
        ("attacks", np.int64, 2),
        ("attacks_won", np.int64, 2),
        ("defences_won", np.int64, 2),
        ("retreats", np.int64, 2),
        ("swaps", np.int64, 2),
        ("heroes_played", np.int64, 2),
        ("heroes_saved", np.int64, 2),
        # what a heuristic policy makes of the battle while it decides
        ("choice", np.int64),
        ("scores", np.float64, (2, 6)),  # side, colour -> chance that it scores
        # chance (engine.dice), journal
        ("game", np.int64),
        ("stream", np.int64),
        ("cursor", np.int64),
        ("key", np.uint64, STREAMS),
        ("noted", np.int64),
        ("fault", np.int64),
    ]
)

OUTCOME = np.dtype(
    [
        ("winner", np.int8),  # side, NOBODY: draw
        ("reason", np.int8),  # index into REASONS
        ("end_battle", np.int16),
        ("ties", np.int16),
        ("attacks", np.int16, 2),
        ("attacks_won", np.int16, 2),
        ("defences_won", np.int16, 2),
        ("retreats", np.int16, 2),
        ("swaps", np.int16, 2),
        ("heroes_played", np.int16, 2),
        ("heroes_lost", np.int8, 2),
        ("heroes_saved", np.int8, 2),
        ("shame", np.int8, 2),
        ("favour", np.int8, 2),
        ("cards", np.int8, 2),
        ("fault", np.int8),
    ]
)
