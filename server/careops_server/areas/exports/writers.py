"""Tables as streamed CSV and XLSX files (decision 210).

Times are in India without a zone, because spreadsheets have no zones and treat ISO 8601 with one as text (decision
372).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from html import escape
from typing import Final, Protocol
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from careops.india_time import INDIA

Value = str | int | float | bool | date | None
"""A ``date`` may be a ``datetime``, in India and without a zone."""
Row = Sequence[Value]

XLSX_ROWS: Final = 1_048_575
"""Rows of a sheet below its titles."""
_MAX_CELL_LENGTH: Final = 32_767
# Prefixes that spreadsheets take for formulas. The apostrophe is included, so that the escaping is reversible (SEC-49).
_FORMULA: Final = re.compile(r"['=+@\t\r＝＋－＠-]")
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARK: Final = "\ufeff"
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_EPOCH: Final = datetime(1899, 12, 30)
"""Day 0 of a spreadsheet."""
_FIRST_YEAR: Final = 1901


class Writer(Protocol):
    """A file written from top to bottom. Each method returns the bytes to send."""

    content_type: str

    def begin(self, titles: Sequence[str]) -> bytes:
        """Return the start of the file."""

    def rows(self, rows: Iterable[Row]) -> bytes:
        """Return rows."""

    def end(self) -> bytes:
        """Return the end of the file."""


class CsvWriter:
    """UTF-8 with a byte order mark and quoted texts. Values that look like formulas get an apostrophe."""

    content_type = "text/csv; charset=utf-8"

    def begin(self, titles: Sequence[str]) -> bytes:
        """Return the titles."""
        return _MARK.encode() + self.rows([titles])

    def rows(self, rows: Iterable[Row]) -> bytes:
        """Return rows as lines."""
        return "".join(",".join(map(_csv_cell, row)) + "\r\n" for row in rows).encode()

    def end(self) -> bytes:
        """Return nothing."""
        return b""


class XlsxWriter:
    """One sheet with typed cells: texts cannot become formulas, and numbers are numbers."""

    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    def __init__(self) -> None:
        self._out = _Out()
        self._zip = ZipFile(self._out, "w", ZIP_DEFLATED)  # type: ignore[call-overload]  # zipfile needs only write and flush

    def begin(self, titles: Sequence[str]) -> bytes:
        """Return the other parts and the titles, in a frozen row."""
        for name, content in _PARTS.items():
            self._zip.writestr(_build_entry(name), _XML + content)
        self._sheet = self._zip.open(_build_entry("xl/worksheets/sheet1.xml"), "w", force_zip64=True)
        self._sheet.write((_XML + _SHEET_HEAD).encode())
        return self.rows([titles])

    def rows(self, rows: Iterable[Row]) -> bytes:
        """Return rows as cells."""
        self._sheet.write("".join(f"<row>{''.join(map(_xlsx_cell, row))}</row>" for row in rows).encode())
        return self._out.take()

    def end(self) -> bytes:
        """Return the end of the sheet and the list of parts."""
        self._sheet.write(_SHEET_END.encode())
        self._sheet.close()
        self._zip.close()
        return self._out.take()


class _Out:
    """Output buffer of the zip. It cannot seek, which ``zipfile`` does not need."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Do nothing."""

    def take(self) -> bytes:
        """Return and clear the bytes written."""
        taken = bytes(self._written)
        self._written.clear()
        return taken


def parse_moment(value: str) -> Value:
    """Parse a timestamp or date in the contract's format into Indian time; return other texts unchanged."""
    try:
        if _MOMENT.fullmatch(value):
            return datetime.fromisoformat(value).astimezone(INDIA).replace(microsecond=0, tzinfo=None)
        return date.fromisoformat(value) if _DAY.fullmatch(value) else value
    except (ValueError, OverflowError):
        return value  # it only looks like one


def format_moment(moment: date) -> str:
    """Format a timestamp or date for spreadsheets."""
    return moment.isoformat(" ", "seconds") if isinstance(moment, datetime) else moment.isoformat()


def _csv_cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return format_moment(value)
    if not isinstance(value, str):
        return str(value).lower() if isinstance(value, bool) else str(value)
    guard = "'" if _FORMULA.match(value) else ""
    return f'"{guard}' + value.replace('"', '""') + '"'


def _xlsx_cell(value: Value) -> str:
    if value is None:
        return "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, date):
        return _xlsx_moment(value)
    if not isinstance(value, str):
        return f"<c><v>{value!r}</v></c>"
    text = escape(_NO_XML.sub("", value)[:_MAX_CELL_LENGTH], quote=False)
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _xlsx_moment(value: date) -> str:
    """Return a date cell, or a text if the date is before the range that all spreadsheets support."""
    if value.year < _FIRST_YEAR:
        return _xlsx_cell(format_moment(value))
    if isinstance(value, datetime):
        passed = value - _EPOCH
        return f'<c s="2"><v>{passed.days + passed.seconds / 86_400!r}</v></c>'
    return f'<c s="1"><v>{value.toordinal() - _EPOCH.toordinal()}</v></c>'


def _build_entry(name: str) -> ZipInfo:
    # A fixed date, so that the same table gives the same file on another day.
    entry = ZipInfo(name, date_time=(2000, 1, 1, 0, 0, 0))
    entry.compress_type = ZIP_DEFLATED
    return entry


_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_DOCUMENT: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}">'
    f'<Relationship Id="rId1" Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENT}">'
    '<sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
    f'<Relationship Id="rId1" Type="{_DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_DOCUMENT}/styles" Target="styles.xml"/></Relationships>',
    # Cell styles: 0 is none, 1 a date, 2 a timestamp.
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts count="2">'
    '<numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/>'
    '<numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy h:mm AM/PM"/>'
    '</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/>'
    '<xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>',
}
_SHEET_HEAD: Final = (
    f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews><sheetData>"
)
_SHEET_END: Final = "</sheetData></worksheet>"
