"""The page about upgrades names each removed setting, call, command and page with its replacement."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from careops.calls import calls_by_name
from careops_cli.reference import commands
from careops_server.core.configuration.settings import Settings
from tools.docs_site.redirects import moved_pages
from tools.files import ROOT
from tools.removed import PAGE, page, registers

PUBLISHED = Path(__file__).with_name("names_of_1_0.tsv")
"""Calls, commands, settings and pages of the guide in version 1.0.0."""


def test_tables_of_removed_things_are_fresh() -> None:
    assert PAGE.read_text("utf-8") == page(), "docs/guide/upgrading.md is stale: run `nox -s generate`"
    assert all(registers().values())


def test_each_name_of_1_0_still_works_or_has_a_row() -> None:
    current = {
        "call": set(calls_by_name()),
        "command": {name.removeprefix("careops ") for name, _ in commands()},
        "setting": set(Settings.model_fields),
        "page": {f"guide/{file.name}" for file in (ROOT / "docs/guide").glob("*.md")},
    }
    rows = {kind: [name for head, rows in registers().items() if kind in head for name in rows] for kind in current}
    lost = []
    for line in PUBLISHED.read_text("utf-8").splitlines():
        kind, name = line.split("\t")
        if name not in current[kind] and not _has_row(name, rows[kind]):
            lost.append(line)
    assert lost == [], "add each to its register"


def test_no_name_is_both_removed_and_current() -> None:
    heads = registers()
    assert not heads["| Removed call | Replacement | Since |"].keys() & calls_by_name().keys()
    assert not heads["| Renamed call | New name | Works until |"].keys() & calls_by_name().keys()
    assert not heads["| Removed setting | Replacement | Since |"].keys() & Settings.model_fields.keys()
    assert not [old for old in moved_pages() if (ROOT / "docs" / old).exists()]


def _has_row(name: str, rows: Iterable[str]) -> bool:
    """Return whether a row has the name or, for a command, its group."""
    return any(name == old or name.startswith(f"{old} ") for old in rows)
