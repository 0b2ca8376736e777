"""A document as plain data: everything that is shown, in full precision, with the definitions."""

import math
from dataclasses import fields, is_dataclass
from typing import Any

from fwwsim.reporting.document import Document, terms_of
from fwwsim.stats.intervals import Interval


def document_data(document: Document) -> dict[str, Any]:
    """What ``data.json`` holds; each block and plot names its kind."""
    data = plain(document)
    data.pop("kind")
    data["facts"] = dict(document.facts)
    data["definitions"] = {term: document.definitions[term] for term in terms_of(document)}
    return data


def plain(value: Any) -> Any:
    """Dataclasses, tuples and numbers as JSON knows them; what is not finite becomes null.

    >>> plain((Interval(0.5, -math.inf, 0.75, 8), "x"))
    [{'estimate': 0.5, 'low': None, 'high': 0.75, 'n': 8}, 'x']
    """
    if isinstance(value, Interval):
        parts = (("estimate", value.estimate), ("low", value.low), ("high", value.high), ("n", value.n))
        return {name: plain(number) for name, number in parts}
    if is_dataclass(value) and not isinstance(value, type):
        shown = {entry.name: plain(getattr(value, entry.name)) for entry in fields(value)}
        return {"kind": type(value).__name__.lower(), **shown}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, dict):
        return {name: plain(entry) for name, entry in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
