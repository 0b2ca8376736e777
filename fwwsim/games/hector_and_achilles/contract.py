"""What *Hector and Achilles* offers to the layers above (see :mod:`fwwsim.game`)."""

from fwwsim.game import Game
from fwwsim.games.hector_and_achilles.match import NAME, PLAYERS, VERSION, prepare, tell
from fwwsim.games.hector_and_achilles.narrate import narrate

GAME = Game(
    name=NAME,
    title="Hector and Achilles",
    version=VERSION,
    players=PLAYERS,
    prepare=prepare,
    tell=tell,
    narrate=narrate,
    policy="greedy",
)
