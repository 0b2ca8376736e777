"""Outcomes as a pandas DataFrame and as a Parquet file that explains itself."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from fwwsim.engine.simulate import Run
from fwwsim.game import Column, Match
from fwwsim.games import load_game
from fwwsim.reporting.files import replacing
from fwwsim.reporting.summary import describe

COLUMNS_KEY, MATCH_KEY = b"fwwsim.columns", b"fwwsim.match"


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


def column_dictionary(run: Run, game: str = "first_world_war") -> list[dict[str, str]]:
    """Name, unit and meaning of each column of `outcome_frame`, and its words if it holds names."""
    return [
        {
            "name": column.name,
            "unit": column.unit,
            "meaning": column.meaning,
            **({"words": ", ".join(column.words)} if column.words else {}),
        }
        for column in load_game(game).columns(run.outcomes[:0], 0)
    ]


def write_parquet(path: Path, match: Match, run: Run, option: str = "--out") -> None:
    """Write outcomes to a Parquet file, which appears complete or not at all.

    The schema's metadata has the column dictionary under ``fwwsim.columns`` and what was played, with versions,
    under ``fwwsim.match``, both JSON.

    Raises
    ------
    SpecError
        The file cannot be written.
    """
    game = match.description["game"]
    table = pa.Table.from_pandas(outcome_frame(run, game), preserve_index=False)
    about = {**describe(match), "first_index": run.first, "interrupted": run.interrupted}
    metadata = {
        **(table.schema.metadata or {}),
        COLUMNS_KEY: json.dumps(column_dictionary(run, game)).encode(),
        MATCH_KEY: json.dumps(about).encode(),
    }
    with replacing(option, path) as part:
        pq.write_table(table.replace_schema_metadata(metadata), part, compression="zstd")
