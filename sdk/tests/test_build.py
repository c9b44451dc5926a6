"""Version and commit of a package, and of a checkout, which has no commit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from careops import __version__, build


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    build.find_commit.cache_clear()
    yield
    build.find_commit.cache_clear()


def test_package_contains_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "commit.txt").write_text("0123456789ab\n")
    monkeypatch.setattr(build, "_COMMIT", tmp_path / "commit.txt")
    assert build.describe_version() == f"{__version__} (commit 0123456789ab)"


def test_missing_commit_leaves_the_version_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_COMMIT", tmp_path / "commit.txt")
    assert build.describe_version() == __version__
