"""The documentation agrees with the program: its Python runs, its commands exist and succeed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ODDS_PAGES = ("docs/odds.md", "docs/odds_sister_games.md")
DOCS = ("README.md", *ODDS_PAGES, "docs/event_log.md", "docs/hector_event_log.md")
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
