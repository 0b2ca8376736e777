"""Example games: the same dice, another winner, and where the two games part."""

from collections.abc import Iterator

from fwwsim.experiments.cell import Cell
from fwwsim.experiments.pairs import Flip, find_flips
from fwwsim.experiments.results import Results
from fwwsim.games import load_game
from fwwsim.reporting.document import Block, Column, Listing, Section, Table, Text
from fwwsim.reporting.kinds.common import SIDES, file_name

LISTED, TOLD = 10, 2  # games of either direction
DIRECTIONS = ((0, 1), (1, 0))  # codes of the alliances
TURN, DETAIL = "TURN", "     "  # how the first line of a turn begins, and those that belong to the one before
END = "THE END"


def example_section(results: Results, first: Cell, second: Cell, title: str = "Example games") -> Section:
    """Games that one alliance wins in the first arm and the other in the second."""
    flips = find_flips(results, first.name, second.name, "alliance", DIRECTIONS, LISTED)
    if not flips:
        return Section(title, (Text("No game passes from one alliance to the other."),))
    blocks: list[Block] = [
        Text(
            f"The first games that pass from one alliance to the other. Each is told twice, by {first.name} and by "
            f"{second.name}, on the same dice; the commands tell them in full."
        )
    ]
    for direction in DIRECTIONS:
        for flip in [flip for flip in flips if (flip.first, flip.second) == direction][:TOLD]:
            blocks += _told(results, first, second, flip)
    blocks.append(_index(flips, first, second))
    return Section(title, tuple(blocks))


def _index(flips: list[Flip], first: Cell, second: Cell) -> Table:
    return Table(
        f"flipped_{file_name(second.name)}",
        f"The first games that pass from one alliance to the other, at most {LISTED} either way, by their index under "
        f"seed {first.seed}.",
        (
            Column("game", "game", "games"),
            Column("first", f"won under {first.name} by"),
            Column("second", f"won under {second.name} by"),
        ),
        tuple((flip.index, SIDES[flip.first], SIDES[flip.second]) for flip in flips),
    )


def _told(results: Results, first: Cell, second: Cell, flip: Flip) -> Iterator[Block]:
    yield Text(
        f"Game {flip.index}: {_winner(flip.first)} {first.name}, {_winner(flip.second)} {second.name}."
    )
    stories = [_story(results, cell, flip.index) for cell in (first, second)]
    parting = next(place for place, pair in enumerate(zip(*stories, strict=False)) if pair[0] != pair[1])
    heading = _heading(stories[0][:parting])
    lines = [play_command(cell, flip.index) for cell in (first, second)]
    lines += ["", f"The same in both up to here: {heading}."]
    for cell, story in zip((first, second), stories, strict=True):
        lines += ["", f"{cell.name}:", *story[parting], "   ...", *_ending(story)]
    yield Listing(tuple(lines))


def _winner(code: int) -> str:
    return ("won by the Allies under", "won by the Central Powers under")[code]


def play_command(cell: Cell, index: int) -> str:
    """The command that tells a game of a cell.

    >>> play_command(Cell("a", "arm", "a", "", "first_world_war", 7, 4, ("schlieffen",), "balanced", "", (), 9), 3)
    '$ fwwsim play --seed 7 --index 3 --players 4 --policy balanced --rule schlieffen'
    """
    words = ["$ fwwsim play"]
    if cell.game != "first_world_war":
        words.append(f"--game {cell.game}")
    words.append(f"--seed {cell.seed} --index {index} --players {cell.players} --policy {cell.policies}")
    words += [f"--rule {rule}" for rule in cell.rules]
    words += [f"--data {cell.data}"] if cell.data else []
    words += [f"# data set changed: {', '.join(cell.edits)}"] if cell.edits else []
    return " ".join(words)


def _story(results: Results, cell: Cell, index: int) -> list[list[str]]:
    """The entries of a told game from its first turn on: each a line and those that belong to it."""
    game = load_game(cell.game)
    lines = list(game.narrate(game.tell(results.match(cell.name), index)))
    start = next(place for place, line in enumerate(lines) if line.startswith(TURN))
    entries: list[list[str]] = []
    for line in filter(None, lines[start:]):
        if line.startswith(DETAIL) or not entries:
            entries[-1:] = [[*(entries[-1] if entries else []), line]]
        else:
            entries.append([line])
    return entries


def _heading(entries: list[list[str]]) -> str:
    """The turn and the phase that the last of some entries belongs to."""
    heads = [entry[0] for entry in entries if not entry[0].startswith("  ")]
    turn = max(place for place, head in enumerate(heads) if head.startswith(TURN))
    return ", ".join((heads[turn].capitalize(), *(head.strip().lower() for head in heads[turn + 1 :][-1:])))


def _ending(entries: list[list[str]]) -> list[str]:
    """How a game ended, its victory points and its winner."""
    end = next(place for place, entry in enumerate(entries) if entry[0].startswith(END))
    return [line for entry in entries[end:] for line in entry]
