"""The balance report of *Hector and Achilles* as Markdown."""

from typing import Any

from fwwsim.games.hector_and_achilles.wording import rules_in_words
from fwwsim.reporting.hector_and_achilles import NAMES
from fwwsim.reporting.run_report import ABOUT_COMPONENTS, ABOUT_POLICIES
from fwwsim.stats.intervals import decimals

WON_BY = {"attacker": "the attacker", "defender": "the defender", "tie": "nobody"}
NOTES = (
    "Rates: 95 % Wilson intervals, n games. Battles of one game depend on each other: their intervals are those of a "
    "ratio of sums over games, n battles.",
    "Differences: both arms play the same games of one seed, so the same deal and, turn by turn, the same draws; the "
    "difference of the win rates is taken game by game. 95 % score intervals for paired games (Tango, 1998). Each "
    "interval stands for itself; of twenty, one misses on average.",
    "Flips: games that the side wins in one arm only, of n.",
    "Points are per cent of the games.",
    ABOUT_POLICIES,
)


def balance_markdown(content: dict[str, Any]) -> str:
    """The report as text."""
    spec, about = content["spec"], content["about"]
    policies = ", ".join(f"`{name}`" for name in spec["policies"])
    lines = [
        "# Hector and Achilles: balance",
        "",
        f"{spec['games']:,} games of each arm under each policy, seed {spec['seed']}, {content['games']:,} games in "
        f"all; policies, the same for both sides: {policies}. Rules: {rules_in_words(about['rules'])}. "
        f"Data set {about['dataset']['id']}, hash {about['dataset']['hash']}.",
    ]
    if about["dataset"]["reconstructed"]:
        lines += ["", ABOUT_COMPONENTS]
    lines += ["", "## Achaeans against Trojans", "", *_sides(content)]
    lines += ["", "## What attacking is worth", "", *_attack(content)]
    lines += ["", "## What each hero is worth", "", *_heroes(content)]
    lines += ["", "## What each open question of the rulebook changes", "", *_options(content)]
    lines += ["", "## How to read this", "", *(f"- {note}" for note in NOTES)]
    return "\n".join(lines) + "\n"


def _sides(content: dict[str, Any]) -> list[str]:
    rows = {policy: [policy] for policy in content["spec"]["policies"]}
    for row in content["sides"]:
        rows[row["policy"]].append(_percent(row["rate"]))
    for row in content["ends"]:
        if row["end"] in ("front_falls", "home_falls"):
            rows[row["policy"]].append(_percent(row["rate"]))
    for row in content["battles"]:
        if row["won_by"] == "attacker":
            rows[row["policy"]] += [f"{row['battles'] / row['games']:.1f}", f"{row['games']:,}"]
    head = [
        "policy", "Achaeans win, %", "Trojans win, %", "nobody, %", f"{NAMES['front_falls']}, %",
        f"{NAMES['home_falls']}, %", "battles a game", "n",
    ]  # fmt: skip
    about = "The Achaeans attack first; nothing else parts the sides but their heroes"
    about += (
        ", and those have the same colours and values in this data set." if content["equal_heroes"] else "."
    )
    if content["own_weights"]:
        named = ", ".join(f"`{policy}`" for policy in content["own_weights"])
        about += f" Under {named} each side plays by weights of its own, so the rates tell of those too."
    return [about, "", *_grid(head, list(rows.values()))]


