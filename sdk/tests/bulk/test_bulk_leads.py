"""Realistic files of leads: the values of each row, and the errors of wrong rows."""

from __future__ import annotations

import datetime
import io
import unicodedata
from pathlib import Path
from typing import Any, Literal

import pytest
from sdk.tests.bulk.sheet_files import xlsx
from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it brings no types

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.leads import NO_TITLE, NewLead, WrongCell, read_leads
from careops.bulk.moments import IN_FUTURE, NO_MOMENT
from careops.bulk.tables import LOST_LETTERS
from careops.bulk.targets import as_sentence

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def rows(content: str | bytes) -> list[NewLead | WrongCell]:
    return list(read_leads(io.BytesIO(content.encode() if isinstance(content, str) else content)))


def leads(content: str | bytes) -> list[NewLead]:
    leads = rows(content)
    wrong = [str(each) for each in leads if isinstance(each, WrongCell)]
    assert wrong == []
    return [each for each in leads if isinstance(each, NewLead)]


def wrong(content: str | bytes) -> list[str]:
    return [str(each) for each in rows(content) if isinstance(each, WrongCell)]


def book(*lines: list[Any], **options: Any) -> bytes:
    target = io.BytesIO()
    with Workbook(target, {"in_memory": True, **options}) as workbook:
        sheet, day = workbook.add_worksheet(), workbook.add_format({"num_format": "dd-mm-yyyy"})
        moment = workbook.add_format({"num_format": "dd-mm-yyyy hh:mm"})
        for row, line in enumerate(lines):
            for column, cell in enumerate(line):
                if isinstance(cell, datetime.date):
                    sheet.write_datetime(row, column, cell, moment if isinstance(cell, datetime.datetime) else day)
                else:
                    sheet.write(row, column, cell)
    return target.getvalue()


@pytest.mark.parametrize(
    ("typed", "normalised"),
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
def test_phone_numbers_are_normalized(typed: str, normalised: str) -> None:
    assert [lead.phone_number for lead in leads(f"name,phone\nAsha,{typed}\n")] == [normalised]


@pytest.mark.parametrize("typed", ["9.87654E+09", "987654321", "98765432101", "phone", "+1 202 555 0143"])
def test_invalid_phone_numbers_are_reported(typed: str) -> None:
    [why] = wrong(f"name,phone\nAsha,{typed}\n")
    assert why.startswith("Row 2, phone_number: ")


@pytest.mark.proves("SEC-51.encodings")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "mac_roman"])
def test_names_in_spreadsheet_encodings_are_read(encoding: str) -> None:
    names = ["André", "François", "Müller", "O’Brien", "Zoë"]
    content = "name,phone\n" + "".join(f"{name},9812345670\n" for name in names)
    assert [lead.first_name for lead in leads(content.encode(encoding))] == names


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("???? ???", as_sentence(LOST_LETTERS)),
        ("Andr\ufffd", as_sentence(LOST_LETTERS)),
        ("#N/A", "The formula in this cell gives an error (#N/A)"),
        ("#NAME?", "The formula in this cell gives an error (#NAME?)"),
    ],
)
def test_undecodable_name_is_a_wrong_row(name: str, reason: str) -> None:
    assert wrong(f"name,phone\n{name},9812345670\n") == [f"Row 2, full_name: {reason}"]


@pytest.mark.parametrize("name", ["-", "n/a", "NULL", "NaN", "None", "—"])
def test_placeholder_for_unknown_is_a_missing_name(name: str) -> None:
    assert wrong(f"name,phone\n{name},9812345670\n") == ["Row 2, first_name: A name is missing"]


