"""The verbatim texts of the specification are the English texts of the console, the contract and the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import pytest

from generators.references import ROOT
from generators.translations import english_texts

PAGES = sorted((ROOT / "docs/specification").glob("*.md"))
PYTHON = ("sdk/careops", "server/careops_server")
TABLE = re.compile(r"^\|[^\n]*\| Text \|\n\|[-|]+\|\n(?P<rows>(?:\|.*\n)+)", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
ALTERNATIVES = re.compile(r"(\w+)/(\w+)")
NO_TEXTS = {"Authorization", "password", "mobile_number_or_password", "username_or_password"}
CAPITAL = re.compile(r"(?<=[^.!?:“\"(\s] )[A-Z][a-z]+(?![\w-])")
"""A capitalised word inside a sentence."""
NAMES = {
    *("Aadhaar", "Careops", "English", "Excel", "Google", "India", "Indian", "Monday", "Nov", "Razorpay"),
    *("Ctrl", "Enter", "Esc", "Escape", "Space"),  # keys
    *("Apply", "Ignore", "Resume", "Save", "Today", "Undo"),  # buttons and pages
}
PRODUCTS = "modules:names."
"""Names of modules, which are data."""


def specified(page: str) -> Iterator[str]:
    """Yield every verbatim text in the tables of a page; a slash separates alternatives (B-62, A-27)."""
    for table in TABLE.finditer(page):
        for row in table["rows"].splitlines():
            for text in CODE.findall(row.strip("|").rpartition("|")[2]):
                for group in (1, 2) if ALTERNATIVES.search(text) else (1,):
                    yield ALTERNATIVES.sub(lambda match, group=group: match[group], text)  # type: ignore[misc]


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    """Every English text of the console by its key, such as "common:brand"."""
    return english_texts()


@pytest.fixture(scope="module")
def console_texts(english: dict[str, str]) -> set[str]:
    """Every text with placeholders in the form of the specification."""
    return {re.sub(r"\{\{\s*(\w+)[^}]*\}\}", r"{\1}", text) for text in english.values()}


@pytest.fixture(scope="module")
def python_sources() -> str:
    return "\n".join(file.read_text("utf-8") for folder in PYTHON for file in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_verbatim_texts_are_in_use(page: Path, console_texts: set[str], python_sources: str) -> None:
    texts = [text for text in specified(page.read_text("utf-8")) if text not in NO_TEXTS]
    assert [text for text in texts if text not in console_texts and text not in python_sources] == []


def test_english_texts_are_in_sentence_case(english: dict[str, str]) -> None:
    pages = "\n".join(page.read_text("utf-8") for page in PAGES)
    verbatim = sorted({text for text in CODE.findall(pages) if CAPITAL.search(text)}, key=len, reverse=True)
    in_titles = {}
    for key, text in english.items():
        own = reduce(lambda remaining_text, specified: remaining_text.replace(specified, ""), verbatim, text)
        if not key.startswith(PRODUCTS) and set(CAPITAL.findall(own)) - NAMES:
            in_titles[key] = text
    assert in_titles == {}


def test_tables_of_texts_are_read() -> None:
    rows = "|---|---|\n| saved | `City added/Updated!`, or `x y` |\n"
    page = f"| Event | Text |\n{rows}\n| Event | Other |\n{rows}"
    assert list(specified(page)) == ["City added!", "City Updated!", "x y"]
    assert sum(len(list(specified(page.read_text("utf-8")))) for page in PAGES) > 100
