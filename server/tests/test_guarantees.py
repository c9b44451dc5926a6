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
    Promise,
    Row,
    StrayMarkError,
    page,
    proofs,
    rows,
    state,
)


def test_guarantees_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "docs/guarantees.md is stale: run `nox -s generate`"


def test_every_promise_has_a_test() -> None:
    proved = {proof.promise for proof in proofs()}
    silent = [
        promise.name
        for row in rows()
        if state(row, proved) is None
        for promise in row.promises
        if promise.name not in proved
    ]
    assert silent == [], "mark the test that proves it, or let docs/guarantees.toml say less"


def test_every_mark_names_a_promise() -> None:
    promise_names = {promise.name for row in rows() for promise in row.promises}
    assert [proof for proof in proofs() if proof.promise not in promise_names] == []


def test_text_that_joins_things_has_clauses_or_reason() -> None:
    wrong = [
        promise.name for row in rows() for promise in row.promises if promise.joins_clauses is not bool(promise.whole)
    ]
    assert wrong == [], "divide it into clauses; `whole` is for a text that joins things and cannot be divided"


@pytest.mark.parametrize(
    ("says", "is_joint"),
    [
        ("Tokens copied out of a browser do not work elsewhere.", False),
        ("A worker is killed: the supervisor replaces it, without a failed request.", False),
        ("A change of 5.5 MB is refused by the operator's own sandbox.", False),
        ("Users see and end their sessions.", True),
        ("A user who is blocked or loses an account loses access.", True),
        ("The positions have neither gaps nor duplicates.", True),
        ("Users end their sessions; a super admin ends any.", True),
        ("Only staff can sign in. Other users get no token.", True),
    ],
)
def test_joined_texts_are_recognised(says: str, is_joint: bool) -> None:
    assert Promise("SEC-01", says).joins_clauses is is_joint


def test_row_without_test_of_one_clause_is_unproved() -> None:
    row = Row("SEC-01", (Promise("SEC-01.a", "A."), Promise("SEC-01.b", "B.")), decided="a difference")
    assert state(row, {"SEC-01.a", "SEC-01.b"}) == "proved"
    assert state(row, {"SEC-01.a"}) is None
    assert state(row, {"SEC-01"}) is None


def test_clauses_have_short_names() -> None:
    names = [promise.name for row in rows() if len(row.promises) > 1 for promise in row.promises]
    assert [name for name in names if not re.fullmatch(r"[A-Z]+-\d+\.[a-z0-9-]+", name)] == []
    assert [row.name for row in rows() if len(row.promises) == 1 and "." in row.promises[0].name] == []


def test_rows_are_unique_and_ordered() -> None:
    numbers = {"SEC": 69, "FAULT": 44, "REL": 12}
    expected = [
        f"{kind}-{n:02}" if kind == "SEC" else f"{kind}-{n}"
        for kind, most in numbers.items()
        for n in range(1, most + 1)
    ]
    assert [row.name for row in rows()] == expected


def test_links_of_decided_rows_exist() -> None:
    links = [link for row in rows() for link in re.findall(r"\]\(([^)]+)\)", row.decided + row.open)]
    assert links
    assert [link for link in links if not (ROOT / "docs" / link.partition("#")[0]).exists()] == []


def in_a_project(root: Path, file: str, text: str) -> Path:
    for folder in (*PYTHON, *TYPESCRIPT):
        (root / folder).mkdir(parents=True)
    (root / file).write_text(text)
    return root


def test_marks_are_read_at_their_test(tmp_path: Path) -> None:
    typescript = 'describe("x", () => {\n  // Proves SEC-18, SEC-20.report.\n  it(\n    "says `why`", () => {});\n});\n'
    marks = proofs(in_a_project(tmp_path, "webapp/src/a.test.tsx", typescript))
    assert [(proof.promise, proof.test) for proof in marks] == [
        ("SEC-18", "says `why`"),
        ("SEC-20.report", "says `why`"),
    ]
    (tmp_path / "cli/tests/test_b.py").write_text('@pytest.mark.proves("SEC-03")\nasync def test_a_b(): ...\n')
    assert next(proof.test for proof in proofs(tmp_path)) == "`test_a_b`"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("e2e/a.spec.ts", '// Proves SEC-19.\nconst a = 1;\ntest("b", () => {});\n'),
        ("sdk/tests/test_a.py", '@pytest.mark.proves("SEC-03")\ndef helper(): ...\n'),
    ],
)
def test_mark_without_a_test_is_refused(tmp_path: Path, file: str, text: str) -> None:
    with pytest.raises(StrayMarkError):
        proofs(in_a_project(tmp_path, file, text))
