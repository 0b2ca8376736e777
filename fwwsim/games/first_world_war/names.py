"""The words of the rulebook as indices: alliances, factions, nations and the fixed orders of play.

An index named ``faction`` is a position in FACTIONS, ``alliance`` a position in ALLIANCES, and ``front`` is
the printed number less one (0..10).
"""

ALLIES, CENTRAL_POWERS = 0, 1
ALLIANCES = ("ALLIES", "CENTRAL_POWERS")

WA, EA, DE, GA = 0, 1, 2, 3
FACTIONS = ("WA", "EA", "DE", "GA")
FACTION_NAMES = ("Western Allies", "Eastern Allies", "Germany", "German Allies")
FACTION_ALLIANCE = (ALLIES, ALLIES, CENTRAL_POWERS, CENTRAL_POWERS)

NATIONS = (
    "BE", "BR", "FR", "IT", "US", "RU", "SB", "MN", "RO", "GR", "MEF", "OR", "ITB", "DE", "AH", "BU",
)  # fmt: skip
NATIONS_OF = {
    "WA": ("BE", "BR", "FR", "IT", "US"),
    "EA": ("RU", "SB", "MN", "RO", "GR", "MEF", "OR", "ITB"),
    "DE": ("DE",),
    "GA": ("AH", "BU"),
}

THEATRES = ("west", "italy", "east")
FRONTS = 11
TURNS = 6
CYCLES = 4  # R4.2: each faction acts four times a turn
ROUNDS = 16
FIRST_VP = 6  # R3.2
HAND_LIMIT = 3  # R6.2.1

DEPLOYMENT_ORDER = (GA, EA, WA, DE)  # R4.2, also the order of replacements (R7)
ROUND_ORDER = (DE, WA, EA, GA)  # R4.2
GARRISON_FRONTS = {WA: (0, 1, 2, 3), DE: (0, 1, 2, 3), EA: (6, 7, 8), GA: (4, 5, 8, 9)}  # R4.2
TREATY_FRONTS = (6, 7, 8)  # R8.1: closed to combat and to capture
SIX = 6  # R8.2: whole fronts that end the game
FOUR_PLAYERS = 4
LEAD_OF_GERMANY, LEAD_OF_WEST = 3, 1  # R8: VP ahead of the partner
TREATY_BONUS = 8  # R8.1: VP of EA in the comparison with WA
TREATY_FROM_TURN = 4  # R8 step 4: the first check at which Germany may offer it
PEACEFUL = ("RU", "RO")  # R8.1: neither attack nor are attacked under the treaty
ROMANIA = 10  # R5.4, R8.1: front 11
MONASTIR = "monastir"  # R5.4
EXPEDITIONS = ("MEF", "OR")  # R5.4, R8.1
ITALY = (4, 5)  # R5.3: fronts 5 and 6
LATE_IN_ITALY, ITALY_FROM_TURN = ("BR", "FR", "DE"), 4  # R5.3
SCHLIEFFEN_FRONTS, SCHLIEFFEN_TURN = (0, 1, 2), 1  # R9.1: where German armies may attack on that turn
REPLACEMENTS = (4, 5, 4, 4)  # R7.0, by faction
CENTRES_OF = {
    "DE": ("aachen", "metz", "berlin", "breslau"),
    "GA": ("trieste", "wien", "budapest", "lemberg"),
    "WA": ("calais", "paris", "nancy", "venezia"),
    "EA": ("riga", "warszawa", "minsk", "kiev", "odessa"),
}  # R7.1
EASTERN_EXPEDITIONS = ("ITB", "MEF", "OR")  # R7.2: EA's armies that WA's replacements return
USES = ("attack", "defence", "either")
GRADES = ("stated", "inferred", "reconstructed")
