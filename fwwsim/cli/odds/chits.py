"""``fwwsim odds chits``: chits and leads of one combat as a zero-sum game (scipy is imported to solve it)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds.options import (
    Attackers,
    Data,
    Defenders,
    Front,
    Json,
    Schlieffen,
    Treaty,
    Turn,
    WithoutMonastir,
    Worth,
    context_of,
)
from fwwsim.cli.odds.prize import Base, City, Nothing, prize_of, prize_text

if TYPE_CHECKING:
    from fwwsim.games.first_world_war.dataset import Dataset
    from fwwsim.games.first_world_war.odds.chit_dominance import Dominated
    from fwwsim.games.first_world_war.odds.chit_game import Choice, Equilibrium
    from fwwsim.games.first_world_war.odds.chit_model import ChitGame
    from fwwsim.games.first_world_war.odds.hands import HeldChit
    from fwwsim.games.first_world_war.odds.single import Combatant

Sides = dict[str, tuple[tuple["Combatant", ...], tuple["HeldChit", ...]]]
Ruled = dict[str, list["Dominated"]]

TERMS = """\b
Terms:
  value        what the attacker gains on average when both sides play best, against not fighting: armies by
               combat value, the city or point won, the chits laid
  plan         how often each choice is taken where it is made; the enemy may know these numbers, not the dice
  exploitable  how much the best answers to both plans would gain together, checked in whole numbers
  pure plan    the same choice every time, known to the enemy; its cost is what it loses against the value
  dominated    a choice to which another, or a mixture, is strictly better whatever the enemy does"""


def chits(
    attackers: Attackers = "",
    defenders: Defenders = "",
    attack_hand: Annotated[
        str, typer.Option(metavar="CHITS", help="Up to 3 ids, names or numbers: 'Big Bertha,Gas'.")
    ] = "",
    defence_hand: Annotated[
        str, typer.Option(metavar="CHITS", help="Up to 3 ids, names or numbers: 'Forts,+1'.")
    ] = "",
    city: City = False,
    base: Base = False,
    nothing: Nothing = False,
    worth: Worth = "",
    front: Front = None,
    turn: Turn = None,
    treaty: Treaty = False,
    without_monastir: WithoutMonastir = False,
    schlieffen: Schlieffen = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Best chits and leads of a combat, both hands known: the equilibrium of the game."""
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds.chit_game import solve
    from fwwsim.games.first_world_war.odds.chit_model import ChitGame
    from fwwsim.games.first_world_war.odds.context import alliances_of, check_context
    from fwwsim.games.first_world_war.odds.gain import Stakes
    from fwwsim.games.first_world_war.odds.hands import read_hand
    from fwwsim.games.first_world_war.odds.objective import Objective
    from fwwsim.games.first_world_war.odds.single import Side
    from fwwsim.games.first_world_war.odds.situation import read_parties

    dataset = load_dataset(data)
    context = context_of(front, turn, treaty, without_monastir, schlieffen)
    stakes = Stakes(dataset.faces, Objective.parse(worth), prize_of(city, base, nothing))
    parties = read_parties(dataset, attackers, defenders)
    attack, defence = (Side(party.armies) for party in parties)
    check_context(dataset, (attack, defence), context)
    alliances = alliances_of(attack, defence)
    sides: Sides = {
        "attack": (attack.armies, read_hand(dataset, "attack", alliances[0], attack_hand, turn)),
        "defence": (defence.armies, read_hand(dataset, "defence", alliances[1], defence_hand, turn)),
    }
    game = ChitGame(attack.armies, defence.armies, sides["attack"][1], sides["defence"][1], stakes)
    solved, ruled_out = solve(game), _ruled_out(game)
    print(_json(dataset, game, solved, ruled_out) if json else _text(dataset, sides, game, solved, ruled_out))


def _ruled_out(game: ChitGame) -> Ruled:
    """The dominated choices of both sides."""
    from fwwsim.games.first_world_war.odds.chit_dominance import (
        dominated_attacks,
        dominated_chits,
        dominated_leads,
    )

    return {
        "attack": dominated_attacks(game),
        "defence_chits": dominated_chits(game),
        "defence_leads": dominated_leads(game),
    }


def _json(dataset: Dataset, game: ChitGame, solved: Equilibrium, ruled_out: Ruled) -> str:
    """The equilibrium as a JSON object."""
    import json
    from dataclasses import asdict

    def listed(rows: Iterable[Any]) -> list[dict[str, Any]]:
        return [asdict(row) for row in rows]

    document = {
        "value": solved.value,
        "precision": 1e-9,
        "exploitability": float(solved.exploitability),
        **dict(zip(("attack_wins", "tie", "defence_wins"), solved.results, strict=True)),
        "exact": {
            "sure": str(solved.sure),
            "conceded": str(solved.conceded),
            "attack_pure": str(solved.attack_pure.value),
            "defence_pure": str(solved.defence_pure.value),
        },
        "plans": {
            "attack": listed(solved.attack),
            "defence_chits": listed(solved.defence_chits),
            "defence_leads": listed(solved.defence_leads),
        },
        "pure": {
            "attack": {"cost": solved.attack_pure_cost, "moves": listed(solved.attack_pure.moves)},
            "defence": {"cost": solved.defence_pure_cost, "moves": listed(solved.defence_pure.moves)},
        },
        "dominated": {name: listed(rows) for name, rows in ruled_out.items()},
        "not_layable": {
            "attack": [chit.label for chit in game.attack.idle],
            "defence": [chit.label for chit in game.defence.idle],
        },
        "prize": game.stakes.prize,
        "dataset": {"id": dataset.id, "hash": dataset.hash},
    }
    return json.dumps(document, indent=2)


