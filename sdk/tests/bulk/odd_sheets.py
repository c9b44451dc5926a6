"""Write spreadsheets in unusual formats, byte by byte, each with a few cells.

A cell is ``None``, a text, a number, or ``Failed("#N/A")`` for a formula error.
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

_CODES: Final = {"#NULL!": 0, "#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#NAME?": 29, "#NUM!": 36, "#N/A": 42}
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"


@dataclass(frozen=True)
class Failed:
    """Cell with a formula error."""

    error: str


Cell = str | int | Failed | None
Table = Sequence[Sequence[Cell]]


def ods(path: Path, table: Table, *, hidden: Collection[int] = ()) -> Path:
    """Write an OpenDocument file."""
    rows = "".join(
        f"<table:table-row{_COLLAPSED if number in hidden else ''}>"
        f"{''.join(_ods_cell(cell) for cell in cells)}</table:table-row>"
        for number, cells in enumerate(table, start=1)
    )
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names} '
        'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">'
        "<office:body><office:spreadsheet>"
        f'<table:table table:name="Clinics">{rows}'
        '<table:table-row table:number-rows-repeated="1048000" table:visibility="collapse"><table:table-cell/>'
        "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", kind, zipfile.ZIP_STORED)
        parts.writestr("content.xml", content)
        parts.writestr("META-INF/manifest.xml", manifest)
    return path


_COLLAPSED: Final = ' table:visibility="filter"'


def _ods_cell(cell: Cell) -> str:
    match cell:
        case None:
            return "<table:table-cell/>"
        case int():
            return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
        case str():
            return f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
        case Failed(error):
            return (
                '<table:table-cell table:formula="of:=VLOOKUP(1;A1:B2;2)" office:value-type="string" '
                f'office:string-value="" calcext:value-type="error"><text:p>{error}</text:p></table:table-cell>'
            )


def xlsb(path: Path, table: Table, *, hidden: Collection[int] = ()) -> Path:
    """Write a binary workbook."""
    size = struct.pack("<IIII", 0, len(table) - 1, 0, max(len(cells) for cells in table) - 1)
    records = [_record(129), _record(148, size), _record(145)]
    for number, cells in enumerate(table):
        flags = 0x10 if number + 1 in hidden else 0
        records.append(_record(0, struct.pack("<IIHBBBI", number, 0, 300, 0, flags, 0, 0)))
        for column, cell in enumerate(cells):
            head = struct.pack("<II", column, 0)
            match cell:
                case int():
                    records.append(_record(5, head + struct.pack("<d", cell)))
                case str():
                    records.append(_record(6, head + _wide(cell)))
                case Failed("#N/A"):  # with a formula, which is empty here
                    records.append(_record(11, head + bytes([_CODES["#N/A"]]) + bytes(10)))
                case Failed(error):
                    records.append(_record(3, head + bytes([_CODES[error]])))
    records += [_record(146), _record(130)]
    bundle = struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Clinics")
    book = [_record(131), _record(143), _record(156, bundle), _record(144), _record(132)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_TYPES}"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" '
            'ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
        )
        parts.writestr("_rels/.rels", _links("officeDocument", "xl/workbook.bin"))
        parts.writestr("xl/workbook.bin", b"".join(book))
        parts.writestr("xl/_rels/workbook.bin.rels", _links("worksheet", "worksheets/sheet1.bin"))
        parts.writestr("xl/worksheets/sheet1.bin", b"".join(records))
    return path


def _links(kind: str, target: str) -> str:
    return (
        f'<?xml version="1.0"?><Relationships xmlns="{_PACKAGE}">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def _record(kind: int, body: bytes = b"") -> bytes:
    number = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size, remaining_size = b"", len(body)
    while True:
        remaining_size, low = remaining_size >> 7, remaining_size & 0x7F
        size += bytes([low | (0x80 if remaining_size else 0)])
        if not remaining_size:
            return number + size + body


def xls(path: Path, table: Table, *, hidden: Collection[int] = (), small: bool = False, locked: bool = False) -> Path:
    """Write an Excel 97 workbook; ``small`` uses the mini stream, ``locked`` sets a password."""
    sheet = _old(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0))
    for number, cells in enumerate(table):
        flags = 0x120 if number + 1 in hidden else 0x100
        sheet += _old(0x208, struct.pack("<HHHHHHHH", number, 0, len(cells), 255, 0, 0, flags, 15))
    for number, cells in enumerate(table):
        for column, cell in enumerate(cells):
            head = struct.pack("<HHH", number, column, 0)
            match cell:
                case int():
                    sheet += _old(0x203, head + struct.pack("<d", cell))
                case str():
                    sheet += _old(0x204, head + struct.pack("<HB", len(cell), 0) + cell.encode("latin-1"))
                case Failed("#REF!"):  # without its formula
                    sheet += _old(0x205, head + bytes([_CODES["#REF!"], 1]))
                case Failed(error):
                    result = bytes([2, 0, _CODES[error], 0, 0, 0, 0xFF, 0xFF])
                    sheet += _old(0x06, head + result + struct.pack("<HIH", 0, 0, 3) + b"\x1e\x01\x00")
    sheet += _old(0x0A)
    begin = _old(0x809, struct.pack("<HHHHII", 0x600, 0x05, 0, 0, 0, 0)) + _old(0x42, struct.pack("<H", 1200))
    if locked:
        begin += _old(0x2F, bytes(6))
    name = b"\x07\x00Clinics"
    size = len(begin) + 4 + 6 + len(name) + 4
    book = begin + _old(0x85, struct.pack("<IBB", size, 0, 0) + name) + _old(0x0A) + sheet
    path.write_bytes(_file_system(book, small=small))
    return path


def _old(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _file_system(stream: bytes, *, small: bool) -> bytes:
    """Write a compound file with one stream: sector 0 is the allocation table, 1 the directory, then the stream."""
    size, least = len(stream), 0x1000
    if not small:
        stream = stream.ljust(max(least, -(-size // 512) * 512), b"\0")
        size = len(stream)
        count = size // 512
        table = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, count + 2), 0xFFFFFFFE]
        root, begins, smalls = 0xFFFFFFFE, 2, 0xFFFFFFFE
        sectors = stream
    else:
        stream = stream.ljust(-(-size // 512) * 512, b"\0")
        count, pieces = len(stream) // 512, -(-size // 64)
        small_table = [*range(1, pieces), 0xFFFFFFFE]
        table = [0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFE, *range(4, count + 3), 0xFFFFFFFE]
        root, begins, smalls = 3, 0, 2
        sectors = struct.pack(f"<{len(small_table)}I", *small_table).ljust(512, b"\xff") + stream
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIII", 0, 1, 1, 0, least)
    head += struct.pack("<IIII", smalls, int(small), 0xFFFFFFFE, 0) + struct.pack("<I", 0) + b"\xff" * 432
    folder = _entry("Root Entry", 5, root, len(stream) if small else 0, child=1) + _entry("Workbook", 2, begins, size)
    return head + struct.pack(f"<{len(table)}I", *table).ljust(512, b"\xff") + folder.ljust(512, b"\0") + sectors


def _entry(name: str, kind: int, begins: int, size: int, *, child: int = 0xFFFFFFFF) -> bytes:
    wide = name.encode("utf-16-le")
    head = wide.ljust(64, b"\0") + struct.pack("<HBB", len(wide) + 2, kind, 1)
    return head + struct.pack("<III", 0xFFFFFFFF, 0xFFFFFFFF, child) + bytes(36) + struct.pack("<IQ", begins, size)


def rewritten(file: Path, how: str = "", *, cells: Mapping[str, str] | None = None) -> Path:
    """Rewrite an XLSX in the style of other programs: with namespace prefixes, without references, with other quotes.

    ``cells`` replaces some of its cells.
    """
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    for name in [name for name in parts if name.startswith("xl/worksheets/")]:
        for before, after in (cells or {}).items():
            assert before in parts[name]
            parts[name] = parts[name].replace(before, after)
        parts[name] = _REWRITES.get(how, str)(parts[name])
    if how == "strict":
        parts = {name: text.replace(_OFFICE, _STRICT).replace(_MAIN, _STRICT_MAIN) for name, text in parts.items()}
    if how == "elsewhere":
        parts = {name.replace("xl/", "book/"): text.replace("xl/", "book/") for name, text in parts.items()}
    if how == "backslashes":
        parts = {name.replace("/", "\\"): text for name, text in parts.items()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file


_STRICT: Final = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_STRICT_MAIN: Final = "http://purl.oclc.org/ooxml/spreadsheetml/main"
_REWRITES: Final[Mapping[str, Callable[[str], str]]] = {
    "prefix": lambda text: re.sub(r"<(/?)(?=\w)", r"<\1x:", text).replace("xmlns=", "xmlns:x="),
    "no places": lambda text: re.sub(r' r="\w+"', "", text),
    "other quotes": lambda text: text.replace('"', "'"),
    "many lines": lambda text: re.sub(r"(?<=>)<(?!/v|/t)", "\n  <", text),
}
