"""The numbers by which rules, odds and kernels of Axis & Allies 1914 know units and results."""

LAND_UNITS = ("infantry", "artillery", "tank", "fighter")
INFANTRY, ARTILLERY, TANK, FIGHTER = range(4)

SEA_UNITS = ("submarine", "transport", "cruiser", "battleship")
SUBMARINE, TRANSPORT, CRUISER, BATTLESHIP = range(4)
DAMAGED = 4  # a fifth class of ships: battleships with one hit
CLASSES = 5

DAMAGE = DAMAGED
"""In an order of losses at sea: the first hit on an undamaged battleship; BATTLESHIP is the one that sinks it."""

LAND_ORDER = (INFANTRY, ARTILLERY, TANK, FIGHTER)
SEA_ORDER = (DAMAGE, SUBMARINE, CRUISER, BATTLESHIP, TRANSPORT)
SEA_STEPS = (*SEA_UNITS, "damage")

KINDS = {"infantry": "land", "artillery": "land", "tank": "land", "fighter": "air"} | dict.fromkeys(
    SEA_UNITS, "sea"
)
GRADES = ("stated", "second-source", "deduced", "reconstructed")

TANKS_FROM_ROUND = 4
TRANSPORT_LOAD = 2
MINE_FACES = 1  # of the die's faces, how many sink a ship
COASTAL_UNIT, BOMBARDING_UNIT = "artillery", "battleship"

RESULTS = (
    "captured",
    "held",
    "contested",
    "both_gone",
    "not_landed",
    "attacker_wins",
    "defender_wins",
    "both_sunk",
    "broken_off",
    "standoff",
)
CAPTURED, HELD, CONTESTED, BOTH_GONE, NOT_LANDED = range(5)
ATTACKER_WINS, DEFENDER_WINS, BOTH_SUNK, BROKEN_OFF, STANDOFF = range(5, 10)
GOES_ON = -1

LAND, SEA, LANDING = "land", "sea", "landing"
RESULTS_OF = {
    LAND: (CAPTURED, HELD, CONTESTED, BOTH_GONE),
    SEA: (ATTACKER_WINS, DEFENDER_WINS, BOTH_SUNK, BROKEN_OFF, STANDOFF),
    LANDING: (CAPTURED, HELD, CONTESTED, BOTH_GONE, NOT_LANDED),
}

NEVER, SHIPS_BELOW, STRENGTH_BELOW, OUTGUNNED = range(4)  # when the attacker breaks off a sea battle

MOSCOW = "Moscow"
NEAR_MOSCOW = ("Belarus", "Karelia", "Livonia", "Tatarstan", "Ukraine")
FAR_HOME = ("Finland", "Kazakhstan", "Poland", "Sevastopol")
REVOLUTION_FROM_ROUND = 4
