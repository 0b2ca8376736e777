"""Words of the game and the sizes that its rules fix."""

SIDES = ("ACHAEAN", "TROJAN")
SIDE_NAMES = ("Achaeans", "Trojans")
ACHAEAN, TROJAN = range(2)

COLOURS = 6
CARDS = 48  # army cards of a side; card = 8 * colour + copy
CARDS_PER_COLOUR = 8
MOST_VALUE = 4
TROOPS = ("slinger", "archer", "spearman", "hoplite")
HEROES = 6  # of a side
TILES = 6
EDGES = 4
EDGE_NAMES = ("north", "east", "south", "west")

PILES = 4
HOME = 3  # index of the home pile; the front piles 1 to 3 have the indices 0 to 2
PILE_NAMES = ("1", "2", "3", "home")
PILE_SIZE = 12
HAND = 4  # army cards drawn for a battle
ROUNDS = 4
LEAST_PILE = 5  # a fighting pile below it falls
