"""Policies as data: a TOML table a policy, each an integer id (its base) and a vector of named weights."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError, SpecError


@dataclass(frozen=True, slots=True)
class Base:
    """A family of policies: the id its kernels know, and the names of its weights in order."""

    id: int
    weights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy: its card (`idea`), its base and its weights in the order of the base's names."""

    name: str
    base: Base
    idea: str
    weights: tuple[float, ...]


def load_policies(path: Path, bases: dict[str, Base]) -> dict[str, Policy]:
    """The policies of a TOML file: ``[name]`` with `base`, `idea` and one number a weight in ``[name.weights]``.

    Raises
    ------
    DataError
        With every problem: unknown base, unknown or missing weight, a weight that is no number.
    """
    documents, _ = read_documents(path.parent, (path.name,))
    policies, problems = {}, []
    for name, row in documents[path.name].items():
        found = _problems_of(name, row, bases)
        problems += [f"{path.name}: policy {name!r}: {problem}" for problem in found]
        if not found:
            base = bases[row["base"]]
            given = row.get("weights", {})
            weights = tuple(float(given[weight]) for weight in base.weights)
            policies[name] = Policy(name, base, row["idea"], weights)
    if problems:
        raise DataError(problems)
    return policies


def _problems_of(name: str, row: Any, bases: dict[str, Base]) -> list[str]:
    if not isinstance(row, dict) or row.get("base") not in bases:
        found = row.get("base") if isinstance(row, dict) else row
        return [f"base: found {found!r}; allowed: {', '.join(bases)}"]
    problems = [
        f"{key}: unknown key; allowed: base, idea, weights"
        for key in row.keys() - {"base", "idea", "weights"}
    ]
    if not isinstance(row.get("idea"), str):
        problems.append(f"idea: found {row.get('idea')!r}; allowed: a text")
    names, given = bases[row["base"]].weights, row.get("weights", {})
    if not isinstance(given, dict):
        return [*problems, f"weights: found {given!r}; allowed: a table of numbers"]
    problems += [f"weight {weight!r}: missing" for weight in names if weight not in given]
    for weight, value in given.items():
        if weight not in names:
            near = get_close_matches(weight, names, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; allowed: {', '.join(names)}"
            problems.append(f"weight {weight!r}: unknown{hint}")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            problems.append(f"weight {weight!r}: found {value!r}; allowed: a number")
    return problems


def choose_policies(text: str, factions: tuple[str, ...], policies: dict[str, Policy]) -> dict[str, Policy]:
    """One policy a faction, from one name for all or from ``WA=name,EA=name,...``.

    Raises
    ------
    SpecError
        Unknown policy or faction, a faction missing or given twice.

    Examples
    --------
    >>> still = {"still": Policy("still", Base(0, ()), "does nothing", ())}
    >>> choose_policies("still", ("A", "B"), still)["B"].name
    'still'
    """
    if "=" not in text:
        return dict.fromkeys(factions, _named(text.strip(), policies))
    chosen: dict[str, Policy] = {}
    for part in text.split(","):
        faction, _, name = (word.strip() for word in part.partition("="))
        if faction not in factions:
            raise SpecError(f"--policy: unknown faction {faction!r}; allowed: {', '.join(factions)}")
        if faction in chosen:
            raise SpecError(f"--policy: faction {faction} given twice")
        chosen[faction] = _named(name, policies)
    missing = [faction for faction in factions if faction not in chosen]
    if missing:
        raise SpecError(
            f"--policy: no policy for {', '.join(missing)}; give one for each of {', '.join(factions)}"
        )
    return {faction: chosen[faction] for faction in factions}


def _named(name: str, policies: dict[str, Policy]) -> Policy:
    if name not in policies:
        raise SpecError(f"--policy: unknown policy {name!r}; allowed: {', '.join(policies)}")
    return policies[name]
