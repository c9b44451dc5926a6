"""Latest results of each section, stored next to the sections as input of the page."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from bench.report import Findings, Goal

_FOLDER = Path(__file__).parent / "results"


def save(name: str, findings: Findings) -> None:
    """Replace the section's stored results."""
    _FOLDER.mkdir(exist_ok=True)
    text = json.dumps(asdict(findings), ensure_ascii=False, indent=1)
    (_FOLDER / f"{name}.json").write_text(f"{text}\n", "utf-8")


def load(name: str) -> Findings | None:
    """Return the section's latest results; None if it was never measured completely."""
    file = _FOLDER / f"{name}.json"
    if not file.exists():
        return None
    data = json.loads(file.read_text("utf-8"))
    data["goals"] = [Goal(**goal) for goal in data["goals"]]
    data["numbers"] = [tuple(row) for row in data["numbers"]]
    data["facts"] = [(str(what), str(value)) for what, value in data["facts"]]
    return Findings(**data)
