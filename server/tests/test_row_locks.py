"""Statements that lock rows read nothing else. After waiting, PostgreSQL reads only the locked row again (READ
COMMITTED), so that joins and sub-selects beside the lock are as old as the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import TextClause

import careops_server

PACKAGE = Path(careops_server.__file__).parent
_SOURCES = re.compile(r"\bfor\s+(no\s+key\s+)?update\b", re.IGNORECASE)
_LOCK = re.compile(r"\bfor\s+(?:no\s+key\s+)?update\b(?:\s+of\s+\w+)?(?!\s+skip\s+locked)", re.IGNORECASE)
_COMMENT_OR_TEXT = re.compile(r"'(?:[^']|'')*'|--[^\n]*")
_OTHER_READ = re.compile(
    r"\bjoin\b|\bwith\b|\(\s*select\b|\bexists\b|\bfrom\s+[^()]*?,\s*\w+\s+\w+\s+where\b", re.IGNORECASE
)
ALLOWED: Final = {
    ("areas/news_insights/queries.py", "_HOLD_ARTICLES"): "returns only a count; runs again after the tags are locked",
    ("areas/news_insights/queries.py", "_ADD"): "locks in the order of ids; adds to the newest counters",
}
"""Statements that may read more, each with its reason."""


def other_reads(sql: str) -> list[str]:
    """Return what a statement reads beside the rows that it locks; empty if it locks none or skips locked ones."""
    plain = _COMMENT_OR_TEXT.sub("''", sql)
    if not _LOCK.search(plain):
        return []
    return [match.strip() for match in _OTHER_READ.findall(plain)]


def locking_statements() -> Iterator[tuple[str, str, str]]:
    """Each SQL constant that locks rows: module, name, and text."""
    for path in sorted([*PACKAGE.glob("areas/**/*.py"), *PACKAGE.glob("core/**/*.py")]):
        place = path.relative_to(PACKAGE)
        if "versions" in place.parts or not _SOURCES.search(path.read_text()):
            continue
        module = import_module(f"careops_server.{'.'.join(place.with_suffix('').parts)}")
        for name, value in vars(module).items():
            sql = value.text if isinstance(value, TextClause) else value
            if isinstance(sql, str) and not name.startswith("__") and _LOCK.search(sql):
                yield str(place), name, sql


STATEMENTS: Final = list(locking_statements())


@pytest.mark.parametrize(("place", "name", "sql"), STATEMENTS, ids=[f"{place}-{name}" for place, name, _ in STATEMENTS])
def test_locking_statement_reads_only_the_locked_rows(place: str, name: str, sql: str) -> None:
    reads = other_reads(sql)
    if (place, name) in ALLOWED:
        assert reads, f"{place}, {name} needs no exception"
        return
    assert not reads, f"{place}, {name} reads {', '.join(reads)} beside its lock; lock first by a separate statement"


def test_exceptions_name_existing_statements() -> None:
    assert ALLOWED.keys() <= {(place, name) for place, name, _ in STATEMENTS}


@pytest.mark.parametrize(
    ("sql", "reads"),
    [
        ("select a from t where id = :id for update", False),
        ("select a from t where id = any(:ids) order by id for no key update", False),
        ("select a from t join u on u.id = t.u_id where t.id = :id for update of t", True),
        ("select a, (select b from u) from t where id = :id FOR UPDATE", True),
        ("with u as (select 1) select a from t for update", True),
        ("select a from t, jobs j where t.id = :id for update of t", True),
        ("select id from t where exists (select from u) limit 5 for update skip locked", False),
        ("select 'join with' from t where id = :id for update", False),
        ("update t set a = (select b from u)", False),
    ],
)
def test_reads_beside_a_lock_are_found(sql: str, reads: bool) -> None:
    assert bool(other_reads(sql)) is reads
