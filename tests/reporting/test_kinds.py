"""Each kind of report on invented games: its sections, its numbers against counts made otherwise, its plain words."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from invented import Invented, cell, experiment, invent

from fwwsim.errors import DataError, SpecError
from fwwsim.experiments.cell import Cell
from fwwsim.experiments.question import Factor
from fwwsim.experiments.tallies import Axis, tally
from fwwsim.reporting.cells import cells_of
from fwwsim.reporting.document import Document, Figure, Listing, Table, figures_of, tables_of, terms_of
from fwwsim.reporting.kinds import KINDS, report_of
from fwwsim.reporting.kinds.balance_value import combat_values
from fwwsim.reporting.kinds.bids import MOST, SCORED, FactionRates, alliance_wins, margins_of, two_sides
from fwwsim.reporting.kinds.variations import rate_of
from fwwsim.reporting.numbers import places_of
from fwwsim.reporting.write_report import write_document, write_report
from fwwsim.stats.intervals import Interval, decimals, wilson
from fwwsim.stats.paired import mcnemar

BASE = cell("base", games=1500)
PLAN = cell("schlieffen", arm="schlieffen", rules=("schlieffen",), games=1500)
RANGE = [
    cell("policies cautious", "policies", value="cautious", policies="cautious"),
    cell("hand_scope=player", "switch", value="hand_scope=player", rules=("hand_scope=player",)),
    *(cell(f"perturbed {k}", "data", value=f"perturbed {k}", edits=(f"perturbed {k}",)) for k in range(4)),
]
PIECES = [
    cell(f"without {name}", "knock_out", value=f"without {name}", edits=(f"without {name}",))
    for name in ("DE 1", "RU 1")
]
FORCED = [cell(f"forced t2 f5 {way:+}", "forced", force=(2, 5, way)) for way in (1, -1)]
TILTS = {
    "schlieffen": -0.05,
    "policies cautious": 0.2,
    "hand_scope=player": 0.02,
    "perturbed 0": -0.1,
    "perturbed 2": 0.1,
    "without DE 1": 0.15,
}
FACTORS = (Factor("schlieffen", (False, True)), Factor("variable_order", (False, True)))
LEVELS = {"base": (0, 0), "variable_order": (0, 1), "schlieffen": (1, 0), "both": (1, 1)}
ARMS = [BASE, *(cell(name, arm=name, games=1500) for name in LEVELS if name != "base")]


def results_of(kind: str) -> Invented:
    if kind == "rule_effect":
        return Invented(experiment(kind, [BASE, PLAN, *RANGE]), TILTS)
    if kind == "factorial":
        extra = [
            replace(
                arm, name=f"{arm.name}: tuned", role="policies", value="tuned", policies="tuned", games=300
            )
            for arm in ARMS
        ]
        return Invented(experiment(kind, [*ARMS, *extra], FACTORS, LEVELS), TILTS | {"both": 0.05})
    return Invented(experiment(kind, [BASE, *RANGE, *PIECES, *FORCED]), TILTS)


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return {kind: report_of(results_of(kind)) for kind in KINDS}


def table(document: Document, name: str) -> Table:
    return next(found for found in tables_of(document) if found.name == name)


def intervals(document: Document) -> list[tuple[str, Interval, Any]]:
    """Every interval of every table, as printed and as it is, with its column."""
    return [
        (text, value, column)
        for found in tables_of(document)
        for row, texts in zip(found.rows, cells_of(found), strict=True)
        for value, text, column in zip(row, texts, found.columns, strict=True)
        if isinstance(value, Interval)
    ]


SECTIONS = {
    "balance": (
        "Who wins", "How and when games end", "Victory points", "Cities, front by front", "Surrender",
        "Leads, comebacks and first blood", "Value of a combat won", "Which armies and chits matter",
        "Luck against choice", "Error budget",
    ),
    "rule_effect": ("Effect on win rates", "Flips", "Precision", "Example games", "Error budget"),
    "factorial": (
        "Win rates of every combination", "Main effects and interactions, Allies", "Effects on Central Powers",
        "Effects on Western Allies", "Effects on Eastern Allies", "Effects on Germany", "Effects on German Allies",
        "Under other policies", "Error budget of the base game",
    ),
    "switches": (
        "The readings", "Effect on Allies", "Effect on Central Powers", "Effect on Western Allies",
        "Effect on Eastern Allies", "Effect on Germany", "Effect on German Allies", "Under other policies",
        "Error budget",
    ),
    "uncertainty": ("The variance, split", "Spread over the data"),
    "handicap": (
        "A bid between the alliances", "The bid elsewhere", "Four bids for four players", "Pieces as a handicap",
        "Error budget without a handicap",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_sections_of_each_kind(documents: dict[str, Document], kind: str) -> None:
    assert tuple(section.title for section in documents[kind].sections) == SECTIONS[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_figures_have_captions_and_statistics_definitions(documents: dict[str, Document], kind: str) -> None:
    found = documents[kind]
    for figure in figures_of(found):
        assert len(figure.caption) > 40
        assert len(figure.alt) > 20
    for shown in tables_of(found):
        for column, *values in zip(shown.columns, *shown.rows, strict=True):
            if any(isinstance(value, int | float | Interval) for value in values):
                assert column.term, f"{shown.name}: {column.name}"
    for term in terms_of(found):
        assert len(found.definitions[term]) > 20
    assert any("policies" in note for note in found.notes)
    assert any("reconstructed" in note for note in found.notes)
    assert found.answer.endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_decimals_are_no_finer_than_the_interval(documents: dict[str, Document], kind: str) -> None:
    found = intervals(documents[kind])
    assert len(found) > 2
    for text, value, column in found:
        allowed = decimals(column.scale * value.width)
        assert places_of(value, column.scale) == allowed
        assert {len(part) for part in re.findall(r"\.(\d+)", text)} <= {allowed}


@pytest.mark.parametrize("kind", ["rule_effect", "handicap"])
def test_the_same_results_give_the_same_bytes(
    documents: dict[str, Document], kind: str, tmp_path: Path
) -> None:
    again = write_report(results_of(kind), tmp_path / "one")
    assert again == documents[kind]
    write_document(documents[kind], tmp_path / "two")
    one, two = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two
    assert not any(str(tmp_path).encode() in content for content in one.values())


def test_the_effect_is_that_of_counts_made_otherwise(documents: dict[str, Document]) -> None:
    first, second = (
        invent(1500, TILTS.get(name, 0.0), None)["alliance"] == 0 for name in ("base", "schlieffen")
    )
    row = table(documents["rule_effect"], "effects").rows[0]
    gained, lost = int((second & ~first).sum()), int((first & ~second).sum())
    assert lost > 0
    assert row[0] == "Allies"
    assert row[1] == wilson(int(first.sum()), 1500)
    assert row[3].estimate == pytest.approx((gained - lost) / 1500)  # type: ignore[union-attr]
    assert row[4:7] == (gained, lost, mcnemar(gained, lost))
    flips = table(documents["rule_effect"], "flips_schlieffen")
    assert sum(sum(line[1:]) for line in flips.rows) == 1500  # type: ignore[arg-type]


def test_example_games_are_told_twice_and_part(documents: dict[str, Document]) -> None:
    section = next(part for part in documents["rule_effect"].sections if part.title == "Example games")
    told = [block for block in section.blocks if isinstance(block, Listing)]
    assert told
    for block in told:
        assert block.lines[0].startswith("$ fwwsim play --seed 7 --index ")
        assert block.lines[1] == f"{block.lines[0]} --rule schlieffen"
        text = "\n".join(block.lines)
        assert text.count("THE END in turn") == 2
        one, two = re.split(r"\nschlieffen:\n", text.partition("\nbase:\n")[2])
        assert one.partition("   ...")[0] != two.partition("   ...")[0]


def test_a_rule_that_changes_nothing_has_no_flips_and_an_effect_of_exactly_0() -> None:
    same = Invented(experiment("rule_effect", [BASE, replace(PLAN, rules=())]))
    found = report_of(same)
    for row in table(found, "effects").rows:
        assert row[3].estimate == 0.0  # type: ignore[union-attr]
        assert row[4:8] == (0, 0, 1.0, 1.0)
    counts = np.array([line[1:] for line in table(found, "flips_schlieffen").rows], np.int64)
    assert counts.sum() == np.trace(counts) == 1500
    assert "changes nothing in 1,500 games" in found.answer
    assert "No game passes from one alliance to the other." in str(found.sections)


def test_a_run_that_stops_by_its_target_gives_an_interval_that_allows_it() -> None:
    asked = results_of("rule_effect")
    spec = replace(asked.experiment.spec, games=0, target=5.0, at_most=1500)
    found = report_of(replace(asked, experiment=replace(asked.experiment, spec=spec)))
    plain = table(report_of(asked), "effects").rows[0][3]
    (row,) = table(found, "target").rows
    assert isinstance(plain, Interval)
    assert isinstance(row[1], Interval)
    assert row[1].estimate == pytest.approx(plain.estimate)
    assert row[1].width > plain.width
    assert row[4] == "yes"
    assert found.sections[-1].title == "Precision asked for"


def test_the_value_of_a_combat_is_the_paired_difference() -> None:
    (value,) = combat_values(results_of("balance"), "base")
    won, lost = (invent(400, 0.0, (2, 5, way)) for way in (1, -1))
    attacker = won["forced"].astype(int) - 1
    there = attacker >= 0
    gains = (won["alliance"] == attacker)[there].astype(int) - (lost["alliance"] == attacker)[there]
    assert (value.front, value.turn) == (5, 2)
    assert value.pooled is not None
    assert value.pooled.n == there.sum()
    assert value.pooled.estimate == pytest.approx(gains.mean())
    assert gains.mean() > 0


def test_the_budget_names_its_sources(documents: dict[str, Document]) -> None:
    answer = rate_of(results_of("uncertainty"), BASE)
    assert [source.role for source in answer.sources] == ["policies", "switch", "data"]
    rows = {row[0]: row for row in table(documents["uncertainty"], "budget").rows}
    assert list(rows) == ["sampling", "policies", "readings of the rules", "data", "together"]
    assert sum(row[6] for name, row in rows.items() if name != "together") == pytest.approx(1.0)  # type: ignore
    assert rows["policies"][4].estimate == pytest.approx(  # type: ignore[union-attr]
        float((invent(400, 0.2, None)["alliance"] == 0).mean()), abs=0.01
    )
    assert "cannot be concluded" not in documents["uncertainty"].answer


def test_bids_score_the_games_again() -> None:
    results = results_of("handicap")
    margins = margins_of(results, "base")
    games = invent(1500, 0.0, None)
    won = [int((games["alliance"] == side).sum()) for side in (0, 1)]
    assert alliance_wins(margins, 0) == tuple(won)
    counts = np.bincount(games["winner_4"], minlength=5)[:4]
    assert FactionRates(margins)((0, 0, 0, 0)) == pytest.approx(tuple(counts / counts.sum()))
    vp = [games[f"vp_{faction}"].astype(int) for faction in ("WA", "EA", "DE", "GA")]
    scored = games["reason"] == 0
    bids = (1, 3, 4, 2)
    ahead = vp[0] + vp[1] + 4 > vp[2] + vp[3] + 6
    allies = np.where(scored, ahead, games["alliance"] == 0)
    german = vp[2] + 4 >= vp[3] + 2 + 3
    bonus = np.where(games["treaty"] > 0, 8, 0)
    west = vp[0] + 1 >= vp[1] + 3 + bonus + 1
    decided = games["alliance"] < 2
    shares = [
        (allies & west & decided).sum(), (allies & ~west & decided).sum(),
        (~allies & german & decided).sum(), (~allies & ~german & decided).sum(),
    ]  # fmt: skip
    assert FactionRates(margins)(bids) == pytest.approx([share / decided.sum() for share in shares])


def test_a_handicap_says_plainly_that_no_bid_is_enough() -> None:
    strong = Invented(experiment("handicap", [BASE]), {"base": 0.35})
    two = two_sides(margins_of(strong, "base"))
    assert two.found.crossing is None
    assert two.favoured == "Allies"
    answer = report_of(strong).answer
    assert answer.startswith("No bid up to 20 victory points for the Central Powers makes both alliances win")


def test_factors_of_three_values_are_refused() -> None:
    three = Factor("surrender_from_turn", (1, 2, 3))
    with pytest.raises(
        SpecError, match=r"invented.toml: sweeps.surrender_from_turn: found 3 values; allowed: 2"
    ):
        report_of(Invented(experiment("factorial", [BASE], (three,), {"base": (0,)})))
    with pytest.raises(SpecError, match="sweeps: missing"):
        report_of(Invented(experiment("factorial", [BASE])))


def test_switches_without_readings_are_refused() -> None:
    with pytest.raises(SpecError, match=r"budget\.games: found 0"):
        report_of(Invented(experiment("switches", [BASE])))


def test_other_games_have_no_report_yet() -> None:
    asked = experiment("balance", [BASE])
    other = replace(asked, spec=replace(asked.spec, game="hector_and_achilles"))
    with pytest.raises(SpecError, match="game: found hector_and_achilles; allowed for report balance"):
        report_of(Invented(other))


def test_a_number_beyond_its_axis_is_an_error() -> None:
    with pytest.raises(DataError, match="end_turn: found 1 to 6; allowed: 1 to 5"):
        tally(results_of("balance"), "base", [(Axis("end_turn", 1, 5),)])


def test_margins_hold_every_game() -> None:
    margins = margins_of(results_of("handicap"), "base")
    assert margins.games == margins.west.sum() == margins.german.sum() == 1500
    assert margins.alliances.shape == (4, 2 * MOST + 1)
    assert margins.scored == margins.alliances[SCORED].sum() > 0


def test_a_report_without_extra_cells_says_what_was_not_varied() -> None:
    lonely: list[Cell] = [replace(BASE, games=60)]
    found = report_of(Invented(experiment("balance", lonely)))
    assert "Not varied in this run" in str(found.sections[-1])
    assert not any(isinstance(block, Figure) for block in found.sections[-1].blocks)
