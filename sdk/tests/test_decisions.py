"""Every decision has a record, those in force are on the page of their area, and the index lists all."""

from __future__ import annotations

import re

import pytest

from generators.decisions import (
    FOLDER,
    READ_FIRST,
    IncompleteDecisionError,
    decisions_index,
    old_addresses,
    read_decision,
    read_decisions,
    read_page,
    read_sections,
)

RECORDS = read_decisions()
SECTIONS = read_sections()


def test_index_is_current() -> None:
    assert (FOLDER / "README.md").read_text("utf-8") == decisions_index(), "run `nox -s generate`"


def test_numbers_are_unique_and_recommended_records_exist() -> None:
    numbers = [decision.number for decision in RECORDS]
    assert numbers == sorted(set(numbers))
    assert set(numbers) >= READ_FIRST


def test_records_are_in_the_archive() -> None:
    assert [path.name for path in FOLDER.glob("[0-9]*.md")] == []


def test_pages_have_the_decisions_in_force_with_their_titles() -> None:
    in_force = {decision.number: decision.title for decision in RECORDS if decision.successor is None}
    assert {number: section.title for number, section in SECTIONS.items()} == in_force


def test_a_decision_on_a_page_has_two_to_five_sentences() -> None:
    counts = {number: len(re.findall(r"[.?]\)?(?=\s|$)", section.text)) for number, section in SECTIONS.items()}
    assert {number: count for number, count in counts.items() if not 2 <= count <= 5} == {}


def test_numbers_on_a_page_are_in_order() -> None:
    numbers: dict[str, list[int]] = {}
    for page in FOLDER.glob("[a-z]*.md"):
        numbers[page.name] = [section.number for section in read_page(page.name, page.read_text("utf-8"))]
    assert numbers == {page: sorted(set(each)) for page, each in numbers.items()}


def test_superseded_decision_names_its_successor() -> None:
    replaced = [decision for decision in RECORDS if not decision.status.startswith("accepted")]
    replaced += [decision for decision in RECORDS if "," in decision.status]
    assert [decision.file for decision in replaced if not re.search(r" by decision \d+$", decision.status)] == []


def test_every_old_address_leads_to_a_section() -> None:
    addresses = {section.address for section in SECTIONS.values()}
    assert set(old_addresses().values()) == addresses


@pytest.mark.parametrize(
    "first",
    ["Status: accepted. Date: 2026-11-26. Area: care cities.", "- Status: accepted\n- Date: 2026-11-26"],
)
def test_first_lines_are_parsed(first: str) -> None:
    decision = read_decision("0009-one.md", f"# 9. One\n\n{first}\n\nText.\n")
    assert (decision.title, decision.status, decision.date) == ("One", "accepted", "2026-11-26")


@pytest.mark.parametrize("text", ["# 9. One\n\nText.\n", "# 8. One\n\nStatus: accepted. Date: 2026-11-26.\n", "Text\n"])
def test_decision_without_first_lines_is_reported(text: str) -> None:
    with pytest.raises(IncompleteDecisionError, match=r"0009-one\.md"):
        read_decision("0009-one.md", text)


@pytest.mark.parametrize("heading", ["## 9. One", '## 9. One <a id="d-0008"></a>'])
def test_section_without_anchor_is_reported(heading: str) -> None:
    with pytest.raises(IncompleteDecisionError, match=r"docs/decisions/gateway\.md"):
        read_page("gateway.md", f"# Gateway\n\n{heading}\n\nText.\n")


def test_record_names_its_successor() -> None:
    decision = read_decision("0009-one.md", "# 9. One\n\nStatus: superseded by decision 12. Date: 2026-11-26.\n")
    assert decision.successor == 12
