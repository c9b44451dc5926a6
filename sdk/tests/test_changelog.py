"""The changelog has the form of Keep a Changelog: versions, their sections in order, and one bullet per change."""

from __future__ import annotations

import json
import re
from datetime import date

from careops import __version__
from generators.references import ROOT

SECTIONS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
RELEASE = re.compile(r"Unreleased|\[?\d+\.\d+\.\d+\]? - \d{4}-\d{2}-\d{2}")


def misplaced(text: str) -> list[str]:
    """Return every misplaced line: a change outside a section, an unknown section, a text that is not a bullet."""
    wrong, section, release = [], "", ""
    for line in text.splitlines():
        if line.startswith("## "):
            release, section = line[3:], ""
            wrong += [] if RELEASE.fullmatch(release) else [line]
        elif line.startswith("### "):
            section = line[4:]
            wrong += [] if section in SECTIONS else [line]
        elif release and line and not line.startswith("#### ") and (not section or not line.startswith(("- ", "  "))):
            wrong.append(line)
    return wrong


def test_every_change_is_a_bullet_in_a_section() -> None:
    assert misplaced((ROOT / "CHANGELOG.md").read_text("utf-8")) == [], f"sections are {', '.join(SECTIONS)}"


def test_sections_of_a_release_are_unique() -> None:
    releases = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    for release in releases:
        sections = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert len(sections) == len(set(sections))


def test_change_outside_a_section_is_reported() -> None:
    assert misplaced("# Changelog\n\nText.\n\n## Unreleased\n\n- Lost.\n\n### Added\n\n- Fine.\n\n### News\n") == [
        "- Lost.",
        "### News",
    ]


def test_the_newest_release_is_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased", "changes after the release go there"
    assert headings[1].partition(" - ")[0] == __version__
    date.fromisoformat(headings[1].partition(" - ")[2])


def test_releases_are_in_order() -> None:
    versions = re.findall(r"^## (\d+)\.(\d+)\.(\d+) - (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    releases = [(day, int(major), int(minor), int(patch)) for major, minor, patch, day in versions]
    assert releases == sorted(releases, reverse=True)


def test_every_other_mention_of_the_version_is_this_one() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    locked = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert package["version"] == locked["version"] == locked["packages"][""]["version"] == __version__
    others = (ROOT / name for name in ("docs/index.md", "README.md", "CONTRIBUTING.md"))
    for page in [*(ROOT / "docs/guide").glob("*.md"), *others]:
        mentions = re.findall(r"careops(?:-sdk/|-types-|-|==| )(\d+\.\d+\.\d+)", page.read_text("utf-8"))
        assert set(mentions) <= {__version__}, page.name
