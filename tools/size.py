"""Counts of the product: calls, commands, settings, pages and navigation entries. ``docs/size.toml`` records them.

python -m tools.size prints the counts.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from careops.calls import all_calls
from careops_cli.reference import commands
from careops_server.core.configuration.settings import Settings
from tools.docs_site.pages import RECORDS
from tools.files import ROOT, files

FILE: Final = ROOT / "docs/size.toml"
_ENTRY: Final = re.compile(r"^ {4}nav: \{(?!.*group: \"(?:today|account)\")", re.MULTILINE)


def counts() -> dict[str, int]:
    """Return each count by its name in ``docs/size.toml``."""
    is_own = [call.route.is_own for call in all_calls()]
    names = [name.split() for name, _ in commands()]
    pages = [name for name in files("docs") if name.endswith(".md") and not name.startswith(RECORDS)]
    return {
        "documented_calls": is_own.count(False),
        "own_calls": is_own.count(True),
        "commands": len(names),
        "first_level_commands": len({first for _, first, *_ in names}),
        "settings": len(Settings.model_fields),
        "guide_pages": sum(name.startswith("docs/guide/") for name in pages),
        "decision_pages": sum(name.startswith("docs/decisions/") for name in pages),
        "pages": len(pages),
        "navigation_entries": len(_ENTRY.findall((ROOT / "webapp/src/app/routes.tsx").read_text("utf-8"))),
    }


def complaints(counted: Mapping[str, int], records: Mapping[str, Any]) -> list[str]:
    """Return how the recorded sizes differ from the counted ones, with the correction of each."""
    wrong = [f"{name}: count it in tools/size.py" for name in records if name not in counted]
    for name, count in counted.items():
        record = records.get(name, {})
        first, now, growth = record.get("first", 0), record.get("now", 0), record.get("more", [])
        expected = now + sum(each["by"] for each in growth)
        if count > expected:
            wrong.append(f'{name}: {count}, recorded {expected}. Remove one, or add: [[{name}.more]] by, reason = "…"')
        elif count < expected:
            wrong.append(f"{name}: {count}, recorded {expected}. Set `now` to {count - expected + now}")
        if now > first:
            wrong.append(f"{name}: `now` only falls; growth is a `more` with a reason")
        wrong += [f"{name}: a `more` needs a reason" for each in growth if not each.get("reason", "").strip()]
    return wrong


def load_records() -> dict[str, Any]:
    """Return the recorded sizes."""
    return tomllib.loads(FILE.read_text("utf-8"))


if __name__ == "__main__":
    sys.stdout.writelines(f"{name} {count}\n" for name, count in counts().items())
