"""Attributes that exist at run time only, such as names of a previous release, are invisible to type checkers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("sdk/careops", "cli/careops_cli", "server/careops_server")
DYNAMIC = ("__getattr__", "__getattribute__", "__setattr__")


def visible_fallbacks(node: ast.AST) -> Iterator[str]:
    """Yield the dynamic attributes below ``node`` that a type checker reads."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "not TYPE_CHECKING":
        return
    if isinstance(node, ast.FunctionDef) and node.name in DYNAMIC:
        yield f"{node.name} in line {node.lineno}"
    for child in ast.iter_child_nodes(node):
        yield from visible_fallbacks(child)


@pytest.mark.parametrize("package", PACKAGES)
def test_dynamic_attributes_are_invisible_to_type_checkers(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files}
    visible = [f"{path.relative_to(ROOT)}: {name}" for path, tree in trees.items() for name in visible_fallbacks(tree)]
    assert visible == [], "put it behind `if not TYPE_CHECKING`"


def test_visible_fallback_of_a_module_is_reported() -> None:
    hidden = "if not TYPE_CHECKING:\n    def __getattr__(name): ..."
    tree = ast.parse(f"class A:\n    def __getattr__(self, name): ...\n{hidden}")
    assert [*visible_fallbacks(tree)] == ["__getattr__ in line 2"]
