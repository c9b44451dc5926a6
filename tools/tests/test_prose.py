"""The check of prose finds marker words where they are, and passes on the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import prose
from tools.texts import (
    ALIASES,
    LOG_MESSAGES,
    TEST_NAMES,
    TEST_TITLES,
    Text,
    aliases,
    exceptions,
    log_messages,
    markdown,
    metrics,
    names_of_tests,
    python,
    texts,
    titles_of_tests,
    typescript,
)

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


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (TEST_NAMES, "what is no picture"),
        (TEST_NAMES, "an odd time is said and not refused"),
        (TEST_NAMES, "one that nobody knows"),
        (TEST_NAMES, "a hash stops nobody else"),
        (TEST_NAMES, "it comes back later and later until it was heard"),
        (TEST_NAMES, "all staff may"),
        (TEST_TITLES, "whoever wants no traces has none in this browser"),
        (TEST_TITLES, "a doubtful point is asked about, and can be kept"),
        (TEST_TITLES, "a refusal of a new hospital is said and nothing typed is lost"),
        (LOG_MESSAGES, "a listener cannot be told"),
        (ALIASES, "meant"),
    ],
)
def test_markers_of_short_texts_are_found(kind: str, words: str) -> None:
    assert prose.markers(Text("a.py", 1, words, kind))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (TEST_NAMES, "upload of non image is rejected"),
        (TEST_NAMES, "one time password must be changed"),
        (TEST_TITLES, "rejected hospital form shows the error and keeps the input"),
        (LOG_MESSAGES, "cannot deliver event to subscriber"),
        (ALIASES, "valid_pairs"),
    ],
)
def test_plain_short_texts_pass(kind: str, words: str) -> None:
    assert prose.markers(Text("a.py", 1, words, kind)) == []


def test_names_of_tests_are_one_group_with_its_own_limit() -> None:
    plain = [Text("sdk/tests/a.py", line, "upload of non image is rejected", TEST_NAMES) for line in range(40)]
    odd = Text("cli/tests/b.py", 7, "what is no picture", TEST_NAMES)
    assert prose.complaints(plain) == []
    (complaint,) = prose.complaints([*plain, odd])
    assert complaint.startswith("names of tests: ")
    assert "  0.0 names of tests (40 texts)" in prose.figures(plain)


def test_short_texts_of_python_are_read() -> None:
    source = (
        "def test_a_b():\n    log.info('a message', x=1)\n    raise ValueError(f'a reason {x}')\n"
        "Gauge('name', 'A description')\ntext('with page as (select 1 as total) select * from page')\n"
    )
    assert list(names_of_tests(source)) == [(1, "a b")]
    assert list(log_messages(source)) == [(2, "a message")]
    assert list(exceptions(source)) == [(3, "a reason ")]
    assert list(metrics(source)) == [(4, "A description")]
    assert list(aliases(source)) == [(5, "page"), (5, "total")]


def test_titles_of_typescript_are_read() -> None:
    source = 'describe("a", () => {\n  it.each([1])("b %s", () => 1);\n  test(`c ${x}`, () => 1);\n'
    assert list(titles_of_tests(source)) == [(1, "a"), (2, "b "), (3, "c ")]
    assert list(titles_of_tests('it.each([\n  ["x"],\n])("d", () => 1);\n')) == [(3, "d")]


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
