"""Policies as data: a TOML table a policy, each an integer id (its base) and a vector of named weights."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from fwwsim.data import read_documents
from fwwsim.errors import DataError, SpecError

EVERY = ""  # the key of a vector for all factions
SETTINGS = re.compile(r"(:\w+=\d+)*$")  # what may follow a policy's name


@dataclass(frozen=True, slots=True)
class Base:
    """A family of policies: the id its kernels know, the names of its weights in order, and of its settings.

    A weight of `neutral` may be left out of a policy, and then has that value.
    """

    id: int
    weights: tuple[str, ...]
    settings: tuple[str, ...] = ()
    neutral: dict[str, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy: its card (`idea`), its base, weights and settings in the order of the base's names.

    `weights` is one vector for every faction; it is empty if `by_faction` has one for each. `history` tells where
    tuned weights come from.
    """

    name: str
    base: Base
    idea: str
    weights: tuple[float, ...]
    settings: tuple[int, ...] = ()
    by_faction: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    history: str = ""

    def weights_of(self, faction: str) -> tuple[float, ...]:
        """The vector that `faction` plays by.

        >>> Policy("x", Base(1, ("city",)), "", (), by_faction={"A": (2.0,)}).weights_of("A")
        (2.0,)
        """
        return self.by_faction.get(faction, self.weights)


def load_policies(path: Path, bases: dict[str, Base], factions: tuple[str, ...] = ()) -> dict[str, Policy]:
    """The policies of a TOML file: ``[name]`` with `base`, `idea`, one number a weight in ``[name.weights]``.

    A policy may have one vector for all, or one for each of `factions` in ``[name.FACTION.weights]``. A base with
    settings takes one whole number above 0 each, beside `base`. The weights may also be the name of another
    policy of the file, whose weights (for that faction) are taken.

    Raises
    ------
    DataError
        With every problem: unknown base, unknown or missing weight, a weight that is no number, a faction
        without a vector.
    """
    documents, _ = read_documents(path.parent, (path.name,))
    rows = documents[path.name]
    policies, problems = {}, []
    for name, row in rows.items():
        vectors = _vectors_of(row, rows, factions)
        found = _problems_of(row, bases, factions, vectors)
        problems += [f"{path.name}: policy {name!r}: {problem}" for problem in found]
        if not found:
            base = bases[row["base"]]
            weights = {
                faction: tuple(float((base.neutral | given)[weight]) for weight in base.weights)
                for faction, given in vectors.items()
            }
            policies[name] = Policy(
                name,
                base,
                row["idea"],
                weights.pop(EVERY, ()),
                tuple(row[key] for key in base.settings),
                weights,
                row.get("history", ""),
            )
    if problems:
        raise DataError(problems)
    return policies


def _vectors_of(row: Any, rows: dict[str, Any], factions: tuple[str, ...]) -> dict[str, Any]:
    """Faction, or EVERY, -> the weights as they are written, those of another policy looked up."""
    if not isinstance(row, dict):
        return {}
    own = [faction for faction in factions if faction in row]
    if not own:
        return {EVERY: _look_up(row.get("weights", {}), rows, EVERY)}
    return {
        faction: _look_up(
            row[faction].get("weights") if isinstance(row[faction], dict) else row[faction], rows, faction
        )
        for faction in own
    }


def _look_up(given: Any, rows: dict[str, Any], faction: str) -> Any:
    """The weights themselves, or those of the policy that they name."""
    lender = rows.get(given) if isinstance(given, str) else None
    if not isinstance(lender, dict):
        return given
    if isinstance(lender.get(faction), dict):
        lender = lender[faction]
    return lender.get("weights", given)


def _problems_of(
    row: Any, bases: dict[str, Base], factions: tuple[str, ...], vectors: dict[str, Any]
) -> list[str]:
    if not isinstance(row, dict) or row.get("base") not in bases:
        found = row.get("base") if isinstance(row, dict) else row
        return [f"base: found {found!r}; allowed: {', '.join(bases)}"]
    base = bases[row["base"]]
    known = ("base", "idea", "weights", *base.settings, "history", *factions)
    problems = [f"{key}: unknown key; allowed: {', '.join(known)}" for key in row if key not in known]
    if not isinstance(row.get("idea"), str):
        problems.append(f"idea: found {row.get('idea')!r}; allowed: a text")
    if not isinstance(row.get("history", ""), str):
        problems.append(f"history: found {row['history']!r}; allowed: a text")
    for key in base.settings:
        if type(row.get(key)) is not int or row[key] < 1:
            problems.append(f"{key}: found {row.get(key)!r}; allowed: a whole number above 0")
    return problems + _vector_problems(row, base, factions, vectors)


