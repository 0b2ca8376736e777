"""Of a balance report: victory points and cities through the turns, leads, comebacks and first blood."""

import numpy as np
from numpy.typing import NDArray

from fwwsim.experiments.tallies import Axis, Tally, Values
from fwwsim.game import Match
from fwwsim.games.first_world_war.names import ALLIANCES, ALLIES, FACTION_NAMES, FACTIONS, FRONTS
from fwwsim.reporting.document import Column, Figure, Section, Table, Value
from fwwsim.reporting.figures.plots import Distributions, HeatMap, Lines, Series
from fwwsim.reporting.kinds.common import ALLIANCE, SIDES, TURN_NAMES, mean_of, rate

MOST_VP = 60
MOST_CITIES = 12
MOST_CHANGES = 40
MANY = 6  # lead changes from here on share a row
FIRST_CITY = ("Allies", "Central Powers", "neither")
LEADERS = ("Central Powers lead", "even", "Allies lead")
DEFICITS = ((0, 0), (1, 2), (3, 4), (5, 6), (7, 9), (10, 14), (15, 2 * MOST_VP))
GAMES = Column("games", "games", "games")
GOING_ON = TURN_NAMES[:-1]  # turns after which a game may go on
FRONT_NAMES = tuple(str(front) for front in range(1, FRONTS + 1))

Counts = dict[str, NDArray[np.int64]]


def tallies() -> dict[str, Tally]:
    """What these sections count."""
    found: dict[str, Tally] = {}
    for faction in FACTIONS:
        found[f"vp_{faction}"] = (Axis(f"vp_{faction}", 0, MOST_VP),)
    for turn in TURN_NAMES:
        for faction in FACTIONS:
            name = f"vp_t{turn}_{faction}"
            found[name] = (Axis(name, -1, MOST_VP),)
        for front in FRONT_NAMES:
            name = f"allied_cities_t{turn}_{front}"
            found[name] = (Axis(name, -1, MOST_CITIES),)
    for turn in GOING_ON:
        found[f"leader_t{turn}"] = (_leader(turn), ALLIANCE)
    found["lead_changes"] = (Axis("lead_changes", 0, MOST_CHANGES), ALLIANCE)
    found["first_city"] = (Axis("first_city", 0, len(FIRST_CITY) - 1), ALLIANCE)
    for side in ALLIANCES:
        name = f"largest_deficit_{side}"
        found[name] = (Axis(name, 0, 2 * MOST_VP), ALLIANCE)
    return found


def _leader(turn: str) -> Axis:
    """Who has more victory points after a turn: 0 Central Powers, 1 even, 2 Allies; -1 if the game is over then."""
    points = tuple(f"vp_t{turn}_{faction}" for faction in FACTIONS)

    def make(values: Values) -> NDArray[np.int64]:
        wa, ea, de, ga = (values[column].astype(np.int64) for column in points)
        return np.where(values["end_turn"] <= int(turn), -1, 1 + np.sign(wa + ea - de - ga))

    return Axis(f"leader_t{turn}", -1, 2, (*points, "end_turn"), make)


def victory_points(counts: Counts, games: int) -> Section:
    """Victory points at the end, and by turn."""
    panels, lines, rows = [], [], []
    shown = np.flatnonzero(sum(counts[f"vp_{faction}"] for faction in FACTIONS))
    first, last = int(shown[0]), int(shown[-1])
    for faction, name in zip(FACTIONS, FACTION_NAMES, strict=True):
        found = counts[f"vp_{faction}"]
        by_turn = [mean_of(counts[f"vp_t{turn}_{faction}"], -1, least=0) for turn in TURN_NAMES]
        panels.append(Series(name, tuple(100 * float(count) / games for count in found[first : last + 1])))
        lines.append(Series(name, tuple(by_turn)))
        rows.append((name, mean_of(found, 0), *by_turn))
    columns = (
        Column("faction", "faction"),
        Column("end", "at the end", "mean"),
        *(Column(f"turn_{turn}", f"after turn {turn}", "mean") for turn in TURN_NAMES),
    )
    return Section(
        "Victory points",
        (
            Figure(
                "vp",
                f"Victory points of each faction at the end of the game, of {games:,} games that ended in any way.",
                "Four histograms of victory points, one a faction.",
                ("distribution",),
                Distributions(first, tuple(panels), "victory points at the end", "games, %"),
            ),
            Figure(
                "vp_by_turn",
                "Victory points of each faction after each turn's victory check, mean over the games in which the turn "
                "is played, with its 95 % interval.",
                "Four lines of victory points by turn.",
                ("mean",),
                Lines(TURN_NAMES, tuple(lines), "turn", "victory points, mean"),
            ),
            Table(
                "vp",
                f"Mean victory points: at the end of {games:,} games, and after each turn in the games in which it is "
                "played.",
                columns,
                tuple(rows),
            ),
        ),
    )


