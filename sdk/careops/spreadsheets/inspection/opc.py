"""Find a sheet's part in the archive of an XLSX file."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

_DOCUMENT = "/officeDocument"


def find_part(parts: zipfile.ZipFile, name: str) -> str | None:
    """Return the actual name of a part: some programs use capital letters or backslashes."""
    folded = name.lstrip("/").casefold()
    return next((each for each in parts.namelist() if each.replace("\\", "/").lstrip("/").casefold() == folded), None)


def workbook(parts: zipfile.ZipFile) -> str | None:
    """Return the path of the workbook, usually in 'xl'."""
    for kind, _, target in _links(parts, "_rels/.rels"):
        if kind.endswith(_DOCUMENT):
            return target.lstrip("/")
    return None


def targets(parts: zipfile.ZipFile, book: str) -> dict[str, str]:
    """Return the parts that the workbook refers to, by relationship id."""
    folder, name = posixpath.split(book)
    links = _links(parts, f"{folder}/_rels/{name}.rels")
    return {link: posixpath.normpath(posixpath.join("/", folder, target)) for _, link, target in links}


def _links(parts: zipfile.ZipFile, name: str) -> Iterator[tuple[str, str, str]]:
    target = find_part(parts, name)
    if target is not None:
        # The user's own file on the user's machine; Python's expat refuses entity bombs.
        for link in ElementTree.fromstring(parts.read(target)):  # noqa: S314 (see above)
            yield link.get("Type", ""), link.get("Id", ""), link.get("Target", "").replace("\\", "/")
