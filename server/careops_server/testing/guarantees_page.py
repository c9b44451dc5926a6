"""Generator of ``docs/guarantees.md``: promises about security and reliability, and the tests that prove them.

The rows are in ``docs/guarantees.toml``. A row that promises several things has a clause for each of them, and every
clause has its tests. Tests name what they prove: in Python with ``@pytest.mark.proves("SEC-02.account")``, in
TypeScript with the line ``// Proves SEC-18, SEC-19.keys.`` above the test. Both are parsed without running anything. A
row without clauses that no test proves names the reason: ``decided`` against, or ``open``.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

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
it. A row that promises several things has a clause for each of them. Tests name what they prove in a mark \
(`@pytest.mark.proves("SEC-02.account")`, in TypeScript `// Proves SEC-19.keys.`). **Open** is the part that no test \
proves yet; **decided** is a deliberate difference from the promise; **one clause** is the reason why a promise that \
joins several things has no clauses.
"""
_MARK: Final = re.compile(r"^[ \t]*// Proves (?P<promises>[\w., -]+)\.\n(?P<next>.*(?:\n.*)?)", re.MULTILINE)
_JOINT: Final = re.compile(r"\b(?:and|or|nor)\b|;|[.!?] +[A-Z]")
_TITLE: Final = re.compile(r"\s*(?:test|it)(?:\.\w+)*\(\s*(?P<quote>[\"'`])(?P<title>.*?)(?P=quote)", re.DOTALL)

State = Literal["proved", "partly proved", "decided", "open"]


@dataclass(frozen=True)
class Promise:
    """A text that tests prove as a whole. ``whole`` is the reason why a text that joins things is not divided."""

    name: str
    says: str
    whole: str = ""

    @property
    def joins_clauses(self) -> bool:
        """Whether the text has several sentences, or joins things by "and", "or", "nor" or a semicolon."""
        return _JOINT.search(self.says) is not None


@dataclass(frozen=True)
class Row:
    """A promise, or several clauses. ``open`` names the missing part, ``decided`` the reason of a difference."""

    name: str
    promises: tuple[Promise, ...]
    open: str = ""
    decided: str = ""


@dataclass(frozen=True, order=True)
class Proof:
    """A test that claims to prove a promise."""

    promise: str
    file: str
    test: str


class StrayMarkError(ValueError):
    """A mark without a test below it."""


def rows() -> list[Row]:
    """Return all rows in the order of the file."""
    return [_row(name, values) for name, values in tomllib.loads(ROWS.read_text("utf-8")).items()]


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


def state(row: Row, proved: Container[str]) -> State | None:
    """Return the state of a row, None if a promise has no proof. ``proved`` are the names of the proved promises."""
    if all(promise.name in proved for promise in row.promises):
        return "partly proved" if row.open else "proved"
    if len(row.promises) > 1:
        return None
    return "decided" if row.decided else "open" if row.open else None


def page() -> str:
    """Return the text of the page."""
    by_promise: dict[str, list[Proof]] = {}
    for proof in proofs():
        by_promise.setdefault(proof.promise, []).append(proof)
    every = rows()
    counts = Counter(state(row, by_promise) for row in every)
    counts_text = ", ".join(f"{counts[kind]} {kind}" for kind in ("proved", "partly proved", "decided", "open"))
    number = sum(len(row.promises) for row in every)
    lines = [_HEAD, f"\nOf {len(every)} rows with {number} promises: {counts_text}.\n"]
    for prefix, title in _CHAPTERS.items():
        lines.append(f"\n## {title}\n\n| Row | Promise | Proof |\n|---|---|---|\n")
        for row in every:
            if row.name.startswith(f"{prefix}-"):
                lines += _lines(row, by_promise)
    return "".join(lines)


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


def _row(name: str, values: dict[str, Any]) -> Row:
    clauses, reason = values.pop("clauses", None), values.pop("whole", "")
    if clauses is None:
        return Row(name, (Promise(name, values.pop("says"), reason),), **values)
    reasons: dict[str, str] = reason or {}
    names = [*clauses, *(clause for clause in reasons if clause not in clauses)]
    promises = (Promise(f"{name}.{clause}", clauses[clause], reasons.get(clause, "")) for clause in names)
    return Row(name, tuple(promises), **values)


def _lines(row: Row, by_promise: Mapping[str, list[Proof]]) -> Iterator[str]:
    """Return the lines of a row: one for each clause."""
    anchor = f'<a id="{row.name.lower()}"></a>'
    for number, promise in enumerate(row.promises, start=1):
        parts = _tests(by_promise.get(promise.name, []))
        parts += [f"**One clause:** {promise.whole}"] if promise.whole else []
        if number == len(row.promises):
            parts += [f"**Decided:** {row.decided}"] if row.decided else []
            parts += [f"**Open:** {row.open}"] if row.open else []
        yield f"| {anchor}{promise.name} | {promise.says} | {'<br>'.join(parts)} |\n"
        anchor = ""


def _tests(proved: list[Proof]) -> list[str]:
    files: dict[str, list[str]] = {}
    for proof in proved:
        files.setdefault(proof.file, []).append(proof.test)
    return [f"[{_short(file)}](../{file}): {'; '.join(tests)}" for file, tests in files.items()]


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
            for promise in mark.args:
                yield Proof(str(ast.literal_eval(promise)), file, f"`{name}`")


def _of_typescript(file: str, text: str) -> Iterator[Proof]:
    for mark in _MARK.finditer(text):
        test = _TITLE.match(mark["next"])
        if test is None:
            raise StrayMarkError(f"{file}: “{mark.group().strip().splitlines()[0]}” stands above no test")
        for promise in mark["promises"].split(", "):
            yield Proof(promise, file, re.sub(r"\$\{[^}]*\}", "…", test["title"]).replace("|", "\\|"))
