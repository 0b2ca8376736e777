"""What *Hector and Achilles* offers to the layers above (see :mod:`fwwsim.game`)."""

from fwwsim.game import Game
from fwwsim.games.hector_and_achilles.contest import CONTEST
from fwwsim.games.hector_and_achilles.match import NAME, PLAYERS, VERSION, prepare, tell
from fwwsim.games.hector_and_achilles.narrate import narrate
from fwwsim.games.hector_and_achilles.outcomes import columns

GAME = Game(
    name=NAME,
    title="Hector and Achilles",
    version=VERSION,
    players=PLAYERS,
    prepare=prepare,
    columns=columns,
    tell=tell,
    narrate=narrate,
    policy="greedy",
    contest=CONTEST,
)
