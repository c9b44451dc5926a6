"""Tables of removed and renamed settings, calls, commands and pages in ``docs/guide/upgrading.md``.

Write the tables from the registers that the server, the terminal and the documentation site use.

python -m tools.removed
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from careops.renamed import CALLS as RENAMED_CALLS
from careops.renamed import REMOVED_IN as RENAMED_CALLS_REMOVED_IN
from careops_cli.root import REMOVED
from careops_server.core.configuration.removed_settings import REMOVED_SETTINGS
from careops_server.core.configuration.settings import PREFIX
from careops_server.core.http.removed_calls import REMOVED_CALLS
from tools.docs_site.redirects import moved_by_release
from tools.files import ROOT

PAGE: Final = ROOT / "docs/guide/upgrading.md"


def registers() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return replacement and version of each removed thing, by the head of its table and its name."""
    return {
        "| Removed setting | Replacement | Since |": {
            name: (re.sub(rf"{PREFIX}\w+", r"`\g<0>`", row.replacement), row.release)
            for name, row in REMOVED_SETTINGS.items()
        },
        "| Removed call | Replacement | Since |": {
            name: (f"`{call.replacement}`", call.release) for name, call in sorted(REMOVED_CALLS.items())
        },
        "| Renamed call | New name | Works until |": {
            old: (f"`{new}`", RENAMED_CALLS_REMOVED_IN) for old, new in sorted(RENAMED_CALLS.items())
        },
        "| Removed command | Replacement | Since |": {
            old: (f"`careops {new}`", release) for release, names in REMOVED.items() for old, new in names.items()
        },
        "| Old page | New place | Since |": {
            old: (f"[{(address := os.path.relpath(new, 'guide'))}]({address})", release)
            for release, pages in moved_by_release().items()
            for old, new in pages.items()
        },
    }


def page() -> str:
    """Return the page about upgrades with the current tables."""
    text = PAGE.read_text("utf-8")
    for head, rows in registers().items():
        lines = "".join(f"| `{_written(head, old)}` | {new} | {release} |\n" for old, (new, release) in rows.items())
        pattern = f"({re.escape(head)}\n\\|---\\|---\\|---\\|\n)(\\|.*\n)*"
        text, count = re.subn(pattern, partial(_fill, lines=lines), text)
        if count != 1:
            raise ValueError(f"{PAGE}: {count} tables begin with {head}")
    return text


def _fill(table: re.Match[str], lines: str) -> str:
    return f"{table[1]}{lines}"


def _written(head: str, name: str) -> str:
    if "setting" in head:
        return f"{PREFIX}{name.upper()}"
    return f"careops {name}" if "command" in head else name


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
