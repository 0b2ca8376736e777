"""``fwwsim odds hidden``: an attack on face-down counters and unknown chits.

Standard library and typer; numba and numpy are imported when samples are asked for or needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds.options import (
    Attackers,
    Data,
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
    from fwwsim.games.first_world_war.odds.hidden_sample import Sampled
    from fwwsim.games.first_world_war.odds.hidden_views import Answer, Odds, Spread
    from fwwsim.games.first_world_war.odds.hidden_words import Asked
    from fwwsim.stats.intervals import Interval

SAMPLES = 100_000  # when there are too many cases
NAMES = ("unopposed", "attack_wins", "tie", "defence_wins")
LABELS = ("no real army defends", "attack wins", "tie", "defence wins")
KNOWING = {
    "chit": "one chit of the enemy's hand, at random",
    "stack": "the face-down counters",
    "everything": "counters and hand",
}

TERMS = """\b
Terms:
  best attack      all attackers attack; of the chits and leads allowed the pair of the highest expected gain
  attacker sees    the odds of the best attack over all that the counters and the hand may be
  defender sees    the odds to the defence, which knows its counters and chits but not the attacker's chits
  everything known the odds of the attack that is best against what really is there
  mean, range      over all that may be, each set of counters and of chits equally likely; the range is of the
                   chance of success (attack wins, or nobody defends)
  simply           the defence lays and leads for the highest sum of lead and chit, among equal ones the lower chit
  value of knowing how much more the best choice (also: not to attack) gains on average when that is revealed
                   before it is made; 0 if nothing it could show would change the choice"""


def hidden(
    attackers: Attackers = "",
    stack: Annotated[
        str, typer.Option(metavar="FACTION=N,..", help="Face-down counters on the front: 'WA=3'.")
    ] = "",
    defenders: Annotated[
        str, typer.Option(metavar="ARMIES", help="Armies face up on the front: 'BR 1'.")
    ] = "",
    front: Front = None,
    turn: Turn = None,
    attack_hand: Annotated[
        str, typer.Option(metavar="CHITS", help="Your own chits, up to 3: 'Big Bertha,Gas'.")
    ] = "",
    unknown_chits: Annotated[
        int | None, typer.Option(metavar="K", help="Chits in the defence's hand, 0 to 3.")
    ] = None,
    known: Annotated[
        str, typer.Option(metavar="COUNTERS", help="Known elsewhere: 'FR 1,WA dummies=2'.")
    ] = "",
    lost: Annotated[str, typer.Option(metavar="COUNTERS", help="Off the board: 'FR 2'.")] = "",
    seen: Annotated[str, typer.Option(metavar="CHITS", help="Chits that the hand cannot hold.")] = "",
    truth: Annotated[
        str, typer.Option(metavar="COUNTERS", help="What the stack really is: 'FR 2,dummy,dummy'.")
    ] = "",
    defence_hand: Annotated[
        str, typer.Option(metavar="CHITS", help="What the defence really holds: 'Forts'.")
    ] = "",
    city: City = False,
    base: Base = False,
    nothing: Nothing = False,
    worth: Worth = "",
    treaty: Treaty = False,
    without_monastir: WithoutMonastir = False,
    schlieffen: Schlieffen = False,
    samples: Annotated[
        int | None,
        typer.Option(metavar="N", help="Also sample N cases with the simulation's own kernel."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the samples.")] = 1914,
    data: Data = None,
    json: Json = False,
) -> None:
    """An attack on face-down counters and unknown chits: its odds to each side, the value of knowing."""
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds.gain import Stakes
    from fwwsim.games.first_world_war.odds.hidden_words import Words, read_question
    from fwwsim.games.first_world_war.odds.objective import Objective

    dataset = load_dataset(data)
    context = context_of(front, turn, treaty, without_monastir, schlieffen)
    stakes = Stakes(dataset.faces, Objective.parse(worth), prize_of(city, base, nothing))
    words = Words(
        attackers, stack, defenders, attack_hand, unknown_chits, known, lost, seen, truth, defence_hand
    )
    asked = read_question(dataset, words, context, stakes)
    exact, sampled = _answers(asked, samples, seed)
    print(_json(dataset, asked, exact, sampled) if json else _text(dataset, words, asked, exact, sampled))


def _answers(asked: Asked, samples: int | None, seed: int) -> tuple[Answer | None, Sampled | None]:
    """The exact answer, unless there are too many cases; samples where asked for or needed."""
    from fwwsim.games.first_world_war.odds import hidden, hidden_views

    exact = None
    try:
        exact = hidden_views.answer(asked.question, hidden.MOST_CASES)
    except hidden.TooManyCases:
        samples = SAMPLES if samples is None else samples
    if samples is None:
        return exact, None
    from fwwsim.games.first_world_war.odds.hidden_sample import sample

    return exact, sample(asked.question, samples, seed)


def _json(dataset: Dataset, asked: Asked, exact: Answer | None, sampled: Sampled | None) -> str:
    """The answer as a JSON object; fractions are strings, for no float is exact."""
    import json

    answer = exact or (sampled.answer if sampled else None)
    assert answer is not None
    attack = asked.question.attacks[answer.best]
    document: dict[str, Any] = {
        "method": "exact" if exact else "monte_carlo",
        "best_attack": {"chit": attack.chit, "lead": attack.lead, "worth_attacking": answer.worth > 0},
        "prize": asked.question.stakes.prize,
        "dataset": {"id": dataset.id, "hash": dataset.hash},
    }
    if exact:
        knowing = exact.knowing()
        views = {
            "defender_sees": exact.defender_view(asked.truth),
            "everything_known": exact.open_view(asked.truth),
        }
        document["exact"] = {
            "attacker_sees": _odds_json(exact.attacker_view()),
            **{name: _spread_json(view) for name, view in views.items()},
            "gains": [
                {"chit": one.chit, "lead": one.lead, "gain": str(gain)}
                for one, gain in zip(asked.question.attacks, exact.gains, strict=True)
            ],
            "value": str(exact.worth),
            "value_of_knowing": {name: str(getattr(knowing, name)) for name in KNOWING},
        }
    if sampled:
        odds, gain, learned = _intervals(sampled)
        document["monte_carlo"] = {
            "samples": sampled.samples,
            "seed": sampled.seed,
            "confidence": 0.95,
            "attacker_sees": dict(zip(NAMES, map(_interval_json, odds), strict=True)),
            "gain": _interval_json(gain),
            "value_of_knowing": dict(zip(KNOWING, map(_interval_json, learned), strict=True)),
        }
    return json.dumps(document, indent=2)


def _odds_json(odds: Odds) -> dict[str, str]:
    return {name: str(chance) for name, chance in zip(NAMES, odds.as_tuple(), strict=True)}


def _spread_json(spread: Spread) -> dict[str, Any]:
    return {
        "mean": _odds_json(spread.mean),
        "success": {"lowest": str(spread.lowest), "highest": str(spread.highest)},
    }


def _intervals(sampled: Sampled) -> tuple[list[Interval], Interval, list[Interval]]:
    """95 % intervals of the odds (Wilson), of the gain and of the values of knowing (of a mean)."""
    from fwwsim.stats.intervals import mean_interval, wilson

    return (
        [wilson(count, sampled.samples) for count in sampled.counts],
        mean_interval(sampled.gains),
        [mean_interval(values) for values in sampled.knowing],
    )


def _interval_json(interval: Interval) -> dict[str, float]:
    return {"estimate": interval.estimate, "low": interval.low, "high": interval.high}


def _text(dataset: Dataset, words: Any, asked: Asked, exact: Answer | None, sampled: Sampled | None) -> str:
    """The answer for a reader."""
    from fwwsim.cli.odds.chits import provenance_of, side_text

    unknown = asked.question.unknown
    lines = [
        "The First World War: an attack on what is hidden",
        f"  Attack   {side_text(asked.question.attackers, asked.question.hand)}",
        f"  Defence  {_defence(asked)}",
        f"  {prize_text(asked.question.stakes)}",
        *(
            f"  {stack.drawn} counters of {stack.faction}, drawn from {len(stack.armies)} armies that would defend "
            f"and {stack.blanks} others"
            for stack in unknown.stacks
        ),
    ]
    if exact:
        lines += _exact_text(asked, exact)
    else:
        from fwwsim.games.first_world_war.odds.hidden import MOST_CASES

        lines += ["", f"More than {MOST_CASES:,} cases: not enumerated, sampled."]
    if sampled:
        lines += _sampled_text(asked, sampled)
    note = provenance_of(dataset, {"attack": (asked.question.attackers, asked.question.hand)})
    if not note and unknown.stacks:
        note = provenance_of(dataset, {"defence": (unknown.stacks[0].armies, ())})
    return "\n".join([*lines, "", note] if note else lines)


def _defence(asked: Asked) -> str:
    unknown = asked.question.unknown
    people = [f"{army.name} ({army.value})" for army in unknown.seen]
    people += [f"{stack.drawn} face down of {stack.faction}" for stack in unknown.stacks]
    return f"{', '.join(people)}; {unknown.cup.drawn} unknown chits"


def _best(asked: Asked, answer: Answer) -> list[str]:
    attack = asked.question.attacks[answer.best]
    advice = "attack" if answer.worth > 0 else "do not attack"
    return ["", f"Best attack: lay {attack.chit}, {attack.lead} leads; best choice: {advice}"]


def _exact_text(asked: Asked, exact: Answer) -> list[str]:
    """Exact odds in the three views, gains, the value of knowing."""
    mine = exact.attacker_view()
    views = [exact.defender_view(asked.truth), exact.open_view(asked.truth)]
    lines = [*_best(asked, exact), "", _columns("In per cent", ("attacker", "defender", "all known"))]
    for number, label in enumerate(LABELS):
        chances = [odds.as_tuple()[number] for odds in (mine, views[0].mean, views[1].mean)]
        lines.append(_columns(f"  {label}", tuple(f"{float(100 * chance):.2f}" for chance in chances)))
    for label, field in (("lowest", "lowest"), ("highest", "highest")):
        cells = ("", *(f"{float(100 * getattr(view, field)):.2f}" for view in views))
        lines.append(_columns(f"  {label} chance of success", cells))
    lines += ["", "Expected gain of the attack, against not attacking"]
    lines += [
        f"  {f'lay {one.chit}, {one.lead} leads':<52} {float(gain):>+10.4f}"
        for one, gain in zip(asked.question.attacks, exact.gains, strict=True)
    ]
    knowing = exact.knowing()
    lines += ["", f"Value of knowing (best choice without: {float(exact.worth):.4f})"]
    lines += [f"  {text:<52} {float(getattr(knowing, name)):>+10.4f}" for name, text in KNOWING.items()]
    return lines


def _columns(label: str, cells: tuple[str, ...]) -> str:
    return f"{label:<30} " + " ".join(f"{cell:>11}" for cell in cells)


def _sampled_text(asked: Asked, sampled: Sampled) -> list[str]:
    """Estimates with their intervals."""
    odds, gain, learned = _intervals(sampled)
    lines = [
        *_best(asked, sampled.answer),
        "",
        f"Monte Carlo: the simulation's kernel, {sampled.samples:,} samples, seed {sampled.seed}; 95 % intervals",
    ]
    for label, interval in zip(LABELS, odds, strict=True):
        lines.append(f"  {label:<40} {_interval(interval, 100)} %")
    lines.append(f"  {'gain of the best attack':<40} {_interval(gain)}")
    for text, interval in zip(KNOWING.values(), learned, strict=True):
        lines.append(f"  knowing {text:<32} {_interval(interval)}")
    return lines


def _interval(interval: Interval, scale: int = 1) -> str:
    low, high = scale * interval.low, scale * interval.high
    return f"{scale * interval.estimate:>9.4f}  ({low:.4f} to {high:.4f})"