def _vector_problems(row: Any, base: Base, factions: tuple[str, ...], vectors: dict[str, Any]) -> list[str]:
    if EVERY in vectors:
        return _weight_problems(base, vectors[EVERY])
    problems = []
    if "weights" in row:
        problems.append(
            f"weights: given beside those of {', '.join(vectors)}; allowed: one for all, or one a faction"
        )
    missing = [faction for faction in factions if faction not in vectors]
    if missing:
        problems.append(
            f"weights: none for {', '.join(missing)}; allowed: one for all, or one for each of "
            f"{', '.join(factions)}"
        )
    for faction, given in vectors.items():
        extra = row[faction].keys() - {"weights"} if isinstance(row[faction], dict) else ()
        problems += [f"{faction}: {key}: unknown key; allowed: weights" for key in sorted(extra)]
        problems += [f"{faction}: {problem}" for problem in _weight_problems(base, given)]
    return problems


def _weight_problems(base: Base, given: Any) -> list[str]:
    if not isinstance(given, dict):
        return [f"weights: found {given!r}; allowed: a table of numbers"]
    names = base.weights
    problems = [
        f"weight {weight!r}: missing"
        for weight in names
        if weight not in given and weight not in base.neutral
    ]
    for weight, value in given.items():
        if weight not in names:
            near = get_close_matches(weight, names, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; allowed: {', '.join(names)}"
            problems.append(f"weight {weight!r}: unknown{hint}")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            problems.append(f"weight {weight!r}: found {value!r}; allowed: a number")
    return problems


def choose_policies(
    text: str,
    factions: tuple[str, ...],
    policies: dict[str, Policy],
    read: Callable[[Path], dict[str, Policy]] | None = None,
) -> dict[str, Policy]:
    """One policy a faction, from one name for all or from ``WA=name,EA=name,...``.

    With `read`, a name may be ``name@file.toml``: a policy of that file. Settings may be changed by
    ``name:setting=number``, several one after the other.

    Raises
    ------
    SpecError
        Unknown policy, faction or setting, a faction missing or given twice.
    DataError
        From `read`.

    Examples
    --------
    >>> still = {"still": Policy("still", Base(0, ()), "does nothing", ())}
    >>> choose_policies("still", ("A", "B"), still)["B"].name
    'still'
    >>> deep = {"deep": Policy("deep", Base(1, (), ("depth",)), "looks ahead", (), (3,))}
    >>> choose_policies("A=deep,B=deep:depth=5", ("A", "B"), deep)["B"].settings
    (5,)
    """
    if "=" not in text.partition(":")[0]:
        return dict.fromkeys(factions, _named(text.strip(), policies, read))
    chosen: dict[str, Policy] = {}
    for part in text.split(","):
        faction, _, name = (word.strip() for word in part.partition("="))
        if faction not in factions:
            raise SpecError(f"--policy: unknown faction {faction!r}; allowed: {', '.join(factions)}")
        if faction in chosen:
            raise SpecError(f"--policy: faction {faction} given twice")
        chosen[faction] = _named(name, policies, read)
    missing = [faction for faction in factions if faction not in chosen]
    if missing:
        raise SpecError(
            f"--policy: no policy for {', '.join(missing)}; give one for each of {', '.join(factions)}"
        )
    return {faction: chosen[faction] for faction in factions}


def _named(
    name: str, policies: dict[str, Policy], read: Callable[[Path], dict[str, Policy]] | None
) -> Policy:
    found = SETTINGS.search(name)
    settings = found.group() if found else ""
    name, at, file = name.removesuffix(settings).partition("@")
    if at and read is not None:
        policies = read(Path(file))
    if name not in policies:
        raise SpecError(f"--policy: unknown policy {name!r}; allowed: {', '.join(policies)}")
    return _changed(policies[name], settings)


def _changed(policy: Policy, text: str) -> Policy:
    """The policy with other settings, ``:setting=number`` each; its name tells them."""
    if not text:
        return policy
    settings = dict(zip(policy.base.settings, policy.settings, strict=True))
    for change in text[1:].split(":"):
        key, _, number = change.partition("=")
        if key not in settings:
            allowed = ", ".join(settings) or "none"
            raise SpecError(f"--policy: {policy.name}: unknown setting {key!r}; allowed: {allowed}")
        if int(number) < 1:
            raise SpecError(
                f"--policy: {policy.name}: {key}: found {number}; allowed: a whole number above 0"
            )
        settings[key] = int(number)
    return replace(policy, name=policy.name + text, settings=tuple(settings.values()))
