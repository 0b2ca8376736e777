"""How games of *The First World War* are reported."""

from collections.abc import Iterator

from fwwsim.games.first_world_war.names import FACTION_NAMES, FACTIONS
from fwwsim.games.first_world_war.wording import policies_in_words, rules_in_words
from fwwsim.reporting.reports import Block, Report, Summary
from fwwsim.reporting.summary import counts, means

NAMES = {
    "ALLIES": "Allies",
    "CENTRAL_POWERS": "Central Powers",
    **dict(zip(FACTIONS, FACTION_NAMES, strict=True)),
    "none": "nobody",
    "turn_6": "turn 6 is over",
    "six_fronts": "six fronts",
    "surrender": "surrender",
    "mutual_surrender": "mutual surrender",
}
ACTIVITY = {
    "combats": "combats",
    "contested": "contested combats",
    "captures": "captures",
    "eliminated": "armies eliminated",
    "chits_drawn": "chits drawn",
}


def blocks(summary: Summary) -> Iterator[Block]:
    """The tables of a run, in the order of print."""
    yield Block("Win rate, alliances", ("alliances",))
    if summary["players"] > 2:
        players = str(summary["players"])
        yield Block(f"Win rate, {players} players", ("winners", players))
    yield Block("End of the game", ("reasons",))
    yield Block("Turn of the end", ("end_turns",))
    yield Block("Surrender", ("surrendered",))
    yield Block("Treaty of Brest-Litovsk", ("treaty",))
    yield Block("Victory points at the end, mean", ("vp_mean",), rates=False)
    yield Block("A game, all factions, mean", (), rates=False, rows=ACTIVITY)


REPORT = Report(
    title="The First World War",
    counts=counts,
    means=means,
    blocks=blocks,
    names=NAMES,
    rules_in_words=rules_in_words,
    policies_in_words=policies_in_words,
)
