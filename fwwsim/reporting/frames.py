"""Outcomes as a pandas DataFrame and as a Parquet file that explains itself."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from fwwsim.engine.simulate import Run
from fwwsim.experiments.outcome_file import MATCH_KEY, write_outcomes
from fwwsim.experiments.provenance import describe
from fwwsim.game import Column, Match
from fwwsim.games import load_game


def outcome_frame(run: Run, game: str = "first_world_war") -> pd.DataFrame:
    """One row a game: its index, result, and figures by faction (``vp_WA``, ``combats_DE``, ...).

    Names are categories and numbers small, so that a million games take some 220 MB.
    """
    columns = load_game(game).columns(run.outcomes, run.first)
    return pd.DataFrame({column.name: _series(column) for column in columns})


def _series(column: Column) -> Any:
    if column.words:
        codes: NDArray[np.int8] = column.values
        return pd.Categorical.from_codes(codes, categories=pd.Index(column.words))
    return column.values


def write_parquet(path: Path, match: Match, run: Run, option: str = "--out") -> None:
    """Write outcomes to a Parquet file, which appears complete or not at all.

    The schema's metadata has the column dictionary under ``fwwsim.columns`` and what was played, with versions,
    under ``fwwsim.match``, both JSON.

    Raises
    ------
    SpecError
        The file cannot be written.
    """
    columns = tuple(load_game(match.description["game"]).columns(run.outcomes, run.first))
    about = {**describe(match), "first_index": run.first, "interrupted": run.interrupted}
    write_outcomes(option, path, columns, {MATCH_KEY: about})
