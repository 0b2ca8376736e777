"""What *The First World War* offers to the layers above (see :mod:`fwwsim.game`)."""

from fwwsim.game import Game
from fwwsim.games.first_world_war.contest import CONTEST
from fwwsim.games.first_world_war.match import NAME, PLAYERS, VERSION, prepare
from fwwsim.games.first_world_war.narrate import narrate, tell_by_name
from fwwsim.games.first_world_war.outcomes import columns

GAME = Game(
    name=NAME,
    title="The First World War",
    version=VERSION,
    players=PLAYERS,
    prepare=prepare,
    columns=columns,
    tell=tell_by_name,
    narrate=narrate,
    policy="balanced",
    contest=CONTEST,
)
