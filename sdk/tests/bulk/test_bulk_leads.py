"""Files of leads as people really have them: what is read of each row, and what is said of those that cannot be."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from sdk.tests.bulk.sheet_files import xlsx
from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it brings no types

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.leads import NewLead, WrongCell, read_leads

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def rows(content: str | bytes) -> list[NewLead | WrongCell]:
    return list(read_leads(io.BytesIO(content.encode() if isinstance(content, str) else content)))


def leads(content: str | bytes) -> list[NewLead]:
    found = rows(content)
    wrong = [str(each) for each in found if isinstance(each, WrongCell)]
    assert wrong == []
    return [each for each in found if isinstance(each, NewLead)]


def wrong(content: str | bytes) -> list[str]:
    return [str(each) for each in rows(content) if isinstance(each, WrongCell)]


def book(*lines: list[Any], **options: Any) -> bytes:
    import datetime

    target = io.BytesIO()
    with Workbook(target, {"in_memory": True, **options}) as made:
        sheet, day = made.add_worksheet(), made.add_format({"num_format": "dd-mm-yyyy"})
        for row, line in enumerate(lines):
            for column, cell in enumerate(line):
                if isinstance(cell, datetime.date):
                    sheet.write_datetime(row, column, cell, day)
                else:
                    sheet.write(row, column, cell)
    return target.getvalue()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("9812345670", "9812345670"),
        ("+91 98123 45670", "9812345670"),
        ("p:+919812345670", "9812345670"),
        ("0 98123-45670", "9812345670"),
        ("९८१२३४५६७०", "9812345670"),
        ("੯੮੧੨੩੪੫੬੭੦", "9812345670"),
        ("'9812345670", "9812345670"),
    ],
)
def test_phone_numbers_in_every_spelling(typed: str, kept: str) -> None:
    assert [lead.phone_number for lead in leads(f"name,phone\nAsha,{typed}\n")] == [kept]


@pytest.mark.parametrize("typed", ["9.87654E+09", "987654321", "98765432101", "phone", "+1 202 555 0143"])
def test_phone_numbers_that_are_none_are_named(typed: str) -> None:
    [why] = wrong(f"name,phone\nAsha,{typed}\n")
    assert why.startswith("Row 2, phone_number: ")


def test_a_second_header_is_a_wrong_row() -> None:
    assert wrong("name,phone\nname,phone\nAsha,9812345670\n") == [
        "Row 2, phone_number: Please enter a valid 10 digit mobile number"
    ]


@pytest.mark.proves("SEC-49")
@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+91…", "-2+3", "@sum"])
def test_names_that_look_like_formulas_are_names_with_and_without_their_apostrophe(name: str) -> None:
    quoted = name.replace('"', '""')
    assert [lead.first_name for lead in leads(f'first_name,phone\n"{quoted}",9812345670\n')] == [name]
    assert [lead.first_name for lead in leads(f'first_name,phone\n"\'{quoted}",9812345670\n')] == [name]


def test_a_title_above_several_columns_leaves_cells_that_belong_to_nothing(tmp_path: Path) -> None:
    merged = xlsx(tmp_path / "merged.xlsx", [["s:name", "", "s:phone"], ["s:Asha", "s:Rao", "n:9812345670"]])
    assert wrong(merged.read_bytes()) == ["Row 2, column 2: it has no title in the first row"]
    above = xlsx(tmp_path / "above.xlsx", [["s:Leads of November"], ["s:name", "s:phone"], ["s:Asha", "n:9812345670"]])
    with pytest.raises(TargetsUnreadable, match="does not say in its first row"):
        rows(above.read_bytes())


@pytest.mark.proves("FAULT-38")
def test_a_spreadsheet_under_any_name_is_one() -> None:
    assert len(leads(book(["name", "phone"], ["Asha", 9812345670]))) == 1


@pytest.mark.parametrize("options", [{}, {"date_1904": True}])
def test_dates_are_kept_as_days(options: dict[str, bool]) -> None:
    import datetime

    content = book(["name", "phone", "Since"], ["Asha", 9812345670, datetime.date(2026, 11, 22)], **options)
    [lead] = leads(content)
    assert lead.utm_details == {"since": "2026-11-22"}


def test_a_formula_that_nobody_calculated_is_a_wrong_row(tmp_path: Path) -> None:
    table = xlsx(tmp_path / "formulas.xlsx", [["s:name", "s:phone"], ["f:UPPER(A9)", "n:9812345670"]])
    [why] = wrong(table.read_bytes())
    assert "a formula nobody calculated" in why


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (OLE + bytes(2_000), "is no spreadsheet we can read"),
        (b"%PDF-1.7\nname,phone\n", "is a PDF"),
        (b"<html><table><tr><td>name</td></tr></table></html>", "is a web page, whatever its name says"),
        (b'name,phone\n"Asha,9812345670\nRavi,9812345671\n', "is no CSV from line 2 on"),
        (b"name,phone\nAs\0ha,9812345670\n", "neither text nor a spreadsheet"),
        (b"name,phone\n" + b"A" * 5_000_000 + b",9812345670\n", "is no CSV from line 2 on: field larger"),
        (b"PK\x03\x04\x14\x00\x01\x00" + bytes(500), "is no spreadsheet"),
    ],
    ids=["an old or encrypted spreadsheet", "pdf", "html", "quotes", "nul", "one long line", "no archive"],
)
def test_what_is_no_table_of_leads(content: bytes, complaint: str) -> None:
    with pytest.raises(TargetsUnreadable, match=complaint):
        rows(content)


def test_empty_rows_cost_nothing() -> None:
    assert len(leads("name,phone\nAsha,9812345670\n" + ",\n" * 200_000)) == 1


def test_markup_is_text() -> None:
    [lead] = leads("name,phone,note\n<b>Asha</b>,9812345670,<script>\n")
    assert (lead.first_name, lead.utm_details) == ("<b>Asha</b>", {"note": "<script>"})
