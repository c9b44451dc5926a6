"""Targets from common file formats."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from sdk.tests.bulk.sheet_files import xlsx

from careops.bulk import Book, InvalidRow, Target, TargetsUnreadable, parse_ids, read_hospitals, read_ids
from careops.bulk.table_reader import rows_of
from careops.bulk.targets import Found
from careops.calls.users import PlatformUser, UserRecord
from careops.contract import Model
from careops.models.articles import NewsArticle
from careops.models.clinics import Clinic, ClinicDetail
from careops.resource_names import ARTICLES, CLINICS, USERS, Noun

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def keys(rows: list[Found]) -> list[object]:
    return [row.key if isinstance(row, Target) else f"row {row.row}: {row.text}" for row in rows]


def ids_in(content: bytes, id_column: str | None = None) -> list[object]:
    return keys(list(read_ids(io.BytesIO(content), id_column=id_column)))


@pytest.mark.parametrize(
    "content",
    [
        b"1\n2\n3\n",
        b"1\r\n2\r\n\r\n3",
        b"\xef\xbb\xbf1\n2\n3\n",
        "1\n2\n3\n".encode("utf-16"),
        "1\r\n2\r\n3".encode("utf-16-le"),
        "1\n2\n3\n".encode("utf-16-be"),
        b"\n\n1\n \n2\n\t\n3\n\n\n",
        b"id\n1\n2\n3\n",
        b'ID;Name\n1;Green Park\n2;"a;b"\n3;\n',
        b"sep=|\nname|clinic_id\nx|1\ny|2\nz|3\n",
        "name,Clinic ID,id\nसंजीवनी,1,7\nb,2,8\nc,3,9\n".encode(),
        "name,id\nClinique Ren\u00e9e \u20ac,1\nb,2\nc,3\n".encode("cp1252"),
        b'id\tname\tkind\n1\tGreen "Park"\tclinic\n2\tb\tclinic\n3\tc\thospital\n',
        b"id\n1.0\n 2 \n'3\n",
    ],
)
def test_list_is_read_in_every_format(content: bytes) -> None:
    assert ids_in(content) == [1, 2, 3]


def test_rows_are_numbered_like_lines_of_an_editor() -> None:
    rows = list(read_ids(io.BytesIO(b'name,id\n"two\nlines",1\n\nx,nonsense\n')))
    assert [row.row for row in rows] == [2, 5]
    assert rows[1] == InvalidRow(5, "nonsense", "an id is a whole number of 1 or more")


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("0", "between 1 and"),
        ("-4", "whole number"),
        ("99999999999999999999", "whole number"),
        ("9223372036854775808", "between 1 and"),
        ("1,234", "whole number"),
        ("4.5", "whole number"),
        ("1.23457E+11", "digits were lost"),
        ("1,23E+11", "digits were lost"),
        ("=A2+1", "formula is not an id"),
        ("#REF!", "gives an error"),
        ("٤١", "whole number"),
        (True, "true or false"),
        (None, "no id in this row"),
    ],
)
def test_invalid_id_has_a_reason(cell: str | bool | None, reason: str) -> None:
    [row] = parse_ids([cell])
    assert isinstance(row, InvalidRow)
    assert reason in row.reason


def test_wrong_first_line_of_a_plain_list_is_a_row() -> None:
    assert ids_in(b"clinic 41\n42\n") == ["row 1: clinic 41", 42]


def test_id_column_is_selected_by_name() -> None:
    assert ids_in(b"id,branch-no\n1,7\n2,8\n", "Branch No") == [7, 8]
    with pytest.raises(TargetsUnreadable, match="no column 'branch_nu'") as caught:
        ids_in(b"id,branch_no\n1,7\n", "branch_nu")
    assert "Did you mean 'branch_no'?" in caught.value.next_step


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"\n \r\n\n", "is empty"),
        (b"\xef\xbb\xbf", "no targets|is empty"),
        (b"id\n", "a header and no rows"),
        (b"name,city\nGreen Park,Ludhiana\n", "no column 'id'"),
        (b"41,42,43\n", "several columns and no header"),
        (b"1,41,Green Park\n", "several columns and no header"),
        (b"id,name,phone,email,status\n7,Simran,9812345670,s@n.example,ACTIVE\n", "clinics have no 'status'"),
        (b'id,name\n1,"never closed\n2,b\n', "no CSV from line 2"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x01\x02\x03\x04\x05\x06\x07\x08\x09\x10\x11\x12", "is a picture"),
        (b"PK\x03\x04 but no archive", "no spreadsheet"),
        ("1\n2\n".encode("utf-16")[:-1], "not readable as utf-16"),
    ],
)
def test_a_file_without_targets_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(TargetsUnreadable, match=complaint):
        ids_in(content)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetsUnreadable, match="No such file"):
        list(read_ids(tmp_path / "missing.csv"))


def test_spreadsheet_cells_are_parsed(tmp_path: Path) -> None:
    rows = [
        ["s:Name", "s:clinic_id"],
        ["s:a", "n:41"],
        ["s:b", "s:42"],
        [],
        ["s:c", "f:41+2=43"],
        ["s:d", "f:41+3"],
        ["s:e", "d:45000"],
        ["s:f", "n:4.5"],
        ["s:g"],
    ]
    parsed = list(read_ids(xlsx(tmp_path / "clinics.xlsx", rows)))
    assert keys(parsed)[:3] == [41, 42, 43]
    reasons = {row.row: row.reason for row in parsed if isinstance(row, InvalidRow)}
    assert list(reasons) == [6, 7, 8, 9]
    assert "save the file in the spreadsheet first" in reasons[6]
    assert "a date is not an id" in reasons[7]
    assert "no id in this row" in reasons[9]


def test_empty_spreadsheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetsUnreadable, match="is empty"):
        list(read_ids(xlsx(tmp_path / "empty.xlsx", [])))


HOSPITALS = b"""Name,Phone,Email,Password
Green Park,+91 98123 45670,desk@g.example,
City,9812345671,city@c.example,a long enough password
Lost,9.81235E+09,lost@l.example,
Short,9812345672,s@s.example,short
Nobody,12345,n@n.example,
"""


def test_hospitals_are_checked_as_the_platform_would() -> None:
    first, second, *wrong = read_hospitals(io.BytesIO(HOSPITALS))
    assert first == Target(2, "9812345670", {"name": "Green Park", "email": "desk@g.example"})
    assert isinstance(second, Target)
    assert second.fields["password"] == "a long enough password"
    reasons = [row.reason for row in wrong if isinstance(row, InvalidRow)]
    assert "digits were lost" in reasons[0]
    assert reasons[1] == "Password must have at least 15 characters"
    assert "10" in reasons[2]
    assert "short" not in reasons[1]


def test_hospitals_from_a_spreadsheet_whose_phones_are_numbers(tmp_path: Path) -> None:
    rows = [["s:name", "s:phone", "s:email"], ["s:Green Park", "n:9812345670", "s:desk@g.example"]]
    [row] = read_hospitals(xlsx(tmp_path / "hospitals.xlsx", rows))
    assert isinstance(row, Target)
    assert row.key == "9812345670"


def test_table_of_hospitals_without_required_columns_is_refused() -> None:
    with pytest.raises(TargetsUnreadable, match="no column phone, email"):
        list(read_hospitals(io.BytesIO(b"name,mail\nx,y\n")))


def test_foreign_id_column_can_be_forced() -> None:
    assert ids_in(b"id,status\n7,x\n", "id") == [7]
    assert ids_in(b"clinic_id,id,status\n7,9,x\n") == [7]


def test_several_ids_in_one_line_are_one_wrong_row() -> None:
    rows = list(read_ids(io.BytesIO(b"40\n\n41\n42,43\n")))
    assert keys(rows) == [40, 41, "row 4: 42,43"]


def test_failed_formula_is_a_row(tmp_path: Path) -> None:
    rows = [["s:clinic_id"], ["n:41"], ["e:#N/A"], ["e:#REF!"], ["n:42"], ["e:#N/A"]]
    parsed = list(read_ids(xlsx(tmp_path / "clinics.xlsx", rows)))
    assert keys(parsed) == [41, "row 3: #N/A", "row 4: #REF!", 42, "row 6: #N/A"]
    assert all("the formula in this cell gives an error" in row.reason for row in parsed if isinstance(row, InvalidRow))


def test_uncalculated_formulas_are_wrong_rows(tmp_path: Path) -> None:
    rows = [["s:clinic_id"], ["f:1+1"], ["f:1+2"]]
    parsed = list(read_ids(xlsx(tmp_path / "clinics.xlsx", rows)))
    assert keys(parsed) == ["row 2: =", "row 3: ="]


def test_hidden_sheets_and_rows_are_named_and_left_out(tmp_path: Path) -> None:
    file = xlsx(tmp_path / "c.xlsx", [["s:id"], ["n:41"], ["n:42"]], hidden={3}, other_sheets={"Old": False})
    messages: list[str] = []
    assert keys(list(read_ids(Book(file, tell=messages.append)))) == [41]
    assert messages == [f"{file}: sheet 'Clinics' of 2; left out: hidden sheet 'Old', 1 hidden row."]
    assert keys(list(read_ids(Book(file, sheet="Clinics", hidden=True)))) == [41, 42]
    assert keys(list(read_ids(Book(file, hidden=True)))) == [999]


def test_sheet_is_selected_by_name_or_number(tmp_path: Path) -> None:
    file = xlsx(tmp_path / "c.xlsx", [["n:41"]], other_sheets={"Old": True})
    assert keys(list(read_ids(file))) == [999]
    assert keys(list(read_ids(Book(file, sheet="clinics")))) == keys(list(read_ids(Book(file, sheet="2")))) == [41]
    with pytest.raises(TargetsUnreadable, match="no sheet '3'") as caught:
        list(read_ids(Book(file, sheet="3")))
    assert caught.value.next_step == "Available: Old, Clinics."
    with pytest.raises(TargetsUnreadable, match="has no sheets"):
        list(read_ids(Book(io.BytesIO(b"41\n"), sheet="1")))


@pytest.mark.proves("SEC-50.client", "FAULT-38.expands")
def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bomb.xlsx"
    xlsx(file, [["n:41"]])
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/image.bin", bytes(50 << 20))
    with pytest.raises(TargetsUnreadable, match="unpacks to far more"):
        list(read_ids(file))


@pytest.mark.proves("SEC-50.cells", "FAULT-38.cells")
def test_sparse_sheet_needs_little_memory(tmp_path: Path) -> None:
    file = tmp_path / "far.xlsx"
    xlsx(file, [["n:41"]])
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b"</sheetData>", far.encode() + b"</sheetData>")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(TargetsUnreadable, match=r"cannot be read|rows of .* cells|more time or memory"):
        list(read_ids(file))


@pytest.mark.parametrize(
    ("noun", "records"),
    [
        (CLINICS, (Clinic, ClinicDetail)),
        (USERS, (PlatformUser, UserRecord)),
        (ARTICLES, (NewsArticle,)),
    ],
    ids=lambda each: each.one if isinstance(each, Noun) else "",
)
def test_json_of_each_record_is_a_valid_target(noun: Noun, records: tuple[type[Model], ...]) -> None:
    """An export and ``--json`` are valid targets of the next command."""
    for record in records:
        line = json.dumps(dict.fromkeys(record.model_fields) | {"id": 41})
        assert keys(list(read_ids(io.BytesIO(line.encode()), of=noun))) == [41]


def test_misspelled_column_is_refused() -> None:
    table = b"name,phone,email,pasword\nA,9812345670,a@a.example,a long enough password\n"
    with pytest.raises(TargetsUnreadable, match="'pasword' that is not used") as caught:
        list(read_hospitals(io.BytesIO(table)))
    assert "Did you mean 'password'?" in caught.value.next_step
    content = b"name,phone,email,remarks\nA,9812345670,a@a.example,call first\n"
    assert len(list(read_hospitals(io.BytesIO(content)))) == 1


def test_quotes_of_a_single_column_are_removed() -> None:
    assert ids_in(b'clinic_id\n"41"\n42\n"43"\n') == [41, 42, 43]
    with rows_of(io.BytesIO(b'name\n"Green ""Lane"" Clinic"\nCity, North\n')) as (grid, _):
        assert [cells for _, cells in grid] == [["name"], ['Green "Lane" Clinic'], ["City, North"]]
    with rows_of(io.BytesIO(b'id\tname\n1\t"as it stands"\n')) as (grid, _):
        assert [cells for _, cells in grid][1] == ["1", '"as it stands"']


@pytest.mark.parametrize(
    "content",
    [
        b"[1, 2, 3]",
        b'\n[{"id": 1, "name": "a"}, {"id": 2}, {"name": "c", "id": 3, "location": {"city": "Moga"}}]',
        b'{"id": 1}\n\n{"id": "2"}\r\n{"id": 3}\n',
        '\ufeff[{"clinic_id": 1, "owner": 9}, {"clinic_id": 2}, {"clinic_id": 3}]'.encode("utf-16"),
    ],
)
def test_json_and_json_lines_are_read_as_tables(content: bytes) -> None:
    assert ids_in(content) == [1, 2, 3]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"[]", "is empty"),
        (b'{"id": 1}\n{"id": \n', "line 2 cannot be read"),
        (b"[1, 2", "it cannot be read"),
        (b"[" * 100_000, "is no JSON"),
        (b'[{"id": 1}, 2]', "objects and other things, from entry 2 on"),
        (b'[{"id": 1, "phone_number": "9"}, {"id": 2, "event": "x"}]', "clinics have no 'event'"),
        (b"<!DOCTYPE html>\n<html><body><table>", "is a web page, whatever its name says"),
        (b'<?xml version="1.0"?>\n<HTML xmlns="x"><table>', "is a web page"),
        (OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600), "is protected by a password"),
    ],
)
def test_invalid_json_list_is_refused_with_the_reason(content: bytes, complaint: str) -> None:
    with pytest.raises(TargetsUnreadable, match=complaint):
        ids_in(content)


def test_json_entry_without_id_is_a_wrong_row() -> None:
    assert ids_in(b'[{"id": 1}, {"name": "x"}, {"id": [4]}]') == [1, "row 2: ", "row 3: [4]"]


def test_hospitals_are_read_from_json() -> None:
    table = b'[{"name": "A", "phone": "9812345670", "email": "a@a.example"}]'
    [hospital] = read_hospitals(io.BytesIO(table))
    assert isinstance(hospital, Target)
    assert hospital.key == "9812345670"
