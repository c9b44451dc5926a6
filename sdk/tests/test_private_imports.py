"""The program uses only public modules, names and attributes of other modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from generators.references import ROOT

FOLDERS = ("sdk", "cli", "server", "tools", "bench")
DOCUMENTED = {"_asdict", "_fields", "_make", "_replace"}
"""Methods and fields of named tuples, whose underscore only avoids conflicts with fields."""
WITHOUT_ALTERNATIVE = {"_upgrade_revs"}
"""Method that the commands of Alembic call, which has no public name."""


def private_imports(source: str) -> Iterator[str]:
    """Yield every absolute import with a part that begins with one underscore."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if any(is_private(segment) for segment in name.split(".")):
                yield f"{node.lineno}: {name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_packages_import_nothing_private(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.py") if not is_test(path)]
    assert files
    imports = [
        f"{path.relative_to(ROOT)}:{line}" for path in files for line in private_imports(path.read_text("utf-8"))
    ]
    assert imports == [], "the next release of the package may change it (decision 455)"


def private_attributes(source: str) -> Iterator[str]:
    """Yield every access to a private attribute of another object, unless the module itself defines the attribute."""
    nodes = list(ast.walk(ast.parse(source)))
    attributes = [node for node in nodes if isinstance(node, ast.Attribute) and is_private(node.attr)]
    of_self = [node for node in attributes if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")]
    own = {node.attr for node in of_self} | {node.id for node in nodes if isinstance(node, ast.Name)}
    own |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    for node in attributes:
        if node not in of_self and node.attr not in own | DOCUMENTED | WITHOUT_ALTERNATIVE:
            yield f"{node.lineno}: {ast.unparse(node)}"


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@pytest.mark.parametrize("folder", FOLDERS)
def test_modules_use_no_private_attribute_of_another(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.py") if not is_test(path)]
    uses = [
        f"{path.relative_to(ROOT)}:{line}" for path in files for line in private_attributes(path.read_text("utf-8"))
    ]
    assert uses == [], "offer a public attribute or method"


def is_test(path: Path) -> bool:
    """Return True for tests, which may examine private parts."""
    return "tests" in path.relative_to(ROOT).parts


@pytest.mark.parametrize(
    ("line", "imports"),
    [
        ("import typer._click", ["1: typer._click"]),
        ("from typer._click.core import Context", ["1: typer._click.core.Context"]),
        ("from typer import Option, _completion_classes", ["1: typer._completion_classes"]),
        ("if TYPE_CHECKING:\n    from typer._click import Context", ["2: typer._click.Context"]),
        ("from __future__ import annotations\nfrom . import _names\nimport typer", []),
    ],
)
def test_private_import_is_reported(line: str, imports: list[str]) -> None:
    assert list(private_imports(line)) == imports


@pytest.mark.parametrize(
    ("source", "uses"),
    [
        ("client._options = None", ["1: client._options"]),
        ("run.client._options.retries", ["1: run.client._options"]),
        ("class A:\n    def same(self, other):\n        self._x = 1\n        return other._x == self._x", []),
        ("row._asdict(), module.__name__", []),
    ],
)
def test_private_attribute_is_reported(source: str, uses: list[str]) -> None:
    assert list(private_attributes(source)) == uses