def cities(counts: Counts, match: Match) -> Section:
    """Control of the cities, front by front through the turns."""
    start = allied_cities_at_start(match)
    rows: list[tuple[Value, ...]] = []
    heat = []
    names = tuple(match.description["source"].fronts[front].name for front in range(FRONTS))
    labels = tuple(f"{name} ({front})" for name, front in zip(names, FRONT_NAMES, strict=True))
    for front, label in enumerate(labels):
        held = [
            mean_of(counts[f"allied_cities_t{turn}_{front + 1}"], -1 - start[front], least=-start[front])
            for turn in TURN_NAMES
        ]
        rows.append((label, start[front], *held))
        heat.append(tuple(None if gain is None else gain.estimate for gain in held))
    columns = (
        Column("front", "front"),
        Column("start", "Allied cities at the start", "cities held"),
        *(Column(f"turn_{turn}", f"after turn {turn}", "cities gained", signed=True) for turn in TURN_NAMES),
    )
    return Section(
        "Cities, front by front",
        (
            Figure(
                "cities",
                "Who gains ground where: cities of each front that the Allies hold after each turn, less those they "
                "hold at the start, mean over the games in which the turn is played. Above 0 the Allies have gained "
                "cities, below 0 the Central Powers have.",
                "Table of fronts and turns with the mean number of cities gained in each cell.",
                ("cities gained",),
                HeatMap(
                    labels,
                    TURN_NAMES,
                    tuple(heat),
                    "turn",
                    "front",
                    "cities gained by the Allies",
                    2,
                    0.0,
                    True,
                ),
            ),
            Table(
                "cities",
                "Cities gained by the Allies since the start, by front and turn, with 95 % intervals of the means.",
                columns,
                tuple(rows),
            ),
        ),
    )


def allied_cities_at_start(match: Match) -> tuple[int, ...]:
    """How many cities of each front the Allies hold before the first turn."""
    held = int(match.start["cities"][0][ALLIES])
    return tuple((held & int(front)).bit_count() for front in match.table.front_cities)


def leads(counts: Counts, games: int) -> Section:
    """Lead changes, comebacks by deficit, first blood and first city."""
    return Section(
        "Leads, comebacks and first blood",
        (*_lead_changes(counts, games), *_comebacks(counts, games), *_first_blood(counts)),
    )


def _lead_changes(counts: Counts, games: int) -> tuple[Figure | Table, ...]:
    changes = counts["lead_changes"].sum(axis=1)
    last = int(np.flatnonzero(changes)[-1])
    mean = mean_of(changes, 0)
    pooled = np.concatenate((counts["lead_changes"][:MANY], counts["lead_changes"][MANY:].sum(axis=0)[None]))
    rows = tuple(
        (
            _span(number, number if number < MANY else 2 * MOST_VP),
            rate(row.sum(), games),
            rate(row[0], row.sum()),
        )
        for number, row in enumerate(pooled)
    )
    return (
        Figure(
            "lead_changes",
            f"How often in a game the lead in victory points passes from one alliance to the other: {games:,} games.",
            "Histogram of the number of lead changes.",
            ("lead changes", "distribution"),
            Distributions(
                0,
                (Series("lead changes", tuple(100 * float(count) / games for count in changes[: last + 1])),),
                "lead changes in a game",
                "games, %",
            ),
        ),
        Table(
            "lead_changes",
            f"Games by their number of lead changes, and the Allies' win rate among them, of {games:,} games"
            f"{'' if mean is None else f'; on average {mean.estimate:.2f} a game'}.",
            (
                Column("changes", "lead changes"),
                Column("share", "of all games, %", "share of games", scale=100),
                Column("won", "won by the Allies, %", "win rate", scale=100),
            ),
            rows,
        ),
    )


