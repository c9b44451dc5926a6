"""Parse a feed in a sandboxed subprocess: ``python -m …parse_worker ADDRESS CONTENT_TYPE``.

Reads the document from stdin and writes one line of JSON: its items as plain text, or the reason why it is not a feed,
as ``error``.
"""

from __future__ import annotations

import codecs
import json
import re
import sys
from calendar import timegm
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from careops.bulk.moments import parse_moment
from careops.constants import MAX_NEWS_TEXT_LENGTH, MAX_TITLE_LENGTH, MAX_URL_LENGTH
from careops.india_time import INDIA
from careops_server.areas.feeds.html_to_text import plain, web_address
from careops_server.core.sandbox import set_limits

MEMORY: Final = 1 << 29
SECONDS: Final = 5
MAX_ITEMS: Final = 500
_FIRST_YEAR: Final = 1990
_AHEAD: Final = timedelta(days=2)
"""Dates further ahead are errors. An article of the year 2999 would stay on top for good."""
_WORDS: Final = {"today": timedelta(0), "yesterday": timedelta(days=1)}
_WEEKDAY: Final = re.compile(r"^[a-z]{3,9}, ?")
_NO_MOMENT: Final = re.compile(r"\d+$|0\d{3}-")
"""Numbers and years before 1000, which feedparser turns into other years."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ENCODING: Final = re.compile(r"""(^\s*<\?xml[^>]{0,200}?encoding=["'])[^"']{0,100}(["'])""")
_EMPTY_LINK: Final = re.compile(rb"<link\s*/>|<link>\s*</link>")
_PICTURES: Final = ("image/jpeg", "image/jpg", "image/png")


def parsed(document: bytes, address: str, content_type: str) -> dict[str, Any]:
    """Return the first 500 items of a feed of any format, or only ``error`` if it is not a feed."""
    import feedparser  # type: ignore[import-untyped]  # untyped; every value is checked

    document, content_type = _as_utf8(document, content_type)
    # feedparser takes an empty link for a link, and then does not use the guid as link.
    document = _EMPTY_LINK.sub(b"", document)
    headers = {"content-type": content_type, "content-location": address} if content_type else {}
    feed = feedparser.parse(document, response_headers=headers, sanitize_html=False)
    if not feed.get("version"):
        return {"error": "no feed"}
    entries: Sequence[Mapping[str, Any]] = feed.entries
    home = web_address(feed.feed.get("link"), address) or address
    items = [_item(entry, home) for entry in entries[:MAX_ITEMS]]
    _give_near_days(items)
    return {"home": home, "items": items, "left": max(0, len(entries) - MAX_ITEMS)}


def _as_utf8(document: bytes, content_type: str) -> tuple[bytes, str]:
    """Return a document with a byte order mark as UTF-8; the mark overrides other declarations (RFC 7303, 3)."""
    for mark, name in _MARKS:
        if document.startswith(mark):
            text = document[len(mark) :].decode(name, "replace")
            kind = content_type.partition(";")[0].strip() or "application/xml"
            return _ENCODING.sub(r"\1utf-8\2", text, count=1).encode(errors="replace"), f"{kind}; charset=utf-8"
    return document, content_type


def _give_near_days(items: Sequence[dict[str, Any]]) -> None:
    """Give an item without a day the day of the item before it, else of the one after it, because feeds are ordered."""
    for in_order in (items, items[::-1]):
        near = None
        for item in in_order:
            near = item["day"] or near
            item["near_day"] = item["near_day"] or near


def _item(entry: Mapping[str, Any], home: str) -> dict[str, Any]:
    title, _ = plain(_text(entry.get("title")), home, most=MAX_TITLE_LENGTH)
    text, picture = plain(_body(entry), home, most=MAX_NEWS_TEXT_LENGTH)
    return {
        "guid": _text(entry.get("id"))[:MAX_URL_LENGTH] or None,
        "title": _cut(" ".join(title.split()), MAX_TITLE_LENGTH),
        "link": web_address(_text(entry.get("link")), home),
        "text": _cut(text, MAX_NEWS_TEXT_LENGTH),
        "day": _day(entry, datetime.now(INDIA)),
        "near_day": None,
        "picture": _picture(entry, home) or picture,
    }


def _body(entry: Mapping[str, Any]) -> str:
    """Return the longest body of an item. Some have both a summary and the whole text."""
    bodies = [_text(entry.get("summary")), *(_text(content.get("value")) for content in entry.get("content") or ())]
    return max(bodies, key=len)


def _picture(entry: Mapping[str, Any], home: str) -> str | None:
    named = [
        *((each, "url") for each in entry.get("media_content") or () if _is_picture(each)),
        *((each, "url") for each in entry.get("media_thumbnail") or ()),
        *((each, "href") for each in entry.get("links") or () if each.get("rel") == "enclosure" and _is_picture(each)),
    ]
    addresses = (web_address(_text(each.get(name)), home) for each, name in named)
    return next((address for address in addresses if address), None)


def _is_picture(each: Mapping[str, Any]) -> bool:
    return each.get("medium") == "image" or _text(each.get("type")).lower() in _PICTURES


def _day(entry: Mapping[str, Any], now: datetime) -> str | None:
    """Return the publication day in India, None if it is missing or implausible."""
    for name in ("published", "updated"):
        moment = _moment(_text(entry.get(name)), entry.get(f"{name}_parsed"), now)
        if moment is not None and moment.year >= _FIRST_YEAR and moment <= now + _AHEAD:
            return moment.astimezone(INDIA).date().isoformat()
    return None


def _moment(text: str, parsed: Any, now: datetime) -> datetime | None:
    """Parse a time in common formats, else take feedparser's result."""
    words = " ".join(text.casefold().split())
    if words in _WORDS:
        return now - _WORDS[words]
    try:
        return parse_moment(_WEEKDAY.sub("", words), now + _AHEAD)
    except ValueError:
        pass  # a format that only feedparser knows
    if not parsed or _NO_MOMENT.match(words):
        return None
    try:
        return datetime.fromtimestamp(timegm(parsed), INDIA)
    except (ValueError, OverflowError, OSError):
        return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def main() -> None:
    """Parse the document in stdin."""
    set_limits(memory=MEMORY, seconds=SECONDS)
    address, content_type = sys.argv[1:]
    try:
        result = parsed(sys.stdin.buffer.read(), address, content_type)
    except (MemoryError, RecursionError):
        result = {"error": "too much"}
    sys.stdout.write(json.dumps(result, ensure_ascii=True))


if __name__ == "__main__":
    main()
