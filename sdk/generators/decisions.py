"""docs/decisions/README.md: the index of the decisions, read from their first lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generators.references import ROOT

READ_FIRST: Final = frozenset({1, 2, 6, 9, 12, 30, 50, 53, 122, 130, 131, 133, 150, 160, 193, 200, 450})
"""The decisions that explain most of the code."""

_TITLE: Final = re.compile(r"# (?P<number>\d+)\. (?P<title>.+)\n")
_STATUS: Final = re.compile(r"\bStatus: (?P<status>[a-z][\w ,]*)")
_DATE: Final = re.compile(r"\bDate: (?P<date>\d{4}-\d\d-\d\d)")
_AREA: Final = re.compile(r"\bArea: (?P<area>[\w ]+)")


class IncompleteDecisionError(ValueError):
    """A decision without title, status or date."""


@dataclass(frozen=True)
class Decision:
    """The first lines of a decision."""

    file: str
    number: int
    title: str
    status: str
    date: str
    area: str


def read_decision(file: str, text: str) -> Decision:
    """Read the title, status, date and area of a decision. Raises ``IncompleteDecisionError``."""
    title = _TITLE.match(text)
    if title is None or int(title["number"]) != int(file[:4]):
        raise IncompleteDecisionError(f'docs/decisions/{file}: begin with "# {int(file[:4])}. Title"')
    head = text[title.end() :].partition("\n##")[0][:300]
    status, date, area = _STATUS.search(head), _DATE.search(head), _AREA.search(head)
    if status is None or date is None:
        raise IncompleteDecisionError(
            f'docs/decisions/{file}: write "Status: accepted. Date: YYYY-MM-DD. Area: server." below the title'
        )
    return Decision(
        file, int(title["number"]), title["title"], status["status"], date["date"], area["area"] if area else "general"
    )


def read_decisions(folder: Path = ROOT / "docs/decisions") -> list[Decision]:
    """Read every decision, by number."""
    return [read_decision(path.name, path.read_text("utf-8")) for path in sorted(folder.glob("[0-9]*.md"))]


def decisions_index() -> str:
    """Build the index page: the decisions to read first, then all of them."""
    decisions = read_decisions()
    first = [f"- {_link(decision)}" for decision in decisions if decision.number in READ_FIRST]
    rows = [
        f"| {decision.number} | [{decision.title}]({decision.file}) | {decision.area} | {decision.date} |"
        f" {decision.status} |"
        for decision in decisions
    ]
    return "\n".join([_HEAD, *first, _TABLE, *rows, ""])


def _link(decision: Decision) -> str:
    return f"[{decision.number}. {decision.title}]({decision.file}) ({decision.area})"


_HEAD: Final = """\
# Decisions

<!-- Written by sdk/generate.py from the first lines of the decisions. Do not edit. -->

A decision explains a choice that the code alone does not explain: context, decision, consequences. Numbers have gaps, \
and a number never changes. A decision that replaces another one says so, and the status of the other one names its \
successor. [The specification](../specification/README.md) holds the decisions on requirements (`A-37`, `B-55`).

To add a decision, write `NNNN-title.md` with the title `# N. Title` and the line "Status: accepted. Date: YYYY-MM-DD. \
Area: server." below it, then run `nox -s generate`.

## Read these first
"""
_TABLE: Final = """
## All decisions

| No. | Decision | Area | Date | Status |
|---|---|---|---|---|"""
