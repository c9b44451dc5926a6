"""Spreadsheets: errors, uncalculated formulas and hidden rows of XLSX are found; other formats are only read."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from sdk.tests.bulk.odd_sheets import Failed, Table, ods, rewritten, xls, xlsb
from sdk.tests.bulk.sheet_files import xlsx

from careops.bulk import Book, Target, TargetsUnreadable, read_ids
from careops.bulk.spreadsheets import UNCHECKED
from careops.bulk.table_reader import rows_of

IDS: Table = [["clinic_id"], [41], [Failed("#N/A")], [Failed("#REF!")], [None], [42], [43], [Failed("#DIV/0!")]]
Writer = Callable[..., Path]


def rows(file: Path, *, hidden: bool = False) -> list[tuple[int, list[object]]]:
    with rows_of(Book(file, hidden=hidden)) as (grid, _):
        return [(number, list(cells)) for number, cells in grid]


def ids(file: Path) -> list[object]:
    return [row.key if isinstance(row, Target) else f"row {row.row}: {row.text}" for row in read_ids(file)]


@pytest.mark.parametrize("write", [xls, xlsb, ods])
def test_other_formats_are_read_and_reported_as_unchecked(write: Writer, tmp_path: Path) -> None:
    """Their failed formulas are empty cells, and their hidden rows are read."""
    file = write(tmp_path / "clinics", IDS, hidden={2, 6})
    assert ids(file) == [41, 42, 43]
    messages: list[str] = []
    noted: dict[str, object] = {}
    with rows_of(Book(file, tell=messages.append, note=noted.update)) as (grid, _):
        assert [number for number, _ in grid] == [1, 2, 6, 7]
    assert messages == [f"{file}: sheet 'Clinics'. {UNCHECKED}"]
    assert noted["unchecked"] is True


def test_xlsx_is_checked(tmp_path: Path) -> None:
    file = xlsx(tmp_path / "clinics.xlsx", [["s:clinic_id"], ["n:41"]])
    messages: list[str] = []
    noted: dict[str, object] = {}
    with rows_of(Book(file, tell=messages.append, note=noted.update)) as (grid, _):
        list(grid)
    assert messages == [f"{file}: sheet 'Clinics'."]
    assert noted["unchecked"] is False


def test_small_old_workbook_is_read(tmp_path: Path) -> None:
    """The workbook is in the mini stream."""
    file = xls(tmp_path / "clinics.xls", IDS[:2], small=True)
    assert file.stat().st_size < 5000
    assert ids(file) == [41]


def test_fully_hidden_table_is_not_reported_as_empty(tmp_path: Path) -> None:
    file = xlsx(tmp_path / "clinics.xlsx", [["s:clinic_id"], ["n:41"]], hidden={1, 2})
    with pytest.raises(TargetsUnreadable, match="holds nothing that can be seen") as caught:
        rows(file)
    assert "add --hidden" in caught.value.next_step


@pytest.mark.proves("SEC-50.circle", "FAULT-38.circle")
def test_circular_old_workbook_is_refused(tmp_path: Path) -> None:
    file = xls(tmp_path / "clinics.xls", IDS)
    content = bytearray(file.read_bytes())
    content[512 + 4 * 4 : 512 + 5 * 4] = (3).to_bytes(4, "little")  # the fifth sector points to the fourth
    file.write_bytes(content)
    with pytest.raises(TargetsUnreadable, match="goes in a circle"):
        rows(file)


def test_encrypted_old_workbook_is_named(tmp_path: Path) -> None:
    with pytest.raises(TargetsUnreadable, match="is protected by a password"):
        rows(xls(tmp_path / "clinics.xls", IDS, locked=True))


def test_archive_inside_an_old_workbook_is_ignored(tmp_path: Path) -> None:
    """Excel stores shapes of pictures as an archive."""
    file = xls(tmp_path / "clinics.xls", IDS)
    shapes = io.BytesIO()
    with zipfile.ZipFile(shapes, "w") as archive:
        archive.writestr("drs/shape.xml", "<shape/>")
    file.write_bytes(file.read_bytes() + shapes.getvalue())
    assert ids(file) == [41, 42, 43]


def test_abandoned_table_leaves_no_process(tmp_path: Path) -> None:
    """The error keeps its frames alive, and the open reader delayed the exit of a command by two minutes."""
    file = xlsx(tmp_path / "clinics.xlsx", [["s:name", "s:city"], ["s:a", "s:b"], ["s:c", "s:d"]])
    before = set(threading.enumerate())
    with pytest.raises(TargetsUnreadable, match="no column 'id'") as caught:
        list(read_ids(file))
    assert caught.tb is not None
    timers = [thread for thread in set(threading.enumerate()) - before if isinstance(thread, threading.Timer)]
    for timer in timers:  # a cancelled one ends in a moment
        timer.join(30)
    assert not any(timer.is_alive() for timer in timers)


def test_only_the_sheet_that_is_read_counts(tmp_path: Path) -> None:
    file = xlsx(tmp_path / "clinics.xlsx", [["f:1+1"], ["n:7"]], other_sheets={"Old": True})
    assert rows(file) == [(1, [999.0])]
    with rows_of(Book(file, sheet="Clinics")) as (grid, _):
        assert list(grid) == [(1, ["="]), (2, [7.0])]


ODD = [["s:clinic_id", "s:name"], ["n:41", "s:a"], ["e:#N/A"], ["f:1+1", "s:c"], [], ["n:42"]]


@pytest.mark.parametrize(
    "how", ["as usual", "prefix", "no places", "other quotes", "many lines", "strict", "elsewhere", "backslashes"]
)
def test_xlsx_of_every_program_is_read(how: str, tmp_path: Path) -> None:
    file = rewritten(xlsx(tmp_path / "clinics.xlsx", ODD, hidden={6}), how)
    # Without references, missing rows are not counted.
    empty = how != "no places"
    assert [number for number, _ in rows(file, hidden=True)] == [1, 2, 3, 4, 6 if empty else 5]
    assert [cells[0] for _, cells in rows(file)] == ["clinic_id", 41.0, "#N/A", "="]


def test_formula_with_empty_text_is_calculated(tmp_path: Path) -> None:
    """A formula such as =IF(A1="","",A1) gives an empty cell, which is not an error."""
    file = xlsx(tmp_path / "clinics.xlsx", [["s:clinic_id", "s:note"], ["n:41", "f:1"], ["n:42", "f:1"], ["f:1"]])
    cells = {
        '<c r="B2"><f>1</f></c>': '<c r="B2" t="str"><f>1</f><v></v></c>',
        '<c r="A4"><f>1</f></c>': '<c t="str" r="A4"><f>1</f><v/></c>',
    }
    assert rows(rewritten(file, cells=cells)) == [(1, ["clinic_id", "note"]), (2, [41.0, ""]), (3, [42.0, "="])]
    assert rows(rewritten(file, "prefix")) == [(1, ["clinic_id", "note"]), (2, [41.0, ""]), (3, [42.0, "="])]


def test_uncalculated_formulas_keep_their_columns(tmp_path: Path) -> None:
    """Without them the second column would become the first, and its numbers would be read as ids."""
    file = xlsx(tmp_path / "clinics.xlsx", [["f:1+1", "n:41"], ["f:1+2", "n:42"]])
    assert rows(file) == [(1, ["=", 41.0]), (2, ["=", 42.0])]
    with pytest.raises(TargetsUnreadable, match="no column 'id'"):
        list(read_ids(file))


def test_sheet_of_uncalculated_formulas_is_not_empty(tmp_path: Path) -> None:
    assert ids(xlsx(tmp_path / "clinics.xlsx", [["f:1+1"], ["f:1+2"]])) == ["row 1: =", "row 2: ="]


@pytest.mark.parametrize(
    ("content", "complaint", "step"),
    [
        (b"%PDF-1.7\n", "is a PDF", "Export the table"),
        (b"\x1f\x8b\x08\0", "is compressed", "Unpack it"),
        (b"\x89PNG\r\n\x1a\n", "is a picture", "CSV or XLSX"),
        (b"SQLite format 3\0", "is a database", "Export"),
        (b"\x09\x00\x04\x00\x02\x00\x10\x00" + bytes(60), "is a spreadsheet of Excel 2", "save it as XLSX"),
        (b"PK\x05\x06" + bytes(18), "is an empty archive", ""),
        (b'<?xml version="1.0"?>\n<?mso-application?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
         "is a spreadsheet as XML", "save it as XLSX"),
        (b'<?xml version="1.0"?>\n<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet">',
         "is a spreadsheet as XML", "save it as XLSX"),
        (b"<clinics><clinic id='1'/></clinics>", "is XML, no table", "save it as XLSX"),
        (b"<!-- made by a system -->\n<table><tr>", "is a web page", "save it as XLSX"),
        (b"\0\1\2\3\4\5\6\7" * 20, "neither text nor a spreadsheet", "Save the table as CSV"),
    ],
)  # fmt: skip
def test_other_file_type_is_named(content: bytes, complaint: str, step: str) -> None:
    with pytest.raises(TargetsUnreadable, match=complaint) as caught:
        list(read_ids(io.BytesIO(content)))
    assert step in caught.value.next_step


@pytest.mark.parametrize(
    ("file_name", "complaint"),
    [
        ("word/document.xml", "is a text document"),
        ("Index/Document.iwa", "is a document of Numbers"),
        ("clinics.csv", "is an archive"),
    ],
)
def test_other_archive_type_is_named(file_name: str, complaint: str) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(file_name, "clinic_id\n41\n")
        archive.writestr("docProps/app.xml", "")
    content.seek(0)
    with pytest.raises(TargetsUnreadable, match=complaint):
        list(read_ids(content))


@pytest.mark.parametrize(
    "content",
    [
        b'"Clinic, its name, and more";clinic_id\nx;41\n',
        b'"Clinic,\nits name,\nand more";clinic_id\nx;41\n',
        b'clinic_id,"the place; where; it; is"\n41,x\n',
    ],
)
def test_quoted_separator_is_ignored(content: bytes) -> None:
    assert [row.key for row in read_ids(io.BytesIO(content)) if isinstance(row, Target)] == [41]
