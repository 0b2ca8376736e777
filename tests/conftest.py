"""What the tests share."""

import sys
from pathlib import Path
from typing import Any

import pytest

from fwwsim.cli import main


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """A call that runs ``fwwsim`` in this process and gives (exit code, stdout, stderr)."""

    def call(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["fwwsim", *map(str, words)])
        try:
            main.run()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call