@pytest.mark.parametrize(
    "titles", ["नाम,फ़ोन नंबर,आने का समय", "पूरा नाम,मोबाइल,ईमेल", "ਨਾਮ,ਫ਼ੋਨ ਨੰਬਰ,ਕਦੋਂ ਆਈ", "ਪੂਰਾ ਨਾਮ,ਮੋਬਾਈਲ ਨੰਬਰ,ਈਮੇਲ"]
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_titles_in_hindi_and_punjabi(titles: str, form: Literal["NFC", "NFD"]) -> None:
    [lead] = leads(unicodedata.normalize(form, titles) + "\nAsha,9812345670,\n")
    assert (lead.first_name, lead.phone_number, lead.utm_details) == ("Asha", "9812345670", {})


def test_a_second_header_is_a_wrong_row() -> None:
    assert wrong("name,phone\nname,phone\nAsha,9812345670\n") == [
        "Row 2, phone_number: Please enter a valid 10 digit mobile number"
    ]


@pytest.mark.proves("SEC-49.import")
@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+91…", "-2+3", "@sum"])
def test_names_that_look_like_formulas_stay_unchanged(name: str) -> None:
    quoted = name.replace('"', '""')
    assert [lead.first_name for lead in leads(f'first_name,phone\n"{quoted}",9812345670\n')] == [name]
    assert [lead.first_name for lead in leads(f'first_name,phone\n"\'{quoted}",9812345670\n')] == [name]


def test_column_without_title_must_be_assigned(tmp_path: Path) -> None:
    merged = xlsx(tmp_path / "merged.xlsx", [["s:name", "", "s:phone"], ["s:Asha", "s:Rao", "n:9812345670"]])
    assert wrong(merged.read_bytes()) == [f"Row 2, column B: {NO_TITLE}"]
    [lead] = read_leads(merged, {"Column B": "last_name", "name": "first_name"})
    assert isinstance(lead, NewLead)
    assert (lead.first_name, lead.last_name) == ("Asha", "Rao")


def test_index_column_of_pandas_can_be_ignored() -> None:
    content = b",name,phone\n0,Asha,9812345670\n1,Ravi,9812345671\n"
    assert wrong(content) == [f"Row {row}, column A: {NO_TITLE}" for row in (2, 3)]
    leads = list(read_leads(io.BytesIO(content), {"column A": "ignored"}))
    assert [lead.utm_details for lead in leads if isinstance(lead, NewLead)] == [{}, {}]


def test_column_beyond_the_titles_is_stored_by_its_letter() -> None:
    content = io.BytesIO(b"name,phone\nAsha,9812345670,,called back\n")
    [lead] = read_leads(content, {"column D": "utm_details"})
    assert isinstance(lead, NewLead)
    assert lead.utm_details == {"column_d": "called back"}


@pytest.mark.parametrize("column", ["column ZZ", "column CW", "column A", "column"])
def test_column_with_title_is_assigned_by_title(column: str) -> None:
    with pytest.raises(TargetsUnreadable, match="has no column"):
        list(read_leads(io.BytesIO(b"name,phone\nAsha,9812345670\n"), {column: "ignored"}))


@pytest.mark.parametrize(
    ("above", "titles", "assigned"),
    [
        ("Leads of November\n\n", "name,phone", {}),
        ("Report,from 1 Nov\nClinic,Navjeevan\n", "name,phone", {}),
        ("Leads of November\n", "Naam,Number", {"Naam": "full_name", "Number": "phone_number"}),
        ("Report,November\n", "Naam,Number", {"Naam": "full_name", "Number": "phone_number"}),
    ],
)
def test_header_below_other_rows_is_found(above: str, titles: str, assigned: dict[str, str]) -> None:
    content = io.BytesIO(f"{above}{titles}\nAsha,9812345670\n".encode())
    [lead] = read_leads(content, assigned)
    assert isinstance(lead, NewLead)
    assert (lead.first_name, lead.row) == ("Asha", above.count("\n") + 2)


def test_header_below_the_tenth_row_is_not_searched() -> None:
    with pytest.raises(TargetsUnreadable, match="does not say in its first row"):
        rows("Leads of November\n" * 10 + "name,phone\nAsha,9812345670\n")


def test_spreadsheet_with_any_file_name_is_detected() -> None:
    assert len(leads(book(["name", "phone"], ["Asha", 9812345670]))) == 1


@pytest.mark.parametrize("options", [{}, {"date_1904": True}])
def test_dates_are_stored_as_days(options: dict[str, bool]) -> None:
    content = book(["name", "phone", "Since"], ["Asha", 9812345670, datetime.date(2026, 11, 22)], **options)
    [lead] = leads(content)
    assert lead.utm_details == {"since": "2026-11-22"}


INDIA = datetime.timezone(datetime.timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-11-20 10:00:00", "2026-11-20T10:00:00"),
        ("2026-11-20", "2026-11-20T00:00:00"),
        ("2026-11-20T04:30:00Z", "2026-11-20T10:00:00"),
        ("2026-11-20T04:30:00.123456+00:00", "2026-11-20T10:00:00"),
        ("2026-11-20T10:00:00+0530", "2026-11-20T10:00:00"),
        ("2026-11-19 23:30:00-05:00", "2026-11-20T10:00:00"),
        ("2026-11-20 10:00 IST", "2026-11-20T10:00:00"),
        ("05/11/2026 10:00", "2026-11-05T10:00:00"),
        ("5.11.26", "2026-11-05T00:00:00"),
        ("05-11-2026 3:31 PM", "2026-11-05T15:31:00"),
        ('"05 Nov 2026, 12:05 AM"', "2026-11-05T00:05:00"),
        ('"November 5, 2026 9:00 p.m."', "2026-11-05T21:00:00"),
        ("੦੫-੧੧-੨੦੨੬ ੧੦:੦੦", "2026-11-05T10:00:00"),
        ("46000.5", "2025-12-09T12:00:00"),
        ("1794544200", "2026-11-13T10:00:00"),
        ("1794544200000", "2026-11-13T10:00:00"),
    ],
)
def test_times_without_zone_are_indian_time(written: str, expected: str) -> None:
    [lead] = leads(f"name,phone,created_time\nAsha,9812345670,{written}\n")
    assert lead.created_at == datetime.datetime.fromisoformat(expected).replace(tzinfo=INDIA)
    assert lead.utm_details == {}


