"""Of a balance report: who wins, how and when games end, surrender."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.cell import PLAYERS as PLAYERS_ROLE
from fwwsim.experiments.cell import Cell
from fwwsim.experiments.results import Results
from fwwsim.experiments.tallies import Axis, Tally, tally
from fwwsim.games.first_world_war.names import FACTION_NAMES, FACTIONS, TURNS
from fwwsim.games.first_world_war.outcomes import WORDS
from fwwsim.reporting.document import Column, Figure, Section, Table, Value
from fwwsim.reporting.figures.plots import HeatMap, Lines, Series, Shares
from fwwsim.reporting.first_world_war import NAMES
from fwwsim.reporting.kinds.common import (
    ALLIANCE,
    NOBODY,
    SIDES,
    TURN_NAMES,
    mean_of,
    rate,
    winner_axis,
    winner_names,
)

PLAYERS = (2, 3, 4)
REASONS = tuple(NAMES[word] for word in WORDS["reason"])
MOST_POINTS = 60
END_TURN = Axis("end_turn", 1, TURNS)
REASON = Axis("reason", 0, len(REASONS) - 1)
WON = Column("won", "games won, %", "win rate", scale=100)
GAMES = Column("games", "games", "games")

Counts = dict[str, NDArray[np.int64]]


def tallies() -> dict[str, Tally]:
    """What these sections count."""
    found: dict[str, Tally] = {"ends": (REASON, END_TURN, ALLIANCE)}
    for faction in FACTIONS:
        found[f"surrendered_{faction}"] = (Axis(f"surrendered_{faction}", 0, 1), END_TURN)
        for turn in TURN_NAMES:
            name = f"points_t{turn}_{faction}"
            found[name] = (Axis(name, -1, MOST_POINTS),)
    return found


def winners(results: Results, arm: Cell) -> Section:
    """Win rates by alliance and faction for 2, 3 and 4 players."""
    rows: list[tuple[Value, ...]] = []
    shares: dict[str, dict[int, float]] = {}
    told = []
    for players in PLAYERS:
        cell = cell_of_players(results, arm, players)
        (counts,) = tally(results, cell.name, [(winner_axis(players),)])
        games = int(counts.sum())
        played = "" if cell.players == players else f", played by {cell.players}"
        told.append(f"{games:,} with {players}{played}")
        for name, count in zip(winner_names(players), counts, strict=True):
            rows.append((f"{players} players{played}", name, rate(count, games), int(count), games))
            shares.setdefault(name, dict.fromkeys(PLAYERS, 0.0))[players] = int(count) / games
    order = ("Allies", *FACTION_NAMES[:2], SIDES[1], *FACTION_NAMES[2:], NOBODY)
    parts = tuple(Series(name, tuple(shares[name].values())) for name in order)
    return Section(
        "Who wins",
        (
            Figure(
                "winners",
                "Who wins with 2, 3 and 4 players: with 2 each alliance is one player, with 3 the Allies are one, with "
                "4 each faction is. Nobody wins if both alliances surrender at once. Games: "
                f"{'; '.join(told)}.",
                "Three bars of the shares of games won by each player.",
                ("win rate",),
                Shares(tuple(f"{players} players" for players in PLAYERS), parts, "games won, %"),
            ),
            Table(
                "winners",
                "Win rates by number of players.",
                (
                    Column("players", "players"),
                    Column("player", "player"),
                    WON,
                    Column("wins", "games won", "games"),
                    Column("games", "of games", "games"),
                ),
                tuple(rows),
            ),
        ),
    )


def cell_of_players(results: Results, arm: Cell, players: int) -> Cell:
    """The cell with so many players, or the arm, whose games are then scored as if there were so many."""
    if arm.players == players:
        return arm
    return next((cell for cell in results.cells(PLAYERS_ROLE, arm.arm) if cell.players == players), arm)


def ends(counts: Counts, games: int) -> Section:
    """Why and when games end, and who wins them then."""
    table = counts["ends"]
    reasons, turns = table.sum(axis=1), table.sum(axis=0)
    share = Column("share", "of all games, %", "share of games", scale=100)
    won = [
        Column(f"won_{place}", f"won by the {side}, %", "win rate", scale=100)
        for place, side in enumerate(SIDES)
    ]
    return Section(
        "How and when games end",
        (
            Figure(
                "ends",
                f"Why and when games end: of a hundred games, those that end for each reason in each turn "
                f"({games:,} games).",
                "Table of reasons and turns with the share of games in each cell.",
                ("share of games",),
                HeatMap(
                    REASONS,
                    TURN_NAMES,
                    tuple(tuple(100 * float(cell) / games for cell in row) for row in table.sum(axis=2)),
                    "turn",
                    "reason",
                    "of a hundred games",
                    1,
                ),
            ),
            Table(
                "reasons",
                f"Games by why they end, and who wins them then, of {games:,} games.",
                (Column("reason", "end of the game"), share, *won, GAMES),
                tuple(_end_row(name, row, games) for name, row in zip(REASONS, reasons, strict=True)),
            ),
            Table(
                "end_turns",
                f"Games by the turn in which they end, and who wins them then, of {games:,} games.",
                (Column("turn", "turn"), share, *won, GAMES),
                tuple(_end_row(name, row, games) for name, row in zip(TURN_NAMES, turns, strict=True)),
            ),
        ),
    )


def _end_row(name: str, row: NDArray[np.int64], games: int) -> tuple[Any, ...]:
    own = int(row.sum())
    return (name, rate(own, games), rate(row[0], own), rate(row[1], own), own)


def surrender(counts: Counts, games: int) -> Section:
    """Surrender by faction and turn, and the points at the checks."""
    ended = counts["ends"].sum(axis=(0, 2))
    played = games - np.concatenate(([0], np.cumsum(ended)[:-1]))  # games in which each turn was played
    rows, heat, lines = [], [], []
    for faction, name in zip(FACTIONS, FACTION_NAMES, strict=True):
        gave_up = counts[f"surrendered_{faction}"][1]
        points = [mean_of(counts[f"points_t{turn}_{faction}"], -1, least=0) for turn in TURN_NAMES]
        rates = [rate(count, n) for count, n in zip(gave_up, played, strict=True)]
        rows.append((name, rate(gave_up.sum(), games), *rates))
        heat.append(tuple(None if found is None else 100 * found.estimate for found in rates))
        lines.append(Series(name, tuple(points)))
    columns = [Column(f"turn_{turn}", f"turn {turn}, %", "surrender rate", scale=100) for turn in TURN_NAMES]
    return Section(
        "Surrender",
        (
            Figure(
                "surrender",
                f"Surrender by faction and turn: of a hundred games in which the turn is played, those in which the "
                f"faction surrenders in it ({games:,} games).",
                "Table of factions and turns with the surrender rate in each cell.",
                ("surrender rate",),
                HeatMap(FACTION_NAMES, TURN_NAMES, tuple(heat), "turn", "faction", "of a hundred games", 1),
            ),
            Figure(
                "surrender_points",
                "Surrender points of each faction at the check of each turn, mean over the games in which the turn is "
                "played, with its 95 % interval.",
                "Four lines of surrender points by turn.",
                ("surrender points", "mean"),
                Lines(TURN_NAMES, tuple(lines), "turn", "surrender points, mean"),
            ),
            Table(
                "surrender",
                f"Surrender by faction: in any turn, of {games:,} games; and in each turn, of the games in which it is "
                "played.",
                (
                    Column("faction", "faction"),
                    Column("any", "any turn, %", "share of games", scale=100),
                    *columns,
                ),
                tuple(rows),
            ),
        ),
    )
