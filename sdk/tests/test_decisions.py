"""Every decision has a title, status, date and area, and the index lists it."""

from __future__ import annotations

import re

import pytest

from generators.decisions import READ_FIRST, IncompleteDecisionError, decisions_index, read_decision, read_decisions
from generators.references import ROOT


def test_the_index_is_fresh() -> None:
    page = ROOT / "docs/decisions/README.md"
    assert page.read_text("utf-8") == decisions_index(), "run `nox -s generate`"


def test_numbers_are_unique_and_those_to_read_first_exist() -> None:
    numbers = [decision.number for decision in read_decisions()]
    assert numbers == sorted(set(numbers))
    assert set(numbers) >= READ_FIRST


def test_a_superseded_decision_names_its_successor() -> None:
    replaced = [decision for decision in read_decisions() if not decision.status.startswith("accepted")]
    replaced += [decision for decision in read_decisions() if "," in decision.status]
    assert [decision.file for decision in replaced if not re.search(r" by decision \d+$", decision.status)] == []


@pytest.mark.parametrize(
    ("first", "area"),
    [
        ("Status: accepted. Date: 2026-11-26. Area: care cities.", "care cities"),
        ("- Status: accepted\n- Date: 2026-11-26\n- Area: console", "console"),
        ("Status: accepted. Date: 2026-11-26.", "general"),
    ],
)
def test_the_first_lines_are_read(first: str, area: str) -> None:
    decision = read_decision("0009-one.md", f"# 9. One\n\n{first}\n\nText.\n")
    assert (decision.title, decision.status, decision.date, decision.area) == ("One", "accepted", "2026-11-26", area)


@pytest.mark.parametrize("text", ["# 9. One\n\nText.\n", "# 8. One\n\nStatus: accepted. Date: 2026-11-26.\n", "Text\n"])
def test_a_decision_without_its_first_lines_is_named(text: str) -> None:
    with pytest.raises(IncompleteDecisionError, match=r"0009-one\.md"):
        read_decision("0009-one.md", text)
