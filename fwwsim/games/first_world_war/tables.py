"""Everything that does not change during a game, as one read-only record for the kernels.

The record joins the data set, the rules configuration and the policies. Rules that only restrict where or when
(R5.3, R5.4, R6.6, R9.1's front list aside) are settled here, so that kernels look them up.
"""

from collections.abc import Iterable
from itertools import product

import numpy as np

from fwwsim.engine.records import Record, blank
from fwwsim.games.first_world_war.dataset import Army, Dataset
from fwwsim.games.first_world_war.lookahead.prospect import FEATURES
from fwwsim.games.first_world_war.names import (
    ALLIANCES,
    CENTRES_OF,
    DE,
    EASTERN_EXPEDITIONS,
    EXPEDITIONS,
    FACTION_ALLIANCE,
    FACTIONS,
    FRONTS,
    GA,
    GARRISON_FRONTS,
    MONASTIR,
    PEACEFUL,
    REPLACEMENTS,
    TURNS,
    WA,
)
from fwwsim.games.first_world_war.options import Rules
from fwwsim.games.first_world_war.restrictions import first_turn_of_chit, may_operate

MAX_ARMIES = 62  # armies of an alliance that fit a word
MAX_CHITS = 16
CITIES = 46
LEAST_DIFFERENCE, DIFFERENCES = -16, 33  # of fixed totals, rows of `odds`
WEIGHTS = 64

TABLE = np.dtype(
    [
        # who is who; armies are bits of their alliance's word
        ("home", np.int64, (2, FRONTS)),  # alliance, front -> home faction
        ("home_fronts", np.int64, 4),  # faction -> fronts
        ("colour", np.int64, 4),  # faction -> armies of its colour
        ("value", np.int64, (2, MAX_ARMIES)),
        ("of_value", np.int64, (2, 4)),  # alliance, combat value -> armies
        ("enters", np.int64, (TURNS + 2, 2)),
        ("historical", np.int64, (2, FRONTS)),  # R9.3
        ("dummies", np.int64, 4),
        ("expeditions", np.int64),  # MEF and OR (R5.4, R8.1)
        ("by_west", np.int64),  # EA's armies that WA's replacements return (R7.2)
        ("peaceful", np.int64),  # RU and RO, under the treaty (R8.1)
        # R5: where a counter may be deployed, moved or transferred; index: turn, Monastir allied?
        ("may_enter", np.int64, (TURNS + 1, 2, 2, FRONTS)),  # alliance, front -> armies
        ("fronts_of", np.int64, (TURNS + 1, 2, 2, MAX_ARMIES)),  # alliance, army -> fronts
        ("can_step", np.int64, (TURNS + 1, 2, 2, FRONTS)),  # alliance, front -> armies with a Move from it
        ("can_transfer", np.int64, (TURNS + 1, 2, 2, FRONTS)),
        ("dummy_fronts", np.int64, (TURNS + 1, 2, 4)),  # faction -> fronts
        ("adjacent", np.int64, FRONTS),
        ("garrison", np.int64, 4),  # faction -> fronts
        # R6.4 to R6.6
        ("front_cities", np.int64, FRONTS),
        ("city_front", np.int64, CITIES),
        ("joined", np.int64, (TURNS + 1, CITIES)),  # cities joined to a city by an open line
        ("at_base", np.int64, (TURNS + 1, 2, FRONTS)),  # alliance, front -> cities joined to its base
        ("owned", np.int64, 2),  # alliance -> cities at the start
        ("monastir", np.int64),
        # R7
        ("centres", np.int64, 4),
        ("replacements", np.int64, 4),
        # chits, numbered within their alliance
        ("chit_value", np.int64, (2, MAX_CHITS)),
        ("chit_armies", np.int64, (2, MAX_CHITS)),  # armies of a nation named on it
        ("for_attack", np.int64, 2),
        ("for_defence", np.int64, 2),
        ("mandatory", np.int64, 2),
        ("chits_enter", np.int64, (TURNS + 2, 2)),  # chits that enter the cup before a turn
        ("playable", np.int64, 4),  # hand -> chits that it could ever play (R6.2.1)
        ("hand_of", np.int64, 4),  # faction -> hand
        ("die", np.int64, 6),  # face -> value, 0 is S
        ("die_sum", np.int64),  # of the six faces
        # rules configuration
        ("players", np.int64),
        ("six_fronts_win", np.int64),
        ("uncontested_point", np.int64),
        ("garrison_required", np.int64),
        ("one_front", np.int64),
        ("surrender_from", np.int64),
        ("schlieffen", np.int64),
        ("variable_order", np.int64),
        ("historical_setup", np.int64),
        # a combat whose result is given (forced.py); turn 0: none
        ("forced_turn", np.int64),
        ("forced_front", np.int64),
        ("forced_result", np.int64),
        # policies
        ("policy", np.int64, 4),  # faction -> policy id
        ("weights", np.float64, (4, WEIGHTS)),
        ("odds", np.float64, (DIFFERENCES, 2)),  # difference of fixed totals -> P(attack wins), P(tie)
        # policies that look ahead; `samples` is 0 for the others
        ("samples", np.int64, 4),
        ("width", np.int64, 4),
        ("caution", np.int64, 4),
        ("model", np.float64, (4, 4, WEIGHTS)),  # faction -> how it imagines each faction to play
        ("prospect", np.float64, (TURNS, FEATURES)),  # turn that is over -> weights of the features
    ]
)


