"""What ``fwwsim odds campaign`` prints for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fwwsim.cli.odds.explain import explain_text
from fwwsim.cli.odds.text import short

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from fwwsim.games.first_world_war.odds import Combat, Side
    from fwwsim.games.first_world_war.odds.campaign import Advice, CampaignOdds
    from fwwsim.games.first_world_war.odds.campaign_model import Campaign

RULES = (
    ("R6.0", "all that attack against all real defenders; an attack that nobody meets takes a city"),
    ("R6.1", "the lead's value, superiority and the die; the first attack in full below"),
    ("R6.1.5", "a win eliminates the defence's lead, a defeat the attack's, a tie both"),
    ("R6.4", "a won combat takes a city as long as one is left"),
    ("R6.5", "with none left it inflicts a surrender point, at most one a front a turn (R6.5.2)"),
)


def campaign_text(asked: Campaign, combat: Combat, policy: str, result: CampaignOdds) -> str:
    """The campaign, its results, and how it stands after each attack."""
    lines = [
        "The First World War: a campaign on one front, exact odds",
        f"  Attack   {_armies(combat.attack)}",
        f"  Defence  {_armies(combat.defence)}",
        f"  Attacks  up to {asked.attacks}, policy {policy}{_condition(asked)}",
        f"  Cities   {asked.cities} that can be taken",
        "",
        *_result_lines(result),
        "",
        *_loss_lines("attackers", result.attackers_lost),
        *_loss_lines("defenders", result.defenders_lost),
        "",
        *_stage_lines(result),
    ]
    if result.advice:
        lines += ["", *_advice_lines(result.advice)]
    return "\n".join(lines)


def first_attack_text(combat: Combat, faces: Iterable[str | int]) -> str:
    """The rules of a campaign, and its first attack with all armies and best leads taken apart."""
    rules = [f"  {number:<8} {text}" for number, text in RULES]
    return "\n".join(
        ["Rules applied to each attack", *rules, "", "First attack, all armies and best leads"]
    ) + ("\n" + explain_text(combat, faces))


def _result_lines(result: CampaignOdds) -> list[str]:
    """Cities, front, point, and the means."""
    from fwwsim.games.first_world_war.odds.campaign import mean

    final, at_least = result.final, result.cities_at_least
    lines = [f"  {'Cities taken':<20} {'exactly':>13} {'per cent':>9} {'at least':>15} {'per cent':>9}"]
    for cities, more in at_least.items():
        odds = final.cities_taken.get(cities, more - more)
        lines.append(
            f"  {cities:<20} {short(odds):>13} {_per_cent(odds):>9} {short(more):>15} {_per_cent(more):>9}"
        )
    lines += ["", f"  {'Result':<36} {'fraction':>13} {'per cent':>9}"]
    for name, odds in (("front cleared", final.front_cleared), ("surrender point", final.surrender_point)):
        lines.append(f"  {name:<36} {short(odds):>13} {_per_cent(odds):>9}")
    lines += ["", f"  {'Expected':<36} {'fraction':>13} {'number':>9}"]
    for name, number in (
        ("attackers left", mean(final.attackers_left)),
        ("defenders left", mean(final.defenders_left)),
        ("attacks made", result.attacks_made_mean),
        ("exchange (gain less loss, in --worth)", result.exchange),
    ):
        lines.append(f"  {name:<36} {short(number):>13} {float(number):>9.4f}")
    return lines


def _loss_lines(side: str, lost: dict[int, dict[int, Fraction]]) -> list[str]:
    """The armies lost of each combat value."""
    lines = [f"  Lost {side}: number, per cent"]
    for value, odds in reversed(lost.items()):
        cells = "".join(f"{number:>4} {_per_cent(share):>6}" for number, share in odds.items())
        lines.append(f"    of value {value} {cells}")
    return lines


def _stage_lines(result: CampaignOdds) -> list[str]:
    """How the campaign stands after each attack."""
    from fwwsim.games.first_world_war.odds.campaign import mean

    head = ("after", "cities", "attackers", "defenders", "cleared", "point", "goes on")
    lines = [
        "  After each attack: mean numbers, then per cent",
        "  " + "".join(f"{word:>10}" for word in head),
    ]
    for attacks, stage in enumerate(result.stages):
        numbers = map(mean, (stage.cities_taken, stage.attackers_left, stage.defenders_left))
        shares = (stage.front_cleared, stage.surrender_point, stage.goes_on)
        cells = [*(f"{float(number):.4f}" for number in numbers), *map(_per_cent, shares)]
        lines.append(f"  {attacks:>10}" + "".join(f"{cell:>10}" for cell in cells))
    return lines


def _advice_lines(advice: Advice) -> list[str]:
    """What the optimal policy does, and where it departs from greedy."""
    lines = [
        "  Optimal policy",
        f"  {'value':<36} {short(advice.value):>13} {float(advice.value):>9.4f}",
        f"  {'gain over attacking all out':<36} {short(advice.gain):>13} {float(advice.gain):>9.4f}",
    ]
    first = f"{', '.join(map(str, advice.party))}; the first of them leads" if advice.first else "none"
    rows = zip(advice.stops, advice.other_lead, advice.fewer, advice.other_answer, strict=True)
    return [
        *lines,
        f"  first attack: {first}",
        "  Where it departs from greedy: per cent, before each attack",
        f"  {'attack':>8} {'breaks off':>14} {'another lead':>14} {'fewer armies':>14} {'another answer':>15}",
        *(
            f"  {attack:>8} {_per_cent(stops):>14} {_per_cent(lead):>14} {_per_cent(fewer):>14} "
            f"{_per_cent(answer):>15}"
            for attack, (stops, lead, fewer, answer) in enumerate(rows, 1)
        ),
    ]


def _armies(side: Side) -> str:
    """The armies with their values."""
    return ", ".join(f"{army.name} ({army.value})" if army.name else army.label for army in side.armies)


def _condition(asked: Campaign) -> str:
    """``, until cleared or losses=2``, or nothing."""
    stop = asked.stop_when
    words = [name for name in ("cleared", "point") if getattr(stop, name)]
    words += [
        f"{name}={getattr(stop, name)}" for name in ("cities", "losses") if getattr(stop, name) is not None
    ]
    return f", until {' or '.join(words)}" if words else ""


def _per_cent(odds: Fraction) -> str:
    return f"{float(100 * odds):.2f}"
