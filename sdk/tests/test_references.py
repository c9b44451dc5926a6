"""References to the specification, the page of guarantees and the decisions lead to an anchor or a file that exists."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tools.docs_site.pages import BUILT

from generators.references import ROOT, Targets, find_references

FOLDERS = ("bench", "cli", "clients", "docs", "e2e", "mutations", "sdk", "server", "webapp")
ENDINGS = {".css", ".js", ".md", ".mjs", ".py", ".sh", ".sql", ".toml", ".ts", ".tsv", ".tsx", ".yaml", ".yml"}
NOT_OURS = {"node_modules", "static", "documentation", "dist", "results", "__pycache__"}
SPECIFICATION = ROOT / "docs/specification"
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def sources(root: Path) -> Iterator[Path]:
    """Yield every text file of the project."""
    for path in root.iterdir():
        if path.is_file() and path.suffix in ENDINGS:
            yield path
    for folder in FOLDERS:
        for parent, folders, files in os.walk(root / folder):
            folders[:] = [name for name in folders if name not in NOT_OURS]
            yield from (Path(parent, name) for name in files if Path(name).suffix in ENDINGS)


def without_target(root: Path) -> list[str]:
    """Return every reference without a target, with its file and line."""
    targets = Targets(root)
    lines = []
    for path in sources(root):
        text = path.read_text("utf-8")
        # The specification describes the requirement ids that code does not cite, so it has no anchors for them.
        own = path.parent == root / "docs/specification"
        for reference in find_references(text):
            if targets.path_of(reference) is None and not (own and re.fullmatch(r"[a-z0-9]+-\d{3}", reference.key)):
                line = text.count("\n", 0, reference.start) + 1
                lines.append(f"{path.relative_to(root).as_posix()}:{line}: {reference.text}")
    return sorted(lines)


@cache
def text_of(page: Path) -> str:
    """Return the text of a page, which may be one that is built and not committed."""
    build = BUILT.get(page.relative_to(ROOT).as_posix()) if page.is_relative_to(ROOT) else None
    return build() if build else page.read_text("utf-8")


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: explicit ones, and those that GitHub derives from headings."""
    text = text_of(page)
    ids = set(re.findall(r'<a id="([^"]+)"></a>', text))
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"<[^>]+>|\[|\]\([^)]*\)", "", heading).strip().lower()
        ids.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return ids


def dead_links(root: Path) -> list[str]:
    """Return every broken link between pages of the documentation, with its file and line."""
    lines = []
    for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *map(root.joinpath, BUILT)]:
        text = text_of(page)
        for link in LINK.finditer(text):
            path, _, anchor = link[1].partition("#")
            if "://" in path or path.startswith("mailto:"):
                continue
            target = Path(os.path.normpath(page.parent / path)) if path else page
            exists = target.exists() or target.relative_to(root).as_posix() in BUILT
            if not exists or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
                line = text.count("\n", 0, link.start()) + 1
                lines.append(f"{page.relative_to(root).as_posix()}:{line}: {link[1]}")
    return sorted(lines)


def test_every_reference_has_a_target() -> None:
    assert without_target(ROOT) == []


def test_every_link_between_pages_has_a_target() -> None:
    assert dead_links(ROOT) == []


def test_the_readme_is_one_screen_with_three_links_for_each_reader() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "](" in line]
    assert [len(LINK.findall(row)) for row in rows] == [3] * 5
    assert len(text.splitlines()) <= 40


def test_the_specification_has_each_decision_once() -> None:
    text = "".join(page.read_text("utf-8") for page in SPECIFICATION.glob("*.md"))
    counts = Counter(re.findall(r'<a id="([abs]-\d+)"></a>\*\*', text))
    last = {"a": 64, "b": 115, "s": 6}
    assert counts == Counter(f"{kind}-{n}" for kind, most in last.items() for n in range(1, most + 1))


def test_the_index_of_the_specification_names_every_page() -> None:
    index = (SPECIFICATION / "README.md").read_text("utf-8")
    missing = [page.name for page in SPECIFICATION.glob("*.md") if f"]({page.name})" not in index]
    assert missing == ["README.md"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Add a code. Spec: B 5, B 7 (B-55, S-6).", ["section-b-5", "section-b-7", "b-55", "s-6"]),
        ("(spec: A 2)", ["section-a-2"]),
        ('    x == "A 7"', ["section-a-7"]),
        ("// Proves SEC-19, FAULT-7 and REL-2.", ["sec-19", "fault-7", "rel-2"]),
        ("Signed in (NAV-006).", ["nav-006"]),
        ("See decisions 30 and 80, decision 9.", ["decision-30", "decision-80", "decision-9"]),
        ("# as of decision\n# 193, and so on", ["decision-193"]),
        ("[why](docs/decisions/0012-gateway.md)", ["decision-12"]),
        ("A 16-bit TIFF, UTF-8, INV-2026-000071, REF-2, sha-1", []),
    ],
)
def test_references_are_found(text: str, keys: list[str]) -> None:
    assert [reference.key for reference in find_references(text)] == keys


def test_a_reference_without_target_is_named_with_its_line(tmp_path: Path) -> None:
    for folder in (*FOLDERS, "docs/specification", "docs/decisions"):
        (tmp_path / folder).mkdir()
    (tmp_path / "docs/guarantees.md").write_text('| <a id="sec-01"></a>SEC-01 |')
    (tmp_path / "docs/specification/README.md").write_text('<a id="section-b-7"></a> <a id="b-1"></a>')
    (tmp_path / "docs/decisions/0009-one.md").write_text("# 9. One")
    unknown = "B-" + "900"
    (tmp_path / "sdk/a.py").write_text(f'"""Spec: B 7 (B-1, SEC-01, decision 9)."""\n# {unknown}\n')
    assert without_target(tmp_path) == [f"sdk/a.py:2: {unknown}"]


def test_links_lead_to_the_page_of_the_area() -> None:
    linked = Targets().link("Spec: B 7 (B-55, decision 9). ``B-55`` stays.", "promo_codes")
    assert linked == (
        "Spec: [B 7](specification/promo_codes.md#section-b-7) ([B-55](specification/promo_codes.md#b-55), "
        "decision [9](decisions/0009-one-transaction.md)). ``B-55`` stays."
    )
