"""Write XLSX files in the style of a spreadsheet program or a script."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Mapping, Sequence
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

_HIDDEN = ' hidden="1"'
_STATE = ' state="hidden"'


def xlsx(
    path: Path,
    rows: Sequence[Sequence[str]],
    *,
    hidden: Collection[int] = (),
    other_sheets: Mapping[str, bool] | None = None,
) -> Path:
    """Write a sheet of raw cells: ``n:5``, ``s:text``, ``d:45000`` (a date), ``f:1+1=2`` (formula=result), ``e:#N/A``.

    ``hidden`` are hidden rows. ``other_sheets`` are sheets before it by name, True if visible; each contains id 999.
    """
    lines = [
        f'<row r="{number}"{_HIDDEN if number in hidden else ""}>'
        f"{''.join(_cell(cell, number, place) for place, cell in enumerate(cells))}</row>"
        for number, cells in enumerate(rows, start=1)
        if cells
    ]
    other = '<row r="1"><c r="A1"><v>999</v></c></row>'
    sheets = {
        **{name: (other, state) for name, state in (other_sheets or {}).items()},
        "Clinics": ("".join(lines), True),
    }
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", _TYPES)
        parts.writestr("_rels/.rels", _relations("officeDocument", "xl/workbook.xml"))
        parts.writestr(
            "xl/workbook.xml",
            f'<?xml version="1.0"?><workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
            + "".join(
                f'<sheet name="{name}" sheetId="{place}"{"" if state else _STATE} r:id="rId{place}"/>'
                for place, (name, (_, state)) in enumerate(sheets.items(), start=1)
            )
            + "</sheets></workbook>",
        )
        parts.writestr("xl/_rels/workbook.xml.rels", _relations("worksheet", "worksheets/sheet{}.xml", len(sheets)))
        parts.writestr("xl/styles.xml", _STYLES)
        for place, (data, _) in enumerate(sheets.values(), start=1):
            parts.writestr(
                f"xl/worksheets/sheet{place}.xml",
                f'<?xml version="1.0"?><worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData></worksheet>',
            )
    path.write_bytes(body.getvalue())
    return path


def _relations(kind: str, target: str, count: int = 1) -> str:
    links = "".join(
        f'<Relationship Id="rId{place}" Type="{_OFFICE}/{kind}" Target="{target.format(place)}"/>'
        for place in range(1, count + 1)
    )
    return f'<?xml version="1.0"?><Relationships xmlns="{_PACKAGE}">{links}</Relationships>'


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
        case "e":
            return f'<c r="{where}" t="e"><f>VLOOKUP(1,X:X,1)</f><v>{value}</v></c>'
        case "f":
            formula, _, result = value.partition("=")
            return f'<c r="{where}"><f>{formula}</f>{f"<v>{result}</v>" if result else ""}</c>'
    return ""
