"""Python examples of the documentation import the calls that they use."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from careops.calls import all_calls

DOCS = Path(__file__).parents[2] / "docs"
CALLS = {call.__name__ for call in all_calls()}
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = sorted(page for folder in ("guide", "tutorials") for page in (DOCS / folder).glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_calls_of_examples_are_imported(page: Path) -> None:
    imported: set[str] = set()
    for block in BLOCK.findall(page.read_text("utf-8")):
        nodes = list(ast.walk(ast.parse(block)))
        imported |= {name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names}
        assert {node.id for node in nodes if isinstance(node, ast.Name)} & CALLS <= imported
