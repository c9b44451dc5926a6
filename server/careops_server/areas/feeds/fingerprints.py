"""Identification of feed items from one fetch to the next."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from careops_server.areas.feeds.parse import Item

_TRACKING: Final = re.compile(r"utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|cmpid|source|spm")


@dataclass(frozen=True)
class FingerprintedItem:
    """An item with its identifiers, which are hashed to limit their length."""

    item: Item
    guid: str | None
    """Missing if several items of the feed have the same guid."""
    link: str | None
    """Link without tracking parameters, if there is one."""
    heading: str
    """Title and day; also the text if several items without guid and link have the same title and day."""
    plain: str
    """Title and day."""
    fingerprint: str
    """Title, day and text."""

    @property
    def identity(self) -> str:
        """The first available identifier."""
        return self.guid or self.link or self.heading


def marked(items: list[Item]) -> Iterator[FingerprintedItem]:
    """Yield the items of a document with their identifiers, without duplicates."""
    guids = Counter(item.guid for item in items)
    headings = Counter(_heading(item) for item in items if not item.guid and not item.link)
    identities = set()
    for item in items:
        heading = _heading(item)
        plain = _fingerprint("heading", heading)
        heading_mark = _fingerprint("heading", f"{heading}|{' '.join(item.text.split())}")
        fingerprinted_item = FingerprintedItem(
            item,
            _fingerprint("guid", item.guid) if item.guid and guids[item.guid] == 1 else None,
            _fingerprint("link", strip_tracking(item.link)) if item.link else None,
            heading_mark if headings[heading] > 1 and not item.guid and not item.link else plain,
            plain,
            heading_mark,
        )
        if fingerprinted_item.identity not in identities:
            identities.add(fingerprinted_item.identity)
            yield fingerprinted_item


def _heading(item: Item) -> str:
    title = " ".join((item.title or item.text[:200]).lower().split())
    return f"{title}|{item.day or ''}"


def strip_tracking(address: str) -> str:
    """Return the address without tracking parameters."""
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if _means(name)]
    path = parts.path.rstrip("/") or "/"
    return urlunsplit(("https", parts.netloc.lower().removeprefix("www."), path, urlencode(sorted(query)), ""))


def _means(name: str) -> bool:
    return _TRACKING.fullmatch(name.lower()) is None


def _fingerprint(kind: str, text: str) -> str:
    return f"{kind}:{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:40]}"
