"""The files of the repository are found with Git, and without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.files import files


def test_without_git_the_same_files_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with_git = files()
    monkeypatch.setenv("PATH", "")
    assert files() == with_git


def test_ignored_files_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (tmp_path / ".gitignore").write_text("# comment\n/build/\n*.pyc\nweb/results/\n")
    for name in ("a.py", "a.pyc", "build/x", "web/build/y", "web/results/z", ".git/config"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert files(root=tmp_path) == [".gitignore", "a.py", "web/build/y"]
    assert files("web", root=tmp_path) == ["web/build/y"]
