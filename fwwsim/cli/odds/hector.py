"""``fwwsim odds hector``: the battle under way, as one player of Hector and Achilles sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from fwwsim.games.hector_and_achilles.battle_odds import BattleOdds
    from fwwsim.games.hector_and_achilles.dataset import Dataset
    from fwwsim.games.hector_and_achilles.situation import Situation
    from fwwsim.stats.intervals import Interval

NOTES = """\b
How to describe a battle:
  cards are "red 3"; several are separated by commas
  --tile has the four colours clockwise, the one that faces you first
  the rows tell whose turn it is; --fate-done after the last fate phase
What is assumed:
  each hand and hero that the enemy may have is as likely as any other
  both sides play on by the policies named; steady neither swaps nor retreats,
  so that its odds are exact; other policies are sampled
"""


def hector(
    tile: Annotated[str, typer.Option(metavar="COLOURS", help="Clockwise from the edge that faces you.")],
    row: Annotated[str, typer.Option(metavar="CARDS", help="Your row, the vanguard first.")],
    enemy_row: Annotated[str, typer.Option(metavar="CARDS", help="The enemy's row, the vanguard first.")],
    side: Annotated[str, typer.Option(metavar="SIDE", help="You: achaean or trojan.")] = "achaean",
    attacker: Annotated[str, typer.Option(metavar="SIDE", help="Who attacks; without it, you.")] = "",
    hand: Annotated[str, typer.Option(metavar="CARDS", help="Your hand.")] = "",
    hero: Annotated[str, typer.Option(metavar="NAME", help="Your hero, in hand or played.")] = "",
    hero_over: Annotated[str, typer.Option(metavar="CARD", help="The row card that your hero covers.")] = "",
    tokens: Annotated[str, typer.Option(metavar="CARDS", help="Row cards with your favour tokens.")] = "",
    enemy_hero: Annotated[str, typer.Option(metavar="NAME", help="The enemy's hero, if played.")] = "",
    enemy_hero_over: Annotated[str, typer.Option(metavar="CARD", help="The row card that he covers.")] = "",
    enemy_tokens: Annotated[
        str, typer.Option(metavar="CARDS", help="Row cards with the enemy's tokens.")
    ] = "",
    gone: Annotated[str, typer.Option(metavar="CARDS", help="Your cards that left the game.")] = "",
    enemy_gone: Annotated[str, typer.Option(metavar="CARDS", help="The enemy's that you saw leave it.")] = "",
    heroes_gone: Annotated[str, typer.Option(metavar="NAMES", help="Your heroes that left the game.")] = "",
    enemy_heroes_gone: Annotated[str, typer.Option(metavar="NAMES", help="The enemy's.")] = "",
    favour: Annotated[int, typer.Option(min=0, max=3, help="Your favour tokens not on cards.")] = 3,
    enemy_favour: Annotated[int, typer.Option(min=0, max=3, help="The enemy's.")] = 3,
    shame: Annotated[int, typer.Option(min=0, max=9, help="Your shame tokens.")] = 0,
    enemy_shame: Annotated[int, typer.Option(min=0, max=9, help="The enemy's.")] = 0,
    pile: Annotated[int, typer.Option(min=0, max=43, help="Cards left in your fighting pile.")] = 7,
    enemy_pile: Annotated[int, typer.Option(min=0, max=43, help="Cards left in the enemy's.")] = 7,
    fate_done: Annotated[bool, typer.Option("--fate-done", help="The last fate phase is over.")] = False,
    policy: Annotated[str, typer.Option(metavar="NAME", help="As for simulate.")] = "steady",
    games: Annotated[int, typer.Option(metavar="N", help="Samples, where odds are not exact.")] = 100_000,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the samples.")] = 1914,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of your own data set.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Chance to win a battle of Hector and Achilles, and what a retreat is worth."""
    from fwwsim.games.hector_and_achilles.battle_odds import battle_odds
    from fwwsim.games.hector_and_achilles.dataset import load_dataset
    from fwwsim.games.hector_and_achilles.situation import Camp, Situation

    dataset = load_dataset(data)
    own = Camp(
        row=_words(row), hand=_words(hand), hero=hero, cover=hero_over, tokens=_words(tokens),
        gone=_words(gone), heroes_gone=_words(heroes_gone), favour=favour, shame=shame, pile=pile,
    )  # fmt: skip
    enemy = Camp(
        row=_words(enemy_row), hero=enemy_hero, cover=enemy_hero_over, tokens=_words(enemy_tokens),
        gone=_words(enemy_gone), heroes_gone=_words(enemy_heroes_gone), favour=enemy_favour,
        shame=enemy_shame, pile=enemy_pile,
    )  # fmt: skip
    situation = Situation(
        side.upper(), (attacker or side).upper(), _words(tile), own, enemy, fate_done=fate_done
    )
    odds = battle_odds(situation, dataset, policies=policy, games=games, seed=seed)
    print(_json(odds, dataset, policy) if json else _text(situation, odds, dataset, policy))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _rates(odds: BattleOdds) -> dict[str, tuple[float, Interval | None]]:
    """Each result with its 95 % interval, None where it is exact."""
    from fwwsim.stats.intervals import wilson

    counts = {"win": odds.wins, "tie": odds.ties, "loss": odds.losses, "enemy_retreats": odds.enemy_retreats}
    return {
        name: (count / odds.games, None if odds.exact else wilson(count, odds.games))
        for name, count in counts.items()
    }


