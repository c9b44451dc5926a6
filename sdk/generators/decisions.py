"""docs/decisions: pages of the decisions in force, the records behind them, and the index of both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generators.references import ROOT

FOLDER: Final = ROOT / "docs/decisions"
READ_FIRST: Final = frozenset({1, 2, 6, 9, 12, 30, 50, 53, 122, 130, 131, 133, 150, 160, 193, 200, 450})
"""The decisions that explain most of the code."""

_TITLE: Final = re.compile(r"# (?P<number>\d+)\. (?P<title>.+)\n")
_STATUS: Final = re.compile(r"\bStatus: (?P<status>[a-z][\w ,]*)")
_DATE: Final = re.compile(r"\bDate: (?P<date>\d{4}-\d\d-\d\d)")
_SUCCESSOR: Final = re.compile(r"^superseded by decision (\d+)$")
_SECTION: Final = re.compile(
    r'^## (\d+)\. ([^\n]+) <a id="d-(\d{4})"></a>\n\n(.+?)\n*(?=^## |\Z)', re.MULTILINE | re.DOTALL
)
_HEADING: Final = re.compile(r"^## ", re.MULTILINE)


class IncompleteDecisionError(ValueError):
    """A decision without title, status or date, or a section of a page with another form."""


@dataclass(frozen=True)
class Decision:
    """The first lines of a record."""

    file: str
    number: int
    title: str
    status: str
    date: str

    @property
    def successor(self) -> int | None:
        """Number of the decision that replaces this one; None while it is in force."""
        match = _SUCCESSOR.match(self.status)
        return int(match[1]) if match else None


@dataclass(frozen=True)
class Section:
    """A decision in force, as the page of its area states it."""

    number: int
    title: str
    text: str
    page: str
    area: str

    @property
    def address(self) -> str:
        """Page and anchor, from the folder of the pages."""
        return f"{self.page}#d-{self.number:04}"


def read_decision(file: str, text: str) -> Decision:
    """Read the title, status and date of a record. Raises ``IncompleteDecisionError``."""
    title = _TITLE.match(text)
    if title is None or int(title["number"]) != int(file[:4]):
        raise IncompleteDecisionError(f'docs/decisions/archive/{file}: begin with "# {int(file[:4])}. Title"')
    head = text[title.end() :].partition("\n##")[0][:300]
    status, date = _STATUS.search(head), _DATE.search(head)
    if status is None or date is None:
        raise IncompleteDecisionError(
            f'docs/decisions/archive/{file}: write "Status: accepted. Date: YYYY-MM-DD." below the title'
        )
    return Decision(file, int(title["number"]), title["title"], status["status"], date["date"])


def read_decisions(folder: Path = FOLDER / "archive") -> list[Decision]:
    """Read every record, by number."""
    return [read_decision(path.name, path.read_text("utf-8")) for path in sorted(folder.glob("[0-9]*.md"))]


def read_page(page: str, text: str) -> list[Section]:
    """Read the sections of an area's page. Raises ``IncompleteDecisionError``."""
    area = text.partition("\n")[0].removeprefix("# ")
    sections = [
        Section(int(number), title, body, page, area)
        for number, title, anchor, body in _SECTION.findall(text)
        if number == anchor.lstrip("0")
    ]
    if len(sections) != len(_HEADING.findall(text)):
        raise IncompleteDecisionError(f'docs/decisions/{page}: write each heading as ## 9. Title <a id="d-0009"></a>')
    return sections


def read_sections(folder: Path = FOLDER) -> dict[int, Section]:
    """Read the decisions in force, by number."""
    pages = (path for path in sorted(folder.glob("[a-z]*.md")))
    return {each.number: each for path in pages for each in read_page(path.name, path.read_text("utf-8"))}


def old_addresses() -> dict[str, str]:
    """Return the page and anchor of each record's former page. A replaced decision leads to the one in force."""
    decisions = {decision.number: decision for decision in read_decisions()}
    sections = read_sections()
    addresses = {}
    for decision in decisions.values():
        number = decision.number
        while (successor := decisions[number].successor) is not None:
            number = successor
        addresses[decision.file] = sections[number].address
    return addresses


def decisions_index() -> str:
    """Build the index: the decisions to read first, the pages, and all numbers."""
    sections = read_sections()
    first = [f"- {_link(sections[number])} ({sections[number].area})" for number in sorted(READ_FIRST)]
    pages = sorted({(section.area, section.page) for section in sections.values()})
    rows = [_row(decision, sections) for decision in read_decisions()]
    return "\n".join([_HEAD, *(f"- [{area}]({page})" for area, page in pages), _FIRST, *first, _TABLE, *rows, ""])


def _row(decision: Decision, sections: dict[int, Section]) -> str:
    if decision.successor is not None:
        replaced = f"{decision.title}: replaced by {_link(sections[decision.successor])}"
        return f'| <a id="d-{decision.number:04}"></a>{decision.number} | {replaced} | {decision.date} |'
    return f"| {decision.number} | [{decision.title}]({sections[decision.number].address}) | {decision.date} |"


def _link(section: Section) -> str:
    return f"[{section.number}. {section.title}]({section.address})"


_HEAD: Final = """\
# Decisions

<!-- Written by sdk/generate.py from the pages of this folder and the records in archive/. Do not edit. -->

A decision explains a choice that the code alone does not explain. Each page below has the decisions of an area that \
are in force: what holds today, and why. Numbers have gaps, and a number never changes. \
[The specification](../specification/README.md) holds the decisions on requirements (`A-37`, `B-55`).

The record of a decision has its context, alternatives and measurements of that day. Records are in the folder \
`docs/decisions/archive` of the repository, and are not part of the documentation site.

To add a decision, write its record as `archive/NNNN-title.md`, with the title `# N. Title` and the line "Status: \
accepted. Date: YYYY-MM-DD." below it, and two to five sentences on the page of its area; then run `nox -s generate`. \
A record that is replaced gets the status "superseded by decision N" and leaves the page.

## Areas
"""
_FIRST: Final = """
## Read these first
"""
_TABLE: Final = """
## All numbers

| No. | Decision | Date |
|---|---|---|"""