def _attack(content: dict[str, Any]) -> list[str]:
    shares: dict[str, list[str]] = {policy: [policy] for policy in content["spec"]["policies"]}
    number = {}
    for row in content["battles"]:
        shares[row["policy"]].append(_percent(row["rate"]))
        number[row["policy"]] = f"{row['battles']:,}"
    head = ["policy", *(f"won by {words}, %" for words in WON_BY.values()), "n (battles)"]
    lines = [
        "Who wins a battle attacks in the next one, so attackers and defenders differ in more than their roles; these "
        "rates are not what the attack itself does:",
        "",
        *_grid(head, [[*row, number[policy]] for policy, row in shares.items()]),
        "",
        "The attack alone: the same games with the Achaeans attacking in that battle, and with the Trojans, whoever "
        "would by the rules. The points that the Achaeans win, and the Trojans lose, by attacking in that battle "
        "instead of defending, of the games that reach it (battle 1: what going first is worth). The rules leave "
        "nobody the choice not to attack: "
        "the winner of a battle must, and after a tie the defender.",
        "",
    ]
    rows = [
        [
            row["policy"],
            str(row["battle"]),
            _signed(row["gain"]),
            f"{row['flips_won']:,}",
            f"{row['flips_lost']:,}",
            f"{row['games']:,}",
        ]
        for row in content["attack"]
    ]
    head = ["policy", "battle", "worth of attacking, points", "games won by it", "games lost by it", "n"]
    return [*lines, *_grid(head, rows), "", "![What attacking is worth, by battle](figures/attack.png)"]


def _heroes(content: dict[str, Any]) -> list[str]:
    policies = content["spec"]["policies"]
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for row in content["heroes"]:
        card = f"{row['hero']} ({row['colour']} {row['value']})"
        place = cells.setdefault((NAMES[row["side"]], card), {})
        place[f"{row['against']} {row['policy']}"] = _signed(row["worth"])
    least = min(row["value"] for row in content["heroes"])
    kinds = (("without", "against a hero less"), ("least", f"against a {least}"))
    head = ["side", "hero", *(f"{words}, {policy}" for _, words in kinds for policy in policies)]
    rows = [
        [*labels, *(found.get(f"{kind} {policy}", "") for kind, _ in kinds for policy in policies)]
        for labels, found in cells.items()
    ]
    return [
        "Points that the side wins by having him. *Against a hero less*: the same games without him, with five heroes "
        "in the pile; below 0, the side does better without, since he comes instead of a better one. *Against a "
        f"{least}*: the same games with the value {least}, the least of the box, in his place, colour and draws "
        "unchanged. "
        f"n = {content['spec']['games']:,} a figure.",
        "",
        *_grid(head, rows),
        "",
        "![What each hero is worth](figures/heroes.png)",
    ]


def _options(content: dict[str, Any]) -> list[str]:
    rows = [
        [
            f"`{row['option']}`",
            row["policy"],
            _signed(row["change"]),
            _percent(row["flips_rate"]),
            f"{row['flips_won']:,} / {row['flips_lost']:,}",
            _percent(row["other_games_rate"]),
            f"{row['games']:,}",
        ]
        for row in sorted(content["options"], key=lambda row: row["option"])
    ]
    head = [
        "option", "policy", "change for the Achaeans, points", "flips, %", "to them / from them",
        "games with any figure changed, %", "n",
    ]  # fmt: skip
    meanings = {row["option"]: (row["values"], row["meaning"]) for row in content["options"]}
    return [
        "The other reading against the one that the base plays by, on the same cards.",
        "",
        *(f"- `{name}` ({values}): {meaning}" for name, (values, meaning) in meanings.items()),
        "",
        *_grid(head, rows),
    ]


def _percent(interval: dict[str, Any]) -> str:
    """A rate in per cent with its interval, with the decimals that the interval allows.

    >>> _percent({"estimate": 0.745, "low": 0.739, "high": 0.751})
    '74 (74 to 75)'
    """
    estimate, low, high = (100 * interval[end] for end in ("estimate", "low", "high"))
    places = decimals(high - low)
    return f"{estimate:.{places}f} ({low:.{places}f} to {high:.{places}f})"


def _signed(interval: dict[str, Any]) -> str:
    """A difference in points with its interval.

    >>> _signed({"estimate": 0.0124, "low": 0.0075, "high": 0.0173})
    '+1.2 (+0.8 to +1.7)'
    """
    estimate, low, high = (100 * interval[end] for end in ("estimate", "low", "high"))
    places = max(1, decimals(high - low))
    return f"{estimate:+.{places}f} ({low:+.{places}f} to {high:+.{places}f})"


def _grid(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table."""
    return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)]
