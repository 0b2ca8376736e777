"""Of a handicap report: a piece left out instead of points."""

from dataclasses import dataclass

from fwwsim.experiments.cell import KNOCK_OUT, Cell
from fwwsim.experiments.results import Results
from fwwsim.reporting.document import Block, Column, Section, Table, Text, Value
from fwwsim.reporting.kinds.balance_value import piece_name
from fwwsim.reporting.kinds.bids import EVEN, TwoSides, alliance_wins, margins_of, two_sides
from fwwsim.reporting.kinds.common import SIDES
from fwwsim.reporting.numbers import number, say
from fwwsim.stats.intervals import Interval, wilson

PIECES = 12  # shown


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece left out: what the Allies then win of the decided games, and the bid that makes the rest equal."""

    name: str
    allies: Interval
    two: TwoSides


def pieces_left_out(results: Results, arm: Cell) -> list[Piece]:
    """The pieces that were left out of an arm, by how near the game without them is to even."""
    found = []
    for cell in results.cells(KNOCK_OUT, arm.arm):
        margins = margins_of(results, cell.name, factions=False)
        allies, central = alliance_wins(margins, 0)
        name = piece_name(results.match(arm.name), cell.value)
        found.append(Piece(name, wilson(allies, allies + central), two_sides(margins)))
    return sorted(found, key=lambda piece: (abs(piece.allies.estimate - EVEN), piece.name))


def piece_section(found: list[Piece]) -> list[Section]:
    """The pieces without which the game is nearest to even."""
    if not found:
        return []
    rows: list[tuple[Value, ...]] = []
    for piece in found[:PIECES]:
        fair = piece.two.found
        rows.append((piece.name, piece.allies, fair.crossing, f"{fair.best} for the {piece.two.weaker}"))
    blocks: list[Block] = [
        Text(
            "A handicap need not be points: a piece can be left out. The pieces without which the game is nearest to "
            "even, and the bid that would then do the rest."
        ),
        Table(
            "pieces",
            f"The {len(rows)} pieces without which the alliances are nearest to equal, of {len(found)} tried one by "
            "one.",
            (
                Column("piece", "left out"),
                Column("won", "won by the Allies of the decided games, %", "fraction", scale=100),
                Column("bid", "bid then, victory points", "bid"),
                Column("best", "nearest whole bid then"),
            ),
            tuple(rows),
        ),
    ]
    return [Section("Pieces as a handicap", tuple(blocks))]


def piece_line(found: list[Piece], two: TwoSides) -> list[str]:
    """Whether a piece left out makes the alliances equal."""
    if not found:
        return []
    name, share = found[0].name, found[0].allies
    if share.low <= EVEN <= share.high:
        return [
            f"Without {name} the alliances cannot be told from equal: the Allies win {say(share)} of the decided games."
        ]
    base = two.found.rates[0]
    allies = base.estimate if two.favoured == SIDES[0] else 1 - base.estimate
    return [
        f"No single piece left out makes the alliances equal; nearest is the game without {name}, where the Allies win "
        f"{say(share)} of the decided games instead of {number(100 * allies, 1)} %."
    ]
