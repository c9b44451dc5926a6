"""Generator of ``docs/guarantees.md``: promises about security and reliability, and the tests that prove them.

The rows are in ``docs/guarantees.toml``. Tests name the rows they prove: in Python with
``@pytest.mark.proves("SEC-02")``, in TypeScript with the line ``// Proves SEC-19, SEC-20.`` above the test. Both are
parsed without running anything. A row that no test proves names the reason: ``decided`` against, or ``open``.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = ROOT / "docs/guarantees.md"
ROWS: Final = ROOT / "docs/guarantees.toml"
PYTHON: Final = ("sdk/tests", "server/tests", "cli/tests", "mutations")
TYPESCRIPT: Final = ("webapp/src", "webapp/build", "e2e")
_CHAPTERS: Final = {"SEC": "Security", "FAULT": "Faults", "REL": "Reliability"}
_HEAD: Final = """\
# Guarantees of security and reliability

<!-- Written by `nox -s generate` from docs/guarantees.toml and the marks at the tests; a test proves it fresh. -->

Each row is a promise about security, the behaviour in a failure, or a reliability target, with the tests that prove \
it. Tests name their rows in a mark (`@pytest.mark.proves("SEC-02")`, in TypeScript `// Proves SEC-19.`). **Open** is \
the part that no test proves yet; **decided** is a deliberate difference from the promise.
"""
_MARK: Final = re.compile(r"^[ \t]*// Proves (?P<rows>[\w, -]+)\.\n(?P<next>.*(?:\n.*)?)", re.MULTILINE)
_TITLE: Final = re.compile(r"\s*(?:test|it)(?:\.\w+)*\(\s*(?P<quote>[\"'`])(?P<title>.*?)(?P=quote)", re.DOTALL)

State = Literal["proved", "partly proved", "decided", "open"]


@dataclass(frozen=True)
class Row:
    """A promise. ``open`` names the missing part, ``decided`` the reason of a deliberate difference."""

    name: str
    says: str
    open: str = ""
    decided: str = ""


@dataclass(frozen=True, order=True)
class Proof:
    """A test that claims to prove a row."""

    row: str
    file: str
    test: str


class StrayMarkError(ValueError):
    """A mark without a test below it."""


def rows() -> list[Row]:
    """Return all rows in the order of the file."""
    return [Row(name, **values) for name, values in tomllib.loads(ROWS.read_text("utf-8")).items()]


def proofs(root: Path = ROOT) -> list[Proof]:
    """Return the marks of all tests. Raises ``StrayMarkError``."""
    proofs: list[Proof] = []
    for folder in PYTHON:
        for path in (root / folder).rglob("test_*.py"):
            proofs += _of_python(path.relative_to(root).as_posix(), path.read_text("utf-8"))
    for folder in TYPESCRIPT:
        for path in (root / folder).rglob("*.ts*"):
            if path.name.endswith((".test.ts", ".test.tsx", ".spec.ts")):
                proofs += _of_typescript(path.relative_to(root).as_posix(), path.read_text("utf-8"))
    return sorted(proofs)


def state(row: Row, proved: bool) -> State | None:
    """Return the state of a row, None if the row names no reason and no proof."""
    if proved:
        return "partly proved" if row.open else "proved"
    return "decided" if row.decided else "open" if row.open else None


def page() -> str:
    """Return the text of the page."""
    by_row: dict[str, list[Proof]] = {}
    for proof in proofs():
        by_row.setdefault(proof.row, []).append(proof)
    every = rows()
    counts = Counter(state(row, row.name in by_row) for row in every)
    counts_text = ", ".join(f"{counts[kind]} {kind}" for kind in ("proved", "partly proved", "decided", "open"))
    lines = [_HEAD, f"\nOf {len(every)} rows: {counts_text}.\n"]
    for prefix, title in _CHAPTERS.items():
        lines.append(f"\n## {title}\n\n| Row | Promise | Proof |\n|---|---|---|\n")
        for row in every:
            if row.name.startswith(f"{prefix}-"):
                anchor = f'<a id="{row.name.lower()}"></a>'
                lines.append(f"| {anchor}{row.name} | {row.says} | {_proof(row, by_row.get(row.name, []))} |\n")
    return "".join(lines)


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


def _proof(row: Row, proved: list[Proof]) -> str:
    files: dict[str, list[str]] = {}
    for proof in proved:
        files.setdefault(proof.file, []).append(proof.test)
    parts = [f"[{_short(file)}](../{file}): {'; '.join(tests)}" for file, tests in files.items()]
    parts += [f"**Decided:** {row.decided}"] if row.decided else []
    parts += [f"**Open:** {row.open}"] if row.open else []
    return "<br>".join(parts)


def _short(file: str) -> str:
    return file.replace("/tests/", "/").removesuffix(".py")


def _of_python(file: str, text: str) -> Iterator[Proof]:
    if "proves(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        for mark in getattr(node, "decorator_list", []):
            if not (isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.proves"):
                continue
            name = getattr(node, "name", "")
            if not name.startswith("test_"):
                raise StrayMarkError(f"{file}: a mark stands above {name}")
            for row in mark.args:
                yield Proof(str(ast.literal_eval(row)), file, f"`{name}`")


def _of_typescript(file: str, text: str) -> Iterator[Proof]:
    for mark in _MARK.finditer(text):
        test = _TITLE.match(mark["next"])
        if test is None:
            raise StrayMarkError(f"{file}: “{mark.group().strip().splitlines()[0]}” stands above no test")
        for row in mark["rows"].split(", "):
            yield Proof(row, file, re.sub(r"\$\{[^}]*\}", "…", test["title"]).replace("|", "\\|"))
