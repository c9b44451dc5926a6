"""The program imports only public modules and names of other packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from generators.references import ROOT

FOLDERS = ("sdk", "cli", "server", "tools", "bench")


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
            if any(part.startswith("_") and not part.startswith("__") for part in name.split(".")):
                yield f"{node.lineno}: {name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_packages_import_nothing_private(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.py") if not is_test(path)]
    assert files
    imports = [
        f"{path.relative_to(ROOT)}:{line}" for path in files for line in private_imports(path.read_text("utf-8"))
    ]
    assert imports == [], "the next release of the package may change it (decision 455)"


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
