"""Conditions on games, such as ``surrendered_EA and end_turn == 3``: parsed, checked against the columns, never run.

Python's own grammar reads the text; of its parts only those are taken that a condition needs: names of columns,
numbers, texts, True and False, comparisons, ``and``, ``or``, ``not``, ``in (..)``, and the arithmetic ``+ - *``.
"""

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.errors import SpecError
from fwwsim.experiments.outcome_file import Values
from fwwsim.experiments.spec import unknown_word

LONGEST, DEEPEST = 2000, 100
EXACT = 2**53  # whole numbers below it are exact, also in arithmetic
NUMBER, TRUTH = "a number", "a truth"
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
ALLOWED = "columns, numbers, texts, == != < <= > >=, and, or, not, in (..), + - *"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a column holds: a number, a truth, or one of `words`."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a condition: its kind, and how its values come from those of columns."""

    kind: Kind
    values: Callable[[Values], Any]
    text: str | None = None  # of a text, which gets a meaning by the words beside it


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on games, and the columns that it needs."""

    columns: tuple[str, ...]
    holds: Callable[[Values], NDArray[np.bool_]]


def parse_condition(text: str, kinds: Mapping[str, Kind]) -> Condition:
    """The condition that a text means.

    Parameters
    ----------
    text : str
    kinds : mapping
        Column -> what it holds.

    Raises
    ------
    SpecError
        The first part that cannot be used, with its place in the text.

    Examples
    --------
    >>> kinds = {"vp": Kind(NUMBER), "winner": Kind("a word", ("WA", "none"))}
    >>> condition = parse_condition("winner == 'WA' and vp - 2 > 3", kinds)
    >>> condition.holds({"vp": np.array([9, 9, 1]), "winner": np.array([0, 1, 0])}).tolist()
    [True, False, False]
    >>> parse_condition("vpp > 3", kinds)
    Traceback (most recent call last):
    fwwsim.errors.SpecError: --where, character 1: vpp: unknown column; did you mean vp? allowed: vp, winner
    """
    reader = _Reader(text, kinds)
    term = reader.read(_parse(text))
    if term.kind.name != TRUTH:
        raise SpecError(
            f"--where: {text.strip()!r} is {term.kind.name}; allowed: a comparison, as in {_example(term)}"
        )

    def holds(values: Values) -> NDArray[np.bool_]:
        games = len(next(iter(values.values()))) if values else 0
        return np.broadcast_to(np.asarray(term.values(values), np.bool_), (games,))

    return Condition(tuple(reader.used), holds)


def _parse(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise SpecError(f"--where: found {len(text)} characters; allowed: at most {LONGEST}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        place = f", character {error.offset}" if error.offset else ""
        raise SpecError(f"--where{place}: {error.msg}; allowed: {ALLOWED}") from None
    except (ValueError, RecursionError, MemoryError):
        raise SpecError(f"--where: cannot be read; allowed: {ALLOWED}") from None
    levels = _levels(found)
    if levels > DEEPEST:
        raise SpecError(f"--where: found {levels} levels; allowed: at most {DEEPEST}")
    return found


def _levels(node: ast.AST) -> int:
    """How deep parts stand in parts."""
    levels, nodes = 0, [node]
    while nodes:
        nodes = [
            child for parent in nodes for child in ast.iter_child_nodes(parent) if isinstance(child, ast.expr)
        ]
        levels += 1
    return levels


def _example(term: Term) -> str:
    return "winner_4 == 'DE'" if term.kind.words or term.text is not None else "vp_DE > 20"


class _Reader:
    """Turns the parts of a parsed text into terms, and notes the columns used."""

    def __init__(self, text: str, kinds: Mapping[str, Kind]) -> None:
        self.text, self.kinds = text.strip(), kinds
        self.used: dict[str, None] = {}

    def read(self, node: ast.expr) -> Term:
        """The term of a part."""
        match node:
            case ast.Name():
                return self._column(node)
            case ast.Constant():
                return self._constant(node)
            case ast.BoolOp():
                return self._joined(node)
            case ast.UnaryOp(op=ast.Not()):
                inner = self._truth(node.operand)
                return Term(Kind(TRUTH), lambda values: np.logical_not(inner(values)))
            case ast.UnaryOp(op=ast.USub()):
                number = self._number(node.operand)
                return Term(Kind(NUMBER), lambda values: -number(values))
            case ast.BinOp() if type(node.op) in ARITHMETIC:
                apply = ARITHMETIC[type(node.op)]
                left, right = self._number(node.left), self._number(node.right)
                return Term(Kind(NUMBER), lambda values: apply(left(values), right(values)))
            case ast.Compare():
                return self._compared(node)
        raise self._error(node, f"cannot be used; allowed: {ALLOWED}")

    def _column(self, node: ast.Name) -> Term:
        name = node.id
        if name not in self.kinds:
            raise SpecError(f"{self._place(node)}: {unknown_word(name, 'column', tuple(self.kinds))}")
        self.used[name] = None
        return Term(self.kinds[name], lambda values: values[name])

    def _constant(self, node: ast.Constant) -> Term:
        value = node.value
        if isinstance(value, bool):
            return Term(Kind(TRUTH), lambda values: value)
        if isinstance(value, int | float) and abs(value) < EXACT:
            return Term(Kind(NUMBER), lambda values: value)
        if isinstance(value, str):
            return Term(Kind("a text"), lambda values: value, value)
        raise self._error(node, "cannot be used; allowed: numbers below 2**53, texts, True and False")

    def _joined(self, node: ast.BoolOp) -> Term:
        parts = [self._truth(part) for part in node.values]
        join = np.logical_and if isinstance(node.op, ast.And) else np.logical_or

        def values(found: Values) -> Any:
            result = parts[0](found)
            for part in parts[1:]:
                result = join(result, part(found))
            return result

        return Term(Kind(TRUTH), values)

    def _compared(self, node: ast.Compare) -> Term:
        terms = []
        left = node.left
        for sign, right in zip(node.ops, node.comparators, strict=True):
            terms.append(self._one(left, sign, right))
            left = right

        def values(found: Values) -> Any:
            return np.logical_and.reduce([np.asarray(term(found)) for term in terms])

        return Term(Kind(TRUTH), values if len(terms) > 1 else terms[0])

    def _one(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> Callable[[Values], Any]:
        if isinstance(sign, ast.In | ast.NotIn):
            return self._member(left, isinstance(sign, ast.In), right)
        if type(sign) not in COMPARISONS:
            raise self._error(right, f"is compared by what cannot be used; allowed: {ALLOWED}")
        compare = COMPARISONS[type(sign)]
        one, two = self.read(left), self.read(right)
        if one.kind.words or two.kind.words or one.text is not None or two.text is not None:
            if not isinstance(sign, ast.Eq | ast.NotEq):
                raise self._error(left, "is compared by order with a text; allowed: == and !=")
            first, second = self._coded(left, one, two), self._coded(right, two, one)
        else:
            first, second = self._plain(left, one), self._plain(right, two)
        return lambda values: compare(first(values), second(values))

    def _member(self, left: ast.expr, wanted: bool, right: ast.expr) -> Callable[[Values], Any]:
        if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts:
            raise self._error(right, "cannot stand after in; allowed: a list, as in (1, 2) or ('DE', 'GA')")
        signs: list[ast.cmpop] = [ast.Eq()] * len(right.elts)
        tests = [self._one(left, sign, entry) for sign, entry in zip(signs, right.elts, strict=True)]

        def values(found: Values) -> Any:
            inside = np.logical_or.reduce([np.asarray(test(found)) for test in tests])
            return inside if wanted else np.logical_not(inside)

        return values

    def _coded(self, node: ast.expr, term: Term, other: Term) -> Callable[[Values], Any]:
        """Codes of words, of a column or of a text beside a column."""
        if term.kind.words and (term.kind.words == other.kind.words or other.text is not None):
            return term.values
        if term.text is not None and other.kind.words:
            if term.text not in other.kind.words:
                raise SpecError(f"{self._place(node)}: {unknown_word(term.text, 'word', other.kind.words)}")
            code = other.kind.words.index(term.text)
            return lambda values: code
        if term.kind.words:
            words = ", ".join(map(repr, term.kind.words))
            raise self._error(node, f"is compared with what is no word of it; allowed: {words}")
        raise self._error(node, "is compared with a text; allowed: a text beside a column of words")

    def _plain(self, node: ast.expr, term: Term) -> Callable[[Values], Any]:
        if term.kind.name not in (NUMBER, TRUTH):
            raise self._error(node, "is a text; allowed: a number or a truth")
        return term.values

    def _number(self, node: ast.expr) -> Callable[[Values], Any]:
        """Values for arithmetic; a truth counts 1 or 0."""
        term = self.read(node)
        if term.kind.name not in (NUMBER, TRUTH):
            raise self._error(node, "is a text; allowed: numbers with + - *")
        return lambda values: np.asarray(term.values(values), np.float64)

    def _truth(self, node: ast.expr) -> Callable[[Values], Any]:
        term = self.read(node)
        if term.kind.name != TRUTH:
            raise self._error(node, f"is {term.kind.name}; allowed: a comparison, as in {_example(term)}")
        return term.values

    def _place(self, node: ast.expr) -> str:
        before = self.text.encode()[: node.col_offset].decode(errors="ignore")
        return f"--where, character {len(before) + 1}"

    def _error(self, node: ast.expr, told: str) -> SpecError:
        part = ast.get_source_segment(self.text, node) or "?"
        return SpecError(f"{self._place(node)}: {part} {told}")
