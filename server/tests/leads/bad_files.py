"""Broken, mistaken and malicious lead files, each with its expected error."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from careops.calls.leads import TOO_LARGE_FILE, WRONG_KIND
from careops.constants import MAX_LEAD_FILE_BYTES, MAX_LEAD_ROWS

HEAD: Final = b"name,phone\n"
OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True)
class BadFile:
    """A file, created on demand, and a part of the expected error."""

    content: Callable[[], bytes]
    sentence: str
    name: str = "leads.csv"
    status: int = 422
    is_long: bool = False
    """True for a file of the maximum size. The time until its rejection depends on the machine; benchmarks show it."""


def table(rows: Mapping[tuple[int, int], str], *, merged: str = "", link: str = "") -> bytes:
    """A spreadsheet with these cells, by zero-based row and column."""
    from xlsxwriter import Workbook  # type: ignore[import-untyped]  # untyped

    target = io.BytesIO()
    with Workbook(target, {"in_memory": True, "strings_to_formulas": False}) as book:
        sheet = book.add_worksheet()
        for (row, column), text in rows.items():
            sheet.write_string(row, column, text)
        if merged:
            sheet.merge_range(merged, "name")
        if link:
            sheet.write_formula("A2", link, None, "")
    return target.getvalue()


def line(row: int, *cells: str) -> dict[tuple[int, int], str]:
    """Cells of a row, by column."""
    return {(row, column): cell for column, cell in enumerate(cells)}


def with_parts(book: bytes, parts: Mapping[str, bytes]) -> bytes:
    """A spreadsheet whose archive has additional parts."""
    target = io.BytesIO(book)
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def replaced(book: bytes, file_name: str, before: bytes, after: bytes) -> bytes:
    """A spreadsheet with a text replaced in one part."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(before, after) if name == file_name else content)
    return target.getvalue()


def good() -> bytes:
    """A valid file with a header and a lead, to be broken."""
    return table({**line(0, "name", "phone"), **line(1, "Asha", "9812345670")})


def bomb() -> bytes:
    """A few kilobytes that decompress to fifty megabytes."""
    return with_parts(good(), {"xl/media/image.bin": bytes(50_000_000)})


def _lying() -> bytes:
    """A zip bomb whose directory understates the size of a part."""
    content = bomb()
    place = content.rindex(b"PK\x01\x02")  # the last directory entry
    return content[: place + 24] + (1_000).to_bytes(4, "little") + content[place + 28 :]


def _entities() -> bytes:
    """A workbook that expands to a gigabyte in a naive XML parser (billion laughs)."""
    file_name = "xl/workbook.xml"
    laughs = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    begun = b'<!DOCTYPE workbook [<!ENTITY l0 "ha">' + laughs + b"]><workbook"
    return replaced(replaced(good(), file_name, b"<workbook", begun), file_name, b'name="', b'name="&l9;')


def _wide() -> bytes:
    titles = ",".join(["name", "phone", *(f"c{n}" for n in range(98))])
    row = ",".join(["A", "9812345670", *("x" for _ in range(98))])
    count = (MAX_LEAD_FILE_BYTES - 1_000) // (len(row) + 1)
    return f"{titles}\n{(row + chr(10)) * count}Last,98\n".encode()


def _sheet(content: Callable[[], bytes], sentence: str) -> BadFile:
    return BadFile(content, sentence, "leads.xlsx")


def _long(content: Callable[[], bytes], sentence: str) -> BadFile:
    return BadFile(content, sentence, is_long=True)


def _formula(formula: str) -> bytes:
    """A lead whose name is a formula without a cached result."""
    book = table(line(0, "name", "phone"), link=formula)
    return replaced(book, "xl/worksheets/sheet1.xml", b"<v></v>", b"")


