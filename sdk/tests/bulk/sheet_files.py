"""XLSX files as a spreadsheet program or a script writes them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

_TYPES = """<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/styles.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"""
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_STYLES = f"""<?xml version="1.0"?><styleSheet xmlns="{_MAIN}"><fonts><font/></fonts><fills><fill/></fills>
<borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"""


def xlsx(path: Path, rows: Sequence[Sequence[str]]) -> Path:
    """A sheet of raw cells: ``n:5``, ``s:text``, ``d:45000`` (a date), ``f:1+1=2`` (formula=result), or empty."""
    lines = [
        f'<row r="{number}">{"".join(_cell(cell, number, place) for place, cell in enumerate(cells))}</row>'
        for number, cells in enumerate(rows, start=1)
        if cells
    ]
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", _TYPES)
        parts.writestr("_rels/.rels", _relation("officeDocument", "xl/workbook.xml"))
        parts.writestr(
            "xl/workbook.xml",
            f'<?xml version="1.0"?><workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
            '<sheet name="Clinics" sheetId="1" r:id="rId1"/></sheets></workbook>',
        )
        parts.writestr("xl/_rels/workbook.xml.rels", _relation("worksheet", "worksheets/sheet1.xml"))
        parts.writestr("xl/styles.xml", _STYLES)
        parts.writestr(
            "xl/worksheets/sheet1.xml",
            f'<?xml version="1.0"?><worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
        )
    path.write_bytes(body.getvalue())
    return path


def _relation(kind: str, target: str) -> str:
    return (
        f'<?xml version="1.0"?><Relationships xmlns="{_PACKAGE}">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def _cell(cell: str, row: int, place: int) -> str:
    where = f"{chr(ord('A') + place)}{row}"
    kind, _, value = cell.partition(":")
    match kind:
        case "n":
            return f'<c r="{where}"><v>{value}</v></c>'
        case "s":
            return f'<c r="{where}" t="inlineStr"><is><t>{value}</t></is></c>'
        case "d":
            return f'<c r="{where}" s="1"><v>{value}</v></c>'
        case "f":
            formula, _, result = value.partition("=")
            return f'<c r="{where}"><f>{formula}</f>{f"<v>{result}</v>" if result else ""}</c>'
    return ""
