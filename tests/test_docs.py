"""The documentation agrees with the program: its Python runs, its commands exist and succeed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLAY_PAGE = "docs/how_tuned_plays.md"
ODDS_PAGES = ("docs/odds.md", "docs/odds_sister_games.md")
DOCS = ("README.md", *ODDS_PAGES, "docs/event_log.md", "docs/hector_event_log.md", PLAY_PAGE)
LINK = re.compile(r"\]\(((?!http)[^)#]+)")


def python_blocks(name: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("name", ODDS_PAGES)
def test_python_of_the_odds_page_runs(name: str) -> None:
    blocks = python_blocks(name)
    assert len(blocks) == 1
    exec(compile(blocks[0], name, "exec"), {})


ODDS_COMMANDS = [
    words
    for name in ODDS_PAGES
    for words in re.findall(r"`(fwwsim odds [^`]+)`", (ROOT / name).read_text("utf-8"))
    if "--" in words
]


@pytest.mark.parametrize("words", ODDS_COMMANDS)
def test_command_of_the_odds_page(words: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", *shlex.split(words)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("name", DOCS)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def play_page_sections() -> list[str]:
    """The parts of the page, each beginning after a command."""
    return re.split(r"```console\n\$ (?=fwwsim)", (ROOT / PLAY_PAGE).read_text("utf-8"))[1:]


def output_of(section: str) -> str:
    words = shlex.split(section.splitlines()[0])
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=True)
    return done.stdout


GAMES_TOLD = [section for section in play_page_sections() if section.startswith("fwwsim play")]
HABITS = [section for section in play_page_sections() if section.startswith("fwwsim habits")]


@pytest.mark.parametrize("section", GAMES_TOLD, ids=lambda section: section.splitlines()[0][-1])
def test_the_games_told_are_those_that_are_played(section: str) -> None:
    told = output_of(section).splitlines()
    quoted = [
        line for block in re.findall(r"```text\n(.*?)```", section, re.DOTALL) for line in block.splitlines()
    ]
    assert len(quoted) > 5
    for line in quoted:
        assert line in told, line


@pytest.mark.slow
@pytest.mark.parametrize("section", HABITS, ids=lambda section: section.split()[3][:10])
def test_the_figures_on_play_are_those_that_are_printed(section: str) -> None:
    rows = [
        [cell.strip() for cell in row.strip("| ").split("|")]
        for row in output_of(section).splitlines()
        if "|" in row
    ]
    shown = [row.strip("| ").split(" | ") for row in section.splitlines() if row.startswith("| ")]
    figures = [row for row in shown if row[0] not in ("faction", "---")]
    assert len(figures) >= 7
    for _, front, armies, value, dummies, attacks, won in figures:
        found = [row for row in rows if row[:2] == ["1", front]]
        assert any(
            [row[2].split()[0], row[3].split()[0], row[4].split()[0], *row[5:]]
            == [armies, value, dummies, attacks, won]
            for row in found
        ), front
