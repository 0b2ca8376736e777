"""Everything that does not change during a game, as one read-only record for the kernels."""

import numpy as np

from fwwsim.engine.records import Record, blank
from fwwsim.games.hector_and_achilles.dataset import Dataset
from fwwsim.games.hector_and_achilles.names import (
    CARDS,
    CARDS_PER_COLOUR,
    COLOURS,
    EDGES,
    HEROES,
    SIDES,
    TILES,
)
from fwwsim.games.hector_and_achilles.options import Rules

WEIGHTS = 16

TABLE = np.dtype(
    [
        # army cards, the same for both sides
        ("value", np.int64, CARDS),
        ("ones", np.int64),  # cards whose value has this bit
        ("twos", np.int64),
        ("fours", np.int64),
        ("colour", np.int64, COLOURS),  # colour -> cards
        # heroes, tiles, tokens
        ("hero_value", np.int64, (len(SIDES), HEROES)),
        ("hero_colour", np.int64, (len(SIDES), HEROES)),
        ("edge", np.int64, (2, TILES, EDGES)),  # face, tile, edge -> colour
        ("favour", np.int64),
        ("most_shame", np.int64),
        # rules configuration
        ("both_home", np.int64),  # A2
        ("fewer", np.int64),  # A3
        ("home_limit", np.int64),  # A4
        ("two_faces", np.int64),  # A5
        ("both_draw", np.int64),  # A1
        # what if: no rule, only reports set it (what_if.attack)
        ("forced_battle", np.int64),  # number of the battle whose attacker is given, 0: none
        ("forced_attacker", np.int64),
        # policies, by side
        ("policy", np.int64, len(SIDES)),
        ("weights", np.float64, (len(SIDES), WEIGHTS)),
    ]
)


def build_table(dataset: Dataset, rules: Rules) -> Record:
    """The table of a data set under a rules configuration; policies are assigned later."""
    table = blank(TABLE)
    for card in range(CARDS):
        value = dataset.values[card % CARDS_PER_COLOUR]
        table.value[card] = value
        table.ones |= (value & 1) << card
        table.twos |= (value >> 1 & 1) << card
        table.fours |= (value >> 2 & 1) << card
    for colour in range(COLOURS):
        table.colour[colour] = ((1 << CARDS_PER_COLOUR) - 1) << CARDS_PER_COLOUR * colour
    for side, heroes in enumerate(dataset.heroes):
        table.hero_value[side] = [hero.value for hero in heroes]
        table.hero_colour[side] = [dataset.colours.index(hero.colour) for hero in heroes]
    for number, tile in enumerate(dataset.tiles):
        for face, edges in enumerate((tile.edges, tile.back)):
            table.edge[face, number] = [dataset.colours.index(colour) for colour in edges]
    table.favour, table.most_shame = dataset.favour, dataset.shame
    table.both_home = rules.missing_pile == "both"
    table.fewer = rules.short_pile == "fewer"
    table.home_limit = rules.home_limit
    table.two_faces = rules.tile_faces == "two"
    table.both_draw = rules.both_fall == "draw"
    return table
