"""The check of prose finds marker words where they are, and passes on the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import prose
from tools.texts import Text, markdown, python, texts, typescript

PLAIN = "Return the clinics that match the filter. " * 100


@pytest.mark.parametrize(
    "words",
    [
        "Whoever asks gets it.",
        "It is told to somebody.",
        "Rows of their own.",
        "What the server says.",
        "A value that is none.",
        "The work goes on all the same.",
    ],
)
def test_markers_of_the_dialect_are_found(words: str) -> None:
    assert prose.markers(Text("a.py", 1, words))


@pytest.mark.parametrize(
    "words",
    [
        "Return the name; null if there is none.",
        "The type is None if it is unknown.",
        "What does the server do?",
        "Filter by the owner of the clinic.",
    ],
)
def test_plain_sentences_pass(words: str) -> None:
    assert prose.markers(Text("a.py", 1, words)) == []


def test_a_folder_above_the_limit_is_named_with_its_worst_lines() -> None:
    plain = Text("cli/careops_cli/a.py", 1, PLAIN)
    odd = [Text("cli/careops_cli/b.py", line, "Whoever asks is told.") for line in (3, 7)]
    assert prose.complaints([plain, *odd[:1]]) == []
    (complaint,) = prose.complaints([plain, *odd, Text("server/a.py", 1, PLAIN)])
    assert complaint.startswith("cli/careops_cli: ")
    assert "cli/careops_cli/b.py:3: Whoever, is told: Whoever asks is told." in complaint


def test_prose_of_python() -> None:
    source = '"""Module."""\nX = 1\n"""Constant."""\ntext = "not prose"\noption(help="Help.")  # why\n'
    assert sorted(python(source)) == [(1, "Module."), (3, "Constant."), (5, "Help."), (5, "why")]


def test_prose_of_typescript() -> None:
    source = 'const address = "http://x/*"; // one\n/** Two. */\nconst s = `/* text */`;\n'
    assert list(typescript(source)) == [(1, "one"), (2, "Two.")]


def test_prose_of_markdown() -> None:
    source = "# Title\n\n```sh\nwhatever\n```\n\nA [link](what-is.md) and `whoever`.\n"
    assert list(markdown(source)) == [(1, "Title"), (7, "A [link  and  .")]


def test_new_files_are_read_and_generated_ones_are_not(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("docs/new.md", "docs/guarantees.md", "docs/picture.svg"):
        (tmp_path / name).write_text("Whoever asks.")
    assert list(texts(root=tmp_path)) == [Text("docs/new.md", 1, "Whoever asks.")]


@pytest.mark.slow
def test_the_repository_passes() -> None:
    assert prose.complaints(texts()) == []
