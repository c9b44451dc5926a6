"""docs/guarantees.md is up to date and complete, and names existing tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from careops_server.testing.guarantees_page import (
    PAGE,
    PYTHON,
    ROOT,
    TYPESCRIPT,
    StrayMarkError,
    page,
    proofs,
    rows,
    state,
)


def test_the_page_is_what_the_marks_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "docs/guarantees.md is stale: run `nox -s generate`"


def test_every_row_is_proved_decided_or_open() -> None:
    proved = {proof.row for proof in proofs()}
    silent = [row.name for row in rows() if state(row, row.name in proved) is None]
    assert silent == [], "mark the test that proves it, or say in docs/guarantees.toml what is open, or decided"


def test_every_mark_names_a_row() -> None:
    known = {row.name for row in rows()}
    assert [proof for proof in proofs() if proof.row not in known] == []


def test_all_rows_are_there_once_in_their_order() -> None:
    numbers = {"SEC": 69, "FAULT": 44, "REL": 12}
    expected = [
        f"{kind}-{n:02}" if kind == "SEC" else f"{kind}-{n}"
        for kind, most in numbers.items()
        for n in range(1, most + 1)
    ]
    assert [row.name for row in rows()] == expected


def test_what_is_decided_has_its_page() -> None:
    links = [link for row in rows() for link in re.findall(r"\]\(([^)]+)\)", row.decided + row.open)]
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def in_a_project(root: Path, file: str, text: str) -> Path:
    for folder in (*PYTHON, *TYPESCRIPT):
        (root / folder).mkdir(parents=True)
    (root / file).write_text(text)
    return root


def test_marks_are_read_where_they_stand(tmp_path: Path) -> None:
    typescript = 'describe("x", () => {\n  // Proves SEC-19, SEC-20.\n  it(\n    "says `why`", () => {});\n});\n'
    marks = proofs(in_a_project(tmp_path, "webapp/src/a.test.tsx", typescript))
    assert [(proof.row, proof.test) for proof in marks] == [("SEC-19", "says `why`"), ("SEC-20", "says `why`")]
    (tmp_path / "cli/tests/test_b.py").write_text('@pytest.mark.proves("SEC-03")\nasync def test_a_b(): ...\n')
    assert next(proof.test for proof in proofs(tmp_path)) == "`test_a_b`"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("e2e/a.spec.ts", '// Proves SEC-19.\nconst a = 1;\ntest("b", () => {});\n'),
        ("sdk/tests/test_a.py", '@pytest.mark.proves("SEC-03")\ndef helper(): ...\n'),
    ],
)
def test_a_mark_above_no_test_is_refused(tmp_path: Path, file: str, text: str) -> None:
    with pytest.raises(StrayMarkError):
        proofs(in_a_project(tmp_path, file, text))
