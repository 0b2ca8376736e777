"""A spec on disk, and what a run left there."""

from pathlib import Path


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "tiny.toml"
    path.write_text(text)
    return str(path)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
