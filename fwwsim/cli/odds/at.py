"""``fwwsim odds at``: the battles of a simulated game's round, as the acting player sees them and as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds.options import Front, Json
from fwwsim.cli.options import (
    GAME,
    SEED,
    Data,
    Players,
    Policy,
    RuleSettings,
    Seed,
    check_between,
    forgive_encoding,
    prepare,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from fwwsim.game import Match
    from fwwsim.games.first_world_war.dataset import Army, Chit
    from fwwsim.games.first_world_war.odds.face_down import ViewOdds
    from fwwsim.games.first_world_war.odds.position import Attack, Battle

RESULTS = {
    "no_real_defender": "no real defender",
    "attack_wins": "attack wins",
    "tie": "tie",
    "defence_wins": "defence wins",
}

TERMS = """\b
Terms:
  seen              what the acting player can know: own armies, enemy
                    counters by colour, enemy armies revealed this turn
  face down         a counter that can be any of its colour not accounted
                    for that could be there, armies and dummies alike
  no real defender  only dummies stand there: no roll, a city may be taken
  attack wins, tie, defence wins
                    a real army defends, and the combat ends so
  with everything known
                    the same with the armies that really stand there
All armies that may attack do, and the best that may lead leads; the
defence lays no chit.
"""


def at(
    seed: Seed = SEED,
    index: Annotated[int, typer.Option(metavar="K", help="Index of the game.")] = 0,
    turn: Annotated[int, typer.Option(metavar="T", help="The turn, 1 to 6.")] = 1,
    round_number: Annotated[int, typer.Option("--round", metavar="R", help="The round, 1 to 16.")] = 1,
    front: Front = None,
    players: Players = None,
    policy: Policy = None,
    rule: RuleSettings = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """The battles open in one round of a simulated game: the odds as the acting player sees them, and the true ones.

    The game is the one that simulate counts and play tells at this seed and index, just before the round.
    """
    from fwwsim.engine.dice import MAX_GAMES

    check_between("--index", index, 0, MAX_GAMES - 1)
    _, match = prepare(GAME, players, seed, policy, rule, data)
    from fwwsim.games.first_world_war.odds.position import battles_at
    from fwwsim.games.first_world_war.replay import events_of_round, position_at

    state = position_at(match, index, turn, round_number)
    battles = battles_at(match.description["source"], match.table, state, front)
    events = events_of_round(match, index, turn, round_number)
    if json:
        _print_json(match, state, battles, events)
        return
    forgive_encoding()
    for line in _lines(match, state, battles, events):
        print(line)


def _lines(match: Match, state: Any, battles: list[Battle], events: list[dict[str, Any]]) -> list[str]:
    """All for a reader."""
    from fwwsim.games.first_world_war.names import FACTION_NAMES
    from fwwsim.games.first_world_war.narrate import Telling, narrate

    about = match.description
    faction = FACTION_NAMES[int(state.slot) % 4]
    names = {front.number: front.name for front in about["source"].fronts}
    lines = [
        f"The First World War: game {state.game} of seed {about['seed']}, {about['players']} players, "
        f"turn {state.turn}, before round {state.round_number + 1}",
        f"To act: {faction} (policy {about['policies'][_name(state)]})",
    ]
    if not battles:
        lines += ["", f"{faction} may attack on no front in this round (R6.0)."]
    for battle in battles:
        lines += ["", f"Front {battle.front} ({names[battle.front]})", *_battle(battle)]
    lines += ["", "What the policy did in this round:"]
    lines += [line for line in narrate(Telling(about["source"], iter(events))) if line.strip() != "Rounds"]
    if about["reconstructed"]:
        lines += ["", RECONSTRUCTED.format(about["dataset"])]
    return lines


RECONSTRUCTED = (
    "Army and chit values of data set {} are reconstructed by this project, not the publisher's; "
    "--data DIR takes your own."
)


def _name(state: Any) -> str:
    from fwwsim.games.first_world_war.names import FACTIONS

    return FACTIONS[int(state.slot) % 4]


def _battle(battle: Battle) -> list[str]:
    """One front: who attacks, what is seen, the odds."""
    counters = [
        f"{some.counters} of {some.faction} ({some.stack.drawn} face down, of {some.stack.pool} that could be there: "
        f"{len(some.stack.armies)} armies, {some.stack.blanks} {'other' if some.stack.blanks == 1 else 'others'})"
        for some in battle.enemies
    ]
    chits = f"{battle.enemy_chits} chit{'' if battle.enemy_chits == 1 else 's'} in the enemy's hand"
    lines = [
        f"  Attackers  {_armies(battle.attackers)}",
        f"  Seen       {'; '.join(counters) or 'no enemy counter'}; {chits}",
        f"  Own chits  {', '.join(map(_chit, battle.hand)) or 'none'}",
        *([f"  Revealed   {_armies(battle.revealed)}"] if battle.revealed else []),
        f"  Really     {_armies(battle.defenders) if battle.defenders else 'no real army'}",
    ]
    for attack in battle.attacks:
        chit = f"chit {_chit(attack.chit)}" if attack.chit else "no chit"
        lines.append(f"  With lead {attack.side.lead_army.label}, {chit}:")
        lines.append(
            f"    {'':<18} {'as seen':>13} {'per cent':>9}   {'everything known':>16} {'per cent':>9}"
        )
        lines += [
            _row(label, getattr(attack.seen, key), getattr(attack.true, key))
            for key, label in RESULTS.items()
        ]
    return lines


def _chit(chit: Chit) -> str:
    return f"{chit.name} {chit.value:+d}" if chit.value else f"{chit.name} 0"


def _armies(armies: tuple[Army, ...]) -> str:
    return ", ".join(f"{army.name} ({army.value})" for army in armies)


def _row(label: str, seen: Fraction, true: Fraction) -> str:
    from fwwsim.cli.odds.text import short

    return f"    {label:<18} {short(seen):>13} {float(100 * seen):>9.2f}   {short(true):>16} {float(100 * true):>9.2f}"


def _print_json(match: Match, state: Any, battles: list[Battle], events: list[dict[str, Any]]) -> None:
    """All as a JSON object; fractions are strings."""
    import json

    about = match.description
    document = {
        "seed": about["seed"],
        "index": int(state.game),
        "turn": int(state.turn),
        "round": int(state.round_number) + 1,
        "players": about["players"],
        "rules": about["rules"],
        "policies": about["policies"],
        "faction": _name(state),
        "battles": [_battle_json(battle) for battle in battles],
        "played": events,
        "dataset": {"id": about["dataset"], "hash": about["dataset_hash"]},
    }
    print(json.dumps(document, indent=2))


def _battle_json(battle: Battle) -> dict[str, Any]:
    return {
        "front": battle.front,
        "attackers": [army.name for army in battle.attackers],
        "enemy_counters": [
            {
                "faction": some.faction,
                "counters": some.counters,
                "face_down": some.stack.drawn,
                "pool": {"armies_by_value": list(some.armies_by_value), "blanks": some.stack.blanks},
            }
            for some in battle.enemies
        ],
        "revealed": [army.name for army in battle.revealed],
        "hand": [chit.id for chit in battle.hand],
        "enemy_chits": battle.enemy_chits,
        "defenders": [army.name for army in battle.defenders],
        "attacks": [_attack_json(attack) for attack in battle.attacks],
    }


def _attack_json(attack: Attack) -> dict[str, Any]:
    return {
        "chit": attack.chit.id if attack.chit else None,
        "lead": attack.side.lead_army.name,
        "seen": _odds_json(attack.seen),
        "everything_known": _odds_json(attack.true),
    }


def _odds_json(odds: ViewOdds) -> dict[str, Any]:
    exact = {key: getattr(odds, key) for key in RESULTS}
    return {
        **{key: float(value) for key, value in exact.items()},
        "exact": {key: str(value) for key, value in exact.items()},
    }