def _comebacks(counts: Counts, games: int) -> tuple[Figure | Table, ...]:
    labels = tuple(_span(low, high) for low, high in DEFICITS)
    rows: list[tuple[Value, ...]] = [(label,) for label in labels]
    lines = []
    for side, (word, name) in enumerate(zip(ALLIANCES, SIDES, strict=True)):
        table = counts[f"largest_deficit_{word}"]
        cells = [table[low : high + 1].sum(axis=0) for low, high in DEFICITS]
        won = tuple(rate(cell[side], cell.sum()) for cell in cells)
        lines.append(Series(name, won))
        rows = [(*row, rate_, int(cell.sum())) for row, rate_, cell in zip(rows, won, cells, strict=True)]
    columns = [Column("deficit", "largest deficit, VP")]
    for word, name in zip(ALLIANCES, SIDES, strict=True):
        columns.append(Column(f"won_{word}", f"won by the {name}, %", "comeback rate", scale=100))
        columns.append(Column(f"games_{word}", f"games, {name}", "games"))
    return (
        Figure(
            "comebacks",
            f"Comebacks: the win rate of each alliance by the largest deficit in victory points it has had during the "
            f"game, with 95 % intervals ({games:,} games).",
            "Two lines of win rate by largest deficit.",
            ("comeback rate",),
            Lines(
                labels, tuple(lines), "largest deficit during the game, victory points", "games won, %", 100
            ),
        ),
        Table(
            "comebacks",
            f"Win rates by the largest deficit that an alliance has had during the game, of {games:,} games.",
            tuple(columns),
            tuple(rows),
        ),
    )


def _first_blood(counts: Counts) -> tuple[Figure | Table, ...]:
    rows, lines = [], []
    for place, leader in enumerate(LEADERS):
        cells = [counts[f"leader_t{turn}"][place + 1] for turn in GOING_ON]
        won = tuple(rate(cell[0], cell.sum()) for cell in cells)
        rows.append((leader, *won))
        lines.append(Series(leader, won))
    first = tuple(
        (name, rate(row[0], row.sum()), rate(row[1], row.sum()), int(row.sum()))
        for name, row in zip(FIRST_CITY, counts["first_city"], strict=True)
    )
    return (
        Figure(
            "first_blood",
            "First blood: the Allies' win rate by who leads in victory points after each turn, among the games that go "
            "on then, with 95 % intervals.",
            "Three lines of the Allies' win rate by turn, one for each leader.",
            ("win rate by leader",),
            Lines(GOING_ON, tuple(lines), "turn", "won by the Allies, %", 100),
        ),
        Table(
            "first_blood",
            "The Allies' win rate by who leads in victory points after each turn, if the game goes on.",
            (
                Column("leader", "after the turn"),
                *(
                    Column(f"turn_{turn}", f"turn {turn}, %", "win rate by leader", scale=100)
                    for turn in GOING_ON
                ),
            ),
            tuple(rows),
        ),
        Table(
            "first_city",
            "Win rates by the alliance that takes the first city in combat.",
            (
                Column("first", "first city taken by"),
                Column("won_allies", "won by the Allies, %", "win rate", scale=100),
                Column("won_central_powers", "won by the Central Powers, %", "win rate", scale=100),
                GAMES,
            ),
            first,
        ),
    )


def _span(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"{low} or more" if high == 2 * MOST_VP else f"{low} to {high}"