def _text(dataset: Dataset, sides: Sides, game: ChitGame, solved: Equilibrium, ruled_out: Ruled) -> str:
    """The equilibrium for a reader."""
    lines = [
        "The First World War: chits and leads of one combat as a game",
        *(f"  {role.title():<8} {side_text(*sides[role])}" for role in sides),
        f"  {prize_text(game.stakes)}",
        *_idle(game),
        "",
        f"Value to the attacker {solved.value:+.6f} (to 1e-9; exploitable by {float(solved.exploitability):.0e})",
        "  "
        + ", ".join(
            f"{name} {100 * chance:.2f} %"
            for name, chance in zip(("attack wins", "tie", "defence wins"), solved.results, strict=True)
        ),
        "",
        "Plan of the attack, in per cent",
        *(f"  {_seen(move.seen)}: {_move(move)} {100 * move.probability:.2f}" for move in solved.attack),
        "Plan of the defence, in per cent",
        *(f"  lays {move.chit} {100 * move.probability:.2f}" for move in solved.defence_chits),
        *(f"  {_reply(move)} {100 * move.probability:.2f}" for move in solved.defence_leads),
        "",
        "Best plan without mixing, known to the enemy",
        f"  attack   value {float(solved.attack_pure.value):+.6f}, cost {solved.attack_pure_cost:.6f}",
        *(f"    {_seen(move.seen)}: {_move(move)}" for move in solved.attack_pure.moves),
        f"  defence  value {float(solved.defence_pure.value):+.6f}, cost {solved.defence_pure_cost:.6f}",
        *(f"    lays {move.chit}" for move in solved.defence_pure.moves[:1]),
        *(f"    {_reply(move)}" for move in solved.defence_pure.moves[1:]),
        "",
        *_dominated(game, ruled_out),
    ]
    note = provenance_of(dataset, sides)
    return "\n".join([*lines, "", note] if note else lines)


def side_text(armies: Sequence[Combatant], hand: Sequence[HeldChit]) -> str:
    """One line: armies with their values, and the hand."""
    people = ", ".join(f"{army.name} ({army.value})" if army.name else str(army.value) for army in armies)
    held = ", ".join(f"{chit.label} {chit.value:+d}" if chit.id else chit.label for chit in hand)
    return f"{people}; hand {held or 'empty'}"


def provenance_of(dataset: Dataset, sides: Sides) -> str:
    """The word on reconstructed values, where names are used."""
    from fwwsim.cli.odds.text import provenance
    from fwwsim.games.first_world_war.odds.single import Side

    return provenance(
        dataset,
        [
            Side(armies, chit_name=next((chit.label for chit in hand if chit.id), ""))
            for armies, hand in sides.values()
        ],
    )


def _idle(game: ChitGame) -> list[str]:
    """A line for each hand with chits that may not be laid."""
    return [
        f"  {role} may not lay here: {', '.join(chit.label for chit in options.idle)} (R6.1.1, R6.2.2)"
        for role, options in (("Attack", game.attack), ("Defence", game.defence))
        if options.idle
    ]


def _seen(seen: bool | None) -> str:
    return "sees a chit" if seen else "sees no chit"


def _move(move: Choice) -> str:
    return f"lays {move.chit}, {move.lead} leads"


def _reply(move: Choice) -> str:
    beside = "with a chit" if move.seen else "without a chit"
    return f"own chit {move.chit}; against {move.against} {beside}: {move.lead} leads"


def _dominated(game: ChitGame, ruled_out: Ruled) -> list[str]:
    """The dominated choices, those of one kind on one line."""
    lines = ["Dominated choices: never right, whatever the enemy does"]
    cases: dict[str, list[Dominated]] = {}
    for row in ruled_out["attack"]:
        cases.setdefault(f"  attack: {row.chit}, {row.lead} leads", []).append(row)
    for text, rows in cases.items():
        where = "" if len(rows) == len(game.hidden) else f", if it {_seen(rows[0].seen)}"
        lines.append(text + where)
    lines += [f"  defence: lays {row.chit}" for row in ruled_out["defence_chits"]]
    cases = {}
    for row in ruled_out["defence_leads"]:
        cases.setdefault(f"  defence: {row.lead} leads with chit {row.chit}", []).append(row)
    every = len(game.replies)
    lines += [
        text + ("" if len(rows) == every else f", in {len(rows)} of {every} cases")
        for text, rows in cases.items()
    ]
    return lines if len(lines) > 1 else ["No choice is dominated"]
