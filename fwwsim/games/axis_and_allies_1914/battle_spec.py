"""A battle as a record for the kernel of :mod:`fwwsim.games.axis_and_allies_1914.battle_check`."""

from typing import Any

import numpy as np

from fwwsim.engine.dice import STREAMS
from fwwsim.games.axis_and_allies_1914.battle import Battle
from fwwsim.games.axis_and_allies_1914.names import CLASSES, LAND_UNITS, LANDING, SEA, TRANSPORT

LAND_SIZE = len(LAND_UNITS)
MOST_TRANSPORTS = 32

STATE = np.dtype(
    [
        ("game", np.int64),
        ("turn", np.int64),
        ("stream", np.int64),
        ("cursor", np.int64),
        ("key", np.uint64, STREAMS),
        ("army", np.int64, (2, LAND_SIZE)),
        ("fleet", np.int64, (2, CLASSES)),
        ("afloat", np.int64, MOST_TRANSPORTS),
        ("attack_hits", np.int64),
        ("defence_hits", np.int64),
    ]
)
SPEC = np.dtype(
    [
        ("faces", np.int64),
        ("kind", np.int64),
        ("mines", np.int64),
        ("condition", np.int64),
        ("least", np.int64),
        ("reinforcing", np.bool_),
        ("keeping", np.bool_),
        ("submerge", np.bool_),
        ("coastal_supremacy", np.bool_),
        ("coastal_at_reinforcement", np.bool_),
        ("tanks_absorb_coastal", np.bool_),
        ("bombard_after_sea_battle", np.bool_),
        ("land_value", np.int64, (2, LAND_SIZE)),
        ("sea_value", np.int64, (2, CLASSES)),
        ("land_order", np.int64, (2, LAND_SIZE)),
        ("sea_order", np.int64, (2, CLASSES)),
        ("army", np.int64, (2, LAND_SIZE)),
        ("fleet", np.int64, (2, CLASSES)),
        ("land_cost", np.int64, LAND_SIZE),
        ("sea_cost", np.int64, CLASSES),
        ("loads", np.int64, (MOST_TRANSPORTS, 3)),
        ("transports", np.int64),
    ]
)
KIND_LAND, KIND_SEA, KIND_LANDING = range(3)
ATTACK, DEFENCE = range(2)


def battle_spec(battle: Battle) -> Any:
    """The battle as a record."""
    spec = np.zeros(1, SPEC).view(np.recarray)[0]
    values, rules = battle.values, battle.rules
    spec.faces, spec.mines, spec.reinforcing = values.faces, battle.mines, battle.reinforcing
    spec.kind = {SEA: KIND_SEA, LANDING: KIND_LANDING}.get(battle.kind, KIND_LAND)
    spec.condition, spec.least = battle.break_off.condition, battle.break_off.least
    spec.keeping, spec.submerge = rules.keeping, rules.defending_submarines == "submerge"
    for name in ("coastal_supremacy", "coastal_at_reinforcement"):
        spec[name] = getattr(rules, name) == "yes"
    for name in ("tanks_absorb_coastal", "bombard_after_sea_battle"):
        spec[name] = getattr(rules, name) == "yes"
    spec.land_value[:] = values.land_attack, values.land_defence
    spec.sea_value[:] = values.sea_attack, values.sea_defence
    spec.land_cost[:], spec.sea_cost[:] = values.land_cost, values.sea_cost
    for role, side in enumerate((battle.attack, battle.defence)):
        spec.army[role], spec.fleet[role] = side.army, side.fleet
        spec.land_order[role], spec.sea_order[role] = side.land_order, side.sea_order
    spec.transports = battle.attack.fleet[TRANSPORT]
    for place, load in enumerate(battle.loads()):
        spec.loads[place] = load[:3]
    return spec
