"""``fwwsim odds campaign``: successive attacks on one front (standard library and typer)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fwwsim.cli.odds import options
from fwwsim.cli.odds.text import floats, fractions
from fwwsim.cli.options import RuleSettings

if TYPE_CHECKING:
    from fwwsim.games.first_world_war.odds.campaign import CampaignOdds, Stage
    from fwwsim.games.first_world_war.odds.campaign_model import Campaign
    from fwwsim.games.first_world_war.odds.objective import Objective

TERMS = """\b
Terms:
  cities taken      by the end; exactly k, and at least k
  front cleared     no defender is left at the end
  surrender point   a combat won with no city left to take (R6.5), once
  armies lost       by combat value: how many of them, with what probability
  attackers left, defenders left   real armies of that side, the mean number
  attacks made      attacks before the attacker stops or cannot go on, the mean
  expected exchange what the attacker gains less what it loses, in --worth
  goes on           the probability that the next attack is made
  policy greedy     every attack with all armies and the best lead; the defence
                    leads with its best
  policy optimal    who attacks, who leads and when to stop so as to gain most;
                    the defence names its lead to prevent it, after the attack
  gain              of optimal over attacking with all armies and the best lead
                    every time, when the defence answers both as well as it can
  departs from greedy: breaks off where another attack is possible, attacks with
                    another lead than its best, or with too few armies for a
                    superiority that it could have; the defence answers with
                    another lead than its best
Assumed: no chits; as long as a city is left one can be reached, and after that
the enemy base; at most one surrender point (one a front a turn, R6.5.2)."""


def campaign(
    attackers: options.Attackers = "",
    defenders: options.Defenders = "",
    attacks: Annotated[int, typer.Option(metavar="K", help="The most attacks, 1 to 24.")] = 4,
    cities: Annotated[
        int | None,
        typer.Option(
            metavar="C",
            help="Cities that can be taken; without it, one an attack, as far as --front has them.",
        ),
    ] = None,
    stop_when: Annotated[
        str,
        typer.Option(
            metavar="CONDITION",
            help="Make no more attacks once it holds: cleared (no defender is left), cities=N (N taken), "
            "losses=N (N attackers lost), point (surrender point inflicted), or several joined by commas.",
        ),
    ] = "",
    policy: Annotated[str, typer.Option(metavar="NAME", help="greedy or optimal.")] = "greedy",
    worth: options.Worth = "",
    front: options.Front = None,
    turn: options.Turn = None,
    treaty: options.Treaty = False,
    without_monastir: options.WithoutMonastir = False,
    schlieffen: options.Schlieffen = False,
    rule: RuleSettings = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the rules applied and the first attack's dice grid.")
    ] = False,
    data: options.Data = None,
    json: options.Json = False,
) -> None:
    """Exact odds of up to K successive attacks on one front of The First World War."""
    from fwwsim.cli.odds.campaign_text import campaign_text, first_attack_text
    from fwwsim.cli.odds.explain import explain_json
    from fwwsim.cli.odds.text import provenance
    from fwwsim.games.first_world_war.dataset_check import load_dataset
    from fwwsim.games.first_world_war.odds.campaign import campaign_odds
    from fwwsim.games.first_world_war.odds.campaign_words import resolve_campaign
    from fwwsim.games.first_world_war.odds.objective import Objective

    dataset, objective = load_dataset(data), Objective.parse(worth)
    asked, combat = resolve_campaign(
        dataset,
        attackers,
        defenders,
        attacks,
        cities=cities,
        stop_when=stop_when,
        context=options.context_of(front, turn, treaty, without_monastir, schlieffen),
        rules=rule or (),
    )
    result = campaign_odds(asked, dataset.faces, policy, objective)
    if json:
        document = _document(asked, policy, objective, result)
        document["dataset"] = {"id": dataset.id, "hash": dataset.hash}
        document |= {"explain": explain_json(combat, dataset.faces)} if explain else {}
        _print(document)
        return
    print(campaign_text(asked, combat, policy, result))
    if explain:
        print("\n" + first_attack_text(combat, dataset.faces))
    if note := provenance(dataset, (combat.attack, combat.defence)):
        print("\n" + note)


def _print(document: dict[str, Any]) -> None:
    import json

    print(json.dumps(document, indent=2))


def _document(asked: Campaign, policy: str, objective: Objective, result: CampaignOdds) -> dict[str, Any]:
    """The odds for a program: everything as a float, and the same under ``exact`` as fractions."""
    from dataclasses import asdict

    exact: dict[str, Any] = {
        **_stage(result.final),
        "cities_at_least": result.cities_at_least,
        "attackers_lost": result.attackers_lost,
        "defenders_lost": result.defenders_lost,
        "attacks_made_mean": result.attacks_made_mean,
        "exchange": result.exchange,
    }
    document: dict[str, Any] = {
        "policy": policy,
        "attackers": _values(asked.attackers),
        "defenders": _values(asked.defenders),
        "attacks": asked.attacks,
        "cities": asked.cities,
        "stop_when": asdict(asked.stop_when),
        "worth": {
            "city": str(objective.city),
            **{f"army{value}": str(worth) for value, worth in enumerate(objective.armies)},
            "point": str(objective.point),
        },
        **floats(exact),
        "exact": fractions(exact),
    }
    stages = [{**_stage(stage), "goes_on": stage.goes_on} for stage in result.stages[1:]]
    document["after_each_attack"] = [{**floats(stage), "exact": fractions(stage)} for stage in stages]
    if result.advice:
        advice = result.advice
        best = {"value": advice.value, "gain": advice.gain}
        document["optimal"] = {
            **floats(best),
            "exact": fractions(best),
            "first": advice.first and {"lead": advice.first.lead, "armies": list(advice.party)},
            "before_each_attack": {
                name: [str(share) for share in getattr(advice, name)]
                for name in ("stops", "other_lead", "fewer", "other_answer")
            },
        }
    return document


def _stage(stage: Stage) -> dict[str, Any]:
    from fwwsim.games.first_world_war.odds.campaign import mean

    return {
        "cities_taken": stage.cities_taken,
        "surrender_point": stage.surrender_point,
        "front_cleared": stage.front_cleared,
        "attackers_left_mean": mean(stage.attackers_left),
        "defenders_left_mean": mean(stage.defenders_left),
        "attackers_left": stage.attackers_left,
        "defenders_left": stage.defenders_left,
    }


def _values(side: tuple[int, ...]) -> list[int]:
    """Combat values, the highest first."""
    return [value for value in reversed(range(len(side))) for _ in range(side[value])]
