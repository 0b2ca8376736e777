"""The documentation agrees with the program: its Python runs, its commands exist and succeed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ("README.md", "docs/odds.md", "docs/event_log.md")
LINK = re.compile(r"\]\(((?!http)[^)#]+)")


def python_blocks(name: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL)


def test_python_of_the_odds_page_runs() -> None:
    blocks = python_blocks("docs/odds.md")
    assert len(blocks) == 1
    exec(compile(blocks[0], "docs/odds.md", "exec"), {})


ODDS_COMMANDS = [
    words
    for words in re.findall(r"`(fwwsim odds [^`]+)`", (ROOT / "docs/odds.md").read_text("utf-8"))
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
