"""Detect files that are not tables, to report their kind and the correct format to the user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

_UNPACK: Final = "Unpack it first."
_SAVE: Final = "Open it in a spreadsheet program and save it as XLSX or CSV."
_EXPORT: Final = "Export the table from it as CSV or XLSX."
_PICTURE: Final = ("a picture", "Type the table, or ask for it as CSV or XLSX.")
_BY_BEGINNING: Final[Mapping[bytes, tuple[str, str]]] = {
    b"\x1f\x8b": ("compressed (gzip)", _UNPACK),
    b"BZh": ("compressed (bzip2)", _UNPACK),
    b"\xfd7zXZ\0": ("compressed (xz)", _UNPACK),
    b"(\xb5/\xfd": ("compressed (zstd)", _UNPACK),
    b"7z\xbc\xaf\x27\x1c": ("an archive (7z)", _UNPACK),
    b"Rar!\x1a\x07": ("an archive (RAR)", _UNPACK),
    b"PK\x05\x06": ("an empty archive", ""),
    b"%PDF": ("a PDF", _EXPORT),
    b"\x89PNG": _PICTURE,
    b"\xff\xd8\xff": _PICTURE,
    b"GIF8": _PICTURE,
    b"SQLite format 3\0": ("a database (SQLite)", _EXPORT),
    b"PAR1": ("a database (Parquet)", _EXPORT),
    b"{\\rtf": ("a text document (RTF)", _EXPORT),
    b"\x09\x00\x04\x00": ("a spreadsheet of Excel 2", _SAVE),
    b"\x09\x02\x06\x00": ("a spreadsheet of Excel 3", _SAVE),
    b"\x09\x04\x06\x00": ("a spreadsheet of Excel 4", _SAVE),
    b"\x09\x08\x08\x00": ("a spreadsheet of Excel 5", _SAVE),
    b"\x09\x08\x10\x00": ("a spreadsheet of Excel 97", _SAVE),
}
_IN_AN_ARCHIVE: Final[Mapping[str, tuple[str, str]]] = {
    "word/": ("a text document (Word)", _EXPORT),
    "ppt/": ("a presentation (PowerPoint)", _EXPORT),
    "index/document.iwa": ("a document of Numbers or Pages", _EXPORT),
    "index.zip": ("a document of Numbers or Pages", _EXPORT),
}
_OF_DOCUMENTS: Final = frozenset({"[content_types].xml", "content.xml"})
_MARKUP: Final = re.compile(r"[\ufeff\s]*<(?:\?xml|!doctype|!--|[a-z][\w:]*[\s>/])", re.IGNORECASE)
_PAGE: Final = re.compile(
    r"[\ufeff\s]*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype html|html|table|meta|head|body|style)\b",
    re.IGNORECASE | re.DOTALL,
)
"""HTML, which many systems export with the extension .xls."""
_OF_A_SPREADSHEET: Final = ("urn:schemas-microsoft-com:office:spreadsheet", "opendocument.spreadsheet")


PAGE: Final = "a web page, whatever its name says"
XML_SHEET: Final = "a spreadsheet as XML"
XML: Final = "XML, no table"
ARCHIVE: Final = "an archive (ZIP)"
EVERY: Final = (
    *(name for name, _ in (*_BY_BEGINNING.values(), *_IN_AN_ARCHIVE.values())),
    *(PAGE, XML_SHEET, XML, ARCHIVE),
)
"""All names of file kinds. The console translates them."""


def kind_of_bytes(head: bytes) -> tuple[str, str] | None:
    """Return the kind of a file by its first bytes, and advice for the user. None if it may be a table."""
    return next((kind for beginning, kind in _BY_BEGINNING.items() if head.startswith(beginning)), None)


def kind_of_text(head: str) -> tuple[str, str] | None:
    """Return the kind of a text by its beginning, and advice. None if it may be a table."""
    if _PAGE.match(head):
        return PAGE, _SAVE
    if not _MARKUP.match(head):
        return None
    is_sheet = any(word in head for word in _OF_A_SPREADSHEET)
    return XML_SHEET if is_sheet else XML, _SAVE


def kind_of_archive(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the kind of an archive by the names of its parts, and advice. None if it may be a table."""
    folded = {name.replace("\\", "/").lstrip("/").casefold() for name in names}
    for beginning, kind in _IN_AN_ARCHIVE.items():
        if any(name.startswith(beginning) for name in folded):
            return kind
    return None if folded & _OF_DOCUMENTS else (ARCHIVE, _UNPACK)
