"""Texts in source files: prose, names of tests, log messages, exceptions, metrics, and aliases of SQL."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.files import ROOT, files

GENERATED = re.compile(
    r"(^|/)(gen|static)/|^docs/(guarantees|benchmarks|decisions/README)\.md$|resources\.py$|database/tables\.py$"
    r"|i18next\.d\.ts$"
)
VERBATIM = re.compile(r"^docs/specification/")
"""Text of the platform's owner, which must not be changed."""
_QUOTED = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'" + r"|`(?:\\.|[^`\\])*`"
_TOKEN = re.compile(rf"{_QUOTED}|/\*.*?\*/|//[^\n]*", re.DOTALL)
_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->")


_TITLE = re.compile(
    r"(?:\b(?:test|it|describe)(?:\.\w+)*(?:\([^()\n]*\))?\(|^\s*\](?: as const)?\)\()"
    r"\s*(?:\"((?:\\.|[^\"\\\n])*)\"|`((?:\\.|[^`\\])*)`)",
    re.MULTILINE,
)
_PLACEHOLDER = re.compile(r"\$\{[^}]*\}|%[sdij]|\$\w+")
_SQL = re.compile(r"\b(?:select|insert into|update|delete from|join) ", re.IGNORECASE)
_ALIAS = re.compile(
    r"\bas (?!(?:not )?materialized\b)([a-z_]\w*)\b|\b(\w+)(?: ?\([\w, ]+\))? as (?:(?:not )?materialized )?\(",
    re.IGNORECASE,
)
_LOG_METHODS = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
_METRIC = re.compile(r"(?:Counter|Gauge|Histogram|Summary|MetricFamily)$")

PROSE = "prose"
TEST_NAMES = "names of tests"
TEST_TITLES = "titles of web and browser tests"
LOG_MESSAGES = "log messages"
EXCEPTIONS = "exceptions"
METRICS = "descriptions of metrics"
ALIASES = "aliases of SQL"
KINDS = (PROSE, TEST_NAMES, TEST_TITLES, LOG_MESSAGES, EXCEPTIONS, METRICS, ALIASES)


@dataclass(frozen=True)
class Text:
    """A text of one of the ``KINDS``; ``line`` is its first line, ``words`` is on one line."""

    path: str
    line: int
    words: str
    kind: str = PROSE


def texts(*paths: str, root: Path = ROOT) -> Iterator[Text]:
    """Return the texts of all files below these paths, or of all files in the repository."""
    for name in files(*paths, root=root):
        readers = _READERS.get(Path(name).suffix)
        if readers and not GENERATED.search(name) and not VERBATIM.search(name):
            source = (root / name).read_text("utf-8")
            for kind, reader in readers:
                for line, text in reader(source):
                    yield Text(name, line, " ".join(text.split()), kind)


def python(source: str) -> Iterator[tuple[int, str]]:
    """Return comments, docstrings and ``help`` arguments with their first lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield node.value.lineno, str(node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def names_of_tests(source: str) -> Iterator[tuple[int, str]]:
    """Return the names of test functions, with blanks and without their prefix."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.removeprefix("test_").replace("_", " ")


def log_messages(source: str) -> Iterator[tuple[int, str]]:
    """Return the messages of calls such as ``log.info``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOG_METHODS:
            yield from _strings(*node.args)


def exceptions(source: str) -> Iterator[tuple[int, str]]:
    """Return the strings in ``raise`` statements."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from _strings(node.exc)


def metrics(source: str) -> Iterator[tuple[int, str]]:
    """Return the descriptions of metrics."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _METRIC.search(getattr(node.func, "attr", getattr(node.func, "id", ""))):
            yield from _strings(*node.args[1:2])


def aliases(source: str) -> Iterator[tuple[int, str]]:
    """Return the names that SQL statements give to columns, tables and common table expressions."""
    for node in ast.walk(ast.parse(source)):
        for line, text in _strings(node) if isinstance(node, ast.Constant) else ():
            if _SQL.search(text):
                yield from ((line, match[1] or match[2]) for match in _ALIAS.finditer(text))


def _strings(*nodes: ast.AST) -> Iterator[tuple[int, str]]:
    for node in nodes:
        for child in ast.walk(node):
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield child.lineno, child.value


def titles_of_tests(source: str) -> Iterator[tuple[int, str]]:
    """Return the titles of ``test``, ``it`` and ``describe`` in TypeScript."""
    for match in _TITLE.finditer(source):
        yield _line(source, match.start()), _PLACEHOLDER.sub("", match[1] or match[2] or "")


def typescript(source: str) -> Iterator[tuple[int, str]]:
    """Return comments with their first lines; also for CSS."""
    for match in _TOKEN.finditer(source):
        if match[0].startswith("/"):
            yield _line(source, match.start()), match[0].strip("/* ").replace("\n *", "\n")


def markdown(source: str) -> Iterator[tuple[int, str]]:
    """Return lines without code and link targets; a paragraph is one line in this repository."""
    prose = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), source)
    for number, line in enumerate(prose.splitlines(), start=1):
        if line.strip():
            yield number, _CODE.sub(" ", line).strip("#>-*| ")


def _line(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1


_READERS = {
    ".py": (
        (PROSE, python),
        (TEST_NAMES, names_of_tests),
        (LOG_MESSAGES, log_messages),
        (EXCEPTIONS, exceptions),
        (METRICS, metrics),
        (ALIASES, aliases),
    ),
    ".ts": ((PROSE, typescript), (TEST_TITLES, titles_of_tests)),
    ".tsx": ((PROSE, typescript), (TEST_TITLES, titles_of_tests)),
    ".css": ((PROSE, typescript),),
    ".md": ((PROSE, markdown),),
}
