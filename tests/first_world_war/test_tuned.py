"""What the policy tuned is held to: it beats balanced by 10 points, and random no less often than balanced does."""

import numpy as np

from fwwsim.engine.simulate import simulate
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.state import NOBODY

GAMES = 4000


def allied_points(allies: str, central: str) -> np.ndarray:
    """What each game counts for the Allies, on the same dice whoever plays; half if both sides surrendered."""
    policies = f"WA={allies},EA={allies},DE={central},GA={central}"
    winner = simulate(prepare(None, 2, [], policies, 424242), GAMES, threads=2).outcomes.alliance
    return np.where(winner == 0, 1.0, np.where(winner == NOBODY, 0.5, 0.0))


def error(points: np.ndarray) -> float:
    return float(points.std() / np.sqrt(len(points)))


def test_beats_balanced_by_ten_points() -> None:
    """Over both alliances; against balanced's own share on the same dice, which it cancels out of."""
    gain = (allied_points("tuned", "balanced") - allied_points("balanced", "tuned")) / 2
    assert gain.mean() - 3 * error(gain) > 0.10


def test_no_weaker_against_random() -> None:
    allies = allied_points("tuned", "random") - allied_points("balanced", "random")
    central = allied_points("random", "balanced") - allied_points("random", "tuned")
    for gain in (allies, central):
        assert gain.mean() > -3 * error(gain) - 0.005
