"""Old addresses of pages: small pages of the site that lead to the new ones, also without a server."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Final

import yaml  # type: ignore[import-untyped]  # untyped

from generators.decisions import old_addresses
from tools.docs_site.links import BrokenLink
from tools.files import ROOT

MOVED: Final = ROOT / "docs/moved.yml"
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta http-equiv="refresh" content="0; url={address}">
<link rel="canonical" href="{address}">
<p>This page has moved: <a href="{address}">{address}</a></p>
</html>
"""


def moved_by_release() -> dict[str, dict[str, str]]:
    """Return the new place of each page that moved, without the records of decisions, by release."""
    releases: dict[str, dict[str, str]] = yaml.safe_load(MOVED.read_text("utf-8"))
    return releases


def moved_pages() -> dict[str, str]:
    """Return the new place of each page that moved, without the records of decisions."""
    return {old: new for pages in moved_by_release().values() for old, new in pages.items()}


def redirects() -> dict[str, str]:
    """Return the place of each page that moved, with the anchor of its content, by its old place."""
    records = {f"decisions/{file}": f"decisions/{place}" for file, place in old_addresses().items()}
    return moved_pages() | records


def write_redirects(site: Path, places: dict[str, str]) -> None:
    """Write a page for each old place. Raises ``BrokenLink`` if the new one does not exist."""
    for old, new in places.items():
        place, mark, anchor = new.partition("#")
        target, page = site / _html(place), site / _html(old)
        if not target.exists() or (anchor and f'id="{anchor}"' not in target.read_text("utf-8")):
            raise BrokenLink(f"{old}: {new} does not exist")
        if page.exists():
            raise BrokenLink(f"{old} has moved to {new}, but still exists")
        address = PurePosixPath(os.path.relpath(target, page.parent)).as_posix()
        page.write_text(_PAGE.format(address=f"{address}{mark}{anchor}"), "utf-8")


def _html(place: str) -> str:
    return f"{place.removesuffix('.md')}.html"
