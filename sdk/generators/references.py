"""References of code and documentation to the specification, the page of guarantees and the decisions.

``find_references`` reads them from a text: ``B-55``, ``B 7``, ``SEC-24``, ``NAV-006``, ``decision 193``. ``Targets``
knows the anchor or file that each one leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
REQUIREMENTS: Final = (
    *("ADC", "ADM", "API", "API2", "AUD", "AUTH", "BRD", "CAM", "CDP", "CLD", "CLN", "CTY", "DEV", "DOC", "GEN"),
    *("HOS", "I18N", "INT", "LAB", "LEA", "LOC", "MOD", "NAV", "NWS", "PAY", "PHA", "PRO", "REF", "REL", "ROLE"),
    *("ROLE2", "RT", "SCH", "SES", "SES2", "SNV", "SRCH", "STA", "SUB", "TAG", "UNI", "UPL", "UPL2", "USR", "VER"),
    "WKN",
)
"""Prefixes of requirement ids. They have three digits; ``REL-1`` to ``REL-12`` are rows of the page of guarantees."""
_PAGE_OF_AREA: Final[Mapping[str, str]] = {"labs": "partners", "pharmacies": "partners"}
"""Areas whose page of the specification has another name."""

_REFERENCE: Final = re.compile(
    rf"""
    (?<![\w-])(?P<id>(?:[ABS]|SEC|FAULT)-\d+|REL-\d\d?|(?:{"|".join(REQUIREMENTS)})-\d{{3}})(?!\w|-\w)
    |(?<![\w-])(?P<document>[AB])\ (?P<section>\d\d?)(?=[,;)."]|\s(?:and|to|\()|$)
    |\b[Dd]ecisions?[\s#*/]+(?P<decisions>\d{{1,4}}(?:(?:,|\ and|,\ and|\ to)\ \d{{1,4}}\b)*)
    """,
    re.VERBOSE | re.MULTILINE,
)
_ANCHOR: Final = re.compile(r'<a id="([^"]+)"></a>')
_NUMBER: Final = re.compile(r"\d+")
_NO_LINKS: Final = re.compile(r"(`+)[^`]+\1|\[[^\]]*\]\([^)]*\)")
"""Code and links, whose content must not become a link."""


@dataclass(frozen=True)
class Reference:
    """Reference in a text."""

    text: str
    start: int
    key: str
    """Target, such as ``b-55``, ``section-b-7`` or ``decision-193``."""

    @property
    def end(self) -> int:
        """Offset after the reference."""
        return self.start + len(self.text)


def find_references(text: str) -> Iterator[Reference]:
    """Yield all references of a text in order."""
    for match in _REFERENCE.finditer(text):
        if match["id"]:
            yield Reference(match["id"], match.start(), match["id"].lower())
        elif match["document"]:
            yield Reference(match[0], match.start(), f"section-{match['document'].lower()}-{match['section']}")
        else:
            start = match.start("decisions")
            for number in _NUMBER.finditer(match["decisions"]):
                yield Reference(number[0], start + number.start(), f"decision-{int(number[0])}")


class Targets:
    """All anchors and files that a reference can lead to, as paths below ``docs/``."""

    def __init__(self, root: Path = ROOT) -> None:
        docs = root / "docs"
        self._anchors: dict[str, str] = {}
        self._pages: dict[str, set[str]] = {}
        for page in [*sorted((docs / "specification").glob("*.md")), docs / "guarantees.md"]:
            path = page.relative_to(docs).as_posix()
            anchors = _ANCHOR.findall(page.read_text("utf-8"))
            self._pages[path] = set(anchors)
            for anchor in anchors:
                # The pages of the areas repeat the anchors of the sections, which README.md has first.
                self._anchors.setdefault(anchor, f"{path}#{anchor}")
        for page in sorted((docs / "decisions").glob("*.md")):
            for anchor in re.findall(r'<a id="d-(\d{4})"></a>', page.read_text("utf-8")):
                self._anchors[f"decision-{int(anchor)}"] = f"decisions/{page.name}#d-{anchor}"

    def path_of(self, reference: Reference, area: str = "") -> str | None:
        """Return the path of a target below ``docs/``; of a section the one on the page of the area, if it has one."""
        page = f"specification/{_PAGE_OF_AREA.get(area, area)}.md"
        if reference.key.startswith("section-") and reference.key in self._pages.get(page, ()):
            return f"{page}#{reference.key}"
        return self._anchors.get(reference.key)

    def link(self, text: str, area: str = "") -> str:
        """Return the Markdown text with its references as links, for a page in ``docs/``."""
        parts, end = [], 0
        skipped = [span.span() for span in _NO_LINKS.finditer(text)]
        for reference in find_references(text):
            path = self.path_of(reference, area)
            if path is None or any(first <= reference.start < last for first, last in skipped):
                continue
            parts += [text[end : reference.start], f"[{reference.text}]({path})"]
            end = reference.end
        return "".join([*parts, text[end:]])