def test_times_of_a_spreadsheet_are_indian_time() -> None:
    moments = [datetime.datetime(2026, 11, 3, 14, 5), datetime.date(2026, 11, 3), 46000.5]
    parsed = leads(book(["name", "phone", "created_time"], *(["Asha", 9812345670, moment] for moment in moments)))
    assert [str(lead.created_at) for lead in parsed] == [
        "2026-11-03 08:35:00+00:00",
        "2026-11-02 18:30:00+00:00",
        "2025-12-09 06:30:00+00:00",
    ]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("yesterday", NO_MOMENT),
        ("11/25/2026 10:00", NO_MOMENT),
        ("31-02-2026", NO_MOMENT),
        ("05-11-2026 13:00 PM", NO_MOMENT),
        ("1999-12-31", NO_MOMENT),
        ("0001-01-01T00:00:00Z", NO_MOMENT),
        ("05/11/0026", NO_MOMENT),
        ("Junk 5 2026", NO_MOMENT),
        ("12", NO_MOMENT),
        ("2098-01-01", IN_FUTURE),
    ],
)
def test_time_outside_the_stored_range_is_a_wrong_row(written: str, reason: str) -> None:
    assert wrong(f"name,phone,created_time\nAsha,9812345670,{written}\n") == [f"Row 2, created_at: {reason}"]


def test_uncalculated_formula_is_a_wrong_row(tmp_path: Path) -> None:
    table = xlsx(tmp_path / "formulas.xlsx", [["s:name", "s:phone"], ["f:UPPER(A9)", "n:9812345670"]])
    [why] = wrong(table.read_bytes())
    assert "A formula without a result" in why


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
def test_file_without_leads_is_refused_with_the_reason(content: bytes, complaint: str) -> None:
    with pytest.raises(TargetsUnreadable, match=complaint):
        rows(content)


def test_empty_rows_cost_nothing() -> None:
    assert len(leads("name,phone\nAsha,9812345670\n" + ",\n" * 200_000)) == 1


def test_markup_is_stored_as_text() -> None:
    [lead] = leads("name,phone,note\n<b>Asha</b>,9812345670,<script>\n")
    assert (lead.first_name, lead.utm_details) == ("<b>Asha</b>", {"note": "<script>"})