def build_table(dataset: Dataset, rules: Rules, players: int) -> Record:
    """The record of a data set under a rules configuration; policies are filled in by the caller.

    Parameters
    ----------
    dataset : Dataset
        Checked.
    rules : Rules
    players : int
        2, 3 or 4.
    """
    table = blank(TABLE)
    index = index_armies(dataset)
    _fill_armies(table, dataset, index)
    _fill_operating(table, dataset, rules, index)
    _fill_board(table, dataset)
    _fill_chits(table, dataset, index)
    _fill_rules(table, rules, players)
    return table


def index_armies(dataset: Dataset) -> dict[str, tuple[int, int]]:
    """Army name -> (alliance, bit): the position among its alliance's armies in the order of the data set."""
    counts = [0, 0]
    index = {}
    for army in dataset.armies:
        alliance = alliance_of(army)
        index[army.name] = (alliance, counts[alliance])
        counts[alliance] += 1
    return index


def alliance_of(army: Army) -> int:
    """The index of the army's alliance."""
    return FACTION_ALLIANCE[FACTIONS.index(army.faction)]


def index_chits(dataset: Dataset) -> dict[str, tuple[int, int]]:
    """Chit id -> (alliance, bit), as for armies."""
    counts = [0, 0]
    index = {}
    for chit in dataset.chits:
        alliance = ALLIANCES.index(chit.alliance)
        index[chit.id] = (alliance, counts[alliance])
        counts[alliance] += 1
    return index


def city_order(dataset: Dataset) -> list[str]:
    """City ids by bit, in the order of the data set."""
    return [city.id for city in dataset.cities]


def _word(members: Iterable[int]) -> int:
    return sum(1 << member for member in set(members))


def _fill_armies(table: Record, dataset: Dataset, index: dict[str, tuple[int, int]]) -> None:
    for army in dataset.armies:
        alliance, number = index[army.name]
        member = 1 << number
        table.colour[FACTIONS.index(army.faction)] |= member
        table.value[alliance, number] = army.value
        table.of_value[alliance, army.value] |= member
        table.enters[army.turn, alliance] |= member
        if army.nation in EXPEDITIONS:
            table.expeditions |= member
        if army.nation in EASTERN_EXPEDITIONS:
            table.by_west |= member
        if army.nation in PEACEFUL:
            table.peaceful |= member
    for placement in dataset.placements:
        for name in placement.armies:
            alliance, number = index[name]
            table.historical[alliance, placement.front - 1] |= 1 << number
    table.dummies[:] = [dataset.dummies[faction] for faction in FACTIONS]