_ONE_WRONG: Final = "1 row of the file is wrong"
BAD_FILES: Final[Mapping[str, BadFile]] = {
    "nothing": BadFile(lambda: b"", "The file is empty"),
    "a header alone": BadFile(lambda: HEAD, "has a header and no rows"),
    "no header": BadFile(lambda: b"9812345670\n9812345671\n", "does not say in its first row"),
    "two headers": BadFile(lambda: HEAD + HEAD + b"Asha,9812345670\n", _ONE_WRONG),
    "a title twice": BadFile(lambda: b"name,phone,phone\nA,9812345670,1\n", "two columns called 'phone'"),
    "merged titles": _sheet(
        lambda: table({**line(0, "", "", "phone"), **line(1, "Asha", "Rao", "9812345670")}, merged="A1:B1"), _ONE_WRONG
    ),
    "two hundred columns": BadFile(lambda: ",".join(map(str, range(200))).encode() + b"\n1\n", "more than 100 columns"),
    "a pdf": BadFile(lambda: b"%PDF-1.7\nname,phone\n", "is a PDF"),
    "a pdf by its name": BadFile(lambda: HEAD + b"A,9812345670\n", WRONG_KIND, "leads.pdf"),
    "a picture as a spreadsheet": _sheet(lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, "is a picture"),
    "no archive": _sheet(lambda: b"PK\x03\x04 no archive", "is no spreadsheet"),
    "an archive of something else": _sheet(lambda: with_parts(b"", {"a.txt": b"a"}), "is an archive"),
    "half a spreadsheet": _sheet(lambda: good()[: len(good()) // 2], "is no spreadsheet"),
    "half an old spreadsheet": BadFile(lambda: OLD + bytes(2_000), "is no spreadsheet", "leads.xls"),
    "encrypted": _sheet(
        lambda: OLD + bytes(1_000) + "EncryptedPackage".encode("utf-16-le") + bytes(500), "by a password"
    ),
    "external links": _sheet(lambda: _formula("='[other.xlsx]Sheet1'!A1"), _ONE_WRONG),
    "formulas nobody calculated": _sheet(lambda: _formula("=UPPER(A9)"), _ONE_WRONG),
    "a bomb": _sheet(bomb, "unpacks to far more"),
    "a bomb that says it is none": _sheet(_lying, "is no spreadsheet we can read"),
    "entities in entities": _sheet(_entities, "The file"),
    "cells A1 and XFD60000": _sheet(lambda: table({(0, 0): "name", (59_999, 16_383): "far"}), "The file"),
    "a cell after a million empty rows": _sheet(
        lambda: table({**line(0, "name", "phone"), (1_048_575, 0): "far"}), _ONE_WRONG
    ),
    "unbalanced quotes": BadFile(lambda: HEAD + b'"A,9812345670\n' * 1_000, "is no CSV"),
    "a quote that never ends": BadFile(lambda: HEAD + b'"' + b"A" * 4_900_000, "is no CSV"),
    "nul": BadFile(lambda: HEAD + b"A\0,9812345670\n", "neither text nor"),
    "nothing but binary": BadFile(lambda: b"\x00\x01\x02\x03" * 300, "neither text nor a spreadsheet"),
    "half a letter": BadFile(
        lambda: (HEAD + b"A,9812345670\n").decode().encode("utf-16")[:-1], "not readable as utf-16"
    ),
    "a line of nearly all": BadFile(lambda: HEAD + b"A" * 4_900_000 + b",9812345670\n", "is no CSV"),
    "a line of 50 MB": BadFile(lambda: HEAD + b"A" * 50_000_000 + b",9812345670\n", "", status=413),
    "a byte too many": BadFile(lambda: HEAD.ljust(MAX_LEAD_FILE_BYTES + 1, b"\n"), TOO_LARGE_FILE),
    "a row too many": _long(lambda: HEAD + b"A,9812345670\n" * (MAX_LEAD_ROWS + 1), "more than 100000 rows"),
    "as many wrong rows as there may be": _long(
        lambda: HEAD + b"A,98\n" * MAX_LEAD_ROWS, "100000 rows of the file are wrong"
    ),
    "more rows than anybody counts": _long(lambda: HEAD + b"A,1\n" * 1_200_000, "more than 100000 rows"),
    "a hundred columns, and the last row wrong": _long(_wide, _ONE_WRONG),
    "a rounded number": BadFile(lambda: HEAD + b"A,9.87654E+09\n", _ONE_WRONG),
}
