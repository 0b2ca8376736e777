"""Fitting the prospect to games: ``python -m fwwsim.games.first_world_war.lookahead.fit`` writes ``prospect.toml``.

Every game is played by `tuned` from some turn on, and before it by a mixture of the shipped heuristics, so that
the positions are varied and the results are those of the best play at hand. Each turn's end from then on is one
row: its features and whether the Allies won. One logistic regression a turn, ridge on standardised features.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.engine.journal import new_journal
from fwwsim.game import Match
from fwwsim.games.first_world_war.contest import seat
from fwwsim.games.first_world_war.lookahead.prospect import FEATURES, describe
from fwwsim.games.first_world_war.lookahead.values import PROSPECT_FILE, prospect_text
from fwwsim.games.first_world_war.match import prepare
from fwwsim.games.first_world_war.names import ALLIES, CENTRAL_POWERS, FACTIONS, TURNS
from fwwsim.games.first_world_war.policies.assign import shipped_policies
from fwwsim.games.first_world_war.state import PLAYING
from fwwsim.games.first_world_war.turn import play_turn, prepare_next_turn
from fwwsim.jit import kernel

Floats = NDArray[np.float64]

SWITCHES = 4  # the mixture plays turns 1 to s, s = 0 to 3
MIXTURES = 64
HELD_OUT = 10  # every tenth row is kept from the fit and measures it
STEPS = 12


@dataclass(frozen=True, slots=True)
class FitSpec:
    """What is fitted: number of rows, policy that plays on, seed of games and mixtures, ridge."""

    rows: int = 400_000
    policy: str = "tuned"
    seed: int = 77
    ridge: float = 3.0


@dataclass(frozen=True, slots=True)
class TurnFit:
    """The fit of one turn: rows used, and on the rows held out the mean log loss with and without features."""

    turn: int
    rows: int
    loss: float
    loss_of_mean: float


def fit_prospect(spec: FitSpec) -> tuple[Floats, list[TurnFit], int]:
    """The weights (TURNS, FEATURES), how well each turn's fit, and the number of games played."""
    match = prepare(None, 4, [], spec.policy, spec.seed)
    features, turns, labels = (
        np.zeros((spec.rows, FEATURES)),
        np.zeros(spec.rows, np.int64),
        np.zeros(spec.rows),
    )
    found, games = record_rows(
        mixtures_of(match, spec.seed),
        match.start,
        match.start.copy(),
        new_journal(0),
        features,
        turns,
        labels,
    )
    weights, fits = np.zeros((TURNS, FEATURES)), []
    for turn in range(1, TURNS):
        here = np.flatnonzero(turns[:found] == turn)
        kept, tested = here[np.arange(len(here)) % HELD_OUT > 0], here[::HELD_OUT]
        weights[turn] = fit_logistic(features[kept], labels[kept], spec.ridge)
        loss = log_loss(1.0 / (1.0 + np.exp(-features[tested] @ weights[turn])), labels[tested])
        mean = np.full(len(tested), labels[kept].mean())
        fits.append(TurnFit(turn, len(kept), loss, log_loss(mean, labels[tested])))
    return weights, fits, games


def mixtures_of(match: Match, seed: int) -> Any:
    """Tables: first that of the match, then with a heuristic drawn for each faction; (1 + MIXTURES,) of TABLE."""
    random = np.random.default_rng(seed)
    names = [name for name, policy in shipped_policies().items() if policy.weights_of("WA")]
    tables = np.zeros(1 + MIXTURES, match.table.dtype).view(np.recarray)
    tables[0] = match.table
    for number in range(1, 1 + MIXTURES):
        chosen = {faction: shipped_policies()[random.choice(names)] for faction in FACTIONS}
        tables[number] = seat(match, chosen).table
        tables[number].samples[:] = 0
    return tables


@kernel
def record_rows(
    tables: Any, start: Any, scratch: Any, journal: Any, features: Any, turns: Any, labels: Any
) -> tuple[int, int]:
    """Play games until the rows are full; returns how many rows and games there are."""
    rows, game = 0, 0
    while rows <= len(labels) - TURNS:
        scratch[0] = start[0]
        state = scratch[0]
        state.game = game
        switch = game % SWITCHES
        mixture = 1 + game // SWITCHES % MIXTURES
        game += 1
        first = rows
        for turn in range(1, TURNS + 1):
            state.turn = turn
            play_turn(state, tables[mixture if turn <= switch else 0], journal)
            if state.reason != PLAYING:
                break
            prepare_next_turn(state, tables[0], journal)
            if turn >= switch:
                describe(state, tables[0], features[rows])
                turns[rows] = turn
                rows += 1
        for row in range(first, rows):
            labels[row] = 1.0 if state.winner == ALLIES else 0.0 if state.winner == CENTRAL_POWERS else 0.5
    return rows, game


def fit_logistic(features: Floats, labels: Floats, ridge: float) -> Floats:
    """Weights of a logistic regression by Newton's method; the last feature is the constant, and not shrunk.

    >>> rows = np.array([[0.0, 1.0], [1.0, 1.0]]).repeat(50, axis=0)
    >>> fit_logistic(rows, np.array([0.0, 1.0, 1.0, 1.0] * 25), 0.0).round(2).tolist() != [0.0, 0.0]
    True
    """
    middle, scale = features.mean(axis=0), features.std(axis=0)
    constant = features.min(axis=0) == features.max(axis=0)
    middle[constant], scale[constant] = 0.0, 1.0
    rows = (features - middle) / scale
    rows[:, constant] = 0.0
    rows[:, -1] = 1.0
    penalty = np.full(rows.shape[1], max(ridge, 1e-6))
    penalty[-1] = 1e-9
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-rows @ weights))
        curvature = (rows * (chance * (1.0 - chance))[:, None]).T @ rows + np.diag(penalty)
        weights += np.linalg.solve(curvature, rows.T @ (labels - chance) - penalty * weights)
    found: Floats = weights / scale
    found[-1] = weights[-1] - (weights * middle / scale)[:-1].sum()
    return found


def log_loss(chances: Floats, labels: Floats) -> float:
    """The mean log loss of probabilities.

    >>> round(log_loss(np.array([0.5, 0.5]), np.array([0.0, 1.0])), 3)
    0.693
    """
    return float(-(labels * np.log(chances) + (1.0 - labels) * np.log(1.0 - chances)).mean())


def main() -> None:
    """Fit by the defaults of `FitSpec` and write the shipped file."""
    spec = FitSpec()
    weights, fits, games = fit_prospect(spec)
    history = [
        "P(the Allies win) at the end of a turn: weights of a logistic regression a turn (prospect.py).",
        f"Written by python -m fwwsim.games.first_world_war.lookahead.fit: {games:,} games, seed {spec.seed},",
        f"played by {spec.policy} from some turn on and by mixtures of the shipped heuristics before it.",
        *(
            f"Turn {fit.turn}: {fit.rows:,} rows; log loss on a tenth held out {fit.loss:.4f}, "
            f"of the mean alone {fit.loss_of_mean:.4f}."
            for fit in fits
        ),
    ]
    PROSPECT_FILE.write_text(prospect_text(weights, history), encoding="utf-8")
    print("\n".join(history))


if __name__ == "__main__":
    main()
