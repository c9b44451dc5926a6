"""Conversion of a feed's HTML to plain paragraphs, with link addresses in the text. The HTML is never shown."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

_BREAKS: Final = frozenset(
    {
        *("address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure"),
        *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p", "pre"),
        *("section", "table", "tbody", "tfoot", "thead", "tr", "ul"),
        *("caption", "details", "legend", "option", "summary"),
    }
)
_LINES: Final = frozenset({"br", "li"})
_CELLS: Final = frozenset({"td", "th"})
_UNSEEN: Final = frozenset({"script", "style", "template", "noscript", "iframe", "object", "svg", "math", "head"})
_BLANKS: Final = re.compile(r"[^\S\n]+")
_GAP: Final = "\n\n"
_BLANK: Final = re.compile(r"\s")
_BREAK_IN_ADDRESS: Final = re.compile(r"[\t\r\n]+")
"""Removed from addresses, as browsers do; other blanks are encoded."""


class Paragraphs(HTMLParser):
    """Collects the text of HTML without building a tree, so deep nesting costs nothing."""

    def __init__(self, base: str, *, most: int) -> None:
        super().__init__(convert_charrefs=True)
        self._base = base
        self._most = most
        self._parts: list[str] = []
        self._length = 0
        self._unseen = ""
        self._unseen_depth = 0
        self._link: str | None = None
        self._link_from = 0
        self._is_first_cell = True
        self.picture: str | None = None
        """Address of the first picture."""

    @property
    def text(self) -> str:
        """Collected text with normalized blanks and line breaks."""
        lines = (_BLANKS.sub(" ", line).strip() for line in "".join(self._parts).split("\n"))
        return re.sub(r"\n{3,}", _GAP, "\n".join(lines)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen:
            self._unseen_depth += tag == self._unseen
            return
        if tag in _UNSEEN:
            self._unseen, self._unseen_depth = tag, 1
        elif tag == "a":
            self._end_link()
            self._link, self._link_from = web_address(dict(attrs).get("href"), self._base), len(self._parts)
        elif tag == "img":
            self.picture = self.picture or web_address(dict(attrs).get("src"), self._base)
        elif tag in _CELLS:
            self._add("" if self._is_first_cell else " | ")
            self._is_first_cell = False
        elif tag in _BREAKS:
            self._is_first_cell = True
            self._add(_GAP)
        elif tag in _LINES:
            self._add("\n- " if tag == "li" else "\n")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _UNSEEN:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            self._unseen_depth -= tag == self._unseen
            self._unseen = self._unseen if self._unseen_depth else ""
        elif tag == "a":
            self._end_link()
        elif tag in _BREAKS:
            self._add(_GAP)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._add(data.replace("\r", "").replace("\n", " "))

    def _end_link(self) -> None:
        link, self._link = self._link, None
        if link is None:
            return
        text = "".join(self._parts[self._link_from :]).strip()
        if text and text != link:
            self._add(f" ({link})")
        elif not text:
            self._parts = self._parts[: self._link_from]

    def _add(self, text: str) -> None:
        if self._length <= self._most:
            self._parts.append(text)
            self._length += len(text)


def plain(html: str, base: str, *, most: int) -> tuple[str, str | None]:
    """Return the text of HTML, limited to about ``most`` characters, and the address of its first picture."""
    reader = Paragraphs(base, most=most)
    reader.feed(html)
    reader.close()
    return readable(reader.text), reader.picture


def readable(text: str) -> str:
    """Return the text without control characters, which forms do not accept either."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))


def web_address(written: str | None, base: str) -> str | None:
    """Return an absolute web address, None for anything else (``javascript:``, ``data:``, a mail address)."""
    if not written:
        return None
    try:
        address = _BLANK.sub(lambda blank: quote(blank[0]), urljoin(base, _BREAK_IN_ADDRESS.sub("", written.strip())))
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return None
    return None if "%" in parts.netloc else address
