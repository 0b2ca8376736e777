"""A question as a user writes it: one TOML file, its arms, and how precise the answer is to be."""

import itertools
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fwwsim.errors import SpecError
from fwwsim.experiments.spec import read_spec, setting, unknown_word

MOST_GAMES = 10**9
MOST_SEED = 2**63 - 1  # a column of whole numbers holds it
KINDS = ("balance", "rule_effect", "factorial", "switches", "uncertainty", "handicap")
SWEPT = ("rules", "policies", "data", "edits")
BASE = "base"


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to play: ``[arms.NAME]``. What is left out is as in the rest of the spec."""

    rules: tuple[str, ...] = setting(())  # beside those of the spec, which they override
    policies: str = setting("")
    data: str = setting("")
    edits: tuple[str, ...] = setting(())  # changes of the data set, made in memory


@dataclass(frozen=True, slots=True)
class Budget:
    """What the error budget may cost: ``[budget]``. Games of 0 leave that part out."""

    games: int = setting(20_000, least=0, most=MOST_GAMES)  # of each extra cell
    data_draws: int = setting(20, least=0, most=10_000)  # data sets with the reconstructed values perturbed
    policies: tuple[str, ...] = setting(())  # the range of policies, each played by every faction
    knock_outs: int = setting(10_000, least=0, most=MOST_GAMES)  # games without each army and each chit
    forced: int = setting(10_000, least=0, most=MOST_GAMES)  # games of each front, turn and forced result


@dataclass(frozen=True, slots=True)
class Question:
    """What ``fwwsim run`` reads."""

    title: str = setting()
    question: str = setting()
    report: str = setting(allowed=KINDS)
    seed: int = setting(least=0, most=MOST_SEED)
    games: int = setting(0, least=0, most=MOST_GAMES)  # of each arm
    target: float = setting(
        0.0, least=0.0, most=50.0
    )  # instead of games: half-width in points of a hundred games
    at_most: int = setting(0, least=0, most=MOST_GAMES)  # with target: games of each arm
    game: str = setting("first_world_war")
    players: int = setting(4)
    policies: str = setting("")  # "": the game's own
    rules: tuple[str, ...] = setting(())
    data: str = setting("")  # folder; "": the shipped data set
    arms: dict[str, Arm] = field(default_factory=dict)
    sweeps: dict[str, Any] = field(default_factory=dict)  # setting -> values; the arms are their product
    budget: Budget = field(default_factory=Budget)

    @property
    def most_games(self) -> int:
        """Games of each arm, or the most of them if a target decides."""
        return self.games or self.at_most


@dataclass(frozen=True, slots=True)
class Factor:
    """A setting that a sweep varies, and its values; the first is the base."""

    name: str
    values: tuple[Any, ...]


def read_question(path: Path) -> Question:
    """The question in a TOML file.

    Raises
    ------
    SpecError
        The first problem found: file, key, what was found, what is allowed.
    """
    question = read_spec(path, Question)
    check_question(question, str(path))
    return question


def check_question(question: Question, where: str) -> None:
    """Refuse keys that do not go together; `where` begins the message.

    Raises
    ------
    SpecError
    """
    if bool(question.games) == bool(question.target):
        raise SpecError(
            f"{where}: games: found {question.games} with target {question.target:g}; "
            "allowed: either games, 1 or more, or target above 0"
        )
    if bool(question.target) != bool(question.at_most):
        raise SpecError(f"{where}: at_most: allowed: the most games of an arm, together with target")
    if question.arms and question.sweeps:
        raise SpecError(f"{where}: sweeps: found beside arms; allowed: either [arms.NAME] or [sweeps]")


def is_question(path: Path) -> bool:
    """Whether a TOML file is a question of ``fwwsim run``: it names its report.

    A file that cannot be read counts as one, so that running it tells why.
    """
    try:
        return "report" in tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True


def arms_of(
    question: Question, where: str
) -> tuple[dict[str, Arm], tuple[Factor, ...], dict[str, tuple[int, ...]]]:
    """The arms by name, the base first; the factors of a sweep; and each arm's level of every factor.

    Raises
    ------
    SpecError
        A sweep of a setting that there is not, or without values.

    Examples
    --------
    >>> asked = Question("t", "q", "factorial", 1, games=5, sweeps={"rules": {"a": [False, True], "b": [1, 2]}})
    >>> arms, factors, levels = arms_of(asked, "x.toml")
    >>> list(arms), arms["a + b=2"].rules, levels["b=2"]
    (['base', 'b=2', 'a', 'a + b=2'], ('a=on', 'b=2'), (0, 1))
    """
    if not question.sweeps:
        return question.arms or {BASE: Arm()}, (), {}
    factors = _factors(question.sweeps, f"{where}: sweeps")
    arms, levels = {}, {}
    for chosen in itertools.product(*(range(len(factor.values)) for factor in factors)):
        pairs = [(factor, level) for factor, level in zip(factors, chosen, strict=True)]
        name = " + ".join(_word(factor, level) for factor, level in pairs if level) or BASE
        arms[name] = _swept_arm(pairs)
        levels[name] = chosen
    return arms, factors, levels


def merge_rules(*layers: tuple[str, ...]) -> tuple[str, ...]:
    """Rule settings of several layers; a later one replaces an earlier one of the same name.

    >>> merge_rules(("a=1", "b"), ("a=2",))
    ('b', 'a=2')
    """
    merged: dict[str, str] = {}
    for layer in layers:
        for text in layer:
            name = text.partition("=")[0].strip().replace("-", "_")
            merged.pop(name, None)
            merged[name] = text
    return tuple(merged.values())


def rule_text(name: str, value: Any) -> str:
    """A setting as ``--rule`` reads it.

    >>> rule_text("schlieffen", True), rule_text("surrender_from_turn", 3)
    ('schlieffen=on', 'surrender_from_turn=3')
    """
    return f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"


def _factors(sweeps: dict[str, Any], where: str) -> tuple[Factor, ...]:
    factors = []
    for key, value in sweeps.items():
        if key not in SWEPT:
            raise SpecError(f"{where}.{unknown_word(key, 'setting', SWEPT)}")
        if key != "rules":
            factors.append(
                Factor(key, _values(value, f"{where}.{key}", (list,) if key == "edits" else (str,)))
            )
            continue
        if not isinstance(value, dict):
            raise SpecError(f"{where}.rules: found {value!r}; allowed: rules.NAME = [values]")
        factors += [
            Factor(name, _values(values, f"{where}.rules.{name}", (bool, int, str)))
            for name, values in value.items()
        ]
    return tuple(factors)


def _values(found: Any, where: str, types: tuple[type, ...]) -> tuple[Any, ...]:
    if (
        not isinstance(found, list)
        or len(found) < 2
        or any(type(value) not in types for value in found)
        or any(value in found[:place] for place, value in enumerate(found))
    ):
        raise SpecError(
            f"{where}: found {found!r}; allowed: a list of two or more different values, the base first"
        )
    return tuple(found)


def _word(factor: Factor, level: int) -> str:
    value = factor.values[level]
    if factor.name == "edits":
        return ", ".join(value) or "no edits"
    if factor.name in SWEPT:
        return f"{factor.name} {value}"
    return factor.name if value is True else rule_text(factor.name, value)


def _swept_arm(pairs: list[tuple[Factor, int]]) -> Arm:
    chosen = {factor.name: factor.values[level] for factor, level in pairs}
    rules = tuple(rule_text(name, value) for name, value in chosen.items() if name not in SWEPT)
    return Arm(rules, chosen.get("policies", ""), chosen.get("data", ""), tuple(chosen.get("edits", ())))
