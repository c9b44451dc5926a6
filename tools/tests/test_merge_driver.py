"""Generated files: all are marked, and a conflict between two versions is solved by generating the file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.files import ROOT, files
from tools.merge_driver import merge, resolve

TEXT = (".md", ".py", ".sql", ".ts")
SAYS_SO = re.compile(r"^(?://|<!--|--|#|\"\"\") ?(?:Written|Generated) by .*(?:Do not edit|fresh)", re.MULTILINE)
BASE = "".join(f"line {number}\n" for number in range(20))


def git(folder: Path, *words: str, code: int = 0) -> str:
    """Run Git and return its output."""
    author = ("-c", "user.name=Test", "-c", "user.email=test@localhost")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603 (git)
        ["git", *author, *words],  # noqa: S607 (git)
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def attributes(name: str) -> dict[str, str]:
    """Return the value of an attribute by file, for all files of the repository that have it."""
    files = git(ROOT, "ls-files", "-z").split("\0")[:-1]
    lines = git(ROOT, "check-attr", name, "-z", "--", *files).split("\0")
    return {
        path: value
        for path, _, value in zip(lines[::3], lines[1::3], lines[2::3], strict=False)
        if value != "unspecified"
    }


def test_every_file_that_says_do_not_edit_is_marked() -> None:
    marked = attributes("linguist-generated")
    written = [path for path in files() if path.endswith(TEXT) and not path.startswith("sdk/generators/")]
    heads = {path: (ROOT / path).read_text("utf-8")[:400] for path in written}
    paths = [path for path, head in heads.items() if SAYS_SO.search(head)]
    assert len(paths) > 5
    assert [path for path in paths if path not in marked] == []


@pytest.mark.slow
def test_each_generated_file_has_the_merge_driver() -> None:
    drivers = attributes("merge")
    script = "import sys; sys.path.insert(0, 'sdk'); import generate; print(*generate.generated(), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 (our own script)
    committed = {*git(ROOT, "ls-files").split("\n")}
    assert [path for path in done.stdout.split() if path in committed and drivers.get(path) != "generated"] == []


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with two branches that change a generated file and a source."""
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "config", "merge.generated.driver", f"{sys.executable} -m tools.merge_driver %O %A %B")
    (tmp_path / ".gitattributes").write_text("generated.md merge=generated\n")
    (tmp_path / "generated.md").write_text(BASE)
    (tmp_path / "source.txt").write_text("source\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "base")
    return tmp_path


def change(repository: Path, branch: str, **texts: str) -> None:
    """Commit the texts on a branch that starts at the first commit."""
    git(repository, "checkout", "-q", "-B", branch, "main")
    for name, text in texts.items():
        (repository / name.replace("_", ".")).write_text(text)
    git(repository, "commit", "-q", "-a", "-m", branch)


def test_changes_at_different_places_are_merged(repository: Path) -> None:
    change(repository, "ours", generated_md=BASE.replace("line 1\n", "ours\n"))
    change(repository, "theirs", generated_md=BASE.replace("line 18\n", "theirs\n"))
    git(repository, "merge", "-q", "ours")
    assert {"ours", "theirs"} <= {*(repository / "generated.md").read_text().split()}


def test_a_conflict_has_no_markers_and_is_solved_by_generating(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(repository, "ours", generated_md=BASE.replace("line 1\n", "ours\n"))
    change(repository, "theirs", generated_md=BASE.replace("line 1\n", "theirs\n"))
    git(repository, "merge", "-q", "ours", code=1)
    assert "<<<<" not in (repository / "generated.md").read_text()
    monkeypatch.chdir(repository)
    write = "from pathlib import Path; Path('generated.md').write_text('generated\\n')"
    assert resolve((sys.executable, "-c", write)) == 0
    git(repository, "commit", "-q", "--no-edit")
    assert git(repository, "show", "HEAD:generated.md") == "generated\n"
    assert git(repository, "status", "--porcelain") == ""


def test_other_conflicts_come_first(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change(repository, "ours", generated_md="ours\n", source_txt="ours\n")
    change(repository, "theirs", generated_md="theirs\n", source_txt="theirs\n")
    git(repository, "merge", "-q", "ours", code=1)
    monkeypatch.chdir(repository)
    assert resolve((sys.executable, "-c", "raise SystemExit('must not run')")) == 1
    assert "source.txt" in capsys.readouterr().err


def test_without_the_driver_git_merges_the_text(repository: Path) -> None:
    git(repository, "config", "--unset", "merge.generated.driver")
    change(repository, "ours", generated_md=BASE.replace("line 1\n", "ours\n"))
    change(repository, "theirs", generated_md=BASE.replace("line 1\n", "theirs\n"))
    git(repository, "merge", "-q", "ours", code=1)
    assert "<<<<" in (repository / "generated.md").read_text()


def test_a_missing_file_is_a_conflict(tmp_path: Path) -> None:
    (tmp_path / "ours").write_text("ours\n")
    assert merge(str(tmp_path / "base"), str(tmp_path / "ours"), str(tmp_path / "theirs")) == 1
    assert (tmp_path / "ours").read_text() == "ours\n"
