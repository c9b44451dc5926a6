"""Version and commit of a package or checkout."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from careops import __version__, build


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    build.find_commit.cache_clear()
    yield
    build.find_commit.cache_clear()


def test_a_package_contains_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "commit.txt").write_text("0123456789ab\n")
    monkeypatch.setattr(build, "_COMMIT", tmp_path / "commit.txt")
    assert build.describe_version() == f"{__version__} (commit 0123456789ab)"


def test_a_checkout_asks_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)  # noqa: S603, S607 (git)
    author = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
    words = ("git", "-C", str(tmp_path), *author, "commit", "-q", "--allow-empty", "-m", "first")
    subprocess.run(words, check=True)  # noqa: S603 (git)
    monkeypatch.setattr(build, "_CHECKOUT", tmp_path)
    assert len(build.find_commit()) == 12


def test_without_git_the_version_is_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(build, "_CHECKOUT", tmp_path)
    assert build.describe_version() == __version__, "an unreadable repository"
    build.find_commit.cache_clear()
    shutil.rmtree(tmp_path / ".git")
    assert build.describe_version() == __version__, "neither a package nor a checkout"
