"""The verbatim texts of the specification are the English texts of the console, the contract and the server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generators.references import ROOT

PAGES = sorted((ROOT / "docs/specification").glob("*.md"))
ENGLISH = ROOT / "webapp/src/i18n/en"
PYTHON = ("sdk/careops", "server/careops_server")
TABLE = re.compile(r"^\|[^\n]*\| Text \|\n\|[-|]+\|\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
ALTERNATIVES = re.compile(r"(\w+)/(\w+)")
NAMES = {"Authorization", "password", "mobile_number_or_password", "username_or_password"}


def specified(page: str) -> Iterator[str]:
    """Yield every verbatim text in the tables of a page; a slash separates alternatives (B-62, A-27)."""
    for table in TABLE.finditer(page):
        for row in table["rows"].splitlines():
            for text in CODE.findall(row.strip("|").rpartition("|")[2]):
                for group in (1, 2) if ALTERNATIVES.search(text) else (1,):
                    yield ALTERNATIVES.sub(lambda match, group=group: match[group], text)  # type: ignore[misc]


def values(texts: Any) -> Iterator[str]:
    """Yield every text of an i18n file, with placeholders in the form of the specification."""
    if isinstance(texts, str):
        yield re.sub(r"\{\{\s*(\w+)[^}]*\}\}", r"{\1}", texts)
    else:
        for part in texts.values() if isinstance(texts, dict) else texts:
            yield from values(part)


@pytest.fixture(scope="module")
def console_texts() -> set[str]:
    return {text for file in ENGLISH.glob("*.json") for text in values(json.loads(file.read_text("utf-8")))}


@pytest.fixture(scope="module")
def python_sources() -> str:
    return "\n".join(file.read_text("utf-8") for folder in PYTHON for file in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_verbatim_texts_are_in_use(page: Path, console_texts: set[str], python_sources: str) -> None:
    texts = [text for text in specified(page.read_text("utf-8")) if text not in NAMES]
    assert [text for text in texts if text not in console_texts and text not in python_sources] == []


def test_tables_of_texts_are_read() -> None:
    rows = "|---|---|\n| saved | `City added/Updated!`, or `x y` |\n"
    page = f"| Event | Text |\n{rows}\n| Event | Other |\n{rows}"
    assert list(specified(page)) == ["City added!", "City Updated!", "x y"]
    assert sum(len(list(specified(page.read_text("utf-8")))) for page in PAGES) > 100