def _fill_operating(table: Record, dataset: Dataset, rules: Rules, index: dict[str, tuple[int, int]]) -> None:
    for front in dataset.fronts:
        number = front.number - 1
        table.adjacent[number] = _word(other - 1 for other in front.adjacent)
        for alliance, home in enumerate((front.allied, front.central)):
            table.home[alliance, number] = FACTIONS.index(home)
            table.home_fronts[FACTIONS.index(home)] |= 1 << number
    front_11_only = rules.mef_or_reach == "front_11_only"
    adjacent = table.adjacent.tolist()
    may_enter, can_step, can_transfer = table.may_enter, table.can_step, table.can_transfer
    for turn, monastir in product(range(1, TURNS + 1), (0, 1)):
        for army in dataset.armies:
            alliance, bit = index[army.name]
            fronts = _word(
                front.number - 1
                for front in dataset.fronts
                if may_operate(
                    army.nation, front.nations, front.number - 1, turn, bool(monastir), front_11_only
                )
            )
            table.fronts_of[turn, monastir, alliance, bit] = fronts
            table.dummy_fronts[turn, monastir, FACTIONS.index(army.faction)] |= fronts
            for number in range(FRONTS) if fronts else ():
                here = 1 << number
                place = (turn, monastir, alliance, number)
                may_enter[place] |= (1 << bit) if fronts & here else 0
                can_step[place] |= (1 << bit) if fronts & adjacent[number] else 0
                can_transfer[place] |= (1 << bit) if fronts & ~here else 0
    for faction, garrison in GARRISON_FRONTS.items():
        table.garrison[faction] = _word(garrison)


def _fill_board(table: Record, dataset: Dataset) -> None:
    order = city_order(dataset)
    for bit, city in enumerate(dataset.cities):
        table.front_cities[city.front - 1] |= 1 << bit
        table.city_front[bit] = city.front - 1
        table.owned[FACTION_ALLIANCE[FACTIONS.index(city.owner)]] |= 1 << bit
        for faction, centres in CENTRES_OF.items():
            table.centres[FACTIONS.index(faction)] |= (1 << bit) if city.id in centres else 0
    table.monastir = order.index(MONASTIR)
    table.replacements[:] = REPLACEMENTS
    for line in dataset.lines:
        for turn in range(line.opens, TURNS + 1):
            for one, other in (line.ends, line.ends[::-1]):
                if one.endswith("-base"):
                    alliance = FACTION_ALLIANCE[FACTIONS.index(one[:2])]
                    table.at_base[turn, alliance, line.front - 1] |= 1 << order.index(other)
                elif not other.endswith("-base"):
                    table.joined[turn, order.index(one)] |= 1 << order.index(other)


def _fill_chits(table: Record, dataset: Dataset, index: dict[str, tuple[int, int]]) -> None:
    numbers = index_chits(dataset)
    for chit in dataset.chits:
        alliance, bit = numbers[chit.id]
        member = 1 << bit
        table.chit_value[alliance, bit] = chit.value
        table.chit_armies[alliance, bit] = _word(
            index[army.name][1] for army in dataset.armies if army.nation in chit.nations
        )
        table.for_attack[alliance] |= member if chit.use in ("attack", "either") else 0
        table.for_defence[alliance] |= member if chit.use in ("defence", "either") else 0
        table.mandatory[alliance] |= member if chit.mandatory else 0
        first = first_turn_of_chit(dataset.years, chit.year)
        table.chits_enter[first, alliance] |= member
    table.die[:] = [0 if face == "S" else face for face in dataset.faces]
    table.die_sum = table.die.sum()


def _fill_rules(table: Record, rules: Rules, players: int) -> None:
    table.players = players
    table.six_fronts_win = rules.six_front_end == "wins"
    table.uncontested_point = rules.uncontested_base == "point"
    table.garrison_required = rules.treaty_garrison == "required"
    table.one_front = rules.transfer_source == "one_front"
    table.surrender_from = rules.surrender_from_turn
    table.schlieffen = rules.schlieffen
    table.variable_order = rules.variable_order
    table.historical_setup = rules.historical_setup
    table.hand_of[:] = range(4)
    if rules.hand_scope == "player":
        if players <= 3:
            table.hand_of[:2] = WA
        if players == 2:
            table.hand_of[2:] = DE
    _fill_playable(table)


def _fill_playable(table: Record) -> None:
    """R6.2.1: a chit can never be played by a hand if no army that its factions ever control is named on it."""
    for faction in range(4):
        alliance = FACTION_ALLIANCE[faction]
        controlled = table.colour[faction] | (table.colour[DE] if faction == GA else 0)
        for bit in range(MAX_CHITS):
            if table.chit_armies[alliance, bit] & controlled:
                table.playable[table.hand_of[faction]] |= 1 << bit