def _text(situation: Situation, odds: BattleOdds, dataset: Dataset, policy: str) -> str:
    how = (
        f"exact: all {odds.hidden_hands:,} hands and heroes that the enemy may have"
        if odds.exact
        else f"{odds.games:,} samples, 95 % Wilson intervals"
    )
    lines = [
        f"Hector and Achilles: a battle as the {situation.side.capitalize()} player sees it",
        f"  {how}; policy {policy}",
        "",
    ]
    labels = {
        "win": "you win",
        "tie": "tie",
        "loss": "you lose",
        "enemy_retreats": "won as the enemy retreats",
    }
    for name, (rate, interval) in _rates(odds).items():
        ends = "" if interval is None else f"   {100 * interval.low:.2f} to {100 * interval.high:.2f} %"
        lines.append(f"  {labels[name]:<34} {100 * rate:>6.2f} %{ends}")
    lines += ["", f"  {'mean loss if you go on':<34} {'you':>9} {'enemy':>9}"]
    for part, label in (("cards", "army cards"), ("heroes", "heroes"), ("tokens", "favour tokens")):
        own, enemy = float(getattr(odds.own, part)), float(getattr(odds.enemy, part))
        lines.append(f"  {label:<34} {own:>9.3f} {enemy:>9.3f}")
    worth = float(odds.worth_of_retreat)
    verdict = "better" if worth > 0 else "worse"
    lines += [
        "",
        f"  A retreat now costs {odds.retreat_cards} army cards and a shame token: in army cards alone it is",
        f"  {abs(worth):.2f} {verdict} than going on (enemy's losses less yours).",
    ]
    if "reconstructed" in dataset.sources:
        lines += [
            "",
            f"  Heroes of data set {dataset.id} are partly reconstructed; --data DIR takes your own.",
        ]
    return "\n".join(lines)


def _json(odds: BattleOdds, dataset: Dataset, policy: str) -> str:
    from json import dumps

    rates: dict[str, Any] = {}
    for name, (rate, interval) in _rates(odds).items():
        rates[name] = {"estimate": rate}
        if interval is not None:
            rates[name] |= {"low": interval.low, "high": interval.high}
    losses = {
        who: {part: float(getattr(camp, part)) for part in ("cards", "heroes", "tokens")}
        for who, camp in (("own", odds.own), ("enemy", odds.enemy))
    }
    document = {
        "exact": odds.exact,
        "n": odds.games if not odds.exact else odds.hidden_hands,
        **rates,
        **({"win_fraction": str(odds.win)} if odds.exact else {}),
        "mean_losses": losses,
        "retreat": {"cards": odds.retreat_cards, "worth_in_cards": float(odds.worth_of_retreat)},
        "policy": policy,
        "dataset": {"id": dataset.id, "hash": dataset.hash},
    }
    return dumps(document, indent=2)
