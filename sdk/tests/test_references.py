"""References to the specification, the page of guarantees and the decisions lead to an anchor or a file that exists."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest
from tools.docs_site.pages import BUILT
from tools.files import files

from generators.references import ROOT, Targets, find_references

FOLDERS = ("bench", "cli", "docs", "e2e", "sdk", "server", "tools/clients", "tools/mutations", "webapp")
ENDINGS = {".css", ".js", ".md", ".mjs", ".py", ".sh", ".sql", ".toml", ".ts", ".tsv", ".tsx", ".yaml", ".yml"}
NOT_OURS = {"node_modules", "static", "documentation", "dist", "results", "__pycache__"}
SPECIFICATION = ROOT / "docs/specification"
LINK = re.compile(
    r"""\]\(<?([^()\s<>]+)>?(?:\s+["'][^"']*["'])?\)|^\[[^\]^]+\]:\s*<?([^\s<>]+)|\s(?:src|href)=["']([^"']+)["']""",
    re.MULTILINE,
)
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def sources(root: Path) -> Iterator[Path]:
    """Yield every text file of the project."""
    for path in root.iterdir():
        if path.is_file() and path.suffix in ENDINGS:
            yield path
    for folder in FOLDERS:
        for parent, folders, entries in os.walk(root / folder):
            folders[:] = [name for name in folders if name not in NOT_OURS]
            yield from (Path(parent, name) for name in entries if Path(name).suffix in ENDINGS)


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


def anchors(text: str) -> set[str]:
    """Return the anchors of a page: explicit ones, and those that GitHub derives from headings."""
    ids = set(re.findall(r'<a id="([^"]+)"></a>', text))
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"<[^>]+>|\[|\]\([^)]*\)", "", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        ids.add(next(name for name in (slug, *(f"{slug}-{n}" for n in range(1, 100))) if name not in ids))
    return ids


def dead_links(names: Collection[str], texts: Mapping[str, str]) -> list[str]:
    """Return every relative link of the pages without a file or an anchor, with its page and line.

    ``names`` are the files of the repository, ``texts`` the texts of its Markdown files.
    """
    folders = {parent.as_posix() for name in names for parent in PurePosixPath(name).parents}
    anchors_of = {name: anchors(text) for name, text in texts.items()}
    lines = []
    for page, text in texts.items():
        # Blank lines in place of code keep the line numbers.
        prose = CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
        for link in LINK.finditer(prose):
            target = next(filter(None, link.groups()))
            path, _, anchor = unquote(target).partition("#")
            if "://" in path or path.startswith("mailto:"):
                continue
            name = os.path.normpath(PurePosixPath(page).parent / path) if path else page
            if (name not in names and name not in folders) or (anchor and anchor not in anchors_of.get(name, {anchor})):
                line = prose.count("\n", 0, link.start()) + 1
                lines.append(f"{page}:{line}: {target}")
    return sorted(lines)


def markdown_files() -> dict[str, str]:
    """Return the text of every Markdown file of the repository."""
    return {name: (ROOT / name).read_text("utf-8") for name in files() if name.endswith(".md")}


def test_every_reference_has_a_target() -> None:
    assert without_target(ROOT) == []


def test_every_link_in_the_repository_has_a_target() -> None:
    assert dead_links(set(files()), markdown_files()) == []


def test_every_link_of_the_site_has_a_target() -> None:
    built = {name: build() for name, build in BUILT.items()}
    assert dead_links({*files(), *BUILT}, {**markdown_files(), **built}) == []


def test_short_and_long_reference_have_the_same_chapters() -> None:
    long = anchors(BUILT["docs/calls.md"]())
    assert anchors((ROOT / "docs/calls.md").read_text("utf-8")) <= long


@pytest.mark.parametrize(
    "link",
    [
        "[text](missing.md)",
        "[text](../docs/missing.md)",
        "[text](other.md#missing)",
        "[text](#missing)",
        '[text](missing.md "Title")',
        "![text](missing.png)",
        "[![text](there.png)](missing.md)",
        '<img alt="" src="missing.png">',
        '<a href="missing.md">text</a>',
        "[text]: missing.md",
    ],
)
def test_link_without_target_is_reported(link: str) -> None:
    names = {"docs/page.md", "docs/other.md", "docs/there.png"}
    texts = {"docs/page.md": f"# Page\n\n```\n[in code](gone.md)\n```\n\n{link}\n", "docs/other.md": "# Other\n"}
    [line] = dead_links(names, texts)
    assert line.startswith("docs/page.md:7: ")
    assert "missing" in line


@pytest.mark.parametrize(
    "link",
    ["[text](other.md#a-chapter-1)", "[text](../docs)", "[text](#page)", "https://a.example/x", "`[text](gone.md)`"],
)
def test_link_with_target_is_accepted(link: str) -> None:
    texts = {"docs/page.md": f"# Page\n\n{link}\n", "docs/other.md": "# A chapter\n\n## A chapter\n"}
    assert dead_links(texts.keys(), texts) == []


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


def test_index_of_the_specification_names_every_page() -> None:
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
        ("A 16-bit TIFF, UTF-8, INV-2026-000071, REF-2, sha-1", []),
    ],
)
def test_references_are_found(text: str, keys: list[str]) -> None:
    assert [reference.key for reference in find_references(text)] == keys


def test_reference_without_target_is_reported_with_its_line(tmp_path: Path) -> None:
    for folder in (*FOLDERS, "docs/specification", "docs/decisions"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/guarantees.md").write_text('| <a id="sec-01"></a>SEC-01 |')
    (tmp_path / "docs/specification/README.md").write_text('<a id="section-b-7"></a> <a id="b-1"></a>')
    (tmp_path / "docs/decisions/all.md").write_text('## 9. One <a id="d-0009"></a>')
    unknown = "B-" + "900"
    (tmp_path / "sdk/a.py").write_text(f'"""Spec: B 7 (B-1, SEC-01, decision 9)."""\n# {unknown}\n')
    assert without_target(tmp_path) == [f"sdk/a.py:2: {unknown}"]


def test_links_lead_to_the_page_of_the_area() -> None:
    linked = Targets().link("Spec: B 7 (B-55, decision 9). ``B-55`` stays.", "promo_codes")
    assert linked == (
        "Spec: [B 7](specification/promo_codes.md#section-b-7) ([B-55](specification/promo_codes.md#b-55), "
        "decision [9](decisions/database.md#d-0009)). ``B-55`` stays."
    )
