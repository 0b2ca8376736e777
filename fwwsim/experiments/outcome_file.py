"""Outcomes as a Parquet file that explains itself, and the digest of its columns."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from fwwsim.experiments.store import replacing
from fwwsim.game import Column

COLUMNS_KEY, MATCH_KEY, SHARD_KEY = b"fwwsim.columns", b"fwwsim.match", b"fwwsim.shard"

Values = dict[str, NDArray[Any]]
"""Column -> one value a game; of a column of words their codes."""


def column_dictionary(columns: Iterable[Column]) -> list[dict[str, str]]:
    """Name, unit and meaning of each column, and its words if it holds names.

    >>> column_dictionary([Column("treaty", "turn", "turn of the treaty", np.zeros(1))])
    [{'name': 'treaty', 'unit': 'turn', 'meaning': 'turn of the treaty'}]
    """
    return [
        {
            "name": column.name,
            "unit": column.unit,
            "meaning": column.meaning,
            **({"words": ", ".join(column.words)} if column.words else {}),
        }
        for column in columns
    ]


def write_outcomes(option: str, path: Path, columns: Sequence[Column], metadata: dict[bytes, Any]) -> None:
    """Write columns to a Parquet file, which appears complete or not at all.

    Words are dictionary columns: categories in pandas, ENUM-like texts in DuckDB, factors in R. The schema's
    metadata has the column dictionary under ``fwwsim.columns``.

    Parameters
    ----------
    option : str
        What named the path, for messages; "" if nothing did.
    path : Path
    columns : sequence of Column
    metadata : dict
        Key -> facts, written as JSON.

    Raises
    ------
    SpecError
        The file cannot be written.
    """
    table = pa.table({column.name: _arrow(column) for column in columns})
    facts = {COLUMNS_KEY: column_dictionary(columns), **metadata}
    about = {key: json.dumps(value).encode() for key, value in facts.items()}
    with replacing(option, path) as part:
        pq.write_table(table.replace_schema_metadata(about), part, compression="zstd")


def read_values(path: Path, words: dict[str, tuple[str, ...]], names: Sequence[str]) -> Values:
    """Columns of a file that `write_outcomes` wrote, in the order of `names`.

    Parameters
    ----------
    path : Path
    words : dict
        Column -> its words; the codes returned are positions in them.
    names : sequence of str

    Raises
    ------
    OSError, pyarrow.ArrowException
        The file is missing, damaged, or lacks a column.
    """
    table = pq.read_table(path, columns=list(names), partitioning=None)
    return {name: _numpy(table.column(name), words.get(name, ())) for name in names}


def read_metadata(path: Path, key: bytes) -> Any:
    """Facts that `write_outcomes` wrote under `key`, or None."""
    text = (pq.read_schema(path).metadata or {}).get(key)
    return None if text is None else json.loads(text)


def digest_values(values: Values) -> str:
    """The SHA-256 of names, types and values, in order: equal exactly if every value of every game is.

    >>> digest_values({"vp": np.zeros(2, np.int8)})[:8]
    'dddbe772'
    """
    digest = hashlib.sha256()
    for name, column in values.items():
        digest.update(f"{name}\0{column.dtype.str}\0{len(column)}\0".encode())
        digest.update(np.ascontiguousarray(column).data)
    return digest.hexdigest()


def _arrow(column: Column) -> Any:
    values = np.ascontiguousarray(column.values)
    if column.words:
        return pa.DictionaryArray.from_arrays(pa.array(values, pa.int8()), pa.array(column.words))
    return pa.array(values)


def _numpy(column: Any, words: tuple[str, ...]) -> NDArray[Any]:
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if words:
        codes = pc.index_in(array.dictionary, value_set=pa.array(words)).to_numpy(zero_copy_only=False)
        return codes.astype(np.int8)[array.indices.to_numpy(zero_copy_only=False)]
    found: NDArray[Any] = array.to_numpy(zero_copy_only=False)
    return found
