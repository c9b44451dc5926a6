"""Prose in source files: comments, docstrings, help texts of the command line, and Markdown."""

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
    r"(^|/)(gen|static)/|^docs/(guarantees|benchmarks|decisions/README)\.md$|resources\.py$|i18next\.d\.ts$"
)
VERBATIM = re.compile(r"^docs/specification/")
"""Text of the platform's owner, which must not be changed."""
_QUOTED = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'" + r"|`(?:\\.|[^`\\])*`"
_TOKEN = re.compile(rf"{_QUOTED}|/\*.*?\*/|//[^\n]*", re.DOTALL)
_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->")


@dataclass(frozen=True)
class Text:
    """A comment, docstring, help text or paragraph; ``line`` is its first line, ``words`` is on one line."""

    path: str
    line: int
    words: str


def texts(*paths: str, root: Path = ROOT) -> Iterator[Text]:
    """Return the prose of all files below these paths, or of all files in the repository."""
    for name in files(*paths, root=root):
        reader = _READERS.get(Path(name).suffix)
        if reader and not GENERATED.search(name) and not VERBATIM.search(name):
            for line, text in reader((root / name).read_text("utf-8")):
                yield Text(name, line, " ".join(text.split()))


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


_READERS = {".py": python, ".ts": typescript, ".tsx": typescript, ".css": typescript, ".md": markdown}
